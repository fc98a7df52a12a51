//! Makes copies of the same code equal, so that they become a procedure: what they read differently is moved into
//! the same registers before each, the arguments of the procedure.
//!
//! Copies are rows of instructions of the same shapes, anywhere in the program, without conditions and loops. An operand
//! that all copies read alike stays. Of the others, lanes that differ become arguments, and uniform registers that are in all copies
//! equally far apart are read behind the address register, which is one argument for any number of registers. Results get the same names in
//! all copies. No code moves and nothing is called yet: procedures are made of the finished words that are equal (`schedule/outline`), and a
//! copy to an argument often vanishes, since what makes the value can write it there.
//!
//! The rows that save most words go first, by an estimate; then rows within them can be rows of their own. Whether the program is
//! shorter in the end is found out by finishing it both ways.
//!
//! ```text
//! rows       instructions in rows, and which rows have the same shapes
//! arguments  what copies read differently, what that costs, and what it saves
//! rewrite    the copies with arguments
//! ```

mod arguments;
mod rewrite;
mod rows;

use crate::machine::Program;
use arguments::{Facts, Plan};
use retroshade_ir::entity::EntitySet;
use retroshade_kit::mir::Lane;
use rows::Rows;

/// Procedures that are prepared at most.
const PROCEDURES: usize = 16;

/// Brings arguments of copies into the same registers where that saves words; says whether it did anywhere.
pub(super) fn pass_arguments(program: &mut Program) -> bool {
    let mut passed: EntitySet<Lane> = EntitySet::new();
    for made in 0..PROCEDURES {
        let rows = Rows::of(program, &passed);
        let facts = Facts::of(program, &rows);
        let Some(plan) = best(program, &rows, &facts) else {
            return made > 0;
        };
        passed.extend(rewrite::apply(program, &rows, &plan));
    }
    true
}

/// The copies whose equality saves most words; of equals the first, and of those the longest rows.
fn best(program: &Program, rows: &Rows, facts: &Facts) -> Option<Plan> {
    let mut best: Option<Plan> = None;
    for start in 0..rows.len() {
        for length in (1..=rows.longest(start)).rev() {
            let places = rows.places(start, length);
            let most = (places.len() as i32 - 1) * rows.words(start, length) - places.len() as i32;
            let known = best.as_ref().map_or(0, |plan| plan.saved);
            if most <= known {
                continue;
            }
            let plan = choose_copies(program, rows, facts, &places, length);
            if let Some(plan) = plan.filter(|plan| plan.saved > known) {
                best = Some(plan);
            }
        }
    }
    best
}

/// Of some places with rows of the same shapes those that are copies of the first at a gain.
fn choose_copies(
    program: &Program,
    rows: &Rows,
    facts: &Facts,
    places: &[usize],
    length: usize,
) -> Option<Plan> {
    let (first, others) = places.split_first()?;
    let mut chosen = vec![*first];
    let mut best: Option<Plan> = None;
    // One row alone is a procedure with one call, a word more.
    let mut saved = -1;
    for place in others {
        chosen.push(*place);
        match Plan::make(program, rows, facts, &chosen, length) {
            Some(plan) if plan.saved >= saved => {
                saved = plan.saved;
                best = Some(plan);
            }
            _ => {
                chosen.pop();
            }
        }
    }
    best.filter(|plan| !plan.is_empty())
}
