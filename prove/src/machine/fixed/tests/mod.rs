//! Registers, limits and tests of set-ups.

mod expressions;

use super::*;
use retroshade_ir::run::InputData;
use retroshade_kit::reflect::{Constant, Expression};

fn input(domain: &mut Domain, real: f32) -> Value {
    domain.declare_input(
        real,
        u64::from(real.to_bits()).wrapping_mul(0x1234_5678_9abc),
        0,
    );
    domain.given(real)
}

#[test]
fn registers_keep_values_between_limits() {
    // A real, what is kept of it, and whether that is too near to tell.
    for (real, wanted, unstable) in [
        (-0.5, 0.0, false),
        (-1e-10, 0.0, true),
        (1e-10, 0.0, true),
        (1e-8, 1e-8, false),
        (0.5, 0.5, false),
        (1.0 - 1e-8, 1.0 - 1e-8, false),
        (1.0 - 1e-10, 1.0, true),
        (1.0 + 1e-10, 1.0, true),
        (1.5, 1.0, false),
    ] {
        let mut domain = Domain::new(3);
        let value = Value {
            real,
            ..input(&mut domain, 0.25)
        };
        let found = kept(&mut domain, value, 0.0, 1.0);
        assert_eq!((found.real, domain.unstable), (wanted, unstable), "{real}");
        let same = wanted == real;
        assert_eq!(found.element == value.element, same, "{real}");
        assert!(!found.constant && found.defined, "{real}");
        // What has no value has none afterwards, wherever it is.
        let mut domain = Domain::new(3);
        let open = Value {
            defined: false,
            ..value
        };
        assert!(!kept(&mut domain, open, 0.0, 1.0).defined && !domain.unstable);
    }
    // The limit itself is no question of nearness.
    let mut domain = Domain::new(3);
    for limit in [0, 1] {
        let limit = domain.whole(limit);
        let found = kept(&mut domain, limit, 0.0, 1.0);
        assert!(found.element == limit.element && found.constant && !domain.unstable);
    }
}

#[test]
fn tests_compare_numbers() {
    for (real, wanted, unstable) in [
        (0.5, Ordering::Less, false),
        (0.75 - 1e-10, Ordering::Less, true),
        (0.75 + 1e-10, Ordering::Greater, true),
        (0.75 + 1e-8, Ordering::Greater, false),
    ] {
        let mut domain = Domain::new(3);
        let (a, b) = (input(&mut domain, 0.25), input(&mut domain, 0.75));
        assert_eq!(ordered(&mut domain, Value { real, ..a }, b), wanted);
        assert_eq!(domain.unstable, unstable, "{real}");
        assert_eq!(ordered(&mut domain, b, b), Ordering::Equal);
        assert!(!domain.lost);
        for [a, b] in [[a, domain.undefined()], [domain.undefined(), b]] {
            domain.lost = false;
            ordered(&mut domain, a, b);
            assert!(domain.lost);
        }
    }
}

fn entry(name: &str, register: &str, components: Option<&str>) -> Variable {
    let (file, index) = register.split_at(1);
    Variable {
        name: name.to_owned(),
        register: Some(register.to_owned()),
        file: Some(file.to_owned()),
        index: index.parse().ok(),
        components: components.map(str::to_owned),
        ..Variable::default()
    }
}

#[test]
fn lanes_that_no_entry_fills() {
    let builtin = Variable {
        builtin: Some("position".to_owned()),
        ..entry("gl_Position", "o9", Some("w"))
    };
    for (entries, wanted) in [
        (vec![entry("a", "o0", None)], 0),
        (vec![entry("a", "o0", Some("xy"))], 0),
        (vec![entry("a", "o0", Some("w"))], 3),
        (
            vec![entry("a", "o0", Some("w")), entry("b", "o0", Some("y"))],
            2,
        ),
        (
            vec![entry("a", "o0", Some("w")), entry("b", "o1", Some("z"))],
            5,
        ),
        (vec![builtin], 0),
    ] {
        assert_eq!(gaps(&entries), wanted, "{entries:?}");
    }
}

