//! Prints constructors. naga shortens no bool vectors, splats no bools, cuts no vector into columns
//! and counts no arguments; so only the plain forms are left to it.

use super::Printer;
use super::expression::binding;
use super::intrinsic::Intrinsic;
use super::types::{is_padded_member, member_type};
use crate::typed::{Base, Expression, ScalarKind, StructId, Type};

/// How a constructor is printed.
enum Form {
    /// The type's own constructor with the arguments as they are.
    Plain,
    /// Each argument converted to the element, by a scalar or vector constructor of its own size.
    Converted,
    /// A call of an intrinsic function.
    Intrinsic,
}

fn scalar_of(ty: Type) -> Option<(ScalarKind, u8)> {
    match (ty.base, ty.array) {
        (Base::Vector { scalar, lanes }, None) => Some((scalar, lanes)),
        _ => None,
    }
}

fn form(ty: Type, arguments: &[Expression]) -> Form {
    let vectors: Option<Vec<(ScalarKind, u8)>> = arguments
        .iter()
        .map(|argument| scalar_of(argument.ty))
        .collect();
    let Some(vectors) = vectors else {
        return Form::Intrinsic;
    };
    let total: u32 = vectors.iter().map(|&(_, lanes)| u32::from(lanes)).sum();
    let same = |wanted: ScalarKind| vectors.iter().all(|&(scalar, _)| scalar == wanted);
    match ty.base {
        Base::Vector { scalar, lanes } => match vectors.as_slice() {
            // One scalar: a conversion, or the same value in every lane.
            [(kind, 1)] if lanes == 1 || *kind == scalar => Form::Plain,
            [(_, 1)] => Form::Converted,
            [(kind, own)] if *own == lanes && *kind != ScalarKind::Bool => Form::Plain,
            _ if total == u32::from(lanes) && vectors.len() > 1 => {
                let bools = vectors
                    .iter()
                    .any(|&(kind, own)| kind == ScalarKind::Bool && own > 1 && kind != scalar);
                match (bools, same(scalar)) {
                    (true, _) => Form::Intrinsic,
                    (false, true) => Form::Plain,
                    (false, false) => Form::Converted,
                }
            }
            _ => Form::Intrinsic,
        },
        Base::Matrix { columns, rows } if same(ScalarKind::Float) => {
            let scalars = vectors.iter().all(|&(_, lanes)| lanes == 1);
            let by_columns = vectors.iter().all(|&(_, lanes)| lanes == rows);
            let exact = total == u32::from(columns) * u32::from(rows);
            if (exact && (scalars || by_columns)) || (scalars && vectors.len() == 1) {
                Form::Plain
            } else {
                Form::Intrinsic
            }
        }
        _ => Form::Intrinsic,
    }
}

impl Printer<'_> {
    pub(super) fn construct(&mut self, ty: Type, arguments: &[Expression]) {
        if ty.array.is_some() {
            let name = self.type_name(ty);
            return self.call(&name, arguments);
        }
        if let Base::Struct(StructId(id)) = ty.base {
            return self.construct_struct(id, ty, arguments);
        }
        match form(ty, arguments) {
            Form::Plain => {
                let name = self.type_name(ty);
                self.call(&name, arguments);
            }
            Form::Converted => self.construct_converted(ty, arguments),
            Form::Intrinsic => {
                let types = arguments.iter().map(|argument| argument.ty).collect();
                let name = self.intrinsic(Intrinsic::Construct, ty, types);
                self.call(&name, arguments);
            }
        }
    }

    fn construct_converted(&mut self, ty: Type, arguments: &[Expression]) {
        let Base::Vector { scalar, .. } = ty.base else {
            return;
        };
        let name = self.type_name(ty);
        self.writer.put(&name);
        self.writer.put("(");
        for (position, argument) in arguments.iter().enumerate() {
            if position > 0 {
                self.writer.put(", ");
            }
            match scalar_of(argument.ty) {
                Some((kind, lanes)) if kind != scalar => {
                    let own = self.type_name(Type {
                        base: Base::Vector { scalar, lanes },
                        array: None,
                    });
                    self.call(&own, std::slice::from_ref(argument));
                }
                _ => self.expression(argument, binding::ARGUMENT),
            }
        }
        self.writer.put(")");
    }

    fn construct_struct(&mut self, id: u32, ty: Type, arguments: &[Expression]) {
        let plain = self.program.structs.get(id as usize).is_some_and(|row| {
            let apart = |ty: Type| ty.array.is_some() || is_padded_member(ty);
            !row.members.iter().any(|member| apart(member.ty))
        });
        let name = if plain {
            self.type_name(ty)
        } else {
            let types = arguments.iter().map(|argument| argument.ty).collect();
            self.intrinsic(Intrinsic::Construct, ty, types)
        };
        self.call(&name, arguments);
    }

    /// The function that adds the third row of a padded member's type.
    pub(super) fn widen(&mut self, ty: Type) -> String {
        self.intrinsic(Intrinsic::Widen, member_type(ty), vec![ty])
    }
}
