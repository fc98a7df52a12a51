//! What the checker makes of legal programs, and how it behaves at the limits.

use crate::support;

use retroshade_frontend::typed::{
    Constant, Expression, ExpressionKind, Program, Role, Scalar, StatementKind,
};
use retroshade_ir::{Interpolation, Precision, Stage};
use support::check;

/// The program of a source that must be accepted, without a warning.
fn accepted(stage: Stage, text: &str) -> Program {
    let result = check("test", stage, text);
    let messages: Vec<_> = result.diagnostics.iter().collect();
    assert!(messages.is_empty(), "{text}\n{messages:#?}");
    result.program.expect("no message, so a program")
}

/// The codes of the messages for a source.
fn codes(stage: Stage, text: &str) -> Vec<String> {
    let result = check("test", stage, text);
    let codes = result.diagnostics.iter();
    codes.map(|found| found.code.id.to_owned()).collect()
}

/// The value of the constant `name` in a program.
fn constant(program: &Program, name: &str) -> Constant {
    let global = program.globals.iter().find(|global| global.name == name);
    let global = global.unwrap_or_else(|| panic!("no global {name}"));
    global.constant.clone().expect("a constant")
}

fn floats(program: &Program, name: &str) -> Vec<f32> {
    let scalars = constant(program, name).scalars.into_iter();
    let float = |scalar| match scalar {
        Scalar::Float(value) => value,
        other => panic!("{other:?} is no float"),
    };
    scalars.map(float).collect()
}

const F3: &str = "#version 300 es\nprecision mediump float;\n";

#[test]
fn constants_fold_through_everything() {
    let text = "
        const float a = 1.0 + 2.0 * 3.0;
        const vec3 b = vec3(1, 2.5, true).zyx * a;
        const mat2 c = mat2(1.0, 2.0, 3.0, 4.0);
        const vec2 d = c * vec2(1.0) + c[1];
        struct S { float x; vec2 y; };
        const S e = S(a, d);
        const float f = e.y.y + max(e.x, 8.0) - length(vec2(3.0, 4.0));
        const int g = int(-3.7) / 2 - (true ? 1 : 2);
        const bool h = b.x > 6.0 && e == S(7.0, vec2(7.0, 10.0)) || false;
        const float i = gl_MaxDrawBuffers == 1 ? (1.0, 2.0) : 0.0;
        const float j = 1.0 / 0.0;
        void main() {}";
    let program = accepted(Stage::Vertex, text);
    assert_eq!(floats(&program, "a"), [7.0]);
    assert_eq!(floats(&program, "b"), [7.0, 17.5, 7.0]);
    assert_eq!(floats(&program, "d"), [7.0, 10.0]);
    assert_eq!(floats(&program, "f"), [13.0]);
    assert_eq!(constant(&program, "g").scalars, [Scalar::Int(-2)]);
    assert_eq!(constant(&program, "h").scalars, [Scalar::Bool(true)]);
    assert_eq!(floats(&program, "i"), [2.0]);
    assert_eq!(floats(&program, "j"), [f32::INFINITY]);
}

#[test]
fn constants_of_essl_300() {
    let text = format!(
        "{F3}
        const uint a = 7u % 4u << 2;
        const float b[] = float[](1.0, 2.0, 3.0);
        const float c = b[b.length() - 1];
        const mat3x2 d = transpose(mat2x3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0));
        const int e = clamp(7, 0, 3) ^ ~0;
        const bool f = b == float[3](1.0, 2.0, 3.0);
        void main() {{}}"
    );
    let program = accepted(Stage::Fragment, &text);
    assert_eq!(constant(&program, "a").scalars, [Scalar::Uint(12)]);
    assert_eq!(floats(&program, "c"), [3.0]);
    assert_eq!(floats(&program, "d"), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
    assert_eq!(constant(&program, "e").scalars, [Scalar::Int(-4)]);
    assert_eq!(constant(&program, "f").scalars, [Scalar::Bool(true)]);
}

#[test]
fn the_comma_is_not_constant_in_essl_300() {
    let text = format!("{F3}const float a = (1.0, 2.0); void main() {{}}");
    assert_eq!(codes(Stage::Fragment, &text), ["E0115"]);
}

