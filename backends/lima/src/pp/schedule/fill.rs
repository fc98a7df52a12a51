//! Filling a block from its end.

use super::graph::{Edge, Graph, Why};
use super::word::{Word, read_step, stage, stage_of, write_step};
use super::{Placement, Plan};
use crate::pp::code::{
    Alu, Block, Cell, End, Kind, OFFSET, Operand, Operation, STORE_OFFSET, Source,
};
use crate::pp::isa::{OutMod, Unit};
use retroshade_kit::random::Random;
use std::collections::HashSet;

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort {
    /// Lanes that may be live at once before operations that free lanes go first.
    pub(crate) lanes: usize,
    /// Schedules tried for each block.
    pub(crate) restarts: u32,
}

/// The stage in which a placed operation reads an operand.
pub(crate) fn read_stage(operation: &Operation, unit: Unit, number: usize) -> u8 {
    match (operation.kind, number) {
        (_, OFFSET) => stage::LOAD,
        (_, STORE_OFFSET) => stage::STORE,
        (Kind::Select(_), 0 | 1) => stage::MUL,
        (Kind::Lookup(lookup), 0) if lookup.coordinate == crate::pp::code::Coordinate::Value => {
            stage::VARYING
        }
        (Kind::Lookup(_), _) => stage::TEXTURE,
        _ => stage_of(unit),
    }
}

/// The unit that reads an operand of a placed operation.
pub(crate) fn reader(operation: &Operation, unit: Unit, number: usize) -> Unit {
    match (operation.kind, number) {
        (Kind::Select(_), 0 | 1) => Unit::ScalarMul,
        _ => unit,
    }
}

/// The stage after which a placed operation's result is in its register.
fn write_stage(unit: Unit, copy: Option<Unit>) -> u8 {
    stage_of(copy.unwrap_or(unit))
}

