//! Superword-level parallelism: operations that do the same to different lanes become one.
//!
//! Two multiplications of scalars are one multiplication of two lanes, if their operands can lie
//! together: in one constant, in one input, or in temporaries that fit into one register. Operations are
//! looked at from the first to the last, so that a chain of operations that were joined joins all
//! the way. Operations that depend on each other are never joined; sets of operations reachable from
//! each are kept up to date for that.

use super::code::{Base, Code, Lane, Lanes, Op, Target, ValueId, ValueInfo};
use super::outputs::definitions;
use super::reachability::Reach;
use super::same_register::{SameRegister, ValueSet, values_of};
use crate::isa::{Mask, Opcode};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Programs longer than this are left as they are.
const LONGEST: usize = 1024;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vectorize {
    /// Not at all.
    None,
    /// Where results certainly fit into one register with all that they are read together with.
    Conservative,
    /// Wherever operands fit; copies may be needed later.
    Aggressive,
}

/// Joins operations where that is possible. Says whether [`Vectorize::Conservative`] would have joined
/// others.
pub(super) fn vectorize(code: &mut Code, joining: Vectorize) -> bool {
    if code.ops.len() > LONGEST || joining == Vectorize::None || !has_alike(code) {
        return false;
    }
    let mut combiner = Combiner::new(code, joining);
    for op in 0..combiner.ops.len() {
        combiner.join(op);
    }
    let risky = combiner.risky;
    combiner.finish(code);
    risky
}

/// Whether there are two operations with the same key that have room in one register: the first two
/// that are joined have the keys they came with.
fn has_alike(code: &Code) -> bool {
    let keys = code.ops.iter().filter_map(key_of);
    let mut keys: SmallVec<[(Key, u32); 16]> =
        keys.map(|(key, mask)| (key, mask.count())).collect();
    keys.sort_unstable();
    let mut pairs = keys.windows(2);
    pairs.any(|pair| pair[0].0 == pair[1].0 && pair[0].1 + pair[1].1 <= 4)
}

/// What operations must share to be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    opcode: Opcode,
    a: Base,
    b: Base,
    /// The output register that is written, if one is.
    output: Option<(crate::isa::File, u16)>,
}

struct Combiner {
    joining: Vectorize,
    /// Whether something was joined that may need copies.
    risky: bool,
    /// Operations; `None` for one that was joined to another.
    ops: Vec<Option<Op>>,
    reach: Reach,
    /// Where lanes of values went.
    renamed: Vec<[Option<(ValueId, u8)>; 4]>,
    values: Vec<ValueInfo>,
    /// Which values share a register.
    together: SameRegister,
    /// Operations by what they must share.
    open: BTreeMap<Key, Vec<usize>>,
}

impl Combiner {
    fn new(code: &Code, joining: Vectorize) -> Combiner {
        let values = code.values.clone();
        let mut combiner = Combiner {
            joining,
            risky: false,
            ops: code.ops.iter().cloned().map(Some).collect(),
            reach: Reach::new(code),
            renamed: vec![[None; 4]; values.len()],
            together: SameRegister::new(&values),
            values,
            open: BTreeMap::new(),
        };
        for op in &code.ops {
            for lanes in op.operands() {
                combiner.together.bring_together(&values_of(lanes));
            }
        }
        combiner
    }

    fn renamed_lane(&self, (value, lane): (ValueId, u8)) -> Option<(ValueId, u8)> {
        let lanes = self.renamed.get(value.index())?;
        lanes.get(usize::from(lane)).copied().flatten()
    }

    fn resolve(&self, lane: Lane) -> Lane {
        match lane {
            Lane::Value(value, lane) => {
                let mut place = (value, lane);
                while let Some(next) = self.renamed_lane(place) {
                    place = next;
                }
                Lane::Value(place.0, place.1)
            }
            Lane::Undefined | Lane::Literal(_) | Lane::Register(..) | Lane::Indirect(..) => lane,
        }
    }

    fn resolved(&self, lanes: &Lanes) -> Lanes {
        Lanes::new(lanes.as_slice().iter().map(|lane| self.resolve(*lane)))
    }

    /// Joins an operation to an earlier one, or leaves it open for later ones.
    fn join(&mut self, index: usize) {
        let Some(Some(op)) = self.ops.get(index) else {
            return;
        };
        let Some((key, mask)) = key_of(op) else {
            return;
        };
        let (a, b) = (self.resolved(&op.a), self.resolved(&op.b));
        if let Some(op) = self.ops.get_mut(index).and_then(Option::as_mut) {
            (op.a, op.b) = (a, b);
        }
        let best = self
            .open
            .get(&key)
            .into_iter()
            .flatten()
            .filter_map(|&other| Some((self.worth(other, index, mask)?, other)))
            .max();
        match best {
            Some((_, other)) => {
                self.risky |= self.is_risky(other, index);
                self.merge(other, index);
            }
            None => self.open.entry(key).or_default().push(index),
        }
    }

