//! Operands and results: registers, swizzles, address moves, and the order that the machine reads
//! operands in.

use super::{Emitter, Meaning, OpenLoop, Task, bug};
use crate::isa::{self, Destination, Index, Instruction, Opcode, SourceRegister, Swizzle};
use crate::machine::{INPUT, Item, NanResult, Op, UNIFORM, VertexUnit, commutes, counter_step};
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_kit::mir::{AddressId, Base, Lane, LaneRef, Machine, OpId, Shape, Storage};

pub(super) struct Operand {
    pub(super) source: isa::Source,
    pub(super) index: Index,
    pub(super) meaning: Vec<(u8, LaneRef)>,
}

impl Emitter<'_> {
    /// The register of an operand, what each position selects, the sign and the index.
    pub(super) fn operand(
        &mut self,
        lanes: &[LaneRef],
        positions: &[u8],
    ) -> Result<Operand, Diagnostic> {
        let first = lanes
            .first()
            .ok_or_else(|| bug("an operand without lanes"))?;
        let mut index = Index::None;
        let negate = first.negate;
        let (register, negate, selected) = match first.storage() {
            Storage::Literals | Storage::Any => {
                let place = self.literals.find(lanes);
                let place = place.ok_or_else(|| bug("a literal has no register"))?;
                let register = SourceRegister::uniform(place.register);
                (register, place.negate, place.lanes)
            }
            Storage::Temporary => {
                let place = |lane: &LaneRef| self.lanes.get(lane.as_value()?);
                let places: Option<Vec<(u8, u8)>> = lanes.iter().map(place).collect();
                let places = places.ok_or_else(|| bug("a temporary has no register"))?;
                let register = places.first().map_or(0, |place| place.0);
                if places.iter().any(|place| place.0 != register) {
                    return Err(bug("an operand lies in two registers"));
                }
                let selected = places.iter().map(|place| place.1).collect();
                (SourceRegister::temporary(register), negate, selected)
            }
            Storage::Reg(reg) => {
                let register = match reg.file {
                    INPUT => SourceRegister::input(reg.number as u8),
                    UNIFORM => SourceRegister::uniform(reg.number as u8),
                    _ => return Err(bug("an operand is no register that operands read")),
                };
                (register, negate, components(lanes))
            }
            Storage::Indexed(reg, address) => {
                index = self.address(address)?;
                let register = SourceRegister::uniform(reg.number as u8);
                (register, negate, components(lanes))
            }
        };
        let same =
            |lane: &LaneRef| lane.storage() == first.storage() && lane.negate == first.negate;
        if !lanes.iter().all(same) || selected.len() != positions.len() {
            return Err(bug("the lanes of an operand do not fit together"));
        }
        let mut swizzle = [None; 4];
        for (position, lane) in positions.iter().zip(&selected) {
            swizzle[usize::from(*position)] = Some(*lane);
        }
        Ok(Operand {
            source: isa::Source {
                register,
                swizzle: Swizzle::shortest(swizzle),
                negate,
            },
            index,
            meaning: positions
                .iter()
                .copied()
                .zip(lanes.iter().copied())
                .collect(),
        })
    }

    /// The half of the address register that holds an address, which is moved there if need be; or `aL`.
    pub(super) fn address(&mut self, address: AddressId) -> Result<Index, Diagnostic> {
        const HALVES: [Index; 2] = [Index::AddressX, Index::AddressY];
        if let Some(wanted) = counter_step(self.code.addresses[address].index) {
            let mut open = self.loops.iter().rev();
            let step = open.find_map(|open| match open {
                OpenLoop::Counted { step, .. } => Some(*step),
                OpenLoop::Jumps { .. } => None,
            });
            return match step.flatten() {
                Some(step) if step == wanted => Ok(Index::Loop),
                _ => Err(bug("a counter of another loop, or with another step")),
            };
        }
        if let Some(half) = self
            .addresses
            .iter()
            .position(|held| *held == Some(address))
        {
            self.recent = half;
            return Ok(HALVES[half]);
        }
        let index = self.code.addresses[address].index;
        let free = self.addresses.iter().position(Option::is_none);
        let half = match index.as_literal() {
            // The argument of a procedure, which finds it in the same half for each call.
            Some(_) => 0,
            None => free.unwrap_or(1 - self.recent),
        };
        let mut moved = [None; 2];
        moved[half] = Some(address);
        moved[1 - half] = self.partner(address, self.addresses[1 - half]);
        let halves = (0..).zip(moved).filter_map(|(half, moved)| {
            let address = moved?;
            Some((half, self.code.addresses[address].index))
        });
        let (positions, lanes): (Vec<u8>, Vec<LaneRef>) = halves.unzip();
        let operand = self.operand(&lanes, &positions)?;
        let instruction = Instruction::MoveAddress {
            mask: positions.into_iter().collect(),
            source: operand.source,
            index: operand.index,
        };
        let meaning = Meaning {
            task: Task::Addresses(moved),
            operands: vec![operand.meaning],
            results: Vec::new(),
        };
        self.push(instruction, meaning, Span::NONE);
        for (held, moved) in self.addresses.iter_mut().zip(moved) {
            *held = moved.or(*held);
        }
        self.recent = half;
        Ok(HALVES[half])
    }

    /// The address that is needed next, if one instruction can move it to the other half together with this one and what
    /// the other half holds is not needed any more.
    fn partner(&self, address: AddressId, held: Option<AddressId>) -> Option<AddressId> {
        let code = self.code;
        let ops = self.ahead.iter().map_while(Item::as_op);
        let operands = ops.flat_map(|op| &code.ops[op].operands);
        let mut needed = operands.filter_map(|lanes| match lanes.first()?.storage() {
            Storage::Indexed(_, address) => Some(address),
            _ => None,
        });
        if let Some(held) = held {
            let is_straight = self.ahead.iter().all(|item| item.as_op().is_some());
            if !self.is_outermost || !is_straight || needed.clone().any(|address| address == held) {
                return None;
            }
        }
        let next = needed.find(|next| *next != address)?;
        let (this, other) = (code.addresses[address].index, code.addresses[next].index);
        let is_register = matches!(this.storage(), Storage::Reg(_));
        let fits = this.storage() == other.storage() && this.negate == other.negate;
        (is_register && fits).then_some(next)
    }

    pub(super) fn op(&mut self, id: OpId, op: &Op) -> Result<(), Diagnostic> {
        let (destination, results) = self.destination(op)?;
        let written: Vec<u8> = results.iter().map(|(lane, _)| *lane).collect();
        let mask = written.iter().copied().collect();
        let mut operands = Vec::new();
        for (number, lanes) in op.operands.iter().enumerate() {
            let positions: Vec<u8> = match op.shape() {
                Shape::Lanewise => written.clone(),
                Shape::Broadcast | Shape::Fixed(_) => {
                    let read = VertexUnit::components(op.code, number);
                    let positions = (0..4).filter(|at| read >> at & 1 == 1);
                    positions.take(lanes.len()).collect()
                }
            };
            operands.push(self.operand(lanes, &positions)?);
        }
        let opcode = arrange(op.code, &mut operands, self.nan).ok_or_else(|| {
            bug("an instruction cannot read its operands").at(op.span, "for this")
        })?;
        let index = operands.iter().map(|o| o.index).max().unwrap_or_default();
        let unused = isa::Source::plain(SourceRegister::input(0));
        let made = |operands: &[Operand]| {
            let source = |k: usize| operands.get(k).map_or(unused, |operand| operand.source);
            Instruction::Arithmetic {
                opcode,
                destination,
                mask,
                sources: [source(0), source(1), source(2)],
                index,
            }
        };
        let mut instruction = made(&operands);
        if self.descriptors.is_some() && may_exchange(op.code, &operands, self.nan) {
            operands.swap(0, 1);
            let exchanged = made(&operands);
            if self.holds(&exchanged) && !self.holds(&instruction) {
                instruction = exchanged
            } else {
                operands.swap(0, 1)
            }
        }
        let meaning = Meaning {
            task: Task::Op(id),
            operands: operands
                .into_iter()
                .map(|operand| operand.meaning)
                .collect(),
            results,
        };
        self.push(instruction, meaning, op.span);
        Ok(())
    }

    /// True if the descriptors so far serve an instruction.
    fn holds(&self, instruction: &Instruction) -> bool {
        let table = self.descriptors.as_ref();
        let demand = instruction.demand();
        table
            .zip(demand)
            .is_none_or(|(table, demand)| table.holds(demand))
    }

    /// The register that an instruction writes and the lane of each result.
    pub(super) fn destination(
        &self,
        op: &Op,
    ) -> Result<(Destination, Vec<(u8, Lane)>), Diagnostic> {
        let mut destination = None;
        let mut results = Vec::new();
        for value in op.values() {
            let (register, lane) = match self.code.output_of(value) {
                Some((reg, component)) => (Destination::output(reg.number as u8), component),
                None => {
                    let place = self.lanes.get(value);
                    let (register, lane) = place.ok_or_else(|| bug("a result has no register"))?;
                    (Destination::temporary(register), lane)
                }
            };
            if destination.is_some_and(|other| other != register) {
                return Err(bug("results lie in two registers"));
            }
            destination = Some(register);
            results.push((lane, value));
        }
        let destination = destination.ok_or_else(|| bug("an instruction without result"))?;
        Ok((destination, results))
    }
}

