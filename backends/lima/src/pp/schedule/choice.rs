//! Unit assignment: the units that can do each, and the stages in which they read and write.

use super::word::stage;
use crate::pp::code::{Access, Alu, Coordinate, Kind, Operand, Operation, Source};
use crate::pp::isa::{OutMod, Unit};

/// The stage in which a placed operation reads an operand.
pub(crate) fn read_stage(operation: &Operation, unit: Unit, access: Access) -> u8 {
    match (operation.kind, access) {
        (_, Access::LoadOffset) => stage::LOAD,
        (_, Access::StoreOffset) => stage::STORE,
        (Kind::Select(_), Access::Arg(0 | 1)) => stage::MUL,
        (Kind::Lookup(lookup), Access::Arg(0)) if lookup.coordinate == Coordinate::Value => {
            stage::VARYING
        }
        (Kind::Lookup(_), _) => stage::TEXTURE,
        _ => unit.stage(),
    }
}

/// The unit that reads an operand of a placed operation.
pub(crate) fn reader(operation: &Operation, unit: Unit, access: Access) -> Unit {
    match (operation.kind, access) {
        (Kind::Select(_), Access::Arg(0 | 1)) => Unit::ScalarMul,
        _ => unit,
    }
}

/// The stage after which a placed operation's result is in its register.
pub(super) fn write_stage(unit: Unit, copy: Option<Unit>) -> u8 {
    copy.unwrap_or(unit).stage()
}

/// True if an operand can be read straight from the texture unit.
pub(crate) fn reads_texture(stage: u8) -> bool {
    stage == stage::MUL || stage == stage::ADD
}

/// Whether a product can be made by the combine unit: the positions of the scalar and the vector.
pub(crate) fn scaling(operation: &Operation) -> Option<(usize, usize)> {
    let Kind::Alu(Alu::MUL) = operation.kind else {
        return None;
    };
    if operation.modifier != OutMod::None {
        return None;
    }
    let splat = |operand: &Operand| {
        let lanes = usize::from(operand.lanes);
        match operand.source {
            Source::Value(_, from) | Source::Load(_, from) => {
                from.iter().take(lanes).all(|lane| *lane == from[0])
            }
            Source::Const(bits) => bits.iter().take(lanes).all(|other| *other == bits[0]),
        }
    };
    let (a, b) = (operation.args.first()?, operation.args.get(1)?);
    // The vector has no modifiers, but the scalar can take over its sign.
    match () {
        () if splat(a) && !b.absolute => Some((0, 1)),
        () if splat(b) && !a.absolute => Some((1, 0)),
        () => None,
    }
}

/// The units that can do an operation, those that leave most room first.
pub(super) fn units(operation: &Operation, lanes: usize) -> Vec<Unit> {
    let single = lanes == 1;
    let mut units = Vec::new();
    match operation.kind {
        Kind::Alu(alu) => {
            if alu.add {
                if single {
                    units.push(Unit::ScalarAdd);
                }
                units.push(Unit::VectorAdd);
            }
            if alu.mul {
                if single {
                    units.push(Unit::ScalarMul);
                }
                units.push(Unit::VectorMul);
            }
            if scaling(operation).is_some() {
                units.push(Unit::Combine);
            }
        }
        Kind::Sum => units.push(Unit::VectorAdd),
        Kind::Select(_) => {
            if single {
                units.push(Unit::ScalarAdd);
            }
            units.push(Unit::VectorAdd);
        }
        Kind::Function(_) | Kind::AtanFirst | Kind::AngleFirst | Kind::AtanSecond => {
            units.push(Unit::Combine);
        }
        Kind::Input(_) => units.push(Unit::Varying),
        Kind::Lookup(_) => units.push(Unit::Texture),
        Kind::Store(_) | Kind::StoreLane(..) | Kind::FrameRead { .. } => units.push(Unit::Store),
        Kind::Discard(_) => units.push(Unit::Branch),
    }
    units
}
