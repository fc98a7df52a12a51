//! Registers for scheduled code: which results need none, and lanes for the others.

use super::code::{Access, Alu, Block, Cell, Code, End, Kind, Node, Operation};
use super::isa::{REGISTERS, Unit};
use super::live::{self, Event, Span};
use super::schedule::word::{read_step, stage, stage_end, write_step};
use super::schedule::{Placement, Plan, origins, read_stage, reader, reads_texture};
use retroshade_ir::entity::EntityVec;
use retroshade_kit::mir::VectorId;
use retroshade_kit::registers::{self, Lane, Preference, Problem};

/// Where everything is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Registers {
    /// Register and component of each cell that has one.
    pub(crate) cells: EntityVec<Cell, Option<(u16, u8)>>,
    /// For each block and operation: whether its result passes to the adder without a register.
    pub(crate) chained: Vec<EntityVec<Node, bool>>,
    /// How many registers are in use.
    pub(crate) used: u16,
}

/// Why there are not enough registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shortage {
    /// How many lanes are live at the worst point.
    pub(crate) live: usize,
}

/// The operand through which an adder's operation can read a multiplier's result: always the first
/// one, if need be after a swap.
pub(crate) fn chain_operand(operation: &Operation, product: &Operation) -> Option<usize> {
    let reads = |number: usize| {
        let operand = operation.args.get(number);
        operand.is_some_and(|operand| operand.cells().any(|cell| product.dest.contains(&cell)))
    };
    let whole = |number: usize| {
        let operand = operation.args.get(number);
        operand.is_some_and(|operand| operand.cells().all(|cell| product.dest.contains(&cell)))
    };
    let (number, others): (usize, &[usize]) = match operation.kind {
        Kind::Sum => (0, &[]),
        Kind::Select(_) => (2, &[0, 1, 3]),
        Kind::Alu(alu) => match (reads(0), reads(1)) {
            (true, _) => (0, &[1]),
            (false, true) if alu.commutative => (1, &[0]),
            _ => return None,
        },
        _ => return None,
    };
    let derivative =
        operation.kind == Kind::Alu(Alu::DFDX) || operation.kind == Kind::Alu(Alu::DFDY);
    let alone = others.iter().all(|other| !reads(*other));
    (reads(number) && whole(number) && alone && !derivative).then_some(number)
}

/// Which results pass from a multiplier to the adder beside it and nowhere else.
fn chains(code: &Code, plans: &[Plan]) -> Vec<EntityVec<Node, bool>> {
    let cells = code.values.len() * 4;
    let mut reads: EntityVec<Cell, u32> = EntityVec::filled(0, cells);
    let mut writes: EntityVec<Cell, u32> = EntityVec::filled(0, cells);
    for block in &code.blocks {
        for operation in block.operations.values() {
            operation.reads().for_each(|(_, cell)| reads[cell] += 1);
            operation.dest.iter().for_each(|cell| writes[*cell] += 1);
        }
        block.end_cells().for_each(|cell| reads[cell] += 1);
    }
    code.outputs().for_each(|cell| reads[cell] += 1);
    let passes = |block: &Block, plan: &Plan, product: &Operation, place: &Placement| {
        let adder = match place.unit {
            Unit::VectorMul => Unit::VectorAdd,
            Unit::ScalarMul => Unit::ScalarAdd,
            _ => return false,
        };
        // A copy of a lookup is in the adder, but is none of its operations.
        let beside = plan.words[place.word].in_unit(adder);
        let Some(beside) = beside.filter(|node| plan.places[*node].unit == adder) else {
            return false;
        };
        let reader = &block.operations[beside];
        let here = |cell: &Cell| reader.reads().filter(|(_, other)| other == cell).count() as u32;
        chain_operand(reader, product).is_some()
            && product
                .dest
                .iter()
                .all(|cell| writes[*cell] == 1 && reads[*cell] == here(cell))
    };
    let blocks = code.blocks.iter().zip(plans);
    blocks
        .map(|(block, plan)| {
            let placed = block.operations.values().zip(plan.places.values());
            placed
                .map(|(product, place)| passes(block, plan, product, place))
                .collect()
        })
        .collect()
}

