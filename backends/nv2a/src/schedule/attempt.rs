//! A slot of one or two tasks: registers for their results, both units, and the encoder's word on
//! whether that is a slot.

use super::files::{Allowed, VectorPlace};
use super::issue::{Form, on_ilu, on_mac, origins, unit};
use super::list::{List, op_of};
use super::{Claim, Issued, Task};
use crate::encode::check;
use crate::isa::{Ilu, Mac, PAIRED_TEMPORARY, Port};
use crate::machine::{Operation, ViewOp};
use crate::program::{Operand, Register, Slot, Unit};
use arrayvec::ArrayVec;
use retroshade_kit::mir::{AddressId, OpId, Shape, VectorId};

/// Up to two operations of a slot.
type Ops = [Option<OpId>; 2];

impl List<'_> {
    /// Builds a slot and gives the results their registers; changes nothing where that fails.
    pub(super) fn attempt(&mut self, mac: Option<Task>, ilu: Option<OpId>) -> Option<Issued> {
        let mark = self.files.mark();
        let ops: Ops = [mac.and_then(op_of), ilu];
        let fresh = ops.map(|id| id.and_then(|id| self.unplaced(id)));
        let found = self.build(mac, ilu);
        if found.is_none() {
            self.files.undo(mark, fresh.into_iter().flatten());
        }
        found
    }

    /// The vector of an operation's results, if it has no place yet.
    fn unplaced(&self, id: OpId) -> Option<VectorId> {
        let vector = self.code.ops[id].kept?.vector;
        self.files.place(vector).is_none().then_some(vector)
    }

    fn build(&mut self, mac: Option<Task>, ilu: Option<OpId>) -> Option<Issued> {
        let paired = mac.is_some() && ilu.is_some();
        self.release(&[mac.and_then(op_of), ilu]);
        // The scalar result has the least choice, so it goes first.
        let scalar_place = match ilu {
            Some(id) => self.place_scalar(id, paired)?,
            None => None,
        };
        let writes_r1 = paired && scalar_place.is_some();
        let vector_place = match mac.and_then(op_of) {
            Some(id) => self.place_vector(id, writes_r1)?,
            None => None,
        };
        // Released lanes keep their places, from which operands are read before results are written.
        let mut slot = Slot::default();
        if let Some(task) = mac {
            slot.mac = Some(self.vector_unit(task, vector_place)?);
        }
        if let Some(id) = ilu {
            slot.ilu = Some(self.scalar_unit(id, scalar_place, slot.mac.as_ref())?);
        }
        if slot.writes_r1_twice() || slot.moves_read_swapped() || check(&slot).is_err() {
            return None;
        }
        let claim = |task: Task, place: Option<VectorPlace>| {
            let op = op_of(task).map(|id| &self.code.ops[id]);
            let origins = op.map_or([None; 4], |op| origins(op, place));
            Claim { task, origins }
        };
        Some(Issued {
            slot,
            mac: mac.map(|task| claim(task, vector_place)),
            ilu: ilu.map(|id| claim(Task::Op(id), scalar_place)),
        })
    }

    fn vector_unit(&self, task: Task, place: Option<VectorPlace>) -> Option<Unit<Mac>> {
        match task {
            Task::Op(id) => {
                let op = &self.code.ops[id];
                unit(op, &on_mac(op.code)?, &self.files, place)
            }
            Task::Address(address) => {
                let (index, span) = self.code.addresses[address];
                let op = ViewOp {
                    code: Operation::Mac(Mac::Arl),
                    reads: ArrayVec::from_iter([index]),
                    kept: None,
                    out: None,
                    span,
                };
                let form = Form {
                    op: Mac::Arl,
                    shape: Shape::Broadcast,
                    lane: None,
                    operands: 1,
                };
                unit(&op, &form, &self.files, None)
            }
        }
    }

    fn scalar_unit(
        &self,
        id: OpId,
        place: Option<VectorPlace>,
        mac: Option<&Unit<Mac>>,
    ) -> Option<Unit<Ilu>> {
        let op = &self.code.ops[id];
        let mut unit = unit(op, &on_ilu(op.code)?, &self.files, place)?;
        if op.code == Operation::One {
            // x and w of LIT are 1 whatever it reads: what the slot reads anyway.
            unit.ports[Port::C as usize] = Some(idle_operand(mac));
        }
        Some(unit)
    }

    /// The place of a scalar result; the outer `None` says that there is none.
    fn place_scalar(&mut self, id: OpId, paired: bool) -> Option<Option<VectorPlace>> {
        let op = &self.code.ops[id];
        let form = on_ilu(op.code)?;
        if !form.reaches_output(op) {
            return None;
        }
        let Some(kept) = op.kept else {
            return Some(None);
        };
        let place = match self.files.place(kept.vector) {
            Some(place) => place,
            None => {
                let wanted = if paired {
                    Allowed::Paired
                } else {
                    Allowed::Any
                };
                let fits = |layout: &[u8; 4]| form.reaches(&kept, layout);
                self.files.allocate(self.code, kept.vector, wanted, fits)?
            }
        };
        let fits = form.reaches(&kept, &place.lanes);
        (fits && (!paired || place.register == PAIRED_TEMPORARY)).then_some(Some(place))
    }

    /// The place of a vector result; the outer `None` says that there is none.
    fn place_vector(&mut self, id: OpId, r1_taken: bool) -> Option<Option<VectorPlace>> {
        let op = &self.code.ops[id];
        let Some(kept) = op.kept else {
            return Some(None);
        };
        let place = match self.files.place(kept.vector) {
            Some(place) => place,
            None => {
                let wanted = if r1_taken {
                    Allowed::NotPaired
                } else if self.joined_by_scalar(kept.vector, id) {
                    Allowed::PairedLater
                } else {
                    Allowed::Any
                };
                self.files
                    .allocate(self.code, kept.vector, wanted, |_| true)?
            }
        };
        (!r1_taken || place.register != PAIRED_TEMPORARY).then_some(Some(place))
    }

    /// True if an operation of the scalar unit will write the vector too.
    fn joined_by_scalar(&self, vector: VectorId, id: OpId) -> bool {
        let mut writers = self.code.vectors[vector].writers.iter();
        writers
            .any(|writer| *writer != id && matches!(self.code.ops[*writer].code, Operation::Ilu(_)))
    }

    /// The value of a0 whose last users these operations are.
    fn last_address(&self, ops: &Ops) -> Option<AddressId> {
        let mut addresses = ops
            .iter()
            .flatten()
            .filter_map(|id| self.analysis.dag.address[*id]);
        let address = addresses.next()?;
        let users = 1 + addresses.count() as u32;
        (self.address_users[address] == users).then_some(address)
    }

    /// Components that operations read, in order, once for each of them; and those of an index
    /// that nobody needs any more afterwards.
    fn lanes_read(&self, ops: &Ops) -> Vec<(VectorId, u8)> {
        let mut lanes: Vec<(VectorId, u8)> = Vec::with_capacity(8);
        for id in ops.iter().flatten() {
            lanes.extend(&self.analysis.dag.reads[*id]);
        }
        if let Some(address) = self.last_address(ops) {
            lanes.extend(&self.analysis.dag.address_reads[address]);
        }
        lanes.sort_unstable();
        lanes
    }

    /// Frees the lanes whose last readers these operations are.
    fn release(&mut self, ops: &Ops) {
        let lanes = self.lanes_read(ops);
        let mut rest = lanes.as_slice();
        while let Some(first) = rest.first().copied() {
            let count = rest.iter().take_while(|lane| **lane == first).count();
            rest = rest.get(count..).unwrap_or_default();
            let (vector, lane) = first;
            if self.readers[vector][usize::from(lane & 3)] == count as u32 {
                self.files.release(vector, lane);
            }
        }
    }

    /// Counts operations off the readers of what they read.
    pub(super) fn count_off(&mut self, ops: &Ops) {
        for (vector, lane) in self.lanes_read(ops) {
            let count = &mut self.readers[vector][usize::from(lane & 3)];
            *count = count.saturating_sub(1);
        }
        for id in ops.iter().flatten() {
            if let Some(address) = self.analysis.dag.address[*id] {
                let users = &mut self.address_users[address];
                *users = users.saturating_sub(1);
            }
        }
    }
}

/// An operand for a scalar operation whose operand does not matter.
fn idle_operand(mac: Option<&Unit<Mac>>) -> Operand {
    let ports = mac.map(|unit| unit.ports).unwrap_or_default();
    if let Some(shared) = ports[Port::C as usize] {
        return shared;
    }
    let attribute = ports
        .into_iter()
        .flatten()
        .find_map(|operand| match operand.register {
            Register::Attribute(index) => Some(index),
            _ => None,
        });
    Operand::new(Register::Attribute(attribute.unwrap_or(0)))
}
