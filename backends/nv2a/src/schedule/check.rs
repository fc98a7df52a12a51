//! Replays a finished program symbolically: every operand of every slot must find, in the register
//! and lane it names, the value that the code before scheduling says, and every output must hold
//! what it should at the end. Shares nothing with the scheduler but the code it was given, and
//! looks at the slots as decoded from their words.

use super::{Claim, Task};
use crate::isa::registers::POSITION;
use crate::isa::{Ilu, Mac, Mask, POSITION_VIEW, TEMPORARIES};
use crate::machine::{ATTRIBUTE, CONSTANT, Operation, View, ViewOp, output};
use crate::program::{Operand, Register, Slot, Target, Unit, UnitOp};
use retroshade_ir::entity::EntityVec;
use retroshade_kit::mir::{AddressId, Home, OpId, Read, Reg, Shape, VectorId};

/// What a lane holds: a lane of an operation's result.
type Symbol = Option<(OpId, u8)>;

struct Replay<'a> {
    code: &'a View,
    temporaries: [[Symbol; 4]; TEMPORARIES as usize],
    outputs: [[Symbol; 4]; 16],
    address: Option<AddressId>,
    done: EntityVec<OpId, bool>,
    /// For each component of each vector the operation and the result that it is.
    definitions: EntityVec<VectorId, [Symbol; 4]>,
    position: [Symbol; 4],
}

/// Checks decoded slots against the code they were made from.
///
/// # Errors
/// What is wrong, with the number of the slot.
pub fn check(code: &View, slots: &[(Slot, Option<Claim>, Option<Claim>)]) -> Result<(), String> {
    let mut replay = Replay::new(code);
    for (number, (slot, mac, ilu)) in slots.iter().enumerate() {
        replay
            .slot(slot, *mac, *ilu)
            .map_err(|fault| format!("slot {number}: {fault}"))?;
    }
    replay.end()
}

impl<'a> Replay<'a> {
    fn new(code: &'a View) -> Replay<'a> {
        let mut definitions = EntityVec::filled([None; 4], code.vectors.len());
        let mut position = [None; 4];
        for (id, op) in code.ops.iter() {
            if let Some(kept) = op.kept {
                for (result, component) in (0..).zip(kept.components) {
                    let Some(component) = component else { continue };
                    definitions[kept.vector][usize::from(component & 3)] = Some((id, result));
                }
            }
            if let Some(out) = op.out.filter(|out| out.reg == output(POSITION)) {
                for (slot, from) in position.iter_mut().zip(out.from) {
                    if let Some(from) = from {
                        *slot = Some((id, from));
                    }
                }
            }
        }
        Replay {
            code,
            temporaries: [[None; 4]; TEMPORARIES as usize],
            outputs: [[None; 4]; 16],
            address: None,
            done: EntityVec::filled(false, code.ops.len()),
            definitions,
            position,
        }
    }

    fn slot(&mut self, slot: &Slot, mac: Option<Claim>, ilu: Option<Claim>) -> Result<(), String> {
        if slot.mac.is_some() != mac.is_some() || slot.ilu.is_some() != ilu.is_some() {
            return Err("the units that work are not those of the schedule".to_owned());
        }
        let mut writes = Vec::new();
        let mut address = None;
        if let (Some(unit), Some(claim)) = (&slot.mac, mac) {
            match claim.task {
                Task::Op(id) => writes.extend(self.vector(unit, id, &claim)?),
                Task::Address(id) => {
                    let (index, _) = self.code.addresses.get(id).ok_or("no such value of a0")?;
                    let operand = unit.ports[0]
                        .filter(|_| unit.op == Mac::Arl)
                        .ok_or("ARL expected")?;
                    self.reads(index, &operand, 0, 0)?;
                    address = Some(id);
                }
            }
        }
        if let (Some(unit), Some(claim)) = (&slot.ilu, ilu) {
            let Task::Op(id) = claim.task else {
                return Err("a0 is not set by the scalar unit".to_owned());
            };
            writes.extend(self.scalar(unit, id, &claim)?);
        }
        for (register, lane, symbol) in writes {
            let file = match register {
                Written::Temporary(index) => self.temporaries.get_mut(usize::from(index)),
                Written::Output(number) => self.outputs.get_mut(usize::from(number)),
            };
            let place = file
                .and_then(|file| file.get_mut(lane))
                .ok_or("a write to no register")?;
            *place = symbol;
        }
        self.address = address.or(self.address);
        Ok(())
    }

    fn claim_once(&mut self, id: OpId) -> Result<&'a ViewOp, String> {
        let op = self.code.ops.get(id).ok_or("no such operation")?;
        if std::mem::replace(&mut self.done[id], true) {
            return Err("an operation is done twice".to_owned());
        }
        Ok(op)
    }

