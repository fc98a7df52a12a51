//! The operations on programs that keep their parts consistent: adding, removing and placing instructions,
//! looking up definitions.

use super::{
    Base, Def, Item, Lane, LaneInfo, LaneRef, Machine, Op, OpId, Operand, Part, Program, Shape,
    VectorId,
};
use arrayvec::ArrayVec;
use retroshade_diagnostics::Span;
use retroshade_ir::entity::{EntityRef, EntitySet, EntityVec};

impl<M: Machine> Program<M> {
    /// Adds an instruction at the end of the body, with as many new results as its shape asks for.
    pub fn append(
        &mut self,
        code: M::Opcode,
        operands: impl IntoIterator<Item = Operand>,
        span: Span,
    ) -> OpId {
        let id = self.add(code, operands, span);
        self.blocks[self.body].push(Item::Op(id));
        id
    }

    /// Adds an instruction that stands in no block yet.
    pub fn add(
        &mut self,
        code: M::Opcode,
        operands: impl IntoIterator<Item = Operand>,
        span: Span,
    ) -> OpId {
        let operands: ArrayVec<Operand, 4> = operands.into_iter().collect();
        let count = match M::shape(code) {
            Shape::Lanewise => operands.first().map_or(1, |lanes| lanes.len()),
            Shape::Broadcast => 1,
            Shape::Fixed(count) => usize::from(count),
        };
        let id = self.ops.push(Op {
            code,
            operands,
            results: ArrayVec::new(),
            out: None,
            span,
        });
        for _ in 0..count {
            let lane = self.lanes.push(LaneInfo::default());
            self.ops[id].results.push(Some(lane));
        }
        self.claim_results(id);
        id
    }

    /// Notes an instruction as the definition of its results, after these changed.
    pub fn claim_results(&mut self, id: OpId) {
        for (at, lane) in (0..).zip(&self.ops[id].results) {
            if let Some(lane) = lane
                && self.lanes[*lane].def != Def::Variable
            {
                self.lanes[*lane].def = Def::Op(id, at);
            }
        }
    }

    /// The results of an instruction as operands read them; 0 for those that nobody reads.
    pub fn results(&self, id: OpId) -> impl Iterator<Item = LaneRef> {
        let results = self.ops[id].results.iter();
        results.map(|lane| lane.map_or(LaneRef::literal(0.0), LaneRef::value))
    }

    /// The instruction and the number of its result that a lane is, if it is assigned once.
    pub fn def(&self, lane: LaneRef) -> Option<(OpId, u8)> {
        match self.lanes[lane.as_value()?].def {
            Def::Op(op, at) => Some((op, at)),
            Def::Nowhere | Def::Variable => None,
        }
    }

    /// The instruction that a lane is a result of, if it is assigned once.
    pub fn def_op(&self, lane: LaneRef) -> Option<OpId> {
        self.def(lane).map(|(op, _)| op)
    }

    /// What a lane is a part of.
    pub fn part(&self, lane: LaneRef) -> Part {
        match lane.base {
            Base::Value(value) => match self.lanes[value].def {
                Def::Op(op, _) => Part::Op(op),
                Def::Nowhere | Def::Variable => Part::Variable(value),
            },
            Base::Reg(reg, _) => Part::Reg(reg),
            Base::Indexed(reg, address, _) => Part::Indexed(reg, address),
            Base::Literal(bits) => Part::Literal(bits),
        }
    }

    /// Every place that names a lane: operands, conditions, outputs, indices.
    pub fn reads_mut(&mut self) -> impl Iterator<Item = &mut LaneRef> {
        let ops = self.ops.values_mut();
        let items = self.blocks.values_mut().flatten();
        let conditions = items.filter_map(|item| match item {
            Item::If(branch) => Some(branch.operands.iter_mut().flatten()),
            _ => None,
        });
        let outputs = self.outputs.iter_mut();
        let indices = self.addresses.values_mut();
        ops.flat_map(|op| op.operands.iter_mut().flatten())
            .chain(conditions.flatten())
            .chain(outputs.flat_map(|output| output.lanes.iter_mut().flatten()))
            .chain(indices.map(|address| &mut address.index))
    }

    /// The place of a value in its vector register.
    pub fn slot(&self, lane: Lane) -> Option<(VectorId, u8)> {
        let vector = self.lanes[lane].vector?;
        let lanes = self.vectors[vector].lanes.iter();
        let at = lanes.into_iter().position(|other| *other == lane)?;
        Some((vector, at as u8))
    }

    /// Removes instructions from the arena and from their blocks. The others keep their order; so do
    /// those behind them that get new numbers.
    pub fn remove_ops(&mut self, dead: impl Fn(OpId) -> bool) {
        let mut moved: EntityVec<OpId, Option<OpId>> = EntityVec::new();
        let mut next = 0;
        for id in self.ops.keys() {
            let stays = !dead(id);
            moved.push(stays.then(|| OpId::new(next)));
            next += usize::from(stays);
        }
        if next == self.ops.len() {
            return;
        }
        self.ops.retain(|id| moved[id].is_some());
        for items in self.blocks.values_mut() {
            items.retain_mut(|item| match item {
                Item::Op(id) => match moved[*id] {
                    Some(new) => {
                        *id = new;
                        true
                    }
                    None => false,
                },
                _ => true,
            });
        }
        for lane in self.lanes.values_mut() {
            if let Def::Op(op, at) = lane.def {
                lane.def = moved[op].map_or(Def::Nowhere, |op| Def::Op(op, at));
            }
        }
    }

    /// Puts instructions that stand in no block before the first one of the body that reads them,
    /// directly or through another of them. For bodies without nested blocks.
    pub fn place_before_readers(&mut self, loose: &[OpId]) {
        let mut open: EntitySet<OpId> = EntitySet::new();
        for id in loose {
            open.insert(*id);
        }
        let items = std::mem::take(&mut self.blocks[self.body]);
        let mut placed = Vec::with_capacity(items.len() + loose.len());
        for item in items {
            if let Item::Op(id) = item {
                // What a loose instruction reads may be loose too; their chains are short.
                let mut stack = vec![(id, false)];
                while let Some((id, ready)) = stack.pop() {
                    if ready {
                        placed.push(Item::Op(id));
                        continue;
                    }
                    stack.push((id, true));
                    for lane in self.ops[id].operands.iter().flatten().rev() {
                        let index = lane.address().map(|address| self.addresses[address].index);
                        for lane in [Some(*lane), index].into_iter().flatten() {
                            if let Some(op) = self.def_op(lane)
                                && open.remove(op)
                            {
                                stack.push((op, false));
                            }
                        }
                    }
                }
            } else {
                placed.push(item);
            }
        }
        // What nobody reads stands at the end.
        for id in loose {
            if open.remove(*id) {
                placed.push(Item::Op(*id));
            }
        }
        self.blocks[self.body] = placed;
    }
}
