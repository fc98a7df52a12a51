//! Programs in Cg: what they compute, what they are connected to, and what is refused.

use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostics, Severity, SourceFile, SourceMap};
use retroshade_frontend::preprocess::{NoIncludes, Options};
use retroshade_frontend::{Dialect, Request, compile, cross_references};
use retroshade_ir::run::{RunInputs, UniformData};
use retroshade_ir::{Shader, Stage, eval, text};

fn taken(stage: Stage, source: &str, entry: Option<&str>) -> (Option<Shader>, Diagnostics) {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("test.cg", source));
    let mut diagnostics = Diagnostics::new();
    let shader = compile(&mut Request {
        sources: &mut sources,
        file,
        stage: Some(stage),
        options: &Options {
            version: Some(Dialect::CG),
            entry: entry.map(str::to_owned),
            ..Options::default()
        },
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    });
    (shader, diagnostics)
}

fn shader(stage: Stage, source: &str) -> Shader {
    match taken(stage, source, None) {
        (Some(shader), _) => shader,
        (None, diagnostics) => panic!("{source}\n{diagnostics:#?}"),
    }
}

const A: [f32; 4] = [0.5, -2.0, 3.0, 0.25];
const B: [f32; 4] = [2.0, 0.75, -1.5, 4.0];

/// Sixteen numbers, row by row as Cg counts.
fn matrix() -> Vec<f32> {
    (0..16u8)
        .map(|place| f32::from(place) * 0.5 - 2.0)
        .collect()
}

/// The value of an expression in `a`, `b` and `m`, four floats, the rest zero.
fn value(expression: &str) -> [f32; 4] {
    body(&format!("return wide({expression});"))
}

/// The result of statements that return a float4.
fn body(statements: &str) -> [f32; 4] {
    let source = format!(
        "uniform float4 a; uniform float4 b; uniform float4x4 m;
         float4 wide(float x) {{ return float4(x, 0, 0, 0); }}
         float4 wide(float2 x) {{ return float4(x, 0, 0); }}
         float4 wide(float3 x) {{ return float4(x, 0); }}
         float4 wide(float4 x) {{ return x; }}
         float4 main() : COLOR {{ {statements} }}"
    );
    color(&source).expect("discarded")
}

/// The colour of a fragment program; `None` if it discards.
fn color(source: &str) -> Option<[f32; 4]> {
    let shader = shader(Stage::Fragment, source);
    let given = [("a", A.to_vec()), ("b", B.to_vec()), ("m", matrix())];
    let uniforms: IndexMap<String, UniformData> = given
        .into_iter()
        .filter(|(name, _)| {
            shader
                .interface
                .uniforms
                .values()
                .any(|one| one.name == *name)
        })
        .map(|(name, value)| (name.to_owned(), UniformData { shape: None, value }))
        .collect();
    let inputs = RunInputs {
        uniforms,
        sample_count: Some(1),
        ..RunInputs::default()
    };
    let outputs = match eval::run(&shader, &inputs) {
        Ok(outputs) => outputs,
        Err(fault) => panic!("{fault:#?}\n{}", text::print(&shader)),
    };
    if outputs.discarded.is_some_and(|discarded| discarded[0]) {
        return None;
    }
    let row = &outputs.outputs["gl_FragColor"][0];
    Some([row[0], row[1], row[2], row[3]])
}

fn near(found: [f32; 4], wanted: [f32; 4], what: &str) {
    let close = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(close, "{what}: {found:?}, not {wanted:?}");
}

