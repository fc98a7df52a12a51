//! What the two units do in each slot, for pictures and counts of programs.

use crate::isa::{Mac, POSITION_VIEW};
use crate::program::{Program, Register, Slot, Target, Unit, UnitOp};
use retroshade_kit::machine::Kind;
use retroshade_kit::schedule::{Cell, File, Place, Read, Row, Schedule};

const TEMPORARY: File = File::new("r", Kind::Temporary);
const OUTPUT: File = File::new("o", Kind::Output);
const CONSTANT: File = File::new("c", Kind::Uniform);
const ADDRESS: Place = Place {
    file: File::new("a", Kind::Address),
    number: 0,
    lane: 0,
};

/// Describes a program.
pub(crate) fn schedule(program: &Program) -> Schedule {
    let rows = program.slots.iter().map(|slot| {
        let mac = slot.mac.map(|unit| {
            let alone = Slot {
                mac: Some(unit),
                ilu: None,
            };
            let mut cell = cell(0, &unit, alone);
            if unit.op == Mac::Arl {
                cell.writes.push(ADDRESS);
            }
            cell
        });
        let ilu = slot.ilu.map(|unit| {
            let alone = Slot {
                mac: None,
                ilu: Some(unit),
            };
            cell(1, &unit, alone)
        });
        Row {
            cells: mac.into_iter().chain(ilu).collect(),
        }
    });
    let rows: Vec<Row> = rows.collect();
    Schedule {
        units: vec!["vector unit (MAC)", "scalar unit (ILU)"],
        steps: Schedule::straight(rows.len()),
        rows,
        ..Schedule::default()
    }
}

fn cell<Op: UnitOp>(number: usize, unit: &Unit<Op>, alone: Slot) -> Cell {
    let mut cell = Cell {
        unit: number,
        text: alone.to_string(),
        ..Cell::default()
    };
    for (_, operand, lanes) in unit.operands() {
        let lanes = operand.register_lanes(lanes);
        match operand.register {
            Register::Temporary(POSITION_VIEW) => {
                cell.reads.extend(OUTPUT.lanes(0, lanes).map(Read::place));
            }
            Register::Temporary(index) => {
                let places = TEMPORARY.lanes(index.into(), lanes);
                cell.reads.extend(places.map(Read::place));
            }
            Register::Relative(_) => cell.reads.push(Read::place(ADDRESS)),
            Register::Constant(index) => {
                let places = CONSTANT.lanes(index.into(), lanes);
                cell.reads.extend(places.map(Read::place));
            }
            Register::Attribute(_) => {}
        }
    }
    if let Some(write) = unit.temporary {
        let places = TEMPORARY.lanes(write.to.into(), write.mask);
        cell.writes.extend(places);
    }
    if let Some(write) = unit.output {
        let (file, number) = match write.to {
            Target::Output(number) => (OUTPUT, number),
            Target::Constant(number) => (CONSTANT, number),
        };
        cell.writes.extend(file.lanes(number.into(), write.mask));
    }
    cell
}
