//! Selects: as a conditional move (an `if` whose body overwrites the other arm's value), or as a product
//! where one arm is zero.
//!
//! In `if (a < b) x = f;` the operation that gives f writes into the register of x: two tokens for the
//! comparison and its end, and none for choosing. All that f depends on is computed before. A select
//! by arithmetic takes four or five tokens, and more where an arm may be infinite.

use super::lower::{Lowering, undefined};
use crate::isa::Opcode;
use crate::machine::{Predicate, compare};
use retroshade_ir::{Inst, InstData, Op as IrOp, OpKind, Swizzle, Use};
use retroshade_kit::mir::{Base, LaneRef, Operand};
use smallvec::{SmallVec, smallvec};

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Test {
    kind: OpKind,
    a: LaneRef,
    b: LaneRef,
}

impl Test {
    /// The operation that gives 1 where it holds, or where it does not.
    fn set(&self, holds: bool) -> Opcode {
        match (self.kind, holds) {
            (OpKind::Lt, true) | (OpKind::Ge, false) => Opcode::Slt,
            (OpKind::Ge, true) | (OpKind::Lt, false) => Opcode::Sge,
            (OpKind::Eq, true) | (OpKind::Ne, false) => Opcode::Seq,
            _ => Opcode::Sne,
        }
    }
}