#[test]
fn matrices_are_rows() {
    let row = |index: usize| -> [f32; 4] {
        let all = matrix();
        [0, 1, 2, 3].map(|column| all[index * 4 + column])
    };
    let dot = |a: [f32; 4], b: [f32; 4]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let column = |index: usize| [0, 1, 2, 3].map(|at| row(at)[index]);
    near(value("m[1]"), row(1), "m[1]");
    near(value("m[1][2]"), [row(1)[2], 0.0, 0.0, 0.0], "m[1][2]");
    near(value("m._m12"), [row(1)[2], 0.0, 0.0, 0.0], "m._m12");
    near(value("m._23"), [row(1)[2], 0.0, 0.0, 0.0], "m._23");
    near(
        value("m._m01_m02"),
        [row(0)[1], row(0)[2], 0.0, 0.0],
        "a row",
    );
    near(
        value("m._11_22_33_44"),
        [0, 1, 2, 3].map(|at| row(at)[at]),
        "diagonal",
    );
    near(
        value("mul(m, a)"),
        [0, 1, 2, 3].map(|at| dot(row(at), A)),
        "mul(m, a)",
    );
    near(
        value("mul(a, m)"),
        [0, 1, 2, 3].map(|at| dot(column(at), A)),
        "mul(a, m)",
    );
    near(
        value("mul(transpose(m), a)"),
        value("mul(a, m)"),
        "transpose",
    );
    near(
        value("mul(mul(m, m), a)"),
        value("mul(m, mul(m, a))"),
        "mul(m, m)",
    );
    near(
        value("mul((float3x3)m, a.xyz)"),
        [0, 1, 2, 3].map(|at| {
            let row = row(at);
            if at < 3 {
                row[0] * A[0] + row[1] * A[1] + row[2] * A[2]
            } else {
                0.0
            }
        }),
        "cut",
    );
    near(
        body("float2x3 s = { 1, 2, 3, 4, 5, 6 }; return wide(mul(s, a.xyz)) + s[1][0];"),
        [0.5 - 4.0 + 9.0 + 4.0, 2.0 - 10.0 + 18.0 + 4.0, 4.0, 4.0],
        "float2x3",
    );
    near(
        body("float2x3 s = { { 1, 2, 3 }, { 4, 5, 6 } }; return wide(mul(a.xy, s));"),
        [0.5 - 8.0, 1.0 - 10.0, 1.5 - 12.0, 0.0],
        "float2x3 from the left",
    );
    near(
        value("(m * m)[2]"),
        row(2).map(|one| one * one),
        "component by component",
    );
    near(value("(m + 1)[3]"), row(3).map(|one| one + 1.0), "a scalar");
    near(
        value("(2 / (m + 8))[0]"),
        row(0).map(|one| 2.0 / (one + 8.0)),
        "quotient",
    );
    near(body("float4x4 n = 3; return n[2];"), [3.0; 4], "smeared");
    near(
        body("float4x4 n = m; n[1] = b; n._m30 = 9; return n[1] + n[3];"),
        [11.0, B[1] + row(3)[1], B[2] + row(3)[2], B[3] + row(3)[3]],
        "written",
    );
}

#[test]
fn values_change_their_type() {
    near(
        value("a.xyz + 1"),
        [1.5, -1.0, 4.0, 0.0],
        "int beside floats",
    );
    near(
        value("a + b.xy"),
        [2.5, -1.25, 0.0, 0.0],
        "the smaller vector",
    );
    near(
        body("float3 x = a; return wide(x);"),
        [0.5, -2.0, 3.0, 0.0],
        "cut",
    );
    near(
        body("float x = b; return wide(x);"),
        [2.0, 0.0, 0.0, 0.0],
        "cut to one",
    );
    near(body("float4 x = 2; return x;"), [2.0; 4], "smeared");
    near(body("int i = 7.9; return i;"), [7.0; 4], "to integers");
    near(value("(float)(7 / 2)"), [3.0, 0.0, 0.0, 0.0], "of integers");
    near(value("a.x.xxx"), [0.5, 0.5, 0.5, 0.0], "of a scalar");
    near(value("(float2)b"), [2.0, 0.75, 0.0, 0.0], "cast");
    near(
        value("-(float3)1"),
        [-1.0, -1.0, -1.0, 0.0],
        "sign of a cast",
    );
    near(
        value("half3(1, b.xy)"),
        [1.0, 2.0, 0.75, 0.0],
        "constructor",
    );
    near(
        value("true + 1.5h"),
        [2.5, 0.0, 0.0, 0.0],
        "truth as a number",
    );
    near(
        body("float4 x = a; x.xy *= 2; x += b.x; return x;"),
        [3.0, -2.0, 5.0, 2.25],
        "compound",
    );
    near(
        body("float4 x = a; x.xy += b; return x;"),
        [2.5, -1.25, 3.0, 0.25],
        "compound cut",
    );
    near(
        body("float list[3] = { 1, 2, 4 }; return list[b.x] + list[1];"),
        [6.0; 4],
        "an index that is a float",
    );
}

