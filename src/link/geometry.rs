//! A geometry shader, the vertex shader before it, and the fragment shader behind it, if there is one.
//!
//! A geometry program finds the outputs of each vertex in the order of the output registers, whatever they mean. So the
//! geometry shader comes first: its program reads inputs at certain places, and the vertex program then has its outputs
//! there, those that it reads and no others. What the vertex program leaves in `gl_Position` is for the geometry program,
//! so that settings about the display's y and z are for that one alone.

use super::options::StageOptions;
use super::{Half, Linker, Pair};
#[cfg(feature = "explore")]
use crate::compiler::LanguageOptions;
use crate::compiler::{Compilation, Compiler, Source, guarded, takes, wrong_stage};
use crate::engine::Declared;
use crate::naming::stage_of_name;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::build::change_handed_on;
use retroshade_ir::{Builtin, Output, Shader, Stage, Variable};
use retroshade_kit::reflect;
use retroshade_kit::settings::{CLIP_DEPTHS, INVERT_Y};
use retroshade_kit::target::{Compiled, Options, Target};
use std::path::Path;

/// The setting of a vertex program whose outputs a geometry program takes.
const GEOMETRY: &str = "geometry";

/// The stage that is said of a source, or that its name tells.
fn stage_of(source: &Source) -> Option<Stage> {
    source
        .stage
        .or_else(|| stage_of_name(Path::new(&source.name)))
}

/// True if there is a geometry shader among sources.
pub fn has_geometry(sources: &[Source]) -> bool {
    let mut stages = sources.iter().map(stage_of);
    stages.any(|stage| stage == Some(Stage::Geometry))
}

/// Compiles sources whose programs go into one file, each for itself, or vertex shaders for a geometry shader that is
/// among them. The results are in the order of the sources.
pub fn compile_together(compiler: &Compiler, sources: &[Source]) -> Vec<Compilation<Compiled>> {
    let stages: Vec<Option<Stage>> = sources.iter().map(stage_of).collect();
    let geometry = |stage: &Option<Stage>| *stage == Some(Stage::Geometry);
    let number = stages.iter().position(geometry);
    let several = stages.iter().filter(|stage| geometry(stage)).count() > 1;
    let first = number.filter(|_| !several);
    let Some((number, source)) = first.and_then(|at| Some((at, sources.get(at)?))) else {
        let compiled = sources.iter().map(|source| compiler.compile(source));
        return compiled.collect();
    };
    let mut program = Some(compiler.compile(source));
    let inputs = program.as_ref().and_then(|program| program.result.as_ref());
    let inputs = inputs.map(|compiled| compiled.reflection.inputs.clone());
    let each = sources.iter().zip(&stages).enumerate();
    each.map(|(at, (other, stage))| match (&inputs, stage) {
        _ if at == number => program.take().unwrap_or_else(|| compiler.compile(source)),
        (Some(inputs), Some(Stage::Vertex)) => guarded(other, || before(compiler, other, inputs)),
        _ => compiler.compile(other),
    })
    .collect()
}

/// The program of a vertex shader before a geometry program with these inputs.
fn before(
    compiler: &Compiler,
    source: &Source,
    inputs: &[reflect::Variable],
) -> Compilation<Compiled> {
    let lowered = compiler.language.lower(source);
    lowered.and_then(|shader, warnings| {
        let options = compiler.options.clone();
        let declared = Declared::of(&shader);
        let target = compiler.target;
        let mut compiled = handing_on(target, options, shader, inputs, warnings)?;
        let language = &compiler.language;
        language.hold_to_engine(target, &mut compiled, || declared)?;
        warnings.extend(std::mem::take(&mut compiled.warnings));
        compiled.reflection.source.clone_from(&source.name);
        Ok(compiled)
    })
}

/// As [`before`], of a shader that was read.
pub(super) fn handing_on(
    target: &'static dyn Target,
    mut options: Options,
    mut shader: Shader,
    inputs: &[reflect::Variable],
    warnings: &mut Diagnostics,
) -> Result<Compiled, Diagnostics> {
    options
        .settings
        .insert(GEOMETRY.to_owned(), "on".to_owned());
    for setting in [INVERT_Y, CLIP_DEPTHS] {
        options.settings.shift_remove(setting.name);
    }
    hand_on(&mut shader, inputs)?;
    let mut compiled = target.compile(&shader, &options)?;
    compiled.reflection.source.clone_from(&shader.name);
    warnings.extend(std::mem::take(&mut compiled.warnings));
    Ok(compiled)
}

/// The refusal of a geometry and a fragment shader alone.
pub(super) fn no_vertex_shader(geometry: &Shader) -> Diagnostics {
    let name = &geometry.name;
    let message = format!("`{name}` is linked without a vertex shader, whose outputs it reads");
    Diagnostic::error(codes::link::NO_PAIR, message)
        .with_help("give the vertex shader, too: a vertex, a geometry and a fragment shader")
        .into()
}

