//! Text as instructions.

use super::operand::{Base, Operand, wrong};
use super::{CONDITIONS, LANES, SYNTAX};
use crate::pp::bundle::{Bundle, Prefetch, Program, Slot};
use crate::pp::half;
use crate::pp::isa::{
    self, DISCARD_WORD, Field, Layout, NONE, OutMod, TEXTURE_CUBE, TEXTURE_FIXED, Unit, op, source,
    varying,
};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_kit::text::{Cursor, TokenKind, error_of, lex};

/// Assembles a text. Warnings come with the program: constants that were rounded.
///
/// # Errors
/// Everything wrong with it, with places in `file`.
pub fn assemble(file: FileId, text: &str) -> Result<(Program, Diagnostics), Diagnostics> {
    let (tokens, mut errors) = lex(&SYNTAX, file, text);
    let mut cursor = Cursor::new(&tokens);
    let mut reader = Reader::default();
    loop {
        cursor.skip_newlines();
        if cursor.at_end() {
            break;
        }
        if cursor.peek().kind == TokenKind::Word && cursor.peek_at(1).is_punct(':') {
            let label = cursor.advance();
            cursor.advance();
            let place = reader.program.bundles.len();
            if reader.labels.insert(label.text, place).is_some() {
                let message = format!("the label `{}` is there twice", label.text);
                errors.push(error_of(
                    codes::assembler::SYNTAX,
                    label.span,
                    message,
                    "again here",
                ));
            }
            continue;
        }
        if let Err(error) = reader.line(&mut cursor) {
            errors.push(error);
            cursor.skip_line();
        }
    }
    reader.resolve(&mut errors);
    if reader.program.bundles.is_empty() && !errors.has_errors() {
        let message = "the text has no instruction";
        errors.push(Diagnostic::error(codes::assembler::SYNTAX, message));
    }
    if errors.has_errors() {
        return Err(errors);
    }
    Ok((reader.program, reader.warnings))
}

#[derive(Default)]
struct Reader<'a> {
    program: Program,
    labels: IndexMap<&'a str, usize>,
    branches: Vec<(usize, &'a str, Span)>,
    warnings: Diagnostics,
}

type Read<T> = Result<T, Diagnostic>;

impl<'a> Reader<'a> {
    /// Gives every branch its distance.
    fn resolve(&mut self, errors: &mut Diagnostics) {
        let offsets = self.program.offsets();
        for (index, label, span) in std::mem::take(&mut self.branches) {
            match self.labels.get(label) {
                Some(target) if *target < self.program.bundles.len() => {
                    self.program.set_branch_target(index, *target, &offsets);
                }
                Some(_) => errors.push(error_of(
                    codes::assembler::OPERAND,
                    span,
                    format!("no instruction follows the label `{label}`"),
                    "a branch needs an instruction to go to",
                )),
                None => errors.push(error_of(
                    codes::assembler::SYNTAX,
                    span,
                    format!("there is no label `{label}`"),
                    "not found",
                )),
            }
        }
    }

    fn line(&mut self, cursor: &mut Cursor<'_, 'a>) -> Read<()> {
        let mut bundle = Bundle::default();
        let start = cursor.peek().span;
        if !cursor.eat_word("nop") {
            loop {
                self.item(&mut bundle, cursor)?;
                if !cursor.eat(',') {
                    break;
                }
                cursor.skip_newlines();
            }
        }
        cursor.line_end()?;
        let span = start.to(cursor.last_span());
        complete(&mut bundle, span)?;
        self.program.bundles.push(bundle);
        Ok(())
    }

    fn item(&mut self, bundle: &mut Bundle, cursor: &mut Cursor<'_, 'a>) -> Read<()> {
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
        let (unit, slot) = self.slot(&item)?;
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
        bundle.put(unit, slot);
        Ok(())
    }

