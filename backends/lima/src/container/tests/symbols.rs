//! Symbols of a record, and the record of symbols.

use super::*;

/// The type of a uniform, the type and components in its record, and how far it is from one column to the next and
/// from one element to the next in a vertex and in a fragment program.
type Type = (&'static str, Kind, u16, [u16; 2], [u16; 2]);

#[rustfmt::skip] // A row is a line.
const TYPES: &[Type] = &[
    ("float", Kind::Float, 1, [4, 4], [1, 1]),
    ("vec2", Kind::Float, 2, [4, 4], [2, 2]),
    ("vec3", Kind::Float, 3, [4, 4], [4, 4]),
    ("vec4", Kind::Float, 4, [4, 4], [4, 4]),
    ("int", Kind::Int, 1, [4, 4], [1, 1]),
    ("ivec3", Kind::Int, 3, [4, 4], [4, 4]),
    ("bool", Kind::Bool, 1, [4, 4], [1, 1]),
    ("bvec2", Kind::Bool, 2, [4, 4], [2, 2]),
    ("mat2", Kind::Matrix, 2, [4, 8], [4, 8]),
    ("mat3", Kind::Matrix, 3, [4, 12], [4, 12]),
    ("mat4", Kind::Matrix, 4, [4, 16], [4, 16]),
];

#[test]
fn types_are_those_of_the_language() {
    for (ty, kind, components, vertex, fragment) in TYPES {
        for (stage, sizes) in [("vertex", vertex), ("fragment", fragment)] {
            let mut record = Reflection::new("lima", stage);
            record.uniforms = vec![variable("u", ty, 1, "yz")];
            let symbol = Symbols::of(&record).uniforms.remove(0);
            assert_eq!(
                (symbol.kind, symbol.components),
                (*kind, *components),
                "{ty}"
            );
            assert_eq!([symbol.column, symbol.stride], *sizes, "{ty} {stage}");
            assert_eq!((symbol.entries, symbol.offset), (0, 5));
        }
    }
    let samplers = [
        ("sampler2D", Kind::Sampler2d, 2),
        ("samplerCube", Kind::SamplerCube, 3),
        ("samplerExternalOES", Kind::SamplerExternal, 2),
    ];
    for (ty, kind, components) in samplers {
        let mut record = Reflection::new("lima", "fragment");
        record.samplers = vec![Sampler {
            ty: ty.to_owned(),
            array: Some(4),
            index: 2,
            ..Sampler::default()
        }];
        let symbol = Symbols::of(&record).uniforms.remove(0);
        assert_eq!((symbol.kind, symbol.components), (kind, components));
        assert_eq!([symbol.entries, symbol.offset, symbol.stride], [4, 2, 1]);
        let bytes = write_fragment(
            &[0],
            FragmentFacts::default(),
            &Symbols::of(&record),
            Container::Mbs,
        );
        assert_eq!(payloads(&bytes, b"IGRD"), [[1, 0, 0, 0]], "{ty}");
    }
}

#[test]
fn the_size_of_points_comes_first_and_the_position_last() {
    let mut record = Reflection::new("lima", "vertex");
    record.outputs = vec![
        builtin("gl_Position", "vec4", 0, "xyzw", "position"),
        variable("first", "vec2", 1, "xy"),
        builtin("gl_PointSize", "float", 3, "x", "point_size"),
        variable("second", "vec2", 1, "zw"),
        Variable {
            index: None,
            ..variable("nowhere", "vec2", 0, "xy")
        },
    ];
    let symbols = Symbols::of(&record);
    let order = symbols.varyings.iter();
    let order: Vec<_> = order
        .map(|symbol| (symbol.name.as_str(), symbol.offset, symbol.precision))
        .collect();
    let wanted = [
        ("gl_PointSize", 12, Precision::Medium),
        ("first", 4, Precision::High),
        ("second", 6, Precision::High),
        ("gl_Position", 0, Precision::High),
    ];
    assert_eq!(order, wanted);
    record.outputs.clear();
    assert_eq!(Symbols::of(&record), Symbols::default());
}

/// Name, type, register, components and how many registers there are.
type Listed<'a> = (&'a str, &'a str, Option<u32>, &'a str, Option<u32>);

fn listed(variables: &[Variable]) -> Vec<Listed<'_>> {
    variables
        .iter()
        .map(|one| {
            (
                one.name.as_str(),
                one.ty.as_str(),
                one.index,
                one.components.as_deref().unwrap_or_default(),
                one.array,
            )
        })
        .collect()
}

#[test]
fn symbols_tell_the_interface() {
    let contents = |bytes: &[u8]| read(bytes, None, None).unwrap();
    let found = interface(&contents(&vertex()), Stage::Vertex);
    let one = Some(1);
    assert_eq!(
        listed(&found.uniforms),
        [
            ("u_mvp", "vec4", Some(0), "xyzw", Some(4)),
            ("u_scale", "float", Some(4), "zw", one),
            ("u_lights", "vec4", Some(5), "xyzw", Some(3)),
        ]
    );
    assert_eq!(listed(&found.inputs), [("a_uv", "vec2", one, "xyzw", one)]);
    // The size of points, which the program does not write, is no output.
    assert_eq!(
        listed(&found.outputs),
        [("v_uv", "vec2", Some(2), "xyzw", one)]
    );
    let files = [&found.uniforms[0], &found.inputs[0], &found.outputs[0]];
    assert_eq!(
        files.map(|one| one.file.as_deref()),
        ["u", "a", "v"].map(Some)
    );
    let sampler = &found.samplers[0];
    assert_eq!(
        (sampler.name.as_str(), sampler.ty.as_str()),
        ("u_image", "samplerCube")
    );
    assert_eq!((sampler.index, sampler.array), (2, None));
    let literal = &found.constants[0];
    assert_eq!((literal.register.as_str(), literal.index), ("u8", 8));
    assert_eq!(literal.value, [1.0, 0.5, -2.0, 0.0].map(Number));
    assert_eq!((found.samplers.len(), found.constants.len()), (1, 1));
    let found = interface(&contents(&fragment()), Stage::Fragment);
    assert_eq!(listed(&found.inputs), [("a_uv", "vec2", one, "xyzw", one)]);
    assert_eq!(found.inputs[0].file.as_deref(), Some("v"));
    assert_eq!(found.outputs.len(), 1);
    let output = &found.outputs[0];
    assert_eq!(
        (output.name.as_str(), output.index),
        ("gl_FragColor", Some(0))
    );
    assert_eq!(output.file.as_deref(), Some("$"));
    let mut record = record("fragment");
    record.samplers[0].ty = "sampler2D".to_owned();
    record.samplers[0].array = Some(3);
    record.inputs.push(variable("v_w", "vec3", 3, "yzw"));
    let symbols = Symbols::of(&record);
    let found = interface(
        &Contents {
            stage: None,
            words: Vec::new(),
            symbols,
        },
        Stage::Fragment,
    );
    assert_eq!(
        (found.samplers[0].ty.as_str(), found.samplers[0].array),
        ("sampler2D", Some(3))
    );
    assert_eq!(
        listed(&found.inputs)[1],
        ("v_w", "vec3", Some(3), "yzw", one)
    );
}
