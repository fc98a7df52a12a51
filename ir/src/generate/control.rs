//! Branches, loops, memory, discard.

use super::range::Range;
use super::{Entry, Generator, NOISE};
use crate::{ArrayData, Constant, Op, Scalar, Stage, Terminator, Type, Use};
use retroshade_diagnostics::Span;

/// Regions that may lie in each other.
const DEPTH: u32 = 3;

/// Bounds of what a loop carries round.
const CARRIED: f64 = 4.0;

impl Generator {
    pub(super) fn control(&mut self) -> Option<Entry> {
        match self.random.below(8) {
            0..3 if self.knobs.branches && self.depth < DEPTH => self.branch(),
            3..5 if self.knobs.loops && self.depth < DEPTH => self.repetition(),
            5 | 6 if self.knobs.indexing => self.memory(),
            7 if self.knobs.discard && self.shader.stage == Stage::Fragment => self.discard(),
            _ => None,
        }
    }

    /// A few operations in a region of their own; `inside` then ends it.
    fn nested<T>(
        &mut self,
        parameters: &[Type],
        divergent: bool,
        inside: impl FnOnce(&mut Generator) -> T,
    ) -> (crate::Region, T) {
        let region = self.shader.make_region(parameters);
        let outer = std::mem::replace(&mut self.region, region);
        let visible = self.pool.len();
        let was_divergent = self.divergent;
        self.divergent |= divergent;
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        self.divergent = was_divergent;
        self.pool.truncate(visible);
        self.region = outer;
        (region, result)
    }

    fn end(&mut self, end: Terminator) {
        let region = self.region;
        self.shader.regions[region].end = end;
    }

    fn some_steps(&mut self) {
        for _ in 0..1 + self.random.below(4) {
            if self.left > 0 {
                self.step();
            }
        }
    }

    fn branch(&mut self) -> Option<Entry> {
        let condition = self.condition(1)?;
        let lanes = [self.width(), self.width()];
        let arm = |this: &mut Generator| {
            this.some_steps();
            let values = lanes.map(|lanes| this.float(lanes));
            this.end(Terminator::Yield(
                values.map(|(operand, _)| operand).to_vec(),
            ));
            values.map(|(_, range)| range)
        };
        let (accept, first) = self.nested(&[], true, arm);
        let (reject, second) = self.nested(&[], true, arm);
        let types = lanes.map(Type::float);
        let inst = self
            .builder()
            .push(Op::If, vec![condition], &types, vec![accept, reject]);
        let mut last = None;
        for (index, &value) in self.shader.insts[inst].results.clone().iter().enumerate() {
            let whole = self.shader.whole(value);
            last = Some(self.enter(whole, first[index].join(second[index])));
        }
        last
    }

