//! Replays a finished program symbolically ([`retroshade_kit::mir::proof`]): every operand of every slot must
//! find, in the register and lane it names, the value that the code before scheduling says, and every output
//! must hold what it should at the end. Shares nothing with the scheduler but the code it was given, and
//! looks at the slots as decoded from their words.

use super::{Claim, Task};
use crate::isa::registers::POSITION;
use crate::isa::{Ilu, Mac, Mask, POSITION_VIEW, TEMPORARIES};
use crate::machine::{Operation, VertexUnit, View, ViewOp, attribute, constant, output};
use crate::program::{Operand, Register, Slot, Target, Unit, UnitOp};
use retroshade_kit::mir::proof::{DecodedRegister, Mismatch, Symbol};
use retroshade_kit::mir::{OpId, Read, Shape, proof};
use std::fmt;

/// A component that is written, and what it then holds.
type Write = (DecodedRegister, u8, Option<Symbol>);

struct Replay<'a> {
    proof: proof::Replay<'a, VertexUnit>,
}

/// What is wrong, and in which slot; in none for what is missing in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the slot.
    pub slot: Option<usize>,
    /// The mismatch.
    pub mismatch: Mismatch,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.slot {
            Some(slot) => write!(f, "slot {slot}: {}", self.mismatch),
            None => self.mismatch.fmt(f),
        }
    }
}

/// Checks decoded slots against the code they were made from.
///
/// # Errors
/// The first thing that is wrong.
pub fn check(code: &View, slots: &[(Slot, Option<Claim>, Option<Claim>)]) -> Result<(), Fault> {
    let mut replay = Replay {
        proof: proof::Replay::new(code),
    };
    let fault = |slot| move |mismatch| Fault { slot, mismatch };
    for (number, (slot, mac, ilu)) in slots.iter().enumerate() {
        let checked = replay.slot(slot, *mac, *ilu);
        checked.map_err(fault(Some(number)))?;
    }
    replay.proof.end().map_err(fault(None))
}

