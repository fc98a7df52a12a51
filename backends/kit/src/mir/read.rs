//! Operands as an instruction encodes them, and the ways a vector can lie in a register.

use super::{
    AddressId, Base, Lane, LaneRef, LiteralRegister, Location, Machine, Mask, Op, OpId, Operand,
    Out, Program, Shape, VectorId,
};
use arrayvec::ArrayVec;
use retroshade_diagnostics::Span;
use retroshade_ir::entity::EntityVec;

/// An operand: one register, a swizzle, a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Read {
    /// The register.
    pub location: Location,
    /// For each position the component there.
    pub components: [u8; 4],
    /// Positions that matter: those of results for lanewise instructions, those that the hardware looks
    /// at for others.
    pub needed: Mask,
    /// True if the sign is flipped.
    pub negate: bool,
    /// True if it is the absolute value.
    pub absolute: bool,
}

/// Results that are kept in a vector register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The register.
    pub vector: VectorId,
    /// For each result its component, if it is kept.
    pub components: [Option<u8>; 4],
}

/// For each component of a vector the component of a register.
pub type Layout = [u8; 4];

impl<M: Machine> Program<M> {
    /// Where a lane lies and at which component; `None` for literals and for values without a vector.
    pub fn location(&self, lane: LaneRef) -> Option<(Location, u8)> {
        match lane.base {
            Base::Value(value) => {
                let (vector, at) = self.slot(value)?;
                Some((Location::Vector(vector), at))
            }
            Base::Reg(reg, component) => Some((Location::Reg(reg), component)),
            Base::Indexed(reg, address, component) => {
                Some((Location::Indexed(reg, address), component))
            }
            Base::Literal(_) | Base::Undefined => None,
        }
    }

    /// Lanes as one register with the same modifiers, at the positions of a mask; `None` if they are not that. Those
    /// that may be anything matter at no position.
    pub fn read(&self, lanes: &[LaneRef], positions: Mask) -> Option<Read> {
        let first = *lanes.iter().find(|lane| !lane.is_undefined())?;
        let (location, component) = self.location(first)?;
        let mut read = Read {
            location,
            components: [component; 4],
            needed: 0,
            negate: first.negate,
            absolute: first.absolute,
        };
        let mut at = (0..4u8).filter(|at| positions >> at & 1 == 1);
        for lane in lanes {
            let at = at.next()?;
            if lane.is_undefined() {
                continue;
            }
            let (other, component) = self.location(*lane)?;
            let same = (lane.negate, lane.absolute) == (first.negate, first.absolute);
            if other != location || !same {
                return None;
            }
            read.components[usize::from(at)] = component;
            read.needed |= 1 << at;
        }
        Some(read)
    }

    /// The positions at which an instruction reads the lanes of an operand.
    pub fn positions(op: &Op<M>, operand: usize) -> Mask {
        match op.shape() {
            Shape::Lanewise => 15,
            Shape::Broadcast | Shape::Fixed(_) => M::components(op.code, operand),
        }
    }

    /// An operand as one register, if it is that.
    fn read_operand(&self, id: OpId, number: usize) -> Option<Read> {
        let op = &self.ops[id];
        let lanes: &Operand = op.operands.get(number)?;
        self.read(lanes, Self::positions(op, number))
    }

    /// Where the results of an instruction are kept, if they lie in one vector.
    pub fn kept(&self, id: OpId) -> Option<Kept> {
        let mut kept: Option<Kept> = None;
        for (at, lane) in self.ops[id].results.iter().enumerate() {
            let Some((vector, component)) = lane.and_then(|lane| self.slot(lane)) else {
                continue;
            };
            let kept = kept.get_or_insert(Kept {
                vector,
                components: [None; 4],
            });
            if kept.vector != vector {
                return None;
            }
            kept.components[at] = Some(component);
        }
        kept
    }

    /// True if a lane may be at a component of a register as far as the instruction that makes it can
    /// say: fixed results cannot move, and what also goes to an output is at the same component there.
    pub(crate) fn may_lie_at(&self, lane: Lane, component: u8) -> bool {
        if self
            .component_of(lane)
            .is_some_and(|pinned| pinned != component)
        {
            return false;
        }
        let Some((id, at)) = self.def(LaneRef::value(lane)) else {
            return true;
        };
        let op = &self.ops[id];
        match op.shape() {
            Shape::Broadcast => true,
            Shape::Fixed(_) => component == at || M::moves_results(op.code),
            Shape::Lanewise => {
                let out = op.out.and_then(|out| out.from[usize::from(component & 3)]);
                out.is_none_or(|out| out == at)
            }
        }
    }

