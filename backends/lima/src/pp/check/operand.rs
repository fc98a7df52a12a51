//! Whether an operand is what was selected.

use super::{Expected, Found, Replay, Symbol};
use crate::fault::{Checked, demand};
use crate::pp::bundle::Bundle;
use crate::pp::code::{Address, Cell, Kind, Source};
use crate::pp::isa::{Field, Unit, source};

impl Replay<'_> {
    /// Whether the bits of an operand name what was selected.
    pub(super) fn operand(
        &self,
        expected: Expected<'_>,
        found: &Found,
        bundle: &Bundle,
        word: usize,
    ) -> Checked {
        let operand = expected.operand;
        if (found.negative, found.absolute) != (operand.negative, operand.absolute) {
            return Err("another modifier".into());
        }
        let is_value = matches!(operand.source, Source::Value(..));
        demand(
            is_value || found.chained.is_none(),
            "the multiplier's result is read",
        )?;
        let count = usize::from(operand.lanes);
        for (position, component) in found.components.iter().copied().take(count).enumerate() {
            match operand.source {
                Source::Const(bits) => {
                    let unit = match found.code {
                        source::CONST0 => Unit::Const0,
                        source::CONST1 => Unit::Const1,
                        _ => return Err("no constant".into()),
                    };
                    let field = [Field::X, Field::Y, Field::Z, Field::W][component as usize & 3];
                    let held = bundle.slot(unit).map(|slot| slot.get(field));
                    let wanted = Some(i64::from(bits[position]));
                    if held != wanted {
                        return Err("another constant".into());
                    }
                }
                Source::Load(address, lanes) => {
                    self.load(address, lanes[position], found.code, component, bundle)?;
                }
                Source::Value(value, lanes) => {
                    let cell = Cell::new(value, lanes[position]);
                    self.cell((cell, expected.writers[position]), found, component, word)?;
                }
            }
        }
        Ok(())
    }

    fn load(
        &self,
        address: Address,
        lane: u8,
        code: i64,
        component: i64,
        bundle: &Bundle,
    ) -> Checked {
        let slot = bundle.slot(Unit::Load).ok_or("nothing is fetched")?;
        let kind = if address.temporary { 3 } else { 0 };
        let same = code == source::LOAD
            && slot.get(Field::Source) == kind
            && slot.get(Field::Align) == 2
            && slot.get(Field::Index) == i64::from(address.index)
            && slot.flag(Field::OffsetEn) == address.offset.is_some();
        if !same {
            return Err("something else is fetched".into());
        }
        demand(i64::from(lane) == component, "another component is fetched")
    }

    fn cell(&self, (cell, writer): Symbol, found: &Found, component: i64, word: usize) -> Checked {
        let direct = found.chained.is_some() || found.code == source::TEXTURE;
        if !direct {
            let held = self.state.get(&(found.code, component));
            return match held == Some(&(cell, writer)) || self.is_undefined(cell, writer) {
                true => Ok(()),
                false => Err(format!(
                    "${}.{component} should hold {cell} of {writer:?}, not {held:?}",
                    found.code
                )
                .into()),
            };
        }
        // What passes without a register was made in this instruction.
        let producer = writer.ok_or("nothing passes here")?;
        let operation = &self.code.blocks[self.index].operations[producer];
        let place = self.plans[self.index].places[producer];
        let lane = operation.dest.iter().position(|dest| *dest == cell);
        let lane = lane.ok_or("the producer makes something else")?;
        let from = match (operation.kind, found.chained) {
            (Kind::Lookup(_), None) => i64::from(operation.components[lane.min(3)]),
            // In a register the lanes may have other places.
            (_, Some(unit)) if unit == place.unit && self.is_chained(producer) => lane as i64,
            _ => return Err("the producer stands elsewhere".into()),
        };
        let same = place.word == word && from == component;
        demand(same, "another lane passes")
    }
}
