//! Shaders in other languages, read again: random programs, and what their texts must hold.

use crate::translated;
use retroshade::translate::{
    GlslVersion, Language, Options, Position, Translated, Translator, translate_lifted,
};
use retroshade::{
    Compiler, LanguageOptions, LiftOptions, Semantics, Source, Stage, find_target, lift,
};
use retroshade_ir::ClipDepth;
use retroshade_ir::generate::{Knobs, sample};
use retroshade_ir::text::print;

/// Translates random programs of many seeds, and compares what they compute.
fn check_random(seeds: std::ops::Range<u64>, operations: u32) {
    for seed in seeds {
        let knobs = Knobs {
            operations,
            bits: seed % 2 == 0,
            ..Knobs::default()
        };
        let sample = sample(seed, &knobs);
        let source = Source {
            name: "random.ir".to_owned(),
            text: print(&sample.shader),
            stage: Some(sample.shader.stage),
            language: retroshade::Language::Ir,
        };
        let language = LanguageOptions::default();
        let result = translated::check(&language, &source, &sample.shader, Some(&sample.inputs));
        if let Err(fault) = result {
            panic!(
                "seed {seed}: {}\n{}",
                fault.message().unwrap_or_default(),
                source.text
            );
        }
    }
}

#[test]
fn random_programs_keep_their_meaning() {
    check_random(0..40, 60);
}

#[test]
#[ignore = "takes minutes; run it optimised, after changes of the translator"]
fn many_random_programs_keep_their_meaning() {
    check_random(0..4000, 60);
    check_random(4000..4500, 300);
}

/// A translation of a source that has one.
fn translated_with(target: Language, options: Options, stage: Stage, text: &str) -> Translated {
    let translator = Translator {
        options,
        ..Translator::new(target)
    };
    let compilation = translator.translate(&Source::new("a", stage, text));
    let said = format!("{:?}", compilation.diagnostics);
    compilation.result.expect(&said)
}

fn translated(target: Language, stage: Stage, text: &str) -> Translated {
    translated_with(target, Options::default(), stage, text)
}

fn text(translated: &Translated) -> String {
    String::from_utf8(translated.bytes.clone()).expect("a text")
}

/// The codes of a source that is refused.
fn codes(target: Language, stage: Stage, text: &str) -> Vec<&'static str> {
    let compilation = Translator::new(target).translate(&Source::new("a", stage, text));
    assert!(compilation.result.is_none());
    let all: Vec<_> = compilation.diagnostics.iter().collect();
    assert!(all.iter().all(|one| one.primary.is_some()), "{all:?}");
    all.iter().map(|one| one.code.id).collect()
}

#[test]
fn uniforms_lie_as_std140_lays_them() {
    // Offsets of OpenGL's specification, section 7.6.2.2.
    let source = "struct Light { vec3 at; float power; mat2 turn; };
        uniform float a; uniform vec2 b; uniform vec3 c; uniform float d; uniform float e[2]; uniform mat2 f;
        uniform mat3 g; uniform bool h; uniform bvec3 i; uniform vec3 j[2]; uniform int k; uniform mat4 l[2];
        uniform Light m; uniform ivec2 n;
        void main() { gl_Position = vec4(c, a); }";
    let wanted = [
        ("a", 0, 4),
        ("b", 8, 8),
        ("c", 16, 12),
        ("d", 28, 4),
        ("e", 32, 32),
        ("f", 64, 32),
        ("g", 96, 48),
        ("h", 144, 4),
        ("i", 160, 12),
        ("j", 176, 32),
        ("k", 208, 4),
        ("l", 224, 128),
        ("m_at", 352, 12),
        ("m_power", 364, 4),
        ("m_turn", 368, 32),
        ("n", 400, 8),
    ];
    let block = translated(Language::Wgsl, Stage::Vertex, source)
        .interface
        .block;
    let members = block.members.iter();
    let found: Vec<_> = members
        .map(|member| (member.name.as_str(), member.offset, member.size))
        .collect();
    assert_eq!(found, wanted);
    assert_eq!(block.size, 416);
    let used = block.members.iter().filter(|member| member.used);
    let used: Vec<_> = used.map(|member| member.name.as_str()).collect();
    assert_eq!(used, ["a", "c"]);
}

