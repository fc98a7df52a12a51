//! A vertex and a fragment program, linked: what the one leaves in the registers is all that the other gets.

use super::{Failure, Kind, Verdict, compare, first, guarded, lowered, may_refuse, settings};
use crate::generate::Pair;
use crate::text::Initial;
use retroshade::link::{self, Linker};
use retroshade::{Compiler, Source};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::run::{InputData, RunInputs, RunOutputs};
use retroshade_ir::{Shader, Stage, eval};
use retroshade_kit::machine::{Register, Watch, gather, place};
use retroshade_kit::target::{Binary, Compiled, Optimize, Target};
use std::collections::BTreeMap;

/// The expectation of a pair.
#[derive(Clone, Debug)]
pub struct PairJudge<'a> {
    pair: &'a Pair,
    sources: [Source; 2],
    /// Of the fragment program: uniforms, textures, and what the interpreter handed over.
    inputs: RunInputs,
    wanted: RunOutputs,
}

impl<'a> PairJudge<'a> {
    /// Runs both programs in the interpreter.
    ///
    /// # Errors
    /// The frontend or the interpreter takes one not.
    pub fn new(pair: &'a Pair) -> Result<PairJudge<'a>, Failure> {
        let texts = [&pair.vertex, &pair.fragment].map(|sample| {
            let text = sample.program.text(Initial::Missing);
            (sample.stage, text)
        });
        let [vertex, fragment] = texts.clone().map(|(stage, text)| lowered(stage, text));
        let run = |shader: &Shader, inputs: &RunInputs| {
            eval::run(shader, inputs)
                .map_err(|errors| Failure::beside_targets(Kind::Program, first(&errors).1))
        };
        let between = run(&vertex?, &pair.vertex.inputs)?;
        let mut inputs = pair.fragment.inputs.clone();
        for (name, data) in &mut inputs.varyings {
            if let Some(rows) = between.outputs.get(name) {
                *data = InputData {
                    shape: None,
                    values: rows.clone(),
                };
            }
        }
        let wanted = run(&fragment?, &inputs)?;
        let sources = texts.map(|(stage, text)| Source::new(stage.name(), stage, text));
        Ok(PairJudge {
            pair,
            sources,
            inputs,
            wanted,
        })
    }

    /// Links for a target at a level, runs both programs, compares.
    pub fn on(&self, target: &'static dyn Target, level: Optimize) -> Verdict {
        let fail = |kind, message| {
            Verdict::Failed(Failure {
                kind,
                target: target.name(),
                level,
                message,
            })
        };
        let mut compiler = Compiler::new(target);
        compiler.options = settings(level);
        let [vertex, fragment] = &self.sources;
        let linked = Linker::new(compiler).link(vertex, fragment);
        let Some(linked) = linked.result else {
            let (code, message) = first(&linked.diagnostics);
            return match code {
                code if may_refuse(code) => Verdict::Refused(code),
                "E0000" => fail(Kind::Bug, message),
                _ => fail(Kind::Refusal, format!("{code}: {message}")),
            };
        };
        match guarded(|| self.run(target, &linked)) {
            Ok(found) => {
                let wanted = std::slice::from_ref(&self.wanted);
                let rounded = &self.pair.fragment.rounded;
                let allowed = match target.name() {
                    "lima" => self.pair.fragment.size / 512.0,
                    _ => 0.0,
                };
                match compare::difference(wanted, rounded, &compare::AS_WRITTEN, &found) {
                    None => Verdict::Right,
                    Some((_, by)) if by <= allowed => Verdict::Rounded,
                    Some((message, _)) => fail(Kind::Wrong, message),
                }
            }
            Err(errors) => fail(Kind::Illegal, first(&errors).1),
        }
    }

    fn run(&self, target: &dyn Target, pair: &link::Pair) -> Result<RunOutputs, Diagnostics> {
        let varyings = target.varyings().ok_or_else(|| {
            Diagnostic::error(codes::target::UNSUPPORTED, "the target has no pairs")
        })?;
        let reflection = &pair.vertex.reflection;
        let image = place(reflection, &self.pair.vertex.inputs)?;
        let vertex = binary(&pair.vertex, Stage::Vertex);
        let mut watch = Watch::default();
        let mut outcome = target.read(vertex)?.simulate(&image, &mut watch)?;
        let written = outcome.outputs.remove(varyings.prefix).unwrap_or_default();
        let renumbered = written.into_iter().filter_map(|(number, values)| {
            Some((number.checked_sub(varyings.vertex_first)?, values))
        });
        let between: BTreeMap<u32, Vec<Register>> = renumbered.collect();
        let reflection = &pair.fragment.reflection;
        let mut image = place(reflection, &self.inputs)?;
        image.inputs.insert(varyings.prefix.to_owned(), between);
        let fragment = binary(&pair.fragment, Stage::Fragment);
        let samples = image.samples;
        let outcome = target.read(fragment)?.simulate(&image, &mut watch)?;
        Ok(gather(reflection, &outcome, samples)?)
    }
}

fn binary(compiled: &Compiled, stage: Stage) -> Binary<'_> {
    Binary {
        stage: Some(stage),
        ..compiled.as_binary()
    }
}
