//! What each unit of the fragment processor does in each instruction, for pictures and counts of programs.
//!
//! Memory with a computed address is not followed.

use super::Program;
use super::bundle::Slot;
use super::isa::{self, Argument, Field, Layout, Meaning, NONE, REGISTERS, Unit, op, source};
use super::text::operations;
use crate::fault::Checked;
use retroshade_kit::lanes::{LaneMask, Swizzle};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::schedule::{Cell, File, Place, Read, Row, Schedule, Step};

const REGISTER: File = File::temporary("$");
const MEMORY: File = File::lasting("t");
/// The units without the constants, which are parts of the word.
const UNITS: usize = 10;

/// Describes a program whose outputs the record names.
///
/// # Errors
/// An instruction that the assembly language cannot say.
pub(crate) fn schedule(program: &Program, reflection: &Reflection) -> Checked<Schedule> {
    let offsets = program.offsets();
    let mut schedule = Schedule {
        units: Unit::ALL
            .iter()
            .take(UNITS)
            .map(|unit| unit.name())
            .collect(),
        ..Schedule::default()
    };
    for (index, bundle) in program.bundles.iter().enumerate() {
        let texts = operations(program, bundle, index, &offsets)?;
        let slots = bundle.slots().zip(texts);
        let cells = slots.filter(|((unit, _), _)| (*unit as usize) < UNITS);
        schedule.rows.push(Row {
            cells: cells
                .map(|((unit, slot), text)| cell(unit, slot, text))
                .collect(),
        });
        let branch = bundle.slot(Unit::Branch);
        let discards = branch.is_some_and(|slot| slot.layout() == Layout::Discard);
        let always = branch.is_some_and(|slot| !discards && condition(slot) == 7);
        let falls = !(bundle.stop || discards || always);
        let next = falls
            .then_some(index + 1)
            .filter(|next| *next < program.bundles.len());
        let target = program.branch_target(index, &offsets);
        let mut next: Vec<usize> = next.into_iter().chain(target).collect();
        next.dedup();
        schedule.steps.push(Step {
            row: index,
            next,
            ends: bundle.stop || discards,
        });
    }
    for output in &reflection.outputs {
        if let (Some("$"), Some(index)) = (output.file.as_deref(), output.index) {
            let number = u16::try_from(index).unwrap_or(u16::MAX);
            schedule.results.extend(REGISTER.lanes(number, 15));
        }
    }
    Ok(schedule)
}

/// Bits of a branch's condition: greater, equal, less.
fn condition(slot: &Slot) -> i64 {
    slot.get(Field::Gt) | slot.get(Field::Eq) << 1 | slot.get(Field::Lt) << 2
}

/// The order of the pipeline, the two multipliers and the two adders side by side.
fn phase(unit: Unit) -> u8 {
    match unit {
        Unit::Varying => 0,
        Unit::Texture => 1,
        Unit::Load => 2,
        Unit::VectorMul | Unit::ScalarMul => 3,
        Unit::VectorAdd | Unit::ScalarAdd => 4,
        Unit::Combine => 5,
        Unit::Store => 6,
        Unit::Branch | Unit::Const0 | Unit::Const1 => 7,
    }
}

/// The lanes of a register that a swizzle selects at some positions.
fn selected(swizzle: i64, positions: i64) -> u8 {
    let positions = LaneMask::from_bits(positions as u8);
    Swizzle::from_bits(swizzle as u8).read_by(positions).bits()
}

fn cell(unit: Unit, slot: &Slot, text: String) -> Cell {
    let mut cell = Cell {
        unit: unit as usize,
        phase: phase(unit),
        text,
        ..Cell::default()
    };
    match slot.layout() {
        Layout::VaryingIndex => {
            if slot.get(Field::OffsetVector) != NONE {
                let lane = 1 << slot.get(Field::OffsetLane);
                cell.read(slot.get(Field::OffsetVector), lane);
            }
            to_vector(slot, &mut cell);
        }
        Layout::VaryingRegister => {
            // A texture's coordinates have three lanes.
            let positions = match slot.get(Field::Dest) {
                NONE => 7,
                _ => slot.get(Field::Mask),
            };
            let lanes = selected(slot.get(Field::Swizzle), positions);
            cell.read(slot.get(Field::Src), lanes);
            to_vector(slot, &mut cell);
        }
        Layout::Texture => {
            cell.reads.push(Read::unit(Unit::Varying as usize));
            if slot.flag(Field::LodEn) {
                cell.read_component(slot.get(Field::LodReg));
            }
            if slot.flag(Field::OffsetEn) {
                cell.read_component(slot.get(Field::OffsetReg));
            }
        }
        Layout::Load => {
            if slot.flag(Field::OffsetEn) {
                cell.read_component(slot.get(Field::OffsetReg));
            } else if slot.get(Field::Source) == 3 {
                cell.reads.extend(memory(slot).map(Read::place));
            }
        }
        Layout::VectorMul | Layout::VectorAdd => vector(unit, slot, &mut cell),
        Layout::ScalarMul | Layout::ScalarAdd => scalar(unit, slot, &mut cell),
        Layout::CombineScalar
        | Layout::CombineScalarToVector
        | Layout::CombineVectorToScalar
        | Layout::CombineMul => combine(slot, &mut cell),
        Layout::Store => {
            let src = slot.get(Field::Src);
            let width = 1 << slot.get(Field::Align);
            for lane in 0..width {
                cell.read_component(src + lane);
            }
            if slot.flag(Field::OffsetEn) {
                cell.read_component(slot.get(Field::OffsetReg));
            } else {
                cell.writes.extend(memory(slot));
            }
        }
        Layout::FrameRead => cell.write(slot.get(Field::Dest), 15),
        Layout::Branch if condition(slot) != 7 => {
            cell.read_component(slot.get(Field::Arg0Src));
            cell.read_component(slot.get(Field::Arg1Src));
        }
        Layout::Branch | Layout::Discard | Layout::Const => {}
    }
    cell
}

