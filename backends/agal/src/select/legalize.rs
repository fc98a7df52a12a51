//! Legalises operands: brings them into the form that the machine takes.
//!
//! Before: an operand is any list of lanes. After: the lanes of each operand lie in one register
//! other than a temporary, or all are values; no instruction reads two constants, and none with a
//! single source reads one. What does not fit is moved to a vector of its own, or the operation is split
//! so that each part fits.

use crate::isa::{File, Opcode};
use crate::machine::file;
use crate::machine::{Op, Program, is_constant, is_lanewise, rows, sources, sources_mut};
use retroshade_diagnostics::Span;
use retroshade_kit::mir::{Base, Item, LaneRef, OpId, Operand, Storage};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// How constants that must be moved to temporaries are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Moved once, held for all uses: fewest tokens.
    Shared,
    /// Moved before each use: fewest temporaries.
    Each,
}

/// Legalises all operations. `attributes` holds how many components the stream of each attribute has.
pub(super) fn legalize(program: &mut Program, sharing: Sharing, attributes: &[u8]) -> bool {
    let before = program.ops.len();
    let items = std::mem::take(&mut program.blocks[program.body]);
    let ops: Vec<OpId> = items.iter().filter_map(Item::as_op).collect();
    let mut legalizer = Legalizer {
        program,
        sharing,
        attributes,
        conflicts: BTreeMap::new(),
        moved: BTreeMap::new(),
        gathered: BTreeMap::new(),
    };
    for id in &ops {
        legalizer.count_conflict(*id);
    }
    for id in ops {
        legalizer.op(id);
    }
    program.ops.len() > before
}

struct Legalizer<'a> {
    program: &'a mut Program,
    sharing: Sharing,
    attributes: &'a [u8],
    /// The number of times that each constant register meets another constant.
    conflicts: BTreeMap<Storage, u32>,
    /// Vectors that hold constants: by the lanes moved.
    moved: BTreeMap<Operand, Operand>,
    /// Operands whose lanes were copied to one vector: by their lanes before.
    gathered: BTreeMap<Operand, Operand>,
}

/// The storages of an operand in order, each once, without those that are wherever it suits.
fn storages(operand: &Operand) -> Vec<Storage> {
    let storages = operand.iter().map(|lane| lane.storage());
    let mut storages: Vec<Storage> = storages
        .filter(|storage| *storage != Storage::Any)
        .collect();
    storages.sort_unstable();
    storages.dedup();
    storages
}

/// The storage of all lanes of an operand that are somewhere, if it is one.
fn one_storage(operand: &Operand) -> Option<Storage> {
    let storages = operand.iter().map(|lane| lane.storage());
    let mut defined = storages.filter(|storage| *storage != Storage::Any);
    let first = defined.next().unwrap_or(Storage::Any);
    defined.all(|storage| storage == first).then_some(first)
}

/// The constant that an operand reads, if it reads nothing else.
fn single_constant(operand: Option<&Operand>) -> Option<Storage> {
    one_storage(operand?).filter(|storage| is_constant(*storage))
}

