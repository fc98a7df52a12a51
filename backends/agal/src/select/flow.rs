//! What scheduling asks of code in its own form.

use super::code::{Code, Lane, Lanes, Matrix, Op, Target, ValueId, ValueInfo};
use super::reachability::Reach;
use crate::isa::{File, Mask, Opcode};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Something for each lane of each value.
pub(super) struct PerLane<T>(Vec<[T; 4]>);

impl<T: Copy + Default> PerLane<T> {
    fn new(code: &Code) -> PerLane<T> {
        PerLane(vec![[T::default(); 4]; code.values.len()])
    }

    /// What is known of a lane, the default for values made later.
    pub(super) fn get(&self, value: ValueId, lane: u8) -> T {
        let lanes = self.0.get(value.index()).copied().unwrap_or_default();
        lanes.get(usize::from(lane)).copied().unwrap_or_default()
    }

    fn slot(&mut self, value: ValueId, lane: u8) -> Option<&mut T> {
        self.0.get_mut(value.index())?.get_mut(usize::from(lane))
    }
}

/// The operation that defines each lane of each value.
pub(super) struct Definitions(PerLane<Option<u32>>);

impl Definitions {
    pub(super) fn get(&self, value: ValueId, lane: u8) -> Option<usize> {
        self.0.get(value, lane).map(|index| index as usize)
    }
}

/// Finds what defines each lane.
pub(super) fn definitions(code: &Code) -> Definitions {
    let mut definitions = PerLane::new(code);
    for (index, op) in code.ops.iter().enumerate() {
        if let Target::Value(value, mask) = op.target {
            for lane in mask.lanes() {
                if let Some(slot) = definitions.slot(value, lane) {
                    *slot = Some(index as u32);
                }
            }
        }
    }
    Definitions(definitions)
}