#[test]
fn stages_that_are_translated_apart_meet() {
    let vertex = "attribute vec4 a; attribute mat3 b; attribute vec2 c;
        varying vec2 vZ; varying mat2 vM; varying float vA[2];
        void main() { gl_Position = a; vZ = c; vM = mat2(b); vA[0] = 1.0; vA[1] = 2.0; }";
    let fragment = "precision mediump float; varying float vA[2]; varying vec2 vZ; varying mat2 vM;
        void main() { gl_FragColor = vec4(vM * vZ, vA[1], vA[0]); }";
    for target in Language::ALL {
        let vertex = translated(target, Stage::Vertex, vertex).interface;
        let fragment = translated(target, Stage::Fragment, fragment).interface;
        let places = |list: &[retroshade::translate::Located]| -> Vec<(String, Option<u32>)> {
            let all = list.iter();
            let named = all.map(|one| (one.variable.name.clone(), one.location));
            let mut named: Vec<_> = named.filter(|(name, _)| name.starts_with('v')).collect();
            named.sort();
            named
        };
        let wanted = [("vA", 0), ("vM", 2), ("vZ", 4)];
        let wanted = wanted.map(|(name, place)| (name.to_owned(), Some(place)));
        assert_eq!(places(&vertex.outputs), wanted, "{}", target.name());
        assert_eq!(places(&fragment.inputs), wanted, "{}", target.name());
        let attributes: Vec<_> = vertex.inputs.iter().map(|one| one.location).collect();
        assert_eq!(attributes, [Some(0), Some(1), Some(4)]);
        assert_eq!((vertex.group, fragment.group), (0, 1));
    }
}

#[test]
fn locations_of_the_source_are_kept_and_others_go_round_them() {
    let source = "#version 300 es
        layout(location = 1) in vec4 a; in mat2 b; in vec2 c; out vec4 vA;
        void main() { gl_Position = a; vA = vec4(b * c, c); }";
    let interface = translated(Language::Wgsl, Stage::Vertex, source).interface;
    let found: Vec<_> = interface.inputs.iter().map(|one| one.location).collect();
    assert_eq!(found, [Some(1), Some(2), Some(0)]);
}

#[test]
fn a_partner_that_declares_more_decides_as_well() {
    let vertex = Source::new(
        "a.vert",
        Stage::Vertex,
        "attribute vec4 a; varying vec4 vA; varying vec4 vB; void main() { gl_Position = vA = vB = a; }",
    );
    let fragment = Source::new(
        "a.frag",
        Stage::Fragment,
        "precision mediump float; varying vec4 vB; void main() { gl_FragColor = vB; }",
    );
    let translator = Translator::new(Language::Wgsl);
    let alone = translator.translate(&fragment).result.unwrap();
    assert_eq!(alone.interface.inputs[0].location, Some(0));
    let paired = translator
        .translate_pair(&fragment, &vertex)
        .result
        .unwrap();
    assert_eq!(paired.fragment.interface.inputs[0].location, Some(1));
    let written = &paired.vertex.interface.outputs;
    let written: Vec<_> = written.iter().map(|one| one.location).collect();
    assert_eq!(written, [Some(0), Some(1), None]);
    let other = Source::new(
        "b.frag",
        Stage::Fragment,
        "precision mediump float; varying vec2 vB; void main() { gl_FragColor = vB.xyxy; }",
    );
    let refused = translator.translate_pair(&vertex, &other);
    let code = refused.diagnostics.iter().next().unwrap().code.id;
    assert!(code.starts_with("E07"), "{code}");
}

#[test]
fn positions_are_those_of_the_machine() {
    let source = "attribute vec4 a; void main() { gl_Position = a; }";
    let line = |target, options: Options| {
        let made = translated_with(target, options, Stage::Vertex, source);
        let text = text(&made);
        let line = text
            .lines()
            .find(|line| line.contains("vec4<f32>(a.x") || line.contains("Output(a"));
        (line.unwrap_or_default().trim().to_owned(), made.interface)
    };
    let (native, interface) = line(Language::Wgsl, Options::default());
    assert_eq!(
        native,
        "return VertexOutput(vec4<f32>(a.xy, ((a.z + a.w) * 0.5f), a.w));"
    );
    assert_eq!(
        (interface.clip_depth, interface.invert_y),
        (ClipDepth::ZeroToW, false)
    );
    let clip = Options {
        position: Position::AsWritten,
        ..Options::default()
    };
    let (clip, interface) = line(Language::Wgsl, clip);
    assert_eq!(clip, "return VertexOutput(a);");
    assert_eq!(interface.clip_depth, ClipDepth::MinusWToW);
    let inverted = Options {
        invert_y: true,
        position: Position::AsWritten,
        ..Options::default()
    };
    let (inverted, interface) = line(Language::Wgsl, inverted);
    assert_eq!(
        inverted,
        "return VertexOutput(vec4<f32>(a.x, -(a.y), a.zw));"
    );
    assert!(interface.invert_y);
    // In Vulkan y goes down: twice negated is as written.
    let upright = Options {
        invert_y: true,
        ..Options::default()
    };
    for (options, inverts) in [(Options::default(), true), (upright, false)] {
        let made = translated_with(Language::SpirV, options, Stage::Vertex, source);
        assert_eq!(made.interface.invert_y, inverts);
    }
}

#[test]
fn direct3d_hands_on_w_where_gl_has_its_reciprocal() {
    let source = "precision highp float; void main() { gl_FragColor = gl_FragCoord; }";
    let hlsl = text(&translated(Language::Hlsl, Stage::Fragment, source));
    assert!(hlsl.contains("(1.0 / FragCoord.w)"), "{hlsl}");
    let wgsl = text(&translated(Language::Wgsl, Stage::Fragment, source));
    assert!(wgsl.contains("FragmentOutput(FragCoord)"), "{wgsl}");
}

