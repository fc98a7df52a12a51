//! What the bits of an instruction say.

use super::{Found, Replay};
use crate::fault::{Checked, demand};
use crate::pp::bundle::{Bundle, Slot};
use crate::pp::code::{Access, Alu, Coordinate, Kind, Node, Operation};
use crate::pp::isa::{Argument, Field, Layout, Unit, op};
use crate::pp::registers::chain_operand;
use crate::pp::schedule::{Placement, reader, scaling};

impl Replay<'_> {
    /// What the bits of an instruction say of an operand.
    pub(super) fn bits(
        &self,
        operation: &Operation,
        node: Node,
        place: Placement,
        number: usize,
        bundle: &Bundle,
    ) -> Checked<Found> {
        let unit = reader(operation, place.unit, Access::Arg(number));
        let missing = "the operation is missing";
        match (operation.kind, unit) {
            (Kind::Lookup(lookup), _) => {
                let mut rest = number;
                if lookup.coordinate == Coordinate::Value {
                    if number == 0 {
                        let slot = bundle.slot(Unit::Varying).ok_or(missing)?;
                        return Ok(Found {
                            code: slot.get(Field::Src),
                            components: swizzle(slot.get(Field::Swizzle)),
                            negative: slot.flag(Field::Neg),
                            absolute: slot.flag(Field::Abs),
                            chained: None,
                        });
                    }
                    rest -= 1;
                }
                let slot = bundle.slot(Unit::Texture).ok_or(missing)?;
                let level = lookup.level.is_some() && rest == 0;
                let field = if level {
                    Field::LodReg
                } else {
                    Field::OffsetReg
                };
                Ok(plain(slot.get(field)))
            }
            (Kind::Input(_), _) => {
                let slot = bundle.slot(Unit::Varying).ok_or(missing)?;
                let lane = slot.get(Field::OffsetLane);
                Ok(plain(slot.get(Field::OffsetVector) << 2 | lane))
            }
            (Kind::Discard(_), _) => {
                let slot = bundle.slot(Unit::Branch).ok_or(missing)?;
                Ok(plain(slot.get(Argument::at(number).src)))
            }
            (Kind::StoreLane(..), _) => {
                let slot = bundle.slot(Unit::Store).ok_or(missing)?;
                Ok(plain(slot.get(Field::Src)))
            }
            (Kind::Store(_), _) => {
                let slot = bundle.slot(Unit::Store).ok_or(missing)?;
                let operand = &operation.args[number];
                let mut found = plain(slot.get(Field::Src));
                for (slot, cell) in found.components.iter_mut().zip(operand.cells()) {
                    *slot = self.place(cell)?.1;
                }
                Ok(found)
            }
            (_, Unit::Combine) => {
                let mut found = combined(operation, number, bundle)?;
                let factor = scaling(operation).map(|(factor, _)| factor);
                if factor.is_some_and(|factor| factor != number) {
                    let all = found.components;
                    let lanes = found.components.iter_mut().take(operation.dest.len());
                    for (lane, component) in lanes.enumerate() {
                        let to = self.lane(operation, node, lane)?;
                        *component = all[to as usize & 3];
                    }
                }
                Ok(found)
            }
            _ => self.arithmetic(operation, node, place, number, bundle),
        }
    }

    pub(super) fn arithmetic(
        &self,
        operation: &Operation,
        node: Node,
        place: Placement,
        number: usize,
        bundle: &Bundle,
    ) -> Checked<Found> {
        let unit = reader(operation, place.unit, Access::Arg(number));
        let slot = bundle.slot(unit).ok_or("the operation is missing")?;
        let mut position = match operation.kind {
            Kind::Select(_) => number & 1,
            _ => number,
        };
        let chained = slot.flag(Field::MulIn);
        let multiplier = match unit {
            Unit::VectorAdd => Unit::VectorMul,
            _ => Unit::ScalarMul,
        };
        if chained && operation.args.len() == 2 {
            let product = self.plans[self.index].words[place.word].in_unit(multiplier);
            let product = product.map(|node| &self.code.blocks[self.index].operations[node]);
            if product.and_then(|product| chain_operand(operation, product)) == Some(1) {
                position ^= 1;
            }
        }
        let fields = Argument::at(position);
        let src = slot.get(fields.src);
        let (code, components) = match slot.layout() {
            Layout::ScalarMul | Layout::ScalarAdd => (src >> 2, [src & 3; 4]),
            _ => {
                let all = swizzle(slot.get(fields.swizzle));
                let mut components = all;
                if operation.kind != Kind::Sum {
                    let lanes = components.iter_mut().take(operation.dest.len());
                    for (lane, component) in lanes.enumerate() {
                        let to = self.lane(operation, node, lane)?;
                        *component = all[to as usize & 3];
                    }
                }
                (src, components)
            }
        };
        let chained = (chained && position == 0).then_some(multiplier);
        let scalar = matches!(slot.layout(), Layout::ScalarMul | Layout::ScalarAdd);
        Ok(Found {
            code,
            components: if chained.is_some() && scalar {
                [0; 4]
            } else {
                components
            },
            negative: slot.flag(fields.negative),
            absolute: slot.flag(fields.absolute),
            chained,
        })
    }
}