#[test]
fn operators_take_vectors() {
    near(value("a > 0"), [1.0, 0.0, 1.0, 1.0], "comparison");
    near(
        value("a == float4(0.5, 0, 3, 0)"),
        [1.0, 0.0, 1.0, 0.0],
        "equality",
    );
    near(value("(a > 0) && (b > 1)"), [1.0, 0.0, 0.0, 1.0], "and");
    near(value("a > 2 || b > 1"), [1.0, 0.0, 1.0, 1.0], "or");
    near(value("!(a > 0)"), [0.0, 1.0, 0.0, 0.0], "not");
    near(
        value("a > 0 ? a : b"),
        [0.5, 0.75, 3.0, 0.25],
        "choice by lanes",
    );
    near(value("a.x > 0 ? 1 : b"), [1.0; 4], "choice of one");
    near(
        body("return any(a < 0) && !all(a < 0) ? 1 : 0;"),
        [1.0; 4],
        "any and all",
    );
    near(
        body("if (b.x) return 1; return 0;"),
        [1.0; 4],
        "a number as a condition",
    );
}

#[test]
fn functions_are_those_of_the_library() {
    near(value("saturate(a)"), [0.5, 0.0, 1.0, 0.25], "saturate");
    near(
        value("lerp(a, b, 0.5)"),
        [1.25, -0.625, 0.75, 2.125],
        "lerp",
    );
    near(value("frac(b)"), [0.0, 0.75, 0.5, 0.0], "frac");
    near(
        value("mix(a, b, 0.5) - lerp(a, b, 0.5) + fract(b) + inversesqrt(4)"),
        [0.5, 1.25, 1.0, 0.5],
        "names of GLSL",
    );
    near(value("fmod(b, 1)"), [0.0, 0.75, -0.5, 0.0], "fmod");
    near(value("rsqrt(b.w)"), [0.5, 0.0, 0.0, 0.0], "rsqrt");
    near(value("max(a, 0)"), [0.5, 0.0, 3.0, 0.25], "max");
    near(value("clamp(a, b.z, 1)"), [0.5, -1.5, 1.0, 0.25], "clamp");
    near(
        value("dot(a.xyz, b)"),
        [1.0 - 1.5 - 4.5, 0.0, 0.0, 0.0],
        "dot",
    );
    near(
        value("mul(a, b)"),
        [1.0 - 1.5 - 4.5 + 1.0, 0.0, 0.0, 0.0],
        "mul of vectors",
    );
    near(
        value("cross(float3(1, 0, 0), float3(0, 1, 0))"),
        [0.0, 0.0, 1.0, 0.0],
        "cross",
    );
    near(value("lit(0.5, 0.5, 3)"), [1.0, 0.5, 0.125, 1.0], "lit");
    near(
        value("lit(-0.5, 0.5, 3)"),
        [1.0, 0.0, 0.0, 1.0],
        "lit from behind",
    );
    near(value("dst(a, b)"), [1.0, -1.5, 3.0, 4.0], "dst");
    near(value("log10(100)"), [2.0, 0.0, 0.0, 0.0], "log10");
    near(value("ldexp(3, 2)"), [12.0, 0.0, 0.0, 0.0], "ldexp");
    near(
        value("atan2(1, 0) / radians(90)"),
        [1.0, 0.0, 0.0, 0.0],
        "atan2",
    );
    near(
        value("determinant(float2x2(1, 2, 3, 4))"),
        [-2.0, 0.0, 0.0, 0.0],
        "determinant",
    );
    near(
        body("float s, c; sincos(0, s, c); return float4(s, c, 0, 0);"),
        [0.0, 1.0, 0.0, 0.0],
        "sincos",
    );
    near(
        body("float w; float f = modf(2.25, w); return float4(f, w, 0, 0);"),
        [0.25, 2.0, 0.0, 0.0],
        "modf",
    );
    near(
        value("abs(-3) + min(2, 5)"),
        [5.0, 0.0, 0.0, 0.0],
        "integers",
    );
}

