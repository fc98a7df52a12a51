//! Text as instructions.

use super::operand::{self, Read, fits, half_float, is_destination};
use super::{STYLE, SYNTAX};
use crate::pp::isa::{Form, Instruction, Layout, Op, Operation, OutMod, Part, Prefetch, Unit};
use crate::pp::program::Program;
use crate::text::{Branches, Lines, read};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_kit::text::operand::{Base, Written, wrong};
use retroshade_kit::text::{Cursor, error_of};

/// Assembles a text. Warnings come with the program: constants that were rounded.
///
/// # Errors
/// Everything wrong with it, with places in `file`.
pub fn assemble(file: FileId, text: &str) -> Result<(Program, Diagnostics), Diagnostics> {
    let mut reader = Reader::default();
    let branches = read(&SYNTAX, file, text, &mut reader)?;
    let Reader {
        mut program,
        warnings,
    } = reader;
    if program.instructions.is_empty() {
        let message = "the text has no instruction";
        return Err(Diagnostic::error(codes::assembler::SYNTAX, message).into());
    }
    let offsets = program.offsets();
    for (index, target) in branches {
        program.set_branch_target(index, target, &offsets);
    }
    Ok((program, warnings))
}

#[derive(Default)]
struct Reader {
    program: Program,
    warnings: Diagnostics,
}

impl<'a> Lines<'a> for Reader {
    fn line(&mut self, cursor: &mut Cursor<'_, 'a>, branches: &mut Branches<'a>) -> Read<()> {
        let mut instruction = Instruction::default();
        let result = self.instruction(&mut instruction, cursor, branches);
        self.program.instructions.push(instruction);
        result
    }
}

/// An operation as it stands in the text.
struct Item<'a> {
    /// The name, with the unit after a dot.
    name: String,
    operands: Vec<Written<'a>>,
    span: Span,
}

impl Reader {
    fn instruction<'a>(
        &mut self,
        instruction: &mut Instruction,
        cursor: &mut Cursor<'_, 'a>,
        branches: &mut Branches<'a>,
    ) -> Read<()> {
        let start = cursor.peek().span;
        if !cursor.eat_word("nop") {
            loop {
                self.item(instruction, cursor, branches)?;
                if !cursor.eat(',') {
                    break;
                }
                cursor.skip_newlines();
            }
        }
        cursor.line_end()?;
        let span = start.to(cursor.last_span());
        complete(instruction, span)
    }

    fn item<'a>(
        &mut self,
        instruction: &mut Instruction,
        cursor: &mut Cursor<'_, 'a>,
        branches: &mut Branches<'a>,
    ) -> Read<()> {
        let name = cursor.word("an operation")?;
        match name.text {
            "stop" => {
                instruction.stop = true;
                return Ok(());
            }
            "sync" => {
                instruction.sync = true;
                return Ok(());
            }
            "words" => {
                let numbers = Written::list(&STYLE, cursor)?;
                let word = |operand: &Written<'_>| match operand.base {
                    Base::Bits(bits) if !operand.negative => u32::try_from(bits).ok(),
                    _ => None,
                };
                let words: Option<Vec<u32>> = numbers.iter().map(word).collect();
                let alone = *instruction == Instruction::default() && cursor.at_line_end();
                let words = words.filter(|words| alone && !words.is_empty());
                let message =
                    "an instruction as words is one or more numbers such as 0x1, and nothing else";
                instruction.raw = words.ok_or_else(|| wrong(name.span, message))?;
                return Ok(());
            }
            "prefetch" => {
                let enabled = cursor.integer(0..=1, "the switch")? == 1;
                let next = cursor.integer(0..=63, "the length")? as u8;
                instruction.prefetch = Some(Prefetch { enabled, next });
                return Ok(());
            }
            _ => {}
        }
        let full = if cursor.eat('.') {
            format!("{}.{}", name.text, cursor.word("a unit")?.text)
        } else {
            name.text.to_owned()
        };
        let span = name.span.to(cursor.last_span());
        let item = Item {
            name: full,
            operands: Written::list(&STYLE, cursor)?,
            span,
        };
        let operation = self.operation(item, branches)?;
        let unit = operation.op.unit;
        if instruction.operation(unit).is_some() {
            let message = format!("the {} is used twice in one instruction", unit.name());
            return Err(error_of(
                codes::assembler::SLOT,
                span,
                message,
                "second use",
            ));
        }
        // Uniforms before varyings are the one other order that is in use.
        let units = instruction.operations().map(|operation| operation.op.unit);
        let late =
            units.filter(|other| *other > unit && !(*other == Unit::Load && unit == Unit::Varying));
        if let Some(other) = late.last() {
            let message = format!("the {} comes before the {}", unit.name(), other.name());
            let error = error_of(codes::assembler::SLOT, span, message, "too late");
            return Err(error.with_help("operations stand in the order of the pipeline"));
        }
        // What reads operands knows the ranges that people meet; this is for numbers that only keep bits of
        // a binary.
        let room = operation.to_bits();
        room.map_err(|fault| wrong(span, fault.to_string()))?;
        instruction.put(operation);
        Ok(())
    }

    fn operation<'a>(
        &mut self,
        mut item: Item<'a>,
        branches: &mut Branches<'a>,
    ) -> Read<Operation> {
        if let Some(unit) = constant(&item.name) {
            return self.constant(&item, unit);
        }
        let (op, modifier, exchanged) = item.op()?;
        let mut operation = Operation::new(op);
        operation.modifier = modifier;
        let forms = item.forms(op)?;
        for (form, written) in forms.iter().zip(&mut item.operands) {
            match (form, &written.base) {
                (Form::Label, Base::Label(name)) => {
                    let std::borrow::Cow::Borrowed(name) = name else {
                        continue;
                    };
                    branches.add(name, written.span);
                }
                (Form::Label, _) => return Err(wrong(written.span, "a label is needed here")),
                (form, _) => operand::read(*form, written, &mut operation)?,
            }
        }
        if exchanged {
            operation.sources.swap(0, 1);
        }
        Ok(operation)
    }

    fn constant(&mut self, item: &Item<'_>, unit: Unit) -> Read<Operation> {
        let op = Op::constant(unit).ok_or_else(|| item.unknown())?;
        let mut operation = Operation::new(op);
        if item.operands.is_empty() || item.operands.len() > 4 {
            return Err(wrong(item.span, "a constant has one to four numbers"));
        }
        for (place, written) in operation.numbers.iter_mut().zip(&item.operands) {
            *place = half_float(written, &mut self.warnings)?;
        }
        Ok(operation)
    }
}