/// Puts operations that write components of an output which others write as well before those.
pub(super) fn covering_first(code: Cow<'_, Code>) -> Cow<'_, Code> {
    let mut before = code.ops.iter().enumerate();
    let is_late = |(index, op): (usize, &Op)| {
        op.besides() != Mask::NONE && code.ops.iter().take(index).any(|other| op.covers(other))
    };
    if !before.any(is_late) {
        return code;
    }
    // Nothing reads outputs: those that write them may come last.
    let rank = |op: &Op| match op.target {
        Target::None | Target::Value(..) => 0,
        Target::Output { .. } if code.ops.iter().any(|other| op.covers(other)) => 1,
        Target::Output { .. } => 2,
    };
    let mut ranked: Vec<(u8, &Op)> = code.ops.iter().map(|op| (rank(op), op)).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let ops = ranked.into_iter().map(|(_, op)| op.clone()).collect();
    Cow::Owned(Code {
        ops,
        values: code.values.clone(),
        indices: code.indices.clone(),
    })
}

/// Moves what is written over for some of the values that are written.
pub(super) fn copy_before_overwriting(code: &mut Code, moves: impl Fn(ValueId) -> bool) {
    let mut found: FxHashMap<ValueId, (ValueId, Lanes, Mask)> = FxHashMap::default();
    for index in 0..code.ops.len() {
        let Some(op) = code.ops.get(index) else {
            continue;
        };
        let (Target::Value(value, mask), Some(guarded)) = (op.target, op.guarded()) else {
            continue;
        };
        let over = guarded.over;
        if !moves(value) {
            continue;
        }
        let (held, mut lanes, all) = match found.get(&value) {
            Some(found) => *found,
            None => (code.value(ValueInfo::default()), Lanes::EMPTY, Mask::NONE),
        };
        let all = all.with(mask);
        let each = mask.lanes().map(usize::from);
        each.for_each(|lane| lanes.set(lane, over.at(lane)));
        if let Some(info) = code.values.get_mut(held.index()) {
            info.needed = all.bits();
        }
        found.insert(value, (held, lanes, all));
    }
    let ops = std::mem::take(&mut code.ops);
    let mut made: Vec<ValueId> = Vec::new();
    for mut op in ops {
        let target = op.target;
        if let (Target::Value(value, mask), span) = (target, op.span)
            && let Some((held, lanes, all)) = found.get(&value)
            && let Some(guarded) = op.guarded_mut()
        {
            for lane in mask.lanes() {
                guarded.over.set(lane.into(), Lane::Value(*held, lane));
            }
            if !made.contains(&value) {
                made.push(value);
                code.ops.push(Op {
                    opcode: Opcode::Mov,
                    target: Target::Value(*held, *all),
                    a: *lanes,
                    b: Lanes::EMPTY,
                    matrix: None,
                    sampler: None,
                    flow: None,
                    span,
                });
            }
        }
        code.ops.push(op);
    }
}

/// Whether an operation, one of `count` that write a value, reads a lane that they write over only
/// before they do: lane by lane in place, or all at once, or in the outermost comparison.
pub(super) fn reads_first(op: &Op, lane: Lane, count: usize) -> bool {
    let Some(guarded) = op.guarded() else {
        return true;
    };
    let mut inner = guarded.guards.iter().skip(1);
    if inner.any(|guard| guard.a == lane || guard.b == lane) {
        return false;
    }
    let at_once = count == 1 && !op.is_lanewise();
    let in_place = |place: usize| op.is_lanewise() && guarded.over.at(place) == lane;
    op.operands().into_iter().all(|list| {
        let mut read = list.as_slice().iter().enumerate();
        read.all(|(place, other)| *other != lane || at_once || in_place(place))
    })
}

/// The code with dot products in place of the products that write components which nobody reads; `None`
/// where there are none.
pub(crate) fn without_wasted_rows(code: &Code) -> Option<Code> {
    let is_wasteful = |op: &Op| match (op.matrix, op.target) {
        (Some(Matrix::Direct(_)), Target::Value(_, mask)) => {
            op.flow.is_none() && !mask.covers(op.opcode.info().whole())
        }
        _ => false,
    };
    if !code.ops.iter().any(is_wasteful) {
        return None;
    }
    let mut narrow = Code {
        ops: Vec::with_capacity(code.ops.len() + 8),
        values: code.values.clone(),
        indices: code.indices.clone(),
    };
    for op in &code.ops {
        match is_wasteful(op) {
            true => divide(&mut narrow, op),
            false => narrow.ops.push(op.clone()),
        }
    }
    Some(narrow)
}

/// A product as dot products, one for each component that is read.
fn divide(code: &mut Code, product: &Op) {
    let (Some(Matrix::Direct(first)), Target::Value(value, mask)) =
        (product.matrix, product.target)
    else {
        return code.ops.push(product.clone());
    };
    let (opcode, width) = match product.opcode {
        Opcode::M33 => (Opcode::Dp3, 3),
        _ => (Opcode::Dp4, 4),
    };
    let row = |lane: u8| {
        let number = first + u16::from(lane);
        Lanes::new((0..width).map(|part| Lane::Register(File::Constant, number, part)))
    };
    if let Some(info) = code.values.get_mut(value.index()) {
        (info.fixed, info.clobbers) = (false, 0);
    }
    for lane in mask.lanes() {
        code.ops.push(Op {
            opcode,
            target: Target::Value(value, Mask::lane(lane)),
            b: row(lane),
            matrix: None,
            ..product.clone()
        });
    }
}

/// Which operations depend on which.
pub(super) fn reach(code: &Code) -> Reach {
    let definition = definitions(code);
    Reach::of(code.ops.len(), |index| {
        let reads = code.reads(&code.ops[index]).into_iter();
        let made = reads.filter_map(|lane| match lane {
            Lane::Value(value, lane) => definition.get(value, lane),
            _ => None,
        });
        made.collect()
    })
}