    /// A loop that counts, and carries a value on which each round works; it may be left early.
    fn repetition(&mut self) -> Option<Entry> {
        let lanes = self.width();
        let (start, range) = self.float(lanes);
        if range.size() > CARRIED || range.noise > NOISE / 4.0 {
            return None;
        }
        let rounds = 1 + self.random.below(5);
        let int = self.knobs.ints && self.chance(2, 3);
        let counter = Type {
            scalar: if int { Scalar::Int } else { Scalar::Float },
            lanes: 1,
        };
        let number = |this: &mut Generator, value: u64| {
            if int {
                this.constant(Constant::ints(&[value as i32]))
            } else {
                this.constant(Constant::floats(&[value as f32]))
            }
        };
        let (zero, one) = (number(self, 0), number(self, 1));
        let limit = match self.find(|entry| entry.ty == Type::int(1) && entry.range.high <= 4.0) {
            Some(entry) if int && self.knobs.open_loops && self.random.one_in(3) => entry.operand,
            _ => number(self, rounds),
        };
        let carried = [counter, Type::float(lanes)];
        let early = self.knobs.branches && self.random.one_in(3);
        let early = if early { self.condition(1) } else { None };
        let (body, ()) = self.nested(&carried, true, |this| {
            let region = this.region;
            let parameters = this.shader.regions[region].parameters.clone();
            let [count, value] = [0, 1].map(|index| this.shader.whole(parameters[index]));
            let more = this.builder().op(Op::Lt, &[count, limit]);
            this.leave_unless(more, value);
            this.enter(count, Range::exact(0.0, 5.0, 0));
            // Noise is assumed, and checked where the round ends.
            let assumed = Range {
                low: -CARRIED,
                high: CARRIED,
                noise: NOISE / 3.0,
                quantum: None,
            };
            this.enter(value, assumed);
            this.some_steps();
            let next = this.next_round(value, lanes);
            if let Some(stop) = early {
                let go_on = this.builder().op(Op::Not, &[stop]);
                this.leave_unless(go_on, next);
            }
            let count = this.builder().op(Op::Add, &[count, one]);
            this.end(Terminator::Continue(vec![count, next]));
        });
        let result = [Type::float(lanes)];
        let inst = self
            .builder()
            .push(Op::Loop, vec![zero, start], &result, vec![body]);
        let value = self.shader.result(inst);
        let whole = self.shader.whole(value);
        let range = Range {
            low: -CARRIED,
            high: CARRIED,
            noise: NOISE / 3.0,
            quantum: None,
        };
        Some(self.enter(whole, range))
    }

    /// Half of what was carried and something bounded: noise halves with it, so that it stays bounded.
    fn next_round(&mut self, value: Use, lanes: u8) -> Use {
        let (low, high) = (-CARRIED / 2.0, CARRIED / 2.0);
        let calm = |entry: &Entry| {
            entry.ty.scalar == Scalar::Float
                && entry.range.size() <= high
                && entry.range.noise <= NOISE / 8.0
        };
        let half = self.builder().float(0.5, lanes);
        let something = match self.find(calm) {
            Some(entry) if entry.range.low >= low => self.lanes_of(entry, lanes),
            _ => self.builder().float(1.0, lanes),
        };
        self.builder().op(Op::Mad, &[value, half, something])
    }

    /// Leaves the loop around with a value where a condition is false.
    fn leave_unless(&mut self, condition: Use, value: Use) {
        let stay = self.shader.make_region(&[]);
        self.shader.regions[stay].end = Terminator::Yield(Vec::new());
        let leave = self.shader.make_region(&[]);
        self.shader.regions[leave].end = Terminator::Break(vec![value]);
        self.builder()
            .push(Op::If, vec![condition], &[], vec![stay, leave]);
    }

    /// An array that is filled, written to, and read.
    fn memory(&mut self) -> Option<Entry> {
        let (lanes, len) = (self.width(), 2 + self.random.below(3) as u32);
        let array = self.shader.arrays.push(ArrayData {
            name: format!("memory{}", self.shader.arrays.len()),
            ty: Type::float(lanes),
            len,
            span: Span::NONE,
        });
        let mut range = Range::exact(0.0, 0.0, 3);
        for element in 0..len {
            let (value, value_range) = self.float(lanes);
            range = range.join(value_range);
            let index = self.int_literal(element as i32, 1);
            self.builder()
                .push(Op::ArrayStore(array), vec![index, value], &[], Vec::new());
        }
        if self.chance(1, 2) {
            let (value, value_range) = self.float(lanes);
            range = range.join(value_range);
            let index = self.index(len)?;
            self.builder()
                .push(Op::ArrayStore(array), vec![index, value], &[], Vec::new());
        }
        let index = self.index(len)?;
        self.add(Op::ArrayLoad(array), &[index], range)
    }

    fn discard(&mut self) -> Option<Entry> {
        // Rarely true: of all samples, some should be left.
        let (a, _) = self.exact(1);
        let far = self.builder().float(1.25, 1);
        let condition = self.add(Op::Ge, &[a, far], Range::exact(0.0, 1.0, 0))?;
        let condition_use = self.whole(condition, 1)?;
        self.builder()
            .push(Op::Discard, vec![condition_use], &[], Vec::new());
        None
    }
}
