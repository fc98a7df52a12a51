//! Registers for scheduled code: which results need none, and lanes for the others.

use super::code::{Alu, Block, Cell, Code, End, Kind, Operation};
use super::isa::{REGISTERS, Unit};
use super::live::{self, Event, Span};
use super::schedule::word::{read_step, stage, stage_end, write_step};
use super::schedule::{Placement, Plan, origins, read_stage, reader, reads_texture};
use retroshade_kit::registers::{self, Lane, Place, Preference, Problem};

/// Where everything is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Registers {
    /// Register and component of each cell that has one, by [`Cell::index`].
    pub(crate) cells: Vec<Option<(u16, u8)>>,
    /// For each block and operation: whether its result passes to the adder without a register.
    pub(crate) chained: Vec<Vec<bool>>,
    /// How many registers are in use.
    pub(crate) used: u16,
}

/// Why there are not enough registers.
#[derive(Clone, Debug)]
pub(crate) struct Shortage {
    /// How many lanes are live at the worst point.
    pub(crate) live: usize,
    /// Where the value starts that found no place, if that is what went wrong.
    pub(crate) stuck: Option<u32>,
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
fn chains(code: &Code, plans: &[Plan]) -> Vec<Vec<bool>> {
    let mut reads = vec![0u32; code.values.len() * 4];
    let mut writes = vec![0u32; code.values.len() * 4];
    let count = |counts: &mut Vec<u32>, cell: Cell| {
        if let Some(count) = counts.get_mut(cell.index()) {
            *count += 1;
        }
    };
    for block in &code.blocks {
        for operation in &block.operations {
            operation
                .reads()
                .for_each(|(_, cell)| count(&mut reads, cell));
            operation
                .dest
                .iter()
                .for_each(|cell| count(&mut writes, *cell));
        }
        block.end_cells().for_each(|cell| count(&mut reads, cell));
    }
    code.outputs().for_each(|cell| count(&mut reads, cell));
    let passes = |block: &Block, plan: &Plan, product: &Operation, place: &Placement| {
        let adder = match place.unit {
            Unit::VectorMul => Unit::VectorAdd,
            Unit::ScalarMul => Unit::ScalarAdd,
            _ => return false,
        };
        let word = plan.words.get(place.word);
        let beside = word.and_then(|word| word.units.get(adder as usize).copied().flatten());
        // A copy of a lookup is in the adder, but is none of its operations.
        let beside = beside.filter(|node| {
            let there = plan.places.get(*node);
            there.is_some_and(|there| there.unit == adder)
        });
        let Some(reader) = beside.and_then(|node| block.operations.get(node)) else {
            return false;
        };
        let here = |cell: &Cell| reader.reads().filter(|(_, other)| other == cell).count() as u32;
        chain_operand(reader, product).is_some()
            && product.dest.iter().all(|cell| {
                let number = cell.index();
                writes.get(number) == Some(&1) && reads.get(number) == Some(&here(cell))
            })
    };
    let blocks = code.blocks.iter().zip(plans);
    blocks
        .map(|(block, plan)| {
            let placed = block.operations.iter().zip(&plan.places);
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
fn spans(code: &Code, plans: &[Plan], chained: &[Vec<bool>]) -> Vec<Span> {
    let mut first = 0;
    let mut spans = Vec::new();
    for (index, (block, plan)) in code.blocks.iter().zip(plans).enumerate() {
        let mut span = Span {
            start: point(first, 0),
            successors: code.successors(index),
            ..Span::default()
        };
        let passing = chained.get(index).map_or(&[][..], Vec::as_slice);
        let origins = origins(block);
        for (node, (operation, place)) in block.operations.iter().zip(&plan.places).enumerate() {
            for (number, cell) in operation.reads() {
                let stage = read_stage(operation, place.unit, number);
                let origin = origins.get(node).and_then(|list| list.get(number)).copied();
                if let Some(producer) = origin.flatten() {
                    let there = plan.places.get(producer);
                    let here = there.is_some_and(|there| there.word == place.word);
                    let lookup = there.is_some_and(|there| there.unit == Unit::Texture);
                    let direct = lookup && reads_texture(stage);
                    if here && (direct || passing.get(producer) == Some(&true)) {
                        continue;
                    }
                }
                let unit = reader(operation, place.unit, number);
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
            if passing.get(node) == Some(&true) {
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
    let mut owners: Vec<(u32, Vec<u8>)> = Vec::new();
    for (value, info) in code.values.iter().enumerate() {
        let mut unit = registers::Unit::default();
        let mut lanes = Vec::new();
        for lane in 0..info.lanes {
            let cell = Cell::new(value as u32, lane);
            let ranges = ranges.get(cell.index()).filter(|ranges| !ranges.is_empty());
            let Some(ranges) = ranges else {
                continue;
            };
            unit.lanes.push(Lane {
                ranges: ranges.iter().cloned().collect(),
                component: info.pins.get(usize::from(lane)).copied().flatten(),
            });
            lanes.push(lane);
        }
        if !lanes.is_empty() {
            problem.units.push(unit);
            owners.push((value as u32, lanes));
        }
    }
    let allocation = match registers::allocate_by(&problem, restarts, Preference::Whole) {
        Ok(allocation) => allocation,
        Err(failure) => {
            return Err(Shortage {
                live: failure.live,
                stuck: problem.units.get(failure.unit).and_then(|unit| {
                    let starts = unit.lanes.iter().flat_map(|lane| lane.ranges.first());
                    starts.map(|range| range.start).min()
                }),
            });
        }
    };
    let mut cells = vec![None; code.values.len() * 4];
    for (
        (value, lanes),
        Place {
            register,
            components,
        },
    ) in owners.iter().zip(&allocation.places)
    {
        for (lane, component) in lanes.iter().zip(components) {
            if let Some(cell) = cells.get_mut(Cell::new(*value, *lane).index()) {
                *cell = Some((*register, *component));
            }
        }
    }
    Ok(Registers {
        cells,
        chained,
        used: allocation.used,
    })
}
