//! Instructions as text.

use super::assemble;
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

fn loads(instruction: &Instruction, items: &mut Vec<String>) {
    let get = |field| instruction.get(field);
    if get(Field::Port0Attribute) != 0 {
        items.push(format!("load.a {}", get(Field::Port0)));
    } else if get(Field::Port0) != 0 {
        items.push(format!("load.r0 {}", get(Field::Port0)));
    }
    if get(Field::Port1) != 0 {
        items.push(format!("load.r1 {}", get(Field::Port1)));
    }
    let (address, offset) = (get(Field::LoadAddress), get(Field::LoadOffset));
    if offset != NO_OFFSET {
        items.push(format!("load.u {address}+A{offset}"));
    } else if address != 0 {
        items.push(format!("load.u {address}"));
    }
}

fn multipliers(instruction: &Instruction, items: &mut Vec<String>) {
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
        let operands = format!("{} {}", source(a), second(b, "1"));
        if unit == 1 {
            if !both {
                items.push(format!("mul.m1{negate} {operands}"));
            }
            continue;
        }
        let name = isa::name_of(isa::MUL, op).unwrap_or("?");
        if both {
            let [c, d] = inputs(1);
            let more = format!("{} {}", source(c), second(d, "1"));
            items.push(format!("{name}.m01{negate} {operands} {more}"));
        } else {
            items.push(format!("{name}.m0{negate} {operands}"));
        }
    }
}

fn accumulators(instruction: &Instruction, items: &mut Vec<String>) {
    let Some(row) = isa::acc_row(instruction.get(Field::AccOp)) else {
        return;
    };
    for (unit, (inputs, negates)) in ACC_INPUTS.iter().zip(ACC_NEGATES).enumerate() {
        let [a, b] = inputs.map(|field| instruction.get(field));
        let [minus_a, minus_b] = negates.map(|field| instruction.get(field) != 0);
        if a == NOTHING && b == NOTHING && !minus_a && !minus_b {
            continue;
        }
        let minus = |set: bool| if set { "-" } else { "" };
        let mut item = format!("{}.a{unit} {}{}", row.name, minus(minus_a), source(a));
        if row.operands == 2 || b != 0 || minus_b {
            item.push_str(&format!(" {}{}", minus(minus_b), second(b, "0")));
        }
        items.push(item);
    }
}

fn others(instruction: &Instruction, items: &mut Vec<String>) {
    let get = |field| instruction.get(field);
    let (op, input) = (get(Field::ComplexOp), get(Field::ComplexInput));
    if op != isa::complex::IDLE || input != NOTHING {
        let name = isa::name_of(isa::COMPLEX, op).unwrap_or("?");
        items.push(format!("{name}.c {}", source(input)));
    }
    let (op, input) = (get(Field::PassOp), get(Field::PassInput));
    if op != isa::pass::MOV || input != NOTHING {
        let name = isa::name_of(isa::PASS, op).unwrap_or("?");
        items.push(format!("{name}.p {}", source(input)));
    }
}

fn stores(instruction: &Instruction, items: &mut Vec<String>) {
    let get = |field| instruction.get(field);
    for (half, fields) in STORE_HALVES.iter().enumerate() {
        let [address, varying, temporary] = fields.map(get);
        let sources: Vec<u16> = STORES
            .iter()
            .skip(2 * half)
            .take(2)
            .map(|f| get(*f))
            .collect();
        let idle = sources.iter().all(|source| *source == NO_STORE);
        if idle && address == 0 && varying == 0 && temporary == 0 {
            continue;
        }
        let place = match (temporary != 0, varying != 0) {
            (true, _) => "t".to_owned(),
            (false, true) => format!("v{address}"),
            (false, false) => format!("${address}"),
        };
        let names: Vec<&str> = sources
            .iter()
            .map(|source| Unit::from_store_code(*source).map_or("_", Unit::name))
            .collect();
        let half = if half == 0 { "xy" } else { "zw" };
        items.push(format!("store.{half} {place} {}", names.join(" ")));
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
        let mut items = Vec::new();
        loads(instruction, &mut items);
        multipliers(instruction, &mut items);
        accumulators(instruction, &mut items);
        others(instruction, &mut items);
        stores(instruction, &mut items);
        if instruction.get(Field::Branch) != 0 {
            items.push(format!("branch L{}", instruction.target()));
        }
        if items.is_empty() {
            items.push("nop".to_owned());
        }
        text.push_str(&items.join(", "));
        text.push('\n');
    }
    text
}

/// The text of a program, which assembles to the same words.
///
/// # Errors
/// Bits of an instruction that no operation in it uses, which no text can say.
pub fn disassemble(program: &Program) -> Result<String, String> {
    let text = print(program);
    let again = assemble(FileId(0), &text).map_err(|errors| {
        errors
            .iter()
            .next()
            .map_or_else(String::new, |e| e.message.clone())
    })?;
    for (index, instruction) in program.instructions.iter().enumerate() {
        if again.instructions.get(index) != Some(instruction) {
            return Err(format!(
                "instruction {index} sets bits that none of its operations uses"
            ));
        }
    }
    Ok(text)
}
