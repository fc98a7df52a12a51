//! Instructions as text.

use super::STYLE;
use super::operand::{number, written};
use super::parse::assemble;
use crate::pp::isa::{Form, Instruction, Layout, Operation, Prefetch, Source, Unit};
use crate::pp::program::Program;
use retroshade_diagnostics::FileId;
use retroshade_diagnostics::fault::{Checked, demand};
use retroshade_ir::entity::EntitySet;

/// The text of a program, which assembles to the same words. An instruction that the language cannot say is its
/// words, with the reason.
pub fn disassemble(program: &Program) -> String {
    let offsets = program.offsets();
    let mut targets: EntitySet<usize> = EntitySet::new();
    for index in 0..program.instructions.len() {
        targets.extend(program.branch_target(index, &offsets));
    }
    let mut text = String::new();
    for (index, offset) in offsets.iter().enumerate() {
        if targets.contains(index) {
            text.push_str(&format!("L{offset}:\n"));
        }
        match said(program, index, &offsets) {
            Ok(line) => text.push_str(&line),
            Err(reason) => {
                let words = words(program, index).into_iter();
                let words: Vec<String> = words.map(|word| format!("0x{word:08x}")).collect();
                text.push_str(&format!("words {} # {reason}", words.join(" ")));
            }
        }
        text.push('\n');
    }
    text
}

/// The words of an instruction where it stands.
fn words(program: &Program, index: usize) -> Vec<u32> {
    let length = |instruction: &Instruction| instruction.words();
    let before: usize = program.instructions.iter().take(index).map(length).sum();
    let own = program.instructions.get(index).map_or(0, length);
    // Whatever was read can be written.
    let all = program.encode().unwrap_or_default();
    all.into_iter().skip(before).take(own).collect()
}

/// The line of an instruction, if it is read back as the same.
fn said(program: &Program, index: usize, offsets: &[usize]) -> Checked<String> {
    let instruction = program.instructions.get(index);
    let instruction = instruction.ok_or("there is no such instruction")?;
    instruction.known()?;
    let last = index + 1 == program.instructions.len();
    demand(
        !last || instruction.leaves(),
        "control runs off the end of the program",
    )?;
    let line = line(program, index, offsets)?;
    // A branch goes to a label of this text, and gets its distance there.
    let target = program.branch_target(index, offsets);
    let label = target.and_then(|target| offsets.get(target));
    let text = match label {
        Some(label) => format!("L{label}:\n{line}"),
        None => line.clone(),
    };
    let (again, _) = assemble(FileId(0), &text).map_err(|errors| {
        let first = errors.iter().next();
        first.map_or_else(String::new, |error| error.message.clone())
    })?;
    let mut again = again.instructions.into_iter().next().unwrap_or_default();
    let said = instruction.operation(Unit::Branch).copied();
    if let (Some(place), Some(branch)) = (again.operation_mut(Unit::Branch), said) {
        let length = target.and_then(|target| program.instructions.get(target));
        let length = length.map_or(0, Instruction::words);
        let usual = branch.op.layout != Layout::Branch || usize::from(branch.jump.length) == length;
        demand(usual, "the branch gives a wrong length")?;
        place.jump = branch.jump;
    }
    demand(
        again == *instruction,
        "bits that none of its operations uses",
    )?;
    Ok(line)
}

fn line(program: &Program, index: usize, offsets: &[usize]) -> Checked<String> {
    let instruction = program.instructions.get(index);
    let instruction = instruction.ok_or("there is no such instruction")?;
    let mut parts = Vec::new();
    if instruction.stop {
        parts.push("stop".to_owned());
    }
    if instruction.sync {
        parts.push("sync".to_owned());
    }
    if let Some(Prefetch { enabled, next }) = instruction.prefetch {
        parts.push(format!("prefetch {} {next}", u8::from(enabled)));
    }
    parts.extend(operations(program, index, offsets)?);
    if parts.is_empty() {
        Ok("nop".to_owned())
    } else {
        Ok(parts.join(", "))
    }
}

/// The text of each unit that is on in an instruction, in their order.
pub(crate) fn operations(
    program: &Program,
    index: usize,
    offsets: &[usize],
) -> Checked<Vec<String>> {
    let target = program.branch_target(index, offsets);
    let label = target.and_then(|target| offsets.get(target));
    let instruction = program.instructions.get(index);
    let operations = instruction.into_iter().flat_map(Instruction::operations);
    operations
        .map(|operation| text(operation, label.copied()))
        .collect()
}

/// The text of an operation; a branch goes to the label of an offset.
fn text(operation: &Operation, label: Option<usize>) -> Checked<String> {
    let op = operation.op;
    let mut text = match op.unit {
        Unit::Const0 => "const0".to_owned(),
        Unit::Const1 => "const1".to_owned(),
        _ => format!(
            "{}{}{}",
            op.row.name,
            operation.modifier.suffix(),
            op.layout.suffix()
        ),
    };
    let is_unset = |number: usize| operation.sources[number] == Source::default();
    let has_spare = op.row.forms.iter().any(|form| match form {
        Form::Spare(number) => !is_unset(*number),
        _ => false,
    });
    let mut push = |operand: &str| {
        text.push(' ');
        text.push_str(operand);
    };
    for form in op.row.forms {
        match form {
            Form::Spare(_) if !has_spare => {}
            Form::Label => {
                let label = label.ok_or("the branch goes to no instruction")?;
                push(&format!("L{label}"));
            }
            Form::Numbers => {
                for bits in operation.numbers {
                    push(&number(bits).written(&STYLE));
                }
            }
            form => push(&written(*form, operation).written(&STYLE)),
        }
    }
    Ok(text)
}