    fn vector(
        &mut self,
        unit: &Unit<Mac>,
        id: OpId,
        claim: &Claim,
    ) -> Result<Vec<(Written, usize, Symbol)>, String> {
        let op = self.claim_once(id)?;
        let (wanted, shape) = match op.code {
            Operation::Mac(mac) => (mac, op.shape()),
            Operation::Move | Operation::One => (Mac::Mov, Shape::Lanewise),
            Operation::Positive => (Mac::Max, Shape::Lanewise),
            Operation::Ilu(_) => return Err("a scalar operation on the vector unit".to_owned()),
        };
        if unit.op != wanted {
            return Err(format!("{} in place of {}", unit.op.name(), wanted.name()));
        }
        self.effect(unit, op, id, shape, None, claim)
    }

    fn scalar(
        &mut self,
        unit: &Unit<Ilu>,
        id: OpId,
        claim: &Claim,
    ) -> Result<Vec<(Written, usize, Symbol)>, String> {
        let op = self.claim_once(id)?;
        let (wanted, shape, lane) = match op.code {
            Operation::Ilu(ilu) => (ilu, op.shape(), None),
            Operation::Move => (Ilu::Mov, Shape::Lanewise, None),
            Operation::Positive => (Ilu::Lit, Shape::Fixed(4), Some(1)),
            Operation::One => (Ilu::Lit, Shape::Fixed(4), None),
            Operation::Mac(_) => return Err("a vector operation on the scalar unit".to_owned()),
        };
        if unit.op != wanted {
            return Err(format!("{} in place of {}", unit.op.name(), wanted.name()));
        }
        if op.code == Operation::One {
            // Results x and w of LIT are 1; nothing is read.
            return self.ones(unit, op, id);
        }
        self.effect(unit, op, id, shape, lane, claim)
    }

    fn ones(
        &self,
        unit: &Unit<Ilu>,
        op: &ViewOp,
        id: OpId,
    ) -> Result<Vec<(Written, usize, Symbol)>, String> {
        if unit.written() & 0b0110 != 0 {
            return Err("LIT gives 1 in x and w only".to_owned());
        }
        writes(unit, |at| {
            let from = op.out.and_then(|out| out.from[at]);
            from.map(|result| (id, result))
        })
    }

    /// Checks operands and gives what is written. `lane` is the hardware's lane of the only lane of
    /// an operation that is done by another one.
    fn effect<T: UnitOp>(
        &self,
        unit: &Unit<T>,
        op: &ViewOp,
        id: OpId,
        shape: Shape,
        lane: Option<u8>,
        claim: &Claim,
    ) -> Result<Vec<(Written, usize, Symbol)>, String> {
        let origin = |at: usize| -> Symbol {
            match (shape, lane) {
                (Shape::Broadcast, _) => Some((id, 0)),
                (Shape::Fixed(_), Some(lane)) => (at == usize::from(lane)).then_some((id, 0)),
                (Shape::Fixed(_), None) => Some((id, at as u8)),
                // Where a lanewise operation puts which lane is the scheduler's claim; that its
                // operands select just these lanes is checked below.
                (Shape::Lanewise, _) => {
                    let lane = claim.origins.get(at).copied().flatten()?;
                    Some((id, lane))
                }
            }
        };
        for (number, (read, (_, operand, lanes))) in
            op.reads.iter().zip(unit.operands()).enumerate()
        {
            for at in (0..4).filter(|at| lanes >> at & 1 == 1) {
                let position = match shape {
                    Shape::Lanewise => match origin(at) {
                        Some((_, lane)) => usize::from(lane),
                        None => return Err("a lane is written that nobody wants".to_owned()),
                    },
                    Shape::Broadcast | Shape::Fixed(_) if lane.is_some() => 0,
                    Shape::Broadcast | Shape::Fixed(_) => at,
                };
                // Lanes of an operand that the code leaves open cannot be wrong.
                if read.needed >> position & 1 == 0 && shape != Shape::Lanewise {
                    continue;
                }
                self.reads(read, operand, at, position)
                    .map_err(|fault| format!("operand {number}: {fault}"))?;
            }
        }
        writes(unit, origin)
    }

