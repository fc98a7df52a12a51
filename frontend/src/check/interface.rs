//! What crosses the border of a shader: roles of globals, their types, layouts, uniform blocks, outputs.

use super::Checker;
use super::builtins;
use super::qualifiers::{Qualifiers, Storage};
use super::scope::Binding;
use super::specifiers::ArrayPart;
use super::structs::StructInfo;
use crate::intern::Symbol;
use crate::syntax::{InterfaceBlock, LayoutItem, Name, Qualifier};
use crate::typed::{
    Base, Expression, ExpressionKind, Global, GlobalId, Member, Role, ScalarKind, Struct, StructId,
    Type,
};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::{Builtin, Interpolation, Precision, Stage};
use std::collections::HashMap;

/// What the qualifiers of a global declaration come to.
#[derive(Clone, Debug)]
pub(super) struct Interface {
    pub(super) role: Role,
    pub(super) interpolation: Interpolation,
    pub(super) invariant: bool,
    pub(super) location: Option<u32>,
    pub(super) binding: Option<u32>,
}

/// A uniform block with an instance name.
#[derive(Debug)]
pub(super) struct BlockInfo {
    /// Members with their place in an instance.
    pub(super) members: Vec<(Symbol, Type)>,
    /// The global of the first member of the first instance; the others follow.
    pub(super) first: GlobalId,
    /// Number of instances of an array of blocks.
    pub(super) array: Option<u32>,
}

/// A variable with or without a `layout(location = N)`.
#[derive(Debug)]
struct Located {
    name: String,
    role: Role,
    location: Option<u32>,
    /// Locations it takes.
    count: u32,
    span: Span,
}

/// What a shader writes, and what has a location.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    /// `gl_FragColor` was written first here.
    pub(super) color: Option<Span>,
    /// `gl_FragData` was written first here.
    pub(super) data: Option<Span>,
    /// Outputs of a fragment shader and attributes.
    located: Vec<Located>,
}

/// The largest location or binding.
const LARGEST_LAYOUT: u32 = 255;

