use super::*;

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

/// Lanes of a type such as `f3`.
type Typed<'a> = (&'a str, &'a [f32]);

fn glsl(ty: &str) -> String {
    let (scalar, vector) = match &ty[..1] {
        "f" => ("float", "vec"),
        "i" => ("int", "ivec"),
        _ => ("bool", "bvec"),
    };
    match &ty[1..] {
        "1" => scalar.into(),
        lanes => format!("{vector}{lanes}"),
    }
}

/// What an operation makes of operands.
fn value(op: &str, result: &str, operands: &[Typed]) -> Vec<f32> {
    let (mut head, mut body, mut data) = (String::new(), String::new(), Vec::new());
    for (k, (ty, numbers)) in operands.iter().enumerate() {
        head.push_str(&format!("uniform uniform{k} \"u{k}\" {}\n", glsl(ty)));
        body.push_str(&format!("%{k}:{ty} = uniform uniform{k}[0]\n"));
        let list: Vec<String> = numbers
            .iter()
            .map(|x| {
                if x.is_finite() {
                    format!("{x:?}")
                } else {
                    format!("\"{x}\"").to_lowercase()
                }
            })
            .collect();
        data.push(format!("\"u{k}\": [{}]", list.join(", ")));
    }
    let uses: Vec<String> = (0..operands.len()).map(|k| format!("%{k}")).collect();
    let text = format!(
        "shader vertex \"\"\n{head}output out0 \"o\" {}\nbody {{\n{body}%99:{result} = {op} {}\nyield %99\n}}",
        glsl(result),
        uses.join(", ")
    );
    let json = format!("{{\"uniforms\": {{{}}}}}", data.join(", "));
    results(&text, &json).outputs["o"].concat()
}

/// Equal to the last bit; any NaN equals any other.
fn same(found: &[f32], wanted: &[f32]) -> bool {
    let bits = |x: &f32| if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() };
    found.iter().map(bits).eq(wanted.iter().map(bits))
}

/// Checks rows of operand numbers, then the result, all of one float lane.
fn floats(op: &str, rows: &[&[f32]]) {
    for row in rows {
        let (wanted, operands) = row.split_last().expect("a result");
        let operands: Vec<Typed> = operands
            .iter()
            .map(|x| ("f1", std::slice::from_ref(x)))
            .collect();
        let found = value(op, "f1", &operands);
        assert!(
            same(&found, &[*wanted]),
            "{op} {operands:?} is {found:?}, wanted {wanted:?}"
        );
    }
}

/// The same of one int lane.
fn ints(op: &str, rows: &[&[f32]]) {
    for row in rows {
        let (wanted, operands) = row.split_last().expect("a result");
        let operands: Vec<Typed> = operands
            .iter()
            .map(|x| ("i1", std::slice::from_ref(x)))
            .collect();
        assert_eq!(value(op, "i1", &operands), [*wanted], "{op} {operands:?}");
    }
}

const LEAST: f32 = i32::MIN as f32;

#[test]
fn signs_and_roundings() {
    floats("neg", &[&[1.5, -1.5], &[0.0, -0.0], &[NAN, NAN]]);
    ints("neg", &[&[3.0, -3.0], &[LEAST, LEAST]]);
    floats("abs", &[&[-1.5, 1.5], &[-0.0, 0.0]]);
    ints("abs", &[&[-3.0, 3.0], &[LEAST, LEAST]]);
    floats(
        "sign",
        &[&[-7.5, -1.0], &[0.25, 1.0], &[0.0, 0.0], &[NAN, NAN]],
    );
    ints("sign", &[&[-7.0, -1.0], &[0.0, 0.0], &[9.0, 1.0]]);
    floats("floor", &[&[-1.25, -2.0], &[1.75, 1.0], &[-0.0, -0.0]]);
    floats("ceil", &[&[-1.25, -1.0], &[1.25, 2.0]]);
    floats(
        "fract",
        &[&[-1.25, 0.75], &[1.75, 0.75], &[3.0, 0.0], &[INF, NAN]],
    );
    floats("trunc", &[&[-1.75, -1.0], &[1.75, 1.0]]);
    floats(
        "round",
        &[&[0.5, 0.0], &[1.5, 2.0], &[2.5, 2.0], &[-2.6, -3.0]],
    );
}

