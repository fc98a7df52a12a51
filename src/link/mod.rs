//! Pairs: a vertex and a fragment program that agree on their varyings, on the 3DS with a geometry program between them.
//!
//! Both shaders are checked against each other as GL's linker does; then the varyings that the fragment
//! program reads get registers that both programs use, small ones sharing a register, and the vertex
//! program no longer computes the others (docs/linking.md).
//!
//! ```text
//! blocks     uniform blocks that both shaders declare
//! check      what GL demands of a pair, with both declarations in every message
//! layouts    matrix uniforms of both shaders in one layout
//! options    bindings and sampler states for each of the programs
//! agree      registers for the varyings, both shaders rewritten, both programs made
//! describe   the reflection of both programs in terms of the varyings' own names
//! fixed      the same where the fragment stage runs no programs: settings, and the vertex program for them
//! record     the record of a pair, read again
//! apart      whether programs agree that were compiled without each other
//! expression what such a vertex program computes of uniforms and varyings
//! geometry   a geometry program, and a vertex program that hands on what it reads
//! ```
//!
//! ```
//! use retroshade::link::Linker;
//! use retroshade::{Compiler, Source, Stage, find_target};
//!
//! let linker = Linker::new(Compiler::new(find_target("agal1").unwrap()));
//! let vertex = Source::new(
//!     "flat.vert",
//!     Stage::Vertex,
//!     "attribute vec4 aPosition;
//!      varying vec2 vUv; varying float vFog; varying vec3 vUnread;
//!      void main() { gl_Position = aPosition; vUv = aPosition.xy; vFog = aPosition.z; vUnread = aPosition.xyz; }",
//! );
//! let fragment = Source::new(
//!     "flat.frag",
//!     Stage::Fragment,
//!     "precision mediump float; varying vec2 vUv; varying float vFog;
//!      void main() { gl_FragColor = vec4(vUv, vFog, 1.0); }",
//! );
//! let pair = linker.link(&vertex, &fragment).result.unwrap();
//! assert_eq!(pair.vertex.assembly, "mov op, va0\nmov v0, va0.xyz\n");
//! assert_eq!(pair.varyings[1].fragment_register, "v0");
//! assert_eq!(pair.varyings[1].components, "z");
//! assert_eq!(pair.dropped, ["vUnread"]);
//! ```

mod agree;
#[cfg(feature = "cli")]
mod apart;
mod blocks;
mod check;
mod describe;
mod expression;
mod fixed;
mod geometry;
mod layouts;
mod options;
mod per_vertex;
#[cfg(feature = "cli")]
mod record;

#[cfg(feature = "cli")]
pub use apart::{Handed, disagreement, handed, pairs};
pub use describe::Varying;
#[cfg(feature = "explore")]
pub(crate) use geometry::{check_before_geometry, read_with_geometry};
pub use geometry::{compile_together, has_geometry};
#[cfg(feature = "cli")]
pub use record::{PairRecord, Terms};

use options::StageOptions;

use crate::compiler::{
    Compilation, Compiler, Language, LanguageOptions, Source, guarded, parse_ir, takes, wrong_stage,
};
use crate::engine::Declared;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_frontend as frontend;
use retroshade_frontend::typed::{UniformBlock, Version};
use retroshade_ir::{Shader, Stage, Variable};
use retroshade_kit::target::{Compiled, Options, Target};
use serde_json::json;

/// Links pairs for one target.
#[derive(Clone)]
pub struct Linker {
    /// The target, how sources are read, how code is made. A binding of a varying names a register of the
    /// fragment program; bindings of a variable that only one of the shaders has concern that one.
    pub compiler: Compiler,
    /// Whether small varyings share registers. If not, each has registers of its own.
    pub pack: bool,
}

/// Two programs that belong together.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The vertex program.
    pub vertex: Compiled,
    /// The geometry program between the two; then the vertex program's outputs are its inputs, and the varyings its
    /// outputs.
    pub geometry: Option<Compiled>,
    /// The fragment program.
    pub fragment: Compiled,
    /// What the fragment program reads, in the order of its declarations.
    pub varyings: Vec<Varying>,
    /// The varyings of the shader before the fragment shader that the fragment program does not read.
    pub dropped: Vec<String>,
}

impl Pair {
    /// The value of `schema` in [`Pair::to_json`].
    pub const SCHEMA: &'static str = "retroshade-pair-1";

    /// The program whose outputs the fragment program reads.
    pub fn feeder(&self) -> &Compiled {
        self.geometry.as_ref().unwrap_or(&self.vertex)
    }

