//! Builds a module of naga from a shader.
//!
//! ```text
//! control     regions, branches, loops, the result      expression  operations on values
//! access      inputs, uniforms, memory objects          texture     lookups
//! types       types of values                           function    expressions and statements in order
//! calls       functions that the shader calls
//! ```
//!
//! A value is an expression, which the writers put where it is used or, if it is used several times, give a name. Results
//! of branches and what loops carry round are local variables.

mod access;
mod calls;
mod control;
mod expression;
mod function;
mod texture;
mod types;

use crate::Language;
use crate::interface::{ENTRY_POINT, Interface};
use crate::layout::{Storage, stored};
use crate::locations::Located;
use control::OpenLoop;
use function::Body;
use naga::{
    AddressSpace, Binding, BuiltIn, EntryPoint, Expression, FunctionArgument, FunctionResult,
    GlobalVariable, Handle, ImageClass, ImageDimension, Interpolation as NagaInterpolation,
    MemoryDecorations, Module, ResourceBinding, Sampling, ShaderStage, Span, StructMember,
    TypeInner,
};
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::entity::SecondaryMap;
use retroshade_ir::outline::{Calls, Function};
use retroshade_ir::{
    Array, Builtin, Input, Inst, Interpolation, Scalar, Shader, Stage, Type, Value, Variable,
};
use std::collections::BTreeMap;

/// A module is either made or impossible; the error names a defect, since the language was asked before.
type Built<T> = Result<T, Diagnostic>;

pub(crate) fn module(
    shader: &Shader,
    language: Language,
    interface: &Interface,
    functions: &[Function],
) -> Result<Module, Diagnostics> {
    let calls = Calls::new(shader, functions);
    let uses = match functions {
        [] => access::count_uses(shader),
        _ => calls.uses.clone(),
    };
    let mut builder = Builder {
        shader,
        language,
        interface,
        module: Module::default(),
        body: Body::default(),
        values: SecondaryMap::new(),
        depths: SecondaryMap::new(),
        products: access::whole_products(shader),
        uses,
        functions,
        calls,
        made: BTreeMap::new(),
        loops: Vec::new(),
        block: None,
        images: BTreeMap::new(),
        arguments: SecondaryMap::new(),
        indexed: SecondaryMap::new(),
        arrays: SecondaryMap::new(),
        result: None,
        missing: None,
    };
    builder.globals();
    builder.arguments()?;
    builder.result()?;
    builder.local_arrays();
    builder.region(shader.body, control::Place::Main)?;
    if let Some(what) = builder.missing {
        return Err(Diagnostic::bug("translate", what).into());
    }
    Ok(builder.finish())
}

struct Builder<'a> {
    shader: &'a Shader,
    language: Language,
    interface: &'a Interface,
    module: Module,
    body: Body,
    /// The expression of a value.
    values: SecondaryMap<Value, Option<Handle<Expression>>>,
    /// The number of operations that stand inside one another in the text of a value.
    depths: SecondaryMap<Value, u32>,
    /// Products with a uniform matrix as a whole.
    products: SecondaryMap<Inst, bool>,
    /// The number of times that a value is used other than by such a product.
    uses: SecondaryMap<Value, u32>,
    /// The functions that may be called, where they are, and those that were, by number and lanes.
    functions: &'a [Function],
    calls: Calls,
    made: BTreeMap<(usize, u8), Handle<naga::Function>>,
    loops: Vec<OpenLoop>,
    /// The uniform block.
    block: Option<Handle<GlobalVariable>>,
    /// Texture and sampler by the sampler's index and element.
    images: BTreeMap<(usize, u32), (Handle<GlobalVariable>, Handle<GlobalVariable>)>,
    /// The argument that is slot 0 of an input.
    arguments: SecondaryMap<Input, Option<u32>>,
    /// Inputs in local memory, where an index chooses the slot.
    indexed: SecondaryMap<Input, Option<Handle<naga::LocalVariable>>>,
    arrays: SecondaryMap<Array, Option<Handle<naga::LocalVariable>>>,
    /// The structure that the entry point returns.
    result: Option<Handle<naga::Type>>,
    /// What was asked for before it was made: a defect.
    missing: Option<&'static str>,
}

