//! Finds copies of the same code before registers are given, and has their scalars lie in the same
//! places, so that the words come out equal and can be a procedure.
//!
//! Copies are rows of instructions with the same opcodes, uniforms, inputs, literals and outputs.
//! What they read and write in temporaries may differ: those scalars become *twins* if they are
//! never live at the same time. Whether it becomes a procedure is decided on the finished words.

use crate::best::Best;
use crate::isa::Opcode;
use crate::machine::{Item, Op, Program};
use retroshade_kit::mir::clusters::Clusters;
use retroshade_kit::mir::ranges::{LiveRanges, fit_register, overlap, unite};
use retroshade_kit::mir::{Base, BlockId, Lane, LaneRef, Reg};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The shortest row that saves a word when it stands twice.
const SHORTEST: usize = 3;
/// Pairs of copies that are tried, the longest first.
const PAIRS: usize = 64;
/// Programs of more instructions are left alone: each instruction is compared with every other.
const MOST: usize = 1024;

/// Finds *twins*, scalars of copies that are to lie in one place one after the other, and brings their clusters
/// together. A twin is a cluster of its own kind: its members share a lane, not only a register.
pub(in super::super) fn align(
    code: &Program,
    clusters: &mut Clusters,
    ranges: &LiveRanges,
) -> Clusters {
    let mut rows = Vec::new();
    flatten(code, code.body, &mut rows);
    let mut state = State {
        code,
        ranges,
        clusters,
        twins: Clusters::new(code),
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
fn flatten<'a>(program: &'a Program, block: BlockId, rows: &mut Vec<Option<&'a Op>>) {
    for item in &program.blocks[block] {
        match item {
            Item::Op(id) => rows.push(Some(&program.ops[*id])),
            Item::If(branch) => {
                rows.push(None);
                flatten(program, branch.accept, rows);
                rows.push(None);
                flatten(program, branch.reject, rows);
                rows.push(None);
            }
            Item::Loop(repeat) => {
                rows.push(None);
                flatten(program, repeat.body, rows);
                rows.push(None);
            }
            Item::Break | Item::Continue | Item::Emission(..) => rows.push(None),
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
    /// The components of outputs that it writes.
    results: Vec<Option<(Reg, u8)>>,
    /// Temporaries are left out.
    operands: Vec<Vec<(Option<Base>, bool)>>,
}

impl Shape {
    fn of(code: &Program, op: &Op) -> Shape {
        let lane = |lane: &LaneRef| match lane.base {
            Base::Value(_) => (None, lane.negate),
            base => (Some(base), lane.negate),
        };
        Shape {
            opcode: op.code,
            results: op.values().map(|result| code.output_of(result)).collect(),
            operands: op
                .operands
                .iter()
                .map(|lanes| lanes.iter().map(lane).collect())
                .collect(),
        }
    }
}

/// Copies, the longest first.
fn pairs(code: &Program, rows: &[Option<&Op>]) -> Vec<Pair> {
    let mut known: FxHashMap<Shape, usize> = FxHashMap::default();
    let kinds: Vec<Option<usize>> = rows
        .iter()
        .map(|op| {
            let count = known.len();
            op.map(|op| *known.entry(Shape::of(code, op)).or_insert(count))
        })
        .collect();
    let kind = |at: usize| kinds.get(at).copied().flatten();
    let same = |a: usize, b: usize| kind(a).is_some() && kind(a) == kind(b);
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
    code: &'a Program,
    ranges: &'a LiveRanges,
    clusters: &'a mut Clusters,
    twins: Clusters,
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
        let read =
            |op: &Op| -> Vec<Lane> { op.reads().filter_map(|lane| lane.as_value()).collect() };
        let reads = read(a).into_iter().zip(read(b));
        let writes = a.values().zip(b.values());
        reads.chain(writes).all(|(a, b)| self.twin(a, b))
    }

    fn twin(&mut self, a: Lane, b: Lane) -> bool {
        let is_output = |scalar| self.code.output_of(scalar).is_some();
        if a == b || is_output(a) || self.twins.share_root([a, b]) {
            return true;
        }
        let (mine, theirs) = (
            self.live(self.twins.members(a)),
            self.live(self.twins.members(b)),
        );
        let component = |lane: Lane| self.code.component_of(lane);
        if is_output(b) || component(a) != component(b) || overlap(&mine, &theirs) {
            return false;
        }
        let mut members = self.clusters.members(a).to_vec();
        if !self.clusters.share_root([a, b]) {
            members.extend_from_slice(self.clusters.members(b));
        }
        let ranges = members.iter().flat_map(|member| &self.ranges.of[*member]);
        if !fit_register(ranges) {
            return false;
        }
        self.clusters.merge(a, b);
        self.twins.merge(a, b);
        true
    }

    /// When any of some scalars is live.
    fn live(&self, scalars: &[Lane]) -> Vec<Range<u32>> {
        let mut all = Vec::new();
        for scalar in scalars {
            unite(&mut all, &self.ranges.of[*scalar]);
        }
        all
    }
}
