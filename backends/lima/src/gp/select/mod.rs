//! From the shader's vectors to scalar operations: lane by lane, with negation carried along until
//! an operation cannot take it, equal operations merged, and what nobody needs left out.
//!
//! ```text
//! arithmetic   operations lane by lane
//! flow         conditions and loops as blocks, and the variables between these
//! viewport     the other way to do the viewport transform
//! literals     places in uniform memory, and what one instruction cannot read together
//! ```

mod arithmetic;
mod flow;
pub(super) mod literals;
pub(super) mod viewport;

use super::code::{
    Block, BlockId, Code, From, Node, NodeId, NodeOp, Place, Read, Reads, Stores, VariableId,
};
use super::interface::Layout;
use super::isa::acc;
use flow::{Label, Loop};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::entity::{EntitySet, EntityVec};
use retroshade_ir::{Inst, Op, Shader, Terminator, Use, Value};
use rustc_hash::FxHashMap;
use smallvec::smallvec;

/// How freely operations read indexed memory themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexing {
    /// An operation reads it where it needs it.
    Direct,
    /// A copy of its own reads it, so that address registers are never held for long.
    Copied,
}

/// Selects the operations of a shader. Literals have no places yet.
///
/// # Errors
/// Operations that no sequence of the processor's can do, and defects.
pub fn select(shader: &Shader, layout: &Layout, indexing: Indexing) -> Result<Code, Diagnostic> {
    let mut select = Select {
        shader,
        layout,
        indexing,
        finished: EntityVec::new(),
        branches: Vec::new(),
        nodes: EntityVec::new(),
        known: FxHashMap::default(),
        lanes: FxHashMap::default(),
        crossing: FxHashMap::default(),
        variables: 0,
        labels: EntityVec::new(),
        loops: Vec::new(),
        span: Span::NONE,
    };
    select.instructions(&shader.regions[shader.body].insts)?;
    select.outputs()?;
    select.finish()
}

/// A scalar with the block whose operations it names.
type Placed = (BlockId, Read);

struct Select<'a> {
    shader: &'a Shader,
    layout: &'a Layout,
    indexing: Indexing,
    /// The blocks before this one.
    finished: EntityVec<BlockId, Block>,
    /// Those of them that end in a branch, and its label.
    branches: Vec<(BlockId, Label)>,
    /// The operations of this block.
    nodes: EntityVec<NodeId, Node>,
    /// Operations of this block that exist already.
    known: FxHashMap<(NodeOp, Reads), NodeId>,
    /// The lanes of every value so far; `None` is undefined.
    lanes: FxHashMap<Value, Vec<Option<Placed>>>,
    /// Variables for what other blocks read.
    crossing: FxHashMap<(BlockId, From), VariableId>,
    variables: u32,
    /// The block of each label.
    labels: EntityVec<Label, Option<BlockId>>,
    /// The loops around this block, the innermost last.
    loops: Vec<Loop>,
    /// The source of what is selected.
    span: Span,
}

/// The bits of a literal's sign.
const SIGN: u32 = 1 << 31;

