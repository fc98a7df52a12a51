//! Makes every operand readable: an instruction reads one uniform or literal register and one input
//! register, and the lanes of one operand come from one register with one sign.
//!
//! What does not fit is copied to temporaries first. A lane is copied once in a block, and which of
//! two operands in conflict is copied is decided by which register is in most conflicts, so that copies
//! are shared.

use crate::isa::Opcode;
use crate::machine::{Item, NanResult, Program, add_copy, is_input, is_wide, one_lane};
use retroshade_diagnostics::Span;
use retroshade_kit::mir::{BlockId, Lane, LaneRef, Machine, OpId, Operand, Shape, Storage};
use rustc_hash::FxHashMap;

/// Copies lanes to temporaries until every instruction can read its operands.
pub(super) fn legalize_reads(program: &mut Program, nan: NanResult) -> bool {
    let lanes = program.lanes.len();
    let mut legalizer = Legalizer {
        conflicts: conflicts(program),
        next: program.new_group(),
        program,
        nan,
        groups: FxHashMap::default(),
        copies: Vec::new(),
        placed: Vec::new(),
    };
    legalizer.block(legalizer.program.body);
    program.lanes.len() > lanes
}

fn storage(operand: &Operand) -> Option<Storage> {
    operand.first().map(|lane| lane.storage())
}

/// Counts the conflicts that each register takes part in.
fn conflicts(program: &Program) -> FxHashMap<Storage, u32> {
    let mut counts = FxHashMap::default();
    let mut count = |operands: &[Operand]| {
        let storages: Vec<Storage> = operands.iter().filter_map(storage).collect();
        let wide = storages.iter().filter(|storage| is_wide(**storage)).count();
        for &storage in &storages {
            let differ = storages
                .iter()
                .any(|other| is_input(*other) && *other != storage);
            if is_wide(storage) && wide > 1 || is_input(storage) && differ {
                *counts.entry(storage).or_default() += 1;
            }
        }
    };
    for op in program.ops.values() {
        count(&op.operands);
    }
    for item in program.blocks.values().flatten() {
        if let Item::If(branch) = item {
            branch.tests.iter().for_each(|test| count(&test.operands));
        }
    }
    counts
}

/// Who reads operands.
#[derive(Clone, Copy)]
struct Reader {
    /// `cmp` for comparisons of conditions.
    code: Opcode,
    span: Span,
}

struct Legalizer<'a> {
    program: &'a mut Program,
    nan: NanResult,
    conflicts: FxHashMap<Storage, u32>,
    /// Copies of one register are lanes of one vector operation.
    groups: FxHashMap<Storage, u32>,
    next: u32,
    /// Copies that exist, for each block around the current place.
    copies: Vec<FxHashMap<LaneRef, Lane>>,
    /// Copies to place before the current instruction.
    placed: Vec<OpId>,
}

