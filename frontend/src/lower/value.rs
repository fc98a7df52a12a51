//! Values while lowering: lanes that remember where they come from.
//!
//! A vector that is composed lane by lane costs nothing until an operation needs it whole.

use super::{Lowered, Lowerer, UnsetLanes, bug};
use retroshade_ir::entity::EntityRef;
use retroshade_ir::{Constant, Op, SamplerId, Scalar, Swizzle, Type, Use, Value};
use smallvec::SmallVec;

/// One lane of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// Nothing was ever stored here.
    Undefined,
    /// Lane `.1` of a value.
    Of(Value, u8),
}

/// A vector of 1 to 4 lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes {
    pub(super) scalar: Scalar,
    len: u8,
    lanes: [Lane; 4],
}

impl Lanes {
    pub(super) fn undefined(ty: Type) -> Lanes {
        Lanes {
            scalar: ty.scalar,
            len: ty.lanes,
            lanes: [Lane::Undefined; 4],
        }
    }

    /// The lanes of an operand.
    pub(super) fn of(operand: Use, scalar: Scalar) -> Lanes {
        let mut lanes = Lanes::undefined(Type {
            scalar,
            lanes: operand.lanes(),
        });
        for (slot, &lane) in lanes.lanes.iter_mut().zip(operand.swizzle.lanes()) {
            *slot = Lane::Of(operand.value, lane);
        }
        lanes
    }

    /// The lanes in order; at most the first four count.
    pub(super) fn from_lanes(scalar: Scalar, lanes: &[Lane]) -> Lanes {
        let mut found = Lanes::undefined(Type {
            scalar,
            lanes: lanes.len().clamp(1, 4) as u8,
        });
        for (slot, &lane) in found.lanes.iter_mut().zip(lanes) {
            *slot = lane;
        }
        found
    }

    pub(super) fn ty(self) -> Type {
        Type {
            scalar: self.scalar,
            lanes: self.len,
        }
    }

    pub(super) fn as_slice(&self) -> &[Lane] {
        &self.lanes[..usize::from(self.len)]
    }

    pub(super) fn lane(self, lane: u8) -> Lane {
        self.as_slice()
            .get(usize::from(lane))
            .copied()
            .unwrap_or(Lane::Undefined)
    }

    pub(super) fn set(&mut self, lane: u8, content: Lane) {
        if let Some(slot) = self.lanes.get_mut(usize::from(lane)) {
            *slot = content;
        }
    }

    /// One lane `times` times.
    pub(super) fn splat(self, lane: u8, times: u8) -> Lanes {
        let lanes = [self.lane(lane); 4];
        Lanes::from_lanes(self.scalar, &lanes[..usize::from(times.clamp(1, 4))])
    }

    /// The same lanes cut to or filled up to a length.
    pub(super) fn resized(self, len: u8) -> Lanes {
        let mut resized = self;
        resized.len = len.clamp(1, 4);
        for lane in self.len..4 {
            resized.set(lane, Lane::Undefined);
        }
        resized
    }
}

/// A sampler: which uniform, which element of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SamplerRef {
    pub(super) id: SamplerId,
    /// The element, or what a dynamic index is added to.
    pub(super) element: u32,
    pub(super) index: Option<Use>,
}

/// What a variable without parts holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    Lanes(Lanes),
    Sampler(SamplerRef),
}

