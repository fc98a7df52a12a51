//! Writes the outputs: by the operation that computes them where that is possible, else by a move.

use super::code::{Base, Code, Lane, Lanes, Op, Target, ValueId, components};
use super::lower::OutputRegister;
use crate::isa::{File, Mask, Opcode};
use retroshade_ir::Stage;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Something for each lane of each value.
pub(super) struct PerLane<T>(Vec<[T; 4]>);

impl<T: Copy + Default> PerLane<T> {
    fn new(code: &Code) -> PerLane<T> {
        PerLane(vec![[T::default(); 4]; code.values.len()])
    }

    /// What is known of a lane, the default for values made later.
    pub(super) fn get(&self, value: ValueId, lane: u8) -> T {
        let lanes = self.0.get(value.index()).copied().unwrap_or_default();
        lanes.get(usize::from(lane)).copied().unwrap_or_default()
    }

    fn slot(&mut self, value: ValueId, lane: u8) -> Option<&mut T> {
        self.0.get_mut(value.index())?.get_mut(usize::from(lane))
    }
}

/// How many instructions and outputs read each lane of each value.
pub(super) fn count_reads(code: &Code, outputs: &[OutputRegister]) -> PerLane<u32> {
    let mut reads = PerLane::new(code);
    let mut count = |lane| {
        if let Lane::Value(value, lane) = lane
            && let Some(count) = reads.slot(value, lane)
        {
            *count += 1;
        }
    };
    for op in &code.ops {
        code.each_read(op, &mut count);
    }
    for lane in outputs.iter().flat_map(|output| output.lanes).flatten() {
        count(lane);
        // An output that is an element of an array is read by its index, too.
        code.index_of(lane).into_iter().for_each(&mut count);
    }
    reads
}

/// The operation that defines each lane of each value.
pub(super) struct Definitions(PerLane<Option<u32>>);

impl Definitions {
    pub(super) fn get(&self, value: ValueId, lane: u8) -> Option<usize> {
        self.0.get(value, lane).map(|index| index as usize)
    }
}

/// Finds what defines each lane.
pub(super) fn definitions(code: &Code) -> Definitions {
    let mut definitions = PerLane::new(code);
    for (index, op) in code.ops.iter().enumerate() {
        if let Target::Value(value, mask) = op.target {
            for lane in mask.lanes() {
                if let Some(slot) = definitions.slot(value, lane) {
                    *slot = Some(index as u32);
                }
            }
        }
    }
    Definitions(definitions)
}

/// Appends what writes the outputs.
pub(super) fn write(code: &mut Code, outputs: &[OutputRegister], stage: Stage) {
    let reads = count_reads(code, outputs);
    let definitions = definitions(code);
    for output in outputs {
        let mut writer = Writer {
            code,
            reads: &reads,
            definitions: &definitions,
            output,
            stage,
        };
        writer.write();
    }
}

/// Puts operations that write components of an output which others write as well before those.
pub(super) fn covering_first(code: Cow<'_, Code>) -> Cow<'_, Code> {
    let mut before = code.ops.iter().enumerate();
    let is_late = |(index, op): (usize, &Op)| {
        op.besides() != Mask::NONE && code.ops.iter().take(index).any(|other| op.covers(other))
    };
    if !before.any(is_late) {
        return code;
    }
    // Nothing reads outputs: those that write them may come last.
    let rank = |op: &Op| match op.target {
        Target::None | Target::Value(..) => 0,
        Target::Output { .. } if code.ops.iter().any(|other| op.covers(other)) => 1,
        Target::Output { .. } => 2,
    };
    let mut ranked: Vec<(u8, &Op)> = code.ops.iter().map(|op| (rank(op), op)).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let ops = ranked.into_iter().map(|(_, op)| op.clone()).collect();
    Cow::Owned(Code {
        ops,
        values: code.values.clone(),
        indices: code.indices.clone(),
    })
}

struct Writer<'a> {
    code: &'a mut Code,
    reads: &'a PerLane<u32>,
    definitions: &'a Definitions,
    output: &'a OutputRegister,
    stage: Stage,
}

/// For each component of the register the lane of the operation that goes there.
type From = [Option<u8>; 4];

