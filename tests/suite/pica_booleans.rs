//! Where the booleans of 3DS programs lie: in registers of booleans, whatever the shader does with them, for an
//! application sets them by another function than floats. And what each program does with them.

use retroshade::{
    Compilation, Compiled, Compiler, LanguageOptions, Optimize, Source, Stage, Target, find_target,
    format,
};
use retroshade_ir::run::compare::Functions;
use retroshade_ir::run::{RunInputs, UniformData};
use retroshade_ir::{Scalar, Shader};
use retroshade_kit::agreement::{compare_on, data};

const LEVELS: [Optimize; 4] = [
    Optimize::None,
    Optimize::Normal,
    Optimize::Size,
    Optimize::Most,
];

fn target() -> &'static dyn Target {
    find_target("pica200").unwrap()
}

fn source(text: &str) -> Source {
    Source::new("booleans.vert", Stage::Vertex, text)
}

fn compile(text: &str, optimize: Optimize) -> Compilation<Compiled> {
    let mut compiler = Compiler::new(target());
    compiler.options.optimize = optimize;
    compiler.compile(&source(text))
}

fn compiled(text: &str, optimize: Optimize) -> Compiled {
    let compilation = compile(text, optimize);
    let messages = format!("{:?}", compilation.diagnostics);
    let compiled = compilation.result;
    compiled.unwrap_or_else(|| panic!("{text}\n{messages}"))
}

/// Data in which the booleans are the bits of a number and ints are whole numbers.
fn inputs(shader: &Shader, bits: u64) -> RunInputs {
    let mut inputs = data(shader, bits);
    let mut bits = bits;
    for UniformData { shape, value } in inputs.uniforms.values_mut() {
        for lane in value {
            match shape.map(|shape| shape.scalar) {
                Some(Scalar::Bool) => {
                    *lane = (bits & 1) as f32;
                    bits = bits.rotate_right(1);
                }
                Some(Scalar::Int) => *lane = (lane.abs() * 2.0).floor(),
                _ => {}
            }
        }
    }
    inputs
}

/// The same with attributes that are whole numbers from -1 to 5, as indices are.
fn whole(shader: &Shader, bits: u64) -> RunInputs {
    let mut inputs = inputs(shader, bits);
    for attribute in inputs.attributes.values_mut() {
        for number in attribute.values.iter_mut().flatten() {
            *number = (number.abs() * 2.0).floor() - 1.0;
        }
    }
    inputs
}

/// Compares a program with the interpreter on several sets of data.
fn agree(shader: &Shader, compiled: &Compiled, inputs: fn(&Shader, u64) -> RunInputs) {
    for bits in [0, 1, 0b1010, 0b110, 0b1011_0010_1101, u64::MAX] {
        let tolerance = target().tolerance(Functions::Plain);
        compare_on(target(), shader, compiled, &inputs(shader, bits), tolerance);
    }
}

/// Compiles at every level, compares with the interpreter, and gives the registers of the uniforms, which are the same.
fn registers(text: &str) -> Vec<(String, String)> {
    let shader = LanguageOptions::default().lower(&source(text)).result;
    let shader = shader.unwrap();
    let mut all = LEVELS.map(|optimize| {
        let compiled = compiled(text, optimize);
        agree(&shader, &compiled, whole);
        let uniforms = compiled.reflection.uniforms.iter();
        uniforms
            .map(|one| (one.name.clone(), one.register.clone().unwrap()))
            .collect::<Vec<_>>()
    });
    all.sort();
    assert!(all.iter().all(|found| *found == all[0]), "{all:?}\n{text}");
    all[0].clone()
}

fn places(text: &str) -> String {
    let found = registers(text);
    let found = found
        .iter()
        .map(|(name, register)| format!("{name} {register}"));
    found.collect::<Vec<_>>().join(", ")
}

/// A shader with an array of booleans and this body.
fn array(body: &str) -> String {
    format!(
        "attribute vec4 p;\nuniform vec4 c[4];\nuniform bool on[4];\nvarying vec4 vColor;\n\
         void main() {{\n    gl_Position = p;\n    vec4 s = vec4(0.0);\n{body}\n    vColor = s;\n}}\n"
    )
}

/// A body of a loop that is too long to be written out as any other is.
const LONG: &str = "vec3 d = c[i].xyz - p.xyz * c[i].w; float q = dot(d, d) + 1.0; float r = inversesqrt(q); d *= r;\
    float n = max(dot(d, c[i].yzx), 0.0); float m = dot(c[i].xyz, vec3(1.0, n, n * n));\
    s += c[i] * (m > 0.5 ? 1.0 / m : r);";

#[test]
fn an_array_of_booleans_lies_where_its_declaration_says() {
    let rolled = format!("for (int i = 0; i < 4; i++) {{ if (on[i]) {{ {LONG} }} }}");
    let left = format!(
        "for (int i = 0; i < 4; i++) {{ if (float(i) > p.x) break; if (on[i]) {{ {LONG} }} }}"
    );
    for body in [
        "if (on[0]) s += c[0]; if (on[3]) s += c[3] * p;",
        "for (int i = 0; i < 4; i++) { if (on[i]) s += c[i]; }",
        &rolled,
        &left,
        "s = on[1] ? c[0] : c[1].yzwx; s.x += float(on[2]);",
        "s = c[0] * float(on[0]) + c[1] * float(on[3]) + c[2]; if (on[0]) s *= p;",
        "s = c[0]; if (on[int(p.x)]) s = c[1] * p;",
        "s = mix(c[2], c[3], float(on[int(p.y)]));",
        "for (int i = 0; i < 40; i++) { if (float(i) > p.x + p.y) break; if (on[int(mod(float(i), 4.0))]) s += c[0]; else s -= c[1]; }",
    ] {
        assert_eq!(places(&array(body)), "c c0, on b0", "{body}");
    }
}

