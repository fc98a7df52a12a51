//! What an instruction did, for a recording, with the names by which the next instruction reads it.

use super::{Cell, Vertex};
use crate::gp::Instruction;
use crate::gp::isa::{ADDRESS_LATENCY, NO_STORE, REGISTER_LATENCY, TEMPORARY_LATENCY, Unit};
use crate::gp::program::{STORE_HALVES, STORES};
use crate::gp::sim::value::{self, Value};
use retroshade_ir::LANES;
use retroshade_kit::machine::{Kind, Recorder};

impl Vertex<'_> {
    /// Records the instruction with a number, which was executed last.
    pub(in crate::gp::sim) fn record(
        &self,
        number: usize,
        instruction: &Instruction,
        recorder: &mut Recorder,
    ) {
        recorder.begin(number);
        self.record_stores(instruction, recorder);
        for unit in Unit::ALL {
            let name = unit.name();
            let held = |values: &[Value; 6]| values.get(unit as usize).copied();
            // A function's last step takes a turn more.
            let last = held(&self.previous).filter(|_| !(unit == Unit::Mul0 && self.late));
            record_result(recorder, &format!("{name}[-1]"), last);
            record_result(recorder, &format!("{name}[-2]"), held(&self.before));
        }
        let lanes = self.port0_before.map(|lane| lane.number);
        recorder.hold(Kind::Pipeline, "^r0[-1]", lanes);
        for (number, register) in self.registers.iter().enumerate() {
            let name = format!("${number}");
            self.record_cells(
                recorder,
                (Kind::Temporary, &name),
                register,
                REGISTER_LATENCY,
            );
        }
        for (address, cells) in &self.temporaries {
            let name = format!("u{address}");
            self.record_cells(recorder, (Kind::Memory, &name), cells, TEMPORARY_LATENCY);
        }
        for (number, cell) in self.offsets.iter().enumerate() {
            let cells = [*cell, Cell::EMPTY, Cell::EMPTY, Cell::EMPTY];
            let name = format!("A{number}");
            self.record_cells(recorder, (Kind::Address, &name), &cells, ADDRESS_LATENCY);
        }
    }

    fn record_stores(&self, instruction: &Instruction, recorder: &mut Recorder) {
        for (half, fields) in STORE_HALVES.into_iter().enumerate() {
            let [address, varying, temporary] = fields.map(|field| instruction.get(field));
            let mut lanes = 0;
            let mut values = [0.0; 4];
            for lane in [2 * half, 2 * half + 1] {
                let code = instruction.get(STORES[lane]);
                let unit = Unit::from_store_code(code).filter(|_| code != NO_STORE);
                let Some(unit) = unit else { continue };
                lanes |= 1 << lane;
                values[lane] = self.previous[unit as usize].number;
            }
            match (lanes, temporary != 0, varying != 0) {
                (0, ..) => {}
                (_, true, _) => {
                    let name = format!("u{}", self.offsets[0].new);
                    recorder.store(Kind::Memory, &name, lanes, values);
                }
                (_, false, true) => {
                    recorder.write(Kind::Output, &format!("v{address}"), lanes, values);
                }
                (_, false, false) => {
                    recorder.store(Kind::Temporary, &format!("${address}"), lanes, values);
                }
            }
        }
    }

    /// What the next instruction reads of a register, and what later ones will.
    fn record_cells(
        &self,
        recorder: &mut Recorder,
        (kind, name): (Kind, &str),
        cells: &[Cell; 4],
        latency: usize,
    ) {
        if cells.iter().all(|cell| cell.stored.is_none()) {
            return;
        }
        let mask = |holds: &dyn Fn(&Cell) -> bool| {
            let lanes = (0..LANES.len()).filter(|lane| holds(&cells[*lane]));
            lanes.fold(0, |mask, lane| mask | 1 << lane)
        };
        let fresh = |cell: &Cell| cell.is_fresh(self.now, latency);
        let known = mask(&|cell| cell.stored.is_some() && (fresh(cell) || !cell.old.is_nan()));
        let values = cells.map(|cell| cell.read(self.now, latency));
        recorder.hold_lanes(kind, name, known, values);
        let pending = mask(&|cell| cell.stored.is_some() && !fresh(cell));
        match pending {
            0 => recorder.clear(Kind::Pending, name),
            lanes => recorder.hold_lanes(Kind::Pending, name, lanes, cells.map(|cell| cell.new)),
        }
    }
}

/// The result of a unit. Steps of a function are not values: they are recorded as events.
fn record_result(recorder: &mut Recorder, name: &str, result: Option<Value>) {
    match result {
        Some(value) if value.kind == value::Kind::Number => {
            recorder.hold_one(Kind::Pipeline, name, value.number);
        }
        Some(value) if value.kind != value::Kind::Undefined && name.ends_with("[-1]") => {
            recorder.clear(Kind::Pipeline, name);
            let (what, argument) = (value.kind.name(), value.argument);
            recorder.say(format!("{name} is {what}, of {argument}"));
        }
        _ => recorder.clear(Kind::Pipeline, name),
    }
}
