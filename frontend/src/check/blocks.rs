//! Blocks: each member becomes a uniform or a varying of its own, under the name GL gives it.

use super::Checker;
use super::qualifiers::{Qualifiers, Storage};
use super::scope::Binding;
use super::specifiers::{ArrayPart, Shape};
use crate::intern::Symbol;
use crate::syntax::{InterfaceBlock, LayoutItem, Name, Qualifier, TypeName};
use crate::typed::{
    Base, BlockStorage, Global, GlobalId, Member, Role, ScalarKind, Type, UniformBlock,
    UniformBlockMember,
};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::{MatrixLayout, Stage};

/// Members of all instances of a uniform block.
const BLOCK_LIMIT: usize = 4096;

/// A block with an instance name.
#[derive(Debug)]
pub(super) struct BlockInfo {
    /// Members with their place in an instance.
    pub(super) members: Vec<(Symbol, Type)>,
    /// The global of the first member of the first instance; the others follow.
    pub(super) first: GlobalId,
    /// The instances.
    pub(super) instances: Instances,
}

/// How many instances of a block there are, and where their members are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instances {
    /// One.
    One,
    /// An array of so many, each with globals of its own.
    Array(u32),
    /// One for each vertex of a primitive: each member is an array.
    Vertices,
}

/// A member of a uniform block as it is declared.
struct BlockMember {
    name: Name,
    member: Member,
    /// How the matrices in it lie, if the block or the member says it.
    matrices: Option<MatrixLayout>,
}

impl BlockMember {
    fn declared(&self) -> UniformBlockMember {
        UniformBlockMember {
            name: self.member.name.clone(),
            matrices: self.matrices.unwrap_or(MatrixLayout::Columns),
            span: self.member.span,
        }
    }
}