#[test]
fn powers_by_literals_that_targets_take_for_products_are_products() {
    for (exponent, wanted) in [
        ("2.0", [4.0, 0.0]),
        ("3.0", [-8.0, 0.0]),
        ("4.0", [16.0, 0.0]),
        ("1.0", [-2.0, 0.0]),
        ("0.0", [1.0, 1.0]),
        ("-1.0", [-0.5, INF]),
        // Machines take the logarithm of the base.
        ("5.0", [NAN, 0.0]),
        ("0.5", [NAN, 0.0]),
    ] {
        let text = format!(
            "shader vertex \"a\"\ninput in0 \"v\" vec4\noutput out0 \"gl_Position\" vec4 builtin=position\n\
             body {{\n  %0:f4 = input in0[0]\n  %1:f1 = const {exponent}\n  %2:f4 = pow %0, %1.xxxx\n  yield %2\n}}\n"
        );
        let found = results(
            &text,
            r#"{"attributes": {"v": {"values": [[-2, 0, 1, 1]]}}}"#,
        );
        let row = &found.outputs["gl_Position"][0];
        for (found, wanted) in row.iter().zip(wanted) {
            assert!(
                found == &wanted || found.is_nan() && wanted.is_nan(),
                "{exponent}: {row:?}"
            );
        }
    }
}

#[test]
fn roots_powers_and_angles() {
    floats("sqrt", &[&[9.0, 3.0], &[-1.0, NAN], &[0.0, 0.0]]);
    floats("rsqrt", &[&[4.0, 0.5], &[0.0, INF], &[-1.0, NAN]]);
    floats(
        "rcp",
        &[&[4.0, 0.25], &[0.0, INF], &[-0.0, -INF], &[3.0, 0.33333334]],
    );
    floats(
        "exp",
        &[&[0.0, 1.0], &[1.0, 2.7182817], &[-INF, 0.0], &[100.0, INF]],
    );
    floats(
        "log",
        &[
            &[1.0, 0.0],
            &[10.0, std::f32::consts::LN_10],
            &[0.0, -INF],
            &[-1.0, NAN],
        ],
    );
    floats(
        "exp2",
        &[
            &[3.0, 8.0],
            &[0.5, std::f32::consts::SQRT_2],
            &[-149.0, 1e-45],
        ],
    );
    floats("log2", &[&[8.0, 3.0], &[3.0, 1.5849625], &[0.0, -INF]]);
    floats(
        "sin",
        &[
            &[0.0, 0.0],
            &[1.0, 0.84147096],
            &[1e6, -0.3499935],
            &[INF, NAN],
        ],
    );
    floats("cos", &[&[0.0, 1.0], &[1.0, 0.5403023], &[1e6, 0.93675214]]);
    floats("tan", &[&[0.0, 0.0], &[1.0, 1.5574077]]);
    floats(
        "atan",
        &[
            &[1.0, std::f32::consts::FRAC_PI_4],
            &[-INF, -std::f32::consts::FRAC_PI_2],
        ],
    );
    floats(
        "atan2",
        &[
            &[1.0, 0.0, std::f32::consts::FRAC_PI_2],
            &[-1.0, -1.0, -2.3561945],
            &[0.0, 0.0, 0.0],
        ],
    );
    floats(
        "pow",
        &[
            &[2.0, 10.0, 1024.0],
            &[2.0, 0.5, std::f32::consts::SQRT_2],
            &[0.0, 2.0, 0.0],
        ],
    );
    floats(
        "pow",
        &[
            &[-2.0, 2.0, NAN],
            &[0.0, 0.0, NAN],
            &[0.0, -1.0, NAN],
            &[5.0, 0.0, 1.0],
        ],
    );
}

#[test]
fn inverse_sine_and_cosine_are_close() {
    use std::f32::consts::{FRAC_PI_2, PI};
    floats(
        "acos",
        &[&[1.0, 0.0], &[0.0, FRAC_PI_2], &[-1.0, PI], &[-2.0, NAN]],
    );
    floats(
        "asin",
        &[
            &[1.0, FRAC_PI_2],
            &[0.0, 0.0],
            &[-1.0, -FRAC_PI_2],
            &[1.5, NAN],
        ],
    );
    for step in -50..=50 {
        let x = step as f32 / 50.0;
        let [sine, cosine] = ["asin", "acos"].map(|op| value(op, "f1", &[("f1", &[x])])[0]);
        assert!(
            (sine - x.asin()).abs() < 1e-4 && (cosine - x.acos()).abs() < 1e-4,
            "{x}"
        );
    }
}