/// An operand of the combine unit.
pub(super) fn combined(operation: &Operation, number: usize, bundle: &Bundle) -> Checked<Found> {
    let slot = bundle
        .slot(Unit::Combine)
        .ok_or("the operation is missing")?;
    let operand = &operation.args[number];
    let vector = Found {
        code: slot.get(Field::Arg1Src),
        components: swizzle(slot.get(Field::Arg1Swizzle)),
        negative: operand.negative,
        absolute: operand.absolute,
        chained: None,
    };
    let scalar = |fields: Argument| Found {
        negative: slot.flag(fields.negative),
        absolute: slot.flag(fields.absolute),
        ..plain(slot.get(fields.src))
    };
    match slot.layout() {
        Layout::CombineVectorToScalar => Ok(vector),
        Layout::CombineMul => {
            let (factor, other) = scaling(operation).ok_or("no product with a scalar")?;
            if number != factor {
                return Ok(vector);
            }
            // The scalar carries the sign of both.
            let mut found = scalar(Argument::FIRST);
            found.negative ^= operation.args[other].negative;
            Ok(found)
        }
        _ => Ok(scalar(Argument::at(number))),
    }
}

/// An operand that is the number of a component.
pub(super) fn plain(number: i64) -> Found {
    Found {
        code: number >> 2,
        components: [number & 3; 4],
        negative: false,
        absolute: false,
        chained: None,
    }
}

pub(super) fn swizzle(bits: i64) -> [i64; 4] {
    [0, 2, 4, 6].map(|shift| bits >> shift & 3)
}

/// The components that a slot writes, as register and component in order of components.
pub(super) fn written(slot: &Slot) -> Vec<(i64, i64)> {
    let dest = slot.get(Field::Dest);
    let masked = |mask: i64| (0..4).filter(move |lane| mask >> lane & 1 == 1);
    match slot.layout() {
        Layout::ScalarMul | Layout::ScalarAdd if !slot.flag(Field::OutEn) => Vec::new(),
        Layout::ScalarMul
        | Layout::ScalarAdd
        | Layout::CombineScalar
        | Layout::CombineVectorToScalar => vec![(dest >> 2, dest & 3)],
        Layout::FrameRead => (0..4).map(|lane| (dest, lane)).collect(),
        _ => masked(slot.get(Field::Mask))
            .map(|lane| (dest, lane))
            .collect(),
    }
}

/// What a copy takes for a component of its destination: the code of its source, and the component there.
pub(super) fn copied(slot: &Slot, component: i64) -> (i64, i64) {
    let source = slot.get(Field::Arg0Src);
    match slot.layout() {
        Layout::ScalarMul | Layout::ScalarAdd => (source >> 2, source & 3),
        _ => {
            let from = swizzle(slot.get(Field::Arg0Swizzle));
            (source, from[component as usize & 3])
        }
    }
}

/// The operation's code and output modifier.
pub(super) fn opcode(operation: &Operation, unit: Unit, slot: &Slot) -> Checked {
    let adder = matches!(unit, Unit::VectorAdd | Unit::ScalarAdd);
    let wanted = match operation.kind {
        Kind::Lookup(_) => return copy(slot),
        _ if unit == Unit::Combine => combine_code(operation.kind, slot.layout()),
        Kind::Alu(alu) if adder => alu.add,
        Kind::Alu(alu) => alu.mul,
        Kind::Sum => Some(13 + i64::from(operation.args.first().map_or(0, |a| a.lanes))),
        Kind::Select(_) => Some(op::SEL),
        _ => return Ok(()),
    };
    let modifier = operation.modifier as i64;
    let same = wanted == Some(slot.get(Field::Op)) && modifier == slot.get(Field::OutMod);
    demand(same, "another operation")
}

/// The code of an operation of the combine unit in a layout; 0 where the layout says it all.
fn combine_code(kind: Kind, layout: Layout) -> Option<i64> {
    match (kind, layout) {
        (Kind::Alu(Alu::MUL), Layout::CombineMul) => Some(0),
        (Kind::Function(code), Layout::CombineScalar) => Some(code),
        (Kind::AtanFirst, Layout::CombineScalarToVector) => Some(op::ATAN),
        (Kind::AngleFirst, Layout::CombineScalarToVector) => Some(op::ATAN2),
        (Kind::AtanSecond, Layout::CombineVectorToScalar) => Some(0),
        _ => None,
    }
}

/// Demands that what was looked up goes to a register as it is.
fn copy(slot: &Slot) -> Checked {
    let changed = [Field::Arg0Neg, Field::Arg0Abs, Field::MulIn, Field::OutMod];
    let plain = changed.into_iter().all(|field| !slot.flag(field));
    let same = plain && slot.get(Field::Op) == op::ADD_MOV;
    demand(same, "something else than a copy of the lookup")
}