impl Checker<'_> {
    /// `layout(std140) uniform;`
    pub(super) fn default_qualifiers(&mut self, list: &[Qualifier]) {
        let qualifiers = self.qualifiers(list);
        match qualifiers.storage {
            Some((Storage::Uniform, _)) => {
                let said = self.block_layout(&qualifiers.layout);
                self.block_matrices = said.or(self.block_matrices);
                let storage = self.said_storage(&qualifiers.layout);
                self.block_storage = storage.unwrap_or(self.block_storage);
            }
            Some((storage, span)) => self.primitive_layout(storage, span, &qualifiers),
            None => {
                if let Some(qualifier) = list.first() {
                    self.misplaced("a qualifier", qualifier.span, "without a declaration");
                }
            }
        }
    }

    /// `shared`, `packed` or `std140`, if a layout says it; of several the last one counts.
    fn said_storage(&self, items: &[&LayoutItem]) -> Option<BlockStorage> {
        let words = items.iter().rev().map(|item| self.text(item.name.symbol));
        let all = [
            BlockStorage::Shared,
            BlockStorage::Packed,
            BlockStorage::Std140,
        ];
        words
            .filter_map(|text| all.into_iter().find(|storage| storage.word() == text))
            .next()
    }

    /// How matrices lie, if a layout says it; of several the last one counts. The other memory layouts of
    /// blocks have no meaning for code: registers are assigned by targets.
    fn block_layout(&mut self, items: &[&LayoutItem]) -> Option<MatrixLayout> {
        let mut matrices = None;
        for item in items {
            match self.text(item.name.symbol) {
                "row_major" => matrices = Some(MatrixLayout::Rows),
                "column_major" => matrices = Some(MatrixLayout::Columns),
                _ if self.said_storage(&[*item]).is_some() => {}
                "push_constant" | "std430" | "scalar" if self.unit.dialect.is_later() => {}
                "set" | "binding" | "offset" | "location" if self.unit.dialect.is_later() => {
                    self.note_layout(item);
                    continue;
                }
                _ => {
                    self.bad_layout(item, "has no meaning for this declaration");
                    continue;
                }
            }
            if item.value.is_some() {
                self.bad_layout(item, "takes no value");
            }
        }
        matrices
    }

    /// True if the layout of a member says nothing that only a whole block can have; reports it otherwise.
    fn block_member_layout(&mut self, items: &[&LayoutItem]) -> bool {
        let whole = |item: &&&LayoutItem| self.said_storage(&[**item]).is_some();
        let Some(item) = items.iter().find(whole) else {
            return true;
        };
        self.bad_layout(item, "is for a whole uniform block, not for a member");
        false
    }

    /// `uniform Name { … } instance[n];`: each member becomes a uniform of its own.
    pub(super) fn interface_block(&mut self, block: &InterfaceBlock) {
        let qualifiers = self.qualifiers(&block.qualifiers);
        let storage = qualifiers.storage.map(|(storage, _)| storage);
        let crossing = matches!(storage, Some(Storage::In | Storage::Out));
        if crossing && self.unit.dialect.is_later() {
            return self.varying_block(block, &qualifiers);
        }
        if storage != Some(Storage::Uniform) {
            let message = "only uniforms can be grouped in a block";
            self.error(
                semantic::BLOCK,
                message,
                block.name.span,
                "not a uniform block",
            );
            return;
        }
        let said = self.block_layout(&qualifiers.layout);
        let matrices = said.or(self.block_matrices);
        self.block_qualifiers(&qualifiers);
        self.declare(block.name, Binding::BlockName);
        let Some(members) = self.block_members(block, matrices) else {
            self.poison_block(block);
            return;
        };
        let block_name = self.text(block.name.symbol).to_owned();
        let declared = UniformBlock {
            name: block_name.clone(),
            storage: self
                .said_storage(&qualifiers.layout)
                .unwrap_or(self.block_storage),
            instance: block.instance.is_some(),
            array: None,
            members: members.iter().map(BlockMember::declared).collect(),
            span: block.name.span,
        };
        let Some(instance) = &block.instance else {
            self.declared_blocks.push(declared);
            for BlockMember {
                name,
                member,
                matrices,
            } in members
            {
                let id = self.add_global(uniform(member.name.clone(), &member, matrices));
                self.declare(name, Binding::Global(id));
            }
            return;
        };
        let array = match &instance.array {
            None => None,
            Some(_) => {
                let shape = Shape {
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
        self.declared_blocks
            .push(UniformBlock { array, ..declared });
        let first = GlobalId(self.globals.len() as u32);
        for index in 0..array.unwrap_or(1) {
            let prefix = match array {
                Some(_) => format!("{block_name}[{index}]"),
                None => block_name.clone(),
            };
            for BlockMember {
                member, matrices, ..
            } in &members
            {
                let name = format!("{prefix}.{}", member.name);
                self.add_global(uniform(name, member, *matrices));
            }
        }
        let info = BlockInfo {
            members: members
                .iter()
                .map(|part| (part.name.symbol, part.member.ty))
                .collect(),
            first,
            instances: array.map_or(Instances::One, Instances::Array),
        };
        self.blocks.push(info);
        let index = self.blocks.len() as u32 - 1;
        self.declare(instance.name, Binding::Block(index));
        let names: Vec<Name> = members.iter().map(|part| part.name).collect();
        self.note_block_members(&names, first, instance.name);
    }

    /// `out Name { … } instance;` of the dialects that have it: each member is a varying of its own, called
    /// `Name.member` in all stages. `in Name { … } instance[];` of a geometry shader has an array for each.
    fn varying_block(&mut self, block: &InterfaceBlock, qualifiers: &Qualifiers<'_>) {
        let block_name = self.text(block.name.symbol).to_owned();
        // Its members are there without it.
        if block_name == "gl_PerVertex" {
            return;
        }
        let interface = self.interface(qualifiers);
        if !matches!(interface.role, Role::VaryingIn | Role::VaryingOut) {
            let message = "only uniforms and varyings can be grouped in a block";
            self.error(
                semantic::BLOCK,
                message,
                block.name.span,
                "not between the stages",
            );
            return self.poison_block(block);
        }
        self.declare(block.name, Binding::BlockName);
        let Some(vertices) = self.vertices_of_block(block, qualifiers) else {
            return self.poison_block(block);
        };
        let first = GlobalId(self.globals.len() as u32);
        let mut members: Vec<(Symbol, Type)> = Vec::new();
        let mut names = Vec::new();
        for member in &block.members {
            let said = self.qualifiers(&member.qualifiers);
            let own = self.interface(&Qualifiers {
                storage: qualifiers.storage,
                ..said.clone()
            });
            let shape = self.specifier(&member.specifier);
            for declarator in &member.declarators {
                let name = declarator.name;
                let ty = shape.and_then(|shape| self.sized(shape, declarator.array.as_ref()));
                let ty = ty.and_then(|ty| self.with_vertices(ty, vertices, name.span));
                let sound = ty.filter(|ty| self.interface_type(*ty, &said, &own, name.span));
                let Some(ty) = sound else {
                    return self.poison_block(block);
                };
                let precision = self.precision_of(ty, said.precision, name.span);
                let role = interface.role.clone();
                let full = format!("{block_name}.{}", self.text(name.symbol));
                let mut global = Global {
                    precision,
                    location: own.location,
                    interpolation: self.interpolation_of(ty, &own),
                    ..Global::new(full, ty, role, None, name.span)
                };
                // A member without a location of its own follows the one before it in the block's.
                if own.location.is_none() {
                    global.location = interface.location.map(|at| at + members.len() as u32);
                }
                let id = self.add_global(global);
                members.push((name.symbol, ty));
                names.push(name);
                if block.instance.is_none() {
                    self.declare(name, Binding::Global(id));
                }
            }
        }
        if let Some(instance) = &block.instance {
            self.blocks.push(BlockInfo {
                members,
                first,
                instances: vertices.map_or(Instances::One, |_| Instances::Vertices),
            });
            let index = self.blocks.len() as u32 - 1;
            self.declare(instance.name, Binding::Block(index));
            self.note_block_members(&names, first, instance.name);
        }
    }

    /// The number of elements that members of an input block of a geometry shader have; the inner `None` for blocks that
    /// are no arrays. `None` if something was reported.
    fn vertices_of_block(
        &mut self,
        block: &InterfaceBlock,
        qualifiers: &Qualifiers<'_>,
    ) -> Option<Option<u32>> {
        let is_input = matches!(qualifiers.storage, Some((Storage::In, _)));
        let takes_vertices = is_input && self.stage == Stage::Geometry;
        let array = block
            .instance
            .as_ref()
            .and_then(|instance| instance.array.as_ref());
        let Some(array) = array else {
            if !takes_vertices {
                return Some(None);
            }
            let message =
                "an input block of a geometry shader is an array with an element for each vertex";
            let label = "write a name with `[]` behind the block";
            self.error(semantic::INTERFACE_TYPE, message, block.name.span, label);
            return None;
        };
        if !takes_vertices {
            let message = "a block of varyings cannot be an array here";
            self.error(semantic::BLOCK, message, array.span, "not supported");
            return None;
        }
        let shape = Shape {
            base: Base::scalar(ScalarKind::Int),
            array: ArrayPart::None,
            span: array.span,
        };
        let vertices = match self.with_brackets(shape, Some(array))? {
            (_, ArrayPart::Sized(size)) => Some(size),
            _ => self.unsized_inputs(qualifiers),
        };
        if vertices.is_none() {
            self.no_input_layout(array.span);
        }
        vertices.map(Some)
    }

    /// The type of a member of a block, with an element for each vertex if there are vertices; `None` if it was reported.
    fn with_vertices(&mut self, ty: Type, vertices: Option<u32>, span: Span) -> Option<Type> {
        if vertices.is_some() && ty.array.is_some() {
            let message = "a member of an input block of a geometry shader cannot be an array";
            let label = "each vertex has one already: declare several members";
            self.error(semantic::INTERFACE_TYPE, message, span, label);
            return None;
        }
        Some(Type {
            array: vertices.or(ty.array),
            ..ty
        })
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
    fn block_members(
        &mut self,
        block: &InterfaceBlock,
        matrices: Option<MatrixLayout>,
    ) -> Option<Vec<BlockMember>> {
        let mut members: Vec<BlockMember> = Vec::new();
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
            sound &= self.block_member_layout(&qualifiers.layout);
            let matrices = self.block_layout(&qualifiers.layout).or(matrices);
            self.block_qualifiers(&qualifiers);
            if let TypeName::Struct(structure) = &member.specifier.name {
                let message = "a structure cannot be defined inside a uniform block";
                let diagnostic = Diagnostic::error(semantic::BLOCK, message)
                    .at(structure.span, "defined in a member declaration")
                    .with_help("define it before the block and use its name here");
                self.report(diagnostic);
                sound = false;
                continue;
            }
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
                let mut earlier = members.iter().map(|part| part.name);
                if let Some(earlier) = earlier.find(|other| other.symbol == name.symbol) {
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
                    // The block member has it.
                    matrices: None,
                    span: name.span,
                };
                members.push(BlockMember {
                    name,
                    member,
                    matrices,
                });
            }
        }
        sound.then_some(members)
    }
}

fn uniform(name: String, member: &Member, matrices: Option<MatrixLayout>) -> Global {
    Global {
        precision: member.precision,
        matrices,
        ..Global::new(name, member.ty, Role::Uniform, None, member.span)
    }
}