impl Legalizer<'_> {
    fn block(&mut self, block: BlockId) {
        self.copies.push(FxHashMap::default());
        let items = std::mem::take(&mut self.program.blocks[block]);
        let mut placed = Vec::with_capacity(items.len());
        for mut item in items {
            match &mut item {
                Item::Op(id) => {
                    let op = &mut self.program.ops[*id];
                    let reader = Reader {
                        code: op.code,
                        span: op.span,
                    };
                    let mut operands = std::mem::take(&mut op.operands);
                    self.operands(reader, &mut operands);
                    self.program.ops[*id].operands = operands;
                }
                Item::If(branch) => {
                    let reader = Reader {
                        code: Opcode::Cmp,
                        span: branch.span,
                    };
                    for test in &mut branch.tests {
                        self.operands(reader, &mut test.operands);
                    }
                }
                Item::Loop(_) | Item::Break | Item::Continue | Item::Emission(..) => {}
            }
            placed.extend(self.placed.drain(..).map(Item::Op));
            match &item {
                Item::If(branch) => {
                    self.block(branch.accept);
                    self.block(branch.reject);
                }
                Item::Loop(repeat) => self.block(repeat.body),
                Item::Op(_) | Item::Break | Item::Continue | Item::Emission(..) => {}
            }
            placed.push(item);
        }
        self.program.blocks[block] = placed;
        self.copies.pop();
    }

    fn operands(&mut self, reader: Reader, operands: &mut [Operand]) {
        for lanes in operands.iter_mut() {
            self.one_register(reader, lanes);
        }
        if reader.code == Opcode::Mad {
            // The first factor is always narrow; a uniform there changes places with the second.
            let wide = |lanes: &Operand| lanes.iter().any(|lane| is_wide(lane.storage()));
            if let [a, b, _] = operands
                && wide(a)
                && !wide(b)
            {
                std::mem::swap(a, b);
            }
        }
        if self.nan == NanResult::Number
            && matches!(reader.code, Opcode::Max | Opcode::Min)
            && let [_, second] = operands
            && second.iter().any(|lane| is_wide(lane.storage()))
        {
            // Only the first operand may be wide, and they cannot change places.
            self.copy_all(second, reader.span);
        }
        while let Some(at) = self.conflict(operands) {
            self.copy_all(&mut operands[at], reader.span);
        }
    }

    fn copy_all(&mut self, operand: &mut Operand, span: Span) {
        for lane in operand {
            *lane = self.copy(*lane, span);
        }
    }

    /// The operand to copy, if two are in conflict.
    fn conflict(&self, operands: &[Operand]) -> Option<usize> {
        let storages: Vec<Storage> = operands.iter().filter_map(storage).collect();
        let places = |fits: fn(Storage) -> bool| -> Vec<usize> {
            (0..storages.len())
                .filter(|at| fits(storages[*at]))
                .collect()
        };
        let wide = places(is_wide);
        let inputs = places(is_input);
        let mut neighbours = inputs.windows(2);
        let candidates = if wide.len() > 1 {
            wide
        } else if neighbours.any(|pair| storages[pair[0]] != storages[pair[1]]) {
            inputs
        } else {
            return None;
        };
        let rank = |at: &usize| {
            (
                self.conflicts.get(&storages[*at]).copied().unwrap_or(0),
                *at,
            )
        };
        candidates.into_iter().max_by_key(rank)
    }

    /// Brings the lanes of an operand into one register, with one sign.
    fn one_register(&mut self, reader: Reader, lanes: &mut Operand) {
        let is_lanewise = crate::machine::VertexUnit::shape(reader.code) == Shape::Lanewise;
        if lanes.len() < 2 || is_lanewise {
            return;
        }
        let first = storage(lanes);
        let scattered = lanes.iter().any(|lane| Some(lane.storage()) != first);
        if !scattered && first == Some(Storage::Literals) {
            return;
        }
        // The sign that most lanes have which stay where they are.
        let is_temporary = |lane: &LaneRef| lane.storage() == Storage::Temporary;
        let kept = lanes.iter().filter(|lane| !scattered || is_temporary(lane));
        let kept: Vec<bool> = kept.map(|lane| lane.negate).collect();
        let negative = kept.iter().filter(|negate| **negate).count();
        let sign = 2 * negative > kept.len();
        let odd = kept.iter().any(|negate| *negate != sign);
        // Lanes of inputs and uniforms cannot be copied one by one: the rest would be elsewhere.
        let all = odd && !scattered && first != Some(Storage::Temporary);
        for lane in lanes.iter_mut() {
            let moves = all || scattered && !is_temporary(lane);
            if moves || lane.negate != sign {
                let wanted = if sign { lane.negated() } else { *lane };
                let copy = self.copy(wanted, reader.span);
                *lane = if sign { copy.negated() } else { copy };
            }
        }
    }

    /// A temporary with the value of an operand lane, made just before the instruction.
    fn copy(&mut self, lane: LaneRef, span: Span) -> LaneRef {
        let known = self.copies.iter().rev().find_map(|known| known.get(&lane));
        if let Some(copy) = known {
            return LaneRef::value(*copy);
        }
        let result = self.program.new_lane();
        let storage = lane.storage();
        let group = match storage {
            Storage::Temporary => self.new_group(),
            _ => match self.groups.get(&storage) {
                Some(group) => *group,
                None => {
                    let group = self.new_group();
                    self.groups.insert(storage, group);
                    group
                }
            },
        };
        let id = add_copy(self.program, [result], one_lane(lane), group, span);
        self.placed.push(id);
        let assigned_once = lane.as_value().is_none();
        if assigned_once && let Some(known) = self.copies.last_mut() {
            known.insert(lane, result);
        }
        LaneRef::value(result)
    }

    fn new_group(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }
}
