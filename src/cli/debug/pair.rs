//! The session of a vertex and a fragment shader: the vertex program, then the fragment program on what it wrote.

use super::{LONGER, no_target, title, watch};
use crate::cli::arguments::Debug;
use crate::cli::job::{complete, complete_uniforms};
use crate::cli::pair::{PairJob, binary, handed, interpolate, of_stage};
use crate::cli::report::Status;
use retroshade::debug::{End, Program, Session};
use retroshade::render::Filled;
use retroshade::{Compiled, Stage};
use retroshade_ir::Shader;
use retroshade_ir::run::{RunInputs, RunOutputs};

/// The session with the recordings of both runs, and the values that were not given; messages were shown if there is none.
pub(super) fn session(
    job: &PairJob<'_>,
    options: &Debug,
) -> Result<(Session, Vec<Filled>), Status> {
    let target = job.target.ok_or_else(no_target)?;
    let read = job.read()?;
    let mut inputs = job.given(&read)?;
    let mut filled = complete(&read.vertex, &mut inputs);
    filled.extend(complete_uniforms(&read.fragment, &mut inputs));
    let (pair, sources) = job.link(target, &read)?;
    let run = |shader: &Shader, compiled: &Compiled, inputs: &RunInputs| {
        let name = &shader.name;
        let mut watch = watch(target, &job.settings, options);
        let program = Program::with_outputs(
            title(name, target, options),
            target,
            (compiled, binary(compiled)),
            &sources,
            (inputs, &mut watch),
            LONGER,
        );
        job.failed(watch.warnings);
        let (mut program, outputs) = program.map_err(|errors| job.failed(errors))?;
        let mut sources = read.sources.iter();
        if let Some(source) = sources.find(|source| source.name == *name) {
            let code = (binary(compiled), &compiled.reflection);
            let run = (inputs, options.sample);
            program = program.with_locals(&job.compiler(target), source, code, run);
        }
        let files = &program.from.sources;
        let main = files.iter().position(|file| file.name == *name);
        program.from.main = main.unwrap_or(0);
        // Programs of linked pairs know the registers of fixed stages only.
        for varying in &pair.varyings {
            let register = match shader.stage {
                Stage::Fragment => &varying.fragment_register,
                _ => &varying.vertex_register,
            };
            program
                .names
                .also(&varying.name, register, &varying.components);
        }
        Ok::<(Program, Option<RunOutputs>), Status>((program, outputs))
    };
    let given = of_stage(&inputs, Stage::Vertex);
    let (mut vertex, outputs) = run(&read.vertex, &pair.vertex, &given)?;
    let Some(mut outputs) = outputs else {
        if let End::Stopped(reasons) = &mut vertex.end {
            reasons.push("the fragment program finds nothing to run on".to_owned());
        }
        return Ok((Session::new(vertex), filled));
    };
    interpolate(target, &pair.vertex, &mut outputs);
    let handed = handed(&read.fragment, &inputs, &outputs);
    let (fragment, _) = run(&read.fragment, &pair.fragment, &handed)?;
    Ok((Session::new(vertex).then(fragment), filled))
}
