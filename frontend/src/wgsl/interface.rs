//! The interface of a WGSL module as the program's globals.

use super::legal::{builtin, unsupported};
use super::types::{Types, precision};
use crate::typed::{Base, Global, GlobalId, Role, Struct, Type};
use indexmap::IndexMap;
use naga::{
    AddressSpace, Binding, Function, GlobalVariable, Handle, Module, Sampling, Span as NagaSpan,
    TypeInner,
};
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::{Interpolation, Stage};
use rustc_hash::FxBuildHasher;

/// Names of globals, and which of the program's each is.
pub(super) type Globals = IndexMap<String, GlobalId, FxBuildHasher>;

/// A value that crosses the border of the entry point.
pub(super) struct Crossing {
    /// The name of the private global: that of no variable of the source.
    pub(super) key: String,
    pub(super) naga: Handle<naga::Type>,
}

/// An argument or the result.
pub(super) enum Part {
    One(Crossing),
    /// A structure, member by member.
    Struct(Handle<naga::Type>, Vec<Crossing>),
}

/// The tables of the program.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) structs: Vec<Struct>,
    pub(super) globals: Vec<Global>,
    pub(super) names: Globals,
}

/// The state of reading an interface.
struct Reader<'m> {
    module: &'m Module,
    types: Types<'m>,
    stage: Stage,
    globals: Vec<Global>,
    names: Globals,
}

impl Tables {
    /// The tables, the arguments and the result of an entry point.
    pub(super) fn read(
        module: &Module,
        function: &Function,
        stage: Stage,
        places: &dyn Fn(NagaSpan) -> Span,
    ) -> Result<(Tables, Vec<Part>, Option<Part>), Diagnostic> {
        let mut reader = Reader {
            module,
            types: Types::new(module),
            stage,
            globals: Vec::new(),
            names: Globals::default(),
        };
        for (handle, variable) in module.global_variables.iter() {
            let span = places(module.global_variables.get_span(handle));
            reader.variable(variable, span)?;
        }
        let mut arguments = Vec::with_capacity(function.arguments.len());
        for argument in &function.arguments {
            let span = places(module.types.get_span(argument.ty));
            let binding = argument.binding.as_ref();
            let name = argument.name.clone();
            let name = name.unwrap_or_else(|| unnamed(binding, true, stage));
            arguments.push(reader.part(&name, argument.ty, binding, true, span)?);
        }
        let result = match &function.result {
            Some(result) => {
                let span = places(module.types.get_span(result.ty));
                let binding = result.binding.as_ref();
                let name = match stage {
                    Stage::Vertex | Stage::Geometry => "result",
                    Stage::Fragment => "color",
                };
                Some(reader.part(name, result.ty, binding, false, span)?)
            }
            None => None,
        };
        let tables = Tables {
            structs: reader.types.structs,
            globals: reader.globals,
            names: reader.names,
        };
        Ok((tables, arguments, result))
    }
}