/// The outputs of a vertex program by the names of registers, after those that the language names.
#[test]
fn vertex_programs_hand_over_registers() {
    let mut domain = Domain::new(3);
    let position = vec![domain.whole(1); 4];
    let [a, b, c] = [0.25, 0.5, 0.75].map(|real| input(&mut domain, real));
    let outputs = [
        ("gl_Position".to_owned(), position.clone()),
        ("v".to_owned(), vec![a, b, c]),
        ("w".to_owned(), vec![c]),
    ];
    let part = Variable {
        part: Some("zx".to_owned()),
        ..entry("v", "o1", Some("xy"))
    };
    let entries = [
        entry("v", "o0", Some("yzw")),
        part,
        entry("w", "o1", Some("w")),
        Variable {
            expression: Some(Expression::Apply(
                "neg".to_owned(),
                vec![Expression::Varying("w".to_owned())],
            )),
            ..entry("other", "o2", Some("x"))
        },
        Variable {
            builtin: Some("point_coord".to_owned()),
            ..entry("gl_PointCoord", "o3", None)
        },
    ];
    let found = of_vertex(&entries, &outputs, &RunInputs::default(), &mut domain).unwrap();
    let minus = domain.neg(c);
    let none = domain.undefined();
    let wanted = [
        ("gl_Position", position),
        ("o0", vec![none, a, b, c]),
        ("o1", vec![c, a, none, c]),
        ("o2", vec![minus]),
    ];
    assert_eq!(found.len(), wanted.len());
    for ((name, lanes), (register, wanted)) in found.iter().zip(&wanted) {
        let shown = |lanes: &[Value]| -> Vec<_> {
            lanes
                .iter()
                .map(|lane| (lane.element, lane.defined))
                .collect()
        };
        assert_eq!((name.as_str(), shown(lanes)), (*register, shown(wanted)));
    }
    let missing = [entry("none", "o0", None)];
    assert!(of_vertex(&missing, &outputs, &RunInputs::default(), &mut domain).is_err());
}

fn constant(index: u32, value: &[f32], components: Option<&str>) -> Constant {
    Constant {
        register: format!("c{index}"),
        file: "c".to_owned(),
        index,
        value: value.iter().copied().map(Number).collect(),
        components: components.map(str::to_owned),
        ..Constant::default()
    }
}

#[test]
fn registers_hold_what_the_record_says() {
    let mut domain = Domain::new(3);
    let mut data = RunInputs::default();
    let row = InputData {
        shape: None,
        values: vec![vec![0.25, 0.5]],
    };
    data.varyings.insert("v".to_owned(), row);
    let [a, b] = [0.25, 0.5].map(|real| input(&mut domain, real));
    let record = Reflection {
        inputs: vec![
            entry("v", "o2", Some("zw")),
            Variable {
                builtin: Some("point_coord".to_owned()),
                ..Variable::default()
            },
        ],
        constants: vec![
            constant(0, &[0.2012], Some("xyz")),
            constant(0, &[0.6], Some("a")),
            constant(1, &[0.2, 0.4], Some("rg")),
            Constant {
                expression: Some(Expression::Varying("v".to_owned())),
                ..constant(2, &[], Some("yz"))
            },
        ],
        ..Reflection::new("test", "fragment")
    };
    let registers = Registers::new(&record, &data, &mut domain).unwrap();
    let elements = |lanes: Lanes| lanes.map(|lane| lane.map(|lane| lane.element));
    let [a, b] = [a, b].map(|lane| lane.element);
    assert_eq!(
        elements(registers.input("o", 2)),
        [None, None, Some(a), Some(b)]
    );
    assert_eq!(elements(registers.input("o", 1)), [None; 4]);
    let handed = registers.handed("o", 2, &domain).map(|lane| lane.element);
    let zero = domain.whole(0).element;
    assert_eq!(handed, [zero, zero, a, b]);
    // Of what nobody writes nothing is known.
    let defined = registers.handed("o", 1, &domain).map(|lane| lane.defined);
    assert_eq!(defined, [false; 4]);

    // Bytes that literals round to are those, others are what they are; expressions are no bytes.
    let reals = |domain: &mut Domain, index, bytes| {
        registers
            .color("c", index, bytes, domain)
            .map(|lane| lane.real as f32)
    };
    assert_eq!(
        reals(&mut domain, 0, [51, 51, 51, 153]),
        [0.2012, 0.2012, 0.2012, 0.6]
    );
    assert_eq!(
        reals(&mut domain, 0, [51, 52, 50, 152]),
        [0.2012, 52.0 / 255.0, 50.0 / 255.0, 152.0 / 255.0]
    );
    assert_eq!(
        reals(&mut domain, 1, [51, 102, 255, 0]),
        [0.2, 0.4, 1.0, 0.0]
    );
    assert_eq!(reals(&mut domain, 2, [0; 4]), [0.0, 0.25, 0.5, 0.0]);
    assert_eq!(reals(&mut domain, 3, [255; 4]), [1.0; 4]);
    let floats = registers.floats("c", 1, &domain);
    assert_eq!(floats.map(|lane| lane.defined), [true, true, false, false]);
    let nowhere = Reflection {
        inputs: vec![Variable {
            index: None,
            ..entry("v", "o2", None)
        }],
        ..Reflection::new("test", "fragment")
    };
    assert!(Registers::new(&nowhere, &data, &mut domain).is_err());
}