/// Points of an instruction.
const INSTRUCTION: u32 = stage::COUNT * 4;

/// The point of a step of an instruction.
fn point(word: usize, step: u32) -> u32 {
    word as u32 * INSTRUCTION + step
}

/// Reads and writes of registers, block by block.
fn spans(code: &Code, plans: &[Plan], chained: &[EntityVec<Node, bool>]) -> Vec<Span> {
    let mut first = 0;
    let mut spans = Vec::new();
    for (index, (block, plan)) in code.blocks.iter().zip(plans).enumerate() {
        let mut span = Span {
            start: point(first, 0),
            successors: code.successors(index),
            ..Span::default()
        };
        let passing = &chained[index];
        let origins = origins(block);
        for (node, operation) in block.operations.iter() {
            let place = &plan.places[node];
            for (access, cell) in operation.reads() {
                let stage = read_stage(operation, place.unit, access);
                if let Access::Arg(number) = access
                    && let Some(producer) = origins[node][number]
                {
                    let there = plan.places[producer];
                    let direct = there.unit == Unit::Texture && reads_texture(stage);
                    if there.word == place.word && (direct || passing[producer]) {
                        continue;
                    }
                }
                let unit = reader(operation, place.unit, access);
                span.events.push(Event {
                    point: point(first + place.word, read_step(unit, stage)),
                    cell,
                    write: false,
                });
            }
            let unit = match (place.unit, place.copy) {
                (Unit::Texture, None) => continue,
                (_, Some(copy)) => copy,
                (unit, None) => unit,
            };
            if passing[node] {
                continue;
            }
            for (lane, cell) in operation.dest.iter().enumerate() {
                if !place.writes(lane) {
                    continue;
                }
                let event = |point, write| Event {
                    point,
                    cell: *cell,
                    write,
                };
                let written = point(first + place.word, write_step(unit));
                span.events.push(event(written, true));
                // Nothing else may be written there by the unit beside this one, not even if nobody
                // reads this result: which of them would be last is not known.
                let stage = point(first + place.word, stage_end(unit));
                span.events.push(event(stage, false));
            }
        }
        let last = (first + plan.words.len()).saturating_sub(1);
        span.events.extend(block.end_cells().map(|cell| Event {
            point: point(last, read_step(Unit::Branch, stage::BRANCH)),
            cell,
            write: false,
        }));
        span.events.sort_by_key(|event| event.point);
        first += plan.words.len();
        span.end = point(first, 0);
        if block.end == End::Stop {
            span.kept = code.outputs().collect();
        }
        spans.push(span);
    }
    spans
}

/// Assigns registers.
///
/// # Errors
/// If there are not enough.
pub(crate) fn assign(code: &Code, plans: &[Plan], restarts: u32) -> Result<Registers, Shortage> {
    let chained = chains(code, plans);
    let ranges = live::ranges(&spans(code, plans, &chained), code.values.len());
    let mut problem = Problem {
        registers: REGISTERS,
        units: Vec::new(),
    };
    // The value of each unit and the lanes that it has there.
    let mut owners: Vec<(VectorId, Vec<u8>)> = Vec::new();
    for (value, info) in code.values.iter() {
        let mut unit = registers::Unit::default();
        let mut lanes = Vec::new();
        for lane in 0..info.lanes {
            let ranges = &ranges[Cell::new(value, lane)];
            if ranges.is_empty() {
                continue;
            }
            unit.lanes.push(Lane {
                ranges: ranges.iter().cloned().collect(),
                component: info.pins[usize::from(lane)],
            });
            lanes.push(lane);
        }
        if !lanes.is_empty() {
            problem.units.push(unit);
            owners.push((value, lanes));
        }
    }
    let allocation = registers::allocate_by(&problem, restarts, Preference::Whole);
    let allocation = allocation.map_err(|failure| Shortage { live: failure.live })?;
    let mut cells = EntityVec::filled(None, code.values.len() * 4);
    for ((value, lanes), place) in owners.iter().zip(&allocation.places) {
        for (lane, component) in lanes.iter().zip(&place.components) {
            cells[Cell::new(*value, *lane)] = Some((place.register, *component));
        }
    }
    Ok(Registers {
        cells,
        chained,
        used: allocation.used,
    })
}