/// The unit of a constant by the name of its operation.
fn constant(name: &str) -> Option<Unit> {
    match name {
        "const0" => Some(Unit::Const0),
        "const1" => Some(Unit::Const1),
        _ => None,
    }
}

/// Comparisons that the machine has with their operands exchanged.
const EXCHANGED: &[(&str, &str)] = &[("lt", "gt"), ("le", "ge")];

impl Item<'_> {
    fn unknown(&self) -> Diagnostic {
        error_of(
            codes::assembler::INSTRUCTION,
            self.span,
            format!("there is no operation `{}`", self.name),
            "not in the table",
        )
    }

    /// The operation, its output modifier, and whether its sources stand in the other order.
    fn op(&self) -> Read<(Op, OutMod, bool)> {
        let mut found = Vec::new();
        for layout in Layout::ALL {
            let Some(rest) = self.name.strip_suffix(layout.suffix()) else {
                continue;
            };
            let has = |part| layout.fields().iter().any(|field| field.part == part);
            let modifiers = OutMod::ALL.into_iter().rev();
            for modifier in modifiers.filter(|one| *one == OutMod::None || has(Part::Modifier)) {
                let Some(name) = rest.strip_suffix(modifier.suffix()) else {
                    continue;
                };
                let other = EXCHANGED
                    .iter()
                    .find(|(other, _)| *other == name && has(Part::Mask) | has(Part::Enabled));
                let name = other.map_or(name, |(_, name)| *name);
                let ops = Op::all(layout).filter(|op| op.row.name == name);
                found.extend(ops.map(|op| (op, modifier, other.is_some())));
            }
        }
        // Where names are alike the operands decide.
        let suits = |op: &Op| {
            let forms = op.row.forms.iter().zip(&self.operands);
            forms
                .into_iter()
                .all(|(form, written)| fits(*form, written))
        };
        match found.as_slice() {
            [] => Err(self.unknown()),
            [one] => Ok(*one),
            several => {
                let reversed = self
                    .operands
                    .first()
                    .is_some_and(|one| !is_destination(one));
                let mut several = several.iter();
                let one = several.find(|(op, ..)| match (reversed, self.operands.as_slice()) {
                    // The destination may stand last.
                    (true, [source, _]) => fits(op.row.forms[1], source),
                    _ => suits(op),
                });
                let span = self.operands.last().map_or(self.span, |one| one.span);
                one.copied()
                    .ok_or_else(|| wrong(span, "nothing of this kind can be loaded here"))
            }
        }
    }

    /// The forms of the operands, which are brought into their order.
    fn forms(&mut self, op: Op) -> Read<Vec<Form>> {
        let forms = op.row.forms;
        let ends = (self.operands.first(), self.operands.last());
        let reversed = matches!(ends, (Some(first), Some(last)) if !is_destination(first) && is_destination(last));
        if forms.first() == Some(&Form::Dest) && reversed {
            self.operands.rotate_right(1);
        }
        let is_spare = |form: &&Form| matches!(form, Form::Spare(_));
        let needed: Vec<Form> = forms
            .iter()
            .filter(|form| !is_spare(form))
            .copied()
            .collect();
        if self.operands.len() == forms.len() {
            return Ok(forms.to_vec());
        }
        if self.operands.len() == needed.len() {
            return Ok(needed);
        }
        let sources = needed
            .iter()
            .filter(|form| matches!(form, Form::Source(_)))
            .count();
        let name = &self.name;
        let message = match (needed.first(), needed.last()) {
            (_, Some(Form::Label)) => "a branch takes two components and a label".to_owned(),
            (Some(Form::Dest), _) if sources > 0 => {
                let plural = if sources == 1 { "" } else { "s" };
                format!("`{name}` takes a destination and {sources} source{plural}")
            }
            _ => {
                let (needed, there) = (needed.len(), self.operands.len());
                format!("`{name}` takes {needed} operands, not {there}")
            }
        };
        Err(wrong(self.span, message))
    }
}

/// Adds what follows from the rest, and refuses an instruction whose parts do not go together.
fn complete(instruction: &mut Instruction, span: Span) -> Read<()> {
    if !instruction.raw.is_empty() {
        return Ok(());
    }
    if instruction.needs_sync() {
        instruction.sync = true;
    }
    instruction.check().map_err(|fault| {
        error_of(
            codes::assembler::OPERAND,
            span,
            fault.to_string(),
            "in this instruction",
        )
    })
}