impl Reader<'_> {
    fn declare(&mut self, key: String, global: Global) {
        let id = GlobalId(self.globals.len() as u32);
        self.globals.push(global);
        self.names.insert(key, id);
    }

    /// A variable of the module.
    fn variable(&mut self, variable: &GlobalVariable, span: Span) -> Result<(), Diagnostic> {
        let name = variable.name.clone().unwrap_or_default();
        let inner = &self.module.types[variable.ty].inner;
        let is_uniform = match variable.space {
            AddressSpace::Private => false,
            // Lookups name the texture.
            _ => !matches!(inner, TypeInner::Sampler { .. }),
        };
        let (role, ty) = if is_uniform {
            let ty = self.types.of(variable.ty);
            (
                Role::Uniform,
                ty.map_err(|what| unsupported(&what.to_string(), span))?,
            )
        } else {
            // The type of what is private concerns the lowering alone.
            (Role::Private, Type::plain(Base::Void))
        };
        self.declare(name.clone(), global(name, ty, role, span));
        Ok(())
    }

    fn part(
        &mut self,
        name: &str,
        ty: Handle<naga::Type>,
        binding: Option<&Binding>,
        reads: bool,
        span: Span,
    ) -> Result<Part, Diagnostic> {
        if let Some(binding) = binding {
            return Ok(Part::One(self.crossing(name, ty, binding, reads, span)?));
        }
        let module = self.module;
        let TypeInner::Struct { members, .. } = &module.types[ty].inner else {
            return Err(unsupported("a value without a location", span));
        };
        let mut parts = Vec::with_capacity(members.len());
        for member in members {
            let Some(binding) = &member.binding else {
                return Err(unsupported("a member without a location", span));
            };
            let name = member.name.clone();
            let name = name.unwrap_or_else(|| unnamed(Some(binding), reads, self.stage));
            parts.push(self.crossing(&name, member.ty, binding, reads, span)?);
        }
        Ok(Part::Struct(ty, parts))
    }

    fn crossing(
        &mut self,
        name: &str,
        naga: Handle<naga::Type>,
        binding: &Binding,
        reads: bool,
        span: Span,
    ) -> Result<Crossing, Diagnostic> {
        let ty = self
            .types
            .of(naga)
            .map_err(|what| unsupported(&what.to_string(), span))?;
        let builtin = builtin(binding, reads, span)?;
        let role = match (builtin, reads, self.stage) {
            (Some(builtin), true, _) => Role::BuiltinIn(builtin),
            (Some(builtin), false, _) => Role::BuiltinOut(builtin),
            (None, true, Stage::Vertex) => Role::Attribute,
            (None, true, Stage::Fragment | Stage::Geometry) => Role::VaryingIn,
            (None, false, Stage::Vertex | Stage::Geometry) => Role::VaryingOut,
            (None, false, Stage::Fragment) => Role::FragmentOut,
        };
        let direction = if reads { "in" } else { "out" };
        // No name of WGSL has a blank.
        let key = format!("{direction} {name}");
        let mut global = global(gl_name(builtin, name), ty, role, span);
        if let Binding::Location {
            location,
            interpolation,
            sampling,
            ..
        } = binding
        {
            global.location = Some(*location);
            global.interpolation = match (interpolation, sampling) {
                (Some(naga::Interpolation::Flat), _) => Interpolation::Flat,
                (_, Some(Sampling::Centroid)) => Interpolation::Centroid,
                _ => Interpolation::Smooth,
            };
        }
        if let Binding::BuiltIn(naga::BuiltIn::Position { invariant: true }) = binding {
            global.invariant = true;
        }
        self.declare(key.clone(), global);
        Ok(Crossing { key, naga })
    }
}

/// The name of what has none, as in a SPIR-V module without names: by its place, the same in both stages.
fn unnamed(binding: Option<&Binding>, reads: bool, stage: Stage) -> String {
    let what = match (reads, stage) {
        (true, Stage::Vertex) => "attribute",
        (false, Stage::Fragment) => "color",
        _ => "varying",
    };
    match binding {
        Some(Binding::Location { location, .. }) => format!("{what}{location}"),
        // Each its own: position and size of a point are two.
        Some(Binding::BuiltIn(builtin)) => format!("{builtin:?}"),
        None => what.to_owned(),
    }
}

fn gl_name(builtin: Option<retroshade_ir::Builtin>, name: &str) -> String {
    use retroshade_ir::Builtin as B;
    let gl = match builtin {
        Some(B::Position) => "gl_Position",
        Some(B::FragCoord) => "gl_FragCoord",
        Some(B::FrontFacing) => "gl_FrontFacing",
        Some(B::FragDepth) => "gl_FragDepth",
        Some(B::PointSize) => "gl_PointSize",
        Some(B::PointCoord) => "gl_PointCoord",
        _ => name,
    };
    gl.to_owned()
}

fn global(name: String, ty: Type, role: Role, span: Span) -> Global {
    Global::new(name, ty, role, precision(ty), span)
}
