//! WGSL through naga's reader and the lowering of ESSL.

use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostics, SourceFile, SourceMap};
use retroshade_frontend::preprocess::{NoIncludes, Options};
use retroshade_frontend::{Request, compile, compile_wgsl};
use retroshade_ir::run::{InputData, RunInputs, UniformData};
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use retroshade_ir::{Builtin, ClipDepth, Interpolation, Shader, Stage, eval};

fn taken(stage: Option<Stage>, text: &str) -> (Option<Shader>, Diagnostics, SourceMap) {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("test.wgsl", text));
    let mut diagnostics = Diagnostics::new();
    let shader = compile_wgsl(&mut Request {
        sources: &mut sources,
        file,
        stage,
        options: &Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    });
    (shader, diagnostics, sources)
}

fn shader(stage: Stage, text: &str) -> Shader {
    match taken(Some(stage), text) {
        (Some(shader), ..) => shader,
        (None, diagnostics, _) => panic!("{diagnostics:#?}"),
    }
}

/// The first output of one sample.
fn output(shader: &Shader, uniforms: &[(&str, &[f32])], inputs: &[(&str, &[f32])]) -> Vec<f32> {
    let uniforms: IndexMap<String, UniformData> = uniforms
        .iter()
        .map(|&(name, value)| {
            let value = value.to_vec();
            (name.to_owned(), UniformData { shape: None, value })
        })
        .collect();
    let table: IndexMap<String, InputData> = inputs
        .iter()
        .map(|&(name, value)| {
            let values = vec![value.to_vec()];
            (
                name.to_owned(),
                InputData {
                    shape: None,
                    values,
                },
            )
        })
        .collect();
    let texture = TextureData {
        kind: TextureKind::D2,
        filter: Filter::Nearest,
        wrap: Wrap::Clamp,
        mipmap: Mipmap::None,
        source: TextureSource::Pattern(0),
    };
    let inputs = RunInputs {
        sample_count: Some(1),
        uniforms,
        attributes: table.clone(),
        varyings: table,
        frag_coord: Some(vec![vec![10.5, 20.5, 0.25, 1.0]]),
        front_facing: Some(vec![false]),
        textures: [("image".to_owned(), texture)].into_iter().collect(),
        ..RunInputs::default()
    };
    match eval::run(shader, &inputs) {
        Ok(outputs) => outputs.outputs[0][0].clone(),
        Err(fault) => panic!("{fault:#?}\n{shader}"),
    }
}

fn color(body: &str, uniforms: &[(&str, &[f32])]) -> Vec<f32> {
    let shader = shader(Stage::Fragment, body);
    output(&shader, uniforms, &[])
}

#[test]
fn a_vertex_shader_hands_on_what_it_says() {
    let text = "
        struct Camera { transform: mat4x4<f32>, tints: array<vec4<f32>, 2> };
        struct Output { @builtin(position) position: vec4<f32>, @location(0) tint: vec4<f32>,
            @location(1) @interpolate(flat) side: f32 };
        @group(0) @binding(0) var<uniform> camera: Camera;
        @vertex fn main(@location(3) place: vec3<f32>, @location(1) which: f32) -> Output {
            var out: Output;
            out.position = camera.transform * vec4<f32>(place, 1.0);
            out.tint = camera.tints[i32(which)];
            out.side = place.x;
            return out;
        }";
    let shader = shader(Stage::Vertex, text);
    let names = |variable: &retroshade_ir::Variable| (variable.name.clone(), variable.location);
    let inputs: Vec<_> = shader.interface.inputs.values().map(names).collect();
    assert_eq!(
        inputs,
        [("place".into(), Some(3)), ("which".into(), Some(1))]
    );
    let uniforms: Vec<_> = shader
        .interface
        .uniforms
        .values()
        .map(|row| row.name.as_str())
        .collect();
    assert_eq!(uniforms, ["camera.transform", "camera.tints"]);
    let outputs: Vec<_> = shader.interface.outputs.values().collect();
    assert_eq!(outputs[0].builtin, Some(Builtin::Position));
    assert_eq!(
        (outputs[1].name.as_str(), outputs[1].interpolation),
        ("tint", Interpolation::Smooth)
    );
    assert_eq!(
        (outputs[2].name.as_str(), outputs[2].interpolation),
        ("side", Interpolation::Flat)
    );
    // z stays what the shader writes; the interface says that it runs from 0 to w.
    assert_eq!(shader.interface.clip_depth, ClipDepth::ZeroToW);
    let transform = [
        1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.,
    ];
    let uniforms: [(&str, &[f32]); 2] = [
        ("camera.transform", &transform),
        ("camera.tints", &[0.0; 8]),
    ];
    let attributes: [(&str, &[f32]); 2] = [("place", &[2.0, 3.0, 0.25]), ("which", &[1.0])];
    assert_eq!(
        output(&shader, &uniforms, &attributes),
        [2.0, 3.0, 0.25, 1.0]
    );
}