/// Whether an operand can be read straight from the texture unit.
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
fn units(operation: &Operation, lanes: usize) -> Vec<Unit> {
    let single = lanes == 1;
    let mut units = Vec::new();
    match operation.kind {
        Kind::Alu(alu) => {
            if alu.add.is_some() {
                if single {
                    units.push(Unit::ScalarAdd);
                }
                units.push(Unit::VectorAdd);
            }
            if alu.mul.is_some() {
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
        Kind::Function(_) | Kind::AtanFirst | Kind::AtanSecond => units.push(Unit::Combine),
        Kind::Input(_) => units.push(Unit::Varying),
        Kind::Lookup(_) => units.push(Unit::Texture),
        Kind::Store(_) | Kind::StoreLane(..) | Kind::FrameRead { .. } => units.push(Unit::Store),
        Kind::Discard(_) => units.push(Unit::Branch),
    }
    units
}

struct Fill<'a> {
    block: &'a Block,
    graph: &'a Graph,
    /// The earliest place of each operation if nothing but its operands mattered.
    depth: &'a [u32],
    leaving: &'a HashSet<Cell>,
    lanes: usize,
    words: Vec<Word>,
    places: Vec<Option<Placement>>,
    waiting: Vec<usize>,
    ready: Vec<usize>,
    live: HashSet<Cell>,
    /// Added to the priority of each operation.
    noise: Vec<u32>,
}

/// A place found for an operation.
struct Found {
    word: Word,
    placement: Placement,
}

impl Fill<'_> {
    fn operation(&self, node: usize) -> Result<&Operation, String> {
        let operation = self.block.operations.get(node);
        operation.ok_or_else(|| "no such operation".to_owned())
    }

    /// The edges to what comes after in the instruction that is being filled.
    fn followers(&self, node: usize) -> impl Iterator<Item = (Edge, Placement)> + '_ {
        let here = self.words.len() - 1;
        let edges = self.graph.after.get(node).into_iter().flatten();
        edges.filter_map(move |edge| {
            let place = self.places.get(edge.node).copied().flatten()?;
            (place.word == here).then_some((*edge, place))
        })
    }

    /// Whether an operation may be in a unit, as far as what comes after it is concerned. `copy` is
    /// the unit that copies the result of a lookup.
    fn in_order(&self, node: usize, unit: Unit, copy: Option<Unit>) -> bool {
        let Some(operation) = self.block.operations.get(node) else {
            return false;
        };
        self.followers(node).all(|(edge, place)| {
            let Some(after) = self.block.operations.get(edge.node) else {
                return false;
            };
            let written = write_stage(place.unit, place.copy);
            match edge.why {
                Why::Flow(number) => {
                    let read = read_stage(after, place.unit, number);
                    self.is_direct(node, edge.node, number, read) || write_stage(unit, copy) < read
                }
                Why::Anti(number) => {
                    let read = read_step(
                        reader(operation, unit, number),
                        read_stage(operation, unit, number),
                    );
                    read < write_step(place.copy.unwrap_or(place.unit))
                }
                Why::Output => write_stage(unit, copy) < written,
                Why::Memory => false,
                Why::Order => stage_of(unit) <= stage_of(place.unit),
            }
        })
    }

    /// Whether an operand is nothing but the result of a lookup and read where the texture unit's
    /// result can be read.
    fn is_direct(&self, node: usize, after: usize, number: usize, stage: u8) -> bool {
        let operation = self.block.operations.get(node);
        let origins = self.graph.origins.get(after);
        operation.is_some_and(|operation| matches!(operation.kind, Kind::Lookup(_)))
            && reads_texture(stage)
            && origins.and_then(|list| list.get(number)) == Some(&Some(node))
    }

    /// Whether the result of a lookup must be copied: somebody reads it in a later instruction, or
    /// where it cannot be read directly.
    fn needs_copy(&self, node: usize, operation: &Operation) -> bool {
        let here = self.words.len() - 1;
        let edges = self.graph.after.get(node).into_iter().flatten();
        let mut flows = edges.filter_map(|edge| match edge.why {
            Why::Flow(number) => Some((edge.node, number)),
            _ => None,
        });
        let outside = flows.any(|(after, number)| {
            let place = self.places.get(after).copied().flatten();
            let reader = self.block.operations.get(after);
            match (place, reader) {
                (Some(place), Some(reader)) => {
                    place.word != here
                        || !self.is_direct(
                            node,
                            after,
                            number,
                            read_stage(reader, place.unit, number),
                        )
                }
                _ => true,
            }
        });
        outside
            || operation
                .dest
                .iter()
                .any(|cell| self.leaving.contains(cell))
    }

    /// A place for an operation in the instruction that is being filled.
    fn find(&self, node: usize) -> Option<Found> {
        let operation = self.block.operations.get(node)?;
        let word = self.words.last()?;
        let here = self.words.len() - 1;
        let lanes = operation.dest.len();
        let (address, constants) = word.with_operands(operation.args.iter())?;
        let placed = |unit: Unit, copy: Option<Unit>| Placement {
            word: here,
            unit,
            copy,
        };
        let mut filled = Word {
            address,
            constants,
            ..word.clone()
        };
        if let Kind::Lookup(_) = operation.kind {
            if !word.is_free(Unit::Varying) || !word.is_free(Unit::Texture) {
                return None;
            }
            let copy = match self.needs_copy(node, operation) {
                false => None,
                true => {
                    let scalar = [Unit::ScalarMul, Unit::ScalarAdd];
                    let vector = [Unit::VectorMul, Unit::VectorAdd];
                    let mut units: Vec<Unit> = Vec::new();
                    if lanes == 1 {
                        units.extend(scalar);
                    }
                    units.extend(vector);
                    let fits = |unit: &Unit| {
                        word.is_free(*unit) && self.in_order(node, Unit::Texture, Some(*unit))
                    };
                    Some(units.into_iter().find(fits)?)
                }
            };
            if !self.in_order(node, Unit::Texture, copy) {
                return None;
            }
            for unit in [Some(Unit::Varying), Some(Unit::Texture), copy]
                .into_iter()
                .flatten()
            {
                filled.take(unit, node);
            }
            return Some(Found {
                word: filled,
                placement: placed(Unit::Texture, copy),
            });
        }
        let unit = units(operation, lanes).into_iter().find(|unit| {
            word.is_free(*unit)
                && self.in_order(node, *unit, None)
                && self.may_share(node, operation, word)
        })?;
        filled.take(unit, node);
        if let Kind::Select(_) = operation.kind
            && filled.is_free(Unit::ScalarMul)
        {
            filled.take(Unit::ScalarMul, node);
        }
        Some(Found {
            word: filled,
            placement: placed(unit, None),
        })
    }

    /// A select needs the scalar multiplier, or the same condition that is already there.
    fn may_share(&self, node: usize, operation: &Operation, word: &Word) -> bool {
        let Kind::Select(condition) = operation.kind else {
            return true;
        };
        let Some(Some(other)) = word.units.get(Unit::ScalarMul as usize) else {
            return true;
        };
        let other = self.block.operations.get(*other).filter(|_| *other != node);
        other.is_some_and(|other| {
            other.kind == Kind::Select(condition) && other.args.get(..2) == operation.args.get(..2)
        })
    }

    /// How many more lanes are live if an operation is placed.
    fn change(&self, operation: &Operation) -> isize {
        let mut fresh: Vec<Cell> = operation
            .reads()
            .map(|(_, cell)| cell)
            .filter(|cell| !self.live.contains(cell))
            .collect();
        fresh.sort_unstable();
        fresh.dedup();
        let freed = operation
            .dest
            .iter()
            .filter(|cell| self.live.contains(cell));
        fresh.len() as isize - freed.count() as isize
    }

    fn place(&mut self, node: usize, found: Found) {
        if let Some(word) = self.words.last_mut() {
            *word = found.word;
        }
        if let Some(place) = self.places.get_mut(node) {
            *place = Some(found.placement);
        }
        self.ready.retain(|other| *other != node);
        if let Some(operation) = self.block.operations.get(node) {
            for cell in &operation.dest {
                self.live.remove(cell);
            }
            self.live.extend(operation.reads().map(|(_, cell)| cell));
        }
        for edge in self.graph.before.get(node).into_iter().flatten() {
            if let Some(waiting) = self.waiting.get_mut(edge.node) {
                *waiting -= 1;
                if *waiting == 0 {
                    self.ready.push(edge.node);
                }
            }
        }
    }

    /// Places one more operation into the last instruction, if any fits.
    fn step(&mut self) -> Result<bool, String> {
        let mut candidates: Vec<((bool, i64, i64), usize)> = Vec::new();
        let empty = self.words.last() == Some(&Word::default());
        for &node in &self.ready {
            let operation = self.operation(node)?;
            let change = self.change(operation);
            let crowded = self.live.len() as isize + change > self.lanes as isize;
            if crowded && change > 0 && !empty {
                continue;
            }
            let depth = i64::from(self.depth.get(node).copied().unwrap_or(0));
            let noise = i64::from(self.noise.get(node).copied().unwrap_or(0));
            // A lookup whose readers are all here needs no copy now, but would later.
            let urgent = match operation.kind {
                Kind::Lookup(_) => !self.needs_copy(node, operation),
                _ => false,
            };
            let key = match crowded {
                true => (urgent, -(change as i64), depth + noise),
                false => (urgent, 0, depth + noise),
            };
            candidates.push((key, node));
        }
        candidates.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.cmp(&a.1)));
        for (_, node) in candidates {
            if let Some(found) = self.find(node) {
                self.place(node, found);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn run(&mut self) -> Result<(), String> {
        let mut word = Word::default();
        if let End::Branch { args, .. } = &self.block.end {
            let room = word.with_operands(args.iter());
            let (address, constants) = room.ok_or("a branch does not fit")?;
            word.address = address;
            word.constants = constants;
            word.take(Unit::Branch, usize::MAX);
        }
        self.words.push(word);
        while !self.ready.is_empty() {
            if self.step()? {
                continue;
            }
            if self.words.last() == Some(&Word::default()) {
                return Err("an operation fits nowhere".to_owned());
            }
            self.words.push(Word::default());
        }
        Ok(())
    }
}

/// The earliest place of each operation: instruction times eight plus stage.
fn depths(block: &Block, graph: &Graph) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::new();
    for (node, operation) in block.operations.iter().enumerate() {
        let best = units(operation, operation.dest.len())
            .into_iter()
            .map(|unit| {
                let before = graph.before.get(node).into_iter().flatten();
                let word = before.map(|edge| {
                    let time = depths.get(edge.node).copied().unwrap_or(0);
                    let (word, done) = (time / stage::COUNT, time % stage::COUNT);
                    let needed = match edge.why {
                        Why::Flow(number) => u32::from(read_stage(operation, unit, number)),
                        Why::Memory => 0,
                        Why::Anti(_) | Why::Output | Why::Order => stage::COUNT,
                    };
                    word + u32::from(done >= needed)
                });
                word.max().unwrap_or(0) * stage::COUNT + u32::from(stage_of(unit))
            })
            .min();
        depths.push(best.unwrap_or(0));
    }
    depths
}

