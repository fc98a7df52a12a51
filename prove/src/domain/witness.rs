//! What a compiler says of the numbers that it rounded to half floats.

use half::f16;
use rustc_hash::FxHashMap;

/// More singles of one half float are not tried.
const MOST: usize = 8;

/// The singles, without sign, that half floats in machine code stand for, by their bits.
#[derive(Default)]
pub(crate) struct Witness {
    /// Those that are rounded to the nearest,
    nearest: FxHashMap<u16, Vec<f32>>,
    /// and away from 0, as bounds are.
    away: FxHashMap<u16, Vec<f32>>,
}

impl Witness {
    /// Of the singles that were rounded.
    pub(crate) fn new(singles: impl Iterator<Item = f32>) -> Witness {
        let mut witness = Witness::default();
        for single in singles.map(f32::abs).filter(|single| single.is_finite()) {
            let near = f16::from_f32(single);
            note(&mut witness.nearest, near, single);
            if near.to_f32() < single {
                note(
                    &mut witness.away,
                    f16::from_bits(near.to_bits() + 1),
                    single,
                );
            }
        }
        witness
    }

    /// What a half float may stand for, the likeliest first: singles that are rounded to the nearest, itself, and singles
    /// that are rounded away from 0.
    pub(super) fn origins(&self, number: f32) -> impl Iterator<Item = f32> {
        let half = f16::from_f32(number.abs()).to_bits();
        let of = |said: &'_ FxHashMap<u16, Vec<f32>>| said.get(&half).cloned().unwrap_or_default();
        let singles = of(&self.nearest).into_iter();
        let singles = singles.chain([number.abs()]).chain(of(&self.away));
        singles.map(move |single| single.copysign(number))
    }
}

fn note(said: &mut FxHashMap<u16, Vec<f32>>, half: f16, single: f32) {
    let singles = said.entry(half.to_bits()).or_default();
    if singles.len() < MOST && !singles.contains(&single) {
        singles.push(single);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_floats_stand_for_what_rounds_to_them() {
        // 0.3333 lies between the half floats 0.33325195 and 0.33349609, nearer to the first, 0.3 nearer to that above it.
        let witness = Witness::new([0.3333, 0.3, 0.300_01, 0.5, -0.3, f32::NAN, 1e9].into_iter());
        let origins = |number: f32| witness.origins(number).collect::<Vec<_>>();
        let next = |number: f32, steps: i32| {
            let near = i32::from(f16::from_f32(number).to_bits());
            f16::from_bits((near + steps) as u16).to_f32()
        };
        let (low, high) = (next(0.3333, 0), next(0.3333, 1));
        assert!(low < 0.3333 && 0.3333 < high);
        assert_eq!(origins(low), [0.3333, low]);
        assert_eq!(origins(-low), [-0.3333, -low]);
        assert_eq!(origins(high), [high, 0.3333]);
        for other in [next(0.3333, -1), next(0.3333, 2)] {
            assert_eq!(origins(other), [other]);
        }
        let above = next(0.3, 0);
        assert_eq!(origins(above), [0.3, 0.300_01, above]);
        assert_eq!(origins(next(0.3, 1)), [next(0.3, 1)]);
        // A number that is a half float is that alone.
        assert_eq!(origins(0.5), [0.5, 0.5]);
        assert_eq!(origins(next(0.5, 1)), [next(0.5, 1)]);
    }

    #[test]
    fn of_many_singles_the_first_are_tried() {
        let many = (0..1000u16).map(|place| 0.3 + 1e-8 * f32::from(place));
        let witness = Witness::new(many);
        assert_eq!(
            witness.origins(f16::from_f32(0.3).to_f32()).count(),
            MOST + 1
        );
    }
}
