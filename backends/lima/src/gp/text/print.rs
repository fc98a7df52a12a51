//! Instructions as text.

use super::assemble;
use crate::gp::effects::unit;
use crate::gp::isa::{self, FIELDS, Field, IDENTITY, NO_STORE, NOTHING, Source, Unit, mul};
use crate::gp::program::{ACC_INPUTS, ACC_NEGATES, MUL_INPUTS, MUL_NEGATES, STORE_HALVES, STORES};
use crate::gp::{Instruction, Program};
use retroshade_diagnostics::FileId;
use retroshade_ir::entity::EntitySet;
use retroshade_kit::machine::effects::Effect;
use std::borrow::Cow;

/// An input. A code nobody knows is its number.
fn source(code: u16) -> Cow<'static, str> {
    match Source::from_code(code) {
        Some(source) => source.name().into(),
        None => format!("^{code}").into(),
    }
}

/// A second input, where code 22 is a number.
fn second(code: u16, identity: &'static str) -> Cow<'static, str> {
    match code {
        IDENTITY => identity.into(),
        code => source(code),
    }
}

/// The name of an operation; `op3` is one that nobody knows.
fn operation(name: Option<&'static str>, code: u16) -> Cow<'static, str> {
    match name {
        Some(name) => name.into(),
        None => format!("op{code}").into(),
    }
}

fn loads(instruction: &Instruction, line: &mut Line<'_>) {
    let get = |field| instruction.get(field);
    if get(Field::Port0Attribute) != 0 {
        line.item(&["load.a "]).number(get(Field::Port0));
    } else if get(Field::Port0) != 0 {
        line.item(&["load.r0 "]).number(get(Field::Port0));
    }
    if get(Field::Port1) != 0 {
        line.item(&["load.r1 "]).number(get(Field::Port1));
    }
    let (address, offset) = (get(Field::LoadAddress), get(Field::LoadOffset));
    if matches!(offset, 1..=3) {
        line.item(&["load.u "]).number(address);
        line.add(&["+A"]).number(offset);
    } else if address != 0 {
        line.item(&["load.u "]).number(address);
    }
}

fn multipliers(instruction: &Instruction, line: &mut Line<'_>) {
    let op = instruction.get(Field::MulOp);
    let both = matches!(op, mul::COMPLEX1 | mul::SELECT);
    let inputs = |unit: usize| {
        MUL_INPUTS
            .get(unit)
            .map_or([NOTHING; 2], |fields| fields.map(|f| instruction.get(f)))
    };
    let negated = |unit: usize| {
        MUL_NEGATES
            .get(unit)
            .is_some_and(|field| instruction.get(*field) != 0)
    };
    for unit in 0..2 {
        let [a, b] = inputs(unit);
        let idle = a == NOTHING && b == NOTHING && !negated(unit);
        if idle && (unit == 1 || op == mul::MUL) {
            continue;
        }
        let negate = if negated(unit) { "_neg" } else { "" };
        let (a, b) = (source(a), second(b, "1"));
        if unit == 1 {
            if !both {
                line.item(&["mul.m1", negate, " ", &a, " ", &b]);
            }
            continue;
        }
        let name = operation(isa::name_of(isa::MUL, op), op);
        if both {
            let [c, d] = inputs(1);
            let (c, d) = (source(c), second(d, "1"));
            line.item(&[&name, ".m01", negate, " ", &a, " ", &b, " ", &c, " ", &d]);
        } else {
            line.item(&[&name, ".m0", negate, " ", &a, " ", &b]);
        }
    }
}

fn accumulators(instruction: &Instruction, line: &mut Line<'_>) {
    let code = instruction.get(Field::AccOp);
    let row = isa::acc_row(code);
    let name = operation(row.map(|row| row.name), code);
    let operands = row.map_or(2, |row| row.function.arity());
    let units = ACC_INPUTS.iter().zip(ACC_NEGATES).zip([".a0 ", ".a1 "]);
    for ((inputs, negates), unit) in units {
        let [a, b] = inputs.map(|field| instruction.get(field));
        let [minus_a, minus_b] = negates.map(|field| instruction.get(field) != 0);
        if a == NOTHING && b == NOTHING && !minus_a && !minus_b {
            continue;
        }
        let minus = |set: bool| if set { "-" } else { "" };
        line.item(&[&name, unit, minus(minus_a), &source(a)]);
        if operands == 2 || b != 0 || minus_b {
            line.add(&[" ", minus(minus_b), &second(b, "0")]);
        }
    }
}

fn others(instruction: &Instruction, line: &mut Line<'_>) {
    let get = |field| instruction.get(field);
    let (op, input) = (get(Field::ComplexOp), get(Field::ComplexInput));
    if op != isa::complex::IDLE || input != NOTHING {
        let name = operation(isa::name_of(isa::COMPLEX, op), op);
        line.item(&[&name, ".c"]);
        if op != isa::complex::SET_A01 || input != NOTHING {
            line.add(&[" ", &source(input)]);
        }
    }
    let (op, input) = (get(Field::PassOp), get(Field::PassInput));
    if op != isa::pass::MOV || input != NOTHING {
        let name = operation(isa::name_of(isa::PASS, op), op);
        line.item(&[&name, ".p ", &source(input)]);
    }
}

fn stores(instruction: &Instruction, line: &mut Line<'_>) {
    let get = |field| instruction.get(field);
    let halves = STORE_HALVES.iter().zip(STORES.chunks_exact(2));
    for ((fields, lanes), half) in halves.zip(["store.xy ", "store.zw "]) {
        let [address, varying, temporary] = fields.map(get);
        let idle = lanes.iter().all(|lane| get(*lane) == NO_STORE);
        if idle && address == 0 && varying == 0 && temporary == 0 {
            continue;
        }
        match (temporary != 0, varying != 0) {
            (true, _) => line.item(&[half, "t"]),
            (false, true) => line.item(&[half, "v"]).number(address),
            (false, false) => line.item(&[half, "$"]).number(address),
        };
        for lane in lanes {
            let code = get(*lane);
            let unit = match Unit::from_store_code(code) {
                Some(unit) => unit.name().into(),
                None if code == NO_STORE => Cow::from("_"),
                None => format!("^{code}").into(),
            };
            line.add(&[" ", &unit]);
        }
    }
}

/// A line of text in the making.
struct Line<'t> {
    text: &'t mut String,
    start: usize,
}

impl<'t> Line<'t> {
    fn new(text: &'t mut String) -> Line<'t> {
        let start = text.len();
        Line { text, start }
    }

    fn is_empty(&self) -> bool {
        self.text.len() == self.start
    }

    /// Begins the next operation with pieces of text.
    fn item(&mut self, parts: &[&str]) -> &mut Self {
        if !self.is_empty() {
            self.text.push_str(", ");
        }
        self.add(parts)
    }

    fn add(&mut self, parts: &[&str]) -> &mut Self {
        parts.iter().for_each(|part| self.text.push_str(part));
        self
    }

    fn number(&mut self, number: u16) -> &mut Self {
        self.text.push_str(&number.to_string());
        self
    }
}

/// The lines of a program, which assemble to the same words.
pub fn print(program: &Program) -> String {
    let count = program.instructions.len();
    let targets: EntitySet<usize> = program
        .instructions
        .iter()
        .filter(|instruction| branches(instruction, count))
        .map(Instruction::target)
        .collect();
    let mut text = String::new();
    for (index, instruction) in program.instructions.iter().enumerate() {
        if targets.contains(index) {
            text.push_str(&format!("L{index}:\n"));
        }
        let mut line = Line::new(&mut text);
        print_line(instruction, branches(instruction, count), &mut line);
        bits(instruction, count, &mut line);
        if line.is_empty() {
            line.add(&["nop"]);
        }
        text.push('\n');
    }
    text
}

/// True if an instruction branches to one of the program.
fn branches(instruction: &Instruction, count: usize) -> bool {
    instruction.get(Field::Branch) != 0 && instruction.target() < count
}

/// The fields whose values do not follow from the operations, by name and number.
fn bits(instruction: &Instruction, count: usize, line: &mut Line<'_>) {
    let mut text = String::new();
    print_line(instruction, false, &mut Line::new(&mut text));
    let read = assemble(FileId(0), if text.is_empty() { "nop" } else { &text });
    let read = read
        .ok()
        .and_then(|program| program.instructions.first().copied());
    let mut said = read.unwrap_or_default();
    if branches(instruction, count) {
        said.set_target(instruction.target());
    }
    let stores = |field| instruction.get(field) != 0;
    let temporary = stores(Field::StoreXyTemporary) || stores(Field::StoreZwTemporary);
    for row in FIELDS {
        let value = instruction.get(row.field);
        // A branch and a store to a temporary exclude each other, unless the flags are stated.
        let stated = row.field == Field::Flags && temporary && branches(instruction, count);
        if value != said.get(row.field) || stated {
            line.item(&["bits ", row.name, " "]).number(value);
        }
    }
}

fn print_line(instruction: &Instruction, branches: bool, line: &mut Line<'_>) {
    loads(instruction, line);
    multipliers(instruction, line);
    accumulators(instruction, line);
    others(instruction, line);
    stores(instruction, line);
    if branches {
        let target = instruction.target().to_string();
        line.item(&["branch L", &target]);
    }
}

/// The texts of what the units do whose effects the instruction has, in their order.
pub(crate) fn operations(instruction: &Instruction, effects: &[Effect]) -> Vec<String> {
    let mut text = String::new();
    let branches = instruction.get(Field::Branch) != 0;
    print_line(instruction, branches, &mut Line::new(&mut text));
    let texts = text.split(", ").map(|text| (unit_of(text), text));
    let texts: Vec<(usize, &str)> = texts.collect();
    let of = |effect: &Effect| {
        let found = texts.iter().find(|(unit, _)| *unit == effect.unit);
        // What a load has the number 0 of is not spelled out.
        let unspelled = match effect.unit {
            unit::PORT0 => "load.r0 0",
            unit::PORT1 => "load.r1 0",
            unit::MEMORY => "load.u 0",
            _ => "with multiplier 0",
        };
        found.map_or(unspelled, |(_, text)| text).to_owned()
    };
    effects.iter().map(of).collect()
}

/// The unit of an operation by its text.
fn unit_of(text: &str) -> usize {
    let word = text.split(' ').next().unwrap_or_default();
    let name = word.rsplit('.').next().unwrap_or_default();
    match (word, name.trim_end_matches("_neg")) {
        ("load.a" | "load.r0", _) => unit::PORT0,
        ("load.r1", _) => unit::PORT1,
        ("load.u", _) => unit::MEMORY,
        ("store.xy", _) => unit::STORE[0],
        ("store.zw", _) => unit::STORE[1],
        (_, "m0" | "m01") => unit::MUL[0],
        (_, "m1") => unit::MUL[1],
        (_, "a0") => unit::ACC[0],
        (_, "a1") => unit::ACC[1],
        (_, "c") => unit::COMPLEX,
        (_, "p") => unit::PASS,
        _ => unit::BRANCH,
    }
}