    /// Whether position `at` of an operand finds what position `position` of the code wants.
    fn reads(
        &self,
        read: &Read,
        operand: &Operand,
        at: usize,
        position: usize,
    ) -> Result<(), String> {
        let wanted = usize::from(*read.components.get(position).ok_or("no such position")? & 3);
        let found = usize::from(*operand.swizzle.get(at).ok_or("no such position")? & 3);
        if read.negate != operand.negate {
            return Err("the sign differs".to_owned());
        }
        let is = |number: u8, reg: Reg| u16::from(number) == reg.number && wanted == found;
        let same = match (read.home, operand.register) {
            (Home::Reg(reg), Register::Temporary(POSITION_VIEW)) if reg == output(POSITION) => {
                let symbol = self.position[wanted];
                symbol.is_some() && self.outputs[usize::from(POSITION)][found] == symbol
            }
            (Home::Reg(reg), Register::Attribute(number)) => {
                reg.file == ATTRIBUTE && is(number, reg)
            }
            (Home::Reg(reg), Register::Constant(number)) => reg.file == CONSTANT && is(number, reg),
            (Home::Indexed(reg, address), Register::Relative(number)) => {
                is(number, reg) && self.address == Some(address)
            }
            (Home::Vector(vector), Register::Temporary(index)) => {
                let symbol = self.definitions[vector][wanted];
                let held = self.temporaries.get(usize::from(index));
                symbol.is_some() && held.and_then(|lanes| lanes[found]) == symbol
            }
            _ => false,
        };
        if same {
            Ok(())
        } else {
            Err(format!("{operand} does not hold {read:?}"))
        }
    }

    /// Everything was done, and outputs hold what the code says.
    fn end(&self) -> Result<(), String> {
        if self.done.values().any(|done| !done) {
            return Err("an operation is missing".to_owned());
        }
        for (id, op) in self.code.ops.iter() {
            let Some(out) = op.out else { continue };
            for (at, from) in out.from.iter().enumerate() {
                let Some(from) = from else { continue };
                let held = self.outputs.get(usize::from(out.reg.number));
                if held.map(|lanes| lanes[at]) != Some(Some((id, *from))) {
                    let number = out.reg.number;
                    return Err(format!("output {number} lane {at} does not hold its value"));
                }
            }
        }
        Ok(())
    }
}

/// A register that is written.
enum Written {
    Temporary(u8),
    Output(u8),
}

fn writes<T: UnitOp>(
    unit: &Unit<T>,
    origin: impl Fn(usize) -> Symbol,
) -> Result<Vec<(Written, usize, Symbol)>, String> {
    let mut all = Vec::new();
    let lanes = |mask: Mask| (0..4).filter(move |at| mask >> at & 1 == 1);
    if let Some(write) = unit.temporary {
        all.extend(lanes(write.mask).map(|at| (Written::Temporary(write.to), at, origin(at))));
    }
    if let Some(write) = unit.output {
        let Target::Output(number) = write.to else {
            return Err("a constant is written".to_owned());
        };
        all.extend(lanes(write.mask).map(|at| (Written::Output(number), at, origin(at))));
    }
    Ok(all)
}
