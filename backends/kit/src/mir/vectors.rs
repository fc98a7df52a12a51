//! Lanes to vector registers. An instruction can swizzle one register, so the lanes that one operand
//! reads must share a register: they are united where that is possible (union-find over vectors), else
//! what is missing is copied into the vector that already holds most of them.

use super::{Lane, LaneRef, Machine, OpId, Operand, Part, Program, State, Vector, VectorId};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::entity::{EntityRef, EntityVec, SecondaryMap};

/// Lanes that are copied together, by what one copy can read: all literals are one part.
pub type CopyGroups = IndexMap<(Option<Part>, bool), Vec<LaneRef>>;

/// One instruction in place of several copies.
#[derive(Clone, Debug)]
pub struct MergedCopy<M: Machine> {
    /// What it does.
    pub code: M::Opcode,
    /// The operands.
    pub operands: Vec<Operand>,
    /// The lanes that its results are copies of.
    pub copied: Vec<LaneRef>,
}

/// What a chip does in place of several copies into one vector, if it can.
pub type MergeCopies<M> = fn(&CopyGroups) -> Option<MergedCopy<M>>;

/// Makes every operand read one register with one sign and brings the program to the state of vectors. For
/// bodies without nested blocks.
///
/// # Errors
/// A defect: an operand that nothing makes readable.
pub fn form_vectors<M: Machine>(
    program: &mut Program<M>,
    merge: Option<MergeCopies<M>>,
) -> Result<bool, Diagnostic> {
    let mut forming = Forming {
        read_back: SecondaryMap::new(),
        places: SecondaryMap::new(),
        vectors: EntityVec::new(),
        copies: Vec::new(),
        program,
        merge,
    };
    forming.find_read_back();
    forming.give_vectors();
    forming.unite_operands();
    forming.rewrite()?;
    Ok(true)
}

/// How an operand can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// Literals only.
    Literals,
    /// Components of one register with one sign.
    Register,
    /// Components of an output that is read back, with one sign.
    ReadBack,
    /// Lanes that must share a vector.
    Shared,
}

#[derive(Clone, Debug, Default)]
struct Growing {
    /// Results of instructions.
    lanes: Vec<Lane>,
    /// Lanes that were copied into it, with the results that are the copies.
    copies: IndexMap<LaneRef, Lane>,
}

struct Forming<'p, M: Machine> {
    program: &'p mut Program<M>,
    merge: Option<MergeCopies<M>>,
    /// Where a value can be read back from an output.
    read_back: SecondaryMap<Lane, Option<LaneRef>>,
    /// The vector of each value, and its place there.
    places: SecondaryMap<Lane, Option<(VectorId, u8)>>,
    vectors: EntityVec<VectorId, Growing>,
    /// Instructions that copy.
    copies: Vec<OpId>,
}

