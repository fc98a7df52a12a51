//! What stands behind a dot: members of structures and blocks, swizzles.

use super::blocks::Instances;
use super::expressions::{constant_expression, scalars};
use super::scope::Binding;
use super::selection::constant_index;
use super::{Checked, Checker};
use crate::syntax::{self, Name};
use crate::typed::{
    Base, Expression, ExpressionKind, GlobalId, Scalar, ScalarKind, StructId, Type,
};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};

impl Checker<'_> {
    /// `base.field`
    pub(super) fn field(&mut self, base: &syntax::Expression, field: Name, span: Span) -> Checked {
        if let Some(found) = self.block_member(base, field, span) {
            return found;
        }
        if let Some(found) = self.vertex_member(base, field, span) {
            return found;
        }
        let base = self.value(base)?;
        self.note_selection(field, base.ty);
        if self.is_cg()
            && let Some(found) = self.cg_field(&base, field, span)
        {
            return found;
        }
        match (base.ty.array, base.ty.base) {
            (None, Base::Struct(id)) => self.member(base, id, field, span),
            (None, Base::Vector { scalar, lanes }) if lanes > 1 => {
                self.swizzle(base, scalar, lanes, field, span)
            }
            _ => self.no_members(&base, field),
        }
    }

    #[cold]
    fn no_members(&mut self, base: &Expression, field: Name) -> Checked {
        let ty = self.spell(base.ty);
        let text = self.text(field.symbol);
        let (code, why) = match base.ty.scalar_kind() {
            Some(_) => (semantic::SWIZZLE, "a scalar has no components"),
            None => (semantic::UNKNOWN_MEMBER, ""),
        };
        let message = format!("`{ty}` has no member `{text}`");
        let label = format!("this is `{ty}`");
        self.fail(
            Diagnostic::error(code, message)
                .at(field.span, why)
                .and_at(base.span, label),
        )
    }

    fn member(&mut self, base: Expression, id: StructId, field: Name, span: Span) -> Checked {
        let info = self.struct_infos.get(id.0 as usize)?;
        let Some(&member) = info.members.get(&field.symbol) else {
            return self.unknown_member(&base, id, field);
        };
        let declared = self.structs.get(id.0 as usize)?;
        let declared = declared.members.get(member as usize)?;
        let (ty, place) = (declared.ty, declared.span);
        self.note_use(field, place);
        let structure = self.structs.get(id.0 as usize)?;
        if let Some(all) = scalars(&base) {
            let before = structure.members.get(..member as usize)?;
            let start: u64 = before.iter().map(|m| self.size_of(m.ty) / 4).sum();
            let count = (self.size_of(ty) / 4) as usize;
            let part = all.get(start as usize..start as usize + count)?;
            return Some(constant_expression(ty, part.to_vec(), span));
        }
        let kind = ExpressionKind::Member {
            base: Box::new(base),
            member,
        };
        Some(Expression { kind, ty, span })
    }

    #[cold]
    fn unknown_member(&mut self, base: &Expression, id: StructId, field: Name) -> Checked {
        let ty = self.spell(base.ty);
        let text = self.text(field.symbol);
        let message = format!("the structure `{ty}` has no member `{text}`");
        let mut diagnostic =
            Diagnostic::error(semantic::UNKNOWN_MEMBER, message).at(field.span, "not a member");
        if let Some(structure) = self.structs.get(id.0 as usize) {
            diagnostic = diagnostic.and_at(structure.span, format!("`{ty}` is defined here"));
            let names: Vec<String> = structure
                .members
                .iter()
                .take(8)
                .map(|member| format!("`{}`", member.name))
                .collect();
            diagnostic = diagnostic.with_help(format!("its members are {}", names.join(", ")));
        }
        self.fail(diagnostic)
    }

    fn swizzle(
        &mut self,
        base: Expression,
        scalar: ScalarKind,
        width: u8,
        field: Name,
        span: Span,
    ) -> Checked {
        // Cg has no letters for texture coordinates.
        let sets = if self.is_cg() { 2 } else { 3 };
        let sets = SETS.get(..sets).unwrap_or(&SETS);
        let lanes = match parse_swizzle(self.text(field.symbol), width, sets) {
            Ok(lanes) => lanes,
            Err(reason) => return self.bad_swizzle(&base, field, reason),
        };
        let ty = Type::vector(scalar, lanes.len() as u8);
        if let Some(all) = scalars(&base) {
            let chosen = lanes
                .iter()
                .map(|&lane| all.get(usize::from(lane)).copied());
            let chosen: Option<Vec<Scalar>> = chosen.collect();
            return Some(constant_expression(ty, chosen?, span));
        }
        let kind = ExpressionKind::Swizzle {
            base: Box::new(base),
            lanes,
        };
        Some(Expression { kind, ty, span })
    }

    #[cold]
    fn bad_swizzle(&mut self, base: &Expression, field: Name, reason: &'static str) -> Checked {
        let ty = self.spell(base.ty);
        let text = self.text(field.symbol);
        self.fail(
            Diagnostic::error(
                semantic::SWIZZLE,
                format!("`.{text}` is no swizzle of `{ty}`"),
            )
            .at(field.span, reason)
            .and_at(base.span, format!("this is `{ty}`")),
        )
    }

    /// `instance.member` or `instance[i].member` of a block.
    fn block_member(
        &mut self,
        base: &syntax::Expression,
        field: Name,
        span: Span,
    ) -> Option<Checked> {
        let (name, index) = match &base.kind {
            syntax::ExpressionKind::Name(name) => (*name, None),
            syntax::ExpressionKind::Index { base, index } => match &base.kind {
                syntax::ExpressionKind::Name(name) => (*name, Some(&**index)),
                _ => return None,
            },
            _ => return None,
        };
        let entry = self.scopes.find(name.symbol)?;
        let Binding::Block(block) = entry.binding else {
            return None;
        };
        let declared = entry.span;
        self.note_block_selection(field, name, declared);
        let instances = self.blocks.get(block as usize)?.instances;
        let instance = match (instances, index) {
            (Instances::One, None) | (Instances::Vertices, Some(_)) => 0,
            (Instances::Array(size), Some(index)) => match self.block_index(index, size) {
                Some(instance) => instance,
                None => return Some(None),
            },
            (Instances::One, Some(_)) | (Instances::Array(_) | Instances::Vertices, None) => {
                let label = match instances {
                    Instances::One => "this block is no array",
                    Instances::Array(_) | Instances::Vertices => {
                        "an array of blocks needs an index"
                    }
                };
                let message = "a member of the block is needed here";
                self.error(semantic::BLOCK, message, base.span, label);
                return Some(None);
            }
        };
        let info = self.blocks.get(block as usize)?;
        let found = info.members.iter().position(|(n, _)| *n == field.symbol);
        let Some(position) = found else {
            let text = self.text(field.symbol);
            let message = format!("the block has no member `{text}`");
            self.error(
                semantic::UNKNOWN_MEMBER,
                message,
                field.span,
                "not a member",
            );
            return Some(None);
        };
        let (_, ty) = *info.members.get(position)?;
        let first = info.first.0 as usize + position;
        let place = self.globals.get(first)?.span;
        self.note_use(field, place);
        let info = self.blocks.get(block as usize)?;
        let offset = instance * info.members.len() as u32 + position as u32;
        let kind = ExpressionKind::Global(GlobalId(info.first.0 + offset));
        let whole = Expression { kind, ty, span };
        Some(match (instances, index) {
            (Instances::Vertices, Some(index)) => self.element_of(Some(whole), index, span),
            _ => Some(whole),
        })
    }

    fn block_index(&mut self, index: &syntax::Expression, size: u32) -> Option<u32> {
        let value = self.value(index)?;
        match (value.ty.is_integer(), constant_index(&value)) {
            (true, Some(position)) if (0..i64::from(size)).contains(&position) => {
                Some(position as u32)
            }
            _ => {
                let message = "an array of blocks needs a constant index within its size";
                let label = format!("there are {size}");
                self.error(semantic::BLOCK, message, value.span, &label);
                None
            }
        }
    }
}

/// The letters of swizzles.
const SETS: [&str; 3] = ["xyzw", "rgba", "stpq"];

/// The lanes that the letters of a swizzle name, all of one of the sets.
fn parse_swizzle(text: &str, width: u8, sets: &[&str]) -> Result<Vec<u8>, &'static str> {
    if text.len() > 4 {
        return Err("at most four components");
    }
    let first = text.chars().next().unwrap_or(' ');
    let Some(set) = sets.iter().find(|set| set.contains(first)) else {
        return Err("not the name of a component");
    };
    let mut lanes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match set.find(letter) {
            Some(lane) if lane < usize::from(width) => lanes.push(lane as u8),
            Some(_) => return Err("the vector has no such component"),
            None if sets.iter().any(|set| set.contains(letter)) => {
                return Err("letters of different sets");
            }
            None => return Err("not the name of a component"),
        }
    }
    Ok(lanes)
}
