//! Colours, window coordinates, and outputs by name.

use super::*;

fn variable(name: &str, register: &str, semantic: Option<&str>) -> Variable {
    Variable {
        name: name.to_owned(),
        ty: "vec4".to_owned(),
        register: Some(register.to_owned()),
        file: Some("o".to_owned()),
        index: Some(3),
        components: Some("xyzw".to_owned()),
        semantic: semantic.map(str::to_owned),
        ..Variable::default()
    }
}

#[test]
fn colours_are_known_by_register_or_meaning() {
    let mut record = Reflection::new("test", "vertex");
    for (number, (register, semantic, wanted)) in [
        ("oD0", None, true),
        ("oD1", None, true),
        ("oB0", None, true),
        ("oB1", None, true),
        ("oT0", None, false),
        ("o1", Some("color"), true),
        ("o1", Some("color0"), true),
        ("o1", Some("texcoord0"), false),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("v{number}");
        record.outputs.push(variable(&name, register, semantic));
        assert_eq!(is_colour(&record, &name), wanted, "{register} {semantic:?}");
    }
    assert!(!is_colour(&record, "none"));
}

#[test]
fn window_coordinates_are_those_of_an_image_of_64_pixels() {
    let mut domain = Domain::new(3);
    let found = window(&mut domain, [2.0, -1.0, 0.5, 4.0]);
    assert_eq!(found.map(|lane| lane.real), [48.0, 24.0, 0.5625, 0.25]);
    let wanted = [48.0, 24.0, 0.5625, 0.25].map(|number| domain.exact(number).element);
    assert_eq!(found.map(|lane| lane.element), wanted);
    let mut record = Reflection::new("test", "fragment");
    assert_eq!(clip_position(&record), None);
    record.inputs = vec![
        variable("v", "v0", None),
        Variable {
            builtin: Some("clip_position".to_owned()),
            index: Some(5),
            ..variable("", "v5", None)
        },
    ];
    assert_eq!(clip_position(&record), Some(("o", 5)));
}

/// Numbers beyond the limits of a colour are those limits, whatever they are.
#[test]
fn limited_results_agree_between_their_limits() {
    let mut domain = Domain::new(3);
    for (number, bits) in [(0.5, 1), (1.5, 2), (2.5, 3), (-0.5, 4)] {
        domain.declare_input(number, 0x1234_5678_9abc * bits);
    }
    domain.source = false;
    let [half, over, far, below] = [0.5, 1.5, 2.5, -0.5].map(|number| domain.given(number));
    for (one, other, limited, free) in [
        (half, half, true, true),
        (half, over, false, false),
        (over, far, true, false),
        (over, below, false, false),
        (over, over, true, true),
    ] {
        assert_eq!(agrees(&mut domain, true, one, Some(other)), limited);
        assert_eq!(agrees(&mut domain, false, one, Some(other)), free);
        assert!(!agrees(&mut domain, true, one, None));
    }
    // Nothing of this was asked by the program.
    assert!(domain.sites.is_empty() && !domain.source);
}

#[test]
fn outputs_are_found_by_their_registers() {
    let mut record = Reflection::new("test", "vertex");
    record.outputs = vec![variable("v", "o3", None)];
    let domain = Domain::new(3);
    let [a, b] = [1, 2].map(|number| Some(domain.whole(number)));
    let outputs = Outputs {
        registers: vec![
            ("o".to_owned(), 2, [b, b, b, b]),
            ("o".to_owned(), 3, [a, None, b, a]),
        ],
        discarded: false,
    };
    let found = named(&record, &outputs).unwrap();
    let reals = |lane: &Option<Value>| lane.map(|value| value.real);
    let found: Vec<_> = found
        .iter()
        .map(|(name, lanes)| (name, lanes.iter().map(reals).collect::<Vec<_>>()))
        .collect();
    assert_eq!(
        found,
        [(&"v".to_owned(), vec![Some(1.0), None, Some(2.0), Some(1.0)])]
    );
}