#[test]
fn an_operand_is_evaluated_once_and_in_its_order() {
    let source = "uniform float4 a; uniform float4 b; uniform float4x4 m; static float n = 0;
        float count() { n += 1; return n; }
        float4x4 first() { n = n * 10 + 1; return m; }
        float4 second() { n = n * 10 + 2; return a; }
        float4 main() : COLOR {
            float x = fmod(count(), 8) + lit(count(), 1, 1).y;
            n = 0;
            float4 y = mul(first(), second());
            return float4(x, n, y.x * 0, 0);
        }";
    near(color(source).unwrap(), [3.0, 12.0, 0.0, 0.0], "order");
}

#[test]
fn clip_discards_what_is_negative() {
    let program = |value: &str| {
        format!("uniform float4 a; float4 main() : COLOR {{ clip({value}); return 1; }}")
    };
    assert_eq!(color(&program("a")), None);
    assert_eq!(color(&program("a.y")), None);
    assert_eq!(color(&program("a.xz")), Some([1.0; 4]));
    assert_eq!(color(&program("a.x")), Some([1.0; 4]));
}

#[test]
fn a_call_in_a_function_with_a_wrong_head_is_no_defect() {
    let source = "float4 one() { return 1; }
        sampler2D wrong(float x) { one(); }
        float4 main() : COLOR { return one(); }";
    assert_eq!(
        refusal(Stage::Fragment, source),
        "a function cannot return `sampler2D`"
    );
}

/// Names of attributes, varyings and uniforms.
fn interface(stage: Stage, source: &str) -> [Vec<String>; 3] {
    let shader = shader(stage, source);
    let interface = shader.interface;
    [
        interface
            .inputs
            .values()
            .map(|one| one.name.clone())
            .collect(),
        interface
            .outputs
            .values()
            .map(|one| one.name.clone())
            .collect(),
        interface
            .uniforms
            .values()
            .map(|one| one.name.clone())
            .collect(),
    ]
}

#[test]
fn semantics_connect_parameters_members_and_results() {
    let vertex = "
        struct In { float4 p : POSITION; float3 n : NORMAL; float4 c : DIFFUSE; };
        struct Out { float4 p : POSITION; float4 c : COLOR; float2 t[2] : TEXCOORD1; float f : FOG; };
        float4x4 mvp; float k : C7;
        Out main(In i, float2 uv : ATTR8, uniform float3 light, out float s : PSIZE) {
            Out o;
            o.p = mul(mvp, i.p); o.c = i.c * dot(i.n, light); o.t[0] = uv; o.t[1] = uv * 2; o.f = k; s = 1;
            return o;
        }";
    let [inputs, outputs, uniforms] = interface(Stage::Vertex, vertex);
    assert_eq!(inputs, ["POSITION", "NORMAL", "COLOR0", "TEXCOORD0"]);
    assert_eq!(
        outputs,
        [
            "gl_PointSize",
            "gl_Position",
            "COLOR0",
            "TEXCOORD1",
            "TEXCOORD2",
            "FOG"
        ]
    );
    assert_eq!(uniforms, ["mvp", "k", "light"]);
    let fragment = "
        struct In { float4 p : POSITION; float4 c : COLOR0; float2 t : TEX1; float s : PSIZE; };
        void main(In i, uniform sampler2D map, out float4 color : COLOR) { color = tex2D(map, i.t) * i.c; }";
    let [inputs, outputs, uniforms] = interface(Stage::Fragment, fragment);
    assert_eq!(inputs, ["gl_FragCoord", "COLOR0", "TEXCOORD1"]);
    assert_eq!(outputs, ["gl_FragColor"]);
    assert!(uniforms.is_empty());
}

#[test]
fn a_program_may_begin_elsewhere() {
    let source =
        "float4 other(float4 c : COLOR) : COLOR { return c; } float4 main2() : COLOR { return 0; }";
    let (shader, _) = taken(Stage::Fragment, source, Some("other"));
    let inputs = shader.unwrap().interface.inputs;
    assert_eq!(inputs.values().next().unwrap().name, "COLOR0");
    let (shader, diagnostics) = taken(Stage::Fragment, source, None);
    assert!(shader.is_none());
    let first = diagnostics.iter().next().unwrap();
    assert_eq!(first.message, "the program has no function `main`");
}

