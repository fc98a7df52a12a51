//! Places in a register file.

use super::*;

fn need(name: &str, lanes: u8, elements: u32) -> Need {
    Need {
        name: name.into(),
        span: Span::NONE,
        lanes,
        slots: 1,
        elements,
        indexed: false,
        bind: None,
        location: None,
        by_name: None,
    }
}

fn file(registers: u32) -> RegisterFile {
    RegisterFile::new("agal1", "varyings", codes::limit::VARYINGS, "v", registers)
}

fn lanes(file: &mut RegisterFile, needs: &[Need], fit: Fit) -> Vec<u32> {
    file.place_all(needs, fit)
        .unwrap()
        .iter()
        .map(|place| place.lane)
        .collect()
}

#[test]
fn variables_follow_each_other() {
    let needs = [need("a", 2, 1), need("b", 4, 3), need("c", 1, 1)];
    assert_eq!(lanes(&mut file(8), &needs, Fit::Registers), [0, 4, 16]);
}

#[test]
fn bound_variables_go_first() {
    let bound = Need {
        bind: Some("v0".into()),
        ..need("c", 4, 1)
    };
    assert_eq!(
        lanes(&mut file(8), &[need("a", 2, 1), bound], Fit::Registers),
        [4, 0]
    );
    let half = Need {
        bind: Some("v1.zw".into()),
        ..need("c", 2, 1)
    };
    assert_eq!(lanes(&mut file(8), &[half], Fit::Registers), [6]);
}

#[test]
fn packing_shares_registers() {
    let needs = [
        need("a", 3, 1),
        need("b", 2, 1),
        need("c", 1, 1),
        need("d", 2, 1),
        need("e", 1, 6),
    ];
    let mut file = file(4);
    let places = file.place_all(&needs, Fit::Lanes).unwrap();
    let lanes: Vec<u32> = places.iter().map(|place| place.lane).collect();
    assert_eq!(lanes, [0, 4, 3, 6, 8]);
    assert_eq!(places[4].stride, 1);
}

#[test]
fn what_does_not_fit_is_refused_with_numbers() {
    let errors = file(2)
        .place_all(&[need("a", 4, 3)], Fit::Registers)
        .unwrap_err();
    let error = errors.iter().next().unwrap();
    assert_eq!(
        error.message,
        "agal1 has 2 varyings, but the shader needs 3"
    );
    for bind in ["v9", "vc0", "v", "v0.q"] {
        let bound = Need {
            bind: Some(bind.into()),
            ..need("a", 4, 1)
        };
        assert!(
            file(2).place_all(&[bound], Fit::Registers).is_err(),
            "{bind}"
        );
    }
    let twice = Need {
        bind: Some("v0".into()),
        ..need("a", 4, 1)
    };
    assert!(
        file(2)
            .place_all(&[twice.clone(), twice], Fit::Registers)
            .is_err()
    );
    let wide = Need {
        bind: Some("v0.z".into()),
        ..need("a", 3, 1)
    };
    assert!(file(2).place_all(&[wide], Fit::Registers).is_err());
}

#[test]
fn samplers_hold_no_floats_and_are_not_shared() {
    let mut file = RegisterFile::new("agal1", "samplers", codes::limit::SAMPLERS, "fs", 8);
    let errors = file.place_all(&[need("s", 4, 16)], Fit::Lanes).unwrap_err();
    let error = errors.iter().next().unwrap();
    assert_eq!(
        error.message,
        "agal1 has 8 samplers, but the shader needs 16"
    );
    assert!(error.notes.is_empty());
    assert_eq!(error.help, ["put several pictures into one texture"]);
}

#[test]
fn a_name_and_an_order_choose_the_register() {
    let named = Need {
        by_name: Some(3),
        ..need("a", 4, 1)
    };
    let mut file = file(8).in_order((6..8).chain(0..6));
    file.reserve(6);
    let needs = [need("b", 4, 1), need("c", 4, 1), named.clone(), named];
    assert_eq!(lanes(&mut file, &needs, Fit::Registers), [28, 0, 12, 4]);
    assert_eq!((file.used(), file.end()), (5, 8));
    assert_eq!(file.free().collect::<Vec<_>>(), [2, 4, 5]);
}

#[test]
fn numbers_of_registers_are_digits() {
    for (text, number) in [
        ("c12", Some(12)),
        ("c[12]", Some(12)),
        ("c", None),
        ("c+1", None),
        ("c[1", None),
        ("v1", None),
    ] {
        assert_eq!(register_number(text, "c"), number, "{text}");
    }
}
