//! What the arithmetic units and the combine unit do.

use super::{Emit, arranged, chained_spot, lookup_lane, operation};
use crate::pp::code::{Alu, Kind, Node, Operation};
use crate::pp::isa::{self, Dest, Layout, Meaning, Op, Register, Source, Unit};
use crate::pp::schedule::word::Word;
use crate::pp::schedule::{Placement, scaling};
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::lanes::{LaneMask, Swizzle};
use retroshade_kit::machine::numbers::{Function, VectorFunction};

fn layout(unit: Unit) -> Layout {
    match unit {
        Unit::VectorMul => Layout::VectorMul,
        Unit::ScalarMul => Layout::ScalarMul,
        Unit::VectorAdd => Layout::VectorAdd,
        _ => Layout::ScalarAdd,
    }
}

/// Some components of a register.
fn to(register: u8, lanes: &[u8]) -> Dest {
    Dest::register(register, lanes.iter().copied().collect())
}

/// One component of a register.
fn to_lane(register: u8, lanes: &[u8]) -> Result<Dest, Fault> {
    let lane = lanes.first().copied().ok_or("a result without lanes")?;
    Ok(Dest::register(register, LaneMask::lane(lane)))
}

impl Emit<'_> {
    pub(super) fn copy_of_lookup(
        &self,
        unit: Unit,
        selected: &Operation,
        place: Placement,
    ) -> Result<isa::Operation, Fault> {
        let copied: Vec<usize> = (0..selected.dest.len())
            .filter(|lane| place.writes(*lane))
            .collect();
        let cells = copied.iter().map(|lane| &selected.dest[*lane]);
        let (register, lanes) = self.place_of(cells)?;
        let copied = copied.iter();
        let from: Vec<u8> = copied.map(|lane| lookup_lane(selected, *lane)).collect();
        let copy = operation(layout(unit), Meaning::Lanes(Function::Copy))?;
        let mut order = [0; 4];
        for (component, from) in lanes.iter().zip(&from) {
            order[usize::from(*component & 3)] = *from;
        }
        if copy.is_scalar() {
            let &[from] = from.as_slice() else {
                return Err("a scalar unit copies one lane".into());
            };
            order = [from; 4];
        }
        Ok(isa::Operation {
            dest: to(register, &lanes),
            ..copy.with_sources([Source::new(Register::Sampled, Swizzle::new(order))])
        })
    }

    pub(super) fn arithmetic(
        &self,
        unit: Unit,
        node: Node,
        selected: &Operation,
        word: &Word,
        number: usize,
    ) -> Result<isa::Operation, Fault> {
        let op = match selected.kind {
            Kind::Alu(alu) => Op::named(layout(unit), alu.name),
            Kind::Sum => {
                let lanes = selected.args.first().map_or(0, |operand| operand.lanes);
                Op::that(layout(unit), Meaning::Sum(lanes))
            }
            Kind::Select(_) => Op::that(layout(unit), Meaning::Select),
            _ => None,
        };
        let op = op.ok_or("an operation that the unit does not have")?;
        let chain = self.chain(unit, selected, word);
        let mut order: Vec<usize> = match selected.kind {
            Kind::Select(_) => vec![2, 3],
            _ => (0..selected.args.len()).collect(),
        };
        if let Some((operand, _)) = chain {
            // What comes from the multiplier is the first operand.
            if let Some(at) = order.iter().position(|number| *number == operand) {
                order.remove(at);
                order.insert(0, operand);
            }
        }
        let mut operation = isa::Operation::new(op);
        operation.modifier = selected.modifier;
        let lanes: Vec<u8> = if self.chained[node] {
            (0..selected.dest.len() as u8).collect()
        } else {
            let (register, lanes) = self.dest(selected)?;
            operation.dest = if operation.is_scalar() {
                to_lane(register, &lanes)?
            } else {
                to(register, &lanes)
            };
            lanes
        };
        if operation.is_scalar() {
            return self.scalars(operation, node, selected, &order, word, number);
        }
        for (place, &argument) in operation.sources.iter_mut().zip(&order) {
            let operand = &selected.args[argument];
            let spot = match chain {
                Some((other, product)) if other == argument => chained_spot(operand, product)?,
                _ => self.spot(operand, word, self.lookup_of(node, argument, number))?,
            };
            // Lane i of the operand feeds the component to which lane i of the result goes.
            let components = match selected.kind {
                Kind::Sum => spot.components,
                _ => arranged(spot.components, &lanes),
            };
            *place = spot.source(operand, components);
        }
        Ok(operation)
    }

    /// Operands of a scalar unit in the order of `order`.
    pub(super) fn scalars(
        &self,
        mut operation: isa::Operation,
        node: Node,
        selected: &Operation,
        order: &[usize],
        word: &Word,
        number: usize,
    ) -> Result<isa::Operation, Fault> {
        let unit = operation.op.unit;
        let chain = match selected.kind {
            Kind::Select(_) if unit == Unit::ScalarMul => None,
            _ => self.chain(unit, selected, word),
        };
        for (place, &argument) in operation.sources.iter_mut().zip(order) {
            let operand = &selected.args[argument];
            *place = match chain {
                Some((other, _)) if other == argument => Source {
                    negative: operand.negative,
                    absolute: operand.absolute,
                    ..Source::lane(Register::Product { spare: 0 }, 0)
                },
                _ => {
                    let lookup = self.lookup_of(node, argument, number);
                    self.spot(operand, word, lookup)?.scalar(operand)
                }
            };
        }
        Ok(operation)
    }

    pub(super) fn combine(
        &self,
        selected: &Operation,
        word: &Word,
    ) -> Result<isa::Operation, Fault> {
        let (register, lanes) = self.dest(selected)?;
        let spot = |argument: usize| {
            let operand = &selected.args[argument];
            self.spot(operand, word, None).map(|spot| (*operand, spot))
        };
        let scalar = |argument: usize| spot(argument).map(|(operand, spot)| spot.scalar(&operand));
        let (op, dest, sources) = match selected.kind {
            Kind::Function(code) => (
                Op::coded(Layout::CombineScalar, code),
                to_lane(register, &lanes)?,
                vec![scalar(0)?],
            ),
            Kind::AtanFirst => (
                Op::that(
                    Layout::CombineScalarToVector,
                    Meaning::Several(VectorFunction::OctantOfNumber),
                ),
                to(register, &lanes),
                vec![scalar(0)?],
            ),
            Kind::AngleFirst => (
                Op::that(
                    Layout::CombineScalarToVector,
                    Meaning::Several(VectorFunction::OctantOfPoint),
                ),
                to(register, &lanes),
                vec![scalar(0)?, scalar(1)?],
            ),
            Kind::AtanSecond => {
                let (_, from) = spot(0)?;
                let source = Source::new(from.register, Swizzle::new(from.components));
                (
                    Op::that(Layout::CombineVectorToScalar, Meaning::Octant),
                    to_lane(register, &lanes)?,
                    vec![source],
                )
            }
            Kind::Alu(Alu::MUL) => {
                let (factor, vector) = scaling(selected).ok_or("a product of vectors")?;
                let (first, from) = spot(factor)?;
                let (second, vector) = spot(vector)?;
                let components = arranged(vector.components, &lanes);
                // The scalar carries the sign of both.
                let factor = Source {
                    negative: first.negative != second.negative,
                    ..from.scalar(&first)
                };
                (
                    Op::that(Layout::CombineMul, Meaning::Scale),
                    to(register, &lanes),
                    vec![
                        factor,
                        Source::new(vector.register, Swizzle::new(components)),
                    ],
                )
            }
            _ => return Err("an operation that the combine unit does not have".into()),
        };
        let op = op.ok_or("an operation that the combine unit does not have")?;
        let modifier = match selected.kind {
            Kind::Function(_) | Kind::AtanSecond => selected.modifier,
            _ => isa::OutMod::None,
        };
        Ok(isa::Operation {
            dest,
            modifier,
            ..isa::Operation::new(op).with_sources(sources)
        })
    }
}
