//! Pairs for machines whose fragment stage is a set of registers: both halves in the simulators, where what the
//! vertex program leaves in the registers is all that the fragment stage gets.

use super::harness::{done, linker, rendered};
use retroshade::link::Pair;
use retroshade::{Binary, LanguageOptions, Source, find_target};
use retroshade_ir::run::{InputData, RunInputs, UniformData};
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use retroshade_ir::{SamplerKind, Shader, Stage, eval};
use retroshade_kit::machine;

const SAMPLES: usize = 16;
const TARGETS: [&str; 2] = ["pica200", "nv2a"];

/// Coordinates are moved, turned and scaled by uniforms; a varying is not read.
const SCROLL: [&str; 2] = [
    "attribute vec4 aPosition;
     attribute vec2 aUv;
     attribute vec4 aColor;
     uniform mat4 uMvp;
     varying vec2 vUv;
     varying vec2 vUnread;
     varying vec4 vTint;
     void main() { gl_Position = uMvp * aPosition; vUv = aUv; vUnread = aUv * 2.0; vTint = aColor; }",
    "precision mediump float;
     varying vec2 vUv;
     varying vec4 vTint;
     uniform sampler2D uMap, uDetail;
     uniform float uTime;
     uniform vec2 uScroll;
     uniform vec4 uFade;
     void main() {
         mat2 turn = mat2(cos(uTime), sin(uTime), -sin(uTime), cos(uTime));
         vec4 map = texture2D(uMap, vUv + uScroll * uTime);
         vec4 detail = texture2D(uDetail, turn * (vUv - 0.5) + 0.5);
         gl_FragColor = vec4(mix(map.rgb * detail.rgb, uFade.rgb, uFade.a), map.a * vTint.a);
     }",
];

/// Two varyings in one register, parts of one in two registers, a sum of two as coordinate.
const PARTS: [&str; 2] = [
    "attribute vec4 aPosition;
     attribute vec4 aUvs;
     attribute vec4 aColor;
     varying vec4 vUvs;
     varying vec3 vTint;
     varying float vFade;
     void main() { gl_Position = aPosition; vUvs = aUvs; vTint = aColor.rgb; vFade = aColor.a; }",
    "precision mediump float;
     varying vec4 vUvs;
     varying vec3 vTint;
     varying float vFade;
     uniform sampler2D uOne, uTwo;
     uniform vec2 uSize[2];
     void main() {
         vec4 one = texture2D(uOne, vUvs.xy);
         vec4 two = texture2D(uTwo, vUvs.zw / uSize[1] - vUvs.xy);
         gl_FragColor = vec4(one.rgb * vTint, two.a * vFade);
     }",
];

/// A projected texture with a moved divisor, and an alpha test.
const PROJECTED: [&str; 2] = [
    "attribute vec4 aPosition;
     attribute vec3 aUvq;
     attribute vec4 aColor;
     varying vec3 vUvq;
     varying vec4 vTint;
     void main() { gl_Position = aPosition; vUvq = aUvq; vTint = aColor; }",
    "precision mediump float;
     varying vec3 vUvq;
     varying vec4 vTint;
     uniform sampler2D uMap;
     uniform float uBias;
     void main() {
         vec4 map = texture2DProj(uMap, vec3(vUvq.xy, vUvq.z + uBias));
         vec4 color = map * vTint;
         if (color.a < 0.25) discard;
         gl_FragColor = color;
     }",
];

/// Fog on the Xbox: the vertex program writes the factor.
const FOGGY: [&str; 2] = [
    "attribute vec4 aPosition;
     attribute vec2 aUv;
     uniform vec2 uRange;
     varying vec2 vUv;
     varying float vClear;
     void main() { gl_Position = aPosition; vUv = aUv; vClear = (uRange.y - aPosition.z) * 2.0 + uRange.x; }",
    "#pragma retroshade bind vClear fog
     precision mediump float;
     varying vec2 vUv;
     varying float vClear;
     uniform sampler2D uMap;
     uniform vec3 uFog;
     void main() {
         vec4 map = texture2D(uMap, vUv);
         gl_FragColor = vec4(mix(uFog, map.rgb, clamp(vClear, 0.0, 1.0)), map.a);
     }",
];

fn sources(pair: [&str; 2]) -> [Source; 2] {
    [
        Source::new("pair.vert", Stage::Vertex, pair[0]),
        Source::new("pair.frag", Stage::Fragment, pair[1]),
    ]
}

/// Numbers in [0.05, 1], not alike.
fn number(seed: usize) -> f32 {
    ((seed * 37 + 11) % 96) as f32 / 100.0 + 0.05
}