    fn slot(&mut self, item: &Item<'a>) -> Read<(Unit, Slot)> {
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
            (name, "") if name.starts_with("branch") => self.branch(item)?,
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
            (_, "v0") => item.vector(Unit::VectorMul)?,
            (_, "v1") => item.vector(Unit::VectorAdd)?,
            (_, "s0") => item.scalar(Unit::ScalarMul)?,
            (_, "s1") => item.scalar(Unit::ScalarAdd)?,
            (_, "s2") => item.combine()?,
            _ => return Err(item.unknown()),
        };
        Ok((slot.layout().unit(), slot))
    }

    fn constants(&mut self, item: &Item<'a>) -> Read<Slot> {
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

    fn branch(&mut self, item: &Item<'a>) -> Read<Slot> {
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
        self.branches
            .push((self.program.bundles.len(), name, label.span));
        Ok(slot)
    }
}

/// An operation as it stands in the text.
struct Item<'a> {
    name: &'a str,
    unit: &'a str,
    operands: Vec<Operand<'a>>,
    span: Span,
}

impl<'a> Item<'a> {
    fn unknown(&self) -> Diagnostic {
        let message = match self.unit {
            "" => format!("there is no operation `{}`", self.name),
            unit => format!("there is no operation `{}.{unit}`", self.name),
        };
        error_of(
            codes::assembler::INSTRUCTION,
            self.span,
            message,
            "not in the table",
        )
    }

    fn exactly(&self, count: usize) -> Read<()> {
        if self.operands.len() == count {
            return Ok(());
        }
        let message = format!(
            "`{}` takes {count} operands, not {}",
            self.name,
            self.operands.len()
        );
        Err(wrong(self.span, message))
    }

