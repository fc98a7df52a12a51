//! Selects: by a conditional that writes over what holds otherwise, or by a product where one arm is
//! zero.
//!
//! In `if (a < b) x = f;` the operation that gives f writes into the register of x: two tokens for the
//! comparison and its end, and none for choosing. All that f depends on is computed before. A select
//! by arithmetic takes four or five tokens, and more where an arm may be infinite.

use super::code::{Flow, Guard, Guarded, Lane, Lanes, ValueInfo};
use super::lower::{Lowering, lanes_of};
use super::signed::{Signed, SignedLanes};
use crate::isa::Opcode;
use retroshade_ir::{Inst, InstData, Op as IrOp, OpKind, Swizzle, Use};
use smallvec::{SmallVec, smallvec};

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Test {
    kind: OpKind,
    a: Signed,
    b: Signed,
}

impl Test {
    /// The operation that gives 1 where it holds, or where it does not, and whether order matters.
    fn set(&self, holds: bool) -> (Opcode, bool) {
        match (self.kind, holds) {
            (OpKind::Lt, true) | (OpKind::Ge, false) => (Opcode::Slt, true),
            (OpKind::Ge, true) | (OpKind::Lt, false) => (Opcode::Sge, true),
            (OpKind::Eq, true) | (OpKind::Ne, false) => (Opcode::Seq, false),
            _ => (Opcode::Sne, false),
        }
    }
}

