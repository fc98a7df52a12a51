//! What an instruction says of an operation that stands in it.

use super::{Found, Replay};
use crate::pp::code::{Access, Alu, Coordinate, Kind, Node, Operation};
use crate::pp::isa::{self, Component, Instruction, Layout, Meaning, Op, Register, Source, Unit};
use crate::pp::registers::chain_operand;
use crate::pp::schedule::{Placement, reader, scaling};
use retroshade_diagnostics::fault::{Checked, demand};
use retroshade_kit::machine::numbers::{Function, VectorFunction};

const MISSING: &str = "the operation is missing";

impl Replay<'_> {
    /// What an instruction has in the place of an operand.
    pub(super) fn found(
        &self,
        operation: &Operation,
        node: Node,
        place: Placement,
        number: usize,
        instruction: &Instruction,
    ) -> Checked<Found> {
        let unit = reader(operation, place.unit, Access::Arg(number));
        let of = |unit: Unit| instruction.operation(unit).ok_or(MISSING);
        match (operation.kind, unit) {
            (Kind::Lookup(lookup), _) => {
                let mut rest = number;
                if lookup.coordinate == Coordinate::Value {
                    if number == 0 {
                        return Ok(Found::of(of(Unit::Varying)?.sources[0]));
                    }
                    rest -= 1;
                }
                let texture = of(Unit::Texture)?;
                if lookup.level.is_some() && rest == 0 {
                    return Ok(Found::of(texture.sources[0]));
                }
                Found::offset(texture.address.offset)
            }
            (Kind::Input(_), _) => Found::offset(of(Unit::Varying)?.address.offset),
            (Kind::Discard(_), _) => Ok(Found::of(of(Unit::Branch)?.sources[number & 1])),
            (Kind::StoreLane(..), _) => Ok(Found::of(of(Unit::Store)?.sources[0])),
            (Kind::Store(_), _) => {
                let mut found = Found::of(of(Unit::Store)?.sources[0]);
                let operand = &operation.args[number];
                for (component, cell) in found.components.iter_mut().zip(operand.cells()) {
                    *component = self.place(cell)?.1;
                }
                Ok(found)
            }
            (_, Unit::Combine) => {
                let mut found = combined(operation, number, of(Unit::Combine)?)?;
                let factor = scaling(operation).map(|(factor, _)| factor);
                if factor.is_some_and(|factor| factor != number) {
                    self.arrange(&mut found, operation, node)?;
                }
                Ok(found)
            }
            _ => self.arithmetic(operation, node, place, number, instruction),
        }
    }

    fn arithmetic(
        &self,
        operation: &Operation,
        node: Node,
        place: Placement,
        number: usize,
        instruction: &Instruction,
    ) -> Checked<Found> {
        let unit = reader(operation, place.unit, Access::Arg(number));
        let there = instruction.operation(unit).ok_or(MISSING)?;
        let mut position = match operation.kind {
            Kind::Select(_) => number & 1,
            _ => number,
        };
        let chained = matches!(there.sources[0].register, Register::Product { .. });
        if chained && operation.args.len() == 2 {
            let multiplier = there.sources[0].register.unit(unit).ok_or(MISSING)?;
            let product = self.plans[self.index].words[place.word].in_unit(multiplier);
            let product = product.map(|node| &self.code.blocks[self.index].operations[node]);
            if product.and_then(|product| chain_operand(operation, product)) == Some(1) {
                position ^= 1;
            }
        }
        let mut found = Found::of(there.sources[position & 1]);
        if !there.is_scalar() && operation.kind != Kind::Sum {
            self.arrange(&mut found, operation, node)?;
        }
        Ok(found)
    }

    /// Brings components from the order of the destination into that of the operation's lanes.
    fn arrange(&self, found: &mut Found, operation: &Operation, node: Node) -> Checked {
        let all = found.components;
        let lanes = found.components.iter_mut().take(operation.dest.len());
        for (lane, component) in lanes.enumerate() {
            let to = self.lane(operation, node, lane)?;
            *component = all[usize::from(to & 3)];
        }
        Ok(())
    }
}

impl Found {
    fn of(source: Source) -> Found {
        Found {
            register: source.register,
            components: source.lanes.lanes(),
            negative: source.negative,
            absolute: source.absolute,
        }
    }

    /// The lane that is added to an index.
    fn offset(offset: Option<Component>) -> Checked<Found> {
        let offset = offset.ok_or("no offset")?;
        let register = Register::from_component(offset);
        Ok(Found::of(Source::lane(register, offset & 3)))
    }
}

/// An operand of the combine unit.
fn combined(operation: &Operation, number: usize, there: &isa::Operation) -> Checked<Found> {
    let operand = &operation.args[number];
    match there.op.row.meaning {
        // Vectors have no modifiers of their own.
        Meaning::Octant => Ok(Found {
            negative: operand.negative,
            absolute: operand.absolute,
            ..Found::of(there.sources[0])
        }),
        Meaning::Scale => {
            let (factor, other) = scaling(operation).ok_or("no product with a scalar")?;
            if number != factor {
                return Ok(Found {
                    negative: operand.negative,
                    absolute: operand.absolute,
                    ..Found::of(there.sources[1])
                });
            }
            // The scalar carries the sign of both.
            let mut found = Found::of(there.sources[0]);
            found.negative ^= operation.args[other].negative;
            Ok(found)
        }
        _ => Ok(Found::of(there.sources[number & 1])),
    }
}

/// The components that an operation writes, as register and component in order of components.
pub(super) fn written(there: &isa::Operation) -> Vec<(u8, u8)> {
    let written = there.dest.written().into_iter();
    let lanes = written.flat_map(|(number, lanes)| lanes.lanes().map(move |lane| (number, lane)));
    lanes.collect()
}

/// The component that a copy takes for a component of its destination.
pub(super) fn copied(there: &isa::Operation, component: u8) -> u8 {
    if there.is_scalar() {
        there.sources[0].component()
    } else {
        there.sources[0].lanes.lane(component & 3)
    }
}

/// Demands the operation of the table that was selected, with its output modifier.
pub(super) fn opcode(operation: &Operation, there: &isa::Operation) -> Checked {
    let layout = there.op.layout;
    let wanted = match operation.kind {
        Kind::Lookup(_) => return copy(there),
        Kind::Alu(Alu::MUL) if layout == Layout::CombineMul => Op::that(layout, Meaning::Scale),
        Kind::Alu(alu) => Op::named(layout, alu.name),
        Kind::Sum => {
            let lanes = operation.args.first().map_or(0, |operand| operand.lanes);
            Op::that(layout, Meaning::Sum(lanes))
        }
        Kind::Select(_) => Op::that(layout, Meaning::Select),
        Kind::Function(code) if layout == Layout::CombineScalar => Op::coded(layout, code),
        Kind::AtanFirst => Op::that(layout, Meaning::Several(VectorFunction::OctantOfNumber)),
        Kind::AngleFirst => Op::that(layout, Meaning::Several(VectorFunction::OctantOfPoint)),
        Kind::AtanSecond => Op::that(layout, Meaning::Octant),
        Kind::Function(_) => None,
        _ => return Ok(()),
    };
    let same = wanted == Some(there.op) && operation.modifier == there.modifier;
    demand(same, "another operation")
}

/// Demands that what was looked up goes to a register as it is.
fn copy(there: &isa::Operation) -> Checked {
    let source = there.sources[0];
    let plain = !source.negative && !source.absolute && there.modifier == isa::OutMod::None;
    let copies = there.op.row.meaning == Meaning::Lanes(Function::Copy);
    demand(plain && copies, "something else than a copy of the lookup")
}