    fn at(&self, index: usize) -> Read<&Operand<'a>> {
        let missing = || wrong(self.span, "an operand is missing");
        self.operands.get(index).ok_or_else(missing)
    }

    /// The operands with the destination first; it may stand last where that cannot be mistaken.
    fn ordered(&self) -> Vec<Operand<'a>> {
        let mut operands = self.operands.clone();
        let last = match (operands.first(), operands.last()) {
            (Some(first), Some(last)) => !first.is_destination() && last.is_destination(),
            _ => false,
        };
        if last {
            operands.rotate_right(1);
        }
        operands
    }

    /// The operation's row and output modifier.
    fn operation(&self, unit: Unit) -> Read<(&'static isa::OpRow, OutMod)> {
        for modifier in OutMod::ALL.into_iter().rev() {
            let name = self.name.strip_suffix(modifier.suffix());
            if let Some(row) = name.and_then(|name| isa::operation_named(unit, name)) {
                return Ok((row, modifier));
            }
        }
        Err(self.unknown())
    }

    fn vector(&self, unit: Unit) -> Read<Slot> {
        let (row, modifier) = self.operation(unit)?;
        let layout = match unit {
            Unit::VectorMul => Layout::VectorMul,
            _ => Layout::VectorAdd,
        };
        let mut slot = Slot::new(layout)
            .with(Field::Op, row.code)
            .with(Field::OutMod, modifier as i64);
        let operands = self.arity(row)?;
        for (index, operand) in operands.iter().enumerate() {
            match (index, operand.base) {
                (0, Base::Register(code)) if code < source::CONST0 => {
                    slot.set(Field::Dest, code);
                    slot.set(Field::Mask, operand.mask()?);
                }
                (0, Base::Vector) if unit == Unit::VectorMul => {
                    slot.set(Field::Dest, operand.tail.unwrap_or(0));
                }
                (0, Base::None) if unit == Unit::VectorAdd => {
                    slot.set(Field::Dest, operand.tail.unwrap_or(0));
                }
                (0, _) => return Err(wrong(operand.span, "this is no destination")),
                (1, Base::Vector) if unit == Unit::VectorAdd => {
                    slot.set(Field::MulIn, 1);
                    slot.set(Field::Arg0Src, operand.tail.unwrap_or(0));
                }
                (1, _) => slot.set(Field::Arg0Src, operand.register()?),
                (_, Base::Vector | Base::Scalar) => return Err(second(operand)),
                _ => slot.set(Field::Arg1Src, operand.register()?),
            }
            if index > 0 {
                modifiers(&mut slot, index, operand);
                let field = [Field::Arg0Swizzle, Field::Arg1Swizzle][usize::from(index > 1)];
                slot.set(field, operand.swizzle()?);
            }
        }
        Ok(slot)
    }

    fn scalar(&self, unit: Unit) -> Read<Slot> {
        let (row, modifier) = self.operation(unit)?;
        let layout = match unit {
            Unit::ScalarMul => Layout::ScalarMul,
            _ => Layout::ScalarAdd,
        };
        let mut slot = Slot::new(layout)
            .with(Field::Op, row.code)
            .with(Field::OutMod, modifier as i64);
        let operands = self.arity(row)?;
        for (index, operand) in operands.iter().enumerate() {
            match (index, operand.base) {
                (0, Base::Register(code)) if code < source::CONST0 => {
                    slot.set(Field::Dest, operand.plain_scalar()?);
                    slot.set(Field::OutEn, 1);
                }
                (0, Base::Scalar) if unit == Unit::ScalarMul => {
                    slot.set(Field::Dest, operand.tail.unwrap_or(0));
                }
                (0, Base::None) if unit == Unit::ScalarAdd => {
                    slot.set(Field::Dest, operand.tail.unwrap_or(0));
                }
                (0, _) => return Err(wrong(operand.span, "this is no destination")),
                (1, Base::Scalar) if unit == Unit::ScalarAdd => {
                    slot.set(Field::MulIn, 1);
                    slot.set(Field::Arg0Src, operand.tail.unwrap_or(0));
                }
                (1, _) => slot.set(Field::Arg0Src, operand.scalar()?),
                (_, Base::Vector | Base::Scalar) => return Err(second(operand)),
                _ => slot.set(Field::Arg1Src, operand.scalar()?),
            }
            if index > 0 {
                modifiers(&mut slot, index, operand);
            }
        }
        Ok(slot)
    }

    /// The operands, as many as the operation takes. A second source of an operation of one may be
    /// there: it keeps bits that a binary has.
    fn arity(&self, row: &isa::OpRow) -> Read<Vec<Operand<'a>>> {
        let operands = self.ordered();
        let needed = if row.is_unary() { 2 } else { 3 };
        if operands.len() == needed || (row.is_unary() && operands.len() == 3) {
            return Ok(operands);
        }
        let (name, sources) = (self.name, needed - 1);
        let message = format!("`{name}` takes a destination and {sources} sources");
        Err(wrong(self.span, message))
    }

    fn combine(&self) -> Read<Slot> {
        let operands = self.ordered();
        let at = |index: usize| {
            let missing = || wrong(self.span, "an operand is missing");
            operands.get(index).ok_or_else(missing)
        };
        let dest = at(0)?;
        let (base, modifier) = match self.name.strip_prefix("atan_pt2") {
            Some(suffix) => {
                let modifier = OutMod::ALL.into_iter().find(|m| m.suffix() == suffix);
                ("atan_pt2", modifier.ok_or_else(|| self.unknown())?)
            }
            None => (self.name, OutMod::None),
        };
        let (layout, count) = match base {
            "mul" => (Layout::CombineMul, 3),
            "atan_pt1" => (Layout::CombineScalarToVector, 2),
            "atan2_pt1" => (Layout::CombineScalarToVector, 3),
            "atan_pt2" => (Layout::CombineVectorToScalar, 2),
            _ => (Layout::CombineScalar, 2),
        };
        self.exactly(count)?;
        let mut slot = Slot::new(layout);
        match layout {
            Layout::CombineScalar | Layout::CombineVectorToScalar => {
                let number = dest.plain_scalar()?;
                if number >> 2 >= source::CONST0 {
                    return Err(wrong(dest.span, "this is no destination"));
                }
                slot.set(Field::Dest, number);
            }
            _ => {
                slot.set(Field::Dest, dest.register()?);
                slot.set(Field::Mask, dest.mask()?);
                slot.set(Field::DestVector, 1);
            }
        }
        if matches!(layout, Layout::CombineVectorToScalar | Layout::CombineMul) {
            slot.set(Field::Arg1En, 1);
            let vector = at(count - 1)?;
            if vector.negative || vector.absolute {
                return Err(wrong(vector.span, "there are no modifiers here"));
            }
            slot.set(Field::Arg1Src, vector.register()?);
            slot.set(Field::Arg1Swizzle, vector.swizzle()?);
        }
        if layout != Layout::CombineVectorToScalar {
            slot.set(Field::Arg0Src, at(1)?.scalar()?);
            modifiers(&mut slot, 1, at(1)?);
        }
        match base {
            "mul" | "atan_pt2" => {}
            "atan_pt1" => slot.set(Field::Op, op::ATAN),
            "atan2_pt1" => {
                slot.set(Field::Op, op::ATAN2);
                slot.set(Field::Arg1Src, at(2)?.scalar()?);
                modifiers(&mut slot, 2, at(2)?);
            }
            _ => {
                let (row, modifier) = self.operation(Unit::Combine)?;
                slot.set(Field::Op, row.code);
                slot.set(Field::OutMod, modifier as i64);
            }
        }
        if base == "atan_pt2" {
            slot.set(Field::OutMod, modifier as i64);
        }
        Ok(slot)
    }

    fn texture(&self) -> Read<Slot> {
        let rest = self.name.strip_prefix("texld").unwrap_or("");
        let (level, kind) = rest.split_once('_').ok_or_else(|| self.unknown())?;
        let kind = match kind {
            "2d" => 0,
            "cube" => TEXTURE_CUBE,
            _ => return Err(self.unknown()),
        };
        let (enabled, explicit) = match level {
            "" => (0, 0),
            "b" => (1, 0),
            "l" => (1, 1),
            _ => return Err(self.unknown()),
        };
        self.exactly(1 + enabled)?;
        let sampler = self.at(0)?;
        let mut slot = Slot::new(Layout::Texture)
            .with(Field::Type, kind)
            .with(Field::Fixed, TEXTURE_FIXED)
            .with(Field::LodEn, enabled as i64)
            .with(Field::ExplicitLod, explicit)
            .with(Field::Index, sampler.number()?);
        if let Some(offset) = sampler.offset {
            slot.set(Field::OffsetEn, 1);
            slot.set(Field::OffsetReg, offset);
        }
        if enabled == 1 {
            slot.set(Field::LodReg, self.at(1)?.plain_scalar()?);
        }
        Ok(slot)
    }

    fn load(&self) -> Read<Slot> {
        self.exactly(1)?;
        let source = if self.unit == "t" { 3 } else { 0 };
        let slot = Slot::new(Layout::Load).with(Field::Source, source);
        memory(slot, self.at(0)?)
    }

    fn store(&self) -> Read<Slot> {
        self.exactly(2)?;
        let slot = Slot::new(Layout::Store).with(Field::DestKind, 3);
        let mut slot = memory(slot, self.at(0)?)?;
        if let Some(tail) = self.at(0)?.tail {
            slot.set(Field::OffsetReg, tail);
        }
        let from = self.at(1)?;
        slot.set(
            Field::Src,
            match from.lanes {
                None => from.register()? << 2,
                Some(_) => from.plain_scalar()?,
            },
        );
        Ok(slot)
    }

    fn varying(&self) -> Read<Slot> {
        let operands = self.ordered();
        self.exactly(2)?;
        let [dest, from] = operands.as_slice() else {
            return Err(wrong(self.span, "an operand is missing"));
        };
        let number = match dest.base {
            Base::TexCoord => NONE,
            Base::Register(code) if code < source::CONST0 => code,
            _ => return Err(wrong(dest.span, "this is no destination")),
        };
        let kind = match self.name.strip_prefix("load") {
            Some(kind @ ("" | "_projz" | "_projw" | "_cube" | "_norm" | "_norm6" | "_norm0")) => {
                kind
            }
            _ => return Err(self.unknown()),
        };
        let perspective = match kind {
            "_projz" => 2,
            "_projw" => 3,
            "_cube" => 1,
            "" => 0,
            _ => 2,
        };
        let slot = match from.base {
            Base::Register(code) => {
                let source = match kind {
                    "" | "_projz" | "_projw" => varying::REGISTER,
                    _ => varying::CUBE,
                };
                Slot::new(Layout::VaryingRegister)
                    .with(Field::Source, source)
                    .with(Field::Perspective, perspective)
                    .with(Field::Normalize6, i64::from(kind == "_norm6"))
                    .with(Field::Normalize7, i64::from(kind == "_norm"))
                    .with(Field::Src, code)
                    .with(Field::Neg, from.negative.into())
                    .with(Field::Abs, from.absolute.into())
                    .with(Field::Swizzle, from.swizzle()?)
            }
            Base::Special(name) if kind.is_empty() => {
                let (source, perspective, align) = match name {
                    "^fragcoord" => (varying::CUBE, 3, 3),
                    "^pointcoord" => (varying::SPECIAL, 0, 1),
                    _ => (varying::SPECIAL, 1, 0),
                };
                Slot::new(Layout::VaryingIndex)
                    .with(Field::Source, source)
                    .with(Field::Perspective, perspective)
                    .with(Field::OffsetVector, NONE)
                    .with(Field::Align, from.tail.unwrap_or(align))
            }
            Base::Number(..) if !kind.starts_with("_norm") => {
                let (index, width) = index_of(from)?;
                let cube = kind == "_cube";
                let offset = from.offset.unwrap_or(NONE << 2);
                Slot::new(Layout::VaryingIndex)
                    .with(Field::Source, if cube { varying::CUBE } else { 0 })
                    .with(Field::Perspective, if cube { 0 } else { perspective })
                    .with(Field::Align, [0, 1, 3][width])
                    .with(Field::Index, fits(from, index, 0..=63)?)
                    .with(Field::OffsetVector, offset >> 2)
                    .with(Field::OffsetLane, offset & 3)
            }
            _ => return Err(wrong(from.span, "nothing of this kind can be loaded here")),
        };
        Ok(slot
            .with(Field::Dest, number)
            .with(Field::Mask, dest.mask()?))
    }
}

