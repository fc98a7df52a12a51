//! Text as instructions.

use super::item::{Item, Read};
use super::operand::{Base, Operand, wrong};
use super::{CONDITIONS, SYNTAX};
use crate::pp::bundle::{Bundle, Prefetch, Program, Slot};
use crate::pp::half;
use crate::pp::isa::{DISCARD_WORD, Field, Layout, Unit};
use crate::text::{Branches, Lines, read};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
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
    if program.bundles.is_empty() {
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
        let mut bundle = Bundle::default();
        let result = self.bundle(&mut bundle, cursor, branches);
        self.program.bundles.push(bundle);
        result
    }
}

impl Reader {
    fn bundle<'a>(
        &mut self,
        bundle: &mut Bundle,
        cursor: &mut Cursor<'_, 'a>,
        branches: &mut Branches<'a>,
    ) -> Read<()> {
        let start = cursor.peek().span;
        if !cursor.eat_word("nop") {
            loop {
                self.item(bundle, cursor, branches)?;
                if !cursor.eat(',') {
                    break;
                }
                cursor.skip_newlines();
            }
        }
        cursor.line_end()?;
        let span = start.to(cursor.last_span());
        complete(bundle, span)
    }

    fn item<'a>(
        &mut self,
        bundle: &mut Bundle,
        cursor: &mut Cursor<'_, 'a>,
        branches: &mut Branches<'a>,
    ) -> Read<()> {
        let name = cursor.word("an operation")?;
        match name.text {
            "stop" => {
                bundle.stop = true;
                return Ok(());
            }
            "sync" => {
                bundle.sync = true;
                return Ok(());
            }
            "words" => {
                let numbers = Operand::list(cursor)?;
                let word = |operand: &Operand<'_>| match operand.base {
                    Base::Bits(bits) if !operand.negative => u32::try_from(bits).ok(),
                    _ => None,
                };
                let words: Option<Vec<u32>> = numbers.iter().map(word).collect();
                let alone = *bundle == Bundle::default() && cursor.at_line_end();
                let words = words.filter(|words| alone && !words.is_empty());
                let message =
                    "an instruction as words is one or more numbers such as 0x1, and nothing else";
                bundle.raw = words.ok_or_else(|| wrong(name.span, message))?;
                return Ok(());
            }
            "prefetch" => {
                let enabled = cursor.integer(0..=1, "the switch")? == 1;
                let next = cursor.integer(0..=63, "the length")? as u8;
                bundle.prefetch = Some(Prefetch { enabled, next });
                return Ok(());
            }
            _ => {}
        }
        let unit = match cursor.eat('.') {
            true => cursor.word("a unit")?.text,
            false => "",
        };
        let span = name.span.to(cursor.last_span());
        let operands = Operand::list(cursor)?;
        let item = Item {
            name: name.text,
            unit,
            operands,
            span,
        };
        let (unit, slot) = self.slot(&item, branches)?;
        if bundle.slot(unit).is_some() {
            let message = format!("the {} is used twice in one instruction", unit.name());
            return Err(error_of(
                codes::assembler::SLOT,
                span,
                message,
                "second use",
            ));
        }
        // Uniforms before varyings are the one other order that is in use.
        let late = bundle
            .slots()
            .map(|(unit, _)| unit)
            .filter(|other| *other > unit && !(*other == Unit::Load && unit == Unit::Varying));
        if let Some(other) = late.last() {
            let message = format!("the {} comes before the {}", unit.name(), other.name());
            let error = error_of(codes::assembler::SLOT, span, message, "too late");
            return Err(error.with_help("operations stand in the order of the pipeline"));
        }
        // What reads operands knows the ranges that people meet; this is for numbers that only keep bits of
        // a binary.
        let room = slot.to_bits();
        let room = room.map_err(|fault| wrong(span, fault.to_string()));
        room.map(|_| bundle.put(unit, slot))
    }

    fn slot<'a>(&mut self, item: &Item<'a>, branches: &mut Branches<'a>) -> Read<(Unit, Slot)> {
        let slot = match (item.name, item.unit) {
            ("const0" | "const1", "") => {
                let slot = self.constants(item)?;
                let unit = match item.name {
                    "const0" => Unit::Const0,
                    _ => Unit::Const1,
                };
                return Ok((unit, slot));
            }
            ("discard", "") => {
                item.exactly(0)?;
                Slot::new(Layout::Discard).with(Field::Word, DISCARD_WORD.into())
            }
            (name, "") if name.starts_with("branch") => branch(item, branches)?,
            (name, "") if name.starts_with("texld") => item.texture()?,
            (_, "v") => item.varying()?,
            ("load", "u" | "t") => item.load()?,
            ("store", "t") => item.store()?,
            ("fb_color" | "fb_depth", "t") => {
                item.exactly(1)?;
                let dest = item.at(0)?.register()?;
                Slot::new(Layout::FrameRead)
                    .with(Field::Color, i64::from(item.name == "fb_color"))
                    .with(Field::Kind, 7)
                    .with(Field::Align, 2)
                    .with(Field::Dest, dest)
            }
            (_, "v0") => item.arithmetic(Unit::VectorMul)?,
            (_, "v1") => item.arithmetic(Unit::VectorAdd)?,
            (_, "s0") => item.arithmetic(Unit::ScalarMul)?,
            (_, "s1") => item.arithmetic(Unit::ScalarAdd)?,
            (_, "s2") => item.combine()?,
            _ => return Err(item.unknown()),
        };
        Ok((slot.layout().unit(), slot))
    }

    fn constants(&mut self, item: &Item<'_>) -> Read<Slot> {
        let mut slot = Slot::new(Layout::Const);
        if item.operands.is_empty() || item.operands.len() > 4 {
            return Err(wrong(item.span, "a constant has one to four numbers"));
        }
        let fields = [Field::X, Field::Y, Field::Z, Field::W];
        for (operand, field) in item.operands.iter().zip(fields) {
            let bits = match operand.base {
                Base::Bits(bits @ 0..=0xffff) if !operand.negative => bits,
                Base::Number(value, _) => {
                    let value = if operand.negative { -value } else { value } as f32;
                    let bits = half::from_f32(value);
                    let rounded = half::to_f32(bits);
                    if rounded != value {
                        let message = format!("{value} is rounded to the half float {rounded}");
                        let warning = Diagnostic::warning(codes::warning::HALF_CONSTANT, message);
                        self.warnings.push(warning.at(operand.span, "this number"));
                    }
                    bits.into()
                }
                _ => return Err(wrong(operand.span, "a number or 16 bits are needed here")),
            };
            slot.set(field, bits);
        }
        Ok(slot)
    }
}

