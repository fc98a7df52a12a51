//! A geometry shader and the vertex shader before it.
//!
//! A geometry program finds the outputs of each vertex in the order of the output registers, whatever they mean. So the
//! geometry shader comes first: its program reads inputs at certain places, and the vertex program then has its outputs
//! there, those that it reads and no others. What the vertex program leaves in `gl_Position` is for the geometry program,
//! so that settings about the display's y and z are for that one alone.

use crate::compiler::{Compilation, Compiler, Source, guarded};
use crate::naming::stage_of_name;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::build::change_handed_on;
use retroshade_ir::{Builtin, Output, Shader, Stage, Variable};
use retroshade_kit::reflect;
use retroshade_kit::settings::{CLIP_DEPTHS, INVERT_Y};
use retroshade_kit::target::Compiled;
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
    let mut options = compiler.options.clone();
    options
        .settings
        .insert(GEOMETRY.to_owned(), "on".to_owned());
    for setting in [INVERT_Y, CLIP_DEPTHS] {
        options.settings.shift_remove(setting.name);
    }
    let lowered = compiler.language.lower(source);
    lowered.and_then(|mut shader, warnings| {
        hand_on(&mut shader, inputs)?;
        let mut compiled = compiler.target.compile(&shader, &options)?;
        compiled.reflection.source.clone_from(&source.name);
        warnings.extend(std::mem::take(&mut compiled.warnings));
        Ok(compiled)
    })
}

/// Leaves a vertex shader the outputs that a geometry program reads, each bound to the register where it reads it.
fn hand_on(vertex: &mut Shader, inputs: &[reflect::Variable]) -> Result<(), Diagnostics> {
    let mut errors = Diagnostics::new();
    let mut read: Vec<Output> = Vec::new();
    for input in inputs {
        let is_position = input.builtin.as_deref() == Some(Builtin::Position.name());
        let fits = |variable: &Variable| match variable.builtin {
            Some(builtin) => is_position && builtin == Builtin::Position,
            None => !is_position && variable.name == input.name,
        };
        let found = {
            let mut outputs = vertex.interface.outputs.iter();
            let found = outputs.find(|(_, variable)| fits(variable));
            found.map(|(output, variable)| (output, variable.clone()))
        };
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
        read.push(output);
        let register = input.index.map(|index| format!("o{index}"));
        if !is_position {
            vertex.interface.outputs[output].bind = register;
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
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
