use super::*;
use crate::entity::EntityRef;
use crate::{
    ArrayData, Builtin, Constant, Interpolation, LevelOfDetail, MatrixLayout, Nesting, Op, OpKind,
    Precision, Sampler, SamplerKind, Scalar, Shader, Shape, Stage, Swizzle, Terminator, TextureOp,
    Type, Use, Variable, build::Builder,
};
use retroshade_diagnostics::{FileId, Span};

const FILE: FileId = FileId(0);

fn read(text: &str) -> Shader {
    match parse(text, FILE) {
        Ok(shader) => shader,
        Err(error) => panic!("{}: {:?}\n{text}", error.message, error.primary),
    }
}

/// A shader with every kind of declaration, operation and terminator.
fn everything() -> Shader {
    let mut shader = Shader::new(Stage::Fragment, "a \"b\"\\\n.frag");
    let vec4 = Shape::vector(Scalar::Float, 4);
    let mut varying = Variable::new(
        "v[0].x\u{7}",
        Shape {
            array: Some(3),
            ..vec4
        },
    );
    varying.interpolation = Interpolation::Flat;
    varying.precision = Some(Precision::Medium);
    varying.invariant = true;
    varying.location = Some(3);
    varying.bind = Some("v0".into());
    varying.span = Span::new(FileId(2), 5, 9);
    let input = shader.interface.inputs.push(varying);
    let mut matrix = Variable::new("m", Shape { columns: 2, ..vec4 });
    matrix.layout = MatrixLayout::Rows;
    matrix.declared = Some(MatrixLayout::Rows);
    matrix.nesting = Some(Nesting {
        around: vec![2, 1],
        inner: Some(3),
    });
    let uniform = shader.interface.uniforms.push(matrix);
    let mut colour = Variable::new("gl_FragColor", vec4);
    colour.builtin = Some(Builtin::FragColor);
    colour.interpolation = Interpolation::Centroid;
    shader.interface.outputs.push(colour);
    let sampler = shader.interface.samplers.push(Sampler {
        name: "t".into(),
        kind: SamplerKind::Cube,
        array: Some(2),
        binding: Some(4),
        bind: Some("fs1".into()),
        flags: Some("linear,repeat".into()),
        nesting: Some(Nesting {
            around: vec![2],
            inner: None,
        }),
        span: Span::NONE,
    });
    let array = shader.arrays.push(ArrayData {
        name: "memory".into(),
        ty: Type::int(2),
        len: 7,
        span: Span::new(FILE, 0, 1),
    });
    let body = shader.body;
    let mut b = Builder::new(&mut shader, body);
    b.span = Span::new(FILE, 10, 20);
    let float4 = b.typed(Op::Input { input, slot: 2 }, &[], Type::float(4));
    b.span = Span::NONE;
    let int1 = b.int(-3, 1);
    let truth = b.constant(Constant::bools(&[true, false]));
    b.typed(Op::Uniform { uniform, slot: 1 }, &[], Type::float(2));
    let indexed = Op::InputIndexed {
        input,
        base: 1,
        stride: 2,
    };
    b.typed(indexed, &[int1], Type::float(4));
    let indexed = Op::UniformIndexed {
        uniform,
        base: 0,
        stride: 4,
    };
    b.typed(indexed, &[int1], Type::float(2));
    b.typed(Op::Undefined, &[], Type::int(3));
    b.constant(Constant::floats(&[
        -0.0,
        f32::INFINITY,
        f32::MIN_POSITIVE / 3.0,
        -1e30,
    ]));
    b.constant(Constant::from_bits(
        Scalar::Float,
        [0x7fc0_0001, 0xff80_0002, 0xff80_0000],
    ));
    b.constant(Constant::ints(&[i32::MIN, i32::MAX]));
    let load = b.typed(Op::ArrayLoad(array), &[int1], Type::int(2));
    b.push(Op::ArrayStore(array), vec![int1, load], &[], Vec::new());
    b.push(Op::Discard, vec![b.splat(truth, 1, 1)], &[], Vec::new());
    b.push(Op::EmitVertex, vec![int1, float4], &[], Vec::new());
    let xyz = float4.then(Swizzle::identity(3));
    let x = b.splat(float4, 0, 1);
    for (level, more) in [
        (LevelOfDetail::Implicit, vec![]),
        (LevelOfDetail::Bias, vec![x]),
        (LevelOfDetail::Explicit, vec![x]),
        (LevelOfDetail::Gradient, vec![xyz, xyz]),
    ] {
        for (indexed, projective) in [(false, true), (true, false), (true, true)] {
            let mut args = vec![if projective { float4 } else { xyz }];
            args.extend(&more);
            args.extend(indexed.then_some(int1));
            let texture = TextureOp {
                sampler,
                element: 1,
                indexed,
                projective,
                level,
            };
            b.op(Op::Texture(texture), &args);
        }
    }
    // Operand types do not matter to the text.
    for op in OpKind::ALL.iter().filter_map(|kind| kind.simple()) {
        b.push(op, vec![float4, x], &[Type::float(1)], Vec::new());
    }
    let arms = [Type::float(2), Type::bool(1)];
    let accept = b.shader.make_region(&[]);
    let reject = b.shader.make_region(&[]);
    let carried = b.shader.make_region(&[Type::float(4), Type::int(1)]);
    let condition = b.splat(truth, 0, 1);
    b.push(Op::If, vec![condition], &arms, vec![accept, reject]);
    let inside = b.shader.regions[carried].parameters.clone();
    b.push(
        Op::Loop,
        vec![float4, int1],
        &[Type::float(4)],
        vec![carried],
    );
    let empty = b.shader.make_region(&[]);
    b.push(Op::Loop, vec![], &[], vec![empty]);
    b.end(Terminator::Yield(vec![float4]));
    let whole = |shader: &Shader| shader.whole(inside[0]);
    shader.regions[accept].end = Terminator::Yield(vec![xyz.then(Swizzle::identity(2)), condition]);
    shader.regions[reject].end = Terminator::Unreachable;
    shader.regions[empty].end = Terminator::Break(Vec::new());
    let mut inner = Builder::new(&mut shader, carried);
    let accept = inner.shader.make_region(&[]);
    let reject = inner.shader.make_region(&[]);
    inner.push(Op::If, vec![condition], &[], vec![accept, reject]);
    inner.end(Terminator::Unreachable);
    shader.regions[accept].end = Terminator::Continue(vec![whole(&shader), int1]);
    shader.regions[reject].end = Terminator::Break(vec![whole(&shader)]);
    shader
}

