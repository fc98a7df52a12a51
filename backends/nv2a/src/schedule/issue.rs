//! An operation as one half of a slot, its virtual registers in place.

use super::files::{Files, Place};
use crate::isa::{Ilu, Mac};
use crate::program::{Operand, Register, Target, Unit, UnitOp, Write, position_view};
use crate::select::code::{Arg, Keep, Op, Source};
use crate::select::graph::{Operation, Shape};

/// What an operation is on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form<T> {
    /// The operation.
    pub(super) op: T,
    /// How its result relates to its operands there.
    pub(super) shape: Shape,
    /// For fixed results the lane of the hardware's result that lane 0 of the operation is.
    pub(super) lane: Option<u8>,
    /// How many of the operands it takes.
    pub(super) operands: usize,
}

/// The operation on the vector unit, if it can run there.
pub(super) fn on_mac(operation: Operation) -> Option<Form<Mac>> {
    let (op, operands) = match operation {
        Operation::Mac(op) => (op, op.info().operands.len()),
        Operation::Move | Operation::One => (Mac::Mov, 1),
        Operation::Positive => (Mac::Max, 2),
        Operation::Ilu(_) => return None,
    };
    Some(Form {
        op,
        shape: operation.shape(),
        lane: None,
        operands,
    })
}

/// The operation on the scalar unit, if it can run there.
pub(super) fn on_ilu(operation: Operation) -> Option<Form<Ilu>> {
    let (op, shape, lane, operands) = match operation {
        Operation::Ilu(op) => (op, operation.shape(), None, 1),
        Operation::Move => (Ilu::Mov, Shape::Lanewise, None, 1),
        Operation::Positive => (Ilu::Lit, Shape::Fixed, Some(1), 1),
        Operation::One => (Ilu::Lit, Shape::Fixed, None, 0),
        Operation::Mac(_) => return None,
    };
    Some(Form {
        op,
        shape,
        lane,
        operands,
    })
}

impl<T> Form<T> {
    /// Whether the results that are kept land in lanes the form can reach.
    pub(super) fn reaches(&self, keep: &Keep, layout: &[u8; 4]) -> bool {
        let Some(lane) = self.lane else { return true };
        keep.lanes
            .iter()
            .flatten()
            .all(|kept| layout[usize::from(kept & 3)] == lane)
    }

    /// Whether the results that leave land in lanes the form can reach.
    pub(super) fn reaches_output(&self, op: &Op) -> bool {
        let (Some(lane), Some(emit)) = (self.lane, op.emit) else {
            return true;
        };
        let written = emit
            .lanes
            .iter()
            .enumerate()
            .filter(|(_, from)| from.is_some());
        written.into_iter().all(|(to, _)| to == usize::from(lane))
    }
}

/// The register and lane that a lane of an operand is in.
fn locate(arg: &Arg, files: &Files, lane: u8) -> Option<u8> {
    match arg.source {
        Source::Virtual(register) => {
            let place = files.place(register)?;
            place.lanes.get(usize::from(lane)).copied()
        }
        _ => Some(lane),
    }
}

/// The register of an operand.
fn register(arg: &Arg, files: &Files) -> Option<Register> {
    Some(match arg.source {
        Source::Virtual(register) => Register::Temporary(files.place(register)?.register),
        Source::Position => position_view(),
        Source::Attribute(index) => Register::Attribute(index),
        Source::Constant(index) => Register::Constant(index),
        Source::Relative(index, _) => Register::Relative(index),
    })
}

/// Positions that do not count repeat their neighbour, so that the text stays short.
fn filled(chosen: [Option<u8>; 4]) -> [u8; 4] {
    let identity = (0..)
        .zip(chosen)
        .all(|(at, lane)| lane.is_none_or(|lane| lane == at));
    if identity {
        return [0, 1, 2, 3];
    }
    let mut last = chosen.iter().flatten().next().copied().unwrap_or(0);
    chosen.map(|lane| {
        last = lane.unwrap_or(last);
        last
    })
}

/// Where each lane of the hardware's result comes from: a lane of the operation.
pub(super) fn origins(op: &Op, place: Option<Place>) -> [Option<u8>; 4] {
    let mut origins = op.emit.map_or([None; 4], |emit| emit.lanes);
    if let (Some(keep), Some(place)) = (op.keep, place) {
        for (lane, kept) in (0..).zip(keep.lanes) {
            let at = kept.and_then(|kept| place.lanes.get(usize::from(kept)));
            if let Some(slot) = at.and_then(|at| origins.get_mut(usize::from(*at))) {
                *slot = Some(lane);
            }
        }
    }
    origins
}

/// Builds the unit of an operation. `place` is where its kept result goes.
pub(super) fn unit<T: UnitOp>(
    op: &Op,
    form: &Form<T>,
    files: &Files,
    place: Option<Place>,
) -> Option<Unit<T>> {
    let origins = origins(op, place);
    let mut operands = Vec::new();
    for (number, arg) in op.args.iter().take(form.operands).enumerate() {
        let mut chosen = [None; 4];
        if form.shape == Shape::Lanewise {
            for (slot, origin) in chosen.iter_mut().zip(origins) {
                if let Some(lane) = origin.and_then(|lane| arg.lanes.get(usize::from(lane))) {
                    *slot = Some(locate(arg, files, *lane)?);
                }
            }
        } else {
            let positions = crate::select::code::positions(op.operation, number) & arg.needed;
            for (at, slot) in chosen.iter_mut().enumerate() {
                if positions >> at & 1 == 1 {
                    *slot = Some(locate(arg, files, arg.lanes[at])?);
                }
            }
        }
        let mut swizzle = filled(chosen);
        if form.operands == 1 && single(op, form) {
            let only = chosen.iter().flatten().next().copied()?;
            swizzle = [only; 4];
        }
        operands.push(Operand {
            register: register(arg, files)?,
            swizzle,
            negate: arg.negate,
        });
    }
    let mut unit = Unit::new(form.op, &operands);
    if let (Some(keep), Some(place)) = (op.keep, place) {
        let lanes = keep.lanes.iter().flatten();
        let mask = lanes.fold(0, |mask, kept| {
            mask | 1 << place.lanes[usize::from(kept & 3)]
        });
        unit.temporary = Some(Write {
            to: place.register,
            mask,
        });
    }
    unit.output = op.emit.map(|emit| Write {
        to: Target::Output(emit.number),
        mask: emit.mask(),
    });
    Some(unit)
}

/// Whether the operation looks at one lane of its operand.
fn single<T: UnitOp>(op: &Op, form: &Form<T>) -> bool {
    match op.operation {
        Operation::Ilu(ilu) => ilu.is_scalar(),
        Operation::Positive => form.lane.is_some(),
        _ => false,
    }
}