impl Builder<'_> {
    fn globals(&mut self) {
        if self.interface.has_block() {
            self.uniform_block();
        }
        for texture in self
            .interface
            .textures
            .iter()
            .filter(|texture| texture.used)
        {
            let dim = match texture.kind {
                retroshade_ir::SamplerKind::Cube => ImageDimension::Cube,
                retroshade_ir::SamplerKind::D2 | retroshade_ir::SamplerKind::External => {
                    ImageDimension::D2
                }
            };
            let image = self.type_of(TypeInner::Image {
                dim,
                arrayed: false,
                class: ImageClass::Sampled {
                    kind: naga::ScalarKind::Float,
                    multi: false,
                },
            });
            let sampler = self.type_of(TypeInner::Sampler { comparison: false });
            let (name, binding) = (texture.name.clone(), texture.binding);
            let sampler_name = format!("{name}_sampler");
            let image = self.global(name, AddressSpace::Handle, binding, image);
            let sampler = self.global(sampler_name, AddressSpace::Handle, binding + 1, sampler);
            let key = (
                retroshade_ir::entity::EntityRef::index(texture.sampler),
                texture.element,
            );
            self.images.insert(key, (image, sampler));
        }
    }

    fn uniform_block(&mut self) {
        let interface = self.interface;
        let mut members = Vec::new();
        for member in &interface.block.members {
            let variable = &interface.uniforms[member_index(member)];
            members.push(StructMember {
                name: Some(member.name.clone()),
                ty: self.stored_type(variable, member.storage),
                binding: None,
                offset: member.offset,
            });
        }
        let span = interface.block.size;
        let name = match interface.stage {
            Stage::Vertex | Stage::Geometry => "VertexUniforms",
            Stage::Fragment => "FragmentUniforms",
        };
        let block = self.named_type(name, TypeInner::Struct { members, span });
        let block = self.global("uniforms".to_owned(), AddressSpace::Uniform, 0, block);
        self.block = Some(block);
    }

    /// The type of a uniform in the block.
    fn stored_type(&mut self, variable: &Variable, storage: Storage) -> Handle<naga::Type> {
        let (scalar, unsigned) = stored(variable);
        let lanes = variable.slot_lanes();
        let count = match storage {
            Storage::Vector => return self.vector(types::scalar(scalar, unsigned), lanes),
            Storage::Matrix => variable.shape.array,
            Storage::Slots => Some(variable.slots()),
        };
        let element = match storage {
            Storage::Matrix => self.type_of(TypeInner::Matrix {
                columns: types::size(variable.slots_per_element() as u8),
                rows: types::size(lanes),
                scalar: naga::Scalar::F32,
            }),
            // Shorter vectors would lie closer than the block wants them.
            _ => {
                let lanes = if lanes == 3 { 3 } else { 4 };
                self.vector(types::scalar(scalar, unsigned), lanes)
            }
        };
        let Some(count) = count else {
            return element;
        };
        let stride = match storage {
            Storage::Matrix => 16 * variable.slots_per_element(),
            _ => 16,
        };
        self.array(element, count, stride)
    }

    fn global(
        &mut self,
        name: String,
        space: AddressSpace,
        binding: u32,
        ty: Handle<naga::Type>,
    ) -> Handle<GlobalVariable> {
        let variable = GlobalVariable {
            name: Some(name),
            space,
            binding: Some(ResourceBinding {
                group: self.interface.group,
                binding,
            }),
            ty,
            init: None,
            memory_decorations: MemoryDecorations::empty(),
        };
        self.module
            .global_variables
            .append(variable, Span::UNDEFINED)
    }

    /// An argument for each slot of each input that is read.
    fn arguments(&mut self) -> Built<()> {
        let interface = self.interface;
        for ((input, variable), located) in
            self.shader.interface.inputs.iter().zip(&interface.inputs)
        {
            if !interface.read[input] {
                continue;
            }
            self.arguments[input] = Some(self.body.function.arguments.len() as u32);
            for slot in 0..variable.slots() {
                let (ty, binding) = self.crossing(located, slot, Direction::In)?;
                let name = slot_name(variable, slot);
                self.body.function.arguments.push(FunctionArgument {
                    name: Some(name),
                    ty,
                    binding: Some(binding),
                });
            }
        }
        Ok(())
    }

    /// The structure of all outputs.
    fn result(&mut self) -> Built<()> {
        let mut members = Vec::new();
        for located in &self.interface.outputs {
            for slot in 0..located.variable.slots() {
                let (ty, binding) = self.crossing(located, slot, Direction::Out)?;
                members.push(StructMember {
                    name: Some(slot_name(&located.variable, slot)),
                    ty,
                    binding: Some(binding),
                    offset: 16 * members.len() as u32,
                });
            }
        }
        if members.is_empty() {
            return Ok(());
        }
        let span = 16 * members.len() as u32;
        let name = match self.shader.stage {
            Stage::Vertex | Stage::Geometry => "VertexOutput",
            Stage::Fragment => "FragmentOutput",
        };
        let ty = self.named_type(name, TypeInner::Struct { members, span });
        self.result = Some(ty);
        self.body.function.result = Some(FunctionResult { ty, binding: None });
        Ok(())
    }

    /// Type and binding of a slot of a variable that crosses the border of the stage.
    fn crossing(
        &mut self,
        located: &Located,
        slot: u32,
        direction: Direction,
    ) -> Built<(Handle<naga::Type>, Binding)> {
        let variable = &located.variable;
        let float = |lanes| (naga::Scalar::F32, lanes);
        let built_in = |builtin| -> Option<(BuiltIn, (naga::Scalar, u8))> {
            Some(match builtin {
                Builtin::Position => (
                    BuiltIn::Position {
                        invariant: variable.invariant,
                    },
                    float(4),
                ),
                Builtin::FragCoord => (BuiltIn::Position { invariant: false }, float(4)),
                Builtin::PointSize => (BuiltIn::PointSize, float(1)),
                Builtin::PointCoord => (BuiltIn::PointCoord, float(2)),
                Builtin::FrontFacing => (BuiltIn::FrontFacing, (naga::Scalar::BOOL, 1)),
                Builtin::FragDepth => (BuiltIn::FragDepth, float(1)),
                Builtin::VertexId => (BuiltIn::VertexIndex, (naga::Scalar::U32, 1)),
                Builtin::InstanceId => (BuiltIn::InstanceIndex, (naga::Scalar::U32, 1)),
                Builtin::FragColor
                | Builtin::FragData
                | Builtin::LastFragColor
                | Builtin::LastFragDepth
                | Builtin::ClipPosition
                | Builtin::VertexCount => return None,
            })
        };
        if let Some((builtin, (scalar, lanes))) = variable.builtin.and_then(built_in) {
            return Ok((self.vector(scalar, lanes), Binding::BuiltIn(builtin)));
        }
        let Some(first) = located.location else {
            let message = format!("`{}` has no place", variable.name);
            return Err(Diagnostic::bug("translate", message).at(variable.span, ""));
        };
        let scalar = types::scalar(variable.shape.scalar, variable.unsigned);
        let ty = self.vector(scalar, variable.slot_lanes());
        let is_varying = match direction {
            Direction::In => self.shader.stage == Stage::Fragment,
            Direction::Out => self.shader.stage == Stage::Vertex,
        };
        let (interpolation, sampling) = match variable.interpolation {
            _ if !is_varying => (None, None),
            _ if variable.shape.scalar != Scalar::Float => (Some(NagaInterpolation::Flat), None),
            Interpolation::Flat => (Some(NagaInterpolation::Flat), None),
            Interpolation::Smooth => (Some(NagaInterpolation::Perspective), Some(Sampling::Center)),
            Interpolation::Centroid => (
                Some(NagaInterpolation::Perspective),
                Some(Sampling::Centroid),
            ),
        };
        let binding = Binding::Location {
            location: first.saturating_add(slot),
            interpolation,
            sampling,
            blend_src: None,
            per_primitive: false,
        };
        Ok((ty, binding))
    }

    fn local_arrays(&mut self) {
        for (array, data) in self.shader.arrays.iter() {
            let element = self.value_type(data.ty);
            let ty = self.array(element, data.len, access::lane_stride(data.ty.lanes));
            let name = retroshade_ir::essl::identifier(&data.name);
            self.arrays[array] = Some(self.body.local(&name, ty, None));
        }
    }

    /// A local variable for values of a type.
    fn local(&mut self, name: &str, ty: Type) -> Handle<naga::LocalVariable> {
        let ty = self.value_type(ty);
        self.body.local(name, ty, None)
    }

    fn finish(mut self) -> Module {
        let function = self.body.finish();
        self.module.entry_points.push(EntryPoint {
            name: ENTRY_POINT.to_owned(),
            stage: match self.shader.stage {
                Stage::Vertex | Stage::Geometry => ShaderStage::Vertex,
                Stage::Fragment => ShaderStage::Fragment,
            },
            early_depth_test: None,
            workgroup_size: [0; 3],
            workgroup_size_overrides: None,
            function,
            mesh_info: None,
            task_payload: None,
            incoming_ray_payload: None,
        });
        self.module
    }
}

/// The way a variable crosses the border of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    In,
    Out,
}

fn member_index(member: &crate::layout::Member) -> usize {
    retroshade_ir::entity::EntityRef::index(member.uniform)
}

/// The name of a slot of a variable: its own, with a number where there are several.
fn slot_name(variable: &Variable, slot: u32) -> String {
    let name = retroshade_ir::essl::identifier(&variable.name);
    match variable.slots() {
        1 => name,
        _ => format!("{name}_{slot}"),
    }
}
