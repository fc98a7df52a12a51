//! Uses of built-in variables: each becomes a global where it is first used.

use super::builtins::{self, VariableKind};
use super::expressions::literal;
use super::structs::StructInfo;
use super::{Checked, Checker};
use crate::extension::Extension;
use crate::syntax::Name;
use crate::typed::{
    Base, Expression, ExpressionKind, Global, GlobalId, Member, Role, Scalar, Struct, StructId,
    Type,
};
use retroshade_diagnostics::Span;
use retroshade_diagnostics::codes::semantic;
use retroshade_ir::{Builtin, Precision};

impl Checker<'_> {
    /// A built-in variable or constant; the outer `None` if there is none of this name.
    pub(super) fn builtin_variable(&mut self, name: Name, span: Span) -> Option<Checked> {
        let text = self.text(name.symbol);
        if !text.starts_with("gl_") {
            return None;
        }
        let text = match text {
            // What Vulkan calls them.
            "gl_VertexIndex" if self.unit.dialect.is_desktop() => "gl_VertexID",
            "gl_InstanceIndex" if self.unit.dialect.is_desktop() => "gl_InstanceID",
            text => text,
        };
        if self.stray_vertices(text, span) {
            return Some(None);
        }
        let (index, row) = match builtins::variable(text, self.place())? {
            Ok(found) => found,
            Err(missing) => {
                self.missing_builtin("the variable", text, span, missing);
                return Some(None);
            }
        };
        self.note_extension(row.availability.extension, text, span);
        let extended = self.unit.extensions.allows(Extension::DrawBuffers);
        let role = match &row.kind {
            VariableKind::Variable(role) => role,
            VariableKind::Constant(constant) => {
                let value = builtins::constant(*constant, extended);
                return Some(literal(row.ty, Scalar::Int(value), span));
            }
            VariableKind::Refused(reason) => {
                let message = format!("`{text}` is not supported: {reason}");
                self.error(semantic::UNSUPPORTED_FEATURE, message, span, "used here");
                return Some(None);
            }
        };
        let known = self.builtin_globals.get(index).copied().flatten();
        let id = known.unwrap_or_else(|| {
            let buffers = builtins::constant(builtins::ConstantRow::DrawBuffers, extended);
            let array = row.ty.array.map(|_| buffers.unsigned_abs());
            let ty = Type { array, ..row.ty };
            let mut global = Global::new(text.to_owned(), ty, role.clone(), row.precision, span);
            global.invariant =
                self.unit.invariant_all.is_some() && *role == Role::BuiltinOut(Builtin::Position);
            let id = self.add_global(global);
            if let Some(slot) = self.builtin_globals.get_mut(index) {
                *slot = Some(id);
            }
            id
        });
        let ty = self.globals.get(id.0 as usize)?.ty;
        let kind = ExpressionKind::Global(id);
        Some(Some(Expression { kind, ty, span }))
    }

    /// The global of a built-in variable: the outer `None` if there is none of this name, the inner one if
    /// it cannot be used here, which was reported.
    pub(super) fn builtin_variable_id(&mut self, name: Name) -> Option<Option<GlobalId>> {
        let found = self.builtin_variable(name, name.span)?;
        Some(found.and_then(|expression| match expression.kind {
            ExpressionKind::Global(id) => Some(id),
            _ => None,
        }))
    }

    /// The structure `gl_DepthRangeParameters`, declared when first named.
    pub(super) fn depth_range_struct(&mut self) -> StructId {
        let known = |s: &Struct| s.name == "gl_DepthRangeParameters";
        if let Some(index) = self.structs.iter().position(known) {
            return StructId(index as u32);
        }
        let mut info = StructInfo::default();
        let mut members = Vec::new();
        for (index, name) in ["near", "far", "diff"].into_iter().enumerate() {
            if let Some(symbol) = self.names.get(name) {
                info.members.insert(symbol, index as u32);
            }
            members.push(Member {
                name: name.into(),
                ty: Type::FLOAT,
                precision: Some(Precision::High),
                matrices: None,
                span: Span::NONE,
            });
        }
        info.size = 12;
        self.structs.push(Struct {
            name: "gl_DepthRangeParameters".into(),
            members,
            span: Span::NONE,
        });
        self.struct_infos.push(info);
        StructId(self.structs.len() as u32 - 1)
    }

    /// `gl_DepthRange` as a value.
    pub(super) fn depth_range(&mut self, span: Span) -> Expression {
        let ty = Type::plain(Base::Struct(self.depth_range_struct()));
        let last = builtins::VARIABLES.len();
        let id = match self.builtin_globals.get(last).copied().flatten() {
            Some(id) => id,
            None => {
                let id = self.add_global(Global::new(
                    "gl_DepthRange".to_owned(),
                    ty,
                    Role::DepthRange,
                    None,
                    span,
                ));
                if let Some(slot) = self.builtin_globals.get_mut(last) {
                    *slot = Some(id);
                }
                id
            }
        };
        Expression {
            kind: ExpressionKind::Global(id),
            ty,
            span,
        }
    }
}