#[test]
fn text_and_shader_are_inverses() {
    let text = print(&everything());
    let shader = read(&text);
    assert_eq!(print(&shader), text);
    // Once renumbered, the shader itself comes back.
    assert_eq!(read(&text), shader);
    let text = print_with_spans(&everything());
    assert!(text.contains(" @2:5:9") && text.contains(" @0:10:20"));
    let shader = read(&text);
    assert_eq!(print_with_spans(&shader), text);
    assert_eq!(read(&print_with_spans(&shader)), shader);
    assert_eq!(shader.to_string(), print(&everything()));
}

#[test]
fn every_operation_has_a_name_of_its_own_that_is_printed() {
    let text = print(&everything());
    for (index, kind) in OpKind::ALL.iter().enumerate() {
        let name = kind.name();
        let spaced = [format!("{name} "), format!("{name}\n")];
        assert!(
            spaced.iter().any(|word| text.contains(word.as_str())),
            "{name}"
        );
        assert!(
            OpKind::ALL[..index]
                .iter()
                .all(|other| other.name() != name),
            "{name}"
        );
    }
}

#[test]
fn reads_like_this() {
    let text = "\
shader fragment \"brick.frag\"
input in0 \"vUv\" vec2 precision=mediump
uniform uniform0 \"uBones\" mat4[20]
sampler sampler0 \"uMap\" d2
output out0 \"gl_FragColor\" vec4 builtin=frag_color
array array0 \"weights\" f1[8]
body {
  %0:f2 = input in0[0] ; vUv
  %1:f4 = texture sampler0[0] %0 bias %0.x ; uMap
  %2:f1 = const 0.5
  %3:b1 = lt %1.w, %2
  %4:f4 = if %3 {
    yield %1
  } else {
    %5:f4 = mul %1, %2.xxxx
    yield %5
  }
  yield %4.xyww
}
";
    assert_eq!(print(&read(text)), text);
}

