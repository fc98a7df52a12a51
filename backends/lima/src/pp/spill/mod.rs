//! Spilling to temporary memory.
//!
//! A vector that moves to memory costs a store after each write; reads need no register, since the
//! arithmetic units take what the load unit fetches.

mod choice;
mod insert;

use super::isa::TEMPORARIES;
use super::legalize_reads::legalize_reads;
use super::machine::{self, Kind, Op, Program, Target, fetched};
use choice::{choose, pressure};
use insert::Insertion;
use retroshade_diagnostics::Span;
use retroshade_ir::entity::{EntityRef, EntitySet};
use retroshade_kit::mir::{
    self, Address, Base, LaneRef, Machine, OpId, Operand, Pin, Reg, VectorId, eliminate_dead_code,
    ranges,
};

/// Spilled values, and the values that spilling made: neither is spilled again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spilled {
    vectors: EntitySet<VectorId>,
    /// How many times vectors were spilled: each time less may stay.
    rounds: i64,
}

impl Spilled {
    /// The number of instructions that a copy from memory may serve: fewer each time.
    fn window(&self) -> usize {
        match self.rounds {
            0..=1 => 8,
            2..=4 => 4,
            5..=8 => 2,
            _ => 1,
        }
    }
}

/// Rounds in which room is made before anything is scheduled; later rounds follow a schedule. Chosen, not measured.
const RELIEF: u32 = 6;

/// Lanes that may be live at once, less each time the registers do not suffice: what the registers hold
/// is 24, but values lie badly.
pub(crate) const ROOMS: [i64; 7] = [20, 18, 16, 14, 12, 9, 6];

/// Moves vectors to memory, of which `used` vectors are taken, until no more lanes are live in the order of selection
/// than there is room.
pub(crate) fn relieve(program: &mut Program, used: &mut u32, room: i64, spilled: &mut Spilled) {
    for _ in 0..RELIEF {
        let ranges = ranges::live_ranges(program).of;
        let live = pressure(&ranges).iter().map(|(_, live)| *live).max();
        if live.unwrap_or(0) <= room {
            break;
        }
        let vectors = choose(program, &ranges, room, spilled);
        if vectors.is_empty() || !move_all(program, used, &vectors, spilled) {
            break;
        }
    }
}

/// Moves vectors to memory, and copies what one instruction cannot fetch.
fn move_all(
    program: &mut Program,
    used: &mut u32,
    vectors: &[VectorId],
    spilled: &mut Spilled,
) -> bool {
    spilled.rounds += 1;
    let mut spill = Spill {
        insertion: Insertion::new(program),
        used,
        spilled,
    };
    let mut has_room = true;
    for vector in vectors {
        has_room = *spill.used < TEMPORARIES;
        if !has_room {
            break;
        }
        spill.move_out(*vector);
    }
    spill.insertion.finish();
    if !has_room {
        return false;
    }
    let before = program.vectors.len();
    legalize_reads(program, spilled.window());
    eliminate_dead_code(program);
    let made = (before..program.vectors.len()).map(VectorId::new);
    spilled.vectors.extend(made);
    true
}

struct Spill<'p> {
    insertion: Insertion<'p>,
    /// Vectors of memory that are taken.
    used: &'p mut u32,
    spilled: &'p mut Spilled,
}

/// A vector that moves to memory: lane i becomes component i of a vector there.
#[derive(Clone, Copy)]
struct Moved {
    vector: VectorId,
    slot: Reg,
}