impl Linker {
    /// Links a vertex, a geometry and a fragment source, given in any order: the geometry program has the fragment
    /// program's varyings, and the vertex program what the geometry program reads.
    pub fn link_three(&self, sources: [&Source; 3]) -> Compilation<Pair> {
        guarded(sources[0], || {
            let mut all = Compilation::new();
            let halves =
                sources.map(|source| super::read(&self.compiler.language, source, &mut all));
            if let [Some(one), Some(two), Some(three)] = halves {
                match self.three([one, two, three], &mut all.diagnostics) {
                    Ok(pair) => all.result = Some(pair),
                    Err(errors) => all.diagnostics.extend(errors),
                }
            }
            all
        })
    }

    fn three(
        &self,
        mut halves: [Half; 3],
        warnings: &mut Diagnostics,
    ) -> Result<Pair, Diagnostics> {
        let target = self.compiler.target;
        halves.sort_by_key(|half| half.shader.stage);
        let stages = [0, 1, 2].map(|at: usize| halves[at].shader.stage);
        let [vertex, fragment, geometry] = halves;
        if stages != [Stage::Vertex, Stage::Fragment, Stage::Geometry] {
            let message = "three shaders are linked that are not one of each stage";
            return Err(Diagnostic::error(codes::link::NO_PAIR, message)
                .with_help("give one vertex, one geometry and one fragment shader")
                .into());
        }
        if !takes(target, Stage::Geometry) {
            return Err(wrong_stage(target, Stage::Geometry).into());
        }
        let vertex = vertex.shader;
        let others = [&geometry.shader, &fragment.shader];
        let [first, rest] = StageOptions::of_first(&self.compiler.options, &vertex, &others);
        let mut linker = self.clone();
        linker.compiler.options = rest;
        let mut pair = linker.feed(geometry, fragment, warnings)?;
        let inputs = &pair.vertex.reflection.inputs;
        let declared = Declared::of(&vertex);
        let mut vertex = handing_on(target, first, vertex, inputs, warnings)?;
        let language = &self.compiler.language;
        language.hold_to_engine(target, &mut vertex, || declared)?;
        warnings.extend(std::mem::take(&mut vertex.warnings));
        pair.geometry = Some(std::mem::replace(&mut pair.vertex, vertex));
        Ok(pair)
    }
}

/// Checks that a vertex shader hands on what a geometry shader reads.
///
/// # Errors
/// What is missing or has another type.
#[cfg(feature = "explore")]
pub(crate) fn check_before_geometry(vertex: &Shader, geometry: &Shader) -> Result<(), Diagnostics> {
    let read = retroshade_ir::link::reads(geometry);
    let inputs = geometry.interface.inputs.iter();
    let inputs = inputs.filter(|(input, _)| !read[*input].is_nothing());
    let inputs: Vec<reflect::Variable> = inputs
        .map(|(_, input)| reflect::Variable {
            name: input.name.clone(),
            ty: input.glsl_type(),
            builtin: input.builtin.map(|builtin| builtin.name().to_owned()),
            ..reflect::Variable::default()
        })
        .collect();
    handed_on(vertex, &inputs).map(|_| ())
}

/// Shaders of several stages with a geometry shader among them, in the order of the sources, the fragment shader, if there
/// is one, checked against the geometry shader.
#[cfg(feature = "explore")]
pub(crate) fn read_with_geometry(
    language: &LanguageOptions,
    sources: &[Source],
) -> Compilation<Vec<Shader>> {
    let mut all = Compilation::new();
    let halves = sources
        .iter()
        .map(|source| super::read(language, source, &mut all));
    let halves: Vec<Option<Half>> = halves.collect();
    let halves: Option<Vec<Half>> = halves.into_iter().collect();
    let (mut shaders, mut ends) = (Vec::new(), Vec::new());
    for half in halves.into_iter().flatten() {
        match half.shader.stage {
            Stage::Vertex => shaders.push(half.shader),
            Stage::Geometry | Stage::Fragment => ends.push(half),
        }
    }
    let mut ends = ends.into_iter();
    match (ends.next(), ends.next()) {
        (Some(one), Some(other)) => {
            match super::checked(language, one, other, &|_| false, &mut all.diagnostics) {
                Ok((geometry, fragment, _)) => shaders.extend([geometry.shader, fragment.shader]),
                Err(errors) => {
                    all.diagnostics.extend(errors);
                    return all;
                }
            }
        }
        (Some(one), None) => shaders.push(one.shader),
        (None, _) => return all,
    }
    all.result = Some(shaders);
    all
}

/// The register that a geometry program reads, for each output of a vertex shader that it reads; `None` where that is not
/// said.
type HandedOn = Vec<(Output, Option<String>)>;