/// The message and the text it points at.
fn refused(text: &str) -> (String, String) {
    match parse(text, FILE) {
        Ok(_) => panic!("accepted {text}"),
        Err(error) => {
            let span = error.primary.expect("a place").span;
            let at = &text[span.start as usize..span.end as usize];
            (error.message, at.to_owned())
        }
    }
}

#[test]
fn points_at_what_is_wrong() {
    let body =
        |body: &str| format!("shader vertex \"\"\narray array0 \"a\" f1[2]\nbody {{\n{body}\n}}");
    let cases = [
        ("", "expected `shader`, found the end of the text", ""),
        (
            "shader compute \"\"",
            "expected `vertex`, `fragment` or `geometry`",
            "compute",
        ),
        ("shader vertex \"x", "this string has no end", "\"x"),
        (
            "shader vertex \"\\q\" body",
            "this string has no end",
            "\"\\q\"",
        ),
        (
            "shader vertex \"\" input in1",
            "expected `in0`, found `in1`",
            "in1",
        ),
        (
            "shader vertex \"\" input in0 \"a\" vec7",
            "`vec7` is no GLSL type",
            "vec7",
        ),
        (
            "shader vertex \"\" input in0 \"a\" vec4 rows",
            "only matrices have rows",
            "rows",
        ),
        (
            "shader vertex \"\" array array0 \"a\" f1[0]",
            "an array has 1 to 65536 elements",
            "0",
        ),
        (
            "shader vertex \"\" array array0 \"a\" f1",
            "expected `[` and a length, found the end of the text",
            "",
        ),
        (
            "shader vertex \"\" array array0 \"a\" g1[1]",
            "expected a type such as `f4`, `i1`, `b2`, found `g1`",
            "g1",
        ),
        (
            "shader vertex \"\" sampler sampler0 \"a\" d3",
            "expected one of `d2`, `cube`, `external`",
            "d3",
        ),
        (
            "shader vertex \"\" body { yield } x",
            "expected the end of the text, found `x`",
            "x",
        ),
    ];
    for (text, message, at) in cases {
        assert_eq!(refused(text), (message.into(), at.into()), "{text}");
    }
    let cases = [
        ("yield %0", "%0 is not defined before this use", "%0"),
        (
            "%0:f1 = const 1.0\n%0:f1 = const 1.0\nyield",
            "%0 is defined twice",
            "1.0",
        ),
        (
            "%0:f1 = neg %0\nyield",
            "%0 is not defined before this use",
            "%0",
        ),
        (
            "%0:f2 = const (1.0, 2.0)\nyield %0.z",
            "%0 has 2 lanes",
            "z",
        ),
        (
            "%0:f2 = const (1.0, 2.0)\nyield %0.xyzwx",
            "expected 1 to 4 of the lanes `xyzw`, found `xyzwx`",
            "xyzwx",
        ),
        (
            "%0:f2 = const 1.0\nyield",
            "a constant of type f2 has 2 lanes, not 1",
            "1.0",
        ),
        (
            "%0:f1 = const 1e40\nyield",
            "expected a float, found `1e40`",
            "1e40",
        ),
        (
            "%0:f1 = const nan_3f800000\nyield",
            "expected a float, found `nan_3f800000`",
            "nan_3f800000",
        ),
        (
            "%0:i1 = const 2147483648\nyield",
            "expected an int of 32 bits, found `2147483648`",
            "2147483648",
        ),
        (
            "%0:b1 = const 1\nyield",
            "expected `true` or `false`, found `1`",
            "1",
        ),
        ("const 1.0\nyield", "a constant needs a result", "const"),
        ("%0:f1 = frob\nyield", "`frob` is no operation", "frob"),
        (
            "%0:f1 = input in0[0]\nyield",
            "this is not declared, found `in0`",
            "in0",
        ),
        (
            "%0:f1 = array_load in0[%1]\nyield",
            "expected `array` and a number, found `in0`",
            "in0",
        ),
        (
            "loop (%0:f1 = %9) { }",
            "%9 is not defined before this use",
            "%9",
        ),
        (
            "%0:b1 = const true\nif %0 { yield }\nyield",
            "expected `else`, found `yield`",
            "yield",
        ),
        ("yield @0:1:2", "expected `}`, found `@`", "@"),
        (
            "%0:f1 = undefined @4294967295:1:2 yield",
            "this is no place in a source",
            "2",
        ),
        (
            "%0:f1 = undefined @0:3:2 yield",
            "this is no place in a source",
            "2",
        ),
    ];
    for (text, message, at) in cases {
        assert_eq!(refused(&body(text)), (message.into(), at.into()), "{text}");
    }
}

