//! The shader's interface from the program's globals, and the roots of all global variables.

use super::env::Var;
use super::layout::{Layout, LeafType, TemplateLeaf};
use super::place::{Root, Source, Storage};
use super::value::{Lanes, Leaf};
use super::{Lowered, Lowerer, bug};
use crate::typed::{self, Base, Global, Role, ScalarKind, StructId};
use naga::Handle;
use retroshade_diagnostics::Span;
use retroshade_ir::{
    ArrayData, MatrixLayout, Nesting, Op, Precision, Sampler, SamplerKind, Scalar, Shape, Swizzle,
    Type, Use, Variable,
};
use std::rc::Rc;

/// An output and where its slots come from: template leaves of a root.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutputLeaf {
    root: u32,
    /// First template leaf; a matrix has one for each column.
    leaf: u32,
    columns: u32,
    /// Lanes of a slot; the leaf may have more.
    rows: u8,
    /// Which of the variables that share these leaves, and how many elements each has.
    part: u32,
    elements: u32,
}

/// A leaf of a program's variable, as GL sees it but for arrays of structures.
struct GlLeaf {
    /// With `[]` for each array of structures around.
    name: String,
    around: Vec<u32>,
    base: Base,
    array: Option<u32>,
    precision: Option<Precision>,
    /// How a matrix lies, if it is said.
    matrices: Option<MatrixLayout>,
    span: Span,
}

/// A table of the interface that a global's variables stand in.
#[derive(Clone, Copy)]
enum Table {
    Uniforms,
    Inputs,
}

/// How the elements of arrays around a leaf become variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elements {
    /// One variable for all: an index that is known only later chooses between them.
    Together,
    /// A variable for each.
    Apart,
}

impl GlLeaf {
    /// Elements of the arrays of structures around.
    fn copies(&self) -> u32 {
        self.around
            .iter()
            .fold(1u32, |all, &one| all.saturating_mul(one))
    }

    fn elements(&self) -> u32 {
        self.array.unwrap_or(1)
    }

    fn columns(&self) -> u8 {
        match self.base {
            Base::Matrix { columns, .. } => columns,
            _ => 1,
        }
    }

    /// The names of the separate variables.
    fn names(&self) -> Vec<String> {
        if self.around.is_empty() {
            return vec![self.name.clone()];
        }
        let mut variable = Variable::new(self.name.clone(), Shape::vector(Scalar::Float, 1));
        variable.nesting = Some(Nesting {
            around: self.around.clone(),
            inner: None,
        });
        variable
            .leaves()
            .into_iter()
            .map(|leaf| leaf.name)
            .collect()
    }
}

fn scalar_of(kind: ScalarKind) -> Scalar {
    match kind {
        ScalarKind::Float => Scalar::Float,
        ScalarKind::Int | ScalarKind::Uint => Scalar::Int,
        ScalarKind::Bool => Scalar::Bool,
    }
}

/// The shape of a leaf that is no sampler.
fn shape_of(base: Base, array: Option<u32>) -> Option<Shape> {
    let (scalar, columns, rows) = match base {
        Base::Vector { scalar, lanes } => (scalar_of(scalar), 1, lanes),
        Base::Matrix { columns, rows } => (Scalar::Float, columns, rows),
        Base::Void | Base::Sampler(_) | Base::Struct(_) => return None,
    };
    Some(Shape {
        scalar,
        columns,
        rows,
        array,
    })
}