/// Finds the outputs of a vertex shader that a geometry program reads.
fn handed_on(vertex: &Shader, inputs: &[reflect::Variable]) -> Result<HandedOn, Diagnostics> {
    let mut errors = Diagnostics::new();
    let mut read = HandedOn::new();
    let count = Builtin::VertexCount.name();
    // The unit counts vertices.
    let handed = |input: &&reflect::Variable| input.builtin.as_deref() != Some(count);
    // Before the first output there may be the number of vertices.
    let first = inputs
        .iter()
        .filter(handed)
        .filter_map(|input| input.index)
        .min();
    for input in inputs.iter().filter(handed) {
        let is_position = input.builtin.as_deref() == Some(Builtin::Position.name());
        let fits = |variable: &Variable| match variable.builtin {
            Some(builtin) => is_position && builtin == Builtin::Position,
            None => !is_position && variable.name == input.name,
        };
        let mut outputs = vertex.interface.outputs.iter();
        let found = outputs.find(|(_, variable)| fits(variable));
        let Some((output, variable)) = found else {
            let message = format!(
                "the geometry shader reads `{}`, which the vertex shader does not hand on",
                input.name
            );
            errors.push(
                Diagnostic::error(codes::link::MISSING_VARYING, message).with_help(format!(
                    "declare `out {} {};` and assign it",
                    input.ty, input.name
                )),
            );
            continue;
        };
        let is_array = variable.shape.array.is_some();
        if variable.glsl_type() != input.ty || is_array {
            let array = if is_array { " array" } else { "" };
            let message = format!(
                "`{}` is {}{array} in the vertex shader and {} for each vertex in the geometry shader",
                input.name,
                variable.glsl_type(),
                input.ty
            );
            let error = Diagnostic::error(codes::link::VARYING_TYPE, message);
            errors.push(error.at(variable.span, "declared here"));
            continue;
        }
        let number = input.index.map(|index| index - first.unwrap_or(0));
        let register = number.map(|number| format!("o{number}"));
        read.push((output, register.filter(|_| !is_position)));
    }
    if errors.has_errors() {
        Err(errors)
    } else {
        Ok(read)
    }
}

/// Leaves a vertex shader the outputs that a geometry program reads, each bound to the register where it reads it.
fn hand_on(vertex: &mut Shader, inputs: &[reflect::Variable]) -> Result<(), Diagnostics> {
    let read = handed_on(vertex, inputs)?;
    for (output, register) in &read {
        if let Some(register) = register {
            vertex.interface.outputs[*output].bind = Some(register.clone());
        }
    }
    let read: Vec<Output> = read.into_iter().map(|(output, _)| output).collect();
    change_handed_on(vertex, |builder, uses| {
        let slots = builder.shader.interface.output_slots().zip(uses);
        let kept = slots.filter(|((output, _), _)| read.contains(output));
        kept.map(|(_, value)| *value).collect()
    });
    vertex
        .interface
        .outputs
        .retain(|output| read.contains(&output));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find_target;

    const GEOMETRY: &str = "#version 310 es
        layout(triangles) in; layout(triangle_strip, max_vertices = 3) out;
        in vec3 vSecond[]; in vec4 vFirst[]; out vec4 vColor;
        void main() { for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position; vColor = vFirst[i] + vSecond[i].xyzx; EmitVertex(); } }";

    fn together(vertex: &str, geometry: &str) -> Vec<Compilation<Compiled>> {
        let compiler = Compiler::new(find_target("pica200").expect("a target"));
        let sources = [
            Source::new("a.vert", Stage::Vertex, vertex),
            Source::new("b.geom", Stage::Geometry, geometry),
        ];
        compile_together(&compiler, &sources)
    }

    #[test]
    fn the_vertex_program_hands_on_what_is_read_where_it_is_read() {
        let programs = together(
            "#version 300 es\nin vec4 a; out vec4 vFirst, vUnread; out vec3 vSecond;
             void main() { gl_Position = a; vFirst = a + a; vSecond = a.xyz; vUnread = a * a; }",
            GEOMETRY,
        );
        let registers: Vec<Vec<(String, Option<u32>)>> = programs
            .iter()
            .zip([true, false])
            .map(|(program, is_vertex)| {
                let record = &program.result.as_ref().expect("a program").reflection;
                let list = if is_vertex {
                    &record.outputs
                } else {
                    &record.inputs
                };
                let mut list: Vec<_> = list.iter().map(|v| (v.name.clone(), v.index)).collect();
                list.sort_by_key(|(_, index)| *index);
                list
            })
            .collect();
        assert_eq!(registers[0], registers[1]);
        assert_eq!(registers[0].len(), 3);
    }

    #[test]
    fn what_is_missing_or_of_another_type_is_said() {
        for (vertex, message) in [
            (
                "out vec4 vFirst;",
                "reads `vSecond`, which the vertex shader does not hand on",
            ),
            (
                "out vec4 vFirst, vSecond;",
                "is vec4 in the vertex shader and vec3 for each vertex",
            ),
        ] {
            let source =
                format!("#version 300 es\nin vec4 a; {vertex} void main() {{ gl_Position = a; }}");
            let programs = together(&source, GEOMETRY);
            let found = programs[0].diagnostics.iter();
            let found: Vec<_> = found
                .filter(|found| found.message.contains(message))
                .collect();
            assert_eq!(found.len(), 1, "{:?}", programs[0].diagnostics);
        }
    }
}