#[test]
fn nesting_is_bounded() {
    let nested = |depth: usize| {
        let (open, close) = ("loop () { ".repeat(depth), " } break ".repeat(depth));
        format!("shader vertex \"\" body {{ {open} unreachable {close} }}")
    };
    read(&nested(NESTING));
    assert_eq!(
        refused(&nested(NESTING + 1)).0,
        "regions are nested more than 4096 deep"
    );
    assert_eq!(
        refused(&nested(100_000)).0,
        "regions are nested more than 4096 deep"
    );
}

#[test]
fn any_cut_or_changed_byte_is_survived() {
    let text = print_with_spans(&everything());
    // Every place once, in strides that keep the test short.
    for at in (0..text.len())
        .step_by(13)
        .filter(|&at| text.is_char_boundary(at))
    {
        let _ = parse(&text[..at], FILE);
        for letter in [["%", "{"], ["9", "\""], ["é", "}"]][at % 3] {
            let changed = format!("{}{letter}{}", &text[..at], &text[at + 1..]);
            // What still parses must still print and read back.
            if let Ok(shader) = parse(&changed, FILE) {
                assert_eq!(read(&print_with_spans(&shader)), shader);
            }
        }
    }
}

#[test]
fn faulty_shaders_print() {
    let mut shader = everything();
    let body = shader.body;
    let first = shader.regions[body].insts[0];
    shader.regions[body].insts.push(crate::Inst::new(9999));
    shader.insts[first]
        .args
        .push(Use::new(crate::Value::new(9999), Swizzle::identity(1)));
    let last = shader.regions[body].insts.len() - 2;
    let last = shader.regions[body].insts[last];
    shader.insts[last].regions.push(body);
    let text = print(&shader);
    assert!(text.contains("?inst9999") && text.contains("?%9999") && text.contains("?region0"));
}

#[test]
fn geometry_shaders_say_what_they_take_and_make() {
    let text = "shader geometry \"a\" vertices=5 max_vertices=12\ninput in0 \"v\" vec2[5]\noutput out0 \"o\" vec2\n\
                body {\n  %0:i1 = const 0\n  %1:f2 = input in0[3] ; v\n  emit_vertex %0, %1\n  yield\n}\n";
    let shader = read(text);
    assert_eq!(crate::verify::verify(&shader), Ok(()));
    assert_eq!(print(&shader), text);
    // In no other stage, with all outputs and with a number.
    for (from, to) in [
        ("geometry \"a\" vertices=5 max_vertices=12", "vertex \"a\""),
        ("emit_vertex %0, %1", "emit_vertex %0"),
        ("emit_vertex %0, %1", "emit_vertex %1, %1"),
        ("emit_vertex %0, %1", "emit_vertex %0, %1.x"),
    ] {
        let shader = read(&text.replace(from, to));
        assert!(crate::verify::verify(&shader).is_err(), "{to}");
    }
}
