//! Which variables share a register, and where they lie in it.

use super::*;
use retroshade_diagnostics::{Span, codes};

fn need(lanes: u8) -> Need {
    Need {
        name: String::new(),
        span: Span::NONE,
        lanes,
        slots: 1,
        elements: 1,
        indexed: false,
        bind: None,
        location: None,
        by_name: None,
    }
}

fn lanes(needs: Vec<Need>, vectors: &[&[usize]]) -> Vec<u32> {
    let mut shared = Shared::new(needs);
    for vector in vectors {
        shared.gather(vector.iter().copied());
    }
    let mut file = RegisterFile::new("agal1", "constants", codes::limit::CONSTANTS, "fc", 8);
    let places = shared.place(&mut file).unwrap();
    places.iter().map(|place| place.lane).collect()
}

#[test]
fn parts_of_a_vector_share_a_register_in_their_order() {
    let needs = vec![need(1), need(4), need(1), need(2)];
    assert_eq!(lanes(needs.clone(), &[]), [0, 4, 8, 12]);
    assert_eq!(lanes(needs.clone(), &[&[2, 0]]), [0, 4, 1, 8]);
    assert_eq!(lanes(needs, &[&[3, 0], &[2, 0, 2]]), [0, 4, 1, 2]);
}

#[test]
fn the_first_register_with_room_is_filled() {
    let mut shared = Shared::new(vec![need(3), need(2), need(4), need(1), need(2)]);
    shared.first_fit();
    let mut file = RegisterFile::new("lima", "uniforms", codes::limit::CONSTANTS, "u", 8);
    let places = shared.place(&mut file).unwrap();
    let lanes: Vec<u32> = places.iter().map(|place| place.lane).collect();
    assert_eq!(lanes, [0, 4, 8, 3, 6]);
}

#[test]
fn more_than_a_register_holds_stays_apart() {
    let needs = vec![need(3), need(2), need(2)];
    assert_eq!(lanes(needs.clone(), &[&[0, 1]]), [0, 4, 8]);
    assert_eq!(lanes(needs, &[&[0, 1, 2]]), [0, 4, 6]);
}

#[test]
fn what_is_bound_or_indexed_stays_where_it_is() {
    let bound = Need {
        bind: Some("fc0".into()),
        ..need(1)
    };
    let array = Need {
        elements: 2,
        ..need(1)
    };
    let needs = vec![need(1), bound, array];
    assert_eq!(lanes(needs, &[&[0, 1], &[0, 2]]), [4, 0, 8]);
}
