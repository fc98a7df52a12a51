//! Bottom-up list scheduling of a block, under a limit on live lanes.

use super::block_dag::{BlockDag, lanes_of};
use super::choice::{read_stage, reader, reads_texture, write_stage};
use super::graph::{Edge, Why};
use super::word::{Word, read_step, stage_of, write_step};
use super::{Effort, Placement};
use crate::pp::code::{End, Kind, Operation};
use crate::pp::isa::Unit;

#[derive(Clone)]
pub(super) struct Fill<'a> {
    pub(super) dag: &'a BlockDag<'a>,
    pub(super) effort: Effort,
    pub(super) words: Vec<Word>,
    pub(super) places: Vec<Option<Placement>>,
    waiting: Vec<usize>,
    pub(super) ready: Vec<usize>,
    /// For each operation one more than the instruction in which it last found no place: what does not
    /// fit an instruction does not fit it later, for it only gets fuller.
    pub(super) refused: Vec<usize>,
    /// Which cells are live, and how many.
    live: Vec<bool>,
    alive: usize,
    /// One past the last operation in the order of selection that is not placed.
    cursor: usize,
    /// For each operation the most lanes that can be live before it, once all after it are placed.
    most: Vec<i64>,
    /// Added to the priority of each operation.
    noise: Vec<u32>,
}

/// A place found for an operation.
pub(super) struct Found {
    word: Word,
    placement: Placement,
}

