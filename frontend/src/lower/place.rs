//! Variables and the places inside them: what a pointer of naga leads to, and how it is read and written.

use super::env::Var;
use super::layout::{Kind, LeafType};
use super::value::{Lane, Lanes, Leaf, SamplerRef, Val};
use super::{Lowered, Lowerer, bug};
use naga::Handle;
use retroshade_ir::{Array, Input, Op, SamplerId, Type, Uniform, Use, Value};
use std::rc::Rc;

/// Where the elements of one template leaf are.
#[derive(Clone, Debug)]
pub(super) enum Storage {
    /// A variable of the walk for each element, one after the other.
    Vars(Var),
    /// A memory object with all elements.
    Memory(Array),
    /// Slots of the interface. An element is `stride` slots; this leaf is the one at `column`.
    Interface {
        /// The variables one after the other, each with `elements` elements.
        variables: Rc<[Source]>,
        elements: u32,
        column: u32,
        stride: u32,
        /// Type of a slot; may have fewer lanes than the leaf.
        ty: Type,
    },
    /// Samplers, each with `elements` elements.
    Samplers {
        samplers: Rc<[SamplerId]>,
        elements: u32,
    },
}

/// A variable of the interface that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Uniform(Uniform),
    Input(Input),
}

impl Source {
    fn read(self, slot: u32) -> Op {
        match self {
            Source::Uniform(uniform) => Op::Uniform { uniform, slot },
            Source::Input(input) => Op::Input { input, slot },
        }
    }

    fn read_indexed(self, base: u32, stride: u32) -> Op {
        match self {
            Source::Uniform(uniform) => Op::UniformIndexed {
                uniform,
                base,
                stride,
            },
            Source::Input(input) => Op::InputIndexed {
                input,
                base,
                stride,
            },
        }
    }
}

/// A variable of the module, or of one inlined call.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) ty: Handle<naga::Type>,
    /// By template leaf.
    pub(super) storage: Rc<[Storage]>,
}

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlaceType {
    /// A variable or a part of one that has a type in the module.
    Whole(Handle<naga::Type>),
    /// A column of a matrix.
    Column,
    /// A lane of the vector at the place.
    Lane(LaneIndex),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LaneIndex {
    Constant(u8),
    Dynamic(Use),
}

/// A place inside a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) root: u32,
    pub(super) ty: PlaceType,
    /// First template leaf.
    pub(super) leaf: u32,
    /// The element, counted over all arrays entered so far; added to `dynamic`.
    pub(super) element: u32,
    pub(super) dynamic: Option<Use>,
    /// The column of the matrix at the place, and how many there are.
    pub(super) column: Option<(Use, u8)>,
}

/// An index into a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Index {
    Constant(u32),
    Dynamic(Use),
}

/// One vector-sized piece of a place.
#[derive(Clone, Copy, Debug)]
struct Piece {
    root: u32,
    leaf: u32,
    element: u32,
    dynamic: Option<Use>,
}