#[test]
fn a_boolean_lies_where_its_declaration_says() {
    let shader = |body: &str| {
        format!(
            "attribute vec4 p;\nuniform bool isA, isB;\nuniform bvec2 isPair;\nuniform int n;\nstruct Light {{ vec4 color; bool on; }};\n\
             uniform Light light;\nvarying vec4 vColor;\nvoid main() {{\n    gl_Position = p;\n    vec4 s = p;\n\
             {body}\n    vColor = s * light.color + float(n) * float(isPair.x || isPair.y);\n}}\n"
        )
    };
    for body in [
        "if (isA) s += p; if (isB && light.on) s *= p;",
        "s *= float(isA) + float(isB) - float(light.on);",
        "if (isA && p.x > 1.0 || isB) s += p; s *= float(isA); s.w = float(light.on);",
        "s = (isA != isB) ? p.yzwx : p; if (!light.on) s += 1.0;",
    ] {
        assert_eq!(
            places(&shader(body)),
            "isA b0, isB b1, isPair c0, n c1, light.color c2, light.on b2",
            "{body}"
        );
    }
}

#[test]
fn booleans_can_be_bound() {
    let bound =
        |binding: &str, body: &str| format!("#pragma retroshade bind {binding}\n{}", array(body));
    let both = "for (int i = 0; i < 4; i++) { if (on[i]) s += c[i]; } s.x += float(on[1]);";
    assert_eq!(places(&bound("on b7", both)), "c c0, on b7");
    assert_eq!(
        places(&bound("on b12", "if (on[2]) s += c[1];")),
        "c c0, on b12"
    );
    // In registers of floats, where they are 0.0 and 1.0, a value chooses among them.
    let chosen = "if (on[int(clamp(p.x, 0.0, 3.0))]) s += c[0];";
    assert_eq!(places(&bound("on c9", chosen)), "c c0, on c9");
    let refused = |text: &str| {
        let compilation = compile(text, Optimize::Normal);
        assert!(compilation.result.is_none(), "{text}");
        let errors = compilation.diagnostics;
        errors.iter().next().unwrap().message.clone()
    };
    for (binding, message) in [
        (
            "on b13",
            "`on` cannot be in `b13`: another variable is there, or there is no room",
        ),
        (
            "on i0",
            "`on` cannot be in `i0`: registers of integers count loops, which run once more than they say, and no `int` lies there",
        ),
        (
            "c b0",
            "`c` cannot be in `b0`: only `bool` and arrays of it lie in registers of booleans",
        ),
    ] {
        assert_eq!(refused(&bound(binding, "if (on[0]) s += c[0];")), message);
    }
    let many = "attribute vec4 p;\nuniform vec4 big[90];\nuniform bool a[9], b[8];\nvoid main() {\n\
                gl_Position = a[0] && b[7] ? p * big[int(abs(p.x))] : p;\n}\n";
    assert_eq!(
        refused(many),
        "pica200 has 16 boolean uniforms, but the shader needs 17"
    );
    let bound = format!(
        "#pragma retroshade bind a c80\n{}",
        many.replace("big[90]", "big[80]")
    );
    assert_eq!(places(&bound), "big c0, a c80, b b0");
}

/// What C code passes to citro3d's functions says which file it is.
#[test]
fn headers_have_the_same_numbers_for_every_body() {
    let header = |body: &str| {
        let compiled = compiled(&array(body), Optimize::Normal);
        let text = format(target(), &compiled, "h", "booleans").unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines = text.lines().filter(|line| line.contains("_on"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let wanted =
        "#define VSH_FLAG_on(_n) BIT(0+(_n))\n#define VSH_ULEN_on 4\n#define VSH_LOC_on 0x68";
    let long = format!("for (int i = 0; i < 4; i++) {{ if (on[i]) {{ {LONG} }} }}");
    for body in ["if (on[1]) s += c[0];", &long, "s.x = float(on[int(p.x)]);"] {
        assert_eq!(header(body), wanted, "{body}");
    }
}

/// Programs whose instructions need more descriptors than there are, unless lanes and the order of operands are chosen
/// for it.
#[test]
fn every_level_takes_what_one_takes() {
    for text in [
        include_str!("descriptors/loop.glsl"),
        include_str!("descriptors/arrays.glsl"),
    ] {
        let shader = LanguageOptions::default().lower(&source(text)).result;
        let shader = shader.unwrap();
        for optimize in LEVELS {
            let compilation = compile(text, optimize);
            let warned = compilation.diagnostics.iter();
            let warned = warned.filter(|warning| warning.code.id == "W0410").count();
            assert_eq!(warned, 0, "{optimize:?}");
            let compiled = compilation.result.unwrap();
            let needed = compiled.reflection.stats.more["descriptors"];
            assert!(needed <= 128, "{needed}");
            agree(&shader, &compiled, inputs);
        }
    }
}