    /// How well an operation joins another: `None` where it cannot.
    fn worth(&self, one: usize, other: usize, mask: Mask) -> Option<u32> {
        let (first, second) = (self.ops.get(one)?.as_ref()?, self.ops.get(other)?.as_ref()?);
        let (_, taken) = key_of(first)?;
        if taken.count() + mask.count() > 4
            || self.reach.depends(one, other)
            || self.reach.depends(other, one)
        {
            return None;
        }
        if matches!(first.target, Target::Output { .. }) && taken.and(mask) != Mask::NONE {
            return None;
        }
        if self.joining == Vectorize::Conservative && self.is_risky(one, other) {
            return None;
        }
        let mut worth = 0;
        for (mine, theirs) in first.operands().into_iter().zip(second.operands()) {
            let (mine, theirs) = (self.resolved(mine), *theirs);
            let (left, right) = (values_of(&mine), values_of(&theirs));
            if !self.together.may_share(&left.with(&right)) {
                return None;
            }
            // Lanes that already lie together cost nothing.
            let same = left.is_same(&right) && !left.is_empty();
            worth += u32::from(same) * 4 + 1;
        }
        Some(worth)
    }

    /// Whether the results of two operations may not fit into one register with all that they are
    /// read together with.
    fn is_risky(&self, one: usize, other: usize) -> bool {
        let target = |op: usize| self.ops.get(op)?.as_ref().map(|op| op.target);
        match (target(one), target(other)) {
            (Some(Target::Value(v, _)), Some(Target::Value(w, _))) => {
                !self.together.may_share(&ValueSet::of([v, w]))
            }
            _ => false,
        }
    }

    fn merge(&mut self, one: usize, other: usize) {
        // Nothing is taken unless both are there.
        let is_there = |op: usize| self.ops.get(op).is_some_and(Option::is_some);
        if one == other || !is_there(one) || !is_there(other) {
            return;
        }
        let [Some(first), Some(second)] = [one, other].map(|op| self.ops[op].take()) else {
            return;
        };
        let merged = match (first.target, second.target) {
            (Target::Value(v, taken), Target::Value(w, mask)) => {
                self.merge_values(first, (v, taken), &second, (w, mask))
            }
            (Target::Output { .. }, Target::Output { .. }) => merge_outputs(first, &second),
            _ => {
                (self.ops[one], self.ops[other]) = (Some(first), Some(second));
                return;
            }
        };
        for lanes in merged.operands() {
            let values = values_of(&self.resolved(lanes));
            self.together.bring_together(&values);
        }
        self.ops[one] = Some(merged);
        self.reach.join(one, other);
    }

    /// The joined operation, which writes a new value.
    fn merge_values(
        &mut self,
        first: Op,
        (v, taken): (ValueId, Mask),
        second: &Op,
        (w, mask): (ValueId, Mask),
    ) -> Op {
        let count = taken.count() + mask.count();
        let needed = (1u8 << count) - 1;
        let value = ValueId(self.values.len() as u32);
        self.values.push(ValueInfo {
            needed,
            ..ValueInfo::default()
        });
        self.renamed.push([None; 4]);
        let (mut a, mut b) = (Lanes::EMPTY, Lanes::EMPTY);
        let mut place = 0;
        for (op, from, lanes) in [(&first, v, taken), (second, w, mask)] {
            for lane in lanes.lanes() {
                a.set(place, self.resolve(op.a.at(lane.into())));
                if !op.b.is_empty() {
                    b.set(place, self.resolve(op.b.at(lane.into())));
                }
                let renamed = self.renamed.get_mut(from.index());
                if let Some(slot) = renamed.and_then(|lanes| lanes.get_mut(usize::from(lane))) {
                    *slot = Some((value, place as u8));
                }
                place += 1;
            }
        }
        // Whatever had to lie beside the old lanes has to lie beside the new ones.
        self.together.replace([v, w]);
        Op {
            target: Target::Value(value, Mask::new(needed)),
            a,
            b,
            ..first
        }
    }

    /// Writes the operations back, in an order that respects data.
    fn finish(mut self, code: &mut Code) {
        let ops = std::mem::take(&mut self.ops);
        let rename = |lanes: &Lanes| self.resolved(lanes);
        for index in &mut code.indices {
            index.lane = self.resolve(index.lane);
        }
        let mut left: Vec<Op> = Vec::with_capacity(ops.len());
        for mut op in ops.into_iter().flatten() {
            (op.a, op.b) = (rename(&op.a), rename(&op.b));
            if let Some(guarded) = op.guarded_mut() {
                guarded.over = rename(&guarded.over);
                for guard in &mut guarded.guards {
                    (guard.a, guard.b) = (self.resolve(guard.a), self.resolve(guard.b));
                }
            }
            left.push(op);
        }
        code.values = self.values;
        code.ops = sorted(code, left);
    }
}