#[test]
fn a_fragment_shader_sees_what_the_machine_gives() {
    let text = "
        struct Input { @builtin(position) position: vec4<f32>, @location(0) uv: vec2<f32> };
        @group(0) @binding(0) var image: texture_2d<f32>;
        @group(0) @binding(1) var state: sampler;
        fn look(t: texture_2d<f32>, s: sampler, at: vec2<f32>) -> vec4<f32> {
            return textureSample(t, s, at) + textureSampleLevel(t, s, at, 0.0);
        }
        @fragment fn main(in: Input, @builtin(front_facing) front: bool) -> @location(0) vec4<f32> {
            let texel = look(image, state, in.uv);
            return vec4<f32>(texel.xy, in.position.x, select(1.0, 2.0, front));
        }";
    let shader = shader(Stage::Fragment, text);
    // Texel (1, 2) of pattern 0 is (32 + 8, 64 + 4) / 255.
    let found = output(&shader, &[], &[("uv", &[0.1875, 0.3125])]);
    let wanted = [80.0 / 255.0, 136.0 / 255.0, 10.5, 1.0];
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
    }
}

#[test]
fn variables_are_zero_until_written() {
    let text = "
        var<private> total: vec2<f32>;
        var<private> start: f32 = 3.0;
        fn add(p: ptr<function, f32>, x: f32) { *p += x; total.y += 1.0; }
        fn once() -> f32 { var own: f32; own += 1.0; return own; }
        @fragment fn main() -> @location(0) vec4<f32> {
            var sum = start;
            for (var i = 0; i < 4; i++) {
                var fresh: f32;
                fresh += 1.0;
                if (i == 2) { continue; }
                add(&sum, fresh);
            }
            var n = 0u;
            loop {
                n += 1u;
                continuing { total.x += 0.5; break if n >= 3u; }
            }
            return vec4<f32>(sum, total, once() + once());
        }";
    assert_eq!(color(text, &[]), [6.0, 1.5, 3.0, 2.0]);
}

#[test]
fn arithmetic_is_that_of_wgsl() {
    let text = "
        struct U { x: f32, i: i32, n: u32 };
        @group(0) @binding(0) var<uniform> u: U;
        const table = array<f32, 3>(1.0, 10.0, 100.0);
        @fragment fn main() -> @location(0) vec4<f32> {
            let remainder = -u.x % 2.0;
            let shifted = (u.n << 3u) | 1u;
            var nested: array<array<f32, 2>, 2>;
            nested[1][u.i] = 7.0;
            let steps = u.i / 2 + u.i % 2;
            let both = (u.x > 1.0) & (u.i == 1);
            switch (u.n) { case 1u, 5u: { return vec4<f32>(remainder, f32(shifted), nested[1][1], table[u.i]); } default: {} }
            return vec4<f32>(f32(steps), f32(both), saturate(u.x), fma(u.x, 2.0, 1.0));
        }";
    let run = |n: f32| color(text, &[("u.x", &[5.5]), ("u.i", &[1.0]), ("u.n", &[n])]);
    assert_eq!(run(5.0), [-1.5, 41.0, 7.0, 10.0]);
    assert_eq!(run(6.0), [1.0, 1.0, 1.0, 12.0]);
}

#[test]
fn wgsl_and_essl_give_the_same_operations() {
    let wgsl = "@group(0) @binding(0) var<uniform> tint: vec4<f32>;
        @fragment fn main(@location(0) v: vec4<f32>) -> @location(0) vec4<f32> {
            return mix(v, tint, 0.5) * dot(v.xyz, tint.zyx);
        }";
    let essl = "#version 300 es
        precision highp float; uniform vec4 tint; in vec4 v; layout(location = 0) out vec4 color;
        void main() { color = mix(v, tint, 0.5) * dot(v.xyz, tint.zyx); }";
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("test.wgsl", essl));
    let shader_of_essl = compile(&mut Request {
        sources: &mut sources,
        file,
        stage: Some(Stage::Fragment),
        options: &Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut Diagnostics::new(),
        includes: &mut Vec::new(),
    });
    let wgsl = shader(Stage::Fragment, wgsl).to_string();
    assert_eq!(Some(wgsl), shader_of_essl.map(|shader| shader.to_string()));
}