#[test]
fn roles_and_precisions() {
    let text = "
        #pragma STDGL invariant(all)
        precision mediump float;
        attribute highp vec4 position;
        uniform mat4 matrix;
        varying lowp vec2 place[2];
        float helper;
        void main() { gl_Position = matrix * position; place[0] = vec2(helper); gl_PointSize = 1.0; }";
    let program = accepted(Stage::Vertex, text);
    let global = |name: &str| {
        let mut globals = program.globals.iter();
        globals.find(|global| global.name == name).expect(name)
    };
    assert_eq!(global("position").role, Role::Attribute);
    assert_eq!(global("position").precision, Some(Precision::High));
    assert_eq!(global("matrix").precision, Some(Precision::Medium));
    assert_eq!(global("place").role, Role::VaryingOut);
    assert_eq!(global("place").ty.array, Some(2));
    assert!(global("place").invariant && global("gl_Position").invariant);
    assert!(!global("gl_PointSize").invariant && !global("helper").invariant);
}

#[test]
fn interface_of_essl_300() {
    let text = "#version 300 es
        layout(location = 3) in vec4 position;
        in uvec2 id;
        flat out ivec2 index;
        centroid out vec3 place;
        layout(std140) uniform Lights { vec4 color[2]; highp mat4 matrix; } lights[2];
        uniform Plain { float factor; };
        struct S { vec3 a; float b; };
        out S s;
        void main() {
            index = ivec2(id) + gl_VertexID;
            s = S(vec3(factor), 1.0);
            gl_Position = lights[1].matrix * position + lights[0].color[1];
        }";
    let program = accepted(Stage::Vertex, text);
    let names: Vec<&str> = program.globals.iter().map(|g| g.name.as_str()).collect();
    assert!(
        names.contains(&"Lights[1].color") && names.contains(&"factor"),
        "{names:?}"
    );
    let find = |name: &str| program.globals.iter().find(|g| g.name == name).expect(name);
    assert_eq!(find("position").location, Some(3));
    assert_eq!(find("index").interpolation, Interpolation::Flat);
    assert_eq!(find("place").interpolation, Interpolation::Centroid);
    assert_eq!(find("Lights[1].matrix").role, Role::Uniform);
}

#[test]
fn statements_of_essl_300() {
    let text = format!(
        "{F3}
        uniform int n;
        uniform sampler2D image;
        in vec2 place;
        layout(location = 0) out vec4 color;
        layout(location = 1) out vec4 other[2];
        float[2] pair(float a) {{ return float[2](a, a); }}
        void main() {{
            float list[3] = float[](1.0, 2.0, 3.0), copy[3];
            copy = list;
            uint bits = uint(n) & 3u;
            switch (n) {{
                case 0: color = vec4(copy[n]); break;
                case 1:
                default: color = vec4(0.0); float whole, part = modf(place.x, whole); color.x = part;
            }}
            bits <<= 1;
            bits = -bits;
            other[0] = texture(image, place) + textureLod(image, place, 1.0);
            other[1] = mix(color, vec4(bits), bvec4(true)) * float(pair(1.0).length());
            color *= round(place.x) + float(isnan(place.y)) + determinant(mat2(1.0)) + dFdx(place.x);
        }}"
    );
    let program = accepted(Stage::Fragment, &text);
    let main = &program.functions[program.main.0 as usize];
    let switches = main
        .body
        .iter()
        .filter(|s| matches!(s.kind, StatementKind::Switch { .. }));
    assert_eq!(switches.count(), 1);
}

#[test]
fn functions_come_in_call_order_without_the_unused() {
    let text = "
        float f(float a);
        float g() { return f(1.0); }
        float unused() { return g(); }
        float never(int a);
        float f(float a) { return a; }
        void main() { gl_Position = vec4(g()); }";
    let program = accepted(Stage::Vertex, text);
    let order: Vec<&str> = program
        .order
        .iter()
        .map(|id| program.functions[id.0 as usize].name.as_str())
        .collect();
    assert_eq!(order, ["f", "g", "main"]);
    assert_eq!(program.functions[program.main.0 as usize].name, "main");
}

#[test]
fn scopes_hide_and_end() {
    let text = "
        float a() { return 1.0; }
        float f(float b) { return b; }
        void main() {
            float c = a();
            { float a = c; float f = a; c = f; }
            c += a() + f(c);
            for (int c = 0; c < 2; c++) { int i = c; }
            if (c > 0.0) float c = 2.0; else { vec2 c; }
            struct S { float x; };
            S s = S(c);
            { int S = 1; c += float(S); }
            gl_Position = vec4(s.x);
        }";
    accepted(Stage::Vertex, text);
}