#[test]
fn editors_are_told_of_cg() {
    let source = "uniform float4x4 view;
        float4 main(float4 p : POSITION) : POSITION { return mul(p, view); }";
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("test.cg", source));
    let names = cross_references(&mut Request {
        sources: &mut sources,
        file,
        stage: Some(Stage::Vertex),
        options: &Options {
            version: Some(Dialect::CG),
            ..Options::default()
        },
        includer: &mut NoIncludes,
        diagnostics: &mut Diagnostics::new(),
        includes: &mut Vec::new(),
    })
    .unwrap();
    let declared: Vec<&str> = names.all().map(|(_, one)| one.spelled.as_str()).collect();
    assert!(declared.contains(&"uniform float4x4 view"), "{declared:?}");
    let functions: Vec<&str> = names.builtin_functions().map(|(name, _)| name).collect();
    assert!(functions.contains(&"lerp") && !functions.contains(&"mix"));
    assert_eq!(
        names.builtin_function("lerp"),
        ["floatN lerp(floatN, floatN, floatN)"]
    );
    assert_eq!(names.builtin_variables().count(), 0);
    assert!(names.keywords().any(|word| word == "float4x4"));
    assert!(names.check_name("half3").is_err() && names.check_name("vec3").is_ok());
}

/// The first message of a program that does not compile.
fn refusal(stage: Stage, source: &str) -> String {
    let (shader, diagnostics) = taken(stage, source, None);
    assert!(shader.is_none(), "{source}");
    let error = diagnostics
        .iter()
        .find(|one| one.severity > Severity::Warning)
        .unwrap();
    let place = error.primary.as_ref().map_or(0, |label| label.span.end);
    assert!(place > 0, "{}: no place", error.message);
    error.message.clone()
}

#[test]
fn messages_speak_cg() {
    for (statements, wanted) in [
        (
            "float3 v = 1; float4 w = v; return w;",
            "initialiser of `w`: expected `float4`, found `float3`",
        ),
        ("return m * a;", "`*` cannot take `float4x4` and `float4`"),
        (
            "return mul(m, a.xyz);",
            "`mul` does not take `(float4x4, float3)`",
        ),
        ("return vec4(a);", "unknown function `vec4`"),
        ("return a.q;", "`.q` is no swizzle of `float4`"),
        ("return m._m44;", "`float4x4` has no element `_m44`"),
        ("return a.x.y;", "`.y` is no swizzle of `float`"),
        (
            "return lerp(a, b);",
            "`lerp` does not take `(float4, float4)`",
        ),
        (
            "return tex1D(a, 1);",
            "`tex1D` is not supported: none of the machines has one-dimensional textures; look up a `sampler2D`",
        ),
        ("return gl_FragCoord;", "unknown variable `gl_FragCoord`"),
        (
            "float x[2] = { 1 }; return x[0];",
            "`float[2]` has 2 parts, the initialiser has 1",
        ),
        (
            "if (a > 0) return a; return b;",
            "a condition must be `bool`, this is `bool4`",
        ),
        ("return clip(a);", "`clip` stands alone, as a statement"),
        (
            "m *= m; return m[0];",
            "`*` cannot take `float4x4` and `float4x4`",
        ),
        ("return a % b;", "`%` cannot take `float4` and `float4`"),
    ] {
        let source = format!(
            "uniform float4 a; uniform float4 b; static float4x4 m; float4 main() : COLOR {{ {statements} }}"
        );
        assert_eq!(refusal(Stage::Fragment, &source), wanted, "{statements}");
    }
}

