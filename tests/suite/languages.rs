//! Languages beside ESSL 1.00 and 3.00: what is written in them compiles to the programs of its ESSL.

use retroshade::link::Linker;
use retroshade::render::read_pair;
use retroshade::{Compilation, Compiled, Compiler, LanguageOptions, Source, Stage, find_target};

fn compile(target: &str, stage: Stage, text: &str) -> Compilation<Compiled> {
    let compiler = Compiler::new(find_target(target).unwrap());
    compiler.compile(&Source::new("a", stage, text))
}

fn codes<T>(compilation: &Compilation<T>) -> Vec<&'static str> {
    compilation
        .diagnostics
        .iter()
        .map(|one| one.code.id)
        .collect()
}

/// The assembly of a shader, which must compile with no other messages than these.
fn assembly(target: &str, stage: Stage, text: &str, messages: &[&str]) -> String {
    let compilation = compile(target, stage, text);
    assert_eq!(
        codes(&compilation),
        messages,
        "{target}: {:#?}",
        compilation.diagnostics
    );
    compilation.result.unwrap().assembly
}

const VULKAN: &str = "#version 450
#extension GL_ARB_separate_shader_objects : enable
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec4 aColor;
layout(set = 0, binding = 0) uniform Camera { mat4 viewProjection; } camera;
layout(push_constant) uniform Push { layout(offset = 0) vec4 tint; } push;
layout(location = 0) out vec4 vColor;
layout(location = 1) out vec2 vPlace;
out gl_PerVertex { vec4 gl_Position; };
void main() {
    gl_Position = camera.viewProjection * vec4(aPosition, 1);
    vColor = aColor * push.tint * 2;
    vPlace = aPosition.xy;
}
";

#[test]
fn vulkan_glsl_is_its_essl() {
    let essl = "#version 300 es
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec4 aColor;
uniform Camera { mat4 viewProjection; } camera;
uniform Push { vec4 tint; } push;
out vec4 vColor;
out vec2 vPlace;
void main() {
    gl_Position = camera.viewProjection * vec4(aPosition, 1.0);
    vColor = aColor * push.tint * 2.0;
    vPlace = aPosition.xy;
}
";
    for target in ["agal2", "nv2a", "pica200"] {
        let found = assembly(target, Stage::Vertex, VULKAN, &["W0208", "W0121"]);
        assert_eq!(
            found,
            assembly(target, Stage::Vertex, essl, &[]),
            "{target}"
        );
    }
}

#[test]
fn integers_become_floats_where_desktop_glsl_has_them_do_so() {
    let desktop = "#version 330 core
in vec2 vUv;
uniform sampler2D uMap;
uniform int uSteps;
out vec4 color;
struct Pair { float a; vec2 b; };
float twice(float x) { return 2 * x; }
float half_of(float x) { x /= 2; return x; }
float mix(float a, float b) { return a + b; }
void main() {
    float level = 1;
    vec3 sum = vec3(0);
    for (int i = 0; i < 2; i++) { sum += twice(i) * level; }
    Pair pair = Pair(1, vec2(2));
    float list[2] = float[2](1, 2);
    float chosen = vUv.x > 0 ? 1 : vUv.y;
    sum.x += max(vUv.x, 0) + pow(vUv.y, 2) + half_of(3) + mix(1, 2);
    color = texture(uMap, vUv) * vec4(sum, 1) + pair.a + list[1] + chosen + uSteps;
}
";
    let essl = "#version 300 es
precision highp float;
precision highp int;
in vec2 vUv;
uniform sampler2D uMap;
uniform int uSteps;
out vec4 color;
struct Pair { float a; vec2 b; };
float twice(float x) { return 2.0 * x; }
float half_of(float x) { x /= 2.0; return x; }
float mixed(float a, float b) { return a + b; }
void main() {
    float level = 1.0;
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 2; i++) { sum += twice(float(i)) * level; }
    Pair pair = Pair(1.0, vec2(2.0));
    float list[2] = float[2](1.0, 2.0);
    float chosen = vUv.x > 0.0 ? 1.0 : vUv.y;
    sum.x += max(vUv.x, 0.0) + pow(vUv.y, 2.0) + half_of(3.0) + mixed(1.0, 2.0);
    color = texture(uMap, vUv) * vec4(sum, 1.0) + pair.a + list[1] + chosen + float(uSteps);
}
";
    assert_eq!(
        assembly("agal2", Stage::Fragment, desktop, &["W0208"]),
        assembly("agal2", Stage::Fragment, essl, &[])
    );
    // ESSL has no such conversions, whatever its version.
    for version in ["300 es", "310 es"] {
        let text = desktop.replace("330 core", version);
        let text = text.replace("in vec2", "precision highp float;\nin vec2");
        assert!(
            codes(&compile("agal2", Stage::Fragment, &text)).contains(&"E0112"),
            "{version}"
        );
    }
}