#[test]
fn one_mistake_gives_one_message() {
    for (mistakes, text) in [
        (
            1,
            "void main() { float a = nope + 1.0; a = nope2 * a > 1; }".replace("nope2", "a"),
        ),
        (1, "nope a; void main() {}".to_owned()),
        (
            1,
            "uniform float a[0]; void main() { gl_Position = vec4(a[1] + a.x); }".to_owned(),
        ),
        (
            1,
            "float f(nothing a) { return a.x; } void main() { f(1).y = 2; }".to_owned(),
        ),
        (
            1,
            "const float a = b; void main() { a = 1.0; float c[a]; }".to_owned(),
        ),
        (
            2,
            "void main() { int a = x; { a = y + x.z[w()]; } }".replace("x.z[w()]", "1"),
        ),
        (
            1,
            "struct S { float a; float a; }; S s; void main() { s.b = S(1); }".to_owned(),
        ),
        (
            1,
            "void f(float a) {} void f(float b) {} void main() { f(1.0); }".to_owned(),
        ),
    ] {
        let expected = if text.contains("> 1") { 2 } else { mistakes };
        let found = codes(Stage::Vertex, &text);
        assert_eq!(found.len(), expected, "{text}\n{found:?}");
    }
}

#[test]
fn help_names_what_was_meant() {
    let help = |text: &str| {
        let result = check("test", Stage::Vertex, text);
        let found: Vec<String> = result
            .diagnostics
            .iter()
            .flat_map(|d| d.help.clone())
            .collect();
        found.join("; ")
    };
    assert_eq!(
        help("uniform vec4 uColor; void main() { gl_Position = uColour; }"),
        "a uniform `uColor` exists"
    );
    assert_eq!(
        help("attribute vec4 Q; void main() { gl_Position = q; }"),
        "an attribute `Q` exists"
    );
    assert_eq!(
        help("void main() { gl_Position = vec4(lenght(vec2(1.0))); }"),
        "a built-in function `length` exists"
    );
    assert_eq!(
        help("void main() { gl_Postion = vec4(1.0); }"),
        "a built-in variable `gl_Position` exists"
    );
    assert_eq!(
        help("void main() { gl_Position = vec4(sin(1)); }"),
        "write `1.0`"
    );
    assert_eq!(
        help("void main() { int i; gl_Position = vec4(1.0 * i); }"),
        "convert it: `float(…)`"
    );
    assert_eq!(help("void main() { float a; a += -2; }"), "write `-2.0`");
}

#[test]
fn long_chains_and_deep_nesting_need_little_stack() {
    let sum = vec!["a"; 2000].join(" + ");
    let commas = vec!["a"; 2000].join(", ");
    let body = [
        format!("a = {sum};"),
        format!("({commas});"),
        format!("a = {}a{};", "(".repeat(200), ")".repeat(200)),
        format!(
            "{}a = 1.0;{}",
            "if (a > 1.0) { ".repeat(100),
            "}".repeat(100)
        ),
        format!("a = {}a{};", "sin(".repeat(200), ")".repeat(200)),
        format!("a = {}a{};", "a > 1.0 ? a : (".repeat(100), ")".repeat(100)),
        format!("a = {}a;", "- ".repeat(200)),
        format!("a = {}a;", "a = ".repeat(200)),
        format!("a = {}1.0{};", "vec2(".repeat(120), ").x".repeat(120)),
    ];
    for statement in &body {
        let text = format!("void main() {{ float a = 1.0; {statement} }}");
        let result = check("test", Stage::Vertex, &text);
        assert!(
            result.program.is_some(),
            "{statement}\n{:?}",
            result.diagnostics
        );
    }
}

#[test]
fn a_long_chain_is_grouped_from_the_left() {
    let program = accepted(Stage::Vertex, "void main() { float a; a = a - a - a; }");
    let main = &program.functions[program.main.0 as usize];
    let StatementKind::Expression(Expression {
        kind: ExpressionKind::Assign { value, .. },
        ..
    }) = &main.body[1].kind
    else {
        panic!("{:?}", main.body[1]);
    };
    let ExpressionKind::Binary { left, right, .. } = &value.kind else {
        panic!("{value:?}");
    };
    assert!(matches!(left.kind, ExpressionKind::Binary { .. }));
    assert!(matches!(right.kind, ExpressionKind::Local(_)));
}

#[test]
fn constants_cannot_be_copied_without_end() {
    let values = vec!["1.0"; 5000].join(", ");
    let uses = "a;\n".repeat(1000);
    let text = format!("{F3}const float a[] = float[]({values}); void main() {{ {uses} }}");
    assert_eq!(codes(Stage::Fragment, &text), ["E0147"]);
}

#[test]
fn functions_and_globals_are_limited_together() {
    let globals: String = (0..3000).map(|n| format!("float g{n};\n")).collect();
    let functions: String = (1..400)
        .map(|n| format!("void f{n}() {{ f{}(); }}\n", n - 1))
        .collect();
    let text = format!("{globals} void f0() {{}} {functions} void main() {{ f399(); }}");
    assert_eq!(codes(Stage::Vertex, &text), ["E0147"]);
}