/// Schedules a block. `leaving` are the cells that live on after it.
pub(super) fn block(block: &Block, leaving: &[Cell], effort: Effort) -> Result<Plan, String> {
    let graph = Graph::of(block);
    let depth = depths(block, &graph);
    let leaving: HashSet<Cell> = leaving.iter().copied().collect();
    let waiting: Vec<usize> = graph.after.iter().map(Vec::len).collect();
    let count = block.operations.len();
    let mut live = leaving.clone();
    live.extend(block.end_cells());
    let bound = depth
        .iter()
        .max()
        .map_or(0, |depth| depth / stage::COUNT + 1) as usize;
    let mut random = Random::new(count as u64);
    let mut best: Option<Plan> = None;
    for round in 0..effort.restarts.max(1) {
        let noise = (0..count)
            .map(|_| match round {
                0 => 0,
                _ => random.below(2 * u64::from(stage::COUNT)) as u32,
            })
            .collect();
        let mut fill = Fill {
            block,
            graph: &graph,
            depth: &depth,
            leaving: &leaving,
            lanes: effort.lanes,
            words: Vec::new(),
            places: vec![None; count],
            waiting: waiting.clone(),
            ready: (0..count)
                .filter(|node| waiting.get(*node) == Some(&0))
                .collect(),
            live: live.clone(),
            noise,
        };
        fill.run()?;
        if best
            .as_ref()
            .is_none_or(|best| fill.words.len() < best.words.len())
        {
            best = Some(finished(fill)?);
        }
        if best.as_ref().is_some_and(|best| best.words.len() <= bound) {
            break;
        }
    }
    let mut plan = best.ok_or("no schedule was tried")?;
    plan.bound = bound;
    let idle = plan.words.last() == Some(&Word::default());
    if idle && plan.words.len() == 1 && block.end == End::Fall {
        plan.words.clear();
    }
    Ok(plan)
}

/// Turns the instructions round, from execution's first to its last.
fn finished(fill: Fill<'_>) -> Result<Plan, String> {
    let count = fill.words.len();
    let places: Option<Vec<Placement>> = fill.places.into_iter().collect();
    let places = places.ok_or("an operation was never placed")?;
    let mut words = fill.words;
    words.reverse();
    let places = places
        .into_iter()
        .map(|place| Placement {
            word: count - 1 - place.word,
            ..place
        })
        .collect();
    Ok(Plan {
        words,
        places,
        bound: 0,
    })
}
