//! A search through all short programs: how few instructions can compute what a shader says, whatever they are.
//!
//! As superoptimizers do (Massalin, "Superoptimizer", 1987; Bansal and Aiken, "Automatic generation of peephole
//! superoptimizers", 2006) it goes through programs and tests them at points, here of the prover's field. It asks for
//! less than they do: whether a program can be excluded. A lane of a result is made by one instruction of what registers
//! hold, literals and at most one result of another instruction; literals are unknowns, which are eliminated over the
//! points of a piece ([`family`]), as Gulwani et al. do for loop-free programs ("Synthesis of loop-free programs", 2011) with a
//! solver. What cannot be excluded counts as possible, so that the number is a lower bound.
//!
//! ```text
//! instructions  what a machine has, from its table     pieces   what a shader computes near some points ([`found`])
//! scalar        numbers at these points                family   numbers that differ by literals
//! results       what one instruction makes of them     search   instructions for all lanes of the outputs
//! ```

mod family;
mod found;
mod instructions;
mod pieces;
mod results;
mod scalar;
mod search;
#[cfg(test)]
mod tests;

use crate::point::Marks;
use crate::processor::Processor;
use crate::screen::Screen;
use found::{Layout, Wanted};
use instructions::Machine;
use pieces::{Piece, Trial};
use results::Powers;
use retroshade_ir::{OpKind, Shader};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::Options;
use search::Search;
use std::cell::Cell;

/// Points around which it is looked for pieces,
const TRIES: u64 = 24;
/// and how many pieces there are at most.
const PIECES: usize = 4;
/// Instructions of a program beyond which nothing is looked for.
const LONGEST: u32 = 8;
/// Instructions one after the other beyond which exponents may be too large to go through them.
const DEEPEST: u32 = 6;
/// Tests of an instruction for a lane, beyond which programs with a result between two instructions count as possible.
const STEPS: u32 = 20_000;

/// A lower bound on the instructions of a program that computes what a shader says, with inputs and outputs in the
/// registers of a record, if the record's program may be as short as that. `None` where the search says nothing.
pub(crate) fn bound(
    shader: &Shader,
    marks: &Marks,
    record: &Reflection,
    processor: &Processor,
) -> Option<u32> {
    let machine = Machine::of(&record.target, shader.stage)?;
    let length = record.stats.instructions;
    if length > LONGEST || shader.may_have(|inst| is_beyond(inst.op.kind())) {
        return None;
    }
    let mut options = Options::default();
    record.placement.put_into(&mut options);
    let trial = Trial {
        shader,
        marks,
        record,
        processor,
        screen: Screen::new(processor.hardware, shader, &options),
    };
    let search = |layout: &Layout, pieces: &[&Piece]| {
        let lookups = pieces[0].coordinates.len() as u32;
        let outputs = layout.output_registers().len() as u32;
        let depth = length.saturating_sub(lookups + outputs.saturating_sub(1));
        let search = Search {
            machine: &machine,
            layout,
            length,
            lookups,
            // Each instruction doubles the exponent of a factor at most.
            powers: Powers {
                doubled: 2 * (1 << depth.min(DEEPEST)) + 2,
                roots: shader.may_have(|inst| has_root(inst.op.kind())),
            },
            is_deep: depth > DEEPEST,
            steps: Cell::new(STEPS),
        };
        search.least(pieces)
    };
    // What is drawn from literals is no formula.
    let numbers = (0..TRIES).filter(|number| number % 8 != 3);
    let mut found: Option<Layout> = None;
    let mut pieces: Vec<Piece> = Vec::new();
    // A program that decides by its data is another one on each piece, so that each bounds it alone.
    let mut alone = 0;
    for (layout, piece) in numbers.filter_map(|number| trial.piece(number)) {
        let known = found.get_or_insert(layout.clone());
        if *known != layout || !tells_more(&piece, &pieces) {
            continue;
        }
        if let Some(choice) = machine.choice {
            alone = alone.max(search(&layout, &[&piece]) + choice);
        }
        pieces.push(piece);
        if pieces.len() == PIECES || machine.choice == Some(0) && alone >= length {
            break;
        }
    }
    let layout = found?;
    match machine.choice {
        Some(0) => Some(alone),
        Some(_) => Some(search(&layout, &pieces.iter().collect::<Vec<_>>()).min(alone)),
        None => Some(search(&layout, &pieces.iter().collect::<Vec<_>>())),
    }
}

/// Functions whose values are no roots of rational functions, and what is no function of the inputs at hand.
fn is_beyond(kind: OpKind) -> bool {
    use OpKind::{
        Acos, Asin, Atan, Atan2, Cos, Dfdx, Dfdy, Discard, Exp, Exp2, Fwidth, InputIndexed, Log,
        Log2, Pow, Sin, Tan, UniformIndexed,
    };
    matches!(
        kind,
        Acos | Asin
            | Atan
            | Atan2
            | Cos
            | Dfdx
            | Dfdy
            | Discard
            | Exp
            | Exp2
            | Fwidth
            | InputIndexed
            | Log
            | Log2
            | Pow
            | Sin
            | Tan
            | UniformIndexed
    )
}

fn has_root(kind: OpKind) -> bool {
    use OpKind::{Distance, Length, Normalize, Refract, Rsqrt, Sqrt};
    matches!(kind, Distance | Length | Normalize | Refract | Rsqrt | Sqrt)
}

/// True if a piece says something of a lane of which the others do not, or comparisons may come out otherwise there.
fn tells_more(piece: &Piece, others: &[Piece]) -> bool {
    let says = |piece: &Piece, lane: usize| !matches!(piece.wanted[lane], Wanted::Anything);
    let lanes = 0..piece.wanted.len();
    let count = |piece: &Piece| lanes.clone().filter(|&lane| says(piece, lane)).count();
    let most = others.iter().map(count).max().unwrap_or(0);
    count(piece) >= most
        || lanes
            .clone()
            .any(|lane| says(piece, lane) && !others.iter().any(|other| says(other, lane)))
}
