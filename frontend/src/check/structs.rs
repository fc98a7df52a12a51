//! Structure definitions.

use super::Checker;
use super::scope::Binding;
use crate::intern::Symbol;
use crate::syntax::{self, NESTING_LIMIT, QualifierKind, StructSpecifier, TypeName};
use crate::typed::{Base, Member, Struct, StructId, Type};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::deep::limit;
use rustc_hash::FxHashMap;

/// Bytes a type may have at most.
pub(super) const SIZE_LIMIT: u64 = 16 << 20;

/// Variables a type may have at most, when its members are counted one by one, and the members of those.
pub(super) const PARTS_LIMIT: u64 = 1 << 16;

/// Structures within structures, at most.
const DEPTH_LIMIT: u32 = NESTING_LIMIT;

/// What is known about a structure beside its members.
#[derive(Debug, Default)]
pub(super) struct StructInfo {
    /// Names of the members.
    pub(super) members: FxHashMap<Symbol, u32>,
    /// Beside the members (Cg).
    pub(super) semantics: Vec<Option<syntax::Semantic>>,
    /// A member is an array, or has one.
    pub(super) has_array: bool,
    /// A member is a sampler, or has one.
    pub(super) has_sampler: bool,
    /// Bytes, four for each scalar.
    pub(super) size: u64,
    /// Variables: members that are no structures, those of members that are.
    pub(super) parts: u64,
    /// Structures that nest: 1 if no member is one.
    depth: u32,
}

impl Checker<'_> {
    /// Checks a structure definition and declares its name.
    pub(super) fn define_struct(&mut self, specifier: &StructSpecifier) -> Option<StructId> {
        let mut info = StructInfo {
            depth: 1,
            ..StructInfo::default()
        };
        let mut members = Vec::new();
        let mut sound = true;
        for member in &specifier.members {
            sound &= self.struct_member(member, &mut members, &mut info);
        }
        sound = sound && self.struct_limits(specifier, &info);
        let id = StructId(self.structs.len() as u32);
        if let Some(name) = specifier.name {
            let binding = if sound {
                Binding::Struct(id)
            } else {
                Binding::Poison
            };
            self.declare(name, binding);
        }
        if !sound {
            return None;
        }
        self.structs.push(Struct {
            name: specifier
                .name
                .map_or_else(String::new, |name| self.text(name.symbol).to_owned()),
            members,
            span: specifier.name.map_or(specifier.span, |name| name.span),
        });
        self.struct_infos.push(info);
        self.note_struct(specifier.name, id);
        Some(id)
    }

    /// True if a structure keeps the limits; reports it otherwise.
    fn struct_limits(&mut self, specifier: &StructSpecifier, info: &StructInfo) -> bool {
        let name = specifier
            .name
            .map_or_else(String::new, |name| format!(" `{}`", self.text(name.symbol)));
        let span = specifier.name.map_or(specifier.span, |name| name.span);
        let most = limit(DEPTH_LIMIT);
        if info.depth > most {
            let message = format!("the structure{name} nests {} structures", info.depth);
            let label = format!("the limit is {most}");
            self.error(semantic::TOO_LARGE, message, span, &label);
            return false;
        }
        self.type_limits(&format!("the structure{name}"), info.size, info.parts, span)
    }

    /// True if a type has a size that the compiler handles; reports it otherwise.
    pub(super) fn type_limits(&mut self, what: &str, size: u64, parts: u64, span: Span) -> bool {
        let (message, label) = if size > SIZE_LIMIT {
            let message = format!("{what} of {size} bytes is too large");
            (message, format!("the limit is {SIZE_LIMIT} bytes"))
        } else if parts > PARTS_LIMIT {
            let message = format!("{what} has {parts} members in all");
            (message, format!("the limit is {PARTS_LIMIT}"))
        } else {
            return true;
        };
        self.error(semantic::TOO_LARGE, message, span, &label);
        false
    }

    /// Checks `lowp vec3 a, b[2];`; false if it was reported.
    fn struct_member(
        &mut self,
        member: &syntax::Member,
        members: &mut Vec<Member>,
        info: &mut StructInfo,
    ) -> bool {
        let mut sound = true;
        let mut precision = None;
        for qualifier in &member.qualifiers {
            match qualifier.kind {
                QualifierKind::Precision(given) if precision.is_none() => {
                    precision = Some((given, qualifier.span));
                }
                _ => {
                    sound = false;
                    self.error(
                        semantic::STRUCTURE,
                        "a member of a structure may have a precision only",
                        qualifier.span,
                        "not allowed here",
                    );
                }
            }
        }
        if let TypeName::Struct(inner) = &member.specifier.name {
            let diagnostic = Diagnostic::error(
                semantic::STRUCTURE,
                "a structure cannot be defined inside another one",
            )
            .at(inner.span, "defined in a member declaration")
            .with_help("define it before the outer structure and use its name here");
            self.report(diagnostic);
            return false;
        }
        let Some(shape) = self.specifier(&member.specifier) else {
            return false;
        };
        for declarator in &member.declarators {
            let Some(ty) = self.sized(shape, declarator.array.as_ref()) else {
                sound = false;
                continue;
            };
            if ty.is_void() {
                sound = false;
                self.void_variable("member", declarator.name.span);
                continue;
            }
            self.check_name(declarator.name);
            let index = members.len() as u32;
            if let Some(earlier) = info.members.insert(declarator.name.symbol, index) {
                sound = false;
                let earlier = members.get(earlier as usize).map_or(Span::NONE, |m| m.span);
                self.redeclared("member", declarator.name, earlier);
                continue;
            }
            let precision = self.precision_of(ty, precision, declarator.name.span);
            info.has_array |= self.has_array(ty);
            info.has_sampler |= self.has_sampler(ty);
            info.size = info.size.saturating_add(self.size_of(ty));
            info.parts = info.parts.saturating_add(self.parts_of(ty));
            let inner = self.struct_info(ty).map_or(0, |inner| inner.depth);
            info.depth = info.depth.max(inner + 1);
            info.semantics.push(declarator.semantic);
            members.push(Member {
                name: self.text(declarator.name.symbol).to_owned(),
                ty,
                precision,
                matrices: None,
                span: declarator.name.span,
            });
        }
        sound
    }

    /// Variables in a type: one, unless it is made of structures.
    pub(super) fn parts_of(&self, ty: Type) -> u64 {
        let Some(info) = self.struct_info(ty) else {
            return 1;
        };
        info.parts.saturating_mul(u64::from(ty.array.unwrap_or(1)))
    }

    /// Bytes of a type, four for each scalar.
    pub(super) fn size_of(&self, ty: Type) -> u64 {
        let element = match ty.base {
            Base::Void => 0,
            Base::Vector { lanes, .. } => 4 * u64::from(lanes),
            Base::Matrix { columns, rows } => 4 * u64::from(columns * rows),
            Base::Sampler(_) => 4,
            Base::Struct(id) => self
                .struct_infos
                .get(id.0 as usize)
                .map_or(0, |info| info.size),
        };
        element.saturating_mul(u64::from(ty.array.unwrap_or(1)))
    }
}