/// What a cell reads and writes by the codes of the machine.
trait Codes {
    fn read(&mut self, code: i64, lanes: u8);
    fn write(&mut self, code: i64, lanes: i64);

    /// One component by its number.
    fn read_component(&mut self, code: i64) {
        self.read(code >> 2, 1 << (code & 3));
    }
}

impl Codes for Cell {
    fn read(&mut self, code: i64, lanes: u8) {
        match code {
            source::TEXTURE => self.reads.push(Read::unit(Unit::Texture as usize)),
            source::LOAD => self.reads.push(Read::unit(Unit::Load as usize)),
            0.. if code < i64::from(REGISTERS) => {
                let places = REGISTER.lanes(code as u16, lanes);
                self.reads.extend(places.map(Read::place));
            }
            _ => {}
        }
    }

    fn write(&mut self, code: i64, lanes: i64) {
        if (0..i64::from(REGISTERS)).contains(&code) {
            self.writes.extend(REGISTER.lanes(code as u16, lanes as u8));
        }
    }
}

/// The destination of units that write lanes of a register.
fn to_vector(slot: &Slot, cell: &mut Cell) {
    if slot.get(Field::Dest) != NONE {
        cell.write(slot.get(Field::Dest), slot.get(Field::Mask));
    }
}

/// The components of memory that a load or store with a plain index concerns.
fn memory(slot: &Slot) -> impl Iterator<Item = Place> {
    let width = 1i64 << slot.get(Field::Align);
    let first = slot.get(Field::Index) * width;
    (first..first + width).map(|component| Place {
        file: MEMORY,
        number: (component >> 2) as u16,
        lane: (component & 3) as u8,
    })
}

fn vector(unit: Unit, slot: &Slot, cell: &mut Cell) {
    let row = isa::operation(unit, slot.get(Field::Op));
    let written = slot.get(Field::Mask);
    let positions = match row.map(|row| row.meaning) {
        Some(Meaning::Sum(lanes)) => (1 << lanes) - 1,
        // What only the adder beside it takes can be any lane.
        _ if written == 0 => 15,
        _ => written,
    };
    let operand = |cell: &mut Cell, fields: Argument| {
        let lanes = selected(slot.get(fields.swizzle), positions);
        cell.read(slot.get(fields.src), lanes);
    };
    match slot.flag(Field::MulIn) {
        true => cell.reads.push(Read::unit(Unit::VectorMul as usize)),
        false => operand(cell, Argument::FIRST),
    }
    if row.is_some_and(|row| !row.is_unary()) {
        operand(cell, Argument::SECOND);
    }
    condition_of_select(slot, cell);
    cell.write(slot.get(Field::Dest), written);
}

fn scalar(unit: Unit, slot: &Slot, cell: &mut Cell) {
    let row = isa::operation(unit, slot.get(Field::Op));
    match slot.flag(Field::MulIn) {
        true => cell.reads.push(Read::unit(Unit::ScalarMul as usize)),
        false => cell.read_component(slot.get(Field::Arg0Src)),
    }
    if row.is_some_and(|row| !row.is_unary()) {
        cell.read_component(slot.get(Field::Arg1Src));
    }
    condition_of_select(slot, cell);
    if slot.flag(Field::OutEn) {
        let dest = slot.get(Field::Dest);
        cell.write(dest >> 2, 1 << (dest & 3));
    }
}

/// A choice takes its condition from the scalar multiplier.
fn condition_of_select(slot: &Slot, cell: &mut Cell) {
    let adds = matches!(slot.layout(), Layout::VectorAdd | Layout::ScalarAdd);
    if adds && slot.get(Field::Op) == op::SEL {
        cell.reads.push(Read::unit(Unit::ScalarMul as usize));
    }
}

fn combine(slot: &Slot, cell: &mut Cell) {
    let dest = slot.get(Field::Dest);
    let first = slot.get(Field::Arg0Src);
    let vector = |cell: &mut Cell, positions: i64| {
        let lanes = selected(slot.get(Field::Arg1Swizzle), positions);
        cell.read(slot.get(Field::Arg1Src), lanes);
    };
    match slot.layout() {
        Layout::CombineMul => {
            cell.read_component(first);
            vector(cell, slot.get(Field::Mask));
            cell.write(dest, slot.get(Field::Mask));
        }
        Layout::CombineScalarToVector => {
            cell.read_component(first);
            if slot.get(Field::Op) == op::ATAN2 {
                cell.read_component(slot.get(Field::Arg1Src));
            }
            cell.write(dest, slot.get(Field::Mask));
        }
        Layout::CombineVectorToScalar => {
            vector(cell, 7);
            cell.write(dest >> 2, 1 << (dest & 3));
        }
        _ => {
            cell.read_component(first);
            cell.write(dest >> 2, 1 << (dest & 3));
        }
    }
}
