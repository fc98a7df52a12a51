//! An instruction while it is filled.

use crate::pp::code::{Address, Node, Operand, Source};
use crate::pp::isa::Unit;

/// Stages of the pipeline, by their units.
pub(crate) mod stage {
    use crate::pp::isa::Unit;

    pub(crate) const VARYING: u8 = Unit::Varying.stage();
    pub(crate) const TEXTURE: u8 = Unit::Texture.stage();
    pub(crate) const LOAD: u8 = Unit::Load.stage();
    pub(crate) const MUL: u8 = Unit::VectorMul.stage();
    pub(crate) const ADD: u8 = Unit::VectorAdd.stage();
    pub(crate) const STORE: u8 = Unit::Store.stage();
    pub(crate) const BRANCH: u8 = Unit::Branch.stage();
    /// The number of them.
    pub(crate) const COUNT: u32 = 8;
}

/// The order of reads and writes in an instruction: the scalar unit of a pair after the vector unit.
/// Neither sees what the other writes; that neither writes where the other still reads keeps
/// programs out of what no document says.
pub(crate) const fn read_step(unit: Unit, stage: u8) -> u32 {
    let scalar = matches!(unit, Unit::ScalarMul | Unit::ScalarAdd);
    stage as u32 * 4 + if scalar { 2 } else { 0 }
}

/// As [`read_step`], of the write.
pub(crate) const fn write_step(unit: Unit) -> u32 {
    read_step(unit, unit.stage()) + 1
}

/// The last step of a unit's stage.
pub(crate) const fn stage_end(unit: Unit) -> u32 {
    unit.stage() as u32 * 4 + 3
}

/// Half floats in one of the two constant fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Constants {
    /// The numbers.
    pub(crate) bits: [u16; 4],
    /// The number in use.
    pub(crate) used: u8,
}

impl Constants {
    /// The component of a number.
    pub(crate) fn component(&self, bits: u16) -> Option<u8> {
        let used = self.bits.iter().take(self.used.into());
        let mut used = used.enumerate();
        used.find(|(_, held)| **held == bits)
            .map(|(index, _)| index as u8)
    }

    fn with(mut self, numbers: &[u16]) -> Option<Constants> {
        // From the last on: (0, 0, 0, 1) is 1, 0 in memory, as in the known program that clears.
        for bits in numbers.iter().rev() {
            if self.component(*bits).is_none() {
                *self.bits.get_mut(usize::from(self.used))? = *bits;
                self.used += 1;
            }
        }
        Some(self)
    }
}

/// The contents of an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Word {
    /// The operation in each unit; the branch unit has the comparison that ends the block.
    units: [Option<Node>; Unit::ALL.len()],
    /// What the load unit fetches.
    pub(crate) address: Option<Address>,
    pub(crate) constants: [Constants; 2],
}

impl Word {
    /// The operation in a unit.
    pub(crate) fn in_unit(&self, unit: Unit) -> Option<Node> {
        self.units[unit as usize]
    }

    /// The units that have an operation, in the order of the pipeline.
    pub(crate) fn busy_units(&self) -> impl Iterator<Item = (Unit, Node)> + '_ {
        let units = Unit::ALL.into_iter().zip(self.units);
        units.filter_map(|(unit, node)| Some((unit, node?)))
    }

    /// True if a unit has nothing to do.
    pub(crate) fn is_free(&self, unit: Unit) -> bool {
        self.in_unit(unit).is_none()
    }

    /// Gives a unit an operation.
    pub(crate) fn take(&mut self, unit: Unit, node: Node) {
        self.units[unit as usize] = Some(node);
    }

    /// Leaves a unit without an operation.
    pub(crate) fn release(&mut self, unit: Unit) {
        self.units[unit as usize] = None;
    }

    /// The word with what operands need from the load unit and the constants; `None` if there is no room.
    pub(crate) fn with_operands<'a>(
        &self,
        operands: impl Iterator<Item = &'a Operand>,
    ) -> Option<Word> {
        let (mut address, mut constants) = (self.address, self.constants);
        for operand in operands {
            match operand.source {
                Source::Value(..) => {}
                Source::Load(wanted, _) => {
                    if *address.get_or_insert(wanted) != wanted {
                        return None;
                    }
                }
                Source::Const(bits) => {
                    let numbers = bits.get(..operand.lanes.into()).unwrap_or(&bits);
                    let held = constants.iter().position(|field| {
                        numbers.iter().all(|bits| field.component(*bits).is_some())
                    });
                    if held.is_some() {
                        continue;
                    }
                    let [first, second] = constants;
                    constants = match (first.with(numbers), second.with(numbers)) {
                        (Some(first), _) => [first, second],
                        (None, Some(second)) => [first, second],
                        (None, None) => return None,
                    };
                }
            }
        }
        Some(Word {
            address,
            constants,
            ..self.clone()
        })
    }

    /// The field and components that hold the numbers of an operand.
    pub(crate) fn find(&self, numbers: &[u16]) -> Option<(usize, [u8; 4])> {
        for (field, constants) in self.constants.iter().enumerate() {
            let found: Option<Vec<u8>> = numbers
                .iter()
                .map(|bits| constants.component(*bits))
                .collect();
            if let Some(found) = found {
                let last = found.last().copied().unwrap_or(0);
                let at = |index: usize| found.get(index).copied().unwrap_or(last);
                return Some((field, [at(0), at(1), at(2), at(3)]));
            }
        }
        None
    }
}
