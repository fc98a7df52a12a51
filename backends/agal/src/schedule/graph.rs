//! Who reads what: the dependences of selected code.

use crate::isa::{Mask, Opcode};
use crate::select::{Code, Lane, Op, Target, ValueId};

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
pub(crate) fn written(code: &Code, op: &Op) -> Option<(ValueId, Mask)> {
    let Target::Value(value, mask) = op.target else {
        return None;
    };
    let clobbers = code
        .values
        .get(value.index())
        .map_or(0, |info| info.clobbers);
    let mask = mask.with(Mask::new(clobbers));
    // A matrix operation may write a single component only if that is x.
    let lone = op.opcode == Opcode::M44 && mask.count() == 1;
    Some((value, if lone { mask.with(Mask::X) } else { mask }))
}

/// What each operation defines and reads.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// For each operation the variables that it defines and somebody reads.
    pub(crate) defines: Vec<Vec<Var>>,
    /// For each operation the variables that it reads, each once.
    pub(crate) reads: Vec<Vec<Var>>,
    /// For each operation those that must come before, each once.
    pub(crate) before: Vec<Vec<usize>>,
    /// For each operation those that must come after, each once.
    pub(crate) after: Vec<Vec<usize>>,
    /// For each variable the number of operations that read it.
    pub(crate) readers: Vec<u32>,
    /// For each operation the lanes that it writes and nobody reads.
    pub(crate) wasted: Vec<u32>,
}

impl Graph {
    /// Of selected code.
    pub(crate) fn new(code: &Code) -> Graph {
        let count = code.ops.len();
        let mut graph = Graph {
            defines: vec![Vec::new(); count],
            reads: vec![Vec::new(); count],
            before: vec![Vec::new(); count],
            after: vec![Vec::new(); count],
            readers: vec![0; code.values.len() * 4],
            wasted: vec![0; count],
        };
        let mut definition: Vec<Option<usize>> = vec![None; code.values.len() * 4];
        for (index, op) in code.ops.iter().enumerate() {
            let mut reads: Vec<Var> = code.reads(op).filter_map(var_of).collect();
            reads.sort_unstable();
            reads.dedup();
            let mut before: Vec<usize> = reads
                .iter()
                .filter_map(|var| definition.get(var.index()).copied().flatten())
                .collect();
            before.sort_unstable();
            before.dedup();
            for &other in &before {
                graph.after[other].push(index);
            }
            for var in &reads {
                graph.readers[var.index()] += 1;
            }
            if let (Target::Value(value, mask), Some((_, all))) = (op.target, written(code, op)) {
                for lane in mask.lanes() {
                    let var = Var::new(value, lane);
                    definition[var.index()] = Some(index);
                    graph.defines[index].push(var);
                }
                graph.wasted[index] = all.count() - mask.count();
            }
            graph.reads[index] = reads;
            graph.before[index] = before;
        }
        graph
    }

    /// How many operations there are.
    pub(crate) fn len(&self) -> usize {
        self.reads.len()
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
        let mut left = self.readers.clone();
        let (mut live, mut peak) = (0u32, 0u32);
        for &op in order {
            for var in &self.reads[op] {
                left[var.index()] -= 1;
                live -= u32::from(left[var.index()] == 0);
            }
            live += self.defines[op].len() as u32;
            peak = peak.max(live + self.wasted[op]);
        }
        peak
    }
}
