//! An operation as one half of a slot, its vectors in place.

use super::files::{Files, VectorPlace};
use crate::isa::registers::POSITION;
use crate::isa::{Ilu, Mac};
use crate::machine::{ATTRIBUTE, Operation, VertexUnit, ViewOp, output};
use crate::program::{Operand, Register, Target, Unit, UnitOp, Write, position_view};
use retroshade_kit::lanes::Swizzle;
use retroshade_kit::mir::{Kept, Location, Machine, Read, Shape};

/// What an operation is on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form<T> {
    /// The operation.
    pub(super) op: T,
    /// How its result relates to its operands there.
    pub(super) shape: Shape,
    /// For fixed results the lane of the hardware's result that lane 0 of the operation is.
    pub(super) lane: Option<u8>,
    /// The number of operands that it takes.
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
        shape: VertexUnit::shape(operation),
        lane: None,
        operands,
    })
}

/// The operation on the scalar unit, if it can run there.
pub(super) fn on_ilu(operation: Operation) -> Option<Form<Ilu>> {
    let (op, shape, lane, operands) = match operation {
        Operation::Ilu(op) => (op, VertexUnit::shape(operation), None, 1),
        Operation::Move => (Ilu::Mov, Shape::Lanewise, None, 1),
        Operation::Positive => (Ilu::Lit, Shape::Fixed(4), Some(1), 1),
        Operation::One => (Ilu::Lit, Shape::Fixed(4), None, 0),
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
    /// True if the results that are kept land in lanes the form can reach.
    pub(super) fn reaches(&self, kept: &Kept, layout: &[u8; 4]) -> bool {
        let Some(lane) = self.lane else { return true };
        let mut components = kept.components.iter().flatten();
        components.all(|component| layout[usize::from(component & 3)] == lane)
    }

    /// True if the results that leave land in lanes the form can reach.
    pub(super) fn reaches_output(&self, op: &ViewOp) -> bool {
        let (Some(lane), Some(out)) = (self.lane, op.out) else {
            return true;
        };
        out.mask() & !(1 << lane) == 0
    }
}

/// The component of a register that a component of an operand's location is.
fn locate(read: &Read, files: &Files, component: u8) -> Option<u8> {
    match read.location {
        Location::Vector(vector) => Some(files.place(vector)?.lanes[usize::from(component & 3)]),
        Location::Reg(_) | Location::Indexed(..) => Some(component),
    }
}

/// The register of an operand.
fn register(read: &Read, files: &Files) -> Option<Register> {
    Some(match read.location {
        Location::Vector(vector) => Register::Temporary(files.place(vector)?.register),
        Location::Reg(reg) if reg == output(POSITION) => position_view(),
        Location::Reg(reg) if reg.file == ATTRIBUTE => Register::Attribute(reg.number as u8),
        Location::Reg(reg) => Register::Constant(reg.number as u8),
        Location::Indexed(reg, _) => Register::Relative(reg.number as u8),
    })
}

/// Where each lane of the hardware's result comes from: a lane of the operation.
pub(super) fn origins(op: &ViewOp, place: Option<VectorPlace>) -> [Option<u8>; 4] {
    let mut origins = op.out.map_or([None; 4], |out| out.from);
    if let (Some(kept), Some(place)) = (op.kept, place) {
        for (result, component) in (0..).zip(kept.components) {
            if let Some(component) = component {
                let at = place.lanes[usize::from(component & 3)];
                origins[usize::from(at)] = Some(result);
            }
        }
    }
    origins
}

/// Builds the unit of an operation. `place` is where its kept result goes.
pub(super) fn unit<T: UnitOp>(
    op: &ViewOp,
    form: &Form<T>,
    files: &Files,
    place: Option<VectorPlace>,
) -> Option<Unit<T>> {
    let origins = origins(op, place);
    let mut operands = Vec::new();
    for read in op.reads.iter().take(form.operands) {
        let mut chosen = [None; 4];
        if form.shape == Shape::Lanewise {
            for (slot, origin) in chosen.iter_mut().zip(origins) {
                if let Some(lane) = origin.and_then(|at| read.components.get(usize::from(at))) {
                    *slot = Some(locate(read, files, *lane)?);
                }
            }
        } else {
            for (at, slot) in chosen.iter_mut().enumerate() {
                if read.needed >> at & 1 == 1 {
                    *slot = Some(locate(read, files, read.components[at])?);
                }
            }
        }
        let mut swizzle = Swizzle::shortest(chosen);
        if form.operands == 1 && single(op, form) {
            let only = chosen.iter().flatten().next().copied()?;
            swizzle = Swizzle::splat(only);
        }
        operands.push(Operand {
            register: register(read, files)?,
            swizzle,
            negate: read.negate,
        });
    }
    let mut unit = Unit::new(form.op, &operands);
    if let (Some(kept), Some(place)) = (op.kept, place) {
        let components = kept.components.iter().flatten();
        let mask = components.fold(0, |mask, component| {
            mask | 1 << place.lanes[usize::from(component & 3)]
        });
        unit.temporary = Some(Write {
            to: place.register,
            mask,
        });
    }
    unit.output = op.out.map(|out| Write {
        to: Target::Output(out.reg.number as u8),
        mask: out.mask(),
    });
    Some(unit)
}

/// True if the operation looks at one lane of its operand.
fn single<T: UnitOp>(op: &ViewOp, form: &Form<T>) -> bool {
    match op.code {
        Operation::Ilu(ilu) => ilu.is_scalar(),
        Operation::Positive => form.lane.is_some(),
        _ => false,
    }
}
