//! Finds copies of the same code before registers are given, and has their scalars lie in the same
//! places, so that the words come out equal and can be a procedure.
//!
//! Copies are rows of instructions with the same opcodes, uniforms, inputs, literals and outputs.
//! What they read and write in temporaries may differ: those scalars become *twins* if they are
//! never live at the same time. Whether a procedure comes of it is found out with the finished words.

use super::super::cluster::Clusters;
use crate::best::Best;
use crate::isa::Opcode;
use crate::select::code::{Block, Code, Lane, Node, Op, OutputLane, Scalar, ScalarMap, Source};
use crate::select::live::{Ranges, fit_register, overlap, unite};
use retroshade_ir::entity::SecondaryMap;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The shortest row that saves a word when it stands twice.
const SHORTEST: usize = 3;
/// Pairs of copies that are tried, the longest first.
const PAIRS: usize = 64;
/// Programs of more instructions are left alone: each instruction is compared with every other.
const MOST: usize = 1024;

/// Scalars that lie in one place one after the other.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Twins {
    /// The first of each scalar's twins; itself where it is absent.
    first: ScalarMap<Scalar>,
    /// For each first, all of them; none for those that are alone.
    all: SecondaryMap<Scalar, Vec<Scalar>>,
}

impl Twins {
    fn first(&self, scalar: Scalar) -> Scalar {
        self.first[scalar].unwrap_or(scalar)
    }

    fn all(&self, scalar: Scalar) -> Vec<Scalar> {
        match self.all[self.first(scalar)].as_slice() {
            [] => vec![scalar],
            all => all.to_vec(),
        }
    }

    fn unite(&mut self, a: Scalar, b: Scalar) {
        let (mut all, others) = (self.all(a), self.all(b));
        let first = self.first(a);
        let other = self.first(b);
        self.all[other].clear();
        all.extend(others);
        for scalar in &all {
            self.first[*scalar] = Some(first);
        }
        self.all[first] = all;
    }

    /// Scalars grouped with their twins among them.
    pub(in super::super) fn together(&self, scalars: &[Scalar]) -> Vec<Vec<Scalar>> {
        let mut groups: Vec<Vec<Scalar>> = Vec::new();
        for scalar in scalars {
            let first = self.first(*scalar);
            let is_twin = |group: &&mut Vec<Scalar>| {
                group
                    .first()
                    .is_some_and(|other| self.first(*other) == first)
            };
            match groups.iter_mut().find(is_twin) {
                Some(group) => group.push(*scalar),
                None => groups.push(vec![*scalar]),
            }
        }
        groups
    }
}

/// Makes twins of the scalars of copies and brings their clusters together.
pub(in super::super) fn align(code: &Code, clusters: &mut Clusters, ranges: &Ranges) -> Twins {
    let mut rows = Vec::new();
    flatten(&code.body, &mut rows);
    let mut state = State {
        code,
        ranges,
        clusters,
        twins: Twins::default(),
    };
    if rows.len() > MOST {
        return state.twins;
    }
    for pair in pairs(code, &rows) {
        let mut at = 0;
        while at < pair.length {
            at += state.align(&rows, &pair, at).max(1);
        }
    }
    state.twins
}

/// All instructions in layout order, with nothing between those of different blocks.
fn flatten<'a>(block: &'a Block, rows: &mut Vec<Option<&'a Op>>) {
    for node in block {
        match node {
            Node::Op(op) => rows.push(Some(op)),
            Node::If(branch) => {
                rows.push(None);
                flatten(&branch.accept, rows);
                rows.push(None);
                flatten(&branch.reject, rows);
                rows.push(None);
            }
            Node::Loop(repeat) => {
                rows.push(None);
                flatten(&repeat.body, rows);
                rows.push(None);
            }
            Node::Break | Node::Continue => rows.push(None),
        }
    }
}

/// Two rows of the same length that differ in scalars only.
struct Pair {
    first: usize,
    second: usize,
    length: usize,
}

/// What two instructions have in common whose words can be equal.
#[derive(PartialEq, Eq, Hash)]
struct Shape {
    opcode: Opcode,
    results: Vec<Option<OutputLane>>,
    /// Temporaries are left out.
    operands: Vec<Vec<(Option<Lane>, bool)>>,
}

