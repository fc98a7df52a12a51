//! The dependence graph of selected code, with the lanes that operations define and read.

use super::code::{Code, Lane, Matrix, Op, Target, ValueId};
use crate::isa::{File, LaneMask};
use retroshade_kit::dependence::DependenceGraph;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A lane of a value by one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Var(pub(crate) u32);

impl Var {
    /// The number of a lane, 0 to 3, of a value.
    pub(crate) fn new(value: ValueId, lane: u8) -> Var {
        Var(value.0 * 4 + u32::from(lane & 3))
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The variable of a lane, if it lies in a temporary.
pub(crate) fn var_of(lane: Lane) -> Option<Var> {
    match lane {
        Lane::Value(value, lane) => Some(Var::new(value, lane)),
        Lane::Undefined | Lane::Literal(_) | Lane::Register(..) | Lane::Indirect(..) => None,
    }
}

/// The lanes of a value that an operation writes: those somebody reads, and those it cannot leave
/// out.
pub(crate) fn written(code: &Code, op: &Op) -> Option<(ValueId, LaneMask)> {
    let Target::Value(value, mask) = op.target else {
        return None;
    };
    let clobbers = code.values[value.index()].clobbers;
    Some((value, mask.or(LaneMask::from_bits(clobbers))))
}

/// What the operations of a conditional do.
#[derive(Default)]
struct Inside {
    /// The lanes that they write.
    written: SmallVec<[Var; 8]>,
    /// The lanes that they write over.
    over: SmallVec<[Var; 8]>,
}

impl Inside {
    fn of(op: &Op) -> Inside {
        let mut inside = Inside::default();
        if op.body().is_empty() {
            return inside;
        }
        for (new, old) in op.all().into_iter().flat_map(overwritten) {
            inside.written.push(new);
            inside.over.push(old);
        }
        inside
    }
}

/// The lanes that an operation under a comparison writes, and those that it writes over.
pub(super) fn overwritten(op: &Op) -> SmallVec<[(Var, Var); 4]> {
    let (Target::Value(value, mask), Some(guarded)) = (op.target, op.guarded()) else {
        return SmallVec::new();
    };
    let pair = |lane: u8| Some((Var::new(value, lane), var_of(guarded.over.at(lane.into()))?));
    mask.lanes().filter_map(pair).collect()
}

/// For each operation a short list of variables.
type Lists = Vec<SmallVec<[Var; 4]>>;

/// Dependences between operations, and what each defines and reads.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// For each operation the variables that it defines and somebody reads.
    pub(super) defines: Lists,
    /// For each operation the variables that it reads, each once.
    pub(super) reads: Lists,
    /// For each operation those that must come before it, each once and in order.
    pub(super) order: DependenceGraph<usize>,
    /// For each variable the number of operations that read it.
    pub(super) readers: Vec<u32>,
    /// For each operation the lanes that it writes and nobody reads.
    pub(super) wasted: Vec<u32>,
}

impl Graph {
    /// Of selected code.
    pub(crate) fn new(code: &Code) -> Graph {
        let count = code.ops.len();
        let variables = code.values.len() * 4;
        let mut graph = Graph {
            defines: Lists::with_capacity(count),
            reads: Lists::with_capacity(count),
            order: DependenceGraph::of(0, []),
            readers: vec![0; variables],
            wasted: vec![0; count],
        };
        let mut definition: Vec<Option<usize>> = vec![None; variables];
        // Anti-dependences: readers of what a tied operand overwrites come first.
        let mut over: FxHashMap<Var, SmallVec<[usize; 2]>> = FxHashMap::default();
        for op in code.ops.iter().filter(|op| !op.body().is_empty()) {
            let inside = Inside::of(op);
            over.extend(inside.over.iter().map(|var| (*var, SmallVec::new())));
        }
        // Readers of the first row of a matrix by component come before the products.
        let direct = |op: &Op| matches!(op.matrix, Some(Matrix::Direct(_)));
        let has_products = code.ops.iter().any(direct);
        let mut readers: FxHashMap<u16, usize> = FxHashMap::default();
        // An operation that writes a whole output comes before those that write components of it.
        let mut covered: SmallVec<[(File, u16, usize); 2]> = SmallVec::new();
        graph.order = DependenceGraph::new(count, |index: usize, before| {
            let op = &code.ops[index];
            let (mut reads, mut defines) = (SmallVec::new(), SmallVec::new());
            if let Target::Output { file, number, .. } = op.target {
                let here = covered
                    .iter()
                    .filter(|other| (other.0, other.1) == (file, number));
                before.extend(here.map(|(.., other)| *other));
                if op.besides() != LaneMask::NONE {
                    covered.push((file, number, index));
                }
            }
            if let Some(Matrix::Direct(first)) = op.matrix
                && let Some(reader) = readers.get(&first)
            {
                before.push(*reader);
            }
            if has_products {
                for number in op.constants() {
                    readers.entry(number).or_insert(index);
                }
            }
            let inside = Inside::of(op);
            code.each_read(op, |lane| {
                if let Some(var) = var_of(lane).filter(|var| !inside.written.contains(var)) {
                    reads.push(var);
                }
            });
            reads.sort_unstable();
            reads.dedup();
            for var in &inside.over {
                before.extend(over.get(var).into_iter().flatten().copied());
            }
            for var in &reads {
                if let Some(readers) = over.get_mut(var) {
                    readers.push(index);
                }
                graph.readers[var.index()] += 1;
                before.extend(definition[var.index()]);
            }
            before.sort_unstable();
            before.dedup();
            if let (Target::Value(value, mask), Some((_, all))) = (op.target, written(code, op)) {
                for lane in mask.lanes() {
                    let var = Var::new(value, lane);
                    definition[var.index()] = Some(index);
                    defines.push(var);
                }
                graph.wasted[index] = all.count() - mask.count();
            }
            for &var in &inside.written {
                if !inside.over.contains(&var) {
                    definition[var.index()] = Some(index);
                    defines.push(var);
                }
            }
            graph.defines.push(defines);
            graph.reads.push(reads);
        });
        graph
    }

