//! Variables and the places inside them: what a pointer of naga leads to, and how it is read and written.

use super::env::Var;
use super::layout::Kind;
use super::value::{Lanes, Leaf, Val};
use super::{Lowered, Lowerer, bug};
use naga::Handle;
use retroshade_ir::{Array, Input, Op, SamplerId, Type, Uniform, Use};
use std::rc::Rc;

/// Where the elements of one template leaf are.
#[derive(Clone, Debug)]
pub(super) enum Storage {
    /// An SSA variable for each element, one after the other.
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
    pub(super) fn read(self, slot: u32) -> Op {
        match self {
            Source::Uniform(uniform) => Op::Uniform { uniform, slot },
            Source::Input(input) => Op::Input { input, slot },
        }
    }

    pub(super) fn read_indexed(self, base: u32, stride: u32) -> Op {
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

/// The type of a place.
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

/// One vector-sized piece of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) root: u32,
    pub(super) leaf: u32,
    pub(super) element: u32,
    pub(super) dynamic: Option<Use>,
}

/// An index into a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Index {
    Constant(u32),
    Dynamic(Use),
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

    pub(super) fn root(&self, root: u32) -> Lowered<&Root> {
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
    pub(super) fn scaled(&mut self, place: Place, length: u32) -> Lowered<(u32, Option<Use>)> {
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
                if let Some(piece) = self.only_piece(place, ty)? {
                    let leaf = self.read(piece)?;
                    return Ok(self.val(&[leaf]));
                }
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
                if let (Some(piece), &[leaf]) = (self.only_piece(place, ty)?, self.leaves_of(value))
                {
                    return self.write(piece, leaf);
                }
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
    pub(super) fn load_column(&mut self, place: Place) -> Lowered<Lanes> {
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
}