/// A value of any type: its leaves in the order of the type (elements of arrays, members, columns),
/// as a range of [`Lowerer::leaves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Val {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl Lowerer<'_> {
    /// Keeps the leaves of a value.
    pub(super) fn val(&mut self, leaves: &[Leaf]) -> Val {
        let start = self.leaves.len() as u32;
        self.leaves.extend_from_slice(leaves);
        Val {
            start,
            len: leaves.len() as u32,
        }
    }

    pub(super) fn val_of_lanes(&mut self, lanes: Lanes) -> Val {
        self.val(&[Leaf::Lanes(lanes)])
    }

    pub(super) fn val_of_use(&mut self, operand: Use) -> Val {
        let scalar = self.shader.ty(operand.value).scalar;
        self.val_of_lanes(Lanes::of(operand, scalar))
    }

    pub(super) fn leaves_of(&self, val: Val) -> &[Leaf] {
        let start = val.start as usize;
        self.leaves
            .get(start..start + val.len as usize)
            .unwrap_or_default()
    }

    /// A part of a value.
    pub(super) fn part(&self, val: Val, first: u32, len: u32) -> Lowered<Val> {
        if first.checked_add(len).is_none_or(|end| end > val.len) {
            return Err(bug(format!("leaf {first} of a value of {}", val.len)));
        }
        Ok(Val {
            start: val.start + first,
            len,
        })
    }

    /// The lanes of a scalar or vector.
    pub(super) fn lanes_of(&self, val: Val) -> Lowered<Lanes> {
        match self.leaves_of(val) {
            [Leaf::Lanes(lanes)] => Ok(*lanes),
            _ => Err(bug("a scalar or vector was expected")),
        }
    }

    /// The lanes of each column of a matrix.
    pub(super) fn columns_of(&self, val: Val) -> Lowered<Vec<Lanes>> {
        self.leaves_of(val)
            .iter()
            .map(|leaf| match leaf {
                Leaf::Lanes(lanes) => Ok(*lanes),
                Leaf::Sampler(_) => Err(bug("a sampler is no matrix column")),
            })
            .collect()
    }

    pub(super) fn sampler_of(&self, val: Val) -> Lowered<SamplerRef> {
        match self.leaves_of(val) {
            [Leaf::Sampler(sampler)] => Ok(*sampler),
            _ => Err(bug("a sampler was expected")),
        }
    }

    /// The vector as an operand, composed in the current region if need be.
    pub(super) fn materialize(&mut self, lanes: Lanes) -> Lowered<Use> {
        let mut defined = lanes.as_slice().iter().filter_map(|lane| match lane {
            Lane::Of(value, lane) => Some((*value, *lane)),
            Lane::Undefined => None,
        });
        let Some(first) = defined.next() else {
            return Ok(self.undefined(lanes.ty()));
        };
        // An undefined lane may as well be its neighbour.
        let mut last = first;
        let mut filled: SmallVec<[(Value, u8); 4]> = SmallVec::new();
        for lane in lanes.as_slice() {
            if let Lane::Of(value, lane) = lane {
                last = (*value, *lane);
            }
            filled.push(last);
        }
        if filled.iter().all(|&(value, _)| value == first.0) {
            return Ok(Use::new(first.0, swizzle_of(&filled)?));
        }
        if let Some(constant) = self.constant_of(&filled) {
            return Ok(self.constant(constant));
        }
        let mut parts: SmallVec<[Use; 4]> = SmallVec::new();
        for run in filled.chunk_by(|left, right| left.0 == right.0) {
            parts.push(Use::new(run[0].0, swizzle_of(run)?));
        }
        self.emit(Op::Compose, &parts)
    }

    /// As [`Self::materialize`], for an output.
    pub(super) fn given_out(&mut self, lanes: Lanes) -> Lowered<Use> {
        let is_undefined = |lane: &Lane| matches!(lane, Lane::Undefined);
        let unset = lanes.as_slice().iter().filter(|lane| is_undefined(lane));
        let in_parts = (1..lanes.as_slice().len()).contains(&unset.count());
        if self.unset == UnsetLanes::Filled || !in_parts {
            return self.materialize(lanes);
        }
        let parts = lanes.as_slice().iter().map(|lane| match *lane {
            Lane::Of(value, lane) => Use::new(value, Swizzle::splat(lane, 1)),
            Lane::Undefined => self.undefined(lanes.ty().with_lanes(1)),
        });
        let parts: SmallVec<[Use; 4]> = parts.collect();
        self.emit(Op::Compose, &parts)
    }

    fn constant_of(&self, lanes: &[(Value, u8)]) -> Option<Constant> {
        let mut bits: SmallVec<[u32; 4]> = SmallVec::new();
        let mut scalar = Scalar::Float;
        for &(value, lane) in lanes {
            match self.shader.def_op(value) {
                Some(Op::Constant(constant)) => {
                    scalar = constant.ty.scalar;
                    bits.push(*constant.bits.get(usize::from(lane))?);
                }
                _ => return None,
            }
        }
        Some(Constant::from_bits(scalar, bits))
    }

    /// A literal; equal ones are one value, defined at the start of the body.
    pub(super) fn constant(&mut self, constant: Constant) -> Use {
        if let Some(&value) = self.constants.get(&constant) {
            return self.shader.whole(value);
        }
        let value = self.prologue(Op::Constant(constant), constant.ty);
        self.constants.insert(constant, value);
        self.shader.whole(value)
    }

    pub(super) fn float(&mut self, value: f32, lanes: u8) -> Use {
        self.constant(Constant::floats(&[value]))
            .then(Swizzle::splat(0, lanes))
    }

    pub(super) fn int(&mut self, value: i32, lanes: u8) -> Use {
        self.constant(Constant::ints(&[value]))
            .then(Swizzle::splat(0, lanes))
    }

    pub(super) fn bool(&mut self, value: bool, lanes: u8) -> Use {
        self.constant(Constant::bools(&[value]))
            .then(Swizzle::splat(0, lanes))
    }

    pub(super) fn undefined(&mut self, ty: Type) -> Use {
        if let Some(&value) = self.undefined.get(&ty) {
            return self.shader.whole(value);
        }
        let value = self.prologue(Op::Undefined, ty);
        self.undefined.insert(ty, value);
        self.shader.whole(value)
    }

    /// An operation without operands at the start of the body, where every region sees it.
    pub(super) fn prologue(&mut self, op: Op, ty: Type) -> Value {
        let inst = self
            .shader
            .make_inst(op, Vec::new(), &[ty], Vec::new(), self.span);
        self.prologue.push(inst);
        let value = self.shader.result(inst);
        self.outermost.insert(value.index());
        value
    }
}

fn swizzle_of(lanes: &[(Value, u8)]) -> Lowered<Swizzle> {
    let mut numbers = [0; 4];
    for (number, &(_, lane)) in numbers.iter_mut().zip(lanes) {
        *number = lane;
    }
    let swizzle = numbers.get(..lanes.len()).and_then(Swizzle::new);
    swizzle.ok_or_else(|| bug("a vector of no lanes or more than four"))
}
