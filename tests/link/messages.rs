//! Every message about pairs, with both declarations.

use crate::harness::{linker, rendered};
use retroshade::diagnostics::codes::{link as codes, warning};
use retroshade::diagnostics::{Code, Diagnostic, Severity};
use retroshade::{Language, Source, Stage};

/// What one pair gives: the code, words of the message, how many declarations are shown.
struct Row {
    code: Code,
    words: &'static str,
    places: usize,
    target: &'static str,
    vertex: &'static str,
    fragment: &'static str,
}

const OLD: &str = "attribute vec4 aPosition;\n";
const PRECISION: &str = "precision mediump float;\n";

const fn row(
    code: Code,
    words: &'static str,
    places: usize,
    vertex: &'static str,
    fragment: &'static str,
) -> Row {
    Row {
        code,
        words,
        places,
        target: "agal1",
        vertex,
        fragment,
    }
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    row(codes::MISSING_VARYING, "`vUv` is read by the fragment shader, but `v` does not declare it", 1,
        "varying vec2 vOther; void main() { gl_Position = aPosition; vOther = aPosition.xy; }",
        "varying vec2 vUv; void main() { gl_FragColor = vUv.xyxy; }"),
    row(codes::MISSING_VARYING, "`aPosition` is read", 2,
        "void main() { gl_Position = aPosition; }",
        "varying vec4 aPosition; void main() { gl_FragColor = aPosition; }"),
    row(codes::MISSING_VARYING, "`uTint` is read", 2,
        "uniform vec4 uTint; void main() { gl_Position = aPosition * uTint; }",
        "varying vec4 uTint; void main() { gl_FragColor = uTint; }"),
    row(codes::VARYING_TYPE, "`vA` is `vec3` in the vertex shader and `vec2` in the fragment shader", 2,
        "varying vec3 vA; void main() { gl_Position = aPosition; vA = aPosition.xyz; }",
        "varying vec2 vA; void main() { gl_FragColor = vA.xyxy; }"),
    row(codes::VARYING_TYPE, "`float[3]` in the vertex shader and `float[2]`", 2,
        "varying float vA[3]; void main() { gl_Position = aPosition; vA[0] = 1.0; }",
        "varying float vA[2]; void main() { gl_FragColor = vec4(vA[0]); }"),
    row(codes::VARYING_TYPE, "`vec2` in the vertex shader and `vec3`", 2,
        "varying vec2 vA; void main() { gl_Position = aPosition; }",
        "varying vec3 vA; void main() { gl_FragColor = vec4(1.0); }"),
    row(codes::VARYING_INVARIANCE, "`vA` is invariant in one of the shaders only", 2,
        "invariant varying vec4 vA; void main() { gl_Position = aPosition; vA = aPosition; }",
        "varying vec4 vA; void main() { gl_FragColor = vA; }"),
    row(codes::VARYING_INVARIANCE, "`gl_FragCoord` is invariant, but `gl_Position`", 2,
        "void main() { gl_Position = aPosition; }",
        "invariant gl_FragCoord; void main() { gl_FragColor = gl_FragCoord; }"),
    row(codes::VARYING_INVARIANCE, "`gl_PointCoord` is invariant, but `gl_PointSize`", 1,
        "void main() { gl_Position = aPosition; }",
        "invariant gl_PointCoord; void main() { gl_FragColor = gl_PointCoord.xyxy; }"),
    row(codes::VARYING_INTERPOLATION, "`vA` is flat in the vertex shader and smooth in the fragment shader", 2,
        "#version 300 es\nin vec4 aPosition; flat out float vA; void main() { gl_Position = aPosition; vA = 1.0; }",
        "#version 300 es\nprecision mediump float; in float vA; out vec4 color; void main() { color = vec4(vA); }"),
    row(codes::VARYING_TYPE, "`vA` is `uint` in the vertex shader and `int` in the fragment shader", 2,
        "#version 300 es\nin vec4 aPosition; flat out uint vA; void main() { gl_Position = aPosition; vA = 1u; }",
        "#version 300 es\nprecision mediump float; flat in int vA; out vec4 color; void main() { color = vec4(vA); }"),
    row(codes::UNIFORM_TYPE, "the uniform `uA` is `vec3` in the vertex shader and `vec4` in the fragment shader", 2,
        "uniform mediump vec3 uA; void main() { gl_Position = aPosition + uA.xyzx; }",
        "uniform vec4 uA; void main() { gl_FragColor = uA; }"),
    row(codes::UNIFORM_TYPE, "the uniform `uA` is `vec4` in the vertex shader and `sampler2D`", 2,
        "uniform vec4 uA; void main() { gl_Position = aPosition + uA; }",
        "uniform sampler2D uA; void main() { gl_FragColor = texture2D(uA, vec2(0.5)); }"),
    row(codes::UNIFORM_TYPE, "the member `.b` of the uniform `uA` is `float`", 2,
        "struct S { mediump vec4 a; mediump float b; }; uniform S uA; void main() { gl_Position = aPosition + uA.a * uA.b; }",
        "struct S { vec4 a; vec2 b; }; uniform S uA; void main() { gl_FragColor = uA.a + uA.b.x; }"),
    row(codes::UNIFORM_TYPE, "the uniform `uA` is to lie in rows in one shader and in columns in the other", 2,
        "#pragma retroshade matrix uA rows\nuniform mediump mat4 uA; void main() { gl_Position = uA * aPosition; }",
        "#pragma retroshade matrix uA columns\nuniform mat4 uA; void main() { gl_FragColor = uA[0]; }"),
    row(codes::UNIFORM_BLOCK, "the layout of the uniform block `B` is `std140` in the vertex shader and is `shared` in the fragment shader", 2,
        "#version 300 es\nin vec4 aPosition; layout(std140) uniform B { highp vec4 a; }; void main() { gl_Position = aPosition; }",
        "#version 300 es\nprecision highp float; uniform B { vec4 a; }; out vec4 color; void main() { color = vec4(1.0); }"),
    row(codes::UNIFORM_BLOCK, "the layout of the uniform block `B` is `packed` in the vertex shader and is `std140`", 2,
        "#version 300 es\nin vec4 aPosition; layout(packed) uniform B { vec4 a; } b; void main() { gl_Position = aPosition; }",
        "#version 300 es\nprecision highp float; layout(std140) uniform; uniform B { vec4 a; } b; out vec4 color; void main() { color = vec4(1.0); }"),
    row(codes::UNIFORM_BLOCK, "the instance of the uniform block `B` has a name in the vertex shader and has no name", 2,
        "#version 300 es\nin vec4 aPosition; uniform B { vec4 a; } b; void main() { gl_Position = aPosition; }",
        "#version 300 es\nprecision highp float; uniform B { vec4 a; }; out vec4 color; void main() { color = vec4(1.0); }"),
    row(codes::UNIFORM_BLOCK, "the instance of the uniform block `B` has 2 elements in the vertex shader and has 3 elements", 2,
        "#version 300 es\nin vec4 aPosition; uniform B { vec4 a; } b[2]; void main() { gl_Position = aPosition; }",
        "#version 300 es\nprecision highp float; uniform B { vec4 a; } b[3]; out vec4 color; void main() { color = vec4(1.0); }"),
    row(codes::UNIFORM_BLOCK, "member 2 of the uniform block `B` is `b` in the vertex shader and is missing", 2,
        "#version 300 es\nin vec4 aPosition; uniform B { vec4 a; vec4 b; }; void main() { gl_Position = aPosition; }",
        "#version 300 es\nprecision highp float; uniform B { vec4 a; }; out vec4 color; void main() { color = vec4(1.0); }"),
    row(codes::UNIFORM_BLOCK, "member 1 of the uniform block `B` is `a` in the vertex shader and is `b`", 2,
        "#version 300 es\nin vec4 aPosition; uniform B { vec4 a; vec4 b; } i; void main() { gl_Position = aPosition; }",
        "#version 300 es\nprecision highp float; uniform B { vec4 b; vec4 a; } j; out vec4 color; void main() { color = vec4(1.0); }"),
    row(codes::UNIFORM_BLOCK, "member `m` of the uniform block `B` is `row_major` in the vertex shader and is `column_major`", 2,
        "#version 300 es\nin vec4 aPosition; layout(row_major) uniform B { mat4 m; }; void main() { gl_Position = aPosition; }",
        "#version 300 es\nprecision highp float; uniform B { mat4 m; }; out vec4 color; void main() { color = vec4(1.0); }"),
    row(codes::UNIFORM_BLOCK, "member `m` of the uniform block `B` is `column_major` in the vertex shader and is `row_major`", 2,
        "#version 300 es\nin vec4 aPosition; uniform B { mat4 m; } i; void main() { gl_Position = aPosition; }",
        "#version 300 es\nprecision highp float; uniform B { layout(row_major) mat4 m; } i; out vec4 color; void main() { color = vec4(1.0); }"),
    row(codes::UNIFORM_TYPE, "the member `.a` of the uniform `B` is `vec4`", 2,
        "#version 300 es\nin vec4 aPosition; uniform B { vec4 a; } i; void main() { gl_Position = aPosition; }",
        "#version 300 es\nprecision highp float; uniform B { vec3 a; } i; out vec4 color; void main() { color = vec4(1.0); }"),
    row(codes::UNIFORM_TYPE, "the uniform `a` is `vec4[2]` in the vertex shader and `vec4[3]`", 2,
        "#version 300 es\nin vec4 aPosition; uniform B { vec4 a[2]; }; void main() { gl_Position = aPosition; }",
        "#version 300 es\nprecision highp float; uniform B { vec4 a[3]; }; out vec4 color; void main() { color = vec4(1.0); }"),
    row(codes::PAIR_VARYINGS, "agal1 has 8 registers for the varyings of a pair, but this one needs 9", 3,
        "varying vec4 vA[4], vB[4]; varying float vC; void main() { gl_Position = aPosition; for (int i = 0; i < 4; i++) { vA[i] = aPosition; vB[i] = -aPosition; } vC = 1.0; }",
        "varying vec4 vA[4], vB[4]; varying float vC; void main() { gl_FragColor = vec4(vC); for (int i = 0; i < 4; i++) { gl_FragColor += vA[i] * vB[i]; } }"),
    row(codes::PAIR_VARYINGS, "needs 9", 2,
        "varying vec4 vA[4], vB[4]; void main() { gl_Position = aPosition; for (int i = 0; i < 4; i++) { vA[i] = aPosition; vB[i] = -aPosition; } }",
        "varying vec4 vA[4], vB[4]; void main() { gl_FragColor = gl_FragCoord; for (int i = 0; i < 4; i++) { gl_FragColor += vA[i] * vB[i]; } }"),
    row(codes::FLAT_VARYING, "agal1 interpolates every varying, but `vA` is flat", 2,
        "#version 300 es\nin vec4 aPosition; flat out float vA; void main() { gl_Position = aPosition; vA = 1.0; }",
        "#version 300 es\nprecision mediump float; flat in float vA; out vec4 color; void main() { color = vec4(vA); }"),
    Row { target: "lima", ..row(codes::FLAT_VARYING, "lima interpolates every varying, but `vA` is flat", 2,
        "#version 300 es\nin vec4 aPosition; flat out int vA; void main() { gl_Position = aPosition; vA = 1; }",
        "#version 300 es\nprecision mediump float; flat in int vA; out vec4 color; void main() { color = vec4(float(vA)); }") },
    row(codes::NO_PAIR, "`v` is in ESSL 1.00, `f` is in ESSL 3.00", 0,
        "void main() { gl_Position = aPosition; }",
        "#version 300 es\nprecision mediump float; out vec4 color; void main() { color = vec4(1.0); }"),
    row(warning::UNWRITTEN_VARYING, "`vA` is read by the fragment shader, but never written by the vertex shader", 2,
        "varying vec4 vA; void main() { gl_Position = aPosition; }",
        "varying vec4 vA; void main() { gl_FragColor = vA; }"),
    row(warning::UNIFORM_PRECISION, "the uniform `uA` is highp in the vertex shader and mediump in the fragment shader", 2,
        "uniform vec4 uA; void main() { gl_Position = aPosition + uA; }",
        "uniform vec4 uA; void main() { gl_FragColor = uA; }"),
    // What one of the shaders only declares may differ.
    row(warning::UNIFORM_PRECISION, "the uniform `uA` is highp in the vertex shader and mediump", 2,
        "uniform vec4 uA; void main() { gl_Position = aPosition + uA; }",
        "uniform vec4 uA; void main() { gl_FragColor = vec4(1.0); }"),
    row(warning::UNIFORM_PRECISION, "the uniform `uA` is `vec3` in the vertex shader and `vec4` in the fragment shader", 2,
        "uniform vec3 uA; void main() { gl_Position = aPosition; }",
        "uniform vec4 uA; void main() { gl_FragColor = uA; }"),
];