#[test]
fn glsl_of_version_120_keeps_its_names() {
    let desktop = "#version 120
varying vec2 vUv;
uniform sampler2D uMap;
#ifdef GL_ES
#error
#endif
void main() { gl_FragColor = texture2D(uMap, vUv) * 0.5 + transpose(mat2(1, 2, 3, 4))[0].xyxy; }
";
    let essl = "precision highp float;
varying vec2 vUv;
uniform sampler2D uMap;
void main() { gl_FragColor = texture2D(uMap, vUv) * 0.5 + vec2(1.0, 3.0).xyxy; }
";
    assert_eq!(
        assembly("agal1", Stage::Fragment, desktop, &["W0208"]),
        assembly("agal1", Stage::Fragment, essl, &[])
    );
}

#[test]
fn later_essl_has_locations_and_blocks_of_varyings() {
    let text = "#version 320 es
precision mediump float;
layout(location = 3) uniform vec4 uTint;
layout(location = 0) in Surface { vec2 uv; flat vec4 shade; } surface;
layout(location = 0) out vec4 color;
void main() { color = uTint * surface.shade + surface.uv.xyxy; }
";
    let essl = "#version 300 es
precision mediump float;
uniform vec4 uTint;
in vec2 uv;
flat in vec4 shade;
out vec4 color;
void main() { color = uTint * shade + uv.xyxy; }
";
    assert_eq!(
        assembly("agal1", Stage::Fragment, text, &["W0207", "W0121"]),
        assembly("agal1", Stage::Fragment, essl, &[])
    );
}

#[test]
fn what_the_machines_lack_is_refused_in_every_dialect() {
    for (text, code) in [
        (
            "#version 450\nlayout(binding = 0) buffer B { float a[]; };\nvoid main() {}\n",
            "E0188",
        ),
        (
            "#version 330\nuniform sampler3D s; out vec4 c;\nvoid main() { c = texture(s, vec3(0)); }\n",
            "E0146",
        ),
        (
            "#version 330\nuniform float a = 1;\nout vec4 c; void main() { c = vec4(a); }\n",
            "E0151",
        ),
        (
            "#version 330\nout vec4 c; void main() { c = vec4(1); gl_FragColor = c; }\n",
            "E0144",
        ),
        (
            "#version 330\nfloat f(float a) { return a; }\nvoid main() { int i = 1.0; }\n",
            "E0111",
        ),
        ("#version 470\nvoid main() {}\n", "E0206"),
        ("#version 330 es\nvoid main() {}\n", "E0206"),
    ] {
        let found = codes(&compile("agal2", Stage::Fragment, text));
        assert!(found.contains(&code), "{text}: {found:?}");
    }
}

#[test]
fn a_pair_meets_by_locations() {
    let fragment = "#version 450
layout(location = 1) in vec2 place;
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;
void main() { color = tint + place.xyxy; }
";
    let vertex = Source::new("a.vert", Stage::Vertex, VULKAN);
    let fragment = Source::new("a.frag", Stage::Fragment, fragment);
    let linker = Linker::new(Compiler::new(find_target("agal2").unwrap()));
    let pair = linker.link(&vertex, &fragment);
    assert!(!pair.diagnostics.has_errors(), "{:#?}", pair.diagnostics);
    let names: Vec<String> = pair
        .result
        .unwrap()
        .varyings
        .into_iter()
        .map(|one| one.name)
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
    let read = read_pair(&LanguageOptions::default(), &vertex, &fragment);
    let (vertex, _) = read.result.unwrap();
    let outputs: Vec<&str> = vertex
        .interface
        .outputs
        .values()
        .map(|one| one.name.as_str())
        .collect();
    assert!(
        outputs.contains(&"tint") && outputs.contains(&"place"),
        "{outputs:?}"
    );
}

fn spirv(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/spirv/");
    std::fs::read_to_string(format!("{folder}{name}")).unwrap()
}