    /// The layouts that every instruction which writes these lanes can do.
    pub(crate) fn layouts_of(&self, lanes: &[Lane]) -> impl Iterator<Item = Layout> {
        let may = move |layout: &Layout| {
            let mut places = lanes.iter().zip(layout);
            places.all(|(lane, component)| self.may_lie_at(*lane, *component))
        };
        layouts(lanes.len() as u8).filter(may)
    }
}

/// All injective maps of the components of a vector to those of a register; those that keep components in
/// place first.
pub fn layouts(lanes: u8) -> impl Iterator<Item = Layout> {
    let count = match lanes {
        ..=4 => 4u16.pow(lanes.into()),
        _ => 0,
    };
    let digit = |code: u16, lane: u8| (code >> (2 * lane) & 3) as u8;
    // The identity's code is 0b11100100; start there and wrap around.
    let start = 0b1110_0100 % count.max(1);
    (0..count).filter_map(move |step| {
        let code = (start + step) % count;
        let mut taken: Mask = 0;
        for lane in 0..lanes {
            let bit = 1 << digit(code, lane);
            if taken & bit != 0 {
                return None;
            }
            taken |= bit;
        }
        Some(std::array::from_fn(|lane| {
            if lane < usize::from(lanes) {
                digit(code, lane as u8)
            } else {
                0
            }
        }))
    })
}

/// An instruction with its registers.
#[derive(Clone, Debug)]
pub struct ViewOp<M: Machine> {
    /// The operation.
    pub code: M::Opcode,
    /// Operands in the order of the text.
    pub reads: ArrayVec<Read, 4>,
    /// Where results are kept.
    pub kept: Option<Kept>,
    /// The output that it writes.
    pub out: Option<Out>,
    /// The source.
    pub span: Span,
}

impl<M: Machine> ViewOp<M> {
    /// How its results relate to its operands.
    pub fn shape(&self) -> Shape {
        M::shape(self.code)
    }
}

/// A vector register.
#[derive(Clone, Debug, Default)]
pub struct ViewVector {
    /// Number of components.
    pub lanes: u8,
    /// Instructions that write it.
    pub writers: Vec<OpId>,
    /// Ways to lay it out.
    pub layouts: Vec<Layout>,
}

/// A program in the state of vectors, as schedulers and encoders see it. Instructions have the numbers
/// that they have in the program.
#[derive(Clone, Debug)]
pub struct View<M: Machine> {
    /// Instructions.
    pub ops: EntityVec<OpId, ViewOp<M>>,
    /// Vector registers.
    pub vectors: EntityVec<VectorId, ViewVector>,
    /// What address registers are set to.
    pub addresses: EntityVec<AddressId, (Read, Span)>,
    /// Constant registers that hold literals.
    pub literals: Vec<LiteralRegister>,
}

impl<M: Machine> View<M> {
    /// Looks at a program; `None` if an operand does not read one register.
    pub fn of(program: &Program<M>) -> Option<View<M>> {
        let mut view = View {
            ops: EntityVec::new(),
            vectors: EntityVec::new(),
            addresses: EntityVec::new(),
            literals: program.literals.clone(),
        };
        for vector in program.vectors.values() {
            view.vectors.push(ViewVector {
                lanes: vector.lanes.len() as u8,
                writers: Vec::new(),
                layouts: program.layouts_of(&vector.lanes).collect(),
            });
        }
        for (id, op) in program.ops.iter() {
            let reads = (0..op.operands.len()).map(|number| program.read_operand(id, number));
            let kept = program.kept(id);
            if let Some(kept) = kept {
                view.vectors[kept.vector].writers.push(id);
            }
            view.ops.push(ViewOp {
                code: op.code,
                reads: reads.collect::<Option<_>>()?,
                kept,
                out: op.out,
                span: op.span,
            });
        }
        for address in program.addresses.values() {
            let read = program.read(&[address.index], 1)?;
            view.addresses.push((read, address.span));
        }
        Some(view)
    }
}
