use super::*;
use retroshade_kit::random::Random;
use retroshade_kit::reflect::{Constant, Number, Reflection, Sampler, Variable};

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
    });
    record.constants.push(Constant {
        register: "u8".to_owned(),
        file: "u".to_owned(),
        index: 8,
        value: [1.0, 0.5, -2.0, 0.0].map(Number).to_vec(),
        embedded: false,
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
        let varying = &symbols.varyings[0];
        match stage {
            "vertex" => {
                assert_eq!((varying.name.as_str(), varying.offset), ("v_uv", 8));
                assert_eq!(symbols.attributes[0].offset, 4);
            }
            _ => {
                assert_eq!((varying.name.as_str(), varying.offset), ("a_uv", 4));
                assert!(symbols.attributes.is_empty());
            }
        }
    }
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
