//! Orders of the tree: blocks and instructions as they are laid out.

use super::{BlockId, Item, Machine, OpId, Program};
use retroshade_diagnostics::Span;

impl<M: Machine> Program<M> {
    /// The blocks that a block's items have, in order.
    pub fn inner_blocks(&self, block: BlockId) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
        let items = self.blocks[block].iter();
        let inner = items.map(|item| match item {
            Item::If(branch) => [Some(branch.accept), Some(branch.reject)],
            Item::Loop(repeat) => [Some(repeat.body), None],
            Item::Op(_) | Item::Break | Item::Continue | Item::Emission(..) => [None, None],
        });
        inner.flatten().flatten()
    }

    /// Every block below the body, and it, each before those inside it.
    pub fn blocks_outer_first(&self) -> Vec<BlockId> {
        let mut found = Vec::new();
        let mut open = vec![self.body];
        while let Some(block) = open.pop() {
            found.push(block);
            open.extend(self.inner_blocks(block).rev());
        }
        found
    }

    /// Every block below the body, and it, each behind those inside it.
    pub fn blocks_inner_first(&self) -> Vec<BlockId> {
        let mut found = Vec::new();
        let mut open = vec![(self.body, false)];
        while let Some((block, is_done)) = open.pop() {
            if is_done {
                found.push(block);
                continue;
            }
            open.push((block, true));
            open.extend(self.inner_blocks(block).rev().map(|inner| (inner, false)));
        }
        found
    }

    /// The instructions that stand in a block itself.
    pub fn ops_of(&self, block: BlockId) -> impl DoubleEndedIterator<Item = OpId> + '_ {
        self.blocks[block].iter().filter_map(Item::as_op)
    }

    /// Every instruction, those of a block before those of blocks inside it.
    pub fn ops_outer_first(&self) -> Vec<OpId> {
        let blocks = self.blocks_outer_first().into_iter();
        blocks.flat_map(|block| self.ops_of(block)).collect()
    }

    /// Every instruction, in the order in which they are laid out.
    pub fn ops_laid_out(&self) -> Vec<OpId> {
        let mut found = Vec::with_capacity(self.ops.len());
        self.each_item(&self.blocks[self.body], &mut |item| {
            found.extend(item.as_op())
        });
        found
    }

    /// The source of an item.
    pub fn span_of(&self, item: &Item<M>) -> Span {
        match item {
            Item::Op(id) => self.ops[*id].span,
            Item::If(branch) => branch.span,
            Item::Loop(repeat) => repeat.span,
            Item::Emission(_, span) => *span,
            Item::Break | Item::Continue => Span::NONE,
        }
    }

    /// True if an item may leave the loop around it, or start its next round.
    pub fn leaves_loop(&self, item: &Item<M>) -> bool {
        let in_block =
            |block: BlockId| self.blocks[block].iter().any(|item| self.leaves_loop(item));
        match item {
            Item::Break | Item::Continue => true,
            Item::If(branch) => in_block(branch.accept) || in_block(branch.reject),
            Item::Op(_) | Item::Loop(_) | Item::Emission(..) => false,
        }
    }

    /// True if an item makes a vertex or chooses where one goes.
    pub fn emits(&self, item: &Item<M>) -> bool {
        let in_block = |block: BlockId| self.blocks[block].iter().any(|item| self.emits(item));
        match item {
            Item::Emission(..) => true,
            Item::If(branch) => in_block(branch.accept) || in_block(branch.reject),
            Item::Loop(repeat) => in_block(repeat.body),
            Item::Op(_) | Item::Break | Item::Continue => false,
        }
    }

    /// Calls a function for every item below some, in the order in which they are laid out.
    pub fn each_item<'p>(&'p self, items: &'p [Item<M>], f: &mut impl FnMut(&'p Item<M>)) {
        for item in items {
            f(item);
            match item {
                Item::If(branch) => {
                    self.each_item(&self.blocks[branch.accept], f);
                    self.each_item(&self.blocks[branch.reject], f);
                }
                Item::Loop(repeat) => self.each_item(&self.blocks[repeat.body], f),
                Item::Op(_) | Item::Break | Item::Continue | Item::Emission(..) => {}
            }
        }
    }
}

impl<M: Machine> Item<M> {
    /// The instruction, if it is one.
    pub fn as_op(&self) -> Option<OpId> {
        match self {
            Item::Op(id) => Some(*id),
            _ => None,
        }
    }
}
