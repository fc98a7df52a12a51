//! naga's module to [`ir::Shader`](Shader): the only place besides [`crate::naga_in`] that names naga.
//!
//! All functions are inlined and SSA form is made in one pass over the structured control flow. A
//! variable of the module is a *root* ([`place`]): its leaves are SSA variables ([`env`]),
//! memory objects where an array is indexed dynamically, or places of the interface
//! ([`interface`]). Facts that need a look ahead come from [`analysis`]. Control flow is in
//! [`control`], [`branch`], [`loops`] and [`switch`].

mod access;
mod analysis;
mod branch;
mod compose;
mod control;
mod directives;
mod env;
mod expression;
mod inline;
mod interface;
mod intrinsic;
mod layout;
mod locals;
mod loops;
mod math;
mod matrix;
mod operator;
mod piece;
mod place;
mod switch;
mod unsigned;
mod value;

pub(crate) use directives::per_vertex;

use crate::canonical::{Canonical, Signature};
use crate::naga_in::{Parsed, source_of};
use crate::typed::Program;
use analysis::Analysis;
use control::Target;
use env::Env;
use inline::Frame;
use layout::Layouts;
use locals::Recording;
use loops::OpenLoop;
use naga::valid::ModuleInfo;
use naga::{Expression, Handle, Module};
use place::Root;
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::build::infer;
use retroshade_ir::locals::Locals;
use retroshade_ir::{
    Constant, Inst, Op, Operands, Region, Shader, Stage, Terminator, Type, Use, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};
use value::Leaf;

/// Errors are rare and large.
type Fault = Box<Diagnostic>;
type Lowered<T> = Result<T, Fault>;

/// Inlining multiplies: a shader that grows beyond this many instructions is refused.
const MOST_INSTRUCTIONS: usize = 1 << 18;

/// Nesting of regions that later stages can recurse over.
const MOST_NESTING: u32 = 1000;

fn bug(message: impl Into<String>) -> Fault {
    Box::new(Diagnostic::bug("lower", message))
}

fn too_large(what: &str, needed: u32, available: u32) -> Fault {
    Box::new(Diagnostic::error(
        codes::limit::EXPANDED,
        format!(
            "{what} has {needed} scalars, vectors and matrix columns; at most {available} are possible"
        ),
    ))
}

/// What lanes of outputs are that the shader leaves unset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnsetLanes {
    /// As their neighbours.
    Filled,
    /// Undefined.
    Kept,
}

/// Lowers a module that came from the canonical text of `program`. `name` is that of the source file. `locals` gets
/// the variables of the program's functions, where they are asked for.
pub(crate) fn lower(
    parsed: &Parsed,
    canonical: &Canonical,
    program: &Program,
    name: &str,
    unset: UnsetLanes,
    locals: Option<&mut Locals>,
) -> Result<Shader, Diagnostic> {
    let intrinsics: Vec<Option<&Signature>> = parsed
        .module
        .functions
        .iter()
        .map(|(_, function)| canonical.intrinsics.get(function.name.as_deref()?))
        .collect();
    let mut shader = Shader::new(program.stage, name);
    shader.interface.primitive = program.primitive;
    let body = shader.body;
    // Most expressions are at most one instruction.
    let functions = parsed.module.functions.iter();
    let expressions: usize = functions.map(|(_, row)| row.expressions.len()).sum();
    shader.insts.reserve(expressions);
    shader.values.reserve(expressions);
    let mut lowerer = Lowerer {
        module: &parsed.module,
        info: &parsed.info,
        canonical,
        program,
        layouts: Layouts::new(&parsed.module),
        analysis: Analysis::default(),
        intrinsics,
        shader,
        prologue: Vec::new(),
        outermost: FxHashSet::default(),
        constants: FxHashMap::default(),
        undefined: FxHashMap::default(),
        reads: FxHashMap::default(),
        leaves: Vec::new(),
        env: Env::default(),
        roots: Vec::new(),
        globals: Vec::new(),
        outputs: Vec::new(),
        unset,
        frames: Vec::new(),
        targets: Vec::new(),
        loops: Vec::new(),
        kill_target: None,
        region: body,
        nesting: 0,
        span: Span::NONE,
        recording: locals.map(Recording::new),
    };
    match lowerer.run() {
        Ok(()) => {
            directives::apply(&mut lowerer.shader, program)?;
            Ok(lowerer.shader)
        }
        Err(fault) if fault.primary.is_none() => Err(fault.at(lowerer.span, "")),
        Err(fault) => Err(*fault),
    }
}

