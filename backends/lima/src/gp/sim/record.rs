//! What an instruction did, for a recording, with the names by which the next instruction reads it.

use crate::gp::Program;
use crate::gp::execute::cells::Cell;
use crate::gp::execute::{self, Held, Machine};
use crate::gp::isa::{ADDRESS_LATENCY, Field, NO_STORE, REGISTER_LATENCY, TEMPORARY_LATENCY, Unit};
use crate::gp::program::{STORE_HALVES, STORES};
use retroshade_kit::machine::numbers::Numbers;
use retroshade_kit::machine::{Kind, Recorder};

/// Records the instruction with a number, which was executed last.
pub fn record<N: Numbers>(
    (vertex, numbers): (&Machine<'_, N>, &mut N),
    program: &Program,
    number: usize,
    recorder: &mut Recorder,
) {
    recorder.begin(number);
    record_stores((vertex, numbers), program, number, recorder);
    let [previous, before] = vertex.results;
    for unit in Unit::ALL {
        let name = unit.name();
        // A function's last step takes a turn more.
        let last = previous.filter(|_| !(unit == Unit::Mul0 && vertex.late));
        let mut held = |results: [Held<N::Value>; 6]| {
            let Held { value, kind } = results[unit as usize];
            (numbers.recorded(value, 0), kind)
        };
        record_result(recorder, &format!("{name}[-1]"), last.map(&mut held));
        record_result(recorder, &format!("{name}[-2]"), before.map(&mut held));
    }
    if let Some(lanes) = vertex.port0_before {
        let lanes = lanes.map(|lane| numbers.recorded(lane, 0));
        recorder.hold(Kind::Pipeline, "^r0[-1]", lanes);
    }
    for (number, register) in vertex.registers.iter().enumerate() {
        let cells = register.map(|cell| cell_of(cell, |lane| numbers.recorded(lane, 0)));
        let place = (Kind::Temporary, format!("${number}"));
        record_cells(vertex.now, recorder, place, cells, REGISTER_LATENCY);
    }
    for (address, cells) in &vertex.temporaries {
        let cells = cells.map(|cell| cell_of(cell, |lane| numbers.recorded(lane, 0)));
        let place = (Kind::Memory, format!("u{address}"));
        record_cells(vertex.now, recorder, place, cells, TEMPORARY_LATENCY);
    }
    for (number, cell) in vertex.addresses.iter().enumerate() {
        let cell = cell_of(*cell, |address| location(numbers, address) as f32);
        let cells = [cell, Cell::EMPTY, Cell::EMPTY, Cell::EMPTY];
        let place = (Kind::Address, format!("A{number}"));
        record_cells(vertex.now, recorder, place, cells, ADDRESS_LATENCY);
    }
}

/// A cell of floats.
fn cell_of<T: Copy>(cell: Cell<T>, mut number: impl FnMut(T) -> f32) -> Cell<f32> {
    Cell {
        new: cell.new.map(&mut number),
        old: cell.old.map(&mut number),
        stored: cell.stored,
    }
}

/// Where an address leads.
fn location<N: Numbers>(numbers: &N, address: N::Address) -> i64 {
    let locations = numbers.locations(address);
    locations.first().map_or(0, |(location, _)| *location)
}

fn record_stores<N: Numbers>(
    (vertex, numbers): (&Machine<'_, N>, &mut N),
    program: &Program,
    number: usize,
    recorder: &mut Recorder,
) {
    let Some(instruction) = program.instructions.get(number) else {
        return;
    };
    for (half, fields) in STORE_HALVES.into_iter().enumerate() {
        let [address, varying, temporary] = fields.map(|field: Field| instruction.get(field));
        let mut lanes = 0;
        let mut values = [0.0; 4];
        for lane in [2 * half, 2 * half + 1] {
            let code = instruction.get(STORES[lane]);
            let unit = Unit::from_store_code(code).filter(|_| code != NO_STORE);
            let (Some(unit), Some(results)) = (unit, vertex.results[0]) else {
                continue;
            };
            lanes |= 1 << lane;
            let Held { value, kind } = results[unit as usize];
            values[lane] = match kind {
                execute::Kind::Number | execute::Kind::RawLogarithm => numbers.recorded(value, 0),
                _ => f32::NAN,
            };
        }
        match (lanes, temporary != 0, varying != 0) {
            (0, ..) => {}
            (_, true, _) => {
                let address = vertex.addresses[0].new;
                let address = address.map_or(0, |address| location(numbers, address));
                recorder.store(Kind::Memory, &format!("u{address}"), lanes, values);
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
    now: u64,
    recorder: &mut Recorder,
    (kind, name): (Kind, String),
    cells: [Cell<f32>; 4],
    latency: usize,
) {
    if cells.iter().all(|cell| cell.stored.is_none()) {
        return;
    }
    let mask = |holds: &dyn Fn(&Cell<f32>) -> bool| {
        let lanes = (0..4).filter(|lane| holds(&cells[*lane]));
        lanes.fold(0, |mask, lane| mask | 1 << lane)
    };
    let known = mask(&|cell| cell.found(now, latency).is_some());
    let values = cells.map(|cell| cell.found(now, latency).unwrap_or(f32::NAN));
    recorder.hold_lanes(kind, &name, known, values);
    let pending = mask(&|cell| cell.stored.is_some() && !cell.is_fresh(now, latency));
    match pending {
        0 => recorder.clear(Kind::Pending, &name),
        lanes => {
            let values = cells.map(|cell| cell.new.unwrap_or(f32::NAN));
            recorder.hold_lanes(Kind::Pending, &name, lanes, values);
        }
    }
}

/// The result of a unit. Steps of a function are not values: they are recorded as events.
fn record_result(recorder: &mut Recorder, name: &str, result: Option<(f32, execute::Kind)>) {
    match result {
        Some((value, execute::Kind::Number)) => recorder.hold_one(Kind::Pipeline, name, value),
        Some((value, kind)) if kind != execute::Kind::Undefined && name.ends_with("[-1]") => {
            recorder.clear(Kind::Pipeline, name);
            let what = kind.name();
            recorder.say(format!("{name} is {what}, of {value}"));
        }
        _ => recorder.clear(Kind::Pipeline, name),
    }
}