#[test]
fn what_a_language_has_no_words_for_is_refused_where_it_is_used() {
    let place =
        "precision mediump float; void main() { gl_FragColor = vec4(gl_PointCoord, 0.0, 1.0); }";
    let below = "#extension GL_ARM_shader_framebuffer_fetch : enable
        precision mediump float; void main() { gl_FragColor = gl_LastFragColorARM; }";
    for target in Language::ALL {
        assert_eq!(codes(target, Stage::Fragment, below), ["E0306"]);
        if matches!(target, Language::Wgsl | Language::Hlsl) {
            assert_eq!(codes(target, Stage::Fragment, place), ["E0306"]);
        } else {
            translated(target, Stage::Fragment, place);
        }
    }
}

#[test]
fn numbers_that_no_literal_says_are_bits_in_a_variable() {
    let source = "shader fragment \"a\"\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {\n  \
                  %0:f4 = const (inf, -inf, 0.0, 1.0)\n  yield %0\n}\n";
    let source = Source {
        name: "a.ir".to_owned(),
        text: source.to_owned(),
        stage: None,
        language: retroshade::Language::Ir,
    };
    let made = Translator::new(Language::Wgsl).translate(&source);
    let said = format!("{:?}", made.diagnostics);
    let text = text(&made.result.expect(&said));
    assert!(text.contains("u32 = 2139095040u;"), "{text}");
    assert!(text.contains("bitcast<f32>"), "{text}");
}

#[test]
fn every_version_of_glsl_is_written() {
    let source = "precision mediump float; uniform sampler2D s; varying vec2 v; uniform vec4 u[2];
        void main() { gl_FragColor = texture2D(s, v) * u[1]; }";
    for version in GlslVersion::ALL {
        let options = Options {
            glsl: version,
            ..Options::default()
        };
        let made = translated_with(Language::Glsl, options, Stage::Fragment, source);
        let text = text(&made);
        let number = version.name();
        let first = text.lines().next().unwrap();
        assert!(
            first.starts_with(&format!("#version {}", number.trim_end_matches("es"))),
            "{first}"
        );
        assert_eq!(first.ends_with(" es"), number.ends_with("es"), "{first}");
        let block = made.interface.glsl_block.unwrap();
        assert!(text.contains(&format!("uniform {block} {{")), "{text}");
        let sampler = made.interface.textures[0].glsl_name.clone().unwrap();
        assert!(text.contains(&format!("sampler2D {sampler};")), "{text}");
    }
}

#[test]
fn a_lifted_position_is_brought_from_the_range_of_its_machine() {
    let source = "attribute vec4 a; void main() { gl_Position = a; }";
    let depth = |target: &str| {
        let compiler = Compiler::new(find_target(target).unwrap());
        let compiled = compiler
            .compile(&Source::new("a", Stage::Vertex, source))
            .result
            .unwrap();
        let lifted = lift(
            compiled.as_binary(),
            &compiled.reflection,
            &Default::default(),
        )
        .unwrap();
        let made = translate_lifted(&lifted, Language::Wgsl, &Options::default()).unwrap();
        (text(&made).contains("0.5f"), made.interface.clip_depth)
    };
    // Flash clips as WebGPU does; the 3DS from -w to 0, which is no half of anything.
    assert_eq!(depth("agal1"), (false, ClipDepth::ZeroToW));
    assert_eq!(depth("pica200").1, ClipDepth::ZeroToW);
    // The Xbox has a place on the screen.
    assert_eq!(depth("nv2a"), (false, ClipDepth::MinusWToW));
}

#[test]
fn the_arithmetic_of_a_machine_is_called() {
    let text_of_program = "MUL r0, v0, c[0];\nMAX oPos, r0, v1;\n";
    let target = find_target("nv2a").unwrap();
    let compiled = target
        .assemble(
            retroshade::diagnostics::FileId(0),
            text_of_program,
            Some(Stage::Vertex),
            &Default::default(),
        )
        .unwrap();
    let binary = compiled.as_binary();
    let record = target.read(binary).unwrap().interface().unwrap();
    let exact = LiftOptions {
        semantics: Semantics::Exact,
        ..LiftOptions::default()
    };
    let lifted = lift(binary, &record, &exact).unwrap();
    for language in Language::ALL {
        let made = translate_lifted(&lifted, language, &Options::default()).unwrap();
        if language == Language::SpirV {
            continue;
        }
        let said = text(&made);
        // Written once for scalars and once for vectors, of which all lanes call the first.
        let calls = said.matches("nv_mul(").count();
        assert_eq!(calls, 1 + 4, "{said}");
        assert!(said.contains("nv_max_1("), "{said}");
    }
}