impl Lowering<'_> {
    /// A select, on one condition or one for each lane.
    pub(super) fn select(&mut self, inst: Inst, args: &[SignedLanes]) -> SignedLanes {
        let data = &self.shader.insts[inst];
        let (Some(&condition), [_, accept, reject]) = (data.args.first(), args) else {
            return self.defect("a select without arms", SignedLanes::new());
        };
        let lanes = accept.len().min(reject.len()).min(4);
        let mut result: SignedLanes = smallvec![Signed::plain(Lane::Undefined); lanes];
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
                let pick = |list: &SignedLanes| all.iter().map(|lane| list[*lane]).collect();
                let blended = self.blend(&tests, &pick(accept), &pick(reject));
                all.iter()
                    .zip(blended)
                    .for_each(|(lane, blended)| result[*lane] = blended);
                break;
            }
            let pick = |list: &SignedLanes| group.iter().map(|lane| list[*lane]).collect();
            let (accept, reject): (SignedLanes, SignedLanes) = (pick(accept), pick(reject));
            let zero = |list: &SignedLanes| list.iter().all(|lane| is_zero(*lane));
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

    /// A lane of what is put together as a lane of the part.
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
    fn blend(&mut self, tests: &[Test], accept: &SignedLanes, reject: &SignedLanes) -> SignedLanes {
        let zero = |list: &SignedLanes| list.iter().all(|lane| is_zero(*lane));
        if zero(reject) {
            let holds = self.truths(tests, true);
            return self.product(&holds, accept);
        }
        let otherwise = self.truths(tests, false);
        let second = self.product(&otherwise, reject);
        if zero(accept) {
            return second;
        }
        let holds = self.truths(tests, true);
        let first = self.product(&holds, accept);
        self.sum(&first, &second, false)
    }

    /// 1 where comparisons hold, or where they do not.
    fn truths(&mut self, tests: &[Test], holds: bool) -> SignedLanes {
        let mut result: SignedLanes = smallvec![Signed::plain(Lane::Undefined); tests.len()];
        for (index, test) in tests.iter().enumerate() {
            let (opcode, ordered) = test.set(holds);
            let same = |other: &&Test| other.set(holds).0 == opcode;
            if tests.iter().take(index).any(|other| same(&other)) {
                continue;
            }
            let mut wanted: SmallVec<[Test; 4]> = SmallVec::new();
            for test in tests.iter().filter(same) {
                if !wanted.contains(test) {
                    wanted.push(*test);
                }
            }
            let a: SignedLanes = wanted.iter().map(|test| test.a).collect();
            let b: SignedLanes = wanted.iter().map(|test| test.b).collect();
            let key = (opcode, a.clone(), b.clone());
            let found = match self.truths.get(&key) {
                Some(found) => found.clone(),
                None => self.comparison(opcode, ordered, &a, &b),
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
    fn conditional(
        &mut self,
        test: Test,
        accept: &SignedLanes,
        reject: &SignedLanes,
    ) -> SignedLanes {
        // What lies in a temporary can be written over where it is.
        let stays = |list: &SignedLanes| {
            let mut lanes = list.iter();
            lanes.all(|lane| matches!(lane.lane, Lane::Value(..)) && !lane.negative)
        };
        let equal = match test.kind {
            OpKind::Eq => Some(true),
            OpKind::Ne => Some(false),
            _ => None,
        };
        let (opcode, body, over) = match equal {
            None if test.kind == OpKind::Lt => (Opcode::Ifl, accept, reject),
            None => (Opcode::Ifl, reject, accept),
            Some(equal) => {
                let swapped = stays(accept) && !stays(reject);
                let opcode = if equal != swapped {
                    Opcode::Ife
                } else {
                    Opcode::Ine
                };
                let arms = if swapped {
                    (reject, accept)
                } else {
                    (accept, reject)
                };
                (opcode, arms.0, arms.1)
            }
        };
        let (mut a, mut b) = (defined(test.a), defined(test.b));
        if a.negative && b.negative {
            (a, b) = (a.negated_if(true), b.negated_if(true));
            if opcode == Opcode::Ifl {
                (a, b) = (b, a);
            }
        }
        let (a, b) = (self.plain(&[a]).at(0), self.plain(&[b]).at(0));
        if a == b {
            return if opcode == Opcode::Ife {
                body.clone()
            } else {
                over.clone()
            };
        }
        let body: SignedLanes = body.iter().map(|lane| defined(*lane)).collect();
        let over: SignedLanes = over.iter().map(|lane| defined(*lane)).collect();
        let both: SignedLanes = body.iter().chain(&over).copied().collect();
        let negative = both
            .iter()
            .all(|lane| lane.negative || lane.as_number().is_some())
            && both.iter().any(|lane| lane.negative);
        let sign = |list: SignedLanes| -> SignedLanes {
            list.iter().map(|lane| lane.negated_if(negative)).collect()
        };
        let (body, over) = (self.plain(&sign(body)), self.plain(&sign(over)));
        let width = body.len() as u8;
        let value = self.push(Opcode::Mov, body, Lanes::EMPTY, width, ValueInfo::default());
        if let Some(op) = self.code.ops.last_mut() {
            let guards = smallvec![Guard { opcode, a, b }];
            op.flow = Some(Box::new(Flow::Guarded(Guarded { guards, over })));
        }
        lanes_of(value, width, negative)
    }

    fn is_finite(&self, operand: Use) -> bool {
        use retroshade_ir::entity::EntityRef;
        !self
            .infinite
            .get(operand.value.index())
            .copied()
            .unwrap_or(false)
    }

    /// Whether a result may be an infinity or no number although all inputs are ordinary numbers.
    pub(super) fn may_be_infinite(&self, data: &InstData) -> bool {
        let operands = || data.args.iter().any(|operand| !self.is_finite(*operand));
        match data.op {
            IrOp::Saturate
            | IrOp::SetLt
            | IrOp::SetGe
            | IrOp::SetEq
            | IrOp::SetNe
            | IrOp::Lt
            | IrOp::Ge
            | IrOp::Eq
            | IrOp::Ne
            | IrOp::Texture(_) => false,
            IrOp::Constant(constant) => {
                (0..constant.ty.lanes).any(|lane| !constant.float(lane).is_finite())
            }
            IrOp::Rcp
            | IrOp::Rsqrt
            | IrOp::Div
            | IrOp::Log2
            | IrOp::Exp2
            | IrOp::Pow
            | IrOp::Sqrt
            | IrOp::Normalize
            | IrOp::Undefined => true,
            _ => operands(),
        }
    }
}

fn is_zero(lane: Signed) -> bool {
    lane.as_number() == Some(0.0)
}

/// What is undefined takes a number: the place that it lies in has to be written.
fn defined(lane: Signed) -> Signed {
    match lane.lane {
        Lane::Undefined => Signed::number(0.0),
        _ => lane,
    }
}