impl Legalizer<'_> {
    fn push(&mut self, id: OpId) {
        let body = self.program.body;
        self.program.blocks[body].push(Item::Op(id));
    }

    fn count_conflict(&mut self, id: OpId) {
        let op = &self.program.ops[id];
        let operands = sources(op);
        let (a, b) = (
            single_constant(operands.first()),
            single_constant(operands.get(1)),
        );
        match (a, b) {
            (Some(a), Some(b)) => {
                *self.conflicts.entry(a).or_insert(0) += 1;
                *self.conflicts.entry(b).or_insert(0) += 1;
            }
            (Some(a), None) if operands.len() == 1 && op.code.opcode != Opcode::Mov => {
                *self.conflicts.entry(a).or_insert(0) += 1;
            }
            _ => {}
        }
    }

    fn op(&mut self, id: OpId) {
        let mut op = self.program.ops[id].clone();
        let span = op.span;
        for test in op
            .predicate
            .iter_mut()
            .flat_map(|predicate| &mut predicate.tests)
        {
            let storages: SmallVec<[Storage; 2]> = test
                .operands
                .iter()
                .map(|operand| operand[0].storage())
                .collect();
            // Not two constants.
            if storages.iter().all(|storage| is_constant(*storage)) {
                let literal = storages.last() == Some(&Storage::Literals);
                let operand = &mut test.operands[usize::from(!literal)];
                *operand = self.away(operand, span);
            }
        }
        for operand in sources_mut(&mut op) {
            self.default_components(operand);
        }
        self.program.ops[id] = op;
        if is_lanewise(&self.program.ops[id]) && self.program.ops[id].out.is_none() {
            return self.lanewise(id);
        }
        self.gather_operands(id);
        self.constants(id);
        self.push(id);
    }

    /// A literal that a short attribute's missing component holds is read from there.
    fn default_components(&self, operand: &mut Operand) {
        let attribute = operand.iter().find_map(|lane| match lane.base {
            Base::Reg(reg, _) if file(reg) == File::Attribute => Some(reg),
            _ => None,
        });
        let Some(reg) = attribute else {
            return;
        };
        let present = self.attributes.get(usize::from(reg.number));
        let present = present.copied().unwrap_or(4);
        for lane in operand {
            let component = lane.as_literal().and_then(|bits| {
                (present..4).find(|component| {
                    let default = if *component == 3 { 1.0f32 } else { 0.0 };
                    default.to_bits() == bits
                })
            });
            if let Some(component) = component {
                *lane = LaneRef::register(reg, component);
            }
        }
    }

    /// Splits an operation lane by lane into parts whose operands each have one storage, or puts
    /// the operands together first, whichever takes fewer tokens.
    fn lanewise(&mut self, id: OpId) {
        let op = &self.program.ops[id];
        if op
            .operands
            .iter()
            .all(|operand| one_storage(operand).is_some())
        {
            self.constants(id);
            return self.push(id);
        }
        let mut groups: BTreeMap<(Storage, Storage), Vec<usize>> = BTreeMap::new();
        for at in 0..op.results.len() {
            let storage = |operand: usize| {
                let lanes = op.operands.get(operand);
                lanes.map_or(Storage::Any, |lanes| lanes[at].storage())
            };
            groups.entry((storage(0), storage(1))).or_default().push(at);
        }
        let groups = merge_undefined(groups);
        let moves = |operand: &Operand| match storages(operand).as_slice() {
            [_] => 0,
            storages => storages
                .iter()
                .filter(|storage| **storage != Storage::Temporary)
                .count(),
        };
        let extra: usize = op.operands.iter().map(moves).sum();
        if groups.len() <= 1 || extra < groups.len() - 1 {
            self.gather_operands(id);
            self.constants(id);
            return self.push(id);
        }
        let whole = op.clone();
        for (number, (_, places)) in groups.into_iter().enumerate() {
            let part = part_of(&whole, &places);
            let id = match number {
                0 => {
                    self.program.ops[id] = part;
                    id
                }
                _ => self.program.ops.push(part),
            };
            self.program.claim_results(id);
            self.constants(id);
            self.push(id);
        }
    }

    /// Makes all lanes of each operand values, unless they have one storage already.
    fn gather_operands(&mut self, id: OpId) {
        let span = self.program.ops[id].span;
        for number in 0..sources(&self.program.ops[id]).len() {
            let operand = self.program.ops[id].operands[number].clone();
            if one_storage(&operand).is_none() {
                self.program.ops[id].operands[number] = self.gather(&operand, span);
            }
        }
    }

    fn gather(&mut self, operand: &Operand, span: Span) -> Operand {
        if let Some(done) = self.gathered.get(operand) {
            return done.clone();
        }
        let mut result = operand.clone();
        let others = storages(operand).into_iter();
        for storage in others.filter(|storage| *storage != Storage::Temporary) {
            let parts = operand.iter().copied();
            let mut parts: Vec<LaneRef> = parts.filter(|lane| lane.storage() == storage).collect();
            parts.sort_unstable();
            parts.dedup();
            let held = self.mov(parts.iter().copied().collect(), span);
            for lane in &mut result {
                if let Some(place) = parts.iter().position(|part| part == lane) {
                    *lane = held[place];
                }
            }
        }
        self.gathered.insert(operand.clone(), result.clone());
        result
    }

    /// Moves lanes to a new vector and gives the results.
    fn mov(&mut self, operand: Operand, span: Span) -> Operand {
        let id = self.program.append(Opcode::Mov.into(), [operand], span);
        self.program.give_vector(id);
        self.program.results(id).collect()
    }

    /// Moves a constant away where the machine takes none.
    fn constants(&mut self, id: OpId) {
        let op = &self.program.ops[id];
        let operands = sources(op);
        let (a, b) = (
            single_constant(operands.first()),
            single_constant(operands.get(1)),
        );
        // The rows of a matrix are constants, and a coordinate or a lone source may be none.
        let lone = operands.len() == 1 && op.code.opcode != Opcode::Mov || rows(op).is_some();
        let number = match (a, b) {
            (Some(_), None) if lone => 0,
            (Some(a), Some(b)) => {
                let weight = |storage: &Storage| self.conflicts.get(storage).copied().unwrap_or(0);
                let first = match (a == Storage::Literals, b == Storage::Literals) {
                    (true, false) => false,
                    (false, true) => true,
                    _ => weight(&a) >= weight(&b),
                };
                usize::from(!first)
            }
            _ => return,
        };
        let (operand, span) = (op.operands[number].clone(), op.span);
        self.program.ops[id].operands[number] = self.away(&operand, span);
    }

    /// The same lanes as values.
    fn away(&mut self, operand: &Operand, span: Span) -> Operand {
        let defined = operand.iter().copied().filter(|lane| !lane.is_undefined());
        let mut wanted: Vec<LaneRef> = defined.collect();
        wanted.sort_unstable();
        wanted.dedup();
        let Some(first) = wanted.first() else {
            return operand.clone();
        };
        // A register is moved whole; lanes that nobody reads are dropped later.
        let whole =
            |base: fn(LaneRef, u8) -> Base| (0..4).map(|at| base(*first, at).into()).collect();
        let source: Operand = match first.storage() {
            Storage::Reg(_) | Storage::Indexed(..) => whole(at_component),
            Storage::Literals | Storage::Temporary | Storage::Any => {
                wanted.iter().copied().collect()
            }
        };
        let held = match (self.sharing, self.moved.get(&source)) {
            (Sharing::Shared, Some(held)) => held.clone(),
            _ => {
                let held = self.mov(source.clone(), span);
                self.moved.insert(source.clone(), held.clone());
                held
            }
        };
        let moved = operand.iter().map(|lane| {
            let place = source.iter().position(|part| part == lane);
            place.map_or(*lane, |place| held[place])
        });
        moved.collect()
    }
}