#[test]
fn spirv_is_the_wgsl_it_was_made_of() {
    // Names, which a module need not have, decide about registers on other targets.
    for target in ["agal1", "agal3"] {
        let wgsl = Source::wgsl("a", None, spirv("lit.wgsl"));
        let wgsl = Compiler::new(find_target(target).unwrap()).compile(&wgsl);
        let words = assembly(target, Stage::Vertex, &spirv("lit.vert.num"), &[]);
        assert_eq!(words, wgsl.result.unwrap().assembly, "{target}");
    }
}

#[test]
fn combined_samplers_of_spirv_are_textures() {
    let found = assembly("agal1", Stage::Fragment, &spirv("texture.frag.num"), &[]);
    assert_eq!(found, "tex oc, v0.xy, fs0 <2d,linear,mipnone,repeat>\n");
}

#[test]
fn binary_modules_are_told_by_their_first_word() {
    let folder = tempfile::tempdir().unwrap();
    let words: Vec<u32> = spirv("texture.frag.num")
        .split_whitespace()
        .map(|word| u32::from_str_radix(&word[2..], 16).unwrap())
        .collect();
    for (name, bytes) in [
        (
            "little.spv",
            words
                .iter()
                .flat_map(|word| word.to_le_bytes())
                .collect::<Vec<u8>>(),
        ),
        (
            "big.spv",
            words.iter().flat_map(|word| word.to_be_bytes()).collect(),
        ),
    ] {
        std::fs::write(folder.path().join(name), bytes).unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_retroshade"))
            .args(["--target", "agal1", "-S", "-o", "-", name])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "tex oc, v0.xy, fs0 <2d,linear,mipnone,repeat>\n",
            "{name}"
        );
    }
}

#[test]
fn no_module_makes_the_reader_panic() {
    let good = spirv("texture.frag.num");
    let words: Vec<&str> = good.split_whitespace().collect();
    for cut in 0..words.len() {
        let found = codes(&compile("agal1", Stage::Fragment, &words[..cut].join(" ")));
        assert!(!found.contains(&"E0000"), "cut at {cut}: {found:?}");
    }
    for place in 3..words.len() {
        for value in ["0x00000000", "0xffffffff", "0x00020011"] {
            let mut changed = words.clone();
            changed[place] = value;
            let compilation = compile("agal1", Stage::Fragment, &changed.join(" "));
            let found = codes(&compilation);
            assert!(
                !found.contains(&"E0000"),
                "{value} at {place}: {:?}",
                compilation.diagnostics
            );
        }
    }
}

#[test]
fn shadertoys_shaders_compile_as_they_are() {
    let language = LanguageOptions {
        prelude: Some(retroshade::Prelude::Shadertoy),
        ..LanguageOptions::default()
    };
    let text = "void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 uv = fragCoord / iResolution.xy;
    fragColor = vec4(0.5 + 0.5 * cos(iTime + uv.xyx + vec3(0, 2, 4)), 1.0);
}
";
    let source = Source {
        name: "toy.glsl".to_owned(),
        text: text.to_owned(),
        stage: None,
        language: retroshade::Language::Essl,
    };
    let lowered = language.lower(&source);
    assert!(lowered.result.is_some(), "{:#?}", lowered.diagnostics);
    // Messages count the lines of the image shader.
    let source = Source {
        text: text.replace("uv.xyx", "uw.xyx"),
        ..source
    };
    let lowered = language.lower(&source);
    let first = lowered.diagnostics.iter().next().unwrap();
    let place = lowered
        .sources
        .place(first.primary.as_ref().unwrap().span)
        .unwrap();
    assert_eq!((place.file, place.line), ("toy.glsl", 3));
}

/// A source in Cg and one in GLSL whose variables are called after the semantics.
fn cg_is_glsl(stage: Stage, cg: &str, glsl: &str, targets: &[&str]) {
    for target in targets {
        let compiler = Compiler::new(find_target(target).unwrap());
        let source = Source {
            language: retroshade::Language::Cg,
            ..Source::new("a", stage, cg)
        };
        let compilation = compiler.compile(&source);
        assert_eq!(
            codes(&compilation),
            [""; 0],
            "{target}: {:#?}",
            compilation.diagnostics
        );
        assert_eq!(
            compilation.result.unwrap().assembly,
            assembly(target, stage, glsl, &[]),
            "{target}"
        );
    }
}