impl Lowering<'_> {
    /// A select, on one condition or one for each lane.
    pub(super) fn select(&mut self, inst: Inst, args: &[Operand]) -> Operand {
        let data = &self.shader.insts[inst];
        let (Some(&condition), [_, accept, reject]) = (data.args.first(), args) else {
            return self.defect("a select without arms", Operand::new());
        };
        let lanes = accept.len().min(reject.len()).min(4);
        let mut result = undefined(lanes as u8);
        let mut tests: SmallVec<[(usize, Test); 4]> = SmallVec::new();
        for (lane, slot) in result.iter_mut().enumerate() {
            let one = condition.then(Swizzle::splat(lane as u8, 1));
            if let Some(known) = self.shader.as_constant(self.part(one)) {
                *slot = if known.bool(0) {
                    accept[lane]
                } else {
                    reject[lane]
                };
                continue;
            }
            match self.test(one) {
                Some(test) => tests.push((lane, test)),
                None => return self.defect("a select that is not guarded by a comparison", result),
            }
        }
        let finite = |index: usize| data.args.get(index).is_some_and(|arm| self.is_finite(*arm));
        let finite = finite(1) && finite(2);
        while let Some(&(_, test)) = tests.first() {
            let alike = |(_, other): &(usize, Test)| *other == test;
            let group: SmallVec<[usize; 4]> = tests
                .iter()
                .filter(|entry| alike(entry))
                .map(|(lane, _)| *lane)
                .collect();
            if finite && group.len() < tests.len() {
                let all: SmallVec<[usize; 4]> = tests.iter().map(|(lane, _)| *lane).collect();
                let tests: SmallVec<[Test; 4]> = tests.iter().map(|(_, test)| *test).collect();
                let pick = |list: &Operand| all.iter().map(|lane| list[*lane]).collect();
                let blended = self.blend(&tests, &pick(accept), &pick(reject));
                all.iter()
                    .zip(blended)
                    .for_each(|(lane, blended)| result[*lane] = blended);
                break;
            }
            let pick = |list: &Operand| group.iter().map(|lane| list[*lane]).collect();
            let (accept, reject): (Operand, Operand) = (pick(accept), pick(reject));
            let zero = |list: &Operand| list.iter().all(|lane| lane.equals(0.0));
            let chosen = if finite && (zero(&accept) || zero(&reject)) {
                let tests: SmallVec<[Test; 4]> = smallvec![test; group.len()];
                self.blend(&tests, &accept, &reject)
            } else {
                self.conditional(test, &accept, &reject)
            };
            group
                .iter()
                .zip(chosen)
                .for_each(|(lane, chosen)| result[*lane] = chosen);
            tests.retain(|entry| !alike(entry));
        }
        result
    }

    /// The comparison that a condition is.
    fn test(&self, condition: Use) -> Option<Test> {
        let condition = self.part(condition);
        let (kind, args) = self.scalar_def(condition)?;
        let &[a, b] = args.as_slice() else {
            return None;
        };
        let known = matches!(kind, OpKind::Lt | OpKind::Ge | OpKind::Eq | OpKind::Ne);
        let lane = |operand: Use| self.operand(operand).first().copied();
        known.then_some(Test {
            kind,
            a: lane(a)?,
            b: lane(b)?,
        })
    }

    /// A lane of a composed vector as a lane of the part.
    fn part(&self, operand: Use) -> Use {
        let data = self
            .shader
            .def_inst(operand.value)
            .map(|inst| &self.shader.insts[inst]);
        let Some(data) = data.filter(|data| data.op == IrOp::Compose) else {
            return operand;
        };
        let mut lane = operand.swizzle.lane(0);
        for part in &data.args {
            match lane.checked_sub(part.lanes()) {
                Some(left) => lane = left,
                None => return self.part(part.then(Swizzle::splat(lane, 1))),
            }
        }
        operand
    }

    /// By arithmetic: each lane by its own comparison.
    fn blend(&mut self, tests: &[Test], accept: &Operand, reject: &Operand) -> Operand {
        let zero = |list: &Operand| list.iter().all(|lane| lane.equals(0.0));
        if zero(reject) {
            let holds = self.ones_where_true(tests);
            return self.product(&holds, accept);
        }
        let otherwise = self.ones_where_false(tests);
        let second = self.product(&otherwise, reject);
        if zero(accept) {
            return second;
        }
        let holds = self.ones_where_true(tests);
        let first = self.product(&holds, accept);
        self.add(&first, &second)
    }

    /// 1 where comparisons hold, 0 elsewhere.
    fn ones_where_true(&mut self, tests: &[Test]) -> Operand {
        self.truths(tests, true)
    }

    /// 1 where comparisons do not hold, 0 elsewhere.
    fn ones_where_false(&mut self, tests: &[Test]) -> Operand {
        self.truths(tests, false)
    }

    fn truths(&mut self, tests: &[Test], holds: bool) -> Operand {
        let mut result = undefined(tests.len() as u8);
        for (index, test) in tests.iter().enumerate() {
            let opcode = test.set(holds);
            let same = |other: &&Test| other.set(holds) == opcode;
            if tests.iter().take(index).any(|other| same(&other)) {
                continue;
            }
            let mut wanted: SmallVec<[Test; 4]> = SmallVec::new();
            for test in tests.iter().filter(same) {
                if !wanted.contains(test) {
                    wanted.push(*test);
                }
            }
            let a: Operand = wanted.iter().map(|test| test.a).collect();
            let b: Operand = wanted.iter().map(|test| test.b).collect();
            let key = (opcode, a.clone(), b.clone());
            let found = match self.truths.get(&key) {
                Some(found) => found.clone(),
                None => self.comparison(opcode, &a, &b),
            };
            for (slot, test) in result.iter_mut().zip(tests) {
                let place = wanted.iter().position(|other| other == test);
                if let Some(truth) = place.and_then(|place| found.get(place)) {
                    *slot = *truth;
                }
            }
            self.truths.insert(key, found);
        }
        result
    }

    /// By a conditional. The arm that is executed under the comparison writes over the other.
    fn conditional(&mut self, test: Test, accept: &Operand, reject: &Operand) -> Operand {
        let (opcode, body, over) = arms(test.kind, accept, reject);
        let (mut a, mut b) = (defined(test.a), defined(test.b));
        if a.negate && b.negate {
            (a, b) = (a.negated(), b.negated());
            if opcode == Opcode::Ifl {
                (a, b) = (b, a);
            }
        }
        let (a, b) = (self.plain(&[a])[0], self.plain(&[b])[0]);
        if a == b {
            return match opcode {
                Opcode::Ife => body.clone(),
                _ => over.clone(),
            };
        }
        let body: Operand = body.iter().map(|lane| defined(*lane)).collect();
        let over: Operand = over.iter().map(|lane| defined(*lane)).collect();
        let mut both = body.iter().chain(&over);
        let negative = both.clone().any(|lane| lane.negate)
            && both.all(|lane| lane.negate || lane.as_literal().is_some());
        let sign = |list: Operand| -> Operand {
            list.iter().map(|lane| lane.negated_if(negative)).collect()
        };
        let (body, over) = (self.plain(&sign(body)), self.plain(&sign(over)));
        let (id, chosen) = self.push(Opcode::Mov, [body]);
        let chosen = sign(chosen);
        let tests = smallvec![compare(opcode, a, b)];
        self.program.ops[id].predicate = Some(Box::new(Predicate { tests, over }));
        chosen
    }

    fn is_finite(&self, operand: Use) -> bool {
        !self.infinite.contains(operand.value)
    }

    /// True if a result may be an infinity or NaN although all inputs are ordinary numbers.
    pub(super) fn may_be_infinite(&self, data: &InstData) -> bool {
        let operands = || data.args.iter().any(|operand| !self.is_finite(*operand));
        match data.op {
            op if op.is_bounded() => false,
            IrOp::Constant(constant) => !constant.is_finite(),
            // Out of range it may be anything, even no number.
            IrOp::UniformIndexed { .. } => true,
            IrOp::Undefined => true,
            op => op.may_be_infinite() || operands(),
        }
    }
}

/// The comparison that is made for one of these kinds, the arm under it, and what that is written over.
fn arms<'a>(
    kind: OpKind,
    accept: &'a Operand,
    reject: &'a Operand,
) -> (Opcode, &'a Operand, &'a Operand) {
    // What lies in a temporary can be written over where it is.
    let stays = |list: &Operand| {
        let mut lanes = list.iter();
        lanes.all(|lane| lane.as_value().is_some() && !lane.negate)
    };
    let is_equal = match kind {
        OpKind::Eq => true,
        OpKind::Ne => false,
        OpKind::Lt => return (Opcode::Ifl, accept, reject),
        _ => return (Opcode::Ifl, reject, accept),
    };
    let swapped = stays(accept) && !stays(reject);
    let opcode = if is_equal != swapped {
        Opcode::Ife
    } else {
        Opcode::Ine
    };
    if swapped {
        (opcode, reject, accept)
    } else {
        (opcode, accept, reject)
    }
}

/// Replaces an undefined lane by a number: the place that it lies in has to be written.
fn defined(lane: LaneRef) -> LaneRef {
    match lane.base {
        Base::Undefined => LaneRef::literal(0.0),
        _ => lane,
    }
}
