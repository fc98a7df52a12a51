//! Parts of values, and the choice between two: `a.b`, `a[i]`, `a.length()`, `c ? a : b`.

use super::expressions::{constant_expression, is_constant, scalars};
use super::scope::Binding;
use super::{Checked, Checker};
use crate::syntax::{self, Name};
use crate::typed::{
    Base, Expression, ExpressionKind, GlobalId, Role, Scalar, ScalarKind, StructId, Type,
};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::Builtin;

impl Checker<'_> {
    /// `base.field`
    pub(super) fn field(&mut self, base: &syntax::Expression, field: Name, span: Span) -> Checked {
        if let Some(found) = self.block_member(base, field, span) {
            return found;
        }
        let base = self.value(base)?;
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
        let structure = self.structs.get(id.0 as usize)?;
        let ty = structure.members.get(member as usize)?.ty;
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
        let lanes = match parse_swizzle(self.text(field.symbol), width) {
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

    /// `instance.member` or `instance[i].member` of a uniform block.
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
        let Binding::Block(block) = self.scopes.find(name.symbol)?.binding else {
            return None;
        };
        let array = self.blocks.get(block as usize)?.array;
        let instance = match (array, index) {
            (None, None) => 0,
            (Some(size), Some(index)) => match self.block_index(index, size) {
                Some(instance) => instance,
                None => return Some(None),
            },
            (None, Some(_)) | (Some(_), None) => {
                let label = match array {
                    Some(_) => "an array of blocks needs an index",
                    None => "this block is no array",
                };
                let message = "a member of a uniform block is needed here";
                self.error(semantic::BLOCK, message, base.span, label);
                return Some(None);
            }
        };
        let info = self.blocks.get(block as usize)?;
        let found = info.members.iter().position(|(n, _)| *n == field.symbol);
        let Some(position) = found else {
            let text = self.text(field.symbol);
            let message = format!("the uniform block has no member `{text}`");
            self.error(
                semantic::UNKNOWN_MEMBER,
                message,
                field.span,
                "not a member",
            );
            return Some(None);
        };
        let (_, ty) = *info.members.get(position)?;
        let offset = instance * info.members.len() as u32 + position as u32;
        let kind = ExpressionKind::Global(GlobalId(info.first.0 + offset));
        Some(Some(Expression { kind, ty, span }))
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

    /// `base[index]`
    pub(super) fn index(
        &mut self,
        base: &syntax::Expression,
        index: &syntax::Expression,
        span: Span,
    ) -> Checked {
        let checked_base = self.value(base);
        let checked_index = self.value(index);
        let base = checked_base?;
        let Some((ty, count)) = element(base.ty) else {
            let ty = self.spell(base.ty);
            let message = format!("`{ty}` cannot be indexed");
            let label = "not an array, vector or matrix";
            self.error(semantic::INDEX, message, base.span, label);
            return None;
        };
        let index = checked_index?;
        if !index.ty.is_integer() {
            return self.bad_index(&index);
        }
        match constant_index(&index) {
            Some(position) if !(0..i64::from(count)).contains(&position) => {
                self.index_range(&base, &index, position, count)
            }
            Some(position) => self.constant_element(base, index, position as usize, ty, span),
            None => {
                self.dynamic_index(&base, &index);
                Some(indexed(base, index, ty, span))
            }
        }
    }

    fn constant_element(
        &self,
        base: Expression,
        index: Expression,
        position: usize,
        ty: Type,
        span: Span,
    ) -> Checked {
        if let Some(all) = scalars(&base) {
            let size = (self.size_of(ty) / 4) as usize;
            let part = all.get(position * size..(position + 1) * size)?;
            return Some(constant_expression(ty, part.to_vec(), span));
        }
        Some(indexed(base, index, ty, span))
    }

    /// What may not be indexed by a variable, and what need not.
    fn dynamic_index(&mut self, base: &Expression, index: &Expression) {
        if let ExpressionKind::Global(id) = base.kind
            && let Some(global) = self.globals.get(id.0 as usize)
        {
            let name = match global.role {
                Role::FragmentOut if global.ty.array.is_some() => Some(global.name.clone()),
                Role::BuiltinOut(Builtin::FragData) => Some(global.name.clone()),
                _ => None,
            };
            if let Some(name) = name {
                let message = format!("`{name}` needs a constant index");
                self.error(semantic::INDEX, message, index.span, "not constant");
                return;
            }
        }
        let sampler_array = base.ty.array.is_some() && matches!(base.ty.base, Base::Sampler(_));
        if sampler_array && !self.is_100() {
            let message = "an array of samplers needs a constant index in ESSL 3.00";
            self.error(semantic::INDEX, message, index.span, "not constant");
            return;
        }
        self.appendix_index(base, index);
    }

    #[cold]
    fn bad_index(&mut self, index: &Expression) -> Checked {
        let ty = self.spell(index.ty);
        let mut diagnostic = Diagnostic::error(
            semantic::INDEX,
            format!("an index must be an integer, this is `{ty}`"),
        )
        .at(index.span, format!("this is `{ty}`"));
        if index.ty == Type::FLOAT {
            diagnostic = diagnostic.with_help("convert it: `int(…)`");
        }
        self.fail(diagnostic)
    }

    #[cold]
    fn index_range(
        &mut self,
        base: &Expression,
        index: &Expression,
        position: i64,
        count: u32,
    ) -> Checked {
        let ty = self.spell(base.ty);
        let what = match (base.ty.array, base.ty.base) {
            (Some(_), _) => "element",
            (None, Base::Matrix { .. }) => "column",
            _ => "component",
        };
        self.fail(
            Diagnostic::error(
                semantic::INDEX_RANGE,
                format!("the index {position} is out of range"),
            )
            .at(index.span, format!("this is {position}"))
            .and_at(
                base.span,
                format!(
                    "`{ty}` has {}",
                    super::constructors::count(count as usize, what)
                ),
            )
            .with_help(format!(
                "an index lies between 0 and {}",
                count.saturating_sub(1)
            )),
        )
    }

    /// `a.length()`
    pub(super) fn method(
        &mut self,
        base: &syntax::Expression,
        method: Name,
        arguments: &[syntax::Expression],
        span: Span,
    ) -> Checked {
        let base = self.value(base)?;
        let text = self.text(method.symbol);
        if self.is_100() {
            let message = format!("there is no `.{text}()` in ESSL 1.00");
            let label = "exists in ESSL 3.00 only";
            self.error(semantic::WRONG_VERSION, message, method.span, label);
            return None;
        }
        match base.ty.array {
            Some(size) if text == "length" && arguments.is_empty() => {
                let size = i32::try_from(size).unwrap_or(i32::MAX);
                Some(constant_expression(
                    Type::INT,
                    vec![Scalar::Int(size)],
                    span,
                ))
            }
            _ => {
                let ty = self.spell(base.ty);
                let message = format!("`{ty}` has no method `{text}`");
                let label = "only arrays have a method, `length()`";
                self.error(semantic::UNKNOWN_MEMBER, message, method.span, label);
                None
            }
        }
    }

    /// `condition ? accept : reject`
    pub(super) fn select(
        &mut self,
        condition: &syntax::Expression,
        accept: &syntax::Expression,
        reject: &syntax::Expression,
        span: Span,
    ) -> Checked {
        let checked_condition = self.condition(condition);
        let checked_accept = self.value(accept);
        let checked_reject = self.value(reject);
        let (yes, no) = (checked_accept?, checked_reject?);
        let ty = yes.ty;
        if no.ty != ty {
            let because = Some((yes.span, format!("this is `{}`", self.spell(ty))));
            self.mismatch("the two choices of `?:` differ", ty, no.ty, reject, because);
            return None;
        }
        if self.is_100() && self.has_array(ty) {
            let message = format!("`?:` cannot give `{}` in ESSL 1.00", self.spell(ty));
            self.error(semantic::ARRAY_USE, message, yes.span, "an array");
            return None;
        }
        if self.has_sampler(ty) {
            let message = format!("`?:` cannot give `{}`", self.spell(ty));
            self.error(semantic::SAMPLER_USE, message, yes.span, "a sampler");
            return None;
        }
        let condition = checked_condition?;
        if is_constant(&yes)
            && is_constant(&no)
            && let Some(&[Scalar::Bool(first)]) = scalars(&condition)
        {
            let chosen = if first { yes } else { no };
            return Some(Expression { span, ..chosen });
        }
        let kind = ExpressionKind::Select {
            condition: Box::new(condition),
            accept: Box::new(yes),
            reject: Box::new(no),
        };
        Some(Expression { kind, ty, span })
    }

    /// A scalar bool.
    pub(super) fn condition(&mut self, source: &syntax::Expression) -> Checked {
        let condition = self.value(source)?;
        if condition.ty == Type::BOOL {
            return Some(condition);
        }
        self.bad_condition(&condition)
    }

    #[cold]
    pub(super) fn bad_condition(&mut self, condition: &Expression) -> Checked {
        let ty = self.spell(condition.ty);
        let mut diagnostic = Diagnostic::error(
            semantic::CONDITION,
            format!("a condition must be `bool`, this is `{ty}`"),
        )
        .at(condition.span, format!("this is `{ty}`"));
        let help = match (condition.ty.kind(), condition.ty.lanes()) {
            (Some(ScalarKind::Bool), Some(_)) => Some("write `any(…)` or `all(…)`"),
            (Some(ScalarKind::Float), Some(1)) => Some("compare it: `… != 0.0`"),
            (Some(ScalarKind::Int), Some(1)) => Some("compare it: `… != 0`"),
            (Some(ScalarKind::Uint), Some(1)) => Some("compare it: `… != 0u`"),
            _ => None,
        };
        if let Some(help) = help {
            diagnostic = diagnostic.with_help(help);
        }
        self.fail(diagnostic)
    }
}

/// Type and number of the elements of what can be indexed.
fn element(ty: Type) -> Option<(Type, u32)> {
    match (ty.array, ty.base) {
        (Some(size), _) => Some((ty.element(), size)),
        (None, Base::Matrix { columns, rows }) => {
            Some((Type::vector(ScalarKind::Float, rows), columns.into()))
        }
        (None, Base::Vector { scalar, lanes }) if lanes > 1 => {
            Some((Type::scalar(scalar), lanes.into()))
        }
        _ => None,
    }
}

fn indexed(base: Expression, index: Expression, ty: Type, span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Index {
            base: Box::new(base),
            index: Box::new(index),
        },
        ty,
        span,
    }
}

/// The value of a constant index.
fn constant_index(index: &Expression) -> Option<i64> {
    match scalars(index)?.first()? {
        Scalar::Int(value) => Some(i64::from(*value)),
        Scalar::Uint(value) => Some(i64::from(*value)),
        Scalar::Float(_) | Scalar::Bool(_) => None,
    }
}

/// The lanes that the letters of a swizzle name.
fn parse_swizzle(text: &str, width: u8) -> Result<Vec<u8>, &'static str> {
    const SETS: [&str; 3] = ["xyzw", "rgba", "stpq"];
    if text.len() > 4 {
        return Err("at most four components");
    }
    let first = text.chars().next().unwrap_or(' ');
    let Some(set) = SETS.iter().find(|set| set.contains(first)) else {
        return Err("not the name of a component");
    };
    let mut lanes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match set.find(letter) {
            Some(lane) if lane < usize::from(width) => lanes.push(lane as u8),
            Some(_) => return Err("the vector has no such component"),
            None if SETS.iter().any(|set| set.contains(letter)) => {
                return Err("letters of different sets");
            }
            None => return Err("not the name of a component"),
        }
    }
    Ok(lanes)
}
