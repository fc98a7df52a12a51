//! Vector-sized pieces of a place: which storage they are in, reading and writing them.

use super::env::Var;
use super::layout::{Kind, LeafType};
use super::place::{Index, Piece, Place, PlaceType, Source, Storage};
use super::value::{Lane, Lanes, Leaf, SamplerRef};
use super::{Lowered, Lowerer, bug};
use naga::Handle;
use retroshade_ir::{Op, Type, Use, Value};

impl Lowerer<'_> {
    /// The piece that is all of a place, if its type has no parts.
    pub(super) fn only_piece(
        &mut self,
        place: Place,
        ty: Handle<naga::Type>,
    ) -> Lowered<Option<Piece>> {
        let single = matches!(self.layouts.of(ty)?.kind, Kind::Single);
        Ok(single.then_some(Piece {
            root: place.root,
            leaf: place.leaf,
            element: place.element,
            dynamic: place.dynamic,
        }))
    }

    /// The pieces of a place in the order of the leaves of its type.
    pub(super) fn pieces(
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

    pub(super) fn storage(&self, piece: Piece) -> Lowered<&Storage> {
        self.root(piece.root)?
            .storage
            .get(piece.leaf as usize)
            .ok_or_else(|| bug("no such leaf"))
    }

    pub(super) fn leaf_type(&mut self, piece: Piece) -> Lowered<Type> {
        let ty = self.root(piece.root)?.ty;
        match self.layouts.of(ty)?.templates.get(piece.leaf as usize) {
            Some(template) => match template.ty {
                LeafType::Vector(ty) => Ok(ty),
                LeafType::Sampler => Err(bug("a sampler is read as a number")),
            },
            None => Err(bug("no such leaf")),
        }
    }

    pub(super) fn read_lanes(&mut self, piece: Piece) -> Lowered<Lanes> {
        match self.read(piece)? {
            Leaf::Lanes(lanes) => Ok(lanes),
            Leaf::Sampler(_) => Err(bug("a sampler is read as a number")),
        }
    }

    pub(super) fn read(&mut self, piece: Piece) -> Lowered<Leaf> {
        match self.storage(piece)? {
            Storage::Vars(first) => {
                if piece.dynamic.is_some() {
                    return Err(bug("a dissolved array is indexed dynamically"));
                }
                let var = Var(first.0 + piece.element);
                self.env.get(var).ok_or_else(|| bug("no such element"))
            }
            Storage::Memory(array) => {
                let array = *array;
                let index = self.memory_index(piece)?;
                let loaded = self.emit(Op::ArrayLoad(array), &[index])?;
                let scalar = self.shader.ty(loaded.value).scalar;
                Ok(Leaf::Lanes(Lanes::of(loaded, scalar)))
            }
            Storage::Interface { stride, ty, .. } => {
                let (stride, ty) = (*stride, *ty);
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
                let (id, element) = split(samplers, *elements, piece)?;
                Ok(Leaf::Sampler(SamplerRef {
                    id,
                    element,
                    index: piece.dynamic,
                }))
            }
        }
    }

    /// The variable of the interface that holds a piece, and the slot in it.
    pub(super) fn interface_slot(&self, piece: Piece) -> Lowered<(Source, u32)> {
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

    pub(super) fn write(&mut self, piece: Piece, leaf: Leaf) -> Lowered<()> {
        match self.storage(piece)? {
            Storage::Vars(first) => {
                if piece.dynamic.is_some() {
                    return Err(bug("a dissolved array is indexed dynamically"));
                }
                let var = Var(first.0 + piece.element);
                self.env.set(var, leaf);
                self.note_assignment(piece, leaf)
            }
            Storage::Memory(array) => {
                let array = *array;
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

    /// The SSA variables that a write to a part of a place may change, with a mask of lanes. The
    /// path selects the part; `None` in it is any index.
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
