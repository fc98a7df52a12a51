//! What each unit of the vertex processor does in each instruction, for pictures and counts of programs.
//!
//! Values that go through memory are not followed: where they are is computed by the program.

use super::isa::{
    self, ADDRESS_LATENCY, Field, IDENTITY, NO_OFFSET, NO_STORE, REGISTER_LATENCY, Source, Unit,
    complex, mul, pass,
};
use super::program::{ACC_INPUTS, MUL_INPUTS, STORE_HALVES, STORES};
use super::text::operations;
use super::{Instruction, Program};
use retroshade_kit::machine::Kind;
use retroshade_kit::schedule::{Cell, File, From, Read, Row, Schedule, Step};

const UNITS: [&str; 12] = [
    "register port 0",
    "register port 1",
    "memory",
    "multiplier 0",
    "multiplier 1",
    "adder 0",
    "adder 1",
    "complex unit",
    "pass unit",
    "store xy",
    "store zw",
    "branch",
];
const PORT0: usize = 0;
const PORT1: usize = 1;
const MEMORY: usize = 2;
const MUL: [usize; 2] = [3, 4];
const ACC: [usize; 2] = [5, 6];
const COMPLEX: usize = 7;
const PASS: usize = 8;
const STORE: [usize; 2] = [9, 10];
const BRANCH: usize = 11;

const REGISTER: File = File::new("$", Kind::Temporary);
const OUTPUT: File = File::new("v", Kind::Output);
const ADDRESS: File = File::new("A", Kind::Address);

/// Describes a program.
pub(crate) fn schedule(program: &Program) -> Schedule {
    let code = &program.instructions;
    let row = |number: usize| Row {
        cells: cells(code, number),
    };
    let mut steps: Vec<Step> = Schedule::straight(code.len());
    for (step, instruction) in steps.iter_mut().zip(code) {
        let target = instruction.target();
        if instruction.get(Field::Branch) != 0 && !step.next.contains(&target) {
            step.next.push(target);
        }
    }
    Schedule {
        units: UNITS.to_vec(),
        rows: (0..code.len()).map(row).collect(),
        steps,
        ..Schedule::default()
    }
}

fn column(unit: Unit) -> usize {
    match unit {
        Unit::Acc0 => ACC[0],
        Unit::Acc1 => ACC[1],
        Unit::Mul0 => MUL[0],
        Unit::Mul1 => MUL[1],
        Unit::Pass => PASS,
        Unit::Complex => COMPLEX,
    }
}

/// The column of an operation by its text.
fn column_of(text: &str) -> usize {
    let word = text.split(' ').next().unwrap_or_default();
    let unit = word.rsplit('.').next().unwrap_or_default();
    match (word, unit.trim_end_matches("_neg")) {
        ("load.a" | "load.r0", _) => PORT0,
        ("load.r1", _) => PORT1,
        ("load.u", _) => MEMORY,
        ("store.xy", _) => STORE[0],
        ("store.zw", _) => STORE[1],
        (_, "m0" | "m01") => MUL[0],
        (_, "m1") => MUL[1],
        (_, "a0") => ACC[0],
        (_, "a1") => ACC[1],
        (_, "c") => COMPLEX,
        (_, "p") => PASS,
        _ => BRANCH,
    }
}

fn cells(code: &[Instruction], number: usize) -> Vec<Cell> {
    let Some(instruction) = code.get(number) else {
        return Vec::new();
    };
    let mut cells: Vec<Cell> = Vec::new();
    for text in operations(instruction) {
        let unit = column_of(&text);
        let both = unit == MUL[0] && text.contains(".m01");
        cells.push(cell(instruction, code.get(number + 1), unit, text));
        if both {
            cells.push(Cell {
                unit: MUL[1],
                phase: phase(MUL[1]),
                text: "with multiplier 0".to_owned(),
                ..Cell::default()
            });
        }
    }
    // What a load has the number 0 of is not spelled out.
    let next = code.get(number + 1);
    for (unit, spelled, used) in [
        (PORT0, "load.r0 0", lanes_on_port0(instruction, next)),
        (PORT1, "load.r1 0", lanes_on_port1(instruction)),
        (MEMORY, "load.u 0", lanes_of_memory(instruction)),
    ] {
        if used != 0 && cells.iter().all(|cell| cell.unit != unit) {
            cells.push(cell(instruction, next, unit, spelled.to_owned()));
        }
    }
    cells.sort_by_key(|cell| cell.unit);
    cells
}

/// Loads, then units, then stores and the branch.
fn phase(unit: usize) -> u8 {
    match unit {
        PORT0 | PORT1 | MEMORY => 0,
        _ if unit < STORE[0] => 1,
        _ => 2,
    }
}