fn second(operand: &Operand<'_>) -> Diagnostic {
    wrong(
        operand.span,
        "a multiplier's result is read as the first operand of the adder beside it only",
    )
}

fn modifiers(slot: &mut Slot, index: usize, operand: &Operand<'_>) {
    let fields = match index {
        1 => [Field::Arg0Neg, Field::Arg0Abs],
        _ => [Field::Arg1Neg, Field::Arg1Abs],
    };
    slot.set(fields[0], operand.negative.into());
    slot.set(fields[1], operand.absolute.into());
}

/// A value that the field has room for.
fn fits(operand: &Operand<'_>, value: i64, range: std::ops::RangeInclusive<i64>) -> Read<i64> {
    if range.contains(&value) {
        return Ok(value);
    }
    let (low, high) = (range.start(), range.end());
    let message = format!("the index {value} is not in the range {low} to {high}");
    Err(wrong(operand.span, message))
}

/// An index in units of its width, and the width: 0 for one component, 1 for two, 2 for four.
fn index_of(operand: &Operand<'_>) -> Read<(i64, usize)> {
    let number = match operand.base {
        Base::Number(_, Some(number)) => fits(operand, number, 0..=0xffff)?,
        _ => return Err(wrong(operand.span, "an index is needed here")),
    };
    let number = if operand.negative { -number } else { number };
    let lane = |letter: &str| LANES.iter().position(|lane| letter == lane.to_string());
    match operand.lanes {
        None => Ok((number, 2)),
        Some("xy") => Ok((2 * number, 1)),
        Some("zw") => Ok((2 * number + 1, 1)),
        Some(letter) => match lane(letter) {
            Some(lane) => Ok((4 * number + lane as i64, 0)),
            None => Err(wrong(
                operand.span,
                "an index has one component, `xy`, `zw` or none",
            )),
        },
    }
}

fn memory(slot: Slot, operand: &Operand<'_>) -> Read<Slot> {
    let (index, width) = index_of(operand)?;
    let slot = slot
        .with(Field::Align, width as i64)
        .with(Field::Index, fits(operand, index, -0x8000..=0x7fff)?);
    Ok(match operand.offset {
        Some(offset) => slot.with(Field::OffsetEn, 1).with(Field::OffsetReg, offset),
        None => slot,
    })
}

/// Adds what follows from the rest, and refuses an instruction whose parts do not go together.
fn complete(bundle: &mut Bundle, span: Span) -> Read<()> {
    if bundle.needs_sync() {
        bundle.sync = true;
    }
    bundle.check().map_err(|fault| {
        error_of(
            codes::assembler::OPERAND,
            span,
            fault,
            "in this instruction",
        )
    })
}