/// Members of all instances of a uniform block.
const BLOCK_LIMIT: usize = 4096;

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
            return Role::Private;
        };
        match (storage, self.stage) {
            (Storage::Const, _) => Role::Constant,
            (Storage::Uniform, _) => Role::Uniform,
            (Storage::Attribute, stage) => {
                if !self.is_100() {
                    self.wrong_version("attribute", span, "use `in`");
                } else if stage == Stage::Fragment {
                    let message = "`attribute` exists in vertex shaders only";
                    let label = "this is a fragment shader";
                    self.error(semantic::WRONG_STAGE, message, span, label);
                }
                Role::Attribute
            }
            (Storage::Varying, stage) => {
                if !self.is_100() {
                    let word = ["out", "in"][usize::from(stage == Stage::Fragment)];
                    self.wrong_version("varying", span, &format!("use `{word}`"));
                }
                match stage {
                    Stage::Vertex => Role::VaryingOut,
                    Stage::Fragment => Role::VaryingIn,
                }
            }
            (Storage::In, stage) => {
                if self.is_100() {
                    let word = ["attribute", "varying"][usize::from(stage == Stage::Fragment)];
                    self.wrong_version("in", span, &format!("use `{word}`"));
                }
                match stage {
                    Stage::Vertex => Role::Attribute,
                    Stage::Fragment => Role::VaryingIn,
                }
            }
            (Storage::Out, stage) => {
                if self.is_100() {
                    let word = ["varying", "gl_FragColor"][usize::from(stage == Stage::Fragment)];
                    self.wrong_version("out", span, &format!("use `{word}`"));
                }
                match stage {
                    Stage::Vertex => Role::VaryingOut,
                    Stage::Fragment => Role::FragmentOut,
                }
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
        let (mut location, mut binding) = (None, None);
        for item in items {
            let slot = match (self.text(item.name.symbol), role) {
                ("location", Role::Attribute | Role::FragmentOut) => &mut location,
                ("binding", Role::Uniform) => &mut binding,
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

    #[cold]
    fn bad_layout(&mut self, item: &LayoutItem, why: &str) {
        let name = self.text(item.name.symbol);
        let message = format!("layout `{name}` {why}");
        self.error(semantic::LAYOUT, message, item.name.span, "in this layout");
    }

    /// Whether a type can have a role; reports it otherwise.
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
        if let Some(reason) = self.crossing_problem(ty, role) {
            let message = format!("{what} cannot be `{}`", self.spell(ty));
            self.error(semantic::INTERFACE_TYPE, message, span, reason);
            return false;
        }
        let flat = interface.interpolation == Interpolation::Flat;
        if *role == Role::VaryingIn && !flat && self.has_integers(ty) {
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

    /// Whether a value consists of integers, or a member does.
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

    /// Remembers what has a location, for [`Checker::check_outputs`].
    pub(super) fn note_location(&mut self, global: &Global) {
        if !matches!(global.role, Role::FragmentOut | Role::Attribute) {
            return;
        }
        let columns = match global.ty.base {
            Base::Matrix { columns, .. } => u32::from(columns),
            _ => 1,
        };
        self.outputs.located.push(Located {
            name: global.name.clone(),
            role: global.role.clone(),
            location: global.location,
            count: columns * global.ty.array.unwrap_or(1),
            span: global.span,
        });
    }

    /// Reports outputs that exclude each other and shared locations, at the end of the shader.
    pub(super) fn check_outputs(&mut self) {
        if let (Some(color), Some(data)) = (self.outputs.color, self.outputs.data) {
            self.report(
                Diagnostic::error(
                    semantic::FRAGMENT_OUTPUTS,
                    "the shader writes both `gl_FragColor` and `gl_FragData`",
                )
                .at(color.max(data), "one of the two is written here")
                .and_at(color.min(data), "the other is written here"),
            );
        }
        let located = std::mem::take(&mut self.outputs.located);
        let outputs = located
            .iter()
            .filter(|v| v.role == Role::FragmentOut)
            .count();
        // The variable that took each location.
        let mut taken: HashMap<u32, Span> = HashMap::new();
        for variable in &located {
            match variable.location {
                None if outputs > 1 && variable.role == Role::FragmentOut => {
                    let message = format!("the output `{}` needs a location", variable.name);
                    let diagnostic = Diagnostic::error(semantic::FRAGMENT_OUTPUTS, message)
                        .at(variable.span, "one of several outputs")
                        .with_help("write `layout(location = 0)` before it");
                    self.report(diagnostic);
                }
                None => {}
                Some(location) => self.take_locations(variable, location, &mut taken),
            }
        }
    }

    fn take_locations(&mut self, variable: &Located, first: u32, taken: &mut HashMap<u32, Span>) {
        for location in first..first.saturating_add(variable.count) {
            let Some(other) = taken.insert(location, variable.span) else {
                continue;
            };
            let code = match variable.role {
                Role::FragmentOut => semantic::FRAGMENT_OUTPUTS,
                _ => semantic::LAYOUT,
            };
            let diagnostic =
                Diagnostic::error(code, format!("the location {location} is used twice"))
                    .at(variable.span, "used again here")
                    .and_at(other, "used here");
            self.report(diagnostic);
            return;
        }
    }

    /// `layout(std140) uniform;`
    pub(super) fn default_qualifiers(&mut self, list: &[Qualifier]) {
        let qualifiers = self.qualifiers(list);
        match qualifiers.storage {
            Some((Storage::Uniform, _)) => self.block_layout(&qualifiers.layout),
            Some((storage, span)) => {
                self.misplaced(storage.word(), span, "without a declaration");
            }
            None => {
                if let Some(qualifier) = list.first() {
                    self.misplaced("a qualifier", qualifier.span, "without a declaration");
                }
            }
        }
    }

    /// Memory layouts of blocks have no meaning here: registers are assigned by targets.
    fn block_layout(&mut self, items: &[&LayoutItem]) {
        const WORDS: &[&str] = &["shared", "packed", "std140", "row_major", "column_major"];
        for item in items {
            if !WORDS.contains(&self.text(item.name.symbol)) {
                self.bad_layout(item, "has no meaning for this declaration");
            }
        }
    }

    /// `uniform Name { … } instance[n];`: each member becomes a uniform of its own.
    pub(super) fn interface_block(&mut self, block: &InterfaceBlock) {
        let qualifiers = self.qualifiers(&block.qualifiers);
        if !matches!(qualifiers.storage, Some((Storage::Uniform, _))) {
            let message = "only uniforms can be grouped in a block";
            self.error(
                semantic::BLOCK,
                message,
                block.name.span,
                "not a uniform block",
            );
            return;
        }
        self.block_layout(&qualifiers.layout);
        self.block_qualifiers(&qualifiers);
        self.declare(block.name, Binding::BlockName);
        let Some(members) = self.block_members(block) else {
            self.poison_block(block);
            return;
        };
        let block_name = self.text(block.name.symbol).to_owned();
        let Some(instance) = &block.instance else {
            for (name, member) in members {
                let id = self.add_global(uniform(member.name.clone(), &member));
                self.declare(name, Binding::Global(id));
            }
            return;
        };
        let array = match &instance.array {
            None => None,
            Some(_) => {
                let shape = super::specifiers::Shape {
                    base: Base::scalar(ScalarKind::Int),
                    array: ArrayPart::None,
                    span: instance.span,
                };
                match self.sized(shape, instance.array.as_ref()) {
                    Some(ty) => ty.array,
                    None => {
                        self.declare(instance.name, Binding::Poison);
                        return;
                    }
                }
            }
        };
        let leaves = array.unwrap_or(1) as usize * members.len();
        if leaves > BLOCK_LIMIT {
            let message = format!("the uniform block has {leaves} members in all");
            let label = format!("the limit is {BLOCK_LIMIT}");
            self.error(semantic::TOO_LARGE, message, instance.span, &label);
            self.declare(instance.name, Binding::Poison);
            return;
        }
        let first = GlobalId(self.globals.len() as u32);
        for index in 0..array.unwrap_or(1) {
            let prefix = match array {
                Some(_) => format!("{block_name}[{index}]"),
                None => block_name.clone(),
            };
            for (_, member) in &members {
                self.add_global(uniform(format!("{prefix}.{}", member.name), member));
            }
        }
        let info = BlockInfo {
            members: members
                .iter()
                .map(|(name, m)| (name.symbol, m.ty))
                .collect(),
            first,
            array,
        };
        self.blocks.push(info);
        let index = self.blocks.len() as u32 - 1;
        self.declare(instance.name, Binding::Block(index));
    }

    /// Reports interpolation and `invariant`, which uniforms do not have.
    fn block_qualifiers(&mut self, qualifiers: &Qualifiers<'_>) {
        let others = Qualifiers {
            layout_span: None,
            ..qualifiers.clone()
        };
        self.plain_only(&others, "in a uniform block");
    }

    fn poison_block(&mut self, block: &InterfaceBlock) {
        match &block.instance {
            Some(instance) => self.declare(instance.name, Binding::Poison),
            None => {
                let names = block.members.iter().flat_map(|m| &m.declarators);
                for declarator in names {
                    self.declare(declarator.name, Binding::Poison);
                }
            }
        }
    }

    /// The members of a block; `None` if something was reported.
    fn block_members(&mut self, block: &InterfaceBlock) -> Option<Vec<(Name, Member)>> {
        let mut members: Vec<(Name, Member)> = Vec::new();
        let mut sound = true;
        for member in &block.members {
            let qualifiers = self.qualifiers(&member.qualifiers);
            match qualifiers.storage {
                None | Some((Storage::Uniform, _)) => {}
                Some((storage, span)) => {
                    self.misplaced(storage.word(), span, "in a uniform block");
                    sound = false;
                }
            }
            self.block_layout(&qualifiers.layout);
            self.block_qualifiers(&qualifiers);
            let Some(shape) = self.specifier(&member.specifier) else {
                sound = false;
                continue;
            };
            for declarator in &member.declarators {
                let name = declarator.name;
                let Some(ty) = self.sized(shape, declarator.array.as_ref()) else {
                    sound = false;
                    continue;
                };
                if ty.is_void() || self.has_sampler(ty) {
                    let message = format!("`{}` cannot be in a uniform block", self.spell(ty));
                    self.error(semantic::BLOCK, message, name.span, "not allowed here");
                    sound = false;
                    continue;
                }
                if let Some((earlier, _)) = members.iter().find(|(n, _)| n.symbol == name.symbol) {
                    let earlier = earlier.span;
                    self.redeclared("member", name, earlier);
                    sound = false;
                    continue;
                }
                let precision = self.precision_of(ty, qualifiers.precision, name.span);
                let member = Member {
                    name: self.text(name.symbol).to_owned(),
                    ty,
                    precision,
                    span: name.span,
                };
                members.push((name, member));
            }
        }
        sound.then_some(members)
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
                let id =
                    self.add_global(builtin("gl_DepthRange", ty, Role::DepthRange, None, span));
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

    /// Whether a role is a colour output, which one at most of the two kinds may be written.
    pub(super) fn note_write(&mut self, role: &Role, span: Span) {
        match role {
            Role::BuiltinOut(Builtin::FragColor) => {
                self.outputs.color.get_or_insert(span);
            }
            Role::BuiltinOut(Builtin::FragData) => {
                self.outputs.data.get_or_insert(span);
            }
            _ => {}
        }
    }
}

/// A built-in variable as a global.
pub(super) fn builtin(
    name: &str,
    ty: Type,
    role: Role,
    precision: Option<Precision>,
    span: Span,
) -> Global {
    Global {
        name: name.to_owned(),
        ty,
        role,
        precision,
        interpolation: Interpolation::Smooth,
        invariant: false,
        location: None,
        binding: None,
        initializer: None,
        constant: None,
        span,
    }
}

fn uniform(name: String, member: &Member) -> Global {
    Global {
        precision: member.precision,
        ..builtin(&name, member.ty, Role::Uniform, None, member.span)
    }
}