fn sources(row: &Row) -> [Source; 2] {
    let text = |head: &str, body: &str| {
        if body.starts_with("#version") {
            body.to_owned()
        } else {
            format!("{head}{body}\n")
        }
    };
    [
        Source::new("v", Stage::Vertex, text(OLD, row.vertex)),
        Source::new("f", Stage::Fragment, text(PRECISION, row.fragment)),
    ]
}

fn places(found: &Diagnostic) -> usize {
    usize::from(found.primary.is_some()) + found.secondary.len()
}

fn problem(row: &Row) -> Option<String> {
    let [vertex, fragment] = sources(row);
    let compilation = linker(row.target).link(&vertex, &fragment);
    let found: Vec<&Diagnostic> = compilation.diagnostics.iter().collect();
    let accepted = !compilation.diagnostics.has_errors();
    let right = match &found[..] {
        [only] => {
            only.code == row.code && only.message.contains(row.words) && places(only) == row.places
        }
        _ => false,
    };
    let text = rendered(&compilation.sources, &compilation.diagnostics);
    let right = right && compilation.result.is_some() == accepted;
    (!right).then(|| {
        format!(
            "{} {:?} with {} places expected, found\n{text}",
            row.code.id, row.words, row.places
        )
    })
}

#[test]
fn every_row_gives_its_message_and_nothing_else() {
    let problems: Vec<String> = ROWS.iter().filter_map(problem).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn every_code_of_linking_has_a_row() {
    let warnings = [warning::UNWRITTEN_VARYING, warning::UNIFORM_PRECISION];
    for code in codes::ALL.iter().chain(&warnings) {
        assert!(
            ROWS.iter().any(|row| row.code == *code),
            "{} is never provoked",
            code.id
        );
    }
}

#[test]
fn two_shaders_of_a_stage_are_no_pair() {
    let source = Source::new(
        "v",
        Stage::Vertex,
        "void main() { gl_Position = vec4(1.0); }",
    );
    let compilation = linker("agal1").link(&source, &source);
    let found: Vec<&Diagnostic> = compilation.diagnostics.iter().collect();
    assert_eq!(found[0].code, codes::NO_PAIR);
    assert_eq!(found[0].message, "`v` and `v` are both vertex shaders");
}

#[test]
fn a_tolerated_precision_is_a_warning() {
    let row = ROWS
        .iter()
        .find(|row| row.code == warning::UNIFORM_PRECISION)
        .unwrap();
    let [vertex, fragment] = sources(row);
    let mut linker = linker("agal1");
    linker.compiler.language.preprocessor.tolerated = vec![warning::UNIFORM_PRECISION];
    let compilation = linker.link(&vertex, &fragment);
    assert!(compilation.result.is_some());
    let severities: Vec<Severity> = compilation
        .diagnostics
        .iter()
        .map(|found| found.severity)
        .collect();
    assert_eq!(severities, [Severity::Warning]);
}

#[test]
fn what_may_differ_is_accepted() {
    // Precision of varyings, what nobody reads, uniforms of one stage, the order of declarations.
    let vertex = "attribute vec4 aPosition; uniform vec4 uOnly; varying highp vec2 vA; varying vec3 vB; varying vec4 vMore;
        void main() { gl_Position = aPosition * uOnly; vA = aPosition.xy; vB = aPosition.xyz; vMore = aPosition; }";
    let fragment = "precision mediump float; varying vec3 vB; varying lowp vec2 vA; varying vec4 vNowhere; uniform float uThere;
        void main() { gl_FragColor = vec4(vA, vB.z, uThere); }";
    let compilation = linker("agal1").link(
        &Source::new("v", Stage::Vertex, vertex),
        &Source::new("f", Stage::Fragment, fragment),
    );
    assert!(
        compilation.diagnostics.is_empty(),
        "{:?}",
        compilation.diagnostics
    );
    assert!(compilation.result.is_some());
}

#[test]
fn a_name_that_neither_shader_has_cannot_be_bound() {
    let [vertex, fragment] = sources(
        ROWS.iter()
            .find(|row| row.code == warning::UNWRITTEN_VARYING)
            .unwrap(),
    );
    let mut linker = linker("agal1");
    linker
        .compiler
        .options
        .bindings
        .insert("vTypo".into(), "v0".into());
    let compilation = linker.link(&vertex, &fragment);
    let errors: Vec<&str> = compilation
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .map(|found| found.message.as_str())
        .collect();
    assert_eq!(
        errors,
        ["cannot bind `vTypo`: neither shader has a variable of this name"]
    );
}

/// The first message of a pair of shaders in the printed form of the IR, whose varyings are bound.
fn bound(target: &str, output: &str, input: &str) -> Option<(&'static str, String)> {
    let vertex = format!(
        "shader vertex \"v\"\ninput in0 \"a\" vec4\noutput out0 \"gl_Position\" vec4 builtin=position\n\
         output out1 \"vA\" vec2{output}\nbody {{\n  %0:f4 = input in0[0]\n  yield %0, %0.xy\n}}\n"
    );
    let fragment = format!(
        "shader fragment \"f\"\ninput in0 \"vA\" vec2{input}\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\n\
         body {{\n  %0:f2 = input in0[0]\n  yield %0.xyxy\n}}\n"
    );
    let [vertex, fragment] =
        [(Stage::Vertex, vertex), (Stage::Fragment, fragment)].map(|(stage, text)| Source {
            language: Language::Ir,
            ..Source::new(stage.name(), stage, text)
        });
    let compilation = linker(target).link(&vertex, &fragment);
    let first = compilation.diagnostics.iter().next();
    first.map(|found| (found.code.id, found.message.clone()))
}

#[test]
fn bindings_in_both_sources_must_agree() {
    // Output 3 of lima's vertex processor is varying 2 of its fragment processor.
    assert_eq!(bound("lima", " bind=\"v3\"", " bind=\"v2\""), None);
    assert_eq!(bound("agal1", " bind=\"v3.zw\"", " bind=\"v3.zw\""), None);
    let twice = "the varying `vA` is bound to two registers".to_owned();
    for (target, output, input) in [
        ("lima", "v3", "v3"),
        ("agal1", "v3", "v2"),
        ("agal1", "v3", "v3.zw"),
    ] {
        let found = bound(
            target,
            &format!(" bind=\"{output}\""),
            &format!(" bind=\"{input}\""),
        );
        assert_eq!(
            found,
            Some(("E0302", twice.clone())),
            "{target} {output} {input}"
        );
    }
    for (target, register) in [
        ("agal1", "v8"),
        ("agal1", "v0.w"),
        ("lima", "v12"),
        ("agal1", "va0"),
        ("agal1", "v"),
    ] {
        let found = bound(target, "", &format!(" bind=\"{register}\""));
        let message = format!("`vA` cannot be in `{register}`");
        assert_eq!(found, Some(("E0302", message)), "{target}");
    }
    let message = "`vA` cannot be in `v0`".to_owned();
    assert_eq!(bound("lima", " bind=\"v0\"", ""), Some(("E0302", message)));
}

#[test]
fn a_binding_of_what_is_dropped_does_not_matter() {
    let vertex = "attribute vec4 aPosition; varying vec4 vMore; void main() { gl_Position = aPosition; vMore = aPosition; }";
    let fragment =
        "precision mediump float; varying vec4 vMore; void main() { gl_FragColor = vec4(1.0); }";
    for fragment in [fragment, &fragment.replace("varying vec4 vMore;", "")] {
        let mut linker = linker("agal1");
        linker
            .compiler
            .options
            .bindings
            .insert("vMore".into(), "v3".into());
        let compilation = linker.link(
            &Source::new("v", Stage::Vertex, vertex),
            &Source::new("f", Stage::Fragment, fragment),
        );
        let text = rendered(&compilation.sources, &compilation.diagnostics);
        assert!(compilation.result.is_some(), "{text}");
    }
}

#[test]
fn errors_of_both_sources_are_shown() {
    let compilation = linker("agal1").link(
        &Source::new("v", Stage::Vertex, "void main() { gl_Position = a; }"),
        &Source::new("f", Stage::Fragment, "void main() { gl_FragColor = b; }"),
    );
    let text = rendered(&compilation.sources, &compilation.diagnostics);
    assert!(
        text.contains("unknown variable `a`") && text.contains("unknown variable `b`"),
        "{text}"
    );
}

#[test]
fn what_may_differ_in_essl_300_is_accepted() {
    // `centroid`, the name of an instance, words that say the default, types of equal structures.
    let vertex = "#version 300 es
        struct S { highp vec4 c; };
        in vec4 aPosition; smooth out vec4 vA; centroid out vec4 vB;
        layout(shared, column_major) uniform B { highp vec4 a; S s; layout(row_major) highp mat4 m; } one;
        layout(std140) uniform; uniform C { highp vec4 d; };
        void main() { gl_Position = one.m * aPosition + one.a + one.s.c; vA = d; vB = aPosition; }";
    let fragment = "#version 300 es
        precision highp float;
        struct S { vec4 c; };
        centroid in vec4 vA; in vec4 vB; out vec4 color;
        uniform B { vec4 a; S s; layout(row_major) mat4 m; } other;
        layout(std140) uniform C { vec4 d; };
        void main() { color = vA + vB + other.a + other.s.c + d; }";
    let compilation = linker("agal1").link(
        &Source::new("v", Stage::Vertex, vertex),
        &Source::new("f", Stage::Fragment, fragment),
    );
    let text = rendered(&compilation.sources, &compilation.diagnostics);
    assert!(compilation.diagnostics.is_empty(), "{text}");
    assert!(compilation.result.is_some());
}
