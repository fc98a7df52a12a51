//! Symbolic replay of a scheduled program, the way `regalloc2`'s checker does it: every lane of every
//! register holds a symbol, a result of an instruction. An operand must find, in the register and component
//! that it names, the symbol that the program before scheduling says, and every output must hold its own in
//! the end. The chip decodes its words and says what each reads and writes.

use super::{AddressId, Location, Machine, OpId, Read, Reg, VectorId, View, ViewOp};
use indexmap::IndexMap;
use retroshade_ir::entity::EntityVec;
use std::fmt;

/// A result of an instruction.
pub type Symbol = (OpId, u8);

/// A register of a decoded instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecodedRegister {
    /// A temporary.
    Temporary(u16),
    /// A register of a file of the machine IR.
    Reg(Reg),
    /// The register whose number is that of the first plus the address register.
    Indexed(Reg),
}

/// Why a scheduled program is not the one before scheduling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The units that work in a word are not those of the schedule.
    Units,
    /// There is no such instruction, operand or address value.
    Unknown,
    /// A unit does this in place of that.
    Operation {
        /// What the unit does.
        found: &'static str,
        /// What the program before has.
        wanted: &'static str,
    },
    /// An instruction is done twice.
    Twice(OpId),
    /// An instruction is not done.
    Missing(OpId),
    /// The sign of an operand differs.
    Sign,
    /// A component does not hold what an operand reads.
    Operand {
        /// The register.
        place: DecodedRegister,
        /// The component.
        component: u8,
        /// The lanes that the operand reads.
        read: Read,
    },
    /// A component of an output does not hold its value in the end.
    Output(Reg, u8),
    /// A lane is written that nobody asked for, or to where nothing can be written.
    Write,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Units => write!(f, "the units that work are not those of the schedule"),
            Mismatch::Unknown => write!(f, "the schedule names what does not exist"),
            Mismatch::Operation { found, wanted } => write!(f, "{found} in place of {wanted}"),
            Mismatch::Twice(id) => write!(f, "{id} is done twice"),
            Mismatch::Missing(id) => write!(f, "{id} is missing"),
            Mismatch::Sign => write!(f, "the sign of an operand differs"),
            Mismatch::Operand {
                place,
                component,
                read,
            } => write!(
                f,
                "component {component} of {place:?} does not hold {read:?}"
            ),
            Mismatch::Output(reg, component) => write!(
                f,
                "output {} lane {component} does not hold its value",
                reg.number
            ),
            Mismatch::Write => write!(f, "a lane is written that nobody asked for"),
        }
    }
}

/// Replays one program.
pub struct Replay<'v, M: Machine> {
    view: &'v View<M>,
    /// Contents of temporaries and outputs.
    registers: IndexMap<DecodedRegister, [Option<Symbol>; 4]>,
    address: Option<AddressId>,
    done: EntityVec<OpId, bool>,
    /// The symbol of each component of each vector.
    vectors: EntityVec<VectorId, [Option<Symbol>; 4]>,
    /// The symbols that outputs hold in the end.
    outputs: IndexMap<Reg, [Option<Symbol>; 4]>,
}

impl<'v, M: Machine> Replay<'v, M> {
    /// Before the first instruction.
    pub fn new(view: &'v View<M>) -> Replay<'v, M> {
        let mut vectors = EntityVec::filled([None; 4], view.vectors.len());
        let mut outputs: IndexMap<Reg, [Option<Symbol>; 4]> = IndexMap::new();
        for (id, op) in view.ops.iter() {
            for (result, component) in (0..).zip(op.kept.iter().flat_map(|kept| kept.components)) {
                if let (Some(kept), Some(component)) = (op.kept, component) {
                    vectors[kept.vector][usize::from(component & 3)] = Some((id, result));
                }
            }
            if let Some(out) = op.out {
                let symbols = outputs.entry(out.reg).or_default();
                for (symbol, from) in symbols.iter_mut().zip(out.from) {
                    *symbol = from.map(|from| (id, from)).or(*symbol);
                }
            }
        }
        Replay {
            view,
            registers: IndexMap::new(),
            address: None,
            done: EntityVec::filled(false, view.ops.len()),
            vectors,
            outputs,
        }
    }

    /// The program before scheduling.
    pub fn view(&self) -> &'v View<M> {
        self.view
    }

    /// Notes that an instruction is done.
    ///
    /// # Errors
    /// If it does not exist or was done before.
    pub fn claim_once(&mut self, id: OpId) -> Result<&'v ViewOp<M>, Mismatch> {
        let op = self.view.ops.get(id).ok_or(Mismatch::Unknown)?;
        if std::mem::replace(&mut self.done[id], true) {
            Err(Mismatch::Twice(id))
        } else {
            Ok(op)
        }
    }

    /// Checks that a component of a decoded operand holds what a position of the operand reads.
    ///
    /// # Errors
    /// What it holds instead.
    pub fn expect(
        &self,
        read: &Read,
        position: usize,
        found: (DecodedRegister, u8),
        negate: bool,
    ) -> Result<(), Mismatch> {
        if read.negate != negate {
            return Err(Mismatch::Sign);
        }
        let wanted = *read.components.get(position).ok_or(Mismatch::Unknown)? & 3;
        let (place, component) = (found.0, found.1 & 3);
        let symbol = match read.location {
            Location::Vector(vector) => self.vectors[vector][usize::from(wanted)],
            Location::Reg(reg) if M::reads_back(reg) => self
                .outputs
                .get(&reg)
                .and_then(|symbols| symbols[usize::from(wanted)]),
            Location::Reg(_) | Location::Indexed(..) => None,
        };
        let same = match (read.location, place) {
            (Location::Vector(_), DecodedRegister::Temporary(_)) => {
                self.holds(place, component, symbol)
            }
            (Location::Reg(reg), DecodedRegister::Reg(other)) if M::reads_back(reg) => {
                reg == other && self.holds(place, component, symbol)
            }
            (Location::Reg(reg), DecodedRegister::Reg(other)) => {
                reg == other && wanted == component
            }
            (Location::Indexed(reg, address), DecodedRegister::Indexed(other)) => {
                reg == other && wanted == component && self.address == Some(address)
            }
            _ => false,
        };
        if same {
            Ok(())
        } else {
            Err(Mismatch::Operand {
                place,
                component,
                read: *read,
            })
        }
    }

    fn holds(&self, place: DecodedRegister, component: u8, symbol: Option<Symbol>) -> bool {
        let held = self.registers.get(&place);
        symbol.is_some() && held.and_then(|held| held[usize::from(component)]) == symbol
    }

    /// Writes a component, behind all reads of the same instruction word.
    pub fn write(&mut self, place: DecodedRegister, component: u8, symbol: Option<Symbol>) {
        self.registers.entry(place).or_default()[usize::from(component & 3)] = symbol;
    }

    /// Sets the address register.
    pub fn set_address(&mut self, address: AddressId) {
        self.address = Some(address);
    }

    /// Everything was done, and outputs hold what they should.
    ///
    /// # Errors
    /// What is missing.
    pub fn end(&self) -> Result<(), Mismatch> {
        if let Some((id, _)) = self.done.iter().find(|(_, done)| !**done) {
            return Err(Mismatch::Missing(id));
        }
        for (reg, symbols) in &self.outputs {
            for (component, symbol) in (0..).zip(symbols) {
                let place = DecodedRegister::Reg(*reg);
                if symbol.is_some() && !self.holds(place, component, *symbol) {
                    return Err(Mismatch::Output(*reg, component));
                }
            }
        }
        Ok(())
    }
}
