//! The operations on programs that keep their parts consistent: adding, removing and placing instructions,
//! looking up definitions.

use super::{
    Base, Def, Item, Lane, LaneInfo, LaneRef, Machine, Op, OpId, Operand, Part, Pin, Program, Reg,
    Shape, Vector, VectorId,
};
use crate::dependence::DependenceGraph;
use arrayvec::ArrayVec;
use retroshade_diagnostics::Span;
use retroshade_ir::entity::{EntityRef, EntitySet, EntityVec};
use smallvec::SmallVec;

impl<M: Machine> Op<M> {
    /// Drops the positions of a lanewise instruction that have no result.
    fn narrow(&mut self) {
        if self.results.iter().all(Option::is_some) {
            return;
        }
        let results = std::mem::take(&mut self.results);
        let stays = |at: usize| results.get(at).is_some_and(Option::is_some);
        let keep = |operand: &mut Operand| {
            let mut at = 0;
            operand.retain(|_| {
                at += 1;
                stays(at - 1)
            });
        };
        self.operands.iter_mut().for_each(keep);
        if let Some(predicate) = &mut self.predicate {
            keep(&mut predicate.over);
        }
        if let Some(out) = &mut self.out {
            for from in out.from.iter_mut().flatten() {
                let dead = (0..usize::from(*from)).filter(|at| !stays(*at));
                *from -= dead.count() as u8;
            }
        }
        self.results = results.iter().copied().filter(Option::is_some).collect();
    }
}

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
            predicate: None,
            group: 0,
            span,
        });
        for _ in 0..count {
            let lane = self.lanes.push(LaneInfo::default());
            self.ops[id].results.push(Some(lane));
        }
        self.claim_results(id);
        id
    }

    /// Adds an instruction that assigns existing values and stands in no block yet.
    pub fn assign(
        &mut self,
        code: M::Opcode,
        operands: impl IntoIterator<Item = Operand>,
        results: impl IntoIterator<Item = Lane>,
        span: Span,
    ) -> OpId {
        let id = self.ops.push(Op {
            code,
            operands: operands.into_iter().collect(),
            results: results.into_iter().map(Some).collect(),
            out: None,
            predicate: None,
            group: 0,
            span,
        });
        self.claim_results(id);
        id
    }

    /// Makes some results of an instruction, by their numbers and values, results that nobody reads; lanewise
    /// instructions lose those positions. Tells whether there were any.
    pub fn drop_results(&mut self, id: OpId, dead: impl Fn(usize, Lane) -> bool) -> bool {
        let Program { ops, lanes, .. } = self;
        let op = &mut ops[id];
        let mut changed = false;
        for (at, result) in op.results.iter_mut().enumerate() {
            if let Some(lane) = result.filter(|lane| dead(at, *lane)) {
                if lanes[lane].def != Def::Variable {
                    lanes[lane].def = Def::Nowhere;
                }
                *result = None;
                changed = true;
            }
        }
        if op.shape() == Shape::Lanewise {
            op.narrow();
        }
        self.claim_results(id);
        changed
    }

    /// Makes the results of an instruction a vector of their own.
    pub fn give_vector(&mut self, id: OpId) -> VectorId {
        let lanes: SmallVec<[Lane; 4]> = self.ops[id].values().collect();
        for lane in &lanes {
            self.lanes[*lane].vector = Some(VectorId::new(self.vectors.len()));
        }
        self.vectors.push(Vector { lanes })
    }

    /// A value that nothing assigns yet.
    pub fn new_lane(&mut self) -> Lane {
        self.lanes.push(LaneInfo::default())
    }

    /// A value that several instructions may assign.
    pub fn new_variable(&mut self) -> Lane {
        let lane = self.new_lane();
        self.lanes[lane].def = Def::Variable;
        lane
    }

    /// A value that is a component of an output register; several instructions may assign it.
    pub fn new_output(&mut self, reg: Reg, component: u8) -> Lane {
        let lane = self.new_variable();
        self.lanes[lane].pin = Some(Pin::Output(reg, component));
        lane
    }

    /// The component of an output register that a value is.
    pub fn output_of(&self, lane: Lane) -> Option<(Reg, u8)> {
        match self.lanes[lane].pin? {
            Pin::Output(reg, component) => Some((reg, component)),
            Pin::Component(_) => None,
        }
    }

    /// The component that a value must lie at.
    pub fn component_of(&self, lane: Lane) -> Option<u8> {
        match self.lanes[lane].pin? {
            Pin::Output(_, component) | Pin::Component(component) => Some(component),
        }
    }

    /// The number of no group yet.
    pub fn new_group(&self) -> u32 {
        self.ops.values().map(|op| op.group).max().unwrap_or(0) + 1
    }

    /// The address index and the value itself, as far as reading a lane needs values.
    pub fn needed(&self, lane: LaneRef) -> Option<Lane> {
        match lane.base {
            Base::Indexed(_, address, _) => self.addresses[address].index.as_value(),
            _ => lane.as_value(),
        }
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

    /// Returns the value or vector that a lane is part of.
    pub fn part(&self, lane: LaneRef) -> Part {
        match lane.base {
            Base::Value(value) => match self.lanes[value].def {
                Def::Op(op, _) => Part::Op(op),
                Def::Nowhere | Def::Variable => Part::Variable(value),
            },
            Base::Reg(reg, _) => Part::Reg(reg),
            Base::Indexed(reg, address, _) => Part::Indexed(reg, address),
            Base::Literal(bits) => Part::Literal(bits),
            Base::Undefined => Part::Undefined,
        }
    }

    /// Every place that names a lane: operands, conditions, outputs, indices.
    pub fn reads_mut(&mut self) -> impl Iterator<Item = &mut LaneRef> {
        let ops = self.ops.values_mut();
        let items = self.blocks.values_mut().flatten();
        let conditions = items.filter_map(|item| match item {
            Item::If(branch) => Some(branch.reads_mut()),
            _ => None,
        });
        let outputs = self.outputs.iter_mut();
        let indices = self.addresses.values_mut();
        ops.flat_map(Op::reads_mut)
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
    /// directly or through others of them. For bodies without nested blocks.
    pub fn place_before_readers(&mut self, loose: &[OpId]) {
        let is_loose: EntitySet<OpId> = loose.iter().copied().collect();
        let operands = DependenceGraph::new(self.ops.len(), |id: OpId, before| {
            for lane in self.ops[id].operands.iter().flatten().rev() {
                let index = lane.address().map(|address| self.addresses[address].index);
                let read = [Some(*lane), index].into_iter().flatten();
                let made = read.filter_map(|lane| self.def_op(lane));
                before.extend(made.filter(|made| is_loose.contains(*made)));
            }
        });
        let items = std::mem::take(&mut self.blocks[self.body]);
        // What nobody reads stands at the end.
        let roots = items.iter().filter_map(Item::as_op);
        let order = operands.post_order(roots.chain(loose.iter().copied()));
        let mut order = order.into_iter();
        let mut placed = Vec::with_capacity(items.len() + loose.len());
        for item in items {
            match item.as_op() {
                Some(id) => {
                    let before = order.by_ref().take_while(|next| *next != id);
                    placed.extend(before.chain([id]).map(Item::Op));
                }
                None => placed.push(item),
            }
        }
        placed.extend(order.map(Item::Op));
        self.blocks[self.body] = placed;
    }
}

#[cfg(test)]
mod tests {
    use super::super::fake::{Fake, Opcode};
    use super::super::parse;
    use super::*;
    use retroshade_diagnostics::FileId;

    #[test]
    fn a_loose_instruction_stands_behind_what_it_reads_though_both_have_one_reader() {
        let text = "mir fake lanes\n%0 = add [v0.x] [v0.y] -> o0 = %0 _ _ _\n";
        let mut program = parse::<Fake>(text, FileId(0)).unwrap();
        let sum = program.ops.keys().next().unwrap();
        let first = program.ops[sum].operands[0].clone();
        let one = program.add(Opcode::Copy, [first], Span::NONE);
        let copied: Operand = program.results(one).collect();
        let other = program.add(Opcode::Copy, [copied.clone()], Span::NONE);
        let twice: Operand = program.results(other).collect();
        program.ops[sum].operands = [twice, copied].into_iter().collect();
        program.place_before_readers(&[one, other]);
        assert_eq!(program.ops_laid_out(), [one, other, sum]);
    }
}
