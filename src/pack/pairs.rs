//! Pairs of a set: both programs are made, or neither.

use super::index::{Entry, Hashes};
use super::plan::{Job, Unit};
use super::proofs::Proof;
use super::proving::compiler;
use super::saved::Replay;
use super::work::{Done, Worker, failed, kept, nothing, saved};
use super::{Messages, State};
use crate::link::Linker;
use crate::{Compilation, Compiled, Source, Stage};
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use std::sync::atomic::Ordering;

/// The two shaders with the program of each for one target.
type Halves<'a> = [(&'a Unit, &'a Job); 2];

impl Worker<'_> {
    /// Links a vertex and a fragment shader for each of their targets.
    pub(super) fn pair(&self, vertex: &Unit, fragment: &Unit) -> Done {
        let mut done = Done {
            messages: nothing(),
            replayed: nothing(),
            more: Vec::new(),
            programs: Vec::new(),
        };
        let mut hashes = Hashes::new(&self.plan.files);
        let mut replay = Replay::new(&self.plan.files);
        for (first, second) in vertex.jobs.iter().zip(&fragment.jobs) {
            let halves = [(vertex, first), (fragment, second)];
            let held = halves.map(|(unit, job)| self.holding(unit, job, &mut hashes));
            if let [Some(first), Some(second)] = held {
                for ((unit, job), entry) in halves.into_iter().zip([first, second]) {
                    let sources = &mut done.replayed.sources;
                    let again = entry.warnings.iter();
                    let again = again.filter_map(|saved| replay.warning(saved, sources));
                    let again: Diagnostics = again.collect();
                    done.replayed.diagnostics.extend(again);
                    done.programs.push((kept(unit, job, &entry), Some(entry)));
                }
            } else if self.options.fail_fast && self.failed.load(Ordering::Relaxed) {
                without_result(&halves, State::Skipped, [None, None], &mut done);
            } else if !self.is_elsewhere(first) {
                self.link(&halves, &mut done);
            }
        }
        done
    }

    fn link(&self, halves: &Halves<'_>, done: &mut Done) {
        let [(vertex, job), (fragment, other_job)] = *halves;
        let linker = Linker::new(compiler(vertex, job));
        let sources =
            [vertex, fragment].map(|unit| Source::open(&self.plan.files, &unit.source, unit.asked));
        let linked = match &sources {
            [Ok(one), Ok(other)] => linker.link(one, other),
            [Err(fault), _] | [_, Err(fault)] => {
                let mut unread = Compilation::new();
                unread.diagnostics.push(fault.clone());
                unread
            }
        };
        let mut messages = Messages {
            sources: linked.sources,
            diagnostics: vertex.settings.warnings.apply(linked.diagnostics),
        };
        let sound = !messages.diagnostics.has_errors();
        let result = linked.result.filter(|_| sound);
        let proofs = match (&sources, &result) {
            ([Ok(one), Ok(other)], Some(pair)) => self.proofs(vertex, &linker, [one, other], pair),
            _ => [None, None],
        };
        for (unit, job, proof) in [(vertex, job, &proofs[0]), (fragment, other_job, &proofs[1])] {
            let missing = self.missing(unit, job, proof.as_ref()).err();
            messages
                .diagnostics
                .extend(missing.map(Diagnostics::from).unwrap_or_default());
        }
        let result = result.filter(|_| !messages.diagnostics.has_errors());
        let written = result.map(|pair| {
            let includes: Vec<String> = linked.includes;
            let mut made = Vec::new();
            let programs = [pair.vertex, pair.fragment].into_iter().zip(&proofs);
            for ((unit, job), (compiled, proof)) in halves.iter().zip(programs) {
                let other = if unit.name == vertex.name {
                    fragment
                } else {
                    vertex
                };
                let mut read = includes.clone();
                read.push(other.source.to_string_lossy().into_owned());
                // What there is to say is said once for both.
                let warnings = if made.is_empty() {
                    saved(&messages.sources, &messages.diagnostics)
                } else {
                    Vec::new()
                };
                let mut compiled = compiled;
                compiled.reflection.source.clone_from(&unit.name);
                let entry = self.write(unit, job, &compiled, &read, &linked.missing, warnings)?;
                let (mut program, proof) = (program(unit, job, &compiled), proof.clone());
                program.proof.clone_from(&proof);
                made.push((program, Some(Entry { proof, ..entry })));
            }
            Ok::<_, Diagnostic>(made)
        });
        match written {
            Some(Ok(made)) => done.programs.extend(made),
            Some(Err(fault)) => {
                messages.diagnostics.push(fault);
                without_result(halves, State::Failed, proofs, done);
                self.failed.store(true, Ordering::Relaxed);
            }
            None => {
                without_result(halves, State::Failed, proofs, done);
                self.failed.store(true, Ordering::Relaxed);
            }
        }
        done.more.push(messages);
    }
}

fn program(unit: &Unit, job: &Job, compiled: &Compiled) -> super::Program {
    super::Program {
        output: job.output.clone(),
        size: compiled.binary.len(),
        stats: compiled.reflection.stats.clone(),
        stage: Stage::of_name(&compiled.reflection.stage),
        ..failed(unit, job.target, State::Compiled)
    }
}

fn without_result(halves: &Halves<'_>, state: State, proofs: [Option<Proof>; 2], done: &mut Done) {
    for ((unit, job), proof) in halves.iter().zip(proofs) {
        let mut program = failed(unit, job.target, state);
        program.proof = proof;
        program.output.clone_from(&job.output);
        done.programs.push((program, None));
    }
}