/// A texture that several units have is one, and a cube is looked up by directions.
#[test]
fn units_with_one_texture_find_the_same() {
    let sampler = |name: &str, index| Sampler {
        name: name.to_owned(),
        index,
        ..Sampler::default()
    };
    let samplers = [sampler("m", 0), sampler("n", 1), sampler("m", 2)];
    let mut domain = Domain::new(3);
    let [x, y, z] = [0.25, 0.5, 0.75].map(|real| input(&mut domain, real));
    let mut of = |unit: u32, place: &[Value]| texel(&samplers, unit, place, &mut domain)[0].element;
    assert_eq!(of(0, &[x, y]), of(2, &[x, y]));
    assert_ne!(of(0, &[x, y]), of(1, &[x, y]));
    assert_ne!(of(3, &[x, y]), of(0, &[x, y]));
    let cube = of(0, &[x, y, z]);
    let direction = domain.direction([x, y, z]);
    assert_eq!(domain.texture(0, &direction, Detail::None)[0].element, cube);
}

/// Varyings that another unit gives are added to the record, as numbers between 0 and 1.
#[test]
fn lights_and_fog_are_given() {
    let text = "shader fragment \"a\"\ninput in0 \"a\" vec3\ninput in1 \"b\" vec4\ninput in2 \"f\" float\ninput in3 \"v\" vec4\ninput in4 \"w\" vec2\n\
        output out0 \"gl_FragColor\" float builtin=frag_color\nbody {\n%0:f1 = const 0.5\nyield %0\n}\n";
    let mut sources = retroshade_diagnostics::SourceMap::new();
    let file = sources.add(retroshade_diagnostics::SourceFile::new("test", text));
    let shader = retroshade_ir::text::parse(text, file).unwrap();
    let mut options = Options::default();
    for (name, unit) in [
        ("a", "light0"),
        ("b", "light1"),
        ("f", "fog"),
        ("v", "color"),
        ("w", "light0"),
    ] {
        options.bindings.insert(name.to_owned(), unit.to_owned());
    }
    let mut record = Reflection::new("test", "fragment");
    record.inputs = vec![entry("w", "o7", Some("xy"))];
    let given = with_given(&record, &shader, &options);
    assert_eq!(given.inputs[0], record.inputs[0]);
    let rows = [
        ("a", "vec3", "light", 0, "xyz"),
        ("b", "vec4", "light", 1, "xyzw"),
        ("f", "float", "fog", 0, "x"),
    ];
    assert_eq!(given.inputs.len(), 1 + rows.len());
    for (found, (name, ty, file, index, components)) in given.inputs[1..].iter().zip(rows) {
        let wanted = Variable {
            name: name.to_owned(),
            ty: ty.to_owned(),
            register: Some(format!("{file}{index}")),
            file: Some(file.to_owned()),
            index: Some(index),
            components: Some(components.to_owned()),
            ..Variable::default()
        };
        assert_eq!(*found, wanted);
    }
    let assumed = given
        .assumes
        .iter()
        .map(|one| (one.name.as_str(), one.min, one.max));
    // No stage reads `v`, which is a colour.
    let mut names: Vec<_> = assumed.collect();
    names.sort_by_key(|one| one.0);
    assert_eq!(names, ["a", "b", "f", "v"].map(|name| (name, 0.0, 1.0)));
}