impl Lowerer<'_> {
    pub(super) fn root_place(&self, root: u32) -> Lowered<Place> {
        let ty = self.root(root)?.ty;
        Ok(Place {
            root,
            ty: PlaceType::Whole(ty),
            leaf: 0,
            element: 0,
            dynamic: None,
            column: None,
        })
    }

    fn root(&self, root: u32) -> Lowered<&Root> {
        self.roots
            .get(root as usize)
            .ok_or_else(|| bug("no such variable"))
    }

    /// The part of a place that an index or a member selects.
    pub(super) fn inside(&mut self, place: Place, index: Index) -> Lowered<Place> {
        let lane = match index {
            Index::Constant(lane) => LaneIndex::Constant(lane.min(3) as u8),
            Index::Dynamic(lane) => LaneIndex::Dynamic(lane),
        };
        let vector = Place {
            ty: PlaceType::Lane(lane),
            ..place
        };
        let PlaceType::Whole(ty) = place.ty else {
            return Ok(vector);
        };
        let layout = self.layouts.of(ty)?;
        Ok(match (&layout.kind, index) {
            (Kind::Single, _) => vector,
            (Kind::Matrix { .. }, Index::Constant(column)) => Place {
                ty: PlaceType::Column,
                leaf: place.leaf + column,
                ..place
            },
            (Kind::Matrix { columns, .. }, Index::Dynamic(column)) => Place {
                ty: PlaceType::Column,
                column: Some((column, *columns)),
                ..place
            },
            (Kind::Array { element, length }, Index::Constant(index)) => {
                let (base, dynamic) = self.scaled(place, *length)?;
                Place {
                    ty: PlaceType::Whole(*element),
                    element: base.saturating_add(index),
                    dynamic,
                    ..place
                }
            }
            (Kind::Array { element, length }, Index::Dynamic(index)) => {
                let (base, dynamic) = self.scaled(place, *length)?;
                let dynamic = match dynamic {
                    Some(dynamic) => self.emit(Op::Add, &[dynamic, index])?,
                    None => index,
                };
                Place {
                    ty: PlaceType::Whole(*element),
                    element: base,
                    dynamic: Some(dynamic),
                    ..place
                }
            }
            (Kind::Struct(members), Index::Constant(member)) => {
                let &(ty, first) = members
                    .get(member as usize)
                    .ok_or_else(|| bug("no such member"))?;
                Place {
                    ty: PlaceType::Whole(ty),
                    leaf: place.leaf + first,
                    ..place
                }
            }
            (Kind::Struct(_), Index::Dynamic(_)) => {
                return Err(bug("a member is selected dynamically"));
            }
        })
    }

    /// The element of a place in units of an array of `length` inside it.
    fn scaled(&mut self, place: Place, length: u32) -> Lowered<(u32, Option<Use>)> {
        let dynamic = match place.dynamic {
            Some(dynamic) if length != 1 => {
                let length = self.int(length as i32, 1);
                Some(self.emit(Op::Mul, &[dynamic, length])?)
            }
            dynamic => dynamic,
        };
        Ok((place.element.saturating_mul(length), dynamic))
    }

    /// Reads a place.
    pub(super) fn load(&mut self, place: Place) -> Lowered<Val> {
        match place.ty {
            PlaceType::Column => {
                let lanes = self.load_column(place)?;
                Ok(self.val_of_lanes(lanes))
            }
            PlaceType::Lane(index) => {
                let lanes = self.load_vector(place)?;
                let lane = match index {
                    LaneIndex::Constant(lane) => lanes.splat(lane, 1),
                    LaneIndex::Dynamic(index) => {
                        let vector = self.materialize(lanes)?;
                        let lane = self.emit(Op::Extract, &[vector, index])?;
                        Lanes::of(lane, lanes.scalar)
                    }
                };
                Ok(self.val_of_lanes(lane))
            }
            PlaceType::Whole(ty) => {
                let mut pieces = Vec::new();
                self.pieces(place, ty, &mut pieces)?;
                let mut leaves = Vec::with_capacity(pieces.len());
                for piece in pieces {
                    leaves.push(self.read(piece)?);
                }
                Ok(self.val(&leaves))
            }
        }
    }

    /// Writes a place.
    pub(super) fn store(&mut self, place: Place, value: Val) -> Lowered<()> {
        match place.ty {
            PlaceType::Column => {
                let lanes = self.lanes_of(value)?;
                self.store_column(place, lanes)
            }
            PlaceType::Lane(index) => {
                let scalar = self.lanes_of(value)?;
                let mut vector = self.load_vector(place)?;
                match index {
                    LaneIndex::Constant(lane) => vector.set(lane, scalar.lane(0)),
                    LaneIndex::Dynamic(index) => {
                        let ty = vector.scalar;
                        let old = self.materialize(vector)?;
                        let scalar = self.materialize(scalar)?;
                        let new = self.emit(Op::Insert, &[old, index, scalar])?;
                        vector = Lanes::of(new, ty);
                    }
                }
                self.store_vector(place, vector)
            }
            PlaceType::Whole(ty) => {
                let mut pieces = Vec::new();
                self.pieces(place, ty, &mut pieces)?;
                let leaves = self.leaves_of(value).to_vec();
                if leaves.len() != pieces.len() {
                    return Err(bug("a stored value has another type than its place"));
                }
                for (piece, leaf) in pieces.into_iter().zip(leaves) {
                    self.write(piece, leaf)?;
                }
                Ok(())
            }
        }
    }

    /// The vector at a place whose type is one of its lanes.
    fn load_vector(&mut self, place: Place) -> Lowered<Lanes> {
        self.load_column(place)
    }

    fn store_vector(&mut self, place: Place, lanes: Lanes) -> Lowered<()> {
        self.store_column(place, lanes)
    }

    /// A vector, or a column of a matrix, which may be selected dynamically.
    fn load_column(&mut self, place: Place) -> Lowered<Lanes> {
        let piece = Piece {
            root: place.root,
            leaf: place.leaf,
            element: place.element,
            dynamic: place.dynamic,
        };
        let Some((column, count)) = place.column else {
            return self.read_lanes(piece);
        };
        if let (None, Storage::Interface { stride, ty, .. }) =
            (place.dynamic, self.storage(piece)?.clone())
            && stride > 1
        {
            let wanted = self.leaf_type(piece)?;
            let (source, slot) = self.interface_slot(piece)?;
            let read = self.emit_typed(source.read_indexed(slot, 1), &[column], ty)?;
            return Ok(Lanes::of(read, ty.scalar).resized(wanted.lanes));
        }
        let mut columns = Vec::with_capacity(count.into());
        for offset in 0..u32::from(count) {
            let leaf = piece.leaf + offset;
            columns.push(self.read_lanes(Piece { leaf, ..piece })?);
        }
        self.select_by_index(column, &columns)
    }

    fn store_column(&mut self, place: Place, lanes: Lanes) -> Lowered<()> {
        let piece = Piece {
            root: place.root,
            leaf: place.leaf,
            element: place.element,
            dynamic: place.dynamic,
        };
        let Some((column, count)) = place.column else {
            return self.write(piece, Leaf::Lanes(lanes));
        };
        let new = self.materialize(lanes)?;
        for offset in 0..u32::from(count) {
            let leaf = piece.leaf + offset;
            let piece = Piece { leaf, ..piece };
            let old = self.read_lanes(piece)?;
            let old = self.materialize(old)?;
            let number = self.int(offset as i32, 1);
            let hit = self.emit(Op::Eq, &[column, number])?;
            let hit = hit.then(retroshade_ir::Swizzle::splat(0, new.lanes()));
            let chosen = self.emit(Op::Select, &[hit, new, old])?;
            self.write(piece, Leaf::Lanes(Lanes::of(chosen, lanes.scalar)))?;
        }
        Ok(())
    }

    /// The vector with the given number; the last one if the number is too large.
    pub(super) fn select_by_index(&mut self, index: Use, vectors: &[Lanes]) -> Lowered<Lanes> {
        let Some((last, others)) = vectors.split_last() else {
            return Err(bug("an index into nothing"));
        };
        let mut chosen = self.materialize(*last)?;
        for (number, lanes) in others.iter().enumerate().rev() {
            let candidate = self.materialize(*lanes)?;
            let number = self.int(number as i32, 1);
            let hit = self.emit(Op::Eq, &[index, number])?;
            let hit = hit.then(retroshade_ir::Swizzle::splat(0, candidate.lanes()));
            chosen = self.emit(Op::Select, &[hit, candidate, chosen])?;
        }
        Ok(Lanes::of(chosen, last.scalar))
    }

    /// The pieces of a place in the order of the leaves of its type.
    fn pieces(
        &mut self,
        place: Place,
        ty: Handle<naga::Type>,
        into: &mut Vec<Piece>,
    ) -> Lowered<()> {
        let layout = self.layouts.of(ty)?;
        let piece = Piece {
            root: place.root,
            leaf: place.leaf,
            element: place.element,
            dynamic: place.dynamic,
        };
        match &layout.kind {
            Kind::Single => into.push(piece),
            Kind::Matrix { columns, .. } => {
                for column in 0..u32::from(*columns) {
                    let leaf = piece.leaf + column;
                    into.push(Piece { leaf, ..piece });
                }
            }
            Kind::Array { element, length } => {
                let (base, dynamic) = self.scaled(place, *length)?;
                for index in 0..*length {
                    let part = Place {
                        element: base.saturating_add(index),
                        dynamic,
                        ..place
                    };
                    self.pieces(part, *element, into)?;
                }
            }
            Kind::Struct(members) => {
                for &(ty, first) in members {
                    let leaf = place.leaf + first;
                    self.pieces(Place { leaf, ..place }, ty, into)?;
                }
            }
        }
        Ok(())
    }

    fn storage(&self, piece: Piece) -> Lowered<&Storage> {
        self.root(piece.root)?
            .storage
            .get(piece.leaf as usize)
            .ok_or_else(|| bug("no such leaf"))
    }

    fn leaf_type(&mut self, piece: Piece) -> Lowered<Type> {
        let ty = self.root(piece.root)?.ty;
        match self.layouts.of(ty)?.templates.get(piece.leaf as usize) {
            Some(template) => match template.ty {
                LeafType::Vector(ty) => Ok(ty),
                LeafType::Sampler => Err(bug("a sampler is read as a number")),
            },
            None => Err(bug("no such leaf")),
        }
    }

    fn read_lanes(&mut self, piece: Piece) -> Lowered<Lanes> {
        match self.read(piece)? {
            Leaf::Lanes(lanes) => Ok(lanes),
            Leaf::Sampler(_) => Err(bug("a sampler is read as a number")),
        }
    }

    fn read(&mut self, piece: Piece) -> Lowered<Leaf> {
        match self.storage(piece)?.clone() {
            Storage::Vars(first) => {
                if piece.dynamic.is_some() {
                    return Err(bug("a dissolved array is indexed dynamically"));
                }
                let var = Var(first.0 + piece.element);
                self.env.get(var).ok_or_else(|| bug("no such element"))
            }
            Storage::Memory(array) => {
                let index = self.memory_index(piece)?;
                let loaded = self.emit(Op::ArrayLoad(array), &[index])?;
                let scalar = self.shader.ty(loaded.value).scalar;
                Ok(Leaf::Lanes(Lanes::of(loaded, scalar)))
            }
            Storage::Interface { stride, ty, .. } => {
                let wanted = self.leaf_type(piece)?;
                let (source, slot) = self.interface_slot(piece)?;
                let read = match piece.dynamic {
                    None => {
                        let value = self.interface_read(source.read(slot), ty);
                        self.shader.whole(value)
                    }
                    Some(index) => {
                        self.emit_typed(source.read_indexed(slot, stride), &[index], ty)?
                    }
                };
                Ok(Leaf::Lanes(
                    Lanes::of(read, ty.scalar).resized(wanted.lanes),
                ))
            }
            Storage::Samplers { samplers, elements } => {
                let (id, element) = split(&samplers, elements, piece)?;
                Ok(Leaf::Sampler(SamplerRef {
                    id,
                    element,
                    index: piece.dynamic,
                }))
            }
        }
    }

    /// The variable of the interface that holds a piece, and the slot in it.
    fn interface_slot(&self, piece: Piece) -> Lowered<(Source, u32)> {
        let Storage::Interface {
            variables,
            elements,
            column,
            stride,
            ..
        } = self.storage(piece)?
        else {
            return Err(bug("not a variable of the interface"));
        };
        let (source, element) = split(variables, *elements, piece)?;
        Ok((source, element.saturating_mul(*stride) + column))
    }

    /// A slot that never changes is read once, at the start of the body.
    fn interface_read(&mut self, op: Op, ty: Type) -> Value {
        if let Some(&value) = self.reads.get(&op) {
            return value;
        }
        let value = self.prologue(op, ty);
        self.reads.insert(op, value);
        value
    }

    fn memory_index(&mut self, piece: Piece) -> Lowered<Use> {
        let element = piece.element as i32;
        match piece.dynamic {
            None => Ok(self.int(element, 1)),
            Some(dynamic) if element == 0 => Ok(dynamic),
            Some(dynamic) => {
                let offset = self.int(element, 1);
                self.emit(Op::Add, &[dynamic, offset])
            }
        }
    }

    fn write(&mut self, piece: Piece, leaf: Leaf) -> Lowered<()> {
        match self.storage(piece)?.clone() {
            Storage::Vars(first) => {
                if piece.dynamic.is_some() {
                    return Err(bug("a dissolved array is indexed dynamically"));
                }
                self.env.set(Var(first.0 + piece.element), leaf);
                Ok(())
            }
            Storage::Memory(array) => {
                let Leaf::Lanes(lanes) = leaf else {
                    return Err(bug("a sampler is stored in memory"));
                };
                if lanes.as_slice().iter().all(|lane| *lane == Lane::Undefined) {
                    return Ok(());
                }
                let index = self.memory_index(piece)?;
                let value = self.materialize(lanes)?;
                self.append(Op::ArrayStore(array), vec![index, value], &[], Vec::new())?;
                Ok(())
            }
            Storage::Interface { .. } | Storage::Samplers { .. } => {
                Err(bug("an input, uniform or sampler is written"))
            }
        }
    }

    /// The variables of the walk that a write to a part of a place may change, with a mask of lanes. The
    /// path selects the part; `None` in it stands for any index.
    pub(super) fn written_vars(
        &mut self,
        place: Place,
        path: &[Option<u32>],
        into: &mut Vec<(Var, u8)>,
    ) -> Lowered<()> {
        if place.dynamic.is_some() {
            // In memory.
            return Ok(());
        }
        let PlaceType::Whole(ty) = place.ty else {
            return self.written_piece(place, path, into);
        };
        let Some((first, rest)) = path.split_first() else {
            let mut pieces = Vec::new();
            self.pieces(place, ty, &mut pieces)?;
            for piece in pieces {
                if let Storage::Vars(var) = self.storage(piece)? {
                    into.push((Var(var.0 + piece.element), 0xf));
                }
            }
            return Ok(());
        };
        let layout = self.layouts.of(ty)?;
        let all = match (&layout.kind, first) {
            (_, Some(index)) => *index..*index + 1,
            (Kind::Matrix { columns, .. }, None) => 0..u32::from(*columns),
            // What is indexed dynamically is in memory, and all elements have one storage.
            (Kind::Array { .. }, None) => 0..1,
            (Kind::Single | Kind::Struct(_), None) => {
                return self.written_piece(place, path, into);
            }
        };
        if let Kind::Single = layout.kind {
            return self.written_piece(place, path, into);
        }
        for index in all {
            let part = self.inside(place, Index::Constant(index))?;
            self.written_vars(part, rest, into)?;
        }
        Ok(())
    }

    /// A vector of which one lane, or all, may be written.
    fn written_piece(
        &mut self,
        place: Place,
        path: &[Option<u32>],
        into: &mut Vec<(Var, u8)>,
    ) -> Lowered<()> {
        let mask = match path.first() {
            Some(Some(lane)) => 1u8 << (*lane).min(3),
            _ => 0xf,
        };
        let piece = Piece {
            root: place.root,
            leaf: place.leaf,
            element: place.element,
            dynamic: None,
        };
        if let Storage::Vars(var) = self.storage(piece)? {
            into.push((Var(var.0 + piece.element), mask));
        }
        Ok(())
    }
}

/// Which of several variables with `elements` elements each holds an element, and which one there.
fn split<T: Copy>(variables: &[T], elements: u32, piece: Piece) -> Lowered<(T, u32)> {
    let (at, element) = if variables.len() == 1 {
        (0, piece.element)
    } else if piece.dynamic.is_some() {
        return Err(bug("separate variables are indexed dynamically"));
    } else {
        (
            piece.element / elements.max(1),
            piece.element % elements.max(1),
        )
    };
    match variables.get(at as usize) {
        Some(&variable) => Ok((variable, element)),
        None => Err(bug("no such element of the interface")),
    }
}