#[test]
fn arithmetic() {
    floats(
        "add",
        &[&[1.5, 2.0, 3.5], &[1e8, 1.0, 1e8], &[INF, -INF, NAN]],
    );
    ints("add", &[&[3.0, 4.0, 7.0], &[LEAST, -1.0, 2147483647.0]]);
    floats("sub", &[&[1.5, 2.0, -0.5]]);
    ints("sub", &[&[3.0, 4.0, -1.0]]);
    floats("mul", &[&[1.5, 2.0, 3.0], &[0.0, INF, NAN]]);
    ints("mul", &[&[3.0, -4.0, -12.0], &[65536.0, 65536.0, 0.0]]);
    floats(
        "div",
        &[&[1.0, 4.0, 0.25], &[1.0, 0.0, INF], &[0.0, 0.0, NAN]],
    );
    ints(
        "div",
        &[&[7.0, -2.0, -3.0], &[7.0, 0.0, 0.0], &[LEAST, -1.0, LEAST]],
    );
    ints(
        "rem",
        &[
            &[7.0, -2.0, 1.0],
            &[-7.0, 2.0, -1.0],
            &[7.0, 0.0, 0.0],
            &[LEAST, -1.0, 0.0],
        ],
    );
    floats(
        "min",
        &[&[1.0, 2.0, 1.0], &[NAN, 2.0, 2.0], &[2.0, NAN, 2.0]],
    );
    ints("min", &[&[-1.0, 2.0, -1.0]]);
    floats(
        "max",
        &[&[1.0, 2.0, 2.0], &[NAN, 2.0, 2.0], &[2.0, NAN, 2.0]],
    );
    ints("max", &[&[-1.0, 2.0, 2.0]]);
    floats(
        "mod",
        &[
            &[5.5, 2.0, 1.5],
            &[-1.0, 3.0, 2.0],
            &[1.0, -3.0, -2.0],
            &[1.0, 0.0, NAN],
        ],
    );
    floats(
        "mad",
        &[
            &[2.0, 3.0, 4.0, 10.0],
            &[1.0000001, 1.0000001, -1.0000002, 0.0],
        ],
    );
    floats(
        "clamp",
        &[
            &[5.0, 0.0, 1.0, 1.0],
            &[-5.0, 0.0, 1.0, 0.0],
            &[0.5, 0.0, 1.0, 0.5],
            &[0.5, 2.0, 1.0, 1.0],
        ],
    );
    ints("clamp", &[&[5.0, 0.0, 1.0, 1.0], &[-5.0, -2.0, 1.0, -2.0]]);
    floats(
        "saturate",
        &[&[-1.0, 0.0], &[0.25, 0.25], &[7.0, 1.0], &[NAN, 0.0]],
    );
    floats("mix", &[&[2.0, 4.0, 0.25, 2.5], &[2.0, 4.0, 2.0, 6.0]]);
    floats(
        "smoothstep",
        &[
            &[0.0, 2.0, 0.5, 0.15625],
            &[0.0, 1.0, -1.0, 0.0],
            &[0.0, 1.0, 2.0, 1.0],
            &[1.0, 0.0, 0.25, 0.84375],
        ],
    );
}