/// Another component of the register of a lane.
fn at_component(lane: LaneRef, component: u8) -> Base {
    match lane.base {
        Base::Reg(reg, _) => Base::Reg(reg, component),
        Base::Indexed(reg, address, _) => Base::Indexed(reg, address, component),
        other => other,
    }
}

/// An operation with some of its results.
fn part_of(op: &Op, places: &[usize]) -> Op {
    let picked = |list: &Operand| places.iter().map(|at| list[*at]).collect();
    let mut part = op.clone();
    part.results = places.iter().map(|at| op.results[*at]).collect();
    part.operands = op.operands.iter().map(picked).collect();
    if let Some(predicate) = &mut part.predicate {
        predicate.over = picked(&predicate.over);
    }
    part
}

/// Lanes whose operands are wherever it suits join another group.
fn merge_undefined(
    groups: BTreeMap<(Storage, Storage), Vec<usize>>,
) -> Vec<((Storage, Storage), Vec<usize>)> {
    let mut merged: Vec<((Storage, Storage), Vec<usize>)> = Vec::new();
    let fits =
        |one: Storage, other: Storage| one == other || one == Storage::Any || other == Storage::Any;
    for (key, places) in groups {
        let found = merged
            .iter_mut()
            .find(|(other, _)| fits(key.0, other.0) && fits(key.1, other.1));
        match found {
            Some((other, lanes)) => {
                if other.0 == Storage::Any {
                    other.0 = key.0;
                }
                if other.1 == Storage::Any {
                    other.1 = key.1;
                }
                lanes.extend(places);
                lanes.sort_unstable();
            }
            None => merged.push((key, places)),
        }
    }
    merged
}