/// A branch; where it goes is for later.
fn branch<'a>(item: &Item<'a>, branches: &mut Branches<'a>) -> Read<Slot> {
    let suffix = item.name.strip_prefix("branch").unwrap_or("");
    let condition = CONDITIONS.iter().position(|name| *name == suffix);
    let condition = condition.ok_or_else(|| item.unknown())? as i64;
    let mut slot = Slot::new(Layout::Branch)
        .with(Field::Gt, condition & 1)
        .with(Field::Eq, condition >> 1 & 1)
        .with(Field::Lt, condition >> 2 & 1);
    let label = match item.operands.as_slice() {
        [label] if condition == 7 => label,
        [first, second, label] => {
            slot.set(Field::Arg0Src, first.plain_scalar()?);
            slot.set(Field::Arg1Src, second.plain_scalar()?);
            label
        }
        _ => {
            return Err(wrong(
                item.span,
                "a branch takes two components and a label",
            ));
        }
    };
    let Base::Label(name) = label.base else {
        return Err(wrong(label.span, "a label is needed here"));
    };
    branches.add(name, label.span);
    Ok(slot)
}

/// Adds what follows from the rest, and refuses an instruction whose parts do not go together.
fn complete(bundle: &mut Bundle, span: Span) -> Read<()> {
    if !bundle.raw.is_empty() {
        return Ok(());
    }
    if bundle.needs_sync() {
        bundle.sync = true;
    }
    bundle.check().map_err(|fault| {
        error_of(
            codes::assembler::OPERAND,
            span,
            fault.to_string(),
            "in this instruction",
        )
    })
}