impl Replay<'_> {
    fn slot(
        &mut self,
        slot: &Slot,
        mac: Option<Claim>,
        ilu: Option<Claim>,
    ) -> Result<(), Mismatch> {
        if slot.mac.is_some() != mac.is_some() || slot.ilu.is_some() != ilu.is_some() {
            return Err(Mismatch::Units);
        }
        let mut writes = Vec::new();
        let mut address = None;
        if let (Some(unit), Some(claim)) = (&slot.mac, mac) {
            match claim.task {
                Task::Op(id) => writes.extend(self.vector(unit, id, &claim)?),
                Task::Address(id) => {
                    let addresses = &self.proof.view().addresses;
                    let (index, _) = addresses.get(id).ok_or(Mismatch::Unknown)?;
                    let operand = unit.ports[0]
                        .filter(|_| unit.op == Mac::Arl)
                        .ok_or(instead(unit.op.name(), Mac::Arl.name()))?;
                    self.reads(index, &operand, 0, 0)?;
                    address = Some(id);
                }
            }
        }
        if let (Some(unit), Some(claim)) = (&slot.ilu, ilu) {
            let Task::Op(id) = claim.task else {
                return Err(Mismatch::Units);
            };
            writes.extend(self.scalar(unit, id, &claim)?);
        }
        // Both units read before either writes.
        for (place, component, symbol) in writes {
            self.proof.write(place, component, symbol);
        }
        if let Some(address) = address {
            self.proof.set_address(address);
        }
        Ok(())
    }

    fn vector(
        &mut self,
        unit: &Unit<Mac>,
        id: OpId,
        claim: &Claim,
    ) -> Result<Vec<Write>, Mismatch> {
        let op = self.proof.claim_once(id)?;
        let (wanted, shape) = match op.code {
            Operation::Mac(mac) => (mac, op.shape()),
            Operation::Move | Operation::One => (Mac::Mov, Shape::Lanewise),
            Operation::Positive => (Mac::Max, Shape::Lanewise),
            Operation::Ilu(_) => return Err(Mismatch::Units),
        };
        if unit.op != wanted {
            return Err(instead(unit.op.name(), wanted.name()));
        }
        self.effect(unit, op, id, shape, None, claim)
    }

    fn scalar(
        &mut self,
        unit: &Unit<Ilu>,
        id: OpId,
        claim: &Claim,
    ) -> Result<Vec<Write>, Mismatch> {
        let op = self.proof.claim_once(id)?;
        let (wanted, shape, lane) = match op.code {
            Operation::Ilu(ilu) => (ilu, op.shape(), None),
            Operation::Move => (Ilu::Mov, Shape::Lanewise, None),
            Operation::Positive => (Ilu::Lit, Shape::Fixed(4), Some(1)),
            Operation::One => (Ilu::Lit, Shape::Fixed(4), None),
            Operation::Mac(_) => return Err(Mismatch::Units),
        };
        if unit.op != wanted {
            return Err(instead(unit.op.name(), wanted.name()));
        }
        if op.code == Operation::One {
            // Results x and w of LIT are 1; nothing is read.
            return self.ones(unit, op, id);
        }
        self.effect(unit, op, id, shape, lane, claim)
    }

    fn ones(&self, unit: &Unit<Ilu>, op: &ViewOp, id: OpId) -> Result<Vec<Write>, Mismatch> {
        if unit.written() & 0b0110 != 0 {
            return Err(Mismatch::Write);
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
    ) -> Result<Vec<Write>, Mismatch> {
        let origin = |at: usize| -> Option<Symbol> {
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
        for (read, (_, operand, lanes)) in op.reads.iter().zip(unit.operands()) {
            for at in (0..4).filter(|at| lanes >> at & 1 == 1) {
                let position = match shape {
                    Shape::Lanewise => match origin(at) {
                        Some((_, lane)) => usize::from(lane),
                        None => return Err(Mismatch::Write),
                    },
                    Shape::Broadcast | Shape::Fixed(_) if lane.is_some() => 0,
                    Shape::Broadcast | Shape::Fixed(_) => at,
                };
                // Lanes of an operand that the code leaves open cannot be wrong.
                if read.needed >> position & 1 == 0 && shape != Shape::Lanewise {
                    continue;
                }
                self.reads(read, operand, at, position)?;
            }
        }
        writes(unit, origin)
    }

    /// Whether position `at` of an operand finds what position `position` of the code reads.
    fn reads(
        &self,
        read: &Read,
        operand: &Operand,
        at: usize,
        position: usize,
    ) -> Result<(), Mismatch> {
        let component = operand.swizzle.lane(at as u8);
        let place = match operand.register {
            Register::Temporary(POSITION_VIEW) => DecodedRegister::Reg(output(POSITION)),
            Register::Temporary(number) => DecodedRegister::Temporary(number.into()),
            Register::Attribute(number) => DecodedRegister::Reg(attribute(number)),
            Register::Constant(number) => DecodedRegister::Reg(constant(number)),
            Register::Relative(number) => DecodedRegister::Indexed(constant(number)),
        };
        self.proof
            .expect(read, position, (place, component), operand.negate)
    }
}

fn instead(found: &'static str, wanted: &'static str) -> Mismatch {
    Mismatch::Operation { found, wanted }
}

fn writes<T: UnitOp>(
    unit: &Unit<T>,
    origin: impl Fn(usize) -> Option<Symbol>,
) -> Result<Vec<Write>, Mismatch> {
    let mut all = Vec::new();
    let lanes = |mask: Mask| (0..4u8).filter(move |at| mask >> at & 1 == 1);
    if let Some(write) = unit.temporary {
        if write.to >= TEMPORARIES {
            return Err(Mismatch::Write);
        }
        let place = DecodedRegister::Temporary(write.to.into());
        all.extend(lanes(write.mask).map(|at| (place, at, origin(usize::from(at)))));
    }
    if let Some(write) = unit.output {
        let Target::Output(number) = write.to else {
            return Err(Mismatch::Write);
        };
        let place = DecodedRegister::Reg(output(number));
        all.extend(lanes(write.mask).map(|at| (place, at, origin(usize::from(at)))));
    }
    Ok(all)
}
