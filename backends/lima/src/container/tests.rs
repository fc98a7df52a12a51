use super::*;
use retroshade_kit::random::Random;
use retroshade_kit::reflect::{Constant, Number, Reflection, Sampler, Variable};

mod symbols;

fn variable(name: &str, ty: &str, index: u32, components: &str) -> Variable {
    Variable {
        name: name.to_owned(),
        ty: ty.to_owned(),
        index: Some(index),
        components: Some(components.to_owned()),
        ..Variable::default()
    }
}

/// A record with one thing of each kind.
fn record(stage: &str) -> Reflection {
    let mut record = Reflection::new("lima", stage);
    record.inputs.push(variable("a_uv", "vec2", 1, "xy"));
    record.outputs.push(variable("v_uv", "vec2", 2, "xy"));
    record.uniforms.push(variable("u_mvp", "mat4", 0, "xyzw"));
    record.uniforms.push(variable("u_scale", "float", 4, "z"));
    record.uniforms.push(Variable {
        array: Some(3),
        stride: Some(4),
        ..variable("u_lights", "vec3", 5, "xyz")
    });
    record.samplers.push(Sampler {
        name: "u_image".to_owned(),
        ty: "samplerCube".to_owned(),
        array: None,
        register: None,
        index: 2,
        ..Sampler::default()
    });
    record.constants.push(Constant {
        register: "u8".to_owned(),
        file: "u".to_owned(),
        index: 8,
        value: [1.0, 0.5, -2.0, 0.0].map(Number).to_vec(),
        embedded: false,
        ..Constant::default()
    });
    record
}

fn vertex() -> Vec<u8> {
    let symbols = Symbols::of(&record("vertex"));
    write_vertex(&[1, 2, 3, 4], 0, &symbols, Container::Mbs)
}

fn fragment() -> Vec<u8> {
    let symbols = Symbols::of(&record("fragment"));
    write_fragment(&[5, 6], FragmentFacts::default(), &symbols, Container::Mbs)
}

#[test]
fn both_kinds_read_back() {
    let words = [1, 2, 3, 0xffff_fffe];
    let none = Symbols::default();
    for container in [Container::Mbs, Container::Raw] {
        let bytes = write_vertex(&words, 0, &none, container);
        let contents = read(&bytes, None, None).unwrap();
        assert_eq!(contents.words, words);
    }
    let bytes = write_vertex(&words, 0, &none, Container::Mbs);
    assert_eq!(read(&bytes, None, None).unwrap().stage, Some(Stage::Vertex));
    assert!(read(&bytes, None, Some(Stage::Fragment)).is_err());
}

#[test]
fn symbols_read_back() {
    for (stage, bytes) in [("vertex", vertex()), ("fragment", fragment())] {
        let symbols = read(&bytes, None, None).unwrap().symbols;
        assert_eq!(symbols, Symbols::of(&record(stage)));
        let names: Vec<&str> = symbols.uniforms.iter().map(|s| s.name.as_str()).collect();
        let literal = "?__maligp2_constant_000";
        assert_eq!(names, ["u_mvp", "u_scale", "u_lights", "u_image", literal]);
        let offsets: Vec<u16> = symbols.uniforms.iter().map(|s| s.offset).collect();
        assert_eq!(offsets, [0, 18, 20, 2, 32]);
        assert_eq!(symbols.uniforms[0].kind, Kind::Matrix);
        assert_eq!(symbols.uniforms[2].entries, 3);
        assert_eq!(symbols.uniforms[4].initial[1], 0.5f32.to_bits());
        match stage {
            "vertex" => {
                assert_eq!(symbols.varyings[0].offset, NOWHERE);
                let varying = &symbols.varyings[1];
                assert_eq!((varying.name.as_str(), varying.offset), ("v_uv", 8));
                assert_eq!(symbols.attributes[0].offset, 4);
            }
            _ => {
                let varying = &symbols.varyings[0];
                assert_eq!((varying.name.as_str(), varying.offset), ("a_uv", 4));
                assert!(symbols.attributes.is_empty());
            }
        }
    }
}

/// The payloads of the chunks of a name, in order, wherever they are.
fn payloads<'a>(bytes: &'a [u8], name: &[u8]) -> Vec<&'a [u8]> {
    let starts = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(name));
    starts.map(|at| split(&bytes[at..]).unwrap().1).collect()
}

/// The bytes of a symbol behind its name.
fn record_of<'a>(bytes: &'a [u8], name: &str) -> &'a [u8] {
    let entries = [b"VUNI", b"VATT", b"VVAR"].map(|list| payloads(bytes, list));
    let mut records = entries.into_iter().flatten().filter_map(|entry| {
        let (_, text, rest) = split(entry)?;
        let found = text.split(|byte| *byte == 0).next()? == name.as_bytes();
        found.then_some(rest)
    });
    records
        .next()
        .unwrap_or_else(|| panic!("{name} is not in the file"))
}