#[test]
fn what_no_target_has_is_refused_by_name() {
    let fragment = "@fragment fn main() -> @location(0) vec4<f32>";
    for (declarations, body, words) in [
        (
            "@group(0) @binding(0) var<storage> s: array<f32>;",
            "return vec4<f32>(s[0]);",
            "a storage buffer",
        ),
        (
            "@group(0) @binding(0) var t: texture_3d<f32>; @group(0) @binding(1) var s: sampler;",
            "return textureSample(t, s, vec3<f32>(0.0));",
            "a three-dimensional texture",
        ),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>;",
            "return textureLoad(t, vec2<i32>(0), 0);",
            "`textureLoad`",
        ),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>;",
            "return vec4<f32>(f32(textureDimensions(t).x));",
            "a question about a texture",
        ),
        (
            "",
            "return vec4<f32>(bitcast<f32>(1i + i32(dpdx(1.0))));",
            "`bitcast`",
        ),
        (
            "override o: f32 = 1.0;",
            "return vec4<f32>(o);",
            "the pipeline constant `o`",
        ),
        (
            "@group(0) @binding(0) var<uniform> u: u32;",
            "return vec4<f32>(f32(countOneBits(u)));",
            "`countOneBits`",
        ),
    ] {
        let text = format!("{declarations}\n{fragment} {{ {body} }}");
        let (shader, diagnostics, _) = taken(Some(Stage::Fragment), &text);
        assert!(shader.is_none(), "{text}");
        let messages: Vec<String> = diagnostics.iter().map(|row| row.message.clone()).collect();
        assert!(
            messages.len() == 1 && messages[0].contains(words),
            "{words}: {diagnostics:#?}"
        );
        assert_eq!(
            diagnostics.iter().next().map(|row| row.code.id),
            Some("E0146"),
            "{words}"
        );
    }
}

#[test]
fn errors_point_at_the_source() {
    for (text, code, place) in [
        (
            "@fragment fn main() -> @location(0) vec4<f32> { return nothing; }",
            "E0105",
            "nothing",
        ),
        (
            "@fragment fn main() -> @location(0) vec4<f32> { return 1.0 }",
            "E0105",
            "}",
        ),
        (
            "@vertex fn a() -> @builtin(position) vec4<f32> { return vec4<f32>(); }",
            "E0106",
            "",
        ),
        ("@fragment fn a() {} @fragment fn b() {}", "E0106", ""),
    ] {
        let (shader, diagnostics, sources) = taken(Some(Stage::Fragment), text);
        assert!(shader.is_none(), "{text}");
        let first = diagnostics.iter().next().expect("a message");
        assert_eq!(first.code.id, code, "{diagnostics:#?}");
        let primary = first.primary.as_ref().expect("a place");
        assert_eq!(sources.text(primary.span), place, "{diagnostics:#?}");
    }
}

#[test]
fn one_entry_point_is_chosen() {
    let two = "@vertex fn v() -> @builtin(position) vec4<f32> { return vec4<f32>(1.0); }
        @fragment fn f() -> @location(0) vec4<f32> { return vec4<f32>(0.5); }
        @fragment fn main() -> @location(0) vec4<f32> { return vec4<f32>(0.25); }";
    assert_eq!(output(&shader(Stage::Fragment, two), &[], &[]), [0.25; 4]);
    assert_eq!(output(&shader(Stage::Vertex, two), &[], &[]), [1.0; 4]);
    let (only, ..) = taken(
        None,
        "@fragment fn f() -> @location(0) vec4<f32> { return vec4<f32>(0.5); }",
    );
    assert_eq!(only.map(|shader| shader.stage), Some(Stage::Fragment));
}

#[test]
fn hostile_sources_end_in_a_message() {
    let deep = |open: &str, close: &str| {
        format!(
            "@fragment fn main() -> @location(0) vec4<f32> {{ return vec4<f32>({}1.0{}); }}",
            open.repeat(50_000),
            close.repeat(50_000)
        )
    };
    for text in [
        deep("(", ")"),
        deep("-", ""),
        deep("1.0 + ", ""),
        deep("sin(", ")"),
        "@fragment fn main() { ".to_owned() + &"{".repeat(50_000),
        "\u{feff}@fragment fn main(".to_owned(),
        "var<private> x: array<f32, 2147483647>; @fragment fn main() { x[0] = 1.0; }".to_owned(),
        "\0\u{1}é".to_owned(),
        String::new(),
    ] {
        let (shader, diagnostics, _) = taken(Some(Stage::Fragment), &text);
        let bug = diagnostics.iter().any(|row| row.code.id == "E0000");
        assert!(!bug, "{diagnostics:#?}");
        assert!(shader.is_some() || diagnostics.has_errors());
    }
}