impl Writer<'_> {
    /// A colour is written by one instruction with all four components.
    fn is_colour(&self) -> bool {
        self.output.file == File::Output && self.stage == Stage::Fragment
    }

    /// Whether components that nobody cares for must be written all the same.
    fn fills(&self) -> bool {
        self.output.file != File::Depth
    }

    fn write(&mut self) {
        let mut open: [Option<Lane>; 4] = self.output.lanes;
        // Undefined components take any value.
        let mut spare: Vec<usize> = (0..4)
            .filter(|component| {
                let lane = open.get(*component).copied().flatten();
                lane == Some(Lane::Undefined) || (lane.is_none() && self.fills())
            })
            .collect();
        for component in &spare {
            open[*component] = None;
        }
        for (index, from) in self.direct(&spare) {
            let covered = (0..4)
                .filter(|component| from[*component].is_some())
                .count();
            if self.is_colour() && covered + spare.len() < 4 {
                continue;
            }
            let mut from = from;
            let whole = self.whole(index);
            if whole != Mask::NONE && !self.is_colour() {
                spare.retain(|component| !whole.has(*component as u8));
            } else if self.is_colour() && whole == Mask::XYZW {
                spare.clear();
            } else if self.fills() && self.takes_any(index) {
                let lane = from.iter().flatten().next().copied();
                for component in spare.drain(..) {
                    from[component] = lane;
                }
            } else if self.is_colour() && covered < 4 {
                continue;
            }
            if let Some(op) = self.code.ops.get_mut(index) {
                let (file, number) = (self.output.file, self.output.number);
                op.target = Target::Output { file, number, from };
            }
            for component in 0..4 {
                if from[component].is_some() {
                    open[component] = None;
                }
            }
        }
        self.moves(open, spare);
    }

    /// The components that an operation writes whenever it writes any.
    fn whole(&self, index: usize) -> Mask {
        let op = self.code.ops.get(index);
        op.map_or(Mask::NONE, |op| op.opcode.info().whole())
    }

    /// Operations that can write to the output themselves: all their lanes go there and nowhere
    /// else. One of them may write components of others, which come after it.
    fn direct(&self, spare: &[usize]) -> Vec<(usize, From)> {
        let mut found: BTreeMap<usize, From> = BTreeMap::new();
        for (component, lane) in self.output.lanes.iter().enumerate() {
            if let Some(Lane::Value(value, lane)) = lane
                && let Some(index) = self.definitions.get(*value, *lane)
            {
                found.entry(index).or_default()[component] = Some(*lane);
            }
        }
        let mut covers = self.is_colour() || self.output.file == File::Depth;
        found.retain(|index, from| {
            if !self.may_write(*index, from) {
                return false;
            }
            let free = spare.iter().map(|component| Mask::lane(*component as u8));
            let free = free.fold(components(from), Mask::with);
            free.covers(self.whole(*index)) || !std::mem::replace(&mut covers, true)
        });
        found.into_iter().collect()
    }

    fn may_write(&self, index: usize, from: &From) -> bool {
        let Some(op) = self.code.ops.get(index) else {
            return false;
        };
        let Target::Value(value, mask) = op.target else {
            return false;
        };
        // Outputs are not written in conditionals.
        if op.flow.is_some() {
            return false;
        }
        let info = self
            .code
            .values
            .get(value.index())
            .copied()
            .unwrap_or_default();
        let whole = mask.lanes().all(|lane| {
            let here = from.iter().filter(|from| **from == Some(lane)).count() as u32;
            self.reads.get(value, lane) == here && here > 0
        });
        let in_place = (0..4u8).all(|component| {
            from.get(usize::from(component))
                .copied()
                .flatten()
                .is_none_or(|lane| lane == component)
        });
        whole && (!info.fixed || in_place)
    }

    /// Whether an operation can write the same lane to further components.
    fn takes_any(&self, index: usize) -> bool {
        let Some(op) = self.code.ops.get(index) else {
            return false;
        };
        match op.target {
            Target::Value(value, _) => !self
                .code
                .values
                .get(value.index())
                .is_some_and(|info| info.fixed),
            Target::None | Target::Output { .. } => false,
        }
    }

    /// Moves what is left; one move for each register that it comes from.
    fn moves(&mut self, open: [Option<Lane>; 4], spare: Vec<usize>) {
        let wanted: Vec<usize> = (0..4)
            .filter(|component| open[*component].is_some())
            .collect();
        let mut groups: BTreeMap<(Base, u32), Vec<usize>> = BTreeMap::new();
        for component in wanted {
            let Some(lane) = open[component] else {
                continue;
            };
            let key = match lane {
                // One move must do, whatever has to come together for it.
                _ if self.is_colour() => (Base::Any, 0),
                Lane::Value(value, _) => (Base::Values, value.0),
                _ => (lane.base(), 0),
            };
            groups.entry(key).or_default().push(component);
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        match groups.first_mut() {
            Some(first) => first.extend(spare),
            None if !spare.is_empty() => groups.push(spare),
            None => {}
        }
        for components in groups {
            self.mov(&open, &components);
        }
    }

    fn mov(&mut self, open: &[Option<Lane>; 4], components: &[usize]) {
        let any = components
            .iter()
            .find_map(|component| open.get(*component).copied().flatten());
        // Nothing but components that nobody cares for: they take 0.
        let any = any.unwrap_or(Lane::Literal(0));
        let mut lanes = [Lane::Undefined; 4];
        let mut from = From::default();
        for &component in components {
            lanes[component] = open.get(component).copied().flatten().unwrap_or(any);
            from[component] = Some(component as u8);
        }
        let OutputRegister {
            file, number, span, ..
        } = *self.output;
        self.code.ops.push(Op {
            opcode: Opcode::Mov,
            target: Target::Output { file, number, from },
            a: Lanes::new(lanes),
            b: Lanes::EMPTY,
            matrix: None,
            sampler: None,
            flow: None,
            span,
        });
    }
}