fn data(shaders: [&Shader; 2]) -> RunInputs {
    let mut inputs = RunInputs {
        sample_count: Some(SAMPLES),
        ..RunInputs::default()
    };
    for (number_of, shader) in shaders.into_iter().enumerate() {
        for variable in shader.interface.uniforms.values() {
            let shape = variable.shape;
            let lanes = usize::from(shape.columns) * usize::from(shape.rows);
            let lanes = lanes * shape.elements() as usize;
            let data = UniformData {
                shape: None,
                value: (0..lanes).map(|lane| number(lane + number_of)).collect(),
            };
            inputs.uniforms.insert(variable.name.clone(), data);
        }
        for (number, sampler) in (0..).zip(shader.interface.samplers.values()) {
            assert_eq!(sampler.kind, SamplerKind::D2);
            let texture = TextureData {
                kind: TextureKind::D2,
                filter: Filter::Linear,
                wrap: Wrap::Repeat,
                mipmap: Mipmap::None,
                source: TextureSource::Pattern(number),
            };
            inputs.textures.insert(sampler.name.clone(), texture);
        }
    }
    for (place, variable) in shaders[0].interface.inputs.values().enumerate() {
        let row = |sample: usize| {
            let lanes = 0..usize::from(variable.shape.rows);
            lanes
                .map(|lane| number(place * 5 + sample * 7 + lane * 3))
                .collect()
        };
        let data = InputData {
            shape: None,
            values: (0..SAMPLES).map(row).collect(),
        };
        inputs.attributes.insert(variable.name.clone(), data);
    }
    inputs
}

/// What the vertex half wrote as varyings of the fragment half, by the same names.
fn handed(inputs: &RunInputs, outputs: &retroshade_ir::run::RunOutputs) -> RunInputs {
    let mut next = RunInputs {
        attributes: Default::default(),
        ..inputs.clone()
    };
    for (name, values) in &outputs.outputs {
        let data = InputData {
            shape: None,
            values: values.clone(),
        };
        next.varyings.insert(name.clone(), data);
    }
    next
}

fn program(compiled: &retroshade::Compiled, stage: Stage) -> Binary<'_> {
    Binary {
        stage: Some(stage),
        ..compiled.as_binary()
    }
}

/// Links and runs both halves; the colours are as near to the interpreter's as the record says.
#[track_caller]
pub(super) fn agrees(target: &str, pair: [&str; 2]) -> Pair {
    let [vertex, fragment] = sources(pair);
    let shaders = [&vertex, &fragment].map(|one| done(LanguageOptions::default().lower(one)));
    let inputs = data([&shaders[0], &shaders[1]]);
    let between = eval::run(&shaders[0], &inputs).unwrap();
    let wanted = eval::run(&shaders[1], &handed(&inputs, &between)).unwrap();

    let linked = done(linker(target).link(&vertex, &fragment));
    let chip = find_target(target).unwrap();
    let first = &linked.vertex;
    let mut between = machine::run(
        chip,
        program(first, Stage::Vertex),
        &first.reflection,
        &inputs,
    )
    .unwrap_or_else(|errors| panic!("{target}: {errors:?}"));
    for output in &first.reflection.outputs {
        let rows = between.outputs.get_mut(&output.name);
        for value in rows.into_iter().flatten().flatten() {
            *value = chip.interpolated(output, *value);
        }
    }
    let second = &linked.fragment;
    let found = machine::run(
        chip,
        program(second, Stage::Fragment),
        &second.reflection,
        &handed(&inputs, &between),
    )
    .unwrap_or_else(|errors| panic!("{target}: {errors:?}"));
    // Coordinates differ in their last bits, textures hardly for that.
    let limit = second.reflection.max_error.unwrap() + 0.3;
    let mut compared = 0;
    for sample in 0..SAMPLES {
        let gone = |run: &retroshade_ir::run::RunOutputs| {
            run.discarded.as_ref().is_some_and(|gone| gone[sample])
        };
        assert_eq!(gone(&wanted), gone(&found), "{target}: sample {sample}");
        if gone(&wanted) {
            continue;
        }
        let rows = [&wanted, &found].map(|run| &run.outputs["gl_FragColor"][sample]);
        for (wanted, found) in rows[0].iter().zip(rows[1]) {
            let difference = f64::from((wanted.clamp(0.0, 1.0) - found).abs()) * 255.0;
            assert!(
                difference <= limit,
                "{target}: sample {sample}: {difference:.2} of {limit:.2}\n{}\n{}",
                linked.vertex.assembly,
                linked.fragment.assembly
            );
            compared += 1;
        }
    }
    assert!(compared > SAMPLES, "{target}: nearly all is discarded");
    linked
}

