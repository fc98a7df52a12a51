//! Constants for the two colours of a stage.

use super::super::places::{Chosen, OperandSource};
use super::plan::Colors;
use retroshade_combiner::poly::Poly;
use retroshade_combiner::split::{Want, splat};

/// Gives the constants of a stage their lanes in its two colours; whether an operand is alpha's comes with it.
pub(super) fn allocate(
    places: &[(bool, OperandSource)],
    colors: &mut Colors,
) -> Option<Vec<Chosen>> {
    let mut done: Vec<Option<Chosen>> = vec![None; places.len()];
    // Vectors first, then scalars, which have more choice.
    for scalars in [false, true] {
        for ((alpha, place), slot) in places.iter().zip(&mut done) {
            let (want, mapping) = match place {
                OperandSource::Direct(input) => {
                    *slot = Some(Chosen::Direct(*input));
                    continue;
                }
                OperandSource::Wanted(goal, mapping, alpha) => {
                    *slot = Some(Chosen::Wanted(*goal, *mapping, *alpha));
                    continue;
                }
                OperandSource::Fixed(want, mapping) => (want, *mapping),
            };
            let scalar = splat(want);
            if scalar.is_some() != scalars {
                continue;
            }
            // Alpha alone, then all of rgb; on the alpha side blue.
            let mut options: Vec<(bool, Want<3>)> = Vec::new();
            if scalar.is_some() {
                options.push((true, [None; 3]));
            }
            options.push((false, if *alpha { [None, None, scalar] } else { *want }));
            let found = options.iter().find_map(|(reads_alpha, lanes)| {
                let lanes = [
                    lanes[0],
                    lanes[1],
                    lanes[2],
                    scalar.filter(|_| *reads_alpha),
                ];
                let fits = |color: &[Option<Poly>; 4]| {
                    let mut pairs = color.iter().zip(&lanes);
                    pairs.all(|(there, new)| there.is_none() || new.is_none() || there == new)
                };
                let which = colors.iter().position(fits)?;
                Some((which, *reads_alpha, lanes))
            });
            let (which, reads_alpha, lanes) = found?;
            for (there, new) in colors[which].iter_mut().zip(lanes) {
                *there = there.or(new);
            }
            *slot = Some(Chosen::Fixed(which, reads_alpha, mapping));
        }
    }
    done.into_iter().collect()
}
