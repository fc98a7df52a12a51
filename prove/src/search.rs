//! What constants of the code stand for, where the likeliest is not it: numbers that round alike are told apart by
//! trying. A choice is kept if with it fewer results differ.
//!
//! This gives nothing away: a number never stands for anything that does not round to it, and the program is compared
//! as a whole with the choices that were made.

use crate::compare::{Point, Program, Seen};
use crate::domain::Choices;

/// Points that must tell.
const TELLING: usize = 2;
/// Points that are tried for them.
const TRIES: u64 = 24;
/// Candidates of a constant.
const CANDIDATES: usize = 12;
/// Trials in all.
const TRIALS: usize = 200;

/// Choices with which no result differs, at a few points; `None` if there are none.
pub(crate) fn choices(program: &Program<'_>) -> Option<Choices> {
    program.spent.set(0);
    let mut choices = Choices::default();
    let (mut fewest, literals) = probe(program, &choices)?;
    let mut trials = 0;
    while fewest > 0 {
        let before = fewest;
        for &bits in &literals {
            let kept = choices.get(&bits).copied();
            let mut best = kept;
            for candidate in (0..CANDIDATES).filter(|candidate| Some(*candidate) != kept) {
                trials += 1;
                if trials > TRIALS || !program.has_work_left() {
                    return None;
                }
                choices.insert(bits, candidate);
                match probe(program, &choices) {
                    Some((lanes, _)) if lanes < fewest => {
                        fewest = lanes;
                        best = Some(candidate);
                    }
                    _ => {}
                }
            }
            match best {
                Some(best) => choices.insert(bits, best),
                None => choices.remove(&bits),
            };
            if fewest == 0 {
                break;
            }
        }
        if fewest == before {
            return None;
        }
    }
    Some(choices)
}

/// How many results differ at a few points, and the constants of the code.
fn probe(program: &Program<'_>, choices: &Choices) -> Option<(usize, Vec<u32>)> {
    let (mut telling, mut lanes, mut literals) = (0, 0, Vec::new());
    for number in 0..TRIES {
        match program.at_point_with(choices, Point::Free(number)).ok()? {
            Seen::Different(different) => {
                lanes += different.lanes;
                literals = different.literals;
            }
            Seen::Equal(_) => {}
            Seen::Undefined | Seen::Nothing => continue,
        }
        telling += 1;
        if telling == TELLING {
            return Some((lanes, literals));
        }
    }
    None
}