fn builtin(name: &str, ty: &str, index: u32, components: &str, builtin: &str) -> Variable {
    Variable {
        builtin: Some(builtin.to_owned()),
        ..variable(name, ty, index, components)
    }
}

/// What Arm's own compiler wrote for the transformation of a position by a matrix and a coordinate that is
/// passed on: 15 instructions, the last attribute loaded by the one with number 13.
#[test]
fn vertex_symbols_are_those_of_arms_compiler() {
    let mut record = Reflection::new("lima", "vertex");
    record.inputs = vec![
        variable("in_position", "vec4", 0, "xyzw"),
        variable("in_coord", "vec2", 1, "xy"),
    ];
    record.outputs = vec![
        builtin("gl_Position", "vec4", 0, "xyzw", "position"),
        variable("coord", "vec2", 1, "xy"),
    ];
    record.uniforms = vec![variable("modelviewprojectionMatrix", "mat4", 0, "xyzw")];
    record.driver_uniforms = vec![Variable {
        array: Some(2),
        stride: Some(4),
        ..variable("gl_mali_ViewportTransform", "vec4", 4, "xyzw")
    }];
    record.constants = vec![Constant {
        register: "u6".to_owned(),
        file: "u".to_owned(),
        index: 6,
        value: [-1e10, 1e10].map(Number).to_vec(),
        embedded: false,
        ..Constant::default()
    }];
    let bytes = write_vertex(&[0; 60], 14, &Symbols::of(&record), Container::Mbs);
    assert_eq!(payloads(&bytes, b"FINS"), [bytes_from_words(&[0, 15, 14])]);
    assert_eq!(
        payloads(&bytes, b"SUNI")[0][..8],
        bytes_from_words(&[3, 28])
    );
    let links = [0xffff_ffff; 3];
    let index: Vec<u8> = [b"ITDR", b"IYUV", b"IGRD"]
        .into_iter()
        .zip(links)
        .flat_map(|(name, value): (_, u32)| chunk(name, &value.to_le_bytes()))
        .collect();
    let index = chunk(b"VIDX", &index);
    assert_eq!(index.len(), 8 + 36);
    let values = [4, 0xd015_02f9, 0x5015_02f9, 0, 0];
    let uniforms: [(&str, [u8; 20], Vec<u8>); 3] = [
        (
            "?__maligp2_constant_000",
            [
                2, 1, 4, 0, 4, 0, 0, 0, 4, 0, 16, 3, 0, 0, 0, 0, 0x18, 0, 255, 255,
            ],
            chunk(b"VINI", &bytes_from_words(&values)),
        ),
        (
            "gl_mali_ViewportTransform",
            [
                2, 1, 4, 0, 4, 0, 2, 0, 4, 0, 16, 3, 0, 0, 0, 0, 0x10, 0, 255, 255,
            ],
            Vec::new(),
        ),
        (
            "modelviewprojectionMatrix",
            [
                2, 4, 4, 0, 4, 0, 0, 0, 16, 0, 16, 3, 0, 0, 0, 0, 0, 0, 255, 255,
            ],
            Vec::new(),
        ),
    ];
    for (name, symbol, initial) in uniforms {
        let wanted = [&symbol[..], &index, &initial].concat();
        assert_eq!(record_of(&bytes, name), wanted, "{name}");
    }
    let attributes: [(&str, [u8; 16]); 2] = [
        (
            "in_position",
            [2, 1, 4, 0, 4, 0, 0, 0, 4, 0, 16, 3, 0, 0, 0, 0],
        ),
        (
            "in_coord",
            [2, 1, 2, 0, 4, 0, 0, 0, 4, 0, 16, 3, 0, 0, 4, 0],
        ),
    ];
    for (name, symbol) in attributes {
        assert_eq!(record_of(&bytes, name), symbol, "{name}");
    }
    let varyings: [(&str, [u8; 20]); 3] = [
        (
            "gl_PointSize",
            [
                2, 1, 1, 0, 4, 0, 0, 0, 4, 0, 16, 2, 0, 0, 0, 0, 255, 255, 255, 255,
            ],
        ),
        (
            "coord",
            [
                2, 1, 2, 0, 4, 0, 0, 0, 4, 0, 16, 3, 0, 0, 0, 0, 4, 0, 255, 255,
            ],
        ),
        (
            "gl_Position",
            [
                2, 1, 4, 0, 4, 0, 0, 0, 4, 0, 16, 3, 0, 0, 0, 0, 0, 0, 255, 255,
            ],
        ),
    ];
    for (name, symbol) in varyings {
        assert_eq!(record_of(&bytes, name), symbol, "{name}");
    }
    let order: Vec<String> = read(&bytes, None, None)
        .unwrap()
        .symbols
        .varyings
        .into_iter()
        .map(|s| s.name)
        .collect();
    assert_eq!(order, varyings.map(|(name, _)| name));
    let sizes = payloads(&bytes, b"VUNI").len()
        + payloads(&bytes, b"VATT").len()
        + payloads(&bytes, b"VVAR").len();
    assert_eq!(sizes, 8);
}

