//! What stands in an instruction besides operands and results: which lookup, which input, which
//! condition, and where control goes.

use crate::fault::{Checked, Fault, demand};
use crate::pp::bundle::{Bundle, Program, Slot};
use crate::pp::code::{
    Block, Code, Condition, Coordinate, End, Input, Kind, Lookup, Operation, Projection,
};
use crate::pp::isa::{Field, Layout, NONE, TEXTURE_CUBE, Unit, varying};
use std::ops::Range;

fn slot(bundle: &Bundle, unit: Unit) -> Checked<&Slot> {
    let missing = || format!("the {} has nothing to do", unit.name()).into();
    bundle.slot(unit).ok_or_else(missing)
}

/// Compares the parts of an operation that are no operands with the bits.
pub(super) fn immediate(operation: &Operation, bundle: &Bundle) -> Checked {
    match operation.kind {
        Kind::Lookup(lookup) => self::lookup(&lookup, bundle),
        Kind::Input(input) => {
            let slot = slot(bundle, Unit::Varying)?;
            let indexed = slot.get(Field::OffsetVector) != NONE;
            let found = (slot.get(Field::Source), slot.get(Field::Perspective));
            let same = match input {
                Input::Varying(index) | Input::VaryingIndexed(index) => {
                    found == (varying::INPUT, 0)
                        && first(slot) == 4 * i64::from(index)
                        && slot.get(Field::Align) == 3
                        && indexed == matches!(input, Input::VaryingIndexed(_))
                }
                Input::FragCoord => found == (varying::CUBE, 3),
                Input::PointCoord => found == (varying::SPECIAL, 0),
                Input::FrontFacing => found == (varying::SPECIAL, 1),
            };
            let index = slot.layout() == Layout::VaryingIndex;
            demand(same && index, "another input is loaded")
        }
        Kind::Select(condition) => {
            let slot = slot(bundle, Unit::ScalarMul)?;
            let same = Some(slot.get(Field::Op)) == condition.mul;
            demand(same, "another condition selects")?;
            // The adder beside it reads the condition; a register would be overwritten.
            demand(!slot.flag(Field::OutEn), "a condition goes to a register")
        }
        Kind::FrameRead { color } => {
            let slot = slot(bundle, Unit::Store)?;
            let same = slot.layout() == Layout::FrameRead && slot.flag(Field::Color) == color;
            demand(same, "another part of the frame buffer is read")
        }
        Kind::Discard(condition) => {
            let slot = slot(bundle, Unit::Branch)?;
            let always = condition == Condition::ALWAYS && slot.layout() == Layout::Discard;
            demand(
                always || conditions(slot) == condition,
                "another condition discards",
            )
        }
        _ => Ok(()),
    }
}

/// The first component that the varying unit loads from the varyings.
fn first(slot: &Slot) -> i64 {
    let width = match slot.get(Field::Align) {
        0 => 1,
        1 => 2,
        _ => 4,
    };
    slot.get(Field::Index) * width
}

fn conditions(slot: &Slot) -> Condition {
    let bit = |field: Field| u8::from(slot.flag(field));
    Condition(bit(Field::Gt) | bit(Field::Eq) << 1 | bit(Field::Lt) << 2)
}

fn lookup(lookup: &Lookup, bundle: &Bundle) -> Checked {
    let texture = slot(bundle, Unit::Texture)?;
    let same = texture.get(Field::Index) == i64::from(lookup.sampler)
        && (texture.get(Field::Type) == TEXTURE_CUBE) == lookup.cube
        && texture.flag(Field::OffsetEn) == lookup.indexed;
    demand(same, "another sampler is looked up")?;
    let level = texture
        .flag(Field::LodEn)
        .then(|| texture.flag(Field::ExplicitLod));
    demand(level == lookup.level, "the level of detail is another")?;
    let slot = slot(bundle, Unit::Varying)?;
    demand(
        slot.get(Field::Dest) == NONE,
        "the coordinate goes elsewhere",
    )?;
    let division = match lookup.projection {
        Projection::None => 0,
        Projection::Z => 2,
        Projection::W => 3,
    };
    let found = (slot.get(Field::Source), slot.get(Field::Perspective));
    let same = match (lookup.coordinate, lookup.cube) {
        (Coordinate::Varying { index, upper }, cube) => {
            let source = if cube { varying::CUBE } else { varying::INPUT };
            let needed = match (cube, lookup.projection) {
                (false, Projection::None) => 3,
                (_, Projection::W) => 15,
                _ => 7,
            };
            found == (source, division)
                && slot.layout() == Layout::VaryingIndex
                && slot.get(Field::OffsetVector) == NONE
                && first(slot) == 4 * i64::from(index) + 2 * i64::from(upper)
                && slot.get(Field::Mask) & needed == needed
        }
        (Coordinate::Value, true) => found == (varying::CUBE, 1),
        (Coordinate::Value, false) => found == (varying::REGISTER, division),
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
    let bundle = program.bundles.get(last).ok_or("no instruction")?;
    match &block.end {
        End::Stop => demand(bundle.leaves(), "it does not end the program"),
        End::Fall => demand(!bundle.stop || discards(bundle), "it does not fall"),
        End::Branch {
            condition, target, ..
        } => {
            let slot = bundle.slot(Unit::Branch).ok_or("the branch is missing")?;
            let same = conditions(slot) == *condition && !bundle.stop;
            demand(same, "it branches on another condition")?;
            let found = program.branch_target(last, offsets);
            demand(found == Some(starts[*target]), "it branches elsewhere")
        }
    }
}

fn discards(bundle: &Bundle) -> bool {
    let branch = bundle.slot(Unit::Branch);
    branch.is_some_and(|slot| slot.layout() == Layout::Discard)
}
