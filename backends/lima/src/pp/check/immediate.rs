//! What stands in an instruction besides operands and results: which lookup, which input, which
//! condition, and where control goes.

use crate::pp::code::{
    Block, Code, Condition, Coordinate, End, Input, Kind, Lookup, Operation, Projection,
};
use crate::pp::isa::{
    self, Division, FrameBuffer, Instruction, Layout, Level, Meaning, Op, To, Unit,
};
use crate::pp::program::Program;
use retroshade_diagnostics::fault::{Checked, Fault, demand};
use retroshade_ir::Builtin;
use retroshade_kit::machine::numbers::Comparison;
use std::ops::Range;

fn of(instruction: &Instruction, unit: Unit) -> Checked<&isa::Operation> {
    let missing = || format!("the {} has nothing to do", unit.name()).into();
    instruction.operation(unit).ok_or_else(missing)
}

/// Compares the parts of an operation that are no operands with its instruction.
pub(super) fn immediate(operation: &Operation, instruction: &Instruction) -> Checked {
    match operation.kind {
        Kind::Lookup(lookup) => self::lookup(&lookup, instruction),
        Kind::Input(input) => {
            let load = of(instruction, Unit::Varying)?;
            let found = load.op.row.meaning;
            let same = match input {
                Input::Varying(index) | Input::VaryingIndexed(index) => {
                    found == Meaning::Varying(Division::None)
                        && first(load) == 4 * i32::from(index)
                        && load.width() == 4
                        && load.address.offset.is_some()
                            == matches!(input, Input::VaryingIndexed(_))
                }
                Input::FragCoord => found == Meaning::Input(Builtin::FragCoord),
                Input::PointCoord => found == Meaning::Input(Builtin::PointCoord),
                Input::FrontFacing => found == Meaning::Input(Builtin::FrontFacing),
            };
            demand(same, "another input is loaded")
        }
        Kind::Select(condition) => {
            let there = of(instruction, Unit::ScalarMul)?;
            let same = Some(there.op) == Op::named(Layout::ScalarMul, condition.name);
            demand(same, "another condition selects")?;
            // The adder beside it reads the condition; a register would be overwritten.
            let unwritten = there.dest.written().is_none();
            demand(unwritten, "a condition goes to a register")
        }
        Kind::FrameRead { color } => {
            let buffer = if color {
                FrameBuffer::Color
            } else {
                FrameBuffer::Depth
            };
            let found = of(instruction, Unit::Store)?.op.row.meaning;
            demand(
                found == Meaning::FrameRead(buffer),
                "another part of the frame buffer is read",
            )
        }
        Kind::Discard(condition) => {
            let found = of(instruction, Unit::Branch)?.op.row.meaning;
            let always = condition == Condition::ALWAYS && found == Meaning::Discard;
            demand(
                always || found == branches(condition),
                "another condition discards",
            )
        }
        _ => Ok(()),
    }
}

/// The first component that an operation accesses.
fn first(there: &isa::Operation) -> i32 {
    there.address.index * i32::from(there.width())
}

/// A branch on a condition.
fn branches(condition: Condition) -> Meaning {
    Meaning::Branch(Comparison::from_bits(condition.0))
}

fn lookup(lookup: &Lookup, instruction: &Instruction) -> Checked {
    let texture = of(instruction, Unit::Texture)?;
    let Meaning::Lookup { cube, level } = texture.op.row.meaning else {
        return Err("the lookup is missing".into());
    };
    let same = texture.address.index == i32::from(lookup.sampler)
        && cube == lookup.cube
        && texture.address.offset.is_some() == lookup.indexed;
    demand(same, "another sampler is looked up")?;
    let wanted = match lookup.level {
        None => Level::Implicit,
        Some(false) => Level::Bias,
        Some(true) => Level::Explicit,
    };
    demand(level == wanted, "the level of detail is another")?;
    let load = of(instruction, Unit::Varying)?;
    demand(
        load.dest.to == To::Coordinate,
        "the coordinate goes elsewhere",
    )?;
    let division = match lookup.projection {
        Projection::None => Division::None,
        Projection::Z => Division::Z,
        Projection::W => Division::W,
    };
    let found = load.op.row.meaning;
    let same = match (lookup.coordinate, lookup.cube) {
        (Coordinate::Varying { index, upper }, cube) => {
            let wanted = if cube {
                Meaning::VaryingDirection
            } else {
                Meaning::Varying(division)
            };
            let needed = match (cube, lookup.projection) {
                (false, Projection::None) => 3,
                (_, Projection::W) => 15,
                _ => 7,
            };
            found == wanted
                && load.address.offset.is_none()
                && first(load) == 4 * i32::from(index) + 2 * i32::from(upper)
                && load.dest.lanes.bits() & needed == needed
        }
        (Coordinate::Value, true) => found == Meaning::Direction,
        (Coordinate::Value, false) => found == Meaning::Vector(division),
    };
    demand(same, "the coordinate is another")
}

/// Checks that control goes where the code says. `starts` are the first instructions of the blocks, and
/// one past the last of them all.
pub(super) fn flow(code: &Code, starts: &[usize], program: &Program) -> Checked {
    let offsets = program.offsets();
    for (index, block) in code.blocks.iter().enumerate() {
        let range = starts[index]..starts[index + 1];
        end(block, range, starts, program, &offsets)
            .map_err(|fault: Fault| fault.within("block", index))?;
    }
    Ok(())
}

/// Checks that a block whose instructions are `range` ends as the code says.
fn end(
    block: &Block,
    range: Range<usize>,
    starts: &[usize],
    program: &Program,
    offsets: &[usize],
) -> Checked {
    let Some(last) = range.last() else {
        return demand(block.end == End::Fall, "it has no instruction");
    };
    let instruction = program.instructions.get(last).ok_or("no instruction")?;
    match &block.end {
        End::Stop => demand(instruction.leaves(), "it does not end the program"),
        End::Fall => demand(
            !instruction.stop || instruction.discards(),
            "it does not fall",
        ),
        End::Branch {
            condition, target, ..
        } => {
            let branch = instruction.operation(Unit::Branch);
            let branch = branch.ok_or("the branch is missing")?;
            let same = branch.op.row.meaning == branches(*condition) && !instruction.stop;
            demand(same, "it branches on another condition")?;
            let found = program.branch_target(last, offsets);
            demand(found == Some(starts[*target]), "it branches elsewhere")
        }
    }
}