impl Spill<'_> {
    fn program(&mut self) -> &mut Program {
        self.insertion.program
    }

    /// Moves one vector to memory.
    fn move_out(&mut self, vector: VectorId) {
        self.spilled.vectors.insert(vector);
        *self.used += 1;
        let slot = machine::memory(-(*self.used as i32));
        let moved = Moved { vector, slot };
        for place in self.insertion.take_mentions(vector) {
            for id in self.insertion.take(place) {
                self.rewrite(id, moved);
            }
            self.compare(place, moved);
            self.insertion.put_back(place);
        }
    }

    /// Lets a condition read a vector from memory.
    fn compare(&mut self, place: insert::Place, moved: Moved) {
        let Some(mut branch) = self.insertion.branch(place).cloned() else {
            return;
        };
        for test in &mut branch.tests {
            for operand in &mut test.operands {
                self.reindex(operand, moved, Span::NONE);
                self.redirect(operand, moved);
            }
        }
        if let Some(known) = self.insertion.branch_mut(place) {
            *known = branch;
        }
    }

    /// The place in a vector of a value.
    fn place_in(&self, lane: LaneRef, vector: VectorId) -> Option<u8> {
        let (found, place) = self.insertion.program.slot(lane.as_value()?)?;
        (found == vector).then_some(place)
    }

    /// Reads an operand from memory if it is of the vector.
    fn redirect(&self, operand: &mut Operand, moved: Moved) {
        for lane in operand {
            if let Some(place) = self.place_in(*lane, moved.vector) {
                *lane = fetched(moved.slot, None, place).read_as(*lane);
            }
        }
    }

    /// Copies from memory into a vector of its own.
    fn reload(&mut self, places: &[u8], slot: Reg, span: Span) -> VectorId {
        let lanes = places.iter().map(|place| fetched(slot, None, *place));
        let lanes: Operand = lanes.collect();
        let code = machine::FragmentProcessor::COPY;
        let id = self.program().add(code, [lanes], span);
        let vector = self.program().give_vector(id);
        self.spilled.vectors.insert(vector);
        self.insertion.push(id);
        vector
    }

    /// Copies the lanes of an operand into a vector of their own, if they are of the moved one.
    fn reload_operand(
        &mut self,
        operand: &mut Operand,
        moved: Moved,
        span: Span,
    ) -> Option<VectorId> {
        let places = operand
            .iter()
            .map(|lane| self.place_in(*lane, moved.vector));
        let places: Vec<Option<u8>> = places.collect();
        let first = places.iter().flatten().next().copied()?;
        let places: Vec<u8> = places.iter().map(|place| place.unwrap_or(first)).collect();
        let fresh = self.reload(&places, moved.slot, span);
        let lanes = self.program().vectors[fresh].lanes.clone();
        for (lane, copy) in operand.iter_mut().zip(lanes) {
            if !lane.is_undefined() {
                *lane = LaneRef::value(copy).read_as(*lane);
            }
        }
        Some(fresh)
    }

    /// The index of a fetch is read from a register.
    fn reindex(&mut self, operand: &mut Operand, moved: Moved, span: Span) {
        let Some(address) = operand.iter().find_map(|lane| lane.address()) else {
            return;
        };
        let index = self.insertion.program.addresses[address].index;
        let Some(place) = self.place_in(index, moved.vector) else {
            return;
        };
        let fresh = self.reload(&[place], moved.slot, span);
        let index = LaneRef::value(self.program().vectors[fresh].lanes[0]);
        let address = self.program().addresses.push(Address { index, span });
        for lane in operand {
            if let Base::Indexed(_, old, _) = &mut lane.base {
                *old = address;
            }
        }
    }

    fn rewrite(&mut self, id: OpId, moved: Moved) {
        let op = &self.insertion.program.ops[id];
        let (kind, span) = (op.code.kind, op.span);
        let mut operands = op.operands.clone();
        for (number, operand) in operands.iter_mut().enumerate() {
            if kind.reads_registers_only() {
                let fresh = self.reload_operand(operand, moved, span);
                if let (Kind::Store(_), 0, Some(fresh)) = (kind, number, fresh) {
                    machine::pin_in_place(self.program(), fresh);
                }
            } else {
                self.reindex(operand, moved, span);
                self.redirect(operand, moved);
            }
        }
        self.program().ops[id].operands = operands;
        if writes(self.insertion.program, id, moved.vector) {
            self.store(id, moved);
        } else {
            self.insertion.push(id);
        }
    }

    /// Lets an instruction that writes the vector write another, which is stored.
    fn store(&mut self, id: OpId, moved: Moved) {
        let program = &mut *self.insertion.program;
        let lanes = program.vectors[moved.vector].lanes.clone();
        let pins: Vec<Option<Pin>> = lanes.iter().map(|lane| program.lanes[*lane].pin).collect();
        let fresh = machine::new_vector(program, lanes.len() as u8);
        self.spilled.vectors.insert(fresh);
        let copies = program.vectors[fresh].lanes.clone();
        let mut written = Vec::new();
        for result in program.ops[id].results.iter_mut().flatten() {
            if let Some(place) = lanes.iter().position(|lane| lane == result) {
                *result = copies[place];
                written.push(place as u8);
            }
        }
        program.claim_results(id);
        let whole = written.len() == lanes.len();
        let input = matches!(program.ops[id].code.kind, Kind::Input(_));
        let in_place = (0..)
            .zip(&pins)
            .all(|(at, pin)| *pin == Some(Pin::Component(at)));
        if input {
            for (lane, pin) in copies.iter().zip(pins) {
                program.lanes[*lane].pin = pin;
            }
        } else if whole {
            machine::pin_in_place(program, fresh);
        }
        self.insertion.push(id);
        let target = Target {
            number: moved.slot.number,
            indexed: false,
        };
        let span = self.insertion.program.ops[id].span;
        if whole && (!input || in_place) {
            let lanes = copies.iter().map(|lane| LaneRef::value(*lane)).collect();
            self.push(Kind::Store(target), lanes, span);
            return;
        }
        for place in written {
            let lane = LaneRef::value(copies[usize::from(place)]);
            let lanes = std::iter::once(lane).collect();
            self.push(Kind::StoreLane(target, place), lanes, span);
        }
    }

    fn push(&mut self, kind: Kind, lanes: Operand, span: Span) {
        let id = self.program().assign(kind.into(), [lanes], [], span);
        self.insertion.push(id);
    }
}

/// True if an instruction writes a lane of a vector.
fn writes(program: &Program, id: OpId, vector: VectorId) -> bool {
    let op: &Op = &program.ops[id];
    op.values()
        .any(|lane: mir::Lane| program.lanes[lane].vector == Some(vector))
}