    /// The operations that must come before one, in order.
    pub(super) fn before(&self, op: usize) -> impl Iterator<Item = usize> + '_ {
        self.order.before(op).map(|(other, ())| other)
    }

    /// The operations that must come after one, in order.
    pub(super) fn after(&self, op: usize) -> impl Iterator<Item = usize> + '_ {
        self.order.after(op).map(|(other, ())| other)
    }

    /// Returns the number of operations.
    pub(crate) fn len(&self) -> usize {
        self.wasted.len()
    }

    /// The most lanes that one operation reads or writes: at least so many are live at once.
    pub(crate) fn widest(&self) -> u32 {
        let read = self.reads.iter().map(|reads| reads.len() as u32);
        let defined = self.defines.iter().zip(&self.wasted);
        let defined = defined.map(|(lanes, wasted)| lanes.len() as u32 + wasted);
        read.chain(defined).max().unwrap_or(0)
    }

    /// The most lanes live at once in an order.
    pub(crate) fn peak(&self, order: &[usize]) -> u32 {
        self.worst(order).0
    }

    /// The most lanes live at once in an order, and how many operations are executed when they first
    /// are.
    pub(super) fn worst(&self, order: &[usize]) -> (u32, usize) {
        let mut left = self.readers.clone();
        let (mut live, mut worst) = (0u32, (0, order.len().min(1)));
        for (place, &op) in order.iter().enumerate() {
            for var in &self.reads[op] {
                left[var.index()] -= 1;
                // A lane that is written over another lies in its place and is not counted twice.
                live = live.saturating_sub(u32::from(left[var.index()] == 0));
            }
            live += self.defines[op].len() as u32;
            if live + self.wasted[op] > worst.0 {
                worst = (live + self.wasted[op], place + 1);
            }
        }
        worst
    }
}

/// How many lanes executing each operation would free or add, while operations are executed one
/// after the other.
pub(super) struct Pressure<'a> {
    graph: &'a Graph,
    /// For each variable how many operations are still to read it, and their numbers, combined by
    /// exclusive or: of the last one the number itself.
    left: Vec<(u32, u32)>,
    /// For each operation the change of the number of live lanes, were it executed next.
    changes: Vec<i32>,
}

impl Pressure<'_> {
    /// Before the first operation.
    pub(super) fn new(graph: &Graph) -> Pressure<'_> {
        let mut left: Vec<(u32, u32)> = graph.readers.iter().map(|count| (*count, 0)).collect();
        for (op, reads) in graph.reads.iter().enumerate() {
            for var in reads {
                left[var.index()].1 ^= op as u32;
            }
        }
        let changes = graph.reads.iter().zip(graph.defines.iter());
        let changes = changes.map(|(reads, defines)| {
            let ends = reads.iter().filter(|var| left[var.index()].0 == 1).count();
            defines.len() as i32 - ends as i32
        });
        let changes = changes.collect();
        Pressure {
            graph,
            left,
            changes,
        }
    }

    /// By how much executing an operation next changes the number of live lanes.
    pub(super) fn change(&self, op: usize) -> i32 {
        self.changes[op]
    }

    /// Executes an operation; gives the change of the number of live lanes.
    pub(super) fn execute(&mut self, op: usize) -> i32 {
        let change = self.changes[op];
        for var in &self.graph.reads[op] {
            let left = &mut self.left[var.index()];
            left.0 -= 1;
            left.1 ^= op as u32;
            if left.0 == 1 {
                self.changes[left.1 as usize] -= 1;
            }
        }
        change
    }

    /// Takes back the operation that was executed last; gives the change that it had made.
    pub(super) fn undo(&mut self, op: usize) -> i32 {
        for var in &self.graph.reads[op] {
            let left = &mut self.left[var.index()];
            if left.0 == 1 {
                self.changes[left.1 as usize] += 1;
            }
            left.0 += 1;
            left.1 ^= op as u32;
        }
        self.changes[op]
    }
}