impl Lowerer<'_> {
    /// Declares the interface and makes the roots of all global variables.
    pub(super) fn interface(&mut self) -> Lowered<()> {
        let module = self.module;
        for (handle, variable) in module.global_variables.iter() {
            let name = variable.name.as_deref().unwrap_or_default();
            let program = self.program;
            let global = self
                .canonical
                .globals
                .get(name)
                .and_then(|id| program.globals.get(id.0 as usize));
            let Some(global) = global else {
                return Err(bug(format!("the global `{name}` is not the program's")));
            };
            self.span = global.span;
            let root = self.global_root(handle, variable.ty, global)?;
            self.globals.push(root);
            if let Some(init) = variable.init {
                let value = self.global_expression(init)?;
                let place = self.root_place(root)?;
                self.store(place, value)?;
            }
        }
        Ok(())
    }

    fn global_root(
        &mut self,
        handle: Handle<naga::GlobalVariable>,
        ty: Handle<naga::Type>,
        global: &Global,
    ) -> Lowered<u32> {
        let layout = self.layouts.of(ty)?;
        let index = handle.index() as u32;
        let indexed = |leaf: &TemplateLeaf, analysis: &super::Analysis| {
            leaf.outermost_array
                .is_some_and(|array| analysis.indexed_globals.contains(&(index, array)))
        };
        let flags: Vec<bool> = layout
            .templates
            .iter()
            .map(|leaf| indexed(leaf, &self.analysis))
            .collect();
        match global.role {
            Role::Uniform | Role::DepthRange => {
                self.input_root(ty, &layout, global, &flags, Table::Uniforms)
            }
            Role::Attribute | Role::VaryingIn | Role::BuiltinIn(_) => {
                self.input_root(ty, &layout, global, &flags, Table::Inputs)
            }
            Role::Private | Role::Constant => {
                self.private_root(ty, &layout, &flags, &global.name, global.span)
            }
            Role::VaryingOut | Role::FragmentOut | Role::BuiltinOut(_) => {
                let root = self.private_root(ty, &layout, &flags, &global.name, global.span)?;
                self.declare_outputs(root, global)?;
                Ok(root)
            }
        }
    }

    /// A root whose content is its own: SSA variables, and memory where `in_memory` says so.
    pub(super) fn private_root(
        &mut self,
        ty: Handle<naga::Type>,
        layout: &Layout,
        in_memory: &[bool],
        name: &str,
        span: Span,
    ) -> Lowered<u32> {
        let mut storage = Vec::with_capacity(layout.templates.len());
        for (template, &in_memory) in layout.templates.iter().zip(in_memory) {
            storage.push(match template.ty {
                LeafType::Vector(ty) if in_memory => {
                    Storage::Memory(self.shader.arrays.push(ArrayData {
                        name: name.to_string(),
                        ty,
                        len: template.elements,
                        span,
                    }))
                }
                LeafType::Vector(ty) => {
                    let empty = Leaf::Lanes(Lanes::undefined(ty));
                    let contents = std::iter::repeat_n(empty, template.elements as usize);
                    Storage::Vars(self.env.add(contents))
                }
                // Filled before it is read: samplers are only handed on as arguments.
                LeafType::Sampler => {
                    let empty = Leaf::Lanes(Lanes::undefined(Type::int(1)));
                    let contents = std::iter::repeat_n(empty, template.elements as usize);
                    Storage::Vars(self.env.add(contents))
                }
            });
        }
        self.add_root(ty, storage)
    }

    fn add_root(&mut self, ty: Handle<naga::Type>, storage: Vec<Storage>) -> Lowered<u32> {
        self.roots.push(Root {
            ty,
            storage: storage.into(),
        });
        Ok(self.roots.len() as u32 - 1)
    }

    /// Declares inputs, uniforms and samplers.
    fn input_root(
        &mut self,
        ty: Handle<naga::Type>,
        layout: &Layout,
        global: &Global,
        indexed: &[bool],
        table: Table,
    ) -> Lowered<u32> {
        let mut storage: Vec<Storage> = Vec::with_capacity(layout.templates.len());
        for leaf in self.gl_leaves(global) {
            let at = storage.len();
            // Elements of an array of structures are variables of their own unless an index that is
            // known only later chooses between them.
            let together = leaf.around.is_empty() || indexed.get(at) == Some(&true);
            let elements = if together {
                Elements::Together
            } else {
                Elements::Apart
            };
            if let Base::Sampler(kind) = leaf.base {
                storage.push(self.declare_samplers(global, &leaf, kind, elements));
                continue;
            }
            let variables = self.leaf_variables(global, &leaf, elements)?;
            let sources: Rc<[Source]> = variables
                .into_iter()
                .map(|variable| match table {
                    Table::Uniforms => {
                        Source::Uniform(self.shader.interface.uniforms.push(variable))
                    }
                    Table::Inputs => Source::Input(self.shader.interface.inputs.push(variable)),
                })
                .collect();
            let shape = shape_of(leaf.base, None).ok_or_else(|| bug("a leaf without a shape"))?;
            for column in 0..u32::from(shape.columns) {
                storage.push(Storage::Interface {
                    variables: sources.clone(),
                    elements: leaf.elements(),
                    column,
                    stride: shape.columns.into(),
                    ty: Type {
                        scalar: shape.scalar,
                        lanes: shape.rows,
                    },
                });
            }
        }
        if storage.len() != layout.templates.len() {
            return Err(bug(format!("`{}` has another type for naga", global.name)));
        }
        self.add_root(ty, storage)
    }

    fn declare_outputs(&mut self, root: u32, global: &Global) -> Lowered<()> {
        let mut at = 0;
        for leaf in self.gl_leaves(global) {
            let variables = self.leaf_variables(global, &leaf, Elements::Apart)?;
            let columns = leaf.columns().into();
            for (part, variable) in (0..).zip(variables) {
                let elements = variable.shape.elements();
                let rows = variable.shape.rows;
                self.shader.interface.outputs.push(variable);
                self.outputs.push(OutputLeaf {
                    root,
                    leaf: at,
                    columns,
                    rows,
                    part,
                    elements,
                });
            }
            at += columns;
        }
        Ok(())
    }

    /// The variables of a leaf: one with all elements, or one for each place in the arrays around.
    fn leaf_variables(
        &self,
        global: &Global,
        leaf: &GlLeaf,
        elements: Elements,
    ) -> Lowered<Vec<Variable>> {
        let builtin = match global.role {
            Role::BuiltinIn(builtin) | Role::BuiltinOut(builtin) => Some(builtin),
            _ => None,
        };
        let with_name = |name: String, array: Option<u32>| -> Lowered<Variable> {
            let shape = shape_of(leaf.base, array).ok_or_else(|| bug("a leaf without a shape"))?;
            let unsigned = matches!(
                leaf.base,
                Base::Vector {
                    scalar: ScalarKind::Uint,
                    ..
                }
            );
            Ok(Variable {
                unsigned,
                builtin,
                precision: leaf.precision,
                interpolation: global.interpolation,
                invariant: global.invariant,
                location: global.location,
                declared: leaf.matrices.filter(|_| shape.columns > 1),
                span: leaf.span,
                ..Variable::new(name, shape)
            })
        };
        if elements == Elements::Apart || leaf.around.is_empty() {
            return leaf
                .names()
                .into_iter()
                .map(|name| with_name(name, leaf.array))
                .collect();
        }
        let total = leaf.copies().saturating_mul(leaf.elements());
        let mut variable = with_name(leaf.name.clone(), Some(total))?;
        variable.nesting = Some(Nesting {
            around: leaf.around.clone(),
            inner: leaf.array,
        });
        Ok(vec![variable])
    }

    fn declare_samplers(
        &mut self,
        global: &Global,
        leaf: &GlLeaf,
        kind: typed::SamplerKind,
        elements: Elements,
    ) -> Storage {
        let kind = match kind {
            typed::SamplerKind::D2 => SamplerKind::D2,
            typed::SamplerKind::Cube => SamplerKind::Cube,
            typed::SamplerKind::External => SamplerKind::External,
        };
        let with_name = |name: String, array: Option<u32>, nesting: Option<Nesting>| Sampler {
            name,
            kind,
            array,
            binding: global.binding,
            bind: None,
            flags: None,
            nesting,
            span: leaf.span,
        };
        let declared = if elements == Elements::Together && !leaf.around.is_empty() {
            let total = leaf.copies().saturating_mul(leaf.elements());
            let nesting = Nesting {
                around: leaf.around.clone(),
                inner: leaf.array,
            };
            vec![with_name(leaf.name.clone(), Some(total), Some(nesting))]
        } else {
            leaf.names()
                .into_iter()
                .map(|name| with_name(name, leaf.array, None))
                .collect()
        };
        Storage::Samplers {
            samplers: declared
                .into_iter()
                .map(|sampler| self.shader.interface.samplers.push(sampler))
                .collect(),
            elements: leaf.elements(),
        }
    }

    /// The leaves of a global in the order of its type.
    fn gl_leaves(&self, global: &Global) -> Vec<GlLeaf> {
        let mut leaves = Vec::new();
        let start = GlLeaf {
            name: global.name.clone(),
            around: Vec::new(),
            base: global.ty.base,
            array: global.ty.array,
            precision: global.precision,
            matrices: global.matrices,
            span: global.span,
        };
        self.gl_leaves_of(start, &mut leaves);
        leaves
    }

    fn gl_leaves_of(&self, at: GlLeaf, into: &mut Vec<GlLeaf>) {
        let Base::Struct(StructId(id)) = at.base else {
            into.push(at);
            return;
        };
        let program = self.program;
        let Some(structure) = program.structs.get(id as usize) else {
            return;
        };
        let mut around = at.around;
        let mut prefix = at.name;
        if let Some(length) = at.array {
            around.push(length);
            prefix.push_str("[]");
        }
        for member in &structure.members {
            let leaf = GlLeaf {
                name: format!("{prefix}.{}", member.name),
                around: around.clone(),
                base: member.ty.base,
                array: member.ty.array,
                precision: member.precision,
                matrices: member.matrices.or(at.matrices),
                span: at.span,
            };
            self.gl_leaves_of(leaf, into);
        }
    }

    /// What the outputs hold at the end of the body, slot by slot.
    pub(super) fn output_values(&mut self) -> Lowered<Vec<Use>> {
        let mut values = Vec::new();
        for output in self.outputs.clone() {
            for element in 0..output.elements {
                for column in 0..output.columns {
                    let element = output.part * output.elements + element;
                    values.push(self.output_value(output, element, output.leaf + column)?);
                }
            }
        }
        Ok(values)
    }

    fn output_value(&mut self, output: OutputLeaf, element: u32, leaf: u32) -> Lowered<Use> {
        let storage = self
            .roots
            .get(output.root as usize)
            .and_then(|root| root.storage.get(leaf as usize))
            .cloned();
        match storage {
            Some(Storage::Vars(first)) => match self.env.get(Var(first.0 + element)) {
                Some(Leaf::Lanes(lanes)) => self.given_out(lanes.resized(output.rows)),
                _ => Err(bug("an output without a value")),
            },
            Some(Storage::Memory(array)) => {
                let index = self.int(element as i32, 1);
                let loaded = self.emit(Op::ArrayLoad(array), &[index])?;
                Ok(loaded.then(Swizzle::identity(output.rows)))
            }
            _ => Err(bug("an output that cannot be written")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_of_arrays_of_structures_have_gl_names() {
        let leaf = GlLeaf {
            name: "uLights[].color".into(),
            around: vec![2],
            base: Base::Vector {
                scalar: ScalarKind::Float,
                lanes: 3,
            },
            array: None,
            precision: None,
            matrices: None,
            span: Span::NONE,
        };
        assert_eq!(leaf.names(), ["uLights[0].color", "uLights[1].color"]);
    }
}