/// Operations after what they read, otherwise in the order given.
fn sorted(code: &mut Code, ops: Vec<Op>) -> Vec<Op> {
    code.ops = ops;
    let definition = definitions(code);
    let ops = std::mem::take(&mut code.ops);
    let mut order = Vec::with_capacity(ops.len());
    let mut placed = vec![false; ops.len()];
    let mut stack = Vec::new();
    for root in 0..ops.len() {
        stack.push((root, false));
        while let Some((index, ready)) = stack.pop() {
            if placed[index] {
                continue;
            }
            if ready {
                placed[index] = true;
                order.push(index);
                continue;
            }
            stack.push((index, true));
            for lane in code.reads(&ops[index]) {
                if let Lane::Value(value, lane) = lane
                    && let Some(other) = definition.get(value, lane)
                    && !placed[other]
                {
                    stack.push((other, false));
                }
            }
        }
    }
    let mut ops: Vec<Option<Op>> = ops.into_iter().map(Some).collect();
    order
        .into_iter()
        .filter_map(|index| ops.get_mut(index).and_then(Option::take))
        .collect()
}

/// What an operation must share with others, and the lanes that it writes.
fn key_of(op: &Op) -> Option<(Key, Mask)> {
    if !op.is_lanewise() || op.flow.is_some() {
        return None;
    }
    let (mask, output) = match op.target {
        Target::None => return None,
        Target::Value(_, mask) => (mask, None),
        Target::Output { file, number, from } => {
            let in_place = from
                .iter()
                .zip(0..4)
                .all(|(from, lane)| from.is_none_or(|from| from == lane));
            if !in_place {
                return None;
            }
            let written = from.iter().zip(0..4).filter(|(from, _)| from.is_some());
            let mask = written.fold(Mask::NONE, |mask, (_, lane)| mask.with(Mask::lane(lane)));
            (mask, Some((file, number)))
        }
    };
    let base = |lanes: &Lanes| {
        let defined = lanes
            .as_slice()
            .iter()
            .find(|lane| **lane != Lane::Undefined);
        defined.map_or(Base::Any, |lane| lane.base())
    };
    Some((
        Key {
            opcode: op.opcode,
            a: base(&op.a),
            b: base(&op.b),
            output,
        },
        mask,
    ))
}

/// Two operations that write different components of one output.
fn merge_outputs(first: Op, second: &Op) -> Op {
    let mut merged = first;
    if let (Target::Output { from, .. }, Target::Output { from: more, .. }) =
        (&mut merged.target, second.target)
    {
        for (component, lane) in more.into_iter().enumerate() {
            if lane.is_some() {
                from[component] = lane;
                merged.a.set(component, second.a.at(component));
                if !second.b.is_empty() {
                    merged.b.set(component, second.b.at(component));
                }
            }
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::File;

    fn code(ops: Vec<Op>) -> Code {
        let values = vec![
            ValueInfo {
                needed: 1,
                ..ValueInfo::default()
            };
            ops.len()
        ];
        Code {
            ops,
            values,
            indices: Vec::new(),
        }
    }

    fn input(lane: u8) -> Lane {
        Lane::Register(File::Varying, 0, lane)
    }

    fn value(value: u32) -> Lane {
        Lane::Value(ValueId(value), 0)
    }

    fn number(value: f32) -> Lane {
        Lane::Literal(value.to_bits())
    }

    #[test]
    fn chains_join_all_the_way() {
        let mut code = code(vec![
            Op::scalar(Opcode::Mul, 0, input(0), number(2.0)),
            Op::scalar(Opcode::Add, 1, value(0), number(1.0)),
            Op::scalar(Opcode::Mul, 2, input(1), number(3.0)),
            Op::scalar(Opcode::Add, 3, value(2), number(4.0)),
        ]);
        vectorize(&mut code, Vectorize::Conservative);
        assert_eq!(code.ops.len(), 2);
        assert_eq!(code.ops[0].a.as_slice(), [input(0), input(1)]);
    }

    #[test]
    fn what_depends_on_each_other_stays_apart() {
        let mut code = code(vec![
            Op::scalar(Opcode::Add, 0, input(0), number(2.0)),
            Op::scalar(Opcode::Mul, 1, value(0), number(1.0)),
            Op::scalar(Opcode::Add, 2, value(1), number(2.0)),
        ]);
        vectorize(&mut code, Vectorize::Conservative);
        assert_eq!(code.ops.len(), 3);
    }

    #[test]
    fn joined_operations_do_not_form_a_circle() {
        // 0 and 3 may join, or 1 and 2, but not both pairs: 0 -> 2 and 1 -> 3.
        let mut code = code(vec![
            Op::scalar(Opcode::Add, 0, input(0), number(2.0)),
            Op::scalar(Opcode::Mul, 1, input(1), number(1.0)),
            Op::scalar(Opcode::Mul, 2, value(0), number(1.0)),
            Op::scalar(Opcode::Add, 3, value(1), number(2.0)),
        ]);
        vectorize(&mut code, Vectorize::Conservative);
        assert!(code.ops.len() >= 3);
        let mut known = Vec::new();
        for op in &code.ops {
            for lane in code.reads(op) {
                assert!(
                    !matches!(lane, Lane::Value(..)) || known.contains(&lane),
                    "{:?}",
                    code.ops
                );
            }
            if let Target::Value(value, mask) = op.target {
                known.extend(mask.lanes().map(|lane| Lane::Value(value, lane)));
            }
        }
    }
}
