//! Instructions as text.

use super::assemble;
use crate::fault::{Checked, Fault};
use crate::gp::isa::{self, Field, IDENTITY, NO_OFFSET, NO_STORE, NOTHING, Source, Unit, mul};
use crate::gp::program::{ACC_INPUTS, ACC_NEGATES, MUL_INPUTS, MUL_NEGATES, STORE_HALVES, STORES};
use crate::gp::{Instruction, Program};
use retroshade_diagnostics::FileId;
use retroshade_ir::entity::EntitySet;

fn source(code: u16) -> &'static str {
    Source::from_code(code).map_or("?", Source::name)
}

/// A second input, where code 22 is a number.
fn second(code: u16, identity: &'static str) -> &'static str {
    if code == IDENTITY {
        identity
    } else {
        source(code)
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
    if offset != NO_OFFSET {
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
                line.item(&["mul.m1", negate, " ", a, " ", b]);
            }
            continue;
        }
        let name = isa::name_of(isa::MUL, op).unwrap_or("?");
        if both {
            let [c, d] = inputs(1);
            let (c, d) = (source(c), second(d, "1"));
            line.item(&[name, ".m01", negate, " ", a, " ", b, " ", c, " ", d]);
        } else {
            line.item(&[name, ".m0", negate, " ", a, " ", b]);
        }
    }
}

fn accumulators(instruction: &Instruction, line: &mut Line<'_>) {
    let Some(row) = isa::acc_row(instruction.get(Field::AccOp)) else {
        return;
    };
    let units = ACC_INPUTS.iter().zip(ACC_NEGATES).zip([".a0 ", ".a1 "]);
    for ((inputs, negates), unit) in units {
        let [a, b] = inputs.map(|field| instruction.get(field));
        let [minus_a, minus_b] = negates.map(|field| instruction.get(field) != 0);
        if a == NOTHING && b == NOTHING && !minus_a && !minus_b {
            continue;
        }
        let minus = |set: bool| if set { "-" } else { "" };
        line.item(&[row.name, unit, minus(minus_a), source(a)]);
        if row.operands == 2 || b != 0 || minus_b {
            line.add(&[" ", minus(minus_b), second(b, "0")]);
        }
    }
}

fn others(instruction: &Instruction, line: &mut Line<'_>) {
    let get = |field| instruction.get(field);
    let (op, input) = (get(Field::ComplexOp), get(Field::ComplexInput));
    if op != isa::complex::IDLE || input != NOTHING {
        let name = isa::name_of(isa::COMPLEX, op).unwrap_or("?");
        line.item(&[name, ".c ", source(input)]);
    }
    let (op, input) = (get(Field::PassOp), get(Field::PassInput));
    if op != isa::pass::MOV || input != NOTHING {
        let name = isa::name_of(isa::PASS, op).unwrap_or("?");
        line.item(&[name, ".p ", source(input)]);
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
            let unit = Unit::from_store_code(get(*lane)).map_or("_", Unit::name);
            line.add(&[" ", unit]);
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

/// The lines of a program.
pub fn print(program: &Program) -> String {
    let targets: EntitySet<usize> = program
        .instructions
        .iter()
        .filter(|instruction| instruction.get(Field::Branch) != 0)
        .map(Instruction::target)
        .collect();
    let mut text = String::new();
    for (index, instruction) in program.instructions.iter().enumerate() {
        if targets.contains(index) {
            text.push_str(&format!("L{index}:\n"));
        }
        let mut line = Line::new(&mut text);
        print_line(instruction, &mut line);
        if line.is_empty() {
            line.add(&["nop"]);
        }
        text.push('\n');
    }
    text
}

fn print_line(instruction: &Instruction, line: &mut Line<'_>) {
    loads(instruction, line);
    multipliers(instruction, line);
    accumulators(instruction, line);
    others(instruction, line);
    stores(instruction, line);
    if instruction.get(Field::Branch) != 0 {
        let target = instruction.target().to_string();
        line.item(&["branch L", &target]);
    }
}

/// The operations of an instruction, each with its unit.
pub(crate) fn operations(instruction: &Instruction) -> Vec<String> {
    let mut text = String::new();
    print_line(instruction, &mut Line::new(&mut text));
    let operations = text.split(", ").filter(|text| !text.is_empty());
    operations.map(str::to_owned).collect()
}

/// The text of a program, which assembles to the same words.
///
/// # Errors
/// Bits of an instruction that no operation in it uses, which no text can say.
pub fn disassemble(program: &Program) -> Checked<String> {
    let text = print(program);
    let again = assemble(FileId(0), &text).map_err(|errors| {
        errors
            .iter()
            .next()
            .map_or_else(String::new, |e| e.message.clone())
    })?;
    for (index, instruction) in program.instructions.iter().enumerate() {
        if again.instructions.get(index) != Some(instruction) {
            let fault = Fault::from("it sets bits that none of its operations uses");
            return Err(fault.within("instruction", index));
        }
    }
    Ok(text)
}