/// True if the first two operands may stand in either order: the operation commutes, and neither is a uniform.
fn may_exchange(opcode: Opcode, operands: &[Operand], nan: NanResult) -> bool {
    let narrow = |operand: &Operand| operand.source.register.as_uniform().is_none();
    match operands {
        [a, b, ..] => commutes(opcode, nan) && narrow(a) && narrow(b),
        _ => false,
    }
}

fn components(lanes: &[LaneRef]) -> Vec<u8> {
    let component = |lane: &LaneRef| match lane.base {
        Base::Reg(_, component) | Base::Indexed(_, _, component) => component,
        Base::Value(_) | Base::Literal(_) | Base::Undefined => 0,
    };
    lanes.iter().map(component).collect()
}

/// Brings operands into an order the machine reads, and chooses the form.
fn arrange(opcode: Opcode, operands: &mut [Operand], nan: NanResult) -> Option<Opcode> {
    let wide = |operand: &Operand| operand.source.register.as_uniform().is_some();
    match (opcode, operands) {
        (Opcode::Mad, [a, b, c]) => {
            if wide(a) {
                std::mem::swap(a, b);
            }
            match (wide(a), wide(b), wide(c)) {
                (false, _, false) => Some(Opcode::Mad),
                (false, false, true) => Some(Opcode::Madi),
                _ => None,
            }
        }
        (_, [a, b]) => match (wide(a), wide(b)) {
            (_, false) => Some(opcode),
            (true, true) => None,
            (false, true) => {
                if let Some(inverted) = opcode.inverted() {
                    return Some(inverted);
                }
                std::mem::swap(a, b);
                commutes(opcode, nan).then_some(opcode)
            }
        },
        (_, [_]) => Some(opcode),
        _ => None,
    }
}
