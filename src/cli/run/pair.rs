//! A vertex and a fragment shader at once: the fragment program runs at each vertex, on what the vertex program wrote there.

use crate::cli::arguments::Run;
use crate::cli::job::{JobOptions, complete_as_template};
use crate::cli::output::{Destination, write};
use crate::cli::pair::{PairJob, ReadPair, binary, for_one, handed, interpolate, of_stage};
use crate::cli::report::Status;
use crate::cli::spelling::Input;
use retroshade::diagnostics::{Diagnostics, SourceMap};
use retroshade::{Compiled, Rewrite, Stage, Target};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::eval;
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_kit::machine::{self, Watch};
use std::path::PathBuf;

/// What `run` was asked for, of two shaders.
pub(super) struct Job<'a> {
    options: &'a Run,
    pair: PairJob<'a>,
}

/// Outputs of both programs.
type Outputs = [RunOutputs; 2];

impl<'a> Job<'a> {
    /// # Errors
    /// A sentence about the options.
    pub(super) fn new(
        options: &'a Run,
        asked: JobOptions<'a>,
        inputs: [&'a Input; 2],
    ) -> Result<Job<'a>, Fault> {
        let one_only = [
            (options.check, "--check"),
            (options.trace.is_some(), "--trace"),
        ];
        for (asked, flag) in one_only {
            if asked {
                return Err(for_one(flag));
            }
        }
        let pair = PairJob::new(asked, inputs)?;
        Ok(Job { options, pair })
    }

    /// Runs both programs and writes their outputs.
    pub(super) fn run(&self) -> Status {
        let status = self.outcome().unwrap_or_else(|status| status);
        self.pair.reporter.finish();
        status
    }

    fn outcome(&self) -> Result<Status, Status> {
        let read = self.pair.read()?;
        let mut inputs = self.pair.given(&read)?;
        if self.options.template {
            complete_as_template(&[&read.fragment, &read.vertex], &mut inputs);
            inputs.varyings.clear();
            (inputs.frag_coord, inputs.point_coord, inputs.front_facing) = (None, None, None);
            return Ok(self.write(&inputs.to_json_for(&read.vertex)));
        }
        inputs.stage = None;
        let outputs = match self.pair.target {
            None => {
                let outputs = evaluated(&read, &inputs);
                outputs.map_err(|faults| self.pair.failed(faults))?
            }
            Some(target) => self.simulated(target, &read, &inputs)?,
        };
        let [vertex, fragment] = outputs.map(|outputs| outputs.to_json());
        let text = format!(
            "{{\n\"vertex\": {},\n\"fragment\": {}\n}}\n",
            vertex.trim_end(),
            fragment.trim_end()
        );
        Ok(self.write(&text))
    }

    /// Links both, and runs the programs in the simulator; messages were shown if there are no outputs.
    fn simulated(
        &self,
        target: &'static dyn Target,
        read: &ReadPair,
        inputs: &RunInputs,
    ) -> Result<Outputs, Status> {
        let (pair, _) = self.pair.link(target, read)?;
        let run = |compiled: &Compiled, inputs: &RunInputs| {
            let mut watch = Watch {
                settings: self.pair.settings.settings.clone(),
                rounds: target.rounds(),
                ..Watch::default()
            };
            let record = &compiled.reflection;
            let outputs =
                machine::run_watched(target, binary(compiled), record, inputs, &mut watch);
            let outputs = outputs.map_err(|faults| self.pair.failed(faults))?;
            self.pair.reporter.report(&SourceMap::new(), watch.warnings);
            Ok(outputs)
        };
        let mut first = run(&pair.vertex, &of_stage(inputs, Stage::Vertex))?;
        interpolate(target, &pair.vertex, &mut first);
        let second = run(&pair.fragment, &handed(&read.fragment, inputs, &first))?;
        Ok([first, second])
    }

    fn write(&self, text: &str) -> Status {
        let output = self.options.output.clone();
        let output = output.unwrap_or_else(|| PathBuf::from("-"));
        let written = write(
            &Destination::new(&output),
            text.as_bytes(),
            Rewrite::IfDifferent,
        );
        match written {
            Ok(()) => Status::Done,
            Err(fault) => self.pair.failed(fault.into()),
        }
    }
}

fn evaluated(read: &ReadPair, inputs: &RunInputs) -> Result<Outputs, Diagnostics> {
    let first = eval::run(&read.vertex, &of_stage(inputs, Stage::Vertex))?;
    let second = eval::run(&read.fragment, &handed(&read.fragment, inputs, &first))?;
    Ok([first, second])
}
