//! Bottom-up list scheduling of a block, under a limit on live lanes.

use super::block_dag::{BlockCell, BlockDag, lanes_of};
use super::choice::{read_stage, reader, reads_texture, write_stage};
use super::graph::Why;
use super::word::{Word, read_step, write_step};
use super::{Placement, Policy, ScheduleError};
use crate::pp::code::{Access, End, Kind, Node, Operation};
use crate::pp::isa::Unit;
use retroshade_ir::entity::{EntityRef, EntityVec};

/// A block while it is filled.
#[derive(Clone)]
pub(super) struct Fill<'a> {
    pub(super) dag: &'a BlockDag<'a>,
    pub(super) policy: Policy,
    pub(super) words: Vec<Word>,
    pub(super) places: EntityVec<Node, Option<Placement>>,
    waiting: EntityVec<Node, usize>,
    pub(super) ready: Vec<Node>,
    /// For each operation one more than the instruction in which it last found no place: what does not
    /// fit an instruction does not fit it later, for it only gets fuller.
    pub(super) refused: EntityVec<Node, usize>,
    /// Which cells are live, and how many.
    live: EntityVec<BlockCell, bool>,
    alive: usize,
    /// One past the last operation in the order of selection that is not placed.
    cursor: usize,
    /// For each operation the most lanes that can be live before it, once all after it are placed.
    most: Vec<i64>,
    /// Added to the priority of each operation.
    noise: EntityVec<Node, u32>,
}

/// A place found for an operation.
pub(super) struct Found {
    word: Word,
    placement: Placement,
}

