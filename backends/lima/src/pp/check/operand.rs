//! Whether an operand is what was selected.

use super::{Expected, Found, Replay, Symbol};
use crate::pp::code::{Address, Cell, Kind, Source};
use crate::pp::isa::{Instruction, Meaning, Memory, Register, Unit};
use retroshade_diagnostics::fault::{Checked, demand};

impl Replay<'_> {
    /// Demands that an operand is what was selected.
    pub(super) fn operand(
        &self,
        expected: Expected<'_>,
        found: &Found,
        instruction: &Instruction,
        word: usize,
    ) -> Checked {
        let operand = expected.operand;
        if (found.negative, found.absolute) != (operand.negative, operand.absolute) {
            return Err("another modifier".into());
        }
        let is_value = matches!(operand.source, Source::Value(..));
        let chained = matches!(found.register, Register::Product { .. });
        demand(is_value || !chained, "the multiplier's result is read")?;
        let count = usize::from(operand.lanes);
        for (position, component) in found.components.iter().copied().take(count).enumerate() {
            match operand.source {
                Source::Const(bits) => {
                    let unit = match found.register {
                        Register::Const0 => Unit::Const0,
                        Register::Const1 => Unit::Const1,
                        _ => return Err("no constant".into()),
                    };
                    let constant = instruction.operation(unit);
                    let held =
                        constant.map(|constant| constant.numbers[usize::from(component & 3)]);
                    let wanted = Some(bits[position]);
                    if held != wanted {
                        return Err("another constant".into());
                    }
                }
                Source::Load(address, lanes) => {
                    self.load(
                        address,
                        lanes[position],
                        found.register,
                        component,
                        instruction,
                    )?;
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
        register: Register,
        component: u8,
        instruction: &Instruction,
    ) -> Checked {
        let load = instruction.operation(Unit::Load);
        let load = load.ok_or("nothing is fetched")?;
        let memory = if address.temporary {
            Memory::Temporaries
        } else {
            Memory::Uniforms
        };
        let same = register == Register::Loaded
            && load.op.row.meaning == Meaning::Load(memory)
            && load.width() == 4
            && load.address.index == address.index
            && load.address.offset.is_some() == address.offset.is_some();
        if !same {
            return Err("something else is fetched".into());
        }
        demand(lane == component, "another component is fetched")
    }

    fn cell(&self, (cell, writer): Symbol, found: &Found, component: u8, word: usize) -> Checked {
        if let Register::General(number) = found.register {
            let held = self.state.get(&(number, component));
            return if held == Some(&(cell, writer)) || self.is_undefined(cell, writer) {
                Ok(())
            } else {
                Err(
                    format!("${number}.{component} should hold {cell} of {writer:?}, not {held:?}")
                        .into(),
                )
            };
        }
        // What passes without a register was made in this instruction.
        let producer = writer.ok_or("nothing passes here")?;
        let operation = &self.code.blocks[self.index].operations[producer];
        let place = self.plans[self.index].places[producer];
        let lane = operation.dest.iter().position(|dest| *dest == cell);
        let lane = lane.ok_or("the producer makes something else")?;
        let from = match (operation.kind, found.register) {
            (Kind::Lookup(_), Register::Sampled) => operation.components[lane.min(3)],
            // In a register the lanes may have other places.
            (_, Register::Product { .. })
                if matches!(place.unit, Unit::VectorMul | Unit::ScalarMul)
                    && self.is_chained(producer) =>
            {
                lane as u8
            }
            _ => return Err("the producer stands elsewhere".into()),
        };
        let same = place.word == word && from == component;
        demand(same, "another lane passes")
    }
}
