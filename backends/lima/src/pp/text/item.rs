//! One unit's part of an instruction: name and operands to fields.

use super::operand::{Base, Operand, wrong};
use crate::pp::bundle::Slot;
use crate::pp::isa::{
    self, Argument, Field, Layout, NONE, OutMod, TEXTURE_CUBE, TEXTURE_FIXED, Unit, op, source,
    varying,
};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::LANES;
use retroshade_kit::text::error_of;

/// What reading a part of a line gives.
pub(super) type Read<T> = Result<T, Diagnostic>;

/// An operation as it stands in the text.
pub(super) struct Item<'a> {
    pub(super) name: &'a str,
    pub(super) unit: &'a str,
    pub(super) operands: Vec<Operand<'a>>,
    pub(super) span: Span,
}

/// Comparisons that the machine has with their operands exchanged.
const EXCHANGED: &[(&str, &str)] = &[("lt", "gt"), ("le", "ge")];

impl<'a> Item<'a> {
    pub(super) fn unknown(&self) -> Diagnostic {
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

    pub(super) fn exactly(&self, count: usize) -> Read<()> {
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

    pub(super) fn at(&self, index: usize) -> Read<&Operand<'a>> {
        let missing = || wrong(self.span, "an operand is missing");
        self.operands.get(index).ok_or_else(missing)
    }

    /// The operands with the destination first; it may stand last where that cannot be mistaken.
    pub(super) fn ordered(&self) -> Vec<Operand<'a>> {
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
    pub(super) fn operation(&self, unit: Unit) -> Read<(&'static isa::OpRow, OutMod)> {
        self.operation_or(unit, &[])
    }

    /// As [`Item::operation`], with other names for some of them.
    fn operation_or(
        &self,
        unit: Unit,
        others: &[(&str, &'static str)],
    ) -> Read<(&'static isa::OpRow, OutMod)> {
        for modifier in OutMod::ALL.into_iter().rev() {
            let Some(name) = self.name.strip_suffix(modifier.suffix()) else {
                continue;
            };
            let other = others.iter().find(|(other, _)| *other == name);
            let name = other.map_or(name, |(_, name)| *name);
            if let Some(row) = isa::operation_named(unit, name) {
                return Ok((row, modifier));
            }
        }
        Err(self.unknown())
    }

    /// Whether it is a comparison that is written as another one with its operands exchanged.
    fn is_exchanged(&self) -> bool {
        EXCHANGED.iter().any(|(name, _)| {
            let rest = self.name.strip_prefix(name);
            rest.is_some_and(|rest| OutMod::ALL.iter().any(|one| one.suffix() == rest))
        })
    }

    /// An operation of a multiplier or an adder.
    pub(super) fn arithmetic(&self, unit: Unit) -> Read<Slot> {
        let (row, modifier) = self.operation_or(unit, EXCHANGED)?;
        let (layout, adder, scalar) = match unit {
            Unit::VectorMul => (Layout::VectorMul, false, false),
            Unit::ScalarMul => (Layout::ScalarMul, false, true),
            Unit::VectorAdd => (Layout::VectorAdd, true, false),
            _ => (Layout::ScalarAdd, true, true),
        };
        // What passes from the multiplier to the adder beside it.
        let passing = if scalar { Base::Scalar } else { Base::Vector };
        let mut slot = Slot::new(layout)
            .with(Field::Op, row.code)
            .with(Field::OutMod, modifier as i64);
        let mut operands = self.arity(row)?;
        if self.is_exchanged() {
            operands.swap(1, 2);
        }
        for (index, operand) in operands.iter().enumerate() {
            if index == 0 {
                match operand.base {
                    Base::Register(code) if code < source::CONST0 && scalar => {
                        slot.set(Field::Dest, operand.plain_scalar()?);
                        slot.set(Field::OutEn, 1);
                    }
                    Base::Register(code) if code < source::CONST0 => {
                        slot.set(Field::Dest, code);
                        slot.set(Field::Mask, operand.mask()?);
                    }
                    base if base == (if adder { Base::None } else { passing }) => {
                        slot.set(Field::Dest, operand.tail.unwrap_or(0));
                    }
                    _ => return Err(wrong(operand.span, "this is no destination")),
                }
                continue;
            }
            let fields = Argument::at(index - 1);
            match operand.base {
                base if index == 1 && adder && base == passing => {
                    slot.set(Field::MulIn, 1);
                    slot.set(fields.src, operand.tail.unwrap_or(0));
                }
                Base::Vector | Base::Scalar if index > 1 => return Err(second(operand)),
                _ if scalar => slot.set(fields.src, operand.scalar()?),
                _ => slot.set(fields.src, operand.register()?),
            }
            modifiers(&mut slot, fields, operand);
            if !scalar {
                slot.set(fields.swizzle, operand.swizzle()?);
            }
        }
        Ok(slot)
    }

    /// The operands, as many as the operation takes. A second source of an operation of one may be
    /// there: it keeps bits that a binary has.
    pub(super) fn arity(&self, row: &isa::OpRow) -> Read<Vec<Operand<'a>>> {
        let operands = self.ordered();
        let needed = if row.is_unary() { 2 } else { 3 };
        if operands.len() == needed || (row.is_unary() && operands.len() == 3) {
            return Ok(operands);
        }
        let (name, sources) = (self.name, needed - 1);
        let message = format!("`{name}` takes a destination and {sources} sources");
        Err(wrong(self.span, message))
    }

    pub(super) fn combine(&self) -> Read<Slot> {
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
            modifiers(&mut slot, Argument::FIRST, at(1)?);
        }
        match base {
            "mul" | "atan_pt2" => {}
            "atan_pt1" => slot.set(Field::Op, op::ATAN),
            "atan2_pt1" => {
                slot.set(Field::Op, op::ATAN2);
                slot.set(Field::Arg1Src, at(2)?.scalar()?);
                modifiers(&mut slot, Argument::SECOND, at(2)?);
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

    pub(super) fn texture(&self) -> Read<Slot> {
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
            .with(Field::Index, fits(sampler, sampler.number()?, 0..=0xfff)?);
        if let Some(offset) = sampler.offset {
            slot.set(Field::OffsetEn, 1);
            slot.set(Field::OffsetReg, offset);
        }
        if enabled == 1 {
            slot.set(Field::LodReg, self.at(1)?.plain_scalar()?);
        }
        Ok(slot)
    }

    pub(super) fn load(&self) -> Read<Slot> {
        self.exactly(1)?;
        let source = if self.unit == "t" { 3 } else { 0 };
        let slot = Slot::new(Layout::Load).with(Field::Source, source);
        memory(slot, self.at(0)?)
    }

    pub(super) fn store(&self) -> Read<Slot> {
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

    pub(super) fn varying(&self) -> Read<Slot> {
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

pub(super) fn second(operand: &Operand<'_>) -> Diagnostic {
    wrong(
        operand.span,
        "a multiplier's result is read as the first operand of the adder beside it only",
    )
}

pub(super) fn modifiers(slot: &mut Slot, fields: Argument, operand: &Operand<'_>) {
    slot.set(fields.negative, operand.negative.into());
    slot.set(fields.absolute, operand.absolute.into());
}

/// A value that the field has room for.
pub(super) fn fits(
    operand: &Operand<'_>,
    value: i64,
    range: std::ops::RangeInclusive<i64>,
) -> Read<i64> {
    if range.contains(&value) {
        return Ok(value);
    }
    let (low, high) = (range.start(), range.end());
    let message = format!("the index {value} is not in the range {low} to {high}");
    Err(wrong(operand.span, message))
}

/// An index in units of its width, and the width: 0 for one component, 1 for two, 2 for four.
pub(super) fn index_of(operand: &Operand<'_>) -> Read<(i64, usize)> {
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

/// The index of a load or store. That of a uniform is a number of 16 bits without sign, though the field has one.
fn memory_index(slot: Slot, operand: &Operand<'_>, index: i64) -> Read<i64> {
    let uniform = slot.layout() == Layout::Load && slot.get(Field::Source) == 0;
    let most = if uniform { 0xffff } else { 0x7fff };
    let index = fits(operand, index, -0x8000..=most)?;
    Ok(if index > 0x7fff {
        index - 0x1_0000
    } else {
        index
    })
}

pub(super) fn memory(slot: Slot, operand: &Operand<'_>) -> Read<Slot> {
    let (index, width) = index_of(operand)?;
    let slot = slot
        .with(Field::Align, width as i64)
        .with(Field::Index, memory_index(slot, operand, index)?);
    Ok(match operand.offset {
        Some(offset) => slot.with(Field::OffsetEn, 1).with(Field::OffsetReg, offset),
        None => slot,
    })
}