impl Fill<'_> {
    /// Where an operation is, if it is placed already.
    fn place_of(&self, node: usize) -> Option<Placement> {
        match node == self.places.len() {
            // What the branch compares is read where the branch is: in the last instruction.
            true => Some(Placement {
                word: 0,
                unit: Unit::Branch,
                copy: None,
                copied: 0,
            }),
            false => self.places.get(node).copied().flatten(),
        }
    }

    /// The edges to what comes after in the instruction that is being filled.
    fn followers(&self, node: usize) -> impl Iterator<Item = (Edge, Placement)> + '_ {
        let here = self.words.len() - 1;
        let edges = self.dag.graph.after.get(node).into_iter().flatten();
        edges.filter_map(move |edge| {
            let place = self.place_of(edge.node)?;
            (place.word == here).then_some((*edge, place))
        })
    }

    /// Whether an operation may be in a unit, as far as what comes after it is concerned. `copy` is
    /// the unit that copies the result of a lookup.
    fn in_order(&self, node: usize, unit: Unit, copy: Option<Unit>) -> bool {
        let Some(operation) = self.dag.block.operations.get(node) else {
            return false;
        };
        self.followers(node).all(|(edge, place)| {
            let Some(after) = self.dag.operation(edge.node) else {
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
        let operation = self.dag.block.operations.get(node);
        let origins = self.dag.graph.origins.get(after);
        operation.is_some_and(|operation| matches!(operation.kind, Kind::Lookup(_)))
            && reads_texture(stage)
            && origins.and_then(|list| list.get(number)) == Some(&Some(node))
    }

    /// The lanes of a lookup's result that must be copied, as bits: somebody reads them in a later
    /// instruction, or where they cannot be read directly.
    fn copied(&self, node: usize) -> u8 {
        let here = self.words.len() - 1;
        let mut lanes = self.dag.survives.get(node).copied().unwrap_or(u8::MAX);
        let Some(operation) = self.dag.block.operations.get(node) else {
            return lanes;
        };
        for edge in self.dag.graph.after.get(node).into_iter().flatten() {
            let Why::Flow(number) = edge.why else {
                continue;
            };
            let place = self.place_of(edge.node);
            let Some((place, reader)) = place.zip(self.dag.operation(edge.node)) else {
                return u8::MAX;
            };
            let stage = read_stage(reader, place.unit, number);
            if place.word != here || !self.is_direct(node, edge.node, number, stage) {
                lanes |= lanes_of(operation, |cell| {
                    reader.reads().any(|read| read == (number, cell))
                });
            }
        }
        lanes
    }

    /// The first place for an operation in the instruction that is being filled.
    fn find(&self, node: usize) -> Option<Found> {
        self.options(node, 1).pop()
    }

    /// Places for an operation in the instruction that is being filled, at most `most`, those that
    /// leave most room first.
    pub(super) fn options(&self, node: usize, most: usize) -> Vec<Found> {
        let (Some(operation), Some(word)) =
            (self.dag.block.operations.get(node), self.words.last())
        else {
            return Vec::new();
        };
        let Some((address, constants)) = word.with_operands(operation.args.iter()) else {
            return Vec::new();
        };
        let here = self.words.len() - 1;
        if here == 0 && self.dag.must_not_be_last(node) {
            return Vec::new();
        }
        let lookup = matches!(operation.kind, Kind::Lookup(_));
        let copied = if lookup { self.copied(node) } else { 0 };
        let options: Vec<(Unit, Option<Unit>)> = match lookup {
            true => copies(copied, word),
            false => {
                let units = self.dag.units.get(node).into_iter().flatten();
                let units = units.filter(|unit| word.is_free(**unit));
                units.map(|unit| (*unit, None)).collect()
            }
        };
        let fits = |option: &(Unit, Option<Unit>)| {
            self.in_order(node, option.0, option.1) && self.may_share(node, operation, word)
        };
        let fitting = options.into_iter().filter(fits).take(most);
        let found = fitting.map(|(unit, copy)| {
            let mut filled = Word {
                address,
                constants,
                ..word.clone()
            };
            filled.take(unit, node);
            if lookup {
                filled.take(Unit::Varying, node);
            }
            if let Some(copy) = copy {
                filled.take(copy, node);
            }
            if matches!(operation.kind, Kind::Select(_)) && filled.is_free(Unit::ScalarMul) {
                filled.take(Unit::ScalarMul, node);
            }
            Found {
                word: filled,
                placement: Placement {
                    word: here,
                    unit,
                    copy,
                    copied,
                },
            }
        });
        found.collect()
    }

    /// A select needs the scalar multiplier, or the same condition that is already there.
    fn may_share(&self, node: usize, operation: &Operation, word: &Word) -> bool {
        let Kind::Select(condition) = operation.kind else {
            return true;
        };
        let Some(Some(other)) = word.units.get(Unit::ScalarMul as usize) else {
            return true;
        };
        let other = self
            .dag
            .block
            .operations
            .get(*other)
            .filter(|_| *other != node);
        other.is_some_and(|other| {
            other.kind == Kind::Select(condition) && other.args.get(..2) == operation.args.get(..2)
        })
    }

    /// How many more lanes are live if an operation is placed.
    fn change(&self, node: usize) -> i64 {
        let live = |cell: &&u32| self.live.get(**cell as usize) == Some(&true);
        let count = |cells: &[Vec<u32>], wanted: bool| {
            let cells = cells.get(node).into_iter().flatten();
            cells.filter(|cell| live(cell) == wanted).count() as i64
        };
        count(&self.dag.reads, false) - count(&self.dag.writes, true)
    }

    fn mark(&mut self, cell: u32, live: bool) {
        if let Some(held) = self.live.get_mut(cell as usize)
            && *held != live
        {
            *held = live;
            self.alive = match live {
                true => self.alive + 1,
                false => self.alive - 1,
            };
        }
    }

    pub(super) fn place(&mut self, node: usize, found: Found) {
        if let Some(word) = self.words.last_mut() {
            *word = found.word;
        }
        if let Some(place) = self.places.get_mut(node) {
            *place = Some(found.placement);
        }
        if let Some(position) = self.ready.iter().position(|other| *other == node) {
            self.ready.swap_remove(position);
        }
        let dag = self.dag;
        if self.effort.guided {
            let change = self.change(node);
            self.note(node, change);
        }
        for cell in dag.writes.get(node).into_iter().flatten() {
            self.mark(*cell, false);
        }
        for cell in dag.reads.get(node).into_iter().flatten() {
            self.mark(*cell, true);
        }
        for edge in dag.graph.before.get(node).into_iter().flatten() {
            if let Some(waiting) = self.waiting.get_mut(edge.node) {
                *waiting -= 1;
                if *waiting == 0 {
                    self.ready.push(edge.node);
                }
            }
        }
    }

    /// Notes the place of an operation for those that are placed later. As long as it is out of order,
    /// no more lanes are live because of it than now: what it reads may become live anyway, what it
    /// writes stays dead.
    fn note(&mut self, node: usize, change: i64) {
        if node + 1 < self.cursor {
            let states = self.most.get_mut(node + 1..=self.cursor);
            for most in states.into_iter().flatten() {
                *most += change;
            }
            return;
        }
        let open = |places: &[Option<Placement>]| places.iter().rposition(Option::is_none);
        let places = self.places.get(..self.cursor).unwrap_or_default();
        self.cursor = open(places).map_or(0, |last| last + 1);
    }

    /// Whether so many lanes are live because of an operation that those left might not fit.
    fn is_crowding(&self, node: usize, change: i64) -> bool {
        if change <= 0 || node + 1 >= self.cursor {
            return false;
        }
        let states = self.most.get(node + 1..=self.cursor).unwrap_or_default();
        let lanes = self.effort.lanes as i64;
        states.iter().any(|most| most + change > lanes)
    }

    /// What places an operation before others, greater first; `None` if it must wait until fewer lanes
    /// are live.
    pub(super) fn key(&self, node: usize, empty: bool) -> Option<(bool, i64, i64)> {
        let change = self.change(node);
        let crowded = !self.effort.guided && self.alive as i64 + change > self.effort.lanes as i64;
        let waits = match self.effort.guided {
            true => self.is_crowding(node, change),
            false => crowded && change > 0 && !empty,
        };
        if waits {
            return None;
        }
        let depth = self.dag.depth.get(node).copied().unwrap_or(0);
        let noise = self.noise.get(node).copied().unwrap_or(0);
        let chain = i64::from(depth) + i64::from(noise);
        // A lookup whose readers are all here needs no copy now, but would later.
        let operation = self.dag.block.operations.get(node)?;
        let lookup = matches!(operation.kind, Kind::Lookup(_));
        let urgent = lookup && self.copied(node) == 0;
        Some((urgent, if crowded { -change } else { 0 }, chain))
    }

    /// Whether the last instruction of the block must do nothing: the program ends there, and all that
    /// could go there might branch.
    pub(super) fn must_idle(&self) -> bool {
        let last = self.words.len() == 1 && self.words.last() == Some(&Word::default());
        let mut ready = self.ready.iter();
        last && ready.all(|node| self.dag.must_not_be_last(*node))
    }

    /// Places one more operation into the last instruction, if any fits.
    fn step(&mut self) -> bool {
        let here = self.words.len();
        let empty = self.words.last() == Some(&Word::default());
        let waits = |node: &&usize| self.refused.get(**node) != Some(&here);
        let mut candidates: Vec<((bool, i64, i64), usize)> = Vec::new();
        for &node in self.ready.iter().filter(waits) {
            candidates.extend(self.key(node, empty).map(|key| (key, node)));
        }
        if empty && candidates.is_empty() {
            // Something must go here, however many lanes are live.
            candidates.extend(
                self.ready
                    .iter()
                    .filter(waits)
                    .map(|&node| ((false, 0, 0), node)),
            );
        }
        candidates.sort_unstable_by(|a, b| b.cmp(a));
        for (_, node) in candidates {
            if let Some(found) = self.find(node) {
                self.place(node, found);
                return true;
            }
            if let Some(refused) = self.refused.get_mut(node) {
                *refused = here;
            }
        }
        false
    }

    pub(super) fn run(&mut self) -> Result<(), String> {
        while !self.ready.is_empty() {
            if self.step() {
                continue;
            }
            if self.words.last() == Some(&Word::default()) && !self.must_idle() {
                return Err("an operation fits nowhere".to_owned());
            }
            self.words.push(Word::default());
        }
        Ok(())
    }
}

/// The units that could copy lanes of the result of a lookup; the texture unit alone if there are none.
fn copies(copied: u8, word: &Word) -> Vec<(Unit, Option<Unit>)> {
    if !word.is_free(Unit::Varying) || !word.is_free(Unit::Texture) {
        return Vec::new();
    }
    if copied == 0 {
        return vec![(Unit::Texture, None)];
    }
    let scalar = [Unit::ScalarMul, Unit::ScalarAdd];
    let scalar = scalar.into_iter().filter(|_| copied.count_ones() == 1);
    let units = scalar.chain([Unit::VectorMul, Unit::VectorAdd]);
    let units = units.filter(|unit| word.is_free(*unit));
    units.map(|unit| (Unit::Texture, Some(unit))).collect()
}

impl<'a> Fill<'a> {
    /// An empty block with its last instruction open.
    pub(super) fn new(
        dag: &'a BlockDag<'a>,
        effort: Effort,
        noise: Vec<u32>,
    ) -> Result<Fill<'a>, String> {
        let waiting = dag.graph.waiting(dag.block);
        let count = waiting.len();
        let free = |node: &usize| waiting.get(*node) == Some(&0);
        let mut fill = Fill {
            dag,
            effort,
            words: Vec::new(),
            places: vec![None; count],
            ready: (0..count).filter(free).collect(),
            waiting,
            refused: vec![0; count],
            live: vec![false; dag.cells],
            alive: 0,
            cursor: count,
            most: dag.pressure.clone(),
            noise,
        };
        for cell in &dag.live {
            fill.mark(*cell, true);
        }
        let mut word = Word::default();
        if let End::Branch { args, .. } = &dag.block.end {
            let room = word.with_operands(args.iter());
            let (address, constants) = room.ok_or("a branch does not fit")?;
            word.address = address;
            word.constants = constants;
            word.take(Unit::Branch, usize::MAX);
        }
        fill.words.push(word);
        Ok(fill)
    }
}