fn cell(instruction: &Instruction, next: Option<&Instruction>, unit: usize, text: String) -> Cell {
    let get = |field| instruction.get(field);
    let mut cell = Cell {
        unit,
        phase: phase(unit),
        text,
        ..Cell::default()
    };
    match unit {
        PORT0 if get(Field::Port0Attribute) == 0 => {
            cell.reads = of_register(get(Field::Port0), lanes_on_port0(instruction, next));
        }
        PORT1 => cell.reads = of_register(get(Field::Port1), lanes_on_port1(instruction)),
        MEMORY if get(Field::LoadOffset) != NO_OFFSET => {
            let places = ADDRESS.lanes(get(Field::LoadOffset), 1);
            cell.reads.extend(places.map(|place| Read {
                from: From::Place(place),
                delay: ADDRESS_LATENCY as u32,
            }));
        }
        BRANCH => cell.reads.push(Read::unit(PASS)),
        _ => {}
    }
    for code in inputs(instruction, unit) {
        cell.reads.extend(read(code));
    }
    if unit == PASS && clamps(instruction) {
        cell.reads.push(Read::unit(MEMORY));
    }
    if unit == COMPLEX {
        let set = isa::addresses_set(get(Field::ComplexOp));
        for register in set {
            cell.writes.extend(ADDRESS.lanes(register, 1));
        }
        if get(Field::ComplexOp) == complex::SET_A01 {
            cell.reads.push(Read::unit(PASS));
        }
    }
    if let Some(half) = STORE.iter().position(|store| *store == unit) {
        store(instruction, half, &mut cell);
    }
    cell
}

/// The input codes of a unit that it looks at.
fn inputs(instruction: &Instruction, unit: usize) -> Vec<u16> {
    let get = |field| instruction.get(field);
    // As a second operand this code is a number.
    let pair = |[a, b]: [Field; 2]| {
        let second = Some(get(b)).filter(|code| *code != IDENTITY);
        [Some(get(a)), second].into_iter().flatten()
    };
    let both = matches!(get(Field::MulOp), mul::COMPLEX1 | mul::SELECT);
    match unit {
        _ if unit == MUL[0] && both => MUL_INPUTS.into_iter().flat_map(pair).collect(),
        _ if unit == MUL[0] => pair(MUL_INPUTS[0]).collect(),
        _ if unit == MUL[1] => pair(MUL_INPUTS[1]).collect(),
        _ if unit == ACC[0] || unit == ACC[1] => {
            let inputs = ACC_INPUTS[usize::from(unit == ACC[1])];
            let row = isa::acc_row(get(Field::AccOp));
            match row.is_some_and(|row| row.operands == 1) {
                true => vec![get(inputs[0])],
                false => pair(inputs).collect(),
            }
        }
        COMPLEX => vec![get(Field::ComplexInput)],
        PASS => vec![get(Field::PassInput)],
        _ => Vec::new(),
    }
}

/// What an input code reads.
fn read(code: u16) -> Option<Read> {
    let late = |unit: usize, before: usize| Read {
        from: From::Unit { unit, before },
        delay: before as u32,
    };
    match Source::from_code(code)? {
        Source::Port0(_) => Some(late(PORT0, 0)),
        Source::Port1(_) => Some(late(PORT1, 0)),
        Source::Memory(_) => Some(late(MEMORY, 0)),
        Source::Port0Before(_) => Some(late(PORT0, 1)),
        Source::Previous(unit) => Some(late(column(unit), 1)),
        Source::Before(unit) => Some(late(column(unit), 2)),
        Source::Nothing => None,
    }
}

fn of_register(number: u16, lanes: u8) -> Vec<Read> {
    let places = REGISTER.lanes(number, lanes);
    let read = |place| Read {
        from: From::Place(place),
        delay: REGISTER_LATENCY as u32,
    };
    places.map(read).collect()
}

/// The lanes that some unit takes from a source.
fn lanes(instruction: &Instruction, lane_of: fn(Source) -> Option<u8>) -> u8 {
    let units = MUL.into_iter().chain(ACC).chain([COMPLEX, PASS]);
    let codes = units.flat_map(|unit| inputs(instruction, unit));
    let lanes = codes.filter_map(|code| lane_of(Source::from_code(code)?));
    lanes.fold(0, |mask, lane| mask | 1 << lane)
}

fn lanes_on_port0(instruction: &Instruction, next: Option<&Instruction>) -> u8 {
    let now = lanes(instruction, |source| match source {
        Source::Port0(lane) => Some(lane),
        _ => None,
    });
    let later = |next| {
        lanes(next, |source| match source {
            Source::Port0Before(lane) => Some(lane),
            _ => None,
        })
    };
    now | next.map_or(0, later)
}

fn lanes_on_port1(instruction: &Instruction) -> u8 {
    lanes(instruction, |source| match source {
        Source::Port1(lane) => Some(lane),
        _ => None,
    })
}

fn lanes_of_memory(instruction: &Instruction) -> u8 {
    let units = lanes(instruction, |source| match source {
        Source::Memory(lane) => Some(lane),
        _ => None,
    });
    units | if clamps(instruction) { 3 } else { 0 }
}

/// Whether the pass unit clamps, to what memory has in its first two lanes.
fn clamps(instruction: &Instruction) -> bool {
    let get = |field| instruction.get(field);
    get(Field::PassOp) == pass::CLAMP && get(Field::PassInput) != isa::NOTHING
}

fn store(instruction: &Instruction, half: usize, cell: &mut Cell) {
    let Some(fields) = STORE_HALVES.get(half) else {
        return;
    };
    let [address, varying, temporary] = fields.map(|field| instruction.get(field));
    for (lane, field) in (0u8..).zip(STORES).skip(2 * half).take(2) {
        let code = instruction.get(field);
        let Some(unit) = Unit::from_store_code(code).filter(|_| code != NO_STORE) else {
            continue;
        };
        cell.reads.push(Read::unit(column(unit)));
        let file = if varying != 0 { OUTPUT } else { REGISTER };
        if temporary == 0 {
            cell.writes.extend(file.lanes(address, 1 << lane));
        }
    }
}
