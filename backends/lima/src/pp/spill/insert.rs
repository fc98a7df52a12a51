//! Instructions that spilling puts before and after those that are there.

use crate::pp::machine::{If, Item, Program};
use retroshade_ir::entity::SecondaryMap;
use retroshade_kit::mir::{BlockId, LaneRef, OpId, VectorId};

/// An item of a block, with what is to stand before and after it.
struct Entry {
    /// An instruction is one of these, in its place; before any other item they stand in this order.
    ops: Vec<OpId>,
    /// An item that is no instruction.
    item: Option<Item>,
}

/// The number of an entry.
pub(super) type Place = usize;

/// A program whose blocks are taken apart.
pub(super) struct Insertion<'p> {
    pub(super) program: &'p mut Program,
    entries: Vec<Entry>,
    /// The entries of each block.
    blocks: Vec<(BlockId, std::ops::Range<Place>)>,
    /// The entries in which each vector is read or written, in order, each once.
    mentions: SecondaryMap<VectorId, Vec<Place>>,
    /// What is to stand in the entry that is being changed.
    done: Vec<OpId>,
}

impl<'p> Insertion<'p> {
    /// Takes the blocks of a program apart.
    pub(super) fn new(program: &'p mut Program) -> Insertion<'p> {
        let mut insertion = Insertion {
            entries: Vec::new(),
            blocks: Vec::new(),
            mentions: SecondaryMap::new(),
            done: Vec::new(),
            program,
        };
        for block in insertion.program.blocks_outer_first() {
            let first = insertion.entries.len();
            for item in std::mem::take(&mut insertion.program.blocks[block]) {
                insertion.entry(item);
            }
            insertion
                .blocks
                .push((block, first..insertion.entries.len()));
        }
        insertion
    }

    fn entry(&mut self, item: Item) {
        let place = self.entries.len();
        let program = &*self.program;
        let mut reads: Vec<LaneRef> = Vec::new();
        let mut vectors: Vec<Option<VectorId>> = Vec::new();
        match &item {
            Item::Op(id) => {
                let op = &program.ops[*id];
                reads.extend(op.reads());
                vectors.extend(op.values().map(|lane| program.lanes[lane].vector));
            }
            Item::If(branch) => reads.extend(branch.reads()),
            Item::Loop(_) | Item::Break | Item::Continue | Item::Emission(..) => {}
        }
        let values = reads.into_iter().filter_map(|lane| program.needed(lane));
        vectors.extend(values.map(|lane| program.lanes[lane].vector));
        for vector in vectors.into_iter().flatten() {
            let list = &mut self.mentions[vector];
            if list.last() != Some(&place) {
                list.push(place);
            }
        }
        self.entries.push(match item {
            Item::Op(id) => Entry {
                ops: vec![id],
                item: None,
            },
            other => Entry {
                ops: Vec::new(),
                item: Some(other),
            },
        });
    }

    /// The entries that mention a vector.
    pub(super) fn take_mentions(&mut self, vector: VectorId) -> Vec<Place> {
        std::mem::take(&mut self.mentions[vector])
    }

    /// Takes the instructions of an entry out of it, to be pushed again.
    pub(super) fn take(&mut self, place: Place) -> Vec<OpId> {
        std::mem::take(&mut self.entries[place].ops)
    }

    /// Appends an instruction to what [`Insertion::put_back`] puts into an entry.
    pub(super) fn push(&mut self, id: OpId) {
        self.done.push(id);
    }

    /// Puts what was pushed into an entry.
    pub(super) fn put_back(&mut self, place: Place) {
        self.entries[place].ops = std::mem::take(&mut self.done);
    }

    /// The conditional of an entry, if it is one.
    pub(super) fn branch(&self, place: Place) -> Option<&If> {
        match &self.entries[place].item {
            Some(Item::If(branch)) => Some(branch),
            _ => None,
        }
    }

    /// As [`Insertion::branch`], to change.
    pub(super) fn branch_mut(&mut self, place: Place) -> Option<&mut If> {
        match &mut self.entries[place].item {
            Some(Item::If(branch)) => Some(branch),
            _ => None,
        }
    }

    /// Puts the blocks together again.
    pub(super) fn finish(self) {
        let mut entries: Vec<Option<Entry>> = self.entries.into_iter().map(Some).collect();
        for (block, places) in self.blocks {
            let taken = entries[places].iter_mut().filter_map(Option::take);
            for entry in taken {
                let items = &mut self.program.blocks[block];
                items.extend(entry.ops.into_iter().map(Item::Op));
                items.extend(entry.item);
            }
        }
    }
}
