//! What crosses the border of a shader: roles of globals, their types, layouts, uniform blocks, outputs.

use super::Checker;
use super::builtins::Missing;
use super::qualifiers::{Qualifiers, Storage};
use crate::extension::Extension;
use crate::syntax::LayoutItem;
use crate::typed::{Base, Member, Role, ScalarKind, StructId, Type};
use retroshade_diagnostics::codes::{semantic, warning};
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::{Interpolation, Stage};

/// What the qualifiers of a global declaration come to.
#[derive(Clone, Debug)]
pub(super) struct Interface {
    pub(super) role: Role,
    pub(super) interpolation: Interpolation,
    pub(super) invariant: bool,
    pub(super) location: Option<u32>,
    pub(super) binding: Option<u32>,
}

/// The largest location or binding.
const LARGEST_LAYOUT: u32 = 255;

impl Checker<'_> {
    /// The role that the qualifiers of a global give it; reports those that have no meaning.
    pub(super) fn interface(&mut self, qualifiers: &Qualifiers<'_>) -> Interface {
        let role = self.role(qualifiers);
        if let Some(span) = qualifiers.constant {
            self.misplaced("const", span, "beside another storage");
        }
        let crossing = matches!(role, Role::VaryingIn | Role::VaryingOut);
        let interpolation = self.interpolation(qualifiers, crossing);
        if let Some(span) = qualifiers.invariant {
            let allowed = role == Role::VaryingOut
                || role == Role::FragmentOut
                || (self.is_100() && role == Role::VaryingIn);
            if !allowed {
                let message = "only outputs can be invariant";
                self.error(semantic::INVARIANT, message, span, "not allowed here");
            }
        }
        let (location, binding) = self.layout(&qualifiers.layout, &role);
        let pragma = self.unit.invariant_all.is_some() && role == Role::VaryingOut;
        Interface {
            role,
            interpolation,
            invariant: qualifiers.invariant.is_some() || pragma,
            location,
            binding,
        }
    }

    fn role(&mut self, qualifiers: &Qualifiers<'_>) -> Role {
        let Some((storage, span)) = qualifiers.storage else {
            let is_uniform = self.is_cg() && qualifiers.is_static.is_none();
            return if is_uniform {
                Role::Uniform
            } else {
                Role::Private
            };
        };
        if self.is_cg() && matches!(storage, Storage::In | Storage::Out | Storage::InOut) {
            let place = "on a global variable: inputs and outputs are parameters of `main`";
            self.misplaced(storage.word(), span, place);
            return Role::Private;
        }
        match (storage, self.stage) {
            (Storage::Const, _) => Role::Constant,
            (Storage::Uniform, _) => Role::Uniform,
            (Storage::Attribute, stage) => {
                if stage != Stage::Vertex {
                    let message = "`attribute` exists in vertex shaders only";
                    let label = format!("this is a {} shader", stage.name());
                    self.error(semantic::WRONG_STAGE, message, span, &label);
                }
                Role::Attribute
            }
            (Storage::Varying, Stage::Geometry) => {
                let message = "`varying` is not allowed in geometry shaders";
                let label = "write `in` or `out`";
                self.error(semantic::WRONG_STAGE, message, span, label);
                Role::VaryingIn
            }
            (Storage::In, Stage::Geometry) => Role::VaryingIn,
            (Storage::Out, Stage::Geometry) => Role::VaryingOut,
            (Storage::Varying, Stage::Vertex) => Role::VaryingOut,
            (Storage::Varying, Stage::Fragment) => Role::VaryingIn,
            (Storage::In, Stage::Vertex) => {
                self.only_300("in", span, "attribute");
                Role::Attribute
            }
            (Storage::In, Stage::Fragment) => {
                self.only_300("in", span, "varying");
                Role::VaryingIn
            }
            (Storage::Out, Stage::Vertex) => {
                self.only_300("out", span, "varying");
                Role::VaryingOut
            }
            (Storage::Out, Stage::Fragment) => {
                self.only_300("out", span, "gl_FragColor");
                Role::FragmentOut
            }
            (Storage::InOut, Stage::Fragment) if !self.is_100() => {
                if !self.unit.extensions.allows(Extension::FramebufferFetch) {
                    let missing = Missing::Extension(Extension::FramebufferFetch);
                    self.missing_builtin("the storage", "inout", span, missing);
                }
                self.note_extension(Some(Extension::FramebufferFetch), "inout", span);
                Role::FragmentOut
            }
            (Storage::InOut, _) => {
                self.misplaced("inout", span, "on a global variable");
                Role::Private
            }
        }
    }

    fn interpolation(&mut self, qualifiers: &Qualifiers<'_>, crossing: bool) -> Interpolation {
        if !crossing {
            let between = Qualifiers {
                layout_span: None,
                invariant: None,
                is_static: None,
                ..qualifiers.clone()
            };
            self.plain_only(&between, "on what does not pass between the stages");
        }
        match (qualifiers.interpolation, qualifiers.centroid) {
            (Some((Interpolation::Flat, _)), _) => Interpolation::Flat,
            (_, Some(_)) => Interpolation::Centroid,
            _ => Interpolation::Smooth,
        }
    }

    /// `location` and `binding` of a `layout(…)`.
    fn layout(&mut self, items: &[&LayoutItem], role: &Role) -> (Option<u32>, Option<u32>) {
        let later = self.unit.dialect.is_later();
        let (mut location, mut binding) = (None, None);
        for item in items {
            let slot = match (self.text(item.name.symbol), role) {
                ("location", Role::Attribute | Role::FragmentOut) => &mut location,
                ("location", Role::VaryingIn | Role::VaryingOut) if later => &mut location,
                ("location" | "set", Role::Uniform) | ("constant_id", Role::Constant) if later => {
                    self.note_layout(item);
                    continue;
                }
                ("binding", Role::Uniform) => &mut binding,
                ("row_major" | "column_major", Role::Uniform) => {
                    self.plain_matrix_layout(item);
                    continue;
                }
                _ => {
                    self.bad_layout(item, "has no meaning for this declaration");
                    continue;
                }
            };
            match item.value {
                Some(value) if value.value <= LARGEST_LAYOUT => *slot = Some(value.value),
                Some(_) => self.bad_layout(item, &format!("must be at most {LARGEST_LAYOUT}")),
                None => self.bad_layout(item, "needs a value"),
            }
        }
        (location, binding)
    }

    /// Notes, once in a shader, a place that these machines do not have.
    pub(super) fn note_layout(&mut self, item: &LayoutItem) {
        if std::mem::replace(&mut self.layout_noted, true) {
            return;
        }
        let name = self.text(item.name.symbol);
        let message = format!("layout `{name}` has no meaning on these machines");
        self.warn(
            Diagnostic::warning(warning::IGNORED_LAYOUT, message)
                .at(item.name.span, "ignored, as are others after it")
                .with_help("the reflection says where everything is; --bind chooses registers"),
        );
    }

    /// Refuses `layout(row_major) uniform mat4 m;`, which is for blocks.
    #[cold]
    fn plain_matrix_layout(&mut self, item: &LayoutItem) {
        let name = self.text(item.name.symbol);
        let way = match name {
            "row_major" => "rows",
            _ => "columns",
        };
        let message = format!("layout `{name}` is for uniform blocks and their members");
        let help = format!("for this uniform write `#pragma retroshade matrix NAME {way}`");
        let error = Diagnostic::error(semantic::LAYOUT, message);
        self.report(error.at(item.name.span, "in this layout").with_help(help));
    }

    #[cold]
    pub(super) fn bad_layout(&mut self, item: &LayoutItem, why: &str) {
        let name = self.text(item.name.symbol);
        let message = format!("layout `{name}` {why}");
        self.error(semantic::LAYOUT, message, item.name.span, "in this layout");
    }

    /// True if a type can have a role; reports it otherwise.
    pub(super) fn interface_type(
        &mut self,
        ty: Type,
        qualifiers: &Qualifiers<'_>,
        interface: &Interface,
        span: Span,
    ) -> bool {
        let role = &interface.role;
        if self.has_sampler(ty) && *role != Role::Uniform {
            let message = format!("`{}` must be a uniform", self.spell(ty));
            let label = "samplers are uniforms or parameters";
            self.error(semantic::SAMPLER_USE, message, span, label);
            return false;
        }
        if interface.binding.is_some() && !self.has_sampler(ty) {
            let at = qualifiers.layout_span.unwrap_or(span);
            let message = "layout `binding` is for samplers";
            let label = format!("this declares `{}`", self.spell(ty));
            self.error(semantic::LAYOUT, message, at, &label);
            return false;
        }
        let what = match role {
            Role::Attribute => "an attribute",
            Role::VaryingIn | Role::VaryingOut => "a varying",
            Role::FragmentOut => "an output",
            _ => return true,
        };
        // In a geometry shader each vertex has an element.
        let ty = if self.stage == Stage::Geometry && *role == Role::VaryingIn {
            match self.element_of_input(ty, span) {
                Some(element) => element,
                None => return false,
            }
        } else {
            ty
        };
        if self.stage == Stage::Geometry && matches!(ty.base, Base::Struct(_)) {
            let message = "structures do not pass through geometry shaders";
            let label = "declare its members as varyings of their own";
            self.error(semantic::INTERFACE_TYPE, message, span, label);
            return false;
        }
        if let Some(reason) = self.crossing_problem(ty, role) {
            let message = format!("{what} cannot be `{}`", self.spell(ty));
            self.error(semantic::INTERFACE_TYPE, message, span, reason);
            return false;
        }
        let flat = interface.interpolation == Interpolation::Flat;
        let varies = *role == Role::VaryingIn && self.stage == Stage::Fragment;
        if varies && !flat && self.has_integers(ty) {
            let at = qualifiers.storage.map_or(span, |(_, span)| span);
            self.report(
                Diagnostic::error(
                    semantic::INTERFACE_TYPE,
                    "integers from the vertex shader must be `flat`",
                )
                .at(span, format!("this is `{}`", self.spell(ty)))
                .and_at(at, "write `flat` before this"),
            );
            return false;
        }
        true
    }

    /// Why a type cannot cross the border in a role.
    fn crossing_problem(&self, ty: Type, role: &Role) -> Option<&'static str> {
        let old = self.is_100();
        let arrays =
            matches!(role, Role::VaryingIn | Role::VaryingOut) || *role == Role::FragmentOut;
        if ty.array.is_some() && !arrays {
            return Some("arrays are not allowed");
        }
        match ty.base {
            Base::Vector {
                scalar: ScalarKind::Float,
                ..
            } => None,
            Base::Vector {
                scalar: ScalarKind::Bool,
                ..
            } => Some("booleans are not allowed; use a number"),
            Base::Vector { .. } if old => Some("integers are not allowed in ESSL 1.00; use floats"),
            Base::Vector { .. } => None,
            Base::Matrix { .. } if *role == Role::FragmentOut => Some("matrices are not allowed"),
            Base::Matrix { .. } => None,
            Base::Struct(_) if old || !matches!(role, Role::VaryingIn | Role::VaryingOut) => {
                Some("structures are not allowed")
            }
            Base::Struct(_) if ty.array.is_some() => Some("arrays of structures are not allowed"),
            Base::Struct(id) => self.member_problem(id),
            Base::Void | Base::Sampler(_) => None,
        }
    }

    /// How a variable passes between the stages: integers of a vertex shader never vary.
    pub(super) fn interpolation_of(&self, ty: Type, interface: &Interface) -> Interpolation {
        match interface.role {
            Role::VaryingOut if self.has_integers(ty) => Interpolation::Flat,
            _ => interface.interpolation,
        }
    }

    /// Why a structure cannot pass between the stages.
    fn member_problem(&self, id: StructId) -> Option<&'static str> {
        let structure = self.structs.get(id.0 as usize)?;
        let problem = |member: &Member| match (member.ty.array, member.ty.base) {
            (Some(_), _) => Some("arrays in a structure are not allowed"),
            (None, Base::Struct(_)) => Some("structures in a structure are not allowed"),
            (
                None,
                Base::Vector {
                    scalar: ScalarKind::Bool,
                    ..
                },
            ) => Some("booleans are not allowed; use a number"),
            _ => None,
        };
        structure.members.iter().find_map(problem)
    }

    /// True if a value consists of integers, or a member does.
    fn has_integers(&self, ty: Type) -> bool {
        let integer = |base: Base| {
            matches!(
                base,
                Base::Vector {
                    scalar: ScalarKind::Int | ScalarKind::Uint,
                    ..
                }
            )
        };
        match ty.base {
            Base::Struct(id) => self.structs.get(id.0 as usize).is_some_and(|structure| {
                let mut members = structure.members.iter();
                members.any(|member| integer(member.ty.base))
            }),
            base => integer(base),
        }
    }
}