/// The state of the lowering.
struct Lowerer<'a> {
    module: &'a Module,
    info: &'a ModuleInfo,
    canonical: &'a Canonical,
    program: &'a Program,
    layouts: Layouts<'a>,
    analysis: Analysis,
    /// By index of the function: what it computes, if it is an intrinsic one.
    intrinsics: Vec<Option<&'a Signature>>,
    shader: Shader,
    /// Instructions that go to the start of the body, and the indices of their values.
    prologue: Vec<Inst>,
    outermost: FxHashSet<usize>,
    constants: FxHashMap<Constant, Value>,
    undefined: FxHashMap<Type, Value>,
    /// Slots of inputs and uniforms that were read.
    reads: FxHashMap<Op, Value>,
    /// See [`value::Val`].
    leaves: Vec<Leaf>,
    env: Env,
    roots: Vec<Root>,
    /// The roots of global variables, by index.
    globals: Vec<u32>,
    /// The roots of outputs in the order of [`retroshade_ir::Interface::outputs`], with the first template leaf.
    outputs: Vec<interface::OutputLeaf>,
    unset: UnsetLanes,
    /// The calls that are being inlined, `main` first.
    frames: Vec<Frame<'a>>,
    targets: Vec<Target>,
    /// Loops of the IR around the current place.
    loops: Vec<OpenLoop<'a>>,
    /// Where a discarded invocation goes, in loops that need not end by themselves.
    kill_target: Option<usize>,
    /// The region that is being built.
    region: Region,
    nesting: u32,
    span: Span,
    /// The variables of functions, where they are asked for.
    recording: Option<Recording<'a>>,
}

impl<'a> Lowerer<'a> {
    fn run(&mut self) -> Lowered<()> {
        let is_intrinsic: Vec<bool> = self.intrinsics.iter().map(Option::is_some).collect();
        self.analysis = analysis::analyze(self.module, &mut self.layouts, &is_intrinsic)?;
        self.interface()?;
        let main = self
            .module
            .functions
            .iter()
            .rev()
            .find(|(_, function)| function.name.as_deref() == Some("main"))
            .map(|(handle, _)| handle)
            .ok_or_else(|| bug("no function `main`"))?;
        let (outcome, _) = self.inline(main, Vec::new())?;
        if outcome.falls {
            // The vertices of a geometry shader have the outputs.
            let outputs = match self.shader.stage {
                Stage::Geometry => Vec::new(),
                Stage::Vertex | Stage::Fragment => self.output_values()?,
            };
            self.shader.regions[self.region].end = Terminator::Yield(outputs);
        } else {
            // The shader never ends.
            self.shader.regions[self.region].end = Terminator::Unreachable;
        }
        let body = self.shader.body;
        let mut insts = std::mem::take(&mut self.prologue);
        if let Some(recording) = &mut self.recording {
            recording.behind_prologue(body, insts.last().copied());
        }
        insts.append(&mut self.shader.regions[body].insts);
        self.shader.regions[body].insts = insts;
        Ok(())
    }

    /// Appends an operation to the current region and gives its whole result.
    fn emit(&mut self, op: Op, args: &[Use]) -> Lowered<Use> {
        match infer(&self.shader, op, args) {
            Ok(Some(ty)) => self.emit_typed(op, args, ty),
            Ok(None) => Err(bug(format!("{} has no result", op.kind().name()))),
            Err(fault) => Err(bug(format!("{}: {fault}", op.kind().name()))),
        }
    }

    /// Appends an operation whose result type its operands do not tell.
    fn emit_typed(&mut self, op: Op, args: &[Use], ty: Type) -> Lowered<Use> {
        let inst = self.append(op, args, &[ty], Vec::new())?;
        Ok(self.shader.whole(self.shader.result(inst)))
    }

    /// Appends any instruction.
    fn append(
        &mut self,
        op: Op,
        args: impl Into<Operands>,
        results: &[Type],
        regions: Vec<Region>,
    ) -> Lowered<Inst> {
        if self.shader.insts.len() >= MOST_INSTRUCTIONS {
            return Err(Box::new(
                Diagnostic::error(
                    codes::limit::EXPANDED,
                    format!("the shader has more than {MOST_INSTRUCTIONS} operations once its functions are inlined"),
                )
                .at(self.span, "reached here")
                .with_help("every call of a function becomes a copy of its body: call large functions less often"),
            ));
        }
        let inst = self.shader.make_inst(op, args, results, regions, self.span);
        self.shader.regions[self.region].insts.push(inst);
        Ok(inst)
    }

    /// True if a value can be used in the region in which the values from `first` on were not made yet.
    fn is_visible(&self, value: Value, first: usize) -> bool {
        use retroshade_ir::entity::EntityRef;
        value.index() < first || self.outermost.contains(&value.index())
    }

    /// From here on, what is appended came from this place of the canonical text.
    fn at(&mut self, place: naga::Span) {
        let span = source_of(self.canonical, place);
        if !span.is_none() {
            self.span = span;
        }
    }

    fn frame(&self) -> Lowered<&Frame<'a>> {
        self.frames.last().ok_or_else(|| bug("no function is open"))
    }

    fn frame_mut(&mut self) -> Lowered<&mut Frame<'a>> {
        self.frames
            .last_mut()
            .ok_or_else(|| bug("no function is open"))
    }

    /// The type of an expression of the current function.
    fn inner(&self, expression: Handle<Expression>) -> Lowered<&'a naga::TypeInner> {
        let module = self.module;
        Ok(self.frame()?.info[expression].ty.inner_with(&module.types))
    }
}
