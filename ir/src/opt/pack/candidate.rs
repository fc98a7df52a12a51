//! What may be packed, and what of it goes together.

use super::Pack;
use crate::opt::rewrite::compose_lane;
use crate::{Inst, Op, OpKind, Scalar, Shader, Use, Value};
use smallvec::{SmallVec, smallvec};

/// One lane of an operand, followed to where it comes from.
pub(super) type Lane = (Value, u8);

/// Those of an operand in order.
pub(super) type Lanes = SmallVec<[Lane; 4]>;

/// What one operand of a candidate reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// Lanes of one value.
    Of(Value),
    /// Literals.
    Literal,
    /// No such operand.
    None,
}

/// Candidates with equal keys pack without bringing lanes together.
pub(super) type Key = (OpKind, Scalar, [Source; 3]);

/// The scalar types of the result and of the operands of an instruction: of comparisons the result says nothing.
pub(super) type Scalars = (Scalar, SmallVec<[Scalar; 3]>);

/// An instruction that may be packed.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) inst: Inst,
    pub(super) lanes: u8,
    /// True if the key has the first two operands the other way round.
    pub(super) exchanged: bool,
}

impl Candidate {
    /// The instruction with its operands in their order.
    pub(super) fn new(inst: Inst, lanes: u8) -> Candidate {
        Candidate {
            inst,
            lanes,
            exchanged: false,
        }
    }

    /// The operand of a number in the key's order.
    pub(super) fn operand(&self, shader: &Shader, number: usize) -> Use {
        let number = match number {
            0 | 1 if self.exchanged => 1 - number,
            number => number,
        };
        shader.insts[self.inst].args[number]
    }
}

/// Candidates of at most four lanes in all.
pub(super) type Members = SmallVec<[Candidate; 4]>;

/// A candidate, what others must have in common with it, and its place among all.
pub(super) struct Found<K> {
    pub(super) key: K,
    place: usize,
    pub(super) candidate: Candidate,
}

/// Those of a level.
pub(super) type Level<K> = SmallVec<[Found<K>; 8]>;

pub(super) fn note<K>(level: &mut Level<K>, key: K, candidate: Candidate) {
    let place = level.len();
    level.push(Found {
        key,
        place,
        candidate,
    });
}

/// Runs of candidates with equal keys, in the order in which the first of each was found.
pub(super) fn alike<K: Ord>(level: &mut Level<K>) -> SmallVec<[&[Found<K>]; 8]> {
    level.sort_unstable_by(|a, b| (&a.key, a.place).cmp(&(&b.key, b.place)));
    let mut runs: SmallVec<[&[Found<K>]; 8]> = level.chunk_by(|a, b| a.key == b.key).collect();
    runs.sort_unstable_by_key(|run| run[0].place);
    runs
}

/// Cuts candidates into groups of at most four lanes, in order.
pub(super) fn fill(candidates: impl Iterator<Item = Candidate>) -> SmallVec<[Members; 4]> {
    let mut groups: SmallVec<[Members; 4]> = SmallVec::new();
    for candidate in candidates {
        let lanes = |group: &Members| group.iter().map(|member| member.lanes).sum::<u8>();
        let mut last = groups.iter_mut().rev().take(4);
        match last.find(|group| lanes(group) + candidate.lanes <= 4) {
            Some(group) => group.push(candidate),
            None => groups.push(smallvec![candidate]),
        }
    }
    groups
}

impl Pack<'_> {
    pub(super) fn accepts(&self, kind: OpKind, lanes: u8) -> bool {
        let logic = matches!(kind, OpKind::Lt | OpKind::Ge | OpKind::Eq | OpKind::Ne);
        logic || self.capabilities.accepts(kind, lanes)
    }

    /// True if an instruction may be packed as far as it itself goes.
    pub(super) fn may_be_packed(&self, inst: Inst) -> bool {
        let data = &self.shader.insts[inst];
        let &[result] = data.results.as_slice() else {
            return false;
        };
        self.shader.ty(result).lanes <= 3
            && !self.written[result]
            && data.op.is_lanewise()
            && data.args.len() <= 3
            && self.accepts(data.op.kind(), 4)
            && (data.op != Op::Select || self.capabilities.arithmetic.select_per_lane)
    }

    /// What an instruction that may be packed reads, and with which others it goes together.
    pub(super) fn candidate(&self, inst: Inst) -> Option<(Key, Candidate)> {
        let data = &self.shader.insts[inst];
        let ty = self.shader.ty(self.shader.result(inst));
        let mut sources = [Source::None; 3];
        for (source, &operand) in sources.iter_mut().zip(&data.args) {
            *source = self.source(operand)?;
        }
        // The order of factors must not tell them apart, and the numbers of values, which their printed
        // form does not keep, must not decide on it. What packing made is numbered in its order.
        let rank = |source: Source| match source {
            Source::Of(value) => match self.place[value] {
                0 => (1, 0, Some(value)),
                place => (0, place, None),
            },
            Source::Literal | Source::None => (2, 0, None),
        };
        let exchanged = data.op.is_commutative() && rank(sources[1]) < rank(sources[0]);
        if exchanged {
            sources.swap(0, 1);
        }
        let candidate = Candidate {
            inst,
            lanes: ty.lanes,
            exchanged,
        };
        Some(((data.op.kind(), ty.scalar, sources), candidate))
    }

    pub(super) fn scalars(&self, inst: Inst) -> Scalars {
        let scalar = |value: Value| self.shader.ty(value).scalar;
        let operands = self.shader.insts[inst].args.iter();
        let operands = operands.map(|operand| scalar(operand.value));
        (scalar(self.shader.result(inst)), operands.collect())
    }

    /// Where a lane comes from, through composes and what was packed.
    pub(super) fn follow(&self, mut at: Lane) -> Lane {
        loop {
            if let Some(with) = self.map[at.0] {
                at = (with.value, with.swizzle.lane(at.1));
                continue;
            }
            let inst = self.shader.def_inst(at.0);
            let part = inst.and_then(|inst| {
                let data = &self.shader.insts[inst];
                matches!(data.op, Op::Compose).then(|| compose_lane(&data.args, at.1))
            });
            match part {
                Some(Some(part)) => at = part,
                _ => return at,
            }
        }
    }

    pub(super) fn literal(&self, lane: Lane) -> Option<u32> {
        match self.shader.def_op(lane.0) {
            Some(Op::Constant(constant)) => Some(constant.bits[usize::from(lane.1)]),
            _ => None,
        }
    }

    /// What an operand reads; `None` where that is lanes of several values.
    fn source(&self, operand: Use) -> Option<Source> {
        let mut lanes = operand.swizzle.lanes().iter();
        let first = self.follow((operand.value, *lanes.next()?)).0;
        let is_literal = self.shader.is_constant(first);
        if first == operand.value {
            // All lanes are its own.
            return Some(if is_literal {
                Source::Literal
            } else {
                Source::Of(first)
            });
        }
        let mut others = lanes.map(|&lane| self.follow((operand.value, lane)).0);
        if is_literal {
            others
                .all(|other| self.shader.is_constant(other))
                .then_some(Source::Literal)
        } else {
            others
                .all(|other| other == first)
                .then_some(Source::Of(first))
        }
    }
}