#[test]
fn what_is_not_there_is_refused_by_name() {
    for (stage, source, wanted) in [
        (
            Stage::Vertex,
            "interface Light { float4 c(); };",
            "`interface` is not supported: interfaces are not supported",
        ),
        (
            Stage::Vertex,
            "technique T { pass { } }",
            "`technique` is not supported: it belongs to CgFX, of which there is nothing here",
        ),
        (
            Stage::Vertex,
            "float1x4 m; float4 main() : POSITION { return 0; }",
            "`float1x4` is not supported: a matrix has two rows and two columns at least",
        ),
        (
            Stage::Fragment,
            "float4 main(uniform sampler3D s) : COLOR { return 0; }",
            "`sampler3D` is not supported: none of the machines has three-dimensional textures",
        ),
        (
            Stage::Vertex,
            "float4 main(float4 p : NORMAL9) : POSITION { return p; }",
            "`NORMAL9` is no input of a vertex program",
        ),
        (
            Stage::Vertex,
            "float3 main(float3 p : POSITION) : POSITION { return p; }",
            "`result` must be `float4`",
        ),
        (
            Stage::Fragment,
            "float4 main() { return 0; }",
            "the output `result` has no semantic",
        ),
        (
            Stage::Vertex,
            "float4 main(float4 p : POSITION, float4 q : ATTR0) : POSITION { return p; }",
            "`POSITION` is connected twice",
        ),
        (
            Stage::Vertex,
            "float4 t; float4 main(uniform float4 t) : POSITION { return t; }",
            "the uniform `t` is declared twice",
        ),
        (
            Stage::Vertex,
            "float k : C96; float4 main() : POSITION { return k; }",
            "there is no constant `C96`",
        ),
        (
            Stage::Vertex,
            "float k = 2; float4 main() : POSITION { return k; }",
            "`k` cannot be initialised",
        ),
        (
            Stage::Vertex,
            "float4 main(uniform float k = 1) : POSITION { return k; }",
            "parameters have no values of their own here",
        ),
        (
            Stage::Vertex,
            "#version 120\nfloat4 main() : POSITION { return 0; }",
            "Cg has no `#version`",
        ),
        (
            Stage::Vertex,
            "float4 main(float2 f : TEXCOORD0, out float4 g : FOG) : POSITION { g = 0; return 0; }",
            "`FOG` has 1 component",
        ),
        (
            Stage::Vertex,
            "float4 main(float4 p : POSITION) : POSITION { return ddx(p); }",
            "`ddx` exists in fragment programs only",
        ),
    ] {
        assert_eq!(refusal(stage, source), wanted, "{source}");
    }
}

#[test]
fn vectors_that_are_cut_without_a_word_are_told_of() {
    let cuts = |statements: &str| {
        let source = format!(
            "uniform float4 wide; uniform float3 narrow; uniform float4x4 m; uniform sampler2D map;
             float4 bright(float3 c) {{ return float4(c, 1); }}
             float3 small(float4 c) {{ {statements} return c.xyz; }}
             float4 main() : COLOR {{ return float4(small(wide), 1); }}"
        );
        let (shader, diagnostics) = taken(Stage::Fragment, &source, None);
        assert!(shader.is_some(), "{statements}: {diagnostics:#?}");
        let warnings = diagnostics.iter().filter(|one| one.code.id == "W0132");
        warnings
            .map(|one| one.message.clone())
            .collect::<Vec<String>>()
    };
    let cut = ["`float4` becomes `float3`"];
    for statement in [
        "float3 a = c;",
        "float3 a; a = c * 2;",
        "return c;",
        "return c + narrow;",
        "return dot(c, narrow);",
        "return lerp(narrow, narrow, c);",
        "return c.x > 0 ? c : narrow;",
        "float3 a = narrow; a *= c;",
        "bright(c);",
    ] {
        assert_eq!(cuts(statement), cut, "{statement}");
    }
    assert_eq!(cuts("float2 a = narrow;"), ["`float3` becomes `float2`"]);
    assert_eq!(cuts("float3x3 a = m;"), ["`float4x4` becomes `float3x3`"]);
    for statement in [
        "float3 a = c.xyz;",
        "float3 a = (float3)c;",
        "float3 a = 1;",
        "float3 a = c.x;",
        "float3 a = c.xyz * c.w;",
        "float3x3 a = (float3x3)m;",
        "return tex2D(map, c).rgb;",
        "int a = c.x;",
    ] {
        assert!(cuts(statement).is_empty(), "{statement}");
    }
}
