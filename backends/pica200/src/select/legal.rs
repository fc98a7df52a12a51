//! Makes every operand readable: an instruction reads one uniform or literal register and one input
//! register, and the lanes of one operand come from one register with one sign.
//!
//! What does not fit is copied to temporaries first. A lane is copied once in a block, and which of
//! two clashing operands is copied is decided by which register clashes most often, so that copies
//! are shared.

use super::code::{
    Block, Code, Home, Lane, Node, Op, Scalar, Source, Test, each_block, each_op, is_lanewise,
};
use crate::isa::Opcode;
use rustc_hash::FxHashMap;

/// Copies lanes to temporaries until every instruction can read its operands.
pub(super) fn legalise(code: &mut Code) {
    let mut next = 0;
    each_op(&code.body, &mut |op| next = next.max(op.origin + 1));
    let mut work = Work {
        clashes: clashes(code),
        code,
        origins: FxHashMap::default(),
        next,
        copies: Vec::new(),
    };
    let mut body = std::mem::take(&mut work.code.body);
    work.block(&mut body);
    work.code.body = body;
}

/// The operands of an instruction, or of a comparison, as lists of lanes.
fn test_operands(test: &Test) -> Vec<Vec<Source>> {
    test.sources.iter().map(|source| vec![*source]).collect()
}

/// How often each register takes part in a clash.
fn clashes(code: &Code) -> FxHashMap<Home, u32> {
    let mut counts = FxHashMap::default();
    let mut count = |operands: &[Vec<Source>]| {
        let homes: Vec<Home> = operands
            .iter()
            .filter_map(|lanes| lanes.first())
            .map(|source| source.lane.home())
            .collect();
        let wide = homes.iter().filter(|home| home.is_wide()).count();
        for home in &homes {
            let input = matches!(home, Home::Input(_));
            let others = homes
                .iter()
                .filter(|other| matches!(other, Home::Input(_)) && *other != home);
            if home.is_wide() && wide > 1 || input && others.count() > 0 {
                *counts.entry(*home).or_default() += 1;
            }
        }
    };
    each_block(&code.body, &mut |block| {
        for node in block {
            match node {
                Node::Op(op) => count(&op.operands),
                Node::If(branch) => {
                    for test in branch.condition.tests() {
                        count(&test_operands(test));
                    }
                }
                Node::Loop(_) | Node::Break | Node::Continue => {}
            }
        }
    });
    counts
}

struct Work<'a> {
    code: &'a mut Code,
    clashes: FxHashMap<Home, u32>,
    /// Copies of one register are lanes of one vector operation.
    origins: FxHashMap<Home, u32>,
    next: u32,
    /// Copies that exist, for each block around the current place.
    copies: Vec<FxHashMap<Source, Scalar>>,
}