impl Select<'_> {
    /// The operation, new or known.
    fn node(&mut self, op: NodeOp, reads: Reads) -> Read {
        let (nodes, span) = (&mut self.nodes, self.span);
        let known = self.known.entry((op, reads));
        let id = known.or_insert_with_key(|(op, reads)| {
            nodes.push(Node {
                op: *op,
                reads: reads.clone(),
                stores: Stores::new(),
                span,
            })
        });
        Read::of(From::Node(*id))
    }

    /// A literal: its magnitude with a sign, so that both signs share a place.
    fn literal(&self, value: f32) -> Read {
        let bits = value.to_bits();
        Read {
            from: From::Literal(bits & !SIGN),
            negate: bits & SIGN != 0,
        }
    }

    /// The operation that made a read, if any.
    fn node_of(&self, read: Read) -> Option<&Node> {
        match read.from {
            From::Node(id) => Some(&self.nodes[id]),
            _ => None,
        }
    }

    /// The same scalar without a pending change of sign.
    fn plain(&mut self, read: Read) -> Read {
        if !read.negate {
            return read;
        }
        if let From::Literal(bits) = read.from {
            return Read::of(From::Literal(bits ^ SIGN));
        }
        if let Some(node) = self.node_of(read)
            && let NodeOp::Mul { negate } = node.op
        {
            let reads = node.reads.clone();
            return self.node(NodeOp::Mul { negate: !negate }, reads);
        }
        self.node(NodeOp::Acc(acc::ADD), smallvec![read, Read::of(From::Zero)])
    }

    /// The lanes that an operand reads; undefined ones as 0.
    fn read(&mut self, operand: Use) -> Vec<Read> {
        let lanes = self.lanes_of(operand);
        lanes
            .into_iter()
            .map(|lane| lane.unwrap_or(Read::of(From::Literal(0))))
            .collect()
    }

    fn lanes_of(&mut self, operand: Use) -> Vec<Option<Read>> {
        let all = self.lanes.get(&operand.value);
        let lane = |lane: &u8| all.and_then(|all| all.get(usize::from(*lane)).copied().flatten());
        let lanes: Vec<Option<Placed>> = operand.swizzle.lanes().iter().map(lane).collect();
        let local = |lane: Option<Placed>| lane.map(|placed| self.local(placed));
        lanes.into_iter().map(local).collect()
    }

    fn refuse(&self, inst: Inst, what: &str) -> Diagnostic {
        let data = &self.shader.insts[inst];
        let message = format!("lima vertex programs have no way to do {what}");
        Diagnostic::error(codes::target::UNSUPPORTED, message).at(data.span, "needed here")
    }

    fn instruction(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let data = &self.shader.insts[inst];
        let Some(&result) = data.results.first() else {
            return Err(self.refuse(inst, &format!("`{}`", data.op.kind().name())));
        };
        let count = usize::from(self.shader.ty(result).lanes);
        let lanes: Vec<Option<Read>> = match data.op {
            Op::Undefined => vec![None; count],
            Op::Constant(constant) => self.constant(&constant),
            Op::Input { input, slot } => {
                let Some(first) = self.layout.attributes.get(&input) else {
                    return Err(Diagnostic::bug(
                        "lima select",
                        "an attribute has no register",
                    ));
                };
                let register = (first + slot) as u8;
                let lane = |lane: usize| Some(Read::of(From::Attribute(register, lane as u8)));
                (0..count).map(lane).collect()
            }
            Op::Uniform { uniform, slot } => {
                let Some(place) = self.layout.uniforms.get(&uniform) else {
                    return Err(Diagnostic::bug("lima select", "a uniform has no register"));
                };
                let address = (place.register() + slot) as u16;
                let lane = |lane: usize| {
                    let lane = place.component() + lane as u8;
                    Some(Read::of(From::Memory(address, lane)))
                };
                (0..count).map(lane).collect()
            }
            Op::UniformIndexed {
                uniform,
                base,
                stride,
            } => {
                let Some(place) = self.layout.uniforms.get(&uniform) else {
                    return Err(Diagnostic::bug("lima select", "a uniform has no register"));
                };
                self.indexed(inst, (place.register() + base) as u16, stride, count)
            }
            Op::Compose => {
                let args = data.args.clone();
                let mut lanes = Vec::with_capacity(count);
                for part in args {
                    lanes.extend(self.lanes_of(part));
                }
                lanes
            }
            _ => self
                .arithmetic(inst, count)?
                .into_iter()
                .map(Some)
                .collect(),
        };
        self.define(result, lanes);
        Ok(())
    }

    /// Notes the lanes of a value, which are scalars of this block.
    fn define(&mut self, value: Value, lanes: Vec<Option<Read>>) {
        let block = self.block();
        let placed = |lane: Option<Read>| lane.map(|read| (block, read));
        self.lanes
            .insert(value, lanes.into_iter().map(placed).collect());
    }

    fn constant(&self, constant: &retroshade_ir::Constant) -> Vec<Option<Read>> {
        let lane = |lane| Some(self.literal(constant.number(lane)));
        (0..constant.ty.lanes).map(lane).collect()
    }

    fn indexed(
        &mut self,
        inst: Inst,
        address: u16,
        stride: u32,
        count: usize,
    ) -> Vec<Option<Read>> {
        let args = self.shader.insts[inst].args.clone();
        let index = args.first().map(|operand| self.read(*operand));
        let index = index.and_then(|lanes| lanes.first().copied());
        let index = index.unwrap_or(Read::of(From::Literal(0)));
        let scale = self.literal(stride as f32);
        let offset = self.product(index, scale);
        let offset = self.plain(offset);
        let set = self.node(NodeOp::SetAddress, smallvec![offset]);
        let From::Node(set) = set.from else {
            return vec![None; count];
        };
        (0..count)
            .map(|lane| {
                let read = Read::of(From::Indexed(address, lane as u8, set));
                Some(match self.indexing {
                    Indexing::Direct => read,
                    Indexing::Copied => self.node(NodeOp::Move, smallvec![read]),
                })
            })
            .collect()
    }

    /// Notes what is stored to the outputs.
    fn outputs(&mut self) -> Result<(), Diagnostic> {
        let Terminator::Yield(outputs) = &self.shader.regions[self.shader.body].end else {
            return Err(Diagnostic::bug(
                "lima select",
                "the body does not end with its outputs",
            ));
        };
        let slots: Vec<_> = self.shader.interface.output_slots().collect();
        for ((output, slot), operand) in slots.into_iter().zip(outputs.clone()) {
            let Some(first) = self.layout.outputs.get(&output) else {
                return Err(Diagnostic::bug("lima select", "an output has no register"));
            };
            let register = (first + slot) as u8;
            let made = self.shader.def_inst(operand.value);
            self.span = made.map_or(Span::NONE, |inst| self.shader.insts[inst].span);
            for (lane, read) in (0..).zip(self.lanes_of(operand)) {
                let Some(read) = read else {
                    continue;
                };
                let plain = self.plain(read);
                self.store(plain, Place::Output(register, lane));
            }
        }
        Ok(())
    }
}

/// Leaves out operations that lead to nothing that is stored or decides the end.
pub(in crate::gp) fn eliminate_dead_code(block: &mut Block) {
    let mut live: EntitySet<NodeId> = EntitySet::new();
    live.extend(block.end.condition().and_then(|read| read.from.node()));
    for (id, node) in block.nodes.iter().rev() {
        if !node.stores.is_empty() || live.contains(id) {
            live.insert(id);
            live.extend(node.reads.iter().filter_map(|read| read.from.node()));
        }
    }
    block.reorder(&live);
}