impl<M: Machine> Forming<'_, M> {
    fn find_read_back(&mut self) {
        for op in self.program.ops.values() {
            let Some(out) = op.out.filter(|out| M::reads_back(out.reg)) else {
                continue;
            };
            for (component, from) in (0..).zip(out.from) {
                let lane = from.and_then(|from| op.results.get(usize::from(from)).copied());
                if let Some(Some(lane)) = lane {
                    let place = LaneRef::register(out.reg, component);
                    self.read_back[lane].get_or_insert(place);
                }
            }
        }
    }

    fn back(&self, lane: LaneRef) -> Option<LaneRef> {
        let place = self.read_back[lane.as_value()?]?;
        Some(LaneRef {
            negate: lane.negate,
            ..place
        })
    }

    fn classify(&self, lanes: &[LaneRef]) -> Class {
        let Some(first) = lanes.first().copied() else {
            return Class::Literals;
        };
        if lanes.iter().all(|lane| lane.as_literal().is_some()) {
            return Class::Literals;
        }
        let one_sign = lanes.iter().all(|lane| lane.negate == first.negate);
        let part = self.program.part(first);
        let register = matches!(part, Part::Reg(_) | Part::Indexed(..));
        if one_sign && register && lanes.iter().all(|lane| self.program.part(*lane) == part) {
            return Class::Register;
        }
        if one_sign && lanes.iter().all(|lane| self.back(*lane).is_some()) {
            return Class::ReadBack;
        }
        Class::Shared
    }

    /// A vector for the results of each instruction that an operand reads from a register.
    fn give_vectors(&mut self) {
        let mut kept: SecondaryMap<Lane, bool> = SecondaryMap::new();
        let indices = self.program.addresses.values();
        let indices = indices.map(|address| std::slice::from_ref(&address.index));
        let operands = self.program.ops.values().flat_map(|op| &op.operands);
        for lanes in operands.map(|operand| operand.as_slice()).chain(indices) {
            if self.classify(lanes) == Class::Shared {
                for value in lanes.iter().filter_map(|lane| lane.as_value()) {
                    kept[value] = true;
                }
            }
        }
        for id in self.program.ops.keys() {
            let results = self.program.ops[id].results.iter().flatten();
            let lanes: Vec<_> = results.copied().filter(|lane| kept[*lane]).collect();
            if !lanes.is_empty() {
                let vector = self.vectors.push(Growing::default());
                self.extend(vector, &lanes);
            }
        }
    }

    fn extend(&mut self, vector: VectorId, lanes: &[Lane]) {
        let target = &mut self.vectors[vector];
        for lane in lanes {
            self.places[*lane] = Some((vector, target.lanes.len() as u8));
            target.lanes.push(*lane);
        }
    }

    /// Unites or copies the lanes of each operand.
    fn unite_operands(&mut self) {
        let ids: Vec<OpId> = self.program.ops.keys().collect();
        for id in ids {
            for number in 0..self.program.ops[id].operands.len() {
                let lanes = self.program.ops[id].operands[number].clone();
                if self.classify(&lanes) != Class::Shared || self.find(&lanes).is_some() {
                    continue;
                }
                let one_sign = lanes
                    .windows(2)
                    .all(|pair| pair[0].negate == pair[1].negate);
                if one_sign && self.unite(&lanes) {
                    continue;
                }
                let span = self.program.ops[id].span;
                self.copy_together(&lanes, span);
            }
        }
    }

    fn place(&self, lane: LaneRef) -> Option<(VectorId, u8)> {
        self.places[lane.as_value()?]
    }

    /// The vectors that hold some of these, in their order.
    fn vectors_of(&self, lanes: &[LaneRef]) -> Vec<VectorId> {
        let places = lanes.iter().filter_map(|lane| self.place(*lane));
        let mut ids: Vec<VectorId> = places.map(|(vector, _)| vector).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The values of one vector that hold all of these, and whether with the other sign; the vector of the
    /// first, else the first one that it was copied into.
    fn find(&self, lanes: &[LaneRef]) -> Option<(Vec<Lane>, bool)> {
        let first = *lanes.first()?;
        if let Some((vector, _)) = self.place(first)
            && let Some(found) = self.in_vector(vector, lanes, first.negate)
        {
            return Some((found, first.negate));
        }
        let copied = |lane: LaneRef, negate: bool| {
            let holders = self.vectors.iter();
            let mut holders = holders.filter(|(_, vector)| vector.copies.contains_key(&lane));
            holders.find_map(|(id, _)| Some((self.in_vector(id, lanes, negate)?, negate)))
        };
        copied(first, false).or_else(|| copied(first.negated(), true).filter(|_| first.negate))
    }

    /// The values of a vector that hold these with one sign.
    fn in_vector(&self, vector: VectorId, lanes: &[LaneRef], negate: bool) -> Option<Vec<Lane>> {
        let lanes = lanes.iter().map(|lane| {
            let own = lane.as_value().filter(|_| lane.negate == negate);
            let own = own.filter(|_| self.place(*lane).is_some_and(|(other, _)| other == vector));
            let copied = if negate { lane.negated() } else { *lane };
            own.or_else(|| self.vectors[vector].copies.get(&copied).copied())
        });
        lanes.collect()
    }

    /// True if so many lanes have a layout, the first being these and the others free.
    fn has_layout(&self, lanes: &[Lane], count: usize) -> bool {
        super::layouts(count as u8).any(|layout| {
            let mut places = lanes.iter().zip(layout);
            places.all(|(lane, at)| self.program.may_lie_at(*lane, at))
        })
    }

    /// Makes one vector of those that hold these lanes, if all are held and a register can be laid out so.
    fn unite(&mut self, lanes: &[LaneRef]) -> bool {
        if lanes.iter().any(|lane| self.place(*lane).is_none()) {
            return false;
        }
        let ids = self.vectors_of(lanes);
        let all: Vec<Lane> = ids
            .iter()
            .flat_map(|id| self.vectors[*id].lanes.iter().copied())
            .collect();
        let Some((&into, rest)) = ids.split_first() else {
            return false;
        };
        if all.len() > 4 || !self.has_layout(&all, all.len()) {
            return false;
        }
        for id in rest {
            let vector = std::mem::take(&mut self.vectors[*id]);
            self.extend(into, &vector.lanes);
            self.vectors[into].copies.extend(vector.copies);
        }
        true
    }

    /// Copies lanes into one vector, that of most of them where it has room.
    fn copy_together(&mut self, lanes: &[LaneRef], span: Span) {
        // The operand can flip the sign of all; the copies then serve operands of both signs.
        let flipped: Vec<LaneRef> = lanes.iter().map(|lane| lane.negated()).collect();
        let all_negated = lanes.iter().all(|lane| lane.negate);
        let lanes = if all_negated { &flipped } else { lanes };
        let is_plain = |lane: &LaneRef| lane.as_literal().is_some() || !lane.negate;
        let host = if lanes.iter().all(is_plain) {
            self.unite_results(lanes);
            self.best_host(lanes)
        } else {
            None
        };
        let host = host.unwrap_or_else(|| self.vectors.push(Growing::default()));
        let mut groups = CopyGroups::new();
        for lane in self.missing(host, lanes) {
            let part = Some(self.program.part(lane)).filter(|_| lane.as_literal().is_none());
            groups.entry((part, lane.negate)).or_default().push(lane);
        }
        if let Some(merged) = self.merge.and_then(|merge| merge(&groups)) {
            self.copy(host, merged.code, merged.operands, &merged.copied, span);
            return;
        }
        for group in groups.into_values() {
            let operand = group.iter().copied().collect();
            self.copy(host, M::COPY, vec![operand], &group, span);
        }
    }

    fn copy(
        &mut self,
        host: VectorId,
        code: M::Opcode,
        operands: Vec<Operand>,
        copied: &[LaneRef],
        span: Span,
    ) {
        let id = self.program.add(code, operands, span);
        self.copies.push(id);
        let results = self.program.ops[id].results.iter().flatten();
        let results: Vec<Lane> = results.copied().collect();
        for (lane, result) in copied.iter().zip(&results) {
            self.vectors[host].copies.insert(*lane, *result);
        }
        self.extend(host, &results);
    }

    /// Unites the results among some lanes where that leaves room for copies of the others.
    fn unite_results(&mut self, lanes: &[LaneRef]) {
        let (results, mut others): (Vec<LaneRef>, Vec<LaneRef>) =
            lanes.iter().partition(|lane| self.place(**lane).is_some());
        others.sort_unstable();
        others.dedup();
        let room = 4usize.saturating_sub(others.len());
        let vectors = self.vectors_of(&results).into_iter();
        let taken: usize = vectors.map(|id| self.vectors[id].lanes.len()).sum();
        if results.len() > 1 && taken <= room {
            self.unite(&results);
        }
    }

    /// The vector that already holds most of these lanes and has room for copies of the others.
    fn best_host(&self, lanes: &[LaneRef]) -> Option<VectorId> {
        let mut best: Option<(usize, VectorId)> = None;
        for (id, _) in lanes.iter().filter_map(|lane| self.place(*lane)) {
            let missing = self.missing(id, lanes).len();
            let held = &self.vectors[id].lanes;
            let count = held.len() + missing;
            let fits = count <= 4 && self.has_layout(held, count);
            if fits && best.is_none_or(|(fewest, _)| missing < fewest) {
                best = Some((missing, id));
            }
        }
        best.map(|(_, id)| id)
    }

    /// Lanes that are not in a vector, each once.
    fn missing(&self, vector: VectorId, lanes: &[LaneRef]) -> Vec<LaneRef> {
        let mut missing = Vec::new();
        for lane in lanes {
            let is_held = self.in_vector(vector, &[*lane], false).is_some();
            if !is_held && !missing.contains(lane) {
                missing.push(*lane);
            }
        }
        missing
    }

    /// The lanes by which an operand reads a register.
    fn located(&self, lanes: &[LaneRef]) -> Result<Operand, Diagnostic> {
        match self.classify(lanes) {
            Class::Literals | Class::Register => Ok(lanes.iter().copied().collect()),
            Class::ReadBack => Ok(lanes.iter().filter_map(|lane| self.back(*lane)).collect()),
            Class::Shared => {
                let (found, negate) = self
                    .find(lanes)
                    .ok_or_else(|| Diagnostic::bug("form_vectors", "an operand cannot be read"))?;
                let lanes = found.into_iter().map(|value| LaneRef {
                    negate,
                    ..LaneRef::value(value)
                });
                Ok(lanes.collect())
            }
        }
    }

    /// Makes operands name the lanes that they read, and hands the vectors to the program.
    fn rewrite(self) -> Result<(), Diagnostic> {
        let mut operands = Vec::new();
        for op in self.program.ops.values() {
            for operand in &op.operands {
                operands.push(self.located(operand)?);
            }
        }
        let mut indices = Vec::new();
        for address in self.program.addresses.values() {
            let index = self.located(&[address.index])?;
            indices.push(index.first().copied().unwrap_or(address.index));
        }
        let Forming {
            program,
            vectors,
            copies,
            ..
        } = self;
        let mut operands = operands.into_iter();
        for op in program.ops.values_mut() {
            for (operand, located) in op.operands.iter_mut().zip(&mut operands) {
                *operand = located;
            }
        }
        for (address, index) in program.addresses.values_mut().zip(indices) {
            address.index = index;
        }
        // Those that were united with others are empty.
        let filled = vectors.values().filter(|vector| !vector.lanes.is_empty());
        for (number, vector) in filled.enumerate() {
            for lane in &vector.lanes {
                program.lanes[*lane].vector = Some(VectorId::new(number));
            }
            let lanes = vector.lanes.iter().copied().collect();
            program.vectors.push(Vector { lanes });
        }
        program.state = State::Vectors;
        program.place_before_readers(&copies);
        Ok(())
    }
}