impl Shape {
    fn of(code: &Code, op: &Op) -> Shape {
        let source = |source: &Source| match source.lane {
            Lane::Scalar(_) => (None, source.negate),
            lane => (Some(lane), source.negate),
        };
        Shape {
            opcode: op.opcode,
            results: op.results.iter().map(|r| code.output_of(*r)).collect(),
            operands: op
                .operands
                .iter()
                .map(|lanes| lanes.iter().map(source).collect())
                .collect(),
        }
    }
}

/// Copies, the longest first.
fn pairs(code: &Code, rows: &[Option<&Op>]) -> Vec<Pair> {
    let mut known: FxHashMap<Shape, usize> = FxHashMap::default();
    let kinds: Vec<Option<usize>> = rows
        .iter()
        .map(|op| {
            let count = known.len();
            op.map(|op| *known.entry(Shape::of(code, op)).or_insert(count))
        })
        .collect();
    let same = |a: usize, b: usize| match (kinds.get(a), kinds.get(b)) {
        (Some(Some(a)), Some(Some(b))) => a == b,
        _ => false,
    };
    let mut best = Best::new(PAIRS);
    for distance in SHORTEST..rows.len() {
        let mut start = 0;
        while start + distance < rows.len() {
            let mut length = 0;
            while same(start + length, start + length + distance) {
                length += 1;
            }
            if length.min(distance) >= SHORTEST {
                let pair = Pair {
                    first: start,
                    second: start + distance,
                    length: length.min(distance),
                };
                best.add(pair.length, pair);
            }
            start += length + 1;
        }
    }
    best.into_iter().collect()
}

struct State<'a> {
    code: &'a Code,
    ranges: &'a Ranges,
    clusters: &'a mut Clusters,
    twins: Twins,
}

impl State<'_> {
    /// Aligns two rows from some instruction on, as far as it goes; gives how far. A row that is too
    /// short for a procedure changes nothing.
    fn align(&mut self, rows: &[Option<&Op>], pair: &Pair, from: usize) -> usize {
        let before = (self.clusters.clone(), self.twins.clone());
        let op = |at: usize| rows.get(at).copied().flatten();
        let mut done = 0;
        while from + done < pair.length {
            let at = from + done;
            let (Some(a), Some(b)) = (op(pair.first + at), op(pair.second + at)) else {
                break;
            };
            if !self.align_op(a, b) {
                break;
            }
            done += 1;
        }
        if done < SHORTEST {
            *self.clusters = before.0;
            self.twins = before.1;
        }
        done
    }

    /// Makes twins of all scalars of two instructions; undoes nothing if that fails half way, which
    /// costs freedom only.
    fn align_op(&mut self, a: &Op, b: &Op) -> bool {
        let scalar = |source: &Source| match source.lane {
            Lane::Scalar(scalar) => Some(scalar),
            _ => None,
        };
        let reads = a
            .sources()
            .filter_map(scalar)
            .zip(b.sources().filter_map(scalar));
        let writes = a.results.iter().copied().zip(b.results.iter().copied());
        reads.chain(writes).all(|(a, b)| self.twin(a, b))
    }

    fn twin(&mut self, a: Scalar, b: Scalar) -> bool {
        let is_output = |scalar| self.code.output_of(scalar).is_some();
        if a == b || is_output(a) || self.twins.first(a) == self.twins.first(b) {
            return true;
        }
        let (mine, theirs) = (self.live(&self.twins.all(a)), self.live(&self.twins.all(b)));
        let component = |scalar: Scalar| {
            let info = self.code.scalars.get(scalar.0 as usize);
            info.and_then(|info| info.component)
        };
        if is_output(b) || component(a) != component(b) || overlap(&mine, &theirs) {
            return false;
        }
        let mut members = self.clusters.members(a).to_vec();
        if !self.clusters.together(&[a, b]) {
            members.extend_from_slice(self.clusters.members(b));
        }
        let ranges = members.iter().flat_map(|member| self.ranges.get(*member));
        if !fit_register(ranges) {
            return false;
        }
        self.clusters.merge(a, b);
        self.twins.unite(a, b);
        true
    }

    /// When any of some scalars is live.
    fn live(&self, scalars: &[Scalar]) -> Vec<Range<u32>> {
        let mut all = Vec::new();
        for scalar in scalars {
            unite(&mut all, self.ranges.get(*scalar));
        }
        all
    }
}
