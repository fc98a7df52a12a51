//! Inputs, lookups, memory and branches.

use super::{Emit, components, mask, swizzle};
use crate::fault::Fault;
use crate::pp::bundle::Slot;
use crate::pp::code::{
    Address, Cell, Condition, Coordinate, Input, Lookup, Operand, Operation, Projection,
};
use crate::pp::isa::{Field, Layout, NONE, TEXTURE_CUBE, TEXTURE_FIXED, varying};
use crate::pp::schedule::word::Word;

impl Emit<'_> {
    pub(super) fn input(&self, input: Input, operation: &Operation) -> Result<Slot, Fault> {
        let (register, lanes) = self.dest(operation)?;
        let base = Slot::new(Layout::VaryingIndex)
            .with(Field::OffsetVector, NONE)
            .with(Field::Dest, register.into())
            .with(Field::Mask, mask(&lanes));
        Ok(match input {
            Input::Varying(index) | Input::VaryingIndexed(index) => {
                let slot = base.with(Field::Align, 3).with(Field::Index, index.into());
                match operation.args.first() {
                    None => slot,
                    Some(operand) => {
                        let cell = operand.cells().next().ok_or("an offset without a cell")?;
                        let (register, component) = self.cell(cell)?;
                        slot.with(Field::OffsetVector, register.into())
                            .with(Field::OffsetLane, component.into())
                    }
                }
            }
            Input::FragCoord => base
                .with(Field::Source, varying::CUBE)
                .with(Field::Perspective, 3)
                .with(Field::Align, 3),
            Input::PointCoord => base
                .with(Field::Source, varying::SPECIAL)
                .with(Field::Align, 1),
            Input::FrontFacing => base
                .with(Field::Source, varying::SPECIAL)
                .with(Field::Perspective, 1)
                .with(Field::Align, 0),
        })
    }

    pub(super) fn coordinate(&self, lookup: &Lookup, operation: &Operation) -> Result<Slot, Fault> {
        let perspective = match lookup.projection {
            Projection::None => 0,
            Projection::Z => 2,
            Projection::W => 3,
        };
        if let Coordinate::Varying { index, upper } = lookup.coordinate {
            // The first two components as the known program does it that copies a picture: all four
            // are loaded.
            let three = lookup.cube || lookup.projection == Projection::Z;
            let (align, index, lanes) = match upper {
                true => (1, 2 * i64::from(index) + 1, 3),
                false => (3, i64::from(index), if three { 7 } else { 15 }),
            };
            let kind = if lookup.cube {
                varying::CUBE
            } else {
                varying::INPUT
            };
            return Ok(Slot::new(Layout::VaryingIndex)
                .with(Field::Source, kind)
                .with(Field::Perspective, perspective)
                .with(Field::Align, align)
                .with(Field::OffsetVector, NONE)
                .with(Field::Index, index)
                .with(Field::Dest, NONE)
                .with(Field::Mask, lanes));
        }
        let operand = operation
            .args
            .first()
            .ok_or("a lookup without coordinate")?;
        let cells: Vec<Cell> = operand.cells().collect();
        let (register, _) = self.cell(*cells.first().ok_or("no lanes")?)?;
        let place = |cell: &Cell| {
            let found = self.cell(*cell).ok().filter(|found| found.0 == register);
            found.map(|(_, component)| component)
        };
        let slot = Slot::new(Layout::VaryingRegister)
            .with(Field::Src, register.into())
            .with(Field::Neg, operand.negative.into())
            .with(Field::Abs, operand.absolute.into())
            .with(Field::Swizzle, swizzle(components(&cells, place)?))
            .with(Field::Dest, NONE);
        Ok(match lookup.cube {
            true => slot
                .with(Field::Source, varying::CUBE)
                .with(Field::Perspective, 1),
            false => slot
                .with(Field::Source, varying::REGISTER)
                .with(Field::Perspective, perspective),
        })
    }

    pub(super) fn lookup(&self, lookup: &Lookup, operation: &Operation) -> Result<Slot, Fault> {
        let mut rest = operation.args.iter();
        if lookup.coordinate == Coordinate::Value {
            rest.next();
        }
        let mut next = || {
            let operand = rest.next().ok_or("a lookup lacks an operand")?;
            let cell = operand.cells().next().ok_or("no lanes")?;
            self.scalar_code(cell)
        };
        let mut slot = Slot::new(Layout::Texture)
            .with(Field::Index, lookup.sampler.into())
            .with(Field::Fixed, TEXTURE_FIXED)
            .with(Field::Type, if lookup.cube { TEXTURE_CUBE } else { 0 });
        if let Some(explicit) = lookup.level {
            slot.set(Field::LodReg, next()?);
            slot.set(Field::LodEn, 1);
            slot.set(Field::ExplicitLod, explicit.into());
        }
        if lookup.indexed {
            slot.set(Field::OffsetReg, next()?);
            slot.set(Field::OffsetEn, 1);
        }
        Ok(slot)
    }

    pub(super) fn load(&self, address: Address) -> Result<Slot, Fault> {
        let slot = Slot::new(Layout::Load)
            .with(Field::Source, if address.temporary { 3 } else { 0 })
            .with(Field::Align, 2)
            .with(Field::Index, address.index.into());
        Ok(match address.offset {
            None => slot,
            Some(cell) => slot
                .with(Field::OffsetEn, 1)
                .with(Field::OffsetReg, self.scalar_code(cell)?),
        })
    }

    pub(super) fn store(&self, address: Address, operation: &Operation) -> Result<Slot, Fault> {
        let operand = operation.args.first().ok_or("a store of nothing")?;
        let cells: Vec<Cell> = operand.cells().collect();
        let first = *cells.first().ok_or("no lanes")?;
        let (register, _) = self.cell(first)?;
        for (lane, cell) in cells.iter().enumerate() {
            let (other, component) = self.cell(*cell)?;
            if other != register || component != lane as u8 {
                return Err("a stored lane is out of place".into());
            }
        }
        let slot = Slot::new(Layout::Store)
            .with(Field::DestKind, 3)
            .with(Field::Src, i64::from(register) << 2)
            .with(Field::Align, 2)
            .with(Field::Index, address.index.into());
        Ok(match address.offset {
            None => slot,
            Some(cell) => slot
                .with(Field::OffsetEn, 1)
                .with(Field::OffsetReg, self.scalar_code(cell)?),
        })
    }

    pub(super) fn branch(
        &self,
        condition: Condition,
        args: &[Operand],
        word: &Word,
    ) -> Result<Slot, Fault> {
        let Condition(bits) = condition;
        let mut slot = Slot::new(Layout::Branch)
            .with(Field::Gt, i64::from(bits & 1))
            .with(Field::Eq, i64::from(bits >> 1 & 1))
            .with(Field::Lt, i64::from(bits >> 2 & 1));
        if condition == Condition::ALWAYS {
            return Ok(slot);
        }
        for (operand, field) in args.iter().zip([Field::Arg0Src, Field::Arg1Src]) {
            if operand.is_modified() {
                return Err("a branch has no modifiers".into());
            }
            let spot = self.spot(operand, word, None)?;
            slot.set(field, spot.code << 2 | i64::from(spot.components[0]));
        }
        Ok(slot)
    }
}