#[test]
fn a_vertex_program_in_cg_is_its_glsl() {
    let cg = "
#define BONES 4
struct Input {
    float4 place : POSITION;
    half3 normal : NORMAL;
    float4 weights : BLENDWEIGHT;
    float2 uv : TEXCOORD0;
};
struct Output {
    fixed4 color : COLOR;
    float4 uv : TEXCOORD0;
    float4 place : POSITION;
};
uniform float4x4 view;
uniform float3x4 bones[BONES];
static const float3 up = { 0, 1, 0 };
float3 blend(float4 place, float index) { return mul(bones[index], place); }
Output main(Input i, uniform float4 tint, uniform float3 light) {
    Output o;
    float3 place = 0;
    for (int n = 0; n < 2; n++)
        place += blend(i.place, i.weights[n]) * i.weights[n + 2];
    o.place = mul(float4(place, 1), view);
    float3x3 turn = (float3x3)view;
    float3 n = normalize(mul(turn, i.normal));
    float4 lights = lit(dot(n, light), dot(n, up), 8);
    o.color = lerp(tint, 1, saturate(lights.y)) + lights.z * tint.w;
    o.uv = float4(i.uv * 2 - 1, view._m03, tint.x > 0.5 ? 1 : frac(i.uv.x));
    return o;
}
";
    let glsl = "#version 300 es
in vec4 POSITION;
in vec3 NORMAL;
in vec4 BLENDWEIGHT;
in vec2 TEXCOORD0;
uniform mat4 view;
uniform mat3x4 bones[4];
uniform vec4 tint;
uniform vec3 light;
out vec4 COLOR0;
out vec4 uv;
vec3 blend(vec4 place, float index) { return place * bones[int(index)]; }
void main() {
    vec3 place = vec3(0.0);
    for (int n = 0; n < 2; n++)
        place += blend(POSITION, BLENDWEIGHT[n]) * BLENDWEIGHT[n + 2];
    gl_Position = view * vec4(place, 1.0);
    vec3 n = normalize(NORMAL * mat3(view));
    float front = dot(n, light);
    float specular = front > 0.0 ? pow(max(dot(n, vec3(0.0, 1.0, 0.0)), 0.0), 8.0) : 0.0;
    COLOR0 = mix(tint, vec4(1.0), vec4(clamp(max(front, 0.0), 0.0, 1.0))) + specular * tint.w;
    uv = vec4(TEXCOORD0 * 2.0 - 1.0, view[0].w, tint.x > 0.5 ? 1.0 : fract(TEXCOORD0.x));
}
";
    // In GLSL an attribute and a varying cannot share a name.
    let cg = cg.replace("float4 uv : TEXCOORD0", "float4 uv");
    cg_is_glsl(Stage::Vertex, &cg, glsl, &["nv2a", "pica200", "lima"]);
}

#[test]
fn a_fragment_program_in_cg_is_its_glsl() {
    let cg = "
struct Input { float4 place : POSITION; float4 color : COLOR; float2 uv : TEXCOORD0; };
void main(Input i, uniform sampler2D map : TEXUNIT0, uniform sampler2D detail, uniform float4 tint, out float4 color : COLOR) {
    float4 base = tex2D(map, i.uv);
    if (base.a < 0.25) discard;
    color = base * tex2D(detail, i.uv) * i.color * 2 + tint;
}
";
    let glsl = "#version 300 es
precision mediump float;
in vec4 COLOR0;
in vec4 TEXCOORD0;
layout(binding = 0) uniform sampler2D map;
uniform sampler2D detail;
uniform vec4 tint;
out vec4 color;
void main() {
    vec4 base = texture(map, TEXCOORD0.xy);
    if (base.a < 0.25) discard;
    color = base * texture(detail, TEXCOORD0.xy) * COLOR0 * 2.0 + tint;
}
";
    cg_is_glsl(Stage::Fragment, cg, glsl, &["agal2", "lima"]);
}

#[test]
fn a_pair_in_cg_links_by_semantics() {
    let vertex = "struct Output { float4 place : POSITION; float4 first : TEXCOORD0; float2 second : TEXCOORD1; };
        Output main(float4 p : POSITION, float2 uv : TEXCOORD0) {
            Output o; o.place = p; o.first = p; o.second = uv; return o; }";
    let fragment = "float4 main(float2 uv : TEXCOORD1, uniform sampler2D map) : COLOR { return tex2D(map, uv); }";
    let source = |stage, text: &str| Source {
        language: retroshade::Language::Cg,
        ..Source::new("a", stage, text)
    };
    for target in ["agal2", "nv2a", "pica200", "lima"] {
        let linker = Linker::new(Compiler::new(find_target(target).unwrap()));
        let linked = linker.link(
            &source(Stage::Vertex, vertex),
            &source(Stage::Fragment, fragment),
        );
        assert!(linked.result.is_some(), "{:#?}", linked.diagnostics);
    }
}