#[test]
fn coordinates_move_into_the_vertex_program() {
    for target in TARGETS {
        let pair = agrees(target, SCROLL);
        assert_eq!(pair.dropped, ["vUnread"]);
        let computed = |one: &&retroshade::link::Varying| one.expression.is_some();
        assert_eq!(pair.varyings.iter().filter(computed).count(), 2, "{target}");
        // The uniforms of coordinates belong to the vertex program, those of colours to the other.
        let names = |program: &retroshade::Compiled| {
            let uniforms = program.reflection.uniforms.iter();
            uniforms.map(|one| one.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&pair.vertex), ["uMvp", "uTime", "uScroll"]);
        assert_eq!(names(&pair.fragment), ["uFade"]);
    }
}

#[test]
fn parts_of_varyings_lie_where_the_units_read_them() {
    for target in TARGETS {
        let pair = agrees(target, PARTS);
        let of = |name: &str| {
            let mut list = pair.varyings.iter();
            let one = list.find(|one| one.name == name).unwrap();
            (one.part.clone(), one.components.clone())
        };
        assert_eq!(of("vUvs"), (Some("xy".into()), "xy".into()), "{target}");
        assert_eq!(of("vTint"), (None, "xyz".into()), "{target}");
        assert_eq!(of("vFade"), (None, "w".into()), "{target}");
    }
}

#[test]
fn projected_lookups_and_the_alpha_test_come_through() {
    for target in TARGETS {
        agrees(target, PROJECTED);
    }
}

#[test]
fn the_factor_of_the_fog_goes_through_ofog() {
    for name in ["fog", "oFog"] {
        let fragment = FOGGY[1].replace("bind vClear fog", &format!("bind vClear {name}"));
        let pair = agrees("nv2a", [FOGGY[0], &fragment]);
        let one = &pair.varyings[1];
        assert_eq!((&*one.name, &*one.vertex_register), ("vClear", "oFog"));
        assert!(
            pair.vertex.assembly.contains("oFog"),
            "{}",
            pair.vertex.assembly
        );
        // A program writes oFog whether or not its source says where.
        let bound = format!("#pragma retroshade bind vClear oFog\n{}", FOGGY[0]);
        let plain = fragment.replace("#pragma retroshade bind vClear fog", "");
        let again = agrees(
            "nv2a",
            [
                &bound,
                &plain.replace("#pragma retroshade bind vClear oFog", ""),
            ],
        );
        assert_eq!(again.fragment.binary, pair.fragment.binary);
    }
}

/// The message about a pair that cannot be.
fn refused(target: &str, pair: [&str; 2]) -> String {
    let [vertex, fragment] = sources(pair);
    let compilation = linker(target).link(&vertex, &fragment);
    assert!(compilation.result.is_none(), "{target} links it");
    rendered(&compilation.sources, &compilation.diagnostics)
}

#[test]
fn what_interpolation_does_not_keep_is_refused_at_its_place() {
    let square = PARTS[1].replace("vUvs.zw / uSize[1] - vUvs.xy", "vUvs.zw * vUvs.xy");
    let alone = Source::new("alone.frag", Stage::Fragment, SCROLL[1]);
    for target in TARGETS {
        let text = refused(target, [PARTS[0], &square]);
        assert!(text.contains("computes no texture coordinates"), "{text}");
        assert!(text.contains("vUvs.zw * vUvs.xy"), "{text}");
        // By itself a fragment shader has nobody who would compute a coordinate.
        let alone = linker(target).compiler.compile(&alone);
        let text = rendered(&alone.sources, &alone.diagnostics);
        assert!(text.contains("retroshade link"), "{text}");
    }
}

#[test]
fn flat_varyings_and_given_inputs() {
    let flat = [
        "#version 300 es\nin vec4 p; flat out vec4 c; void main() { gl_Position = p; c = p; }",
        "#version 300 es\nprecision mediump float; flat in vec4 c; out vec4 o; void main() { o = c; }",
    ];
    let lit = "#pragma retroshade bind vLight light0
        precision mediump float;
        varying vec4 vLight;
        varying vec4 vTint;
        void main() { gl_FragColor = vLight * vTint; }";
    for target in TARGETS {
        let text = refused(target, flat);
        assert!(text.contains("E0707"), "{text}");
    }
    let [vertex, _] = sources(PARTS);
    let fragment = Source::new(
        "lit.frag",
        Stage::Fragment,
        lit.replace("varying vec4 vTint", "varying vec3 vTint")
            .replace("* vTint", "* vec4(vTint, 1.0)"),
    );
    // The lighting unit of the 3DS gives it; on the Xbox nobody does.
    let pair = done(linker("pica200").link(&vertex, &fragment));
    assert!(
        pair.fragment.assembly.contains("light0"),
        "{}",
        pair.fragment.assembly
    );
    let compilation = linker("nv2a").link(&vertex, &fragment);
    let text = rendered(&compilation.sources, &compilation.diagnostics);
    assert!(text.contains("E0701"), "{text}");
}