#[test]
fn comparisons() {
    floats(
        "step",
        &[&[1.0, 0.5, 0.0], &[1.0, 1.0, 1.0], &[1.0, NAN, 1.0]],
    );
    floats(
        "slt",
        &[&[1.0, 2.0, 1.0], &[2.0, 2.0, 0.0], &[NAN, 2.0, 0.0]],
    );
    floats(
        "sge",
        &[&[1.0, 2.0, 0.0], &[2.0, 2.0, 1.0], &[NAN, 2.0, 0.0]],
    );
    floats(
        "seq",
        &[&[1.0, 2.0, 0.0], &[0.0, -0.0, 1.0], &[NAN, NAN, 0.0]],
    );
    floats(
        "sne",
        &[&[1.0, 2.0, 1.0], &[0.0, -0.0, 0.0], &[NAN, NAN, 1.0]],
    );
    let three =
        |op: &str, ty: &str| value(op, "b3", &[(ty, &[1.0, 2.0, 3.0]), (ty, &[2.0, 2.0, 2.0])]);
    for ty in ["f3", "i3"] {
        assert_eq!(three("lt", ty), [1.0, 0.0, 0.0]);
        assert_eq!(three("ge", ty), [0.0, 1.0, 1.0]);
        assert_eq!(three("eq", ty), [0.0, 1.0, 0.0]);
        assert_eq!(three("ne", ty), [1.0, 0.0, 1.0]);
    }
    let bools: [Typed; 2] = [("b2", &[1.0, 0.0]), ("b2", &[1.0, 1.0])];
    assert_eq!(value("eq", "b2", &bools), [1.0, 0.0]);
    assert_eq!(value("ne", "b2", &bools), [0.0, 1.0]);
    let nan: [Typed; 2] = [("f1", &[NAN]), ("f1", &[NAN])];
    assert_eq!(
        ["lt", "ge", "eq", "ne"].map(|op| value(op, "b1", &nan)[0]),
        [0.0, 0.0, 0.0, 1.0]
    );
    // -1 is below 1 only as a signed number.
    assert_eq!(value("lt", "b1", &[("i1", &[-1.0]), ("i1", &[1.0])]), [1.0]);
}