impl Fill<'_> {
    /// Where an operation is, if it is placed already.
    fn place_of(&self, node: Node) -> Option<Placement> {
        if node == self.dag.block.comparison_node() {
            // What the branch compares is read where the branch is: in the last instruction.
            Some(Placement {
                word: 0,
                unit: Unit::Branch,
                copy: None,
                copied: 0,
            })
        } else {
            self.places[node]
        }
    }

    /// The operations that come after one and are in the instruction that is being filled, with the reasons.
    fn followers(&self, node: Node) -> impl Iterator<Item = (Node, Why, Placement)> + '_ {
        let here = self.words.len() - 1;
        self.dag.graph.after(node).filter_map(move |(after, why)| {
            let place = self.place_of(after)?;
            (place.word == here).then_some((after, why, place))
        })
    }

    /// True if an operation may be in a unit, as far as what comes after it is concerned. `copy` is
    /// the unit that copies the result of a lookup.
    fn in_order(&self, node: Node, unit: Unit, copy: Option<Unit>) -> bool {
        let operation = &self.dag.block.operations[node];
        self.followers(node).all(|(after, why, place)| {
            let written = write_stage(place.unit, place.copy);
            match why {
                Why::Flow(access) => {
                    let read = read_stage(self.dag.operation(after), place.unit, access);
                    self.is_direct(node, after, access, read) || write_stage(unit, copy) < read
                }
                Why::Anti(access) => {
                    let read = read_step(
                        reader(operation, unit, access),
                        read_stage(operation, unit, access),
                    );
                    read < write_step(place.copy.unwrap_or(place.unit))
                }
                Why::Output => write_stage(unit, copy) < written,
                Why::Memory => false,
                Why::Order => unit.stage() <= place.unit.stage(),
            }
        })
    }

    /// True if an operand is nothing but the result of a lookup and read where the texture unit's
    /// result can be read.
    fn is_direct(&self, node: Node, after: Node, access: Access, stage: u8) -> bool {
        let Access::Arg(number) = access else {
            return false;
        };
        // The comparison that ends the block reads registers.
        let origins = self.dag.origins.get(after);
        matches!(self.dag.block.operations[node].kind, Kind::Lookup(_))
            && reads_texture(stage)
            && origins.is_some_and(|origins| origins[number] == Some(node))
    }

    /// The lanes of a lookup's result that must be copied, as bits: somebody reads them in a later
    /// instruction, or where they cannot be read directly.
    fn copied(&self, node: Node) -> u8 {
        let here = self.words.len() - 1;
        let mut lanes = self.dag.survives[node];
        let operation = &self.dag.block.operations[node];
        for (after, why) in self.dag.graph.after(node) {
            let Why::Flow(access) = why else {
                continue;
            };
            let Some(place) = self.place_of(after) else {
                return u8::MAX;
            };
            let reader = self.dag.operation(after);
            let stage = read_stage(reader, place.unit, access);
            if place.word != here || !self.is_direct(node, after, access, stage) {
                lanes |= lanes_of(operation, |cell| {
                    reader.reads().any(|read| read == (access, cell))
                });
            }
        }
        lanes
    }

    /// The first place for an operation in the instruction that is being filled.
    fn find(&self, node: Node) -> Option<Found> {
        self.options(node, 1).pop()
    }

    /// Places for an operation in the instruction that is being filled, at most `most`, those that
    /// leave most room first.
    pub(super) fn options(&self, node: Node, most: usize) -> Vec<Found> {
        let here = self.words.len() - 1;
        let (operation, word) = (&self.dag.block.operations[node], &self.words[here]);
        let Some(with_operands) = word.with_operands(operation.args.iter()) else {
            return Vec::new();
        };
        if here == 0 && self.dag.must_not_be_last(node) {
            return Vec::new();
        }
        let lookup = matches!(operation.kind, Kind::Lookup(_));
        let copied = if lookup { self.copied(node) } else { 0 };
        let options: Vec<(Unit, Option<Unit>)> = if lookup {
            copies(copied, word)
        } else {
            let units = self.dag.units[node].iter();
            let units = units.filter(|unit| word.is_free(**unit));
            units.map(|unit| (*unit, None)).collect()
        };
        let fits = |option: &(Unit, Option<Unit>)| {
            self.in_order(node, option.0, option.1) && self.may_share(operation, word)
        };
        let fitting = options.into_iter().filter(fits).take(most);
        let found = fitting.map(|(unit, copy)| {
            let mut filled = with_operands.clone();
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
    fn may_share(&self, operation: &Operation, word: &Word) -> bool {
        let Kind::Select(condition) = operation.kind else {
            return true;
        };
        let Some(other) = word.in_unit(Unit::ScalarMul) else {
            return true;
        };
        let other = &self.dag.block.operations[other];
        other.kind == Kind::Select(condition) && other.args.get(..2) == operation.args.get(..2)
    }

    /// How many more lanes are live if an operation is placed.
    fn change(&self, node: Node) -> i64 {
        let count = |cells: &[BlockCell], wanted: bool| {
            let cells = cells.iter().filter(|cell| self.live[**cell] == wanted);
            cells.count() as i64
        };
        count(&self.dag.reads[node], false) - count(&self.dag.writes[node], true)
    }

    fn set_live(&mut self, cell: BlockCell, live: bool) {
        let before = std::mem::replace(&mut self.live[cell], live);
        self.alive = self.alive + usize::from(live) - usize::from(before);
    }

    pub(super) fn place(&mut self, node: Node, found: Found) {
        self.words[found.placement.word] = found.word;
        self.places[node] = Some(found.placement);
        if let Some(position) = self.ready.iter().position(|other| *other == node) {
            self.ready.swap_remove(position);
        }
        let dag = self.dag;
        if self.policy.guided {
            let change = self.change(node);
            self.note(node.index(), change);
        }
        for cell in &dag.writes[node] {
            self.set_live(*cell, false);
        }
        for cell in &dag.reads[node] {
            self.set_live(*cell, true);
        }
        for (first, _) in dag.graph.before(node) {
            let waiting = &mut self.waiting[first];
            *waiting -= 1;
            if *waiting == 0 {
                self.ready.push(first);
            }
        }
    }

    /// Notes the place of an operation for those that are placed later. As long as it is out of order,
    /// no more lanes are live because of it than now: what it reads may become live anyway, what it
    /// writes stays dead. `position` is that of the operation in the order of selection.
    fn note(&mut self, position: usize, change: i64) {
        if position + 1 < self.cursor {
            for most in &mut self.most[position + 1..=self.cursor] {
                *most += change;
            }
            return;
        }
        let open = |position: &usize| self.places[Node::new(*position)].is_none();
        self.cursor = (0..self.cursor).rev().find(open).map_or(0, |last| last + 1);
    }

    /// True if so many lanes are live because of an operation that those left might not fit.
    fn is_crowding(&self, node: Node, change: i64) -> bool {
        let next = node.index() + 1;
        if change <= 0 || next >= self.cursor {
            return false;
        }
        let states = &self.most[next..=self.cursor];
        let lanes = self.policy.lanes as i64;
        states.iter().any(|most| most + change > lanes)
    }

    /// What places an operation before others, greater first; `None` if it must wait until fewer lanes
    /// are live.
    pub(super) fn key(&self, node: Node, empty: bool) -> Option<(i64, i64)> {
        let change = self.change(node);
        let crowded = !self.policy.guided && self.alive as i64 + change > self.policy.lanes as i64;
        let waits = if self.policy.guided {
            self.is_crowding(node, change)
        } else {
            crowded && change > 0 && !empty
        };
        if waits {
            return None;
        }
        let chain = i64::from(self.dag.depth[node]) + i64::from(self.noise[node]);
        Some((if crowded { -change } else { 0 }, chain))
    }

    /// True if the last instruction of the block must do nothing: the program ends there, and all that
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
        let waits = |node: &&Node| self.refused[**node] != here;
        let mut candidates: Vec<((i64, i64), Node)> = Vec::new();
        for &node in self.ready.iter().filter(waits) {
            candidates.extend(self.key(node, empty).map(|key| (key, node)));
        }
        candidates.sort_unstable_by(|a, b| b.cmp(a));
        if empty {
            // Something must go here, however many lanes are live.
            let is_held = |node: &&Node| self.key(**node, empty).is_none();
            let mut held: Vec<Node> = self
                .ready
                .iter()
                .filter(waits)
                .filter(is_held)
                .copied()
                .collect();
            held.sort_unstable_by(|a, b| b.cmp(a));
            candidates.extend(held.into_iter().map(|node| ((0, 0), node)));
        }
        for (_, node) in candidates {
            if let Some(found) = self.find(node) {
                self.place(node, found);
                return true;
            }
            self.refused[node] = here;
        }
        false
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
    /// Places every operation.
    pub(super) fn filled(
        dag: &'a BlockDag<'a>,
        policy: Policy,
        noise: Vec<u32>,
    ) -> Result<Fill<'a>, ScheduleError> {
        let mut fill = Fill::new(dag, policy, noise)?;
        while let Some(first) = fill.ready.first() {
            let first = *first;
            if fill.step() {
                continue;
            }
            if fill.words.last() == Some(&Word::default()) && !fill.must_idle() {
                return Err(ScheduleError::Operation(first));
            }
            fill.words.push(Word::default());
        }
        Ok(fill)
    }

    /// An empty block with its last instruction open. `noise` is added to the priorities of the operations.
    pub(super) fn new(
        dag: &'a BlockDag<'a>,
        policy: Policy,
        noise: Vec<u32>,
    ) -> Result<Fill<'a>, ScheduleError> {
        let waiting = dag.waiting();
        let count = waiting.len();
        let ready = waiting.iter().filter(|(_, waiting)| **waiting == 0);
        let mut fill = Fill {
            dag,
            policy,
            words: Vec::new(),
            places: EntityVec::filled(None, count),
            ready: ready.map(|(node, _)| node).collect(),
            waiting,
            refused: EntityVec::filled(0, count),
            live: EntityVec::filled(false, dag.cells),
            alive: 0,
            cursor: count,
            most: dag.pressure.clone(),
            noise: noise.into_iter().collect(),
        };
        for cell in &dag.live {
            fill.set_live(*cell, true);
        }
        let mut word = Word::default();
        if let End::Branch { args, .. } = &dag.block.end {
            let filled = word.with_operands(args.iter());
            word = filled.ok_or(ScheduleError::Branch)?;
            word.take(Unit::Branch, dag.block.comparison_node());
        }
        fill.words.push(word);
        Ok(fill)
    }
}