impl Work<'_> {
    fn block(&mut self, block: &mut Block) {
        self.copies.push(FxHashMap::default());
        let old = std::mem::take(block);
        for mut node in old {
            match &mut node {
                Node::Op(op) => {
                    let mut operands = std::mem::take(&mut op.operands);
                    self.operands(op, &mut operands, block);
                    op.operands = operands;
                }
                Node::If(branch) => {
                    let span = branch.span;
                    for test in branch.condition.tests_mut() {
                        let mut operands = test_operands(test);
                        let shape = Op {
                            opcode: Opcode::Cmp,
                            results: Vec::new(),
                            operands: Vec::new(),
                            origin: 0,
                            span,
                        };
                        self.operands(&shape, &mut operands, block);
                        for (slot, lanes) in test.sources.iter_mut().zip(&operands) {
                            if let Some(source) = lanes.first() {
                                *slot = *source;
                            }
                        }
                    }
                    self.block(&mut branch.accept);
                    self.block(&mut branch.reject);
                }
                Node::Loop(repeat) => self.block(&mut repeat.body),
                Node::Break | Node::Continue => {}
            }
            block.push(node);
        }
        self.copies.pop();
    }

    fn operands(&mut self, op: &Op, operands: &mut [Vec<Source>], block: &mut Block) {
        for lanes in operands.iter_mut() {
            self.one_register(op, lanes, block);
        }
        if op.opcode == Opcode::Mad {
            // The first factor is always narrow; a uniform there changes places with the second.
            let wide = |lanes: &Vec<Source>| lanes.iter().any(|s| s.lane.home().is_wide());
            if let [a, b, _] = operands
                && wide(a)
                && !wide(b)
            {
                std::mem::swap(a, b);
            }
        }
        if self.code.ordered
            && matches!(op.opcode, Opcode::Max | Opcode::Min)
            && let [_, second] = operands
            && second.iter().any(|source| source.lane.home().is_wide())
        {
            // Only the first operand may be wide, and they cannot change places.
            for source in second.iter_mut() {
                *source = self.copy(*source, op, block);
            }
        }
        while let Some(at) = self.clash(operands) {
            let Some(lanes) = operands.get_mut(at) else {
                return;
            };
            for source in lanes.iter_mut() {
                *source = self.copy(*source, op, block);
            }
        }
    }

    /// The operand to copy, if two clash.
    fn clash(&self, operands: &[Vec<Source>]) -> Option<usize> {
        let home = |lanes: &Vec<Source>| lanes.first().map(|source| source.lane.home());
        let homes: Vec<Home> = operands.iter().filter_map(home).collect();
        let wide = homes.iter().enumerate().filter(|(_, home)| home.is_wide());
        let wide: Vec<usize> = wide.map(|(at, _)| at).collect();
        let inputs = homes.iter().enumerate();
        let inputs = inputs.filter(|(_, home)| matches!(home, Home::Input(_)));
        let inputs: Vec<usize> = inputs.map(|(at, _)| at).collect();
        let differ = inputs
            .windows(2)
            .any(|pair| homes[pair[0]] != homes[pair[1]]);
        let candidates = if wide.len() > 1 {
            wide
        } else if differ {
            inputs
        } else {
            return None;
        };
        let worth = |at: &usize| {
            let home = homes.get(*at);
            let count = home.and_then(|home| self.clashes.get(home)).copied();
            (count.unwrap_or(0), *at)
        };
        candidates.into_iter().max_by_key(worth)
    }

    /// Brings the lanes of an operand into one register, with one sign.
    fn one_register(&mut self, op: &Op, lanes: &mut [Source], block: &mut Block) {
        if lanes.len() < 2 || is_lanewise(op.opcode) {
            return;
        }
        let first = lanes.first().map(|source| source.lane.home());
        let scattered = lanes.iter().any(|source| Some(source.lane.home()) != first);
        if !scattered && first == Some(Home::Literal) {
            return;
        }
        // The sign that most lanes have which stay where they are.
        let stays = |source: &&Source| !scattered || source.lane.home() == Home::Temporary;
        let kept: Vec<bool> = lanes
            .iter()
            .filter(stays)
            .map(|source| source.negate)
            .collect();
        let negative = kept.iter().filter(|negate| **negate).count();
        let sign = 2 * negative > kept.len();
        let odd = kept.iter().any(|negate| *negate != sign);
        // Lanes of inputs and uniforms cannot be copied one by one: the rest would be elsewhere.
        let all = odd && !scattered && first != Some(Home::Temporary);
        for source in lanes.iter_mut() {
            let moves = all || scattered && source.lane.home() != Home::Temporary;
            if moves || source.negate != sign {
                let wanted = if sign { source.negated() } else { *source };
                let copy = self.copy(wanted, op, block);
                *source = if sign { copy.negated() } else { copy };
            }
        }
    }

    /// A temporary with the value of an operand lane, made just before the instruction.
    fn copy(&mut self, source: Source, op: &Op, block: &mut Block) -> Source {
        for known in self.copies.iter().rev() {
            if let Some(scalar) = known.get(&source) {
                return Source::scalar(*scalar);
            }
        }
        let result = self.code.scalar();
        let home = source.lane.home();
        let origin = match home {
            Home::Temporary => self.fresh(),
            _ => match self.origins.get(&home) {
                Some(origin) => *origin,
                None => {
                    let origin = self.fresh();
                    self.origins.insert(home, origin);
                    origin
                }
            },
        };
        block.push(Node::Op(Op {
            opcode: Opcode::Mov,
            results: vec![result],
            operands: vec![vec![source]],
            origin,
            span: op.span,
        }));
        let assigned_once = !matches!(source.lane, Lane::Scalar(_));
        if assigned_once && let Some(known) = self.copies.last_mut() {
            known.insert(source, result);
        }
        Source::scalar(result)
    }

    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }
}