#[test]
fn bits_and_bools() {
    ints("shl", &[&[3.0, 2.0, 12.0], &[1.0, 31.0, LEAST]]);
    ints("shr", &[&[-8.0, 1.0, -4.0], &[12.0, 2.0, 3.0]]);
    ints("and", &[&[12.0, 10.0, 8.0]]);
    ints("or", &[&[12.0, 10.0, 14.0]]);
    ints("xor", &[&[12.0, 10.0, 6.0]]);
    ints("not", &[&[5.0, -6.0]]);
    let bools: [Typed; 2] = [("b4", &[0.0, 0.0, 1.0, 1.0]), ("b4", &[0.0, 1.0, 0.0, 1.0])];
    assert_eq!(value("and", "b4", &bools), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(value("or", "b4", &bools), [0.0, 1.0, 1.0, 1.0]);
    assert_eq!(value("xor", "b4", &bools), [0.0, 1.0, 1.0, 0.0]);
    assert_eq!(value("not", "b4", &bools[..1]), [1.0, 1.0, 0.0, 0.0]);
    for (bools, any, all) in [
        ([0.0, 0.0, 0.0], 0.0, 0.0),
        ([0.0, 1.0, 0.0], 1.0, 0.0),
        ([1.0; 3], 1.0, 1.0),
    ] {
        assert_eq!(value("any", "b1", &[("b3", &bools)]), [any]);
        assert_eq!(value("all", "b1", &[("b3", &bools)]), [all]);
    }
    let select: [Typed; 3] = [
        ("b2", &[1.0, 0.0]),
        ("f2", &[1.0, 2.0]),
        ("f2", &[3.0, 4.0]),
    ];
    assert_eq!(value("select", "f2", &select), [1.0, 4.0]);
}

#[test]
fn conversions() {
    assert_eq!(
        value("int_to_float", "f2", &[("i2", &[-3.0, 16777216.0])]),
        [-3.0, 16777216.0]
    );
    let floats: Typed = ("f4", &[-1.75, 1.75, NAN, 1e20]);
    assert_eq!(
        value("float_to_int", "i4", &[floats]),
        [-1.0, 1.0, 0.0, i32::MAX as f32]
    );
    assert_eq!(
        value("bool_to_float", "f2", &[("b2", &[0.0, 1.0])]),
        [0.0, 1.0]
    );
    assert_eq!(
        value("bool_to_int", "i2", &[("b2", &[0.0, 1.0])]),
        [0.0, 1.0]
    );
}

#[test]
fn vectors() {
    let (a, b): (Typed, Typed) = (("f3", &[1.0, 2.0, 2.0]), ("f3", &[4.0, -1.0, 0.5]));
    assert_eq!(value("dot", "f1", &[a, b]), [3.0]);
    assert!(same(
        &value("dot", "f1", &[("f1", &[-0.0]), ("f1", &[1.0])]),
        &[-0.0]
    ));
    assert_eq!(value("length", "f1", &[a]), [3.0]);
    assert_eq!(value("length", "f1", &[("f1", &[-2.0])]), [2.0]);
    assert_eq!(
        value(
            "distance",
            "f1",
            &[("f2", &[1.0, 2.0]), ("f2", &[4.0, 6.0])]
        ),
        [5.0]
    );
    assert_eq!(
        value("normalize", "f3", &[a]),
        [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]
    );
    assert!(value("normalize", "f2", &[("f2", &[0.0, 0.0])])[0].is_nan());
    assert_eq!(value("cross", "f3", &[a, b]), [3.0, 7.5, -9.0]);
    let i: Typed = ("f2", &[1.0, -1.0]);
    let n: Typed = ("f2", &[0.0, 1.0]);
    assert_eq!(value("reflect", "f2", &[i, n]), [1.0, 1.0]);
    assert_eq!(value("faceforward", "f2", &[n, i, n]), [0.0, 1.0]);
    assert_eq!(
        value("faceforward", "f2", &[n, i, ("f2", &[0.0, -1.0])]),
        [-0.0, -1.0]
    );
    assert_eq!(
        value("refract", "f2", &[("f2", &[0.0, -1.0]), n, ("f1", &[0.5])]),
        [0.0, -1.0]
    );
    assert_eq!(
        value("refract", "f2", &[("f2", &[1.0, 0.0]), n, ("f1", &[2.0])]),
        [0.0, 0.0]
    );
    let columns: [Typed; 3] = [
        ("f3", &[1.0, 2.0, 3.0]),
        ("f3", &[4.0, 5.0, 6.0]),
        ("f2", &[10.0, 1.0]),
    ];
    assert_eq!(value("matvec", "f3", &columns), [14.0, 25.0, 36.0]);
    let four: Vec<Typed> = [[1.0f32, 0.0], [0.0, 1.0], [2.0, 0.0], [0.0, 3.0]]
        .iter()
        .map(|c| ("f2", &c[..]))
        .collect();
    let four = [&four[..], &[("f4", &[1.0, 2.0, 3.0, 4.0])]].concat();
    assert_eq!(value("matvec", "f2", &four), [7.0, 14.0]);
}

#[test]
fn lanes() {
    let parts: [Typed; 3] = [("f1", &[1.0]), ("f2", &[2.0, 3.0]), ("f1", &[4.0])];
    assert_eq!(value("compose", "f4", &parts), [1.0, 2.0, 3.0, 4.0]);
    let vector: Typed = ("f3", &[5.0, 6.0, 7.0]);
    for (index, lane) in [(0.0, 5.0), (2.0, 7.0), (3.0, 7.0), (-1.0, 5.0)] {
        assert_eq!(value("extract", "f1", &[vector, ("i1", &[index])]), [lane]);
        assert_eq!(value("extract", "f1", &[vector, ("f1", &[index])]), [lane]);
    }
    for (index, result) in [(1.0, [5.0, 9.0, 7.0]), (7.0, [5.0, 6.0, 9.0])] {
        assert_eq!(
            value("insert", "f3", &[vector, ("i1", &[index]), ("f1", &[9.0])]),
            result
        );
    }
    let bools: Typed = ("b2", &[1.0, 0.0]);
    assert_eq!(
        value("insert", "b2", &[bools, ("i1", &[1.0]), ("b1", &[1.0])]),
        [1.0, 1.0]
    );
}

#[test]
fn swizzles_choose_lanes() {
    let text = "shader vertex \"\"\nuniform uniform0 \"u\" vec4\noutput out0 \"o\" vec4\nbody {
        %0:f4 = uniform uniform0[0]
        %1:f4 = add %0.wzyx, %0.xxxy
        yield %1.yxzz
    }";
    let out = results(text, "{\"uniforms\": {\"u\": [1, 2, 3, 4]}}");
    assert_eq!(out.outputs["o"], [[4.0, 5.0, 3.0, 3.0]]);
}