/// What an open compiler wrote for a lookup at a varying, and what the open loader asks for.
#[test]
fn fragment_symbols_are_those_that_loaders_read() {
    let mut record = Reflection::new("lima", "fragment");
    record.inputs = vec![variable("coord", "vec2", 0, "xy")];
    record.samplers = vec![Sampler {
        name: "in_texture".to_owned(),
        ty: "sampler2D".to_owned(),
        array: None,
        register: None,
        index: 0,
        ..Sampler::default()
    }];
    let file = |record: &Reflection| {
        write_fragment(
            &[0; 6],
            FragmentFacts::default(),
            &Symbols::of(record),
            Container::Mbs,
        )
    };
    let bytes = file(&record);
    assert_eq!(bytes.len(), 260);
    assert_eq!(payloads(&bytes, b"FSTA"), [bytes_from_words(&[1, 1])]);
    assert_eq!(payloads(&bytes, b"FDIS"), [[0; 4]]);
    assert_eq!(payloads(&bytes, b"FBUU"), [[0, 1, 0, 0, 0, 0, 0, 0]]);
    assert_eq!(payloads(&bytes, b"SUNI")[0][..8], bytes_from_words(&[1, 4]));
    let sampler = [
        0, 5, 2, 0, 1, 0, 0, 0, 1, 0, 16, 3, 0, 0, 0, 0, 0, 0, 255, 255,
    ];
    assert_eq!(record_of(&bytes, "in_texture")[..20], sampler);
    assert_eq!(payloads(&bytes, b"IGRD"), [[1, 0, 0, 0]]);
    let varying = [
        0, 1, 2, 0, 2, 0, 0, 0, 2, 0, 16, 3, 0, 0, 0, 0, 0, 0, 255, 255,
    ];
    assert_eq!(record_of(&bytes, "coord"), varying);
    // The program reads uniforms as halves, two bytes a component.
    record.uniforms = vec![variable("tint", "vec3", 1, "xyz")];
    let bytes = file(&record);
    let tint = [
        0, 1, 3, 0, 4, 0, 0, 0, 4, 0, 16, 2, 0, 0, 0, 0, 4, 0, 255, 255,
    ];
    assert_eq!(record_of(&bytes, "tint")[..20], tint);
    assert_eq!(payloads(&bytes, b"SUNI")[0][..8], bytes_from_words(&[2, 8]));
}

#[test]
fn fragment_files_say_what_the_program_does() {
    let none = Symbols::default();
    let idle = FragmentFacts::default();
    let file = |facts| write_fragment(&[5], facts, &none, Container::Mbs);
    let bytes = |facts, name: &[u8; 4]| payloads(&file(facts), name)[0].to_vec();
    let buffers = |facts| bytes(facts, b"FBUU");
    assert_eq!(file(idle)[16..20], CORE_PP.to_le_bytes());
    let reads_color = FragmentFacts {
        reads_color: true,
        ..idle
    };
    assert_eq!(buffers(reads_color), [1, 1, 0, 0, 0, 0, 0, 0]);
    let reads_depth = FragmentFacts {
        reads_depth: true,
        ..idle
    };
    assert_eq!(buffers(reads_depth), [0, 1, 1, 0, 0, 0, 0, 0]);
    let writes_depth = FragmentFacts {
        writes_depth: true,
        ..idle
    };
    assert_eq!(buffers(writes_depth), [0, 1, 0, 1, 0, 0, 0, 0]);
    let discards = FragmentFacts {
        discards: true,
        ..idle
    };
    assert_eq!(bytes(discards, b"FDIS"), [1, 0, 0, 0]);
    let spills = FragmentFacts {
        temporaries: 3,
        ..idle
    };
    assert_eq!(bytes(spills, b"FSTA"), bytes_from_words(&[3, 3]));
    let raw = write_fragment(&[5, 6], spills, &none, Container::Raw);
    assert_eq!(raw, bytes_from_words(&[5, 6]));
}

#[test]
fn cut_files_are_refused() {
    for bytes in [vertex(), fragment()] {
        for end in 0..bytes.len() {
            assert!(read(&bytes[..end], Some(Container::Mbs), None).is_err());
        }
    }
}

#[test]
fn spoilt_files_are_read_or_refused() {
    let mut random = Random::new(5);
    for original in [vertex(), fragment()] {
        for _ in 0..4000 {
            let mut bytes = original.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len() as u64) as usize;
                bytes[at] = random.below(256) as u8;
            }
            // Whatever comes of it: no panic.
            let _ = read(&bytes, None, None);
        }
    }
}