    /// The programs of the programmed stages, in the order of the stages: those that go into one file where a geometry
    /// program is among them.
    pub fn before_fragments(&self) -> impl Iterator<Item = &Compiled> {
        [&self.vertex].into_iter().chain(&self.geometry)
    }

    /// All programs, in the order of the stages.
    pub fn programs(&self) -> impl Iterator<Item = &Compiled> {
        self.before_fragments().chain([&self.fragment])
    }

    /// The reflection records and the varyings as one JSON object, indented, with a line end.
    pub fn to_json(&self) -> String {
        let mut record = json!({
            "schema": Pair::SCHEMA,
            "target": self.vertex.reflection.target,
            "varyings": self.varyings.iter().map(Varying::to_json).collect::<Vec<_>>(),
            "dropped": self.dropped,
            "vertex": self.vertex.reflection,
            "fragment": self.fragment.reflection,
        });
        if let Some(geometry) = &self.geometry {
            record["geometry"] = json!(geometry.reflection);
        }
        // Strings, numbers and lists cannot fail to serialise.
        let mut text = serde_json::to_string_pretty(&record).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// A source as the frontend gives it.
struct Half {
    shader: Shader,
    /// Of ESSL; other languages have no rules of their own for pairs.
    version: Option<Version>,
    /// Uniform blocks of ESSL 3.00.
    blocks: Vec<UniformBlock>,
    /// Where the fragment shader asks for its work on varyings to be done for each vertex.
    per_vertex: Option<Span>,
}

impl Half {
    /// A shader in a language that has no rules of its own for pairs.
    fn without_rules(shader: Shader) -> Half {
        Half {
            shader,
            version: None,
            blocks: Vec::new(),
            per_vertex: None,
        }
    }
}

impl Linker {
    /// With packing.
    pub fn new(compiler: Compiler) -> Linker {
        Linker {
            compiler,
            pack: true,
        }
    }

    /// Links a vertex and a fragment source, given in either order.
    pub fn link(&self, one: &Source, other: &Source) -> Compilation<Pair> {
        guarded(one, || self.link_here(one, other))
    }

    fn link_here(&self, one: &Source, other: &Source) -> Compilation<Pair> {
        let language = &self.compiler.language;
        read_both(language, one, other, |one, other, warnings| {
            self.pair(one, other, warnings)
        })
    }

    fn pair(
        &self,
        one: Half,
        other: Half,
        warnings: &mut Diagnostics,
    ) -> Result<Pair, Diagnostics> {
        for half in [&one, &other] {
            if half.shader.stage == Stage::Geometry {
                return Err(geometry::no_vertex_shader(&half.shader));
            }
        }
        self.feed(one, other, warnings)
    }

    /// A fragment program and the program whose outputs it reads.
    fn feed(
        &self,
        one: Half,
        other: Half,
        warnings: &mut Diagnostics,
    ) -> Result<Pair, Diagnostics> {
        let target = self.compiler.target;
        for half in [&one, &other] {
            if !takes(target, half.shader.stage) {
                return Err(wrong_stage(target, half.shader.stage).into());
            }
        }
        let language = &self.compiler.language;
        let given = |variable: &Variable| self.is_given(variable);
        let (vertex, fragment, partners) = checked(language, one, other, &given, warnings)?;
        let (vertex, fragment) = (vertex.shader, fragment.shader);
        let declared = Declared::of(&vertex);
        let options = &self.compiler.options;
        let mut pair = if target.is_fixed(Stage::Fragment) {
            fixed_pair(target, options, vertex, fragment, &partners, warnings)?
        } else {
            let agreement = agree::Agreement {
                target,
                options,
                pack: self.pack,
                partners: &partners,
            };
            agreement.make(vertex, fragment, warnings)?
        };
        language.hold_to_engine(target, &mut pair.vertex, || declared)?;
        warnings.extend(std::mem::take(&mut pair.vertex.warnings));
        Ok(pair)
    }
}

impl Linker {
    /// The vertex and the fragment shader of a pair that can be linked, with what one does for the other.
    #[cfg(feature = "explore")]
    pub(crate) fn shaders(&self, one: &Source, other: &Source) -> Option<(Shader, Shader)> {
        let language = &self.compiler.language;
        let given = |variable: &Variable| self.is_given(variable);
        let read = guarded(one, || {
            read_both(language, one, other, |one, other, warnings| {
                let (vertex, fragment, _) = checked(language, one, other, &given, warnings)?;
                Ok((vertex.shader, fragment.shader))
            })
        });
        read.result
    }

    /// Whether another unit of the machine gives an input of the fragment stage.
    fn is_given(&self, variable: &Variable) -> bool {
        let option = self.compiler.options.bindings.get(&variable.name);
        let bind = variable.bind.as_ref().or(option);
        bind.is_some_and(|bind| self.compiler.target.given_inputs().contains(&&**bind))
    }
}

/// A vertex or geometry program and the settings of a fragment stage that runs no programs.
fn fixed_pair(
    target: &'static dyn Target,
    options: &Options,
    mut vertex: Shader,
    mut fragment: Shader,
    partners: &check::Partners,
    warnings: &mut Diagnostics,
) -> Result<Pair, Diagnostics> {
    let mut errors = Diagnostics::new();
    let options = StageOptions::of(options, &vertex, &fragment, &mut errors);
    options::hand_bindings_on(&mut vertex, &mut fragment, partners, &mut errors);
    if !errors.is_empty() {
        return Err(errors);
    }
    let pair = fixed::FixedPair {
        target,
        options: options.for_fixed(),
        partners,
    };
    pair.make(vertex, fragment, warnings)
}

/// Programs of shaders.
#[cfg(feature = "explore")]
pub(crate) struct Programs {
    pub(crate) vertex: Compiled,
    pub(crate) geometry: Option<Compiled>,
    pub(crate) fragment: Option<Compiled>,
}

/// Links shaders that were checked against each other, for a target whose fragment stage runs no programs. Without a
/// fragment shader the others have their outputs as if compiled alone.
#[cfg(feature = "explore")]
pub(crate) fn link_shaders(
    target: &'static dyn Target,
    options: &Options,
    vertex: &Shader,
    geometry: Option<&Shader>,
    fragment: Option<&Shader>,
) -> Result<(Programs, Diagnostics), Diagnostics> {
    let mut warnings = Diagnostics::new();
    let [first, rest] = match geometry {
        None => [options, options].map(Options::clone),
        Some(geometry) => StageOptions::of_first(
            options,
            vertex,
            &[geometry].into_iter().chain(fragment).collect::<Vec<_>>(),
        ),
    };
    let feeder = geometry.unwrap_or(vertex);
    let (program, fragment) = match fragment {
        None => (target.compile(feeder, &rest)?, None),
        Some(fragment) => {
            let named = |name: &str| {
                let mut outputs = feeder.interface.outputs.iter();
                outputs.find(|(_, output)| output.builtin.is_none() && output.name == name)
            };
            let partners = fragment.interface.inputs.iter();
            let partners = partners.filter(|(_, input)| input.builtin.is_none());
            let partners = partners
                .filter_map(|(input, variable)| Some((input, named(&variable.name)?.0)))
                .collect();
            let (feeder, fragment) = (feeder.clone(), fragment.clone());
            let pair = fixed_pair(target, &rest, feeder, fragment, &partners, &mut warnings)?;
            (pair.vertex, Some(pair.fragment))
        }
    };
    let (vertex, geometry) = match geometry {
        None => (program, None),
        Some(_) => {
            let inputs = &program.reflection.inputs;
            let vertex = vertex.clone();
            let vertex = geometry::handing_on(target, first, vertex, inputs, &mut warnings)?;
            (vertex, Some(program))
        }
    };
    let programs = Programs {
        vertex,
        geometry,
        fragment,
    };
    Ok((programs, warnings))
}

/// A vertex and a fragment shader, given in either order, checked against each other as GL's linker does, for no
/// target yet.
#[cfg(feature = "explore")]
pub(crate) fn read_pair(
    language: &LanguageOptions,
    one: &Source,
    other: &Source,
) -> Compilation<(Shader, Shader)> {
    // Without registers a varying is known by its name alone.
    read_agreed(language, one, other, |_, _| None)
}

/// As [`read_pair`]; varyings keep the locations that either source gives them.
#[cfg(feature = "translate")]
pub(crate) fn read_located_pair(
    language: &LanguageOptions,
    one: &Source,
    other: &Source,
) -> Compilation<(Shader, Shader)> {
    read_agreed(language, one, other, |output, input| {
        output.location.or(input.location)
    })
}

/// A checked pair in which a varying has one name and the location that `place` gives it.
#[cfg(any(feature = "explore", feature = "translate"))]
fn read_agreed(
    language: &LanguageOptions,
    one: &Source,
    other: &Source,
    place: fn(&Variable, &Variable) -> Option<u32>,
) -> Compilation<(Shader, Shader)> {
    guarded(one, || {
        read_both(language, one, other, |one, other, warnings| {
            let (vertex, fragment, partners) = checked(language, one, other, &|_| false, warnings)?;
            let (mut vertex, mut fragment) = (vertex.shader, fragment.shader);
            for (input, output) in partners {
                let input = &mut fragment.interface.inputs[input];
                let output = &mut vertex.interface.outputs[output];
                output.name.clone_from(&input.name);
                let location = place(output, input);
                (input.location, output.location) = (location, location);
            }
            Ok((vertex, fragment))
        })
    })
}

/// Reads both sources before either's errors end the work.
fn read_both<T>(
    language: &LanguageOptions,
    one: &Source,
    other: &Source,
    next: impl FnOnce(Half, Half, &mut Diagnostics) -> Result<T, Diagnostics>,
) -> Compilation<T> {
    let mut all = Compilation::new();
    let halves = [one, other].map(|source| read(language, source, &mut all));
    if let [Some(one), Some(other)] = halves {
        match next(one, other, &mut all.diagnostics) {
            Ok(result) => all.result = Some(result),
            Err(errors) => all.diagnostics.extend(errors),
        }
    }
    all
}

fn read<T>(language: &LanguageOptions, source: &Source, all: &mut Compilation<T>) -> Option<Half> {
    match source.language() {
        Language::Essl | Language::Cg => language
            .run_on(source, all, frontend::compile_linkable)
            .map(|linkable| Half {
                shader: linkable.shader,
                version: Some(linkable.version),
                blocks: linkable.blocks,
                per_vertex: linkable.per_vertex,
            }),
        Language::Wgsl => language
            .run_on(source, all, frontend::compile_wgsl_located)
            .map(Half::without_rules),
        Language::Spirv => language
            .run_on(source, all, frontend::compile_spirv_located)
            .map(Half::without_rules),
        Language::Ir => language
            .run_on(source, all, parse_ir)
            .map(Half::without_rules),
    }
}

/// The vertex or geometry shader, the fragment shader, and which varyings belong together.
fn checked(
    language: &LanguageOptions,
    one: Half,
    other: Half,
    given: &dyn Fn(&Variable) -> bool,
    warnings: &mut Diagnostics,
) -> Result<(Half, Half, check::Partners), Diagnostics> {
    let (mut vertex, mut fragment) = match (one.shader.stage, other.shader.stage) {
        (Stage::Vertex | Stage::Geometry, Stage::Fragment) => (one, other),
        (Stage::Fragment, Stage::Vertex | Stage::Geometry) => (other, one),
        (stage, another) => {
            let (one, other) = (&one.shader.name, &other.shader.name);
            let (stage, another) = (stage.name(), another.name());
            let message = if stage == another {
                format!("`{one}` and `{other}` are both {stage} shaders")
            } else {
                format!("`{one}` is a {stage} shader and `{other}` a {another} shader")
            };
            return Err(Diagnostic::error(codes::link::NO_PAIR, message)
                .with_help("give one vertex and one fragment shader")
                .into());
        }
    };
    if let (Some(one), Some(other)) = (vertex.version, fragment.version)
        && one != other
    {
        let name = |half: &Half, version: Version| {
            let version = match version {
                Version::Essl100 => "1.00",
                Version::Essl300 => "3.00",
            };
            format!("`{}` is in ESSL {version}", half.shader.name)
        };
        let message = format!("{}, {}", name(&vertex, one), name(&fragment, other));
        return Err(Diagnostic::error(codes::link::NO_PAIR, message)
            .with_help("give both shaders the same #version, or use -std for both")
            .into());
    }
    let rules = check::Rules {
        invariance: vertex.version == Some(Version::Essl100),
        precision_tolerated: language
            .preprocessor
            .tolerated
            .contains(&codes::warning::UNIFORM_PRECISION),
    };
    let mut partners = check::check(&vertex, &fragment, rules, given, warnings)?;
    if fragment.per_vertex.is_some() || language.per_vertex {
        let (vertex, fragment_shader) = (&mut vertex.shader, &mut fragment.shader);
        if per_vertex::move_work(vertex, fragment_shader, &mut partners) == 0 {
            warnings.push(nothing_moved(&fragment));
        }
    }
    Ok((vertex, fragment, partners))
}

/// The warning about work that stays in the fragment shader although it was to move.
fn nothing_moved(fragment: &Half) -> Diagnostic {
    let name = &fragment.shader.name;
    let message = format!("nothing moves from `{name}` to the vertex shader");
    let warning = Diagnostic::warning(codes::warning::NOTHING_MOVED, message);
    let warning = match fragment.per_vertex {
        Some(span) => warning.at(span, "asked for here"),
        None => warning,
    };
    warning.with_help("it computes nothing of varyings, uniforms and numbers alone")
}
