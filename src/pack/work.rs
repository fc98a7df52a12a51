//! Compiles what changed, several sources at a time.

use super::bundle::Bundle;
use super::index::{self, Entry, Hashes, Index};
use super::plan::{INDEX, Job, Plan, Unit};
use super::proofs::{Proof, Prove};
use super::prune::prune;
use super::saved::{Replay, Saved};
use super::{Messages, Options, Outcome, Program, State};
use crate::link::{self, handed};
use crate::{
    Compilation, Compiled, FileAccess, Rewrite, Source, Stage, Target, TargetOptions, access,
    in_parallel, naming, reason,
};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Severity, SourceMap, codes};
use retroshade_kit::reflect::Stats;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// What came of one source.
pub(super) struct Done {
    pub(super) messages: Messages,
    /// Warnings about what was not compiled again.
    pub(super) replayed: Messages,
    /// Messages of further compilations, which have texts of their own.
    pub(super) more: Vec<Messages>,
    pub(super) programs: Vec<(Program, Option<Entry>)>,
}

pub(super) fn run(plan: &Plan, options: &Options<'_>, progress: &(dyn Fn() + Sync)) -> Outcome {
    let path = plan.output.join(INDEX);
    let old = Index::read(&path);
    let worker = Worker {
        plan,
        options,
        old: &old,
        compiler: index::compiler(),
        failed: AtomicBool::new(false),
    };
    let done = in_parallel(&plan.units, options.threads, |unit| {
        let done = match &unit.partner {
            Some(partner) => worker.pair(unit, partner),
            None => worker.unit(unit),
        };
        progress();
        done
    });
    let mut new = Index::default();
    let mut outcome = Outcome {
        messages: Vec::new(),
        programs: Vec::new(),
        abandoned: Vec::new(),
        left_alone: Vec::new(),
    };
    for done in done {
        let said = [done.replayed, done.messages].into_iter().chain(done.more);
        outcome
            .messages
            .extend(said.filter(|said| !said.diagnostics.is_empty()));
        for (program, entry) in done.programs {
            new.programs
                .extend(entry.map(|entry| (program.output.clone(), entry)));
            outcome.programs.push(program);
        }
    }
    check_pairs(plan, &new, &mut outcome);
    let wanted = plan.units.iter().flat_map(|unit| unit.programs());
    let wanted: BTreeSet<String> = wanted.map(|(_, job)| job.output.clone()).collect();
    let abandoned = new.abandoned(&old, &wanted);
    outcome.abandoned = abandoned.keys().cloned().collect();
    if options.prune {
        outcome.left_alone = prune(plan, &abandoned)
    } else {
        new.abandoned = abandoned
    }
    let whole = new.programs.len() == wanted.len();
    if let Some(bundle) = plan.bundle.as_ref().filter(|_| whole) {
        let written = write_bundle(plan, bundle, &new);
        outcome.messages.extend(written.err().map(message));
    }
    if let Some(only) = options.target {
        outcome.programs.retain(|program| program.target == only);
    }
    let results: BTreeSet<PathBuf> = wanted.iter().map(|name| plan.output.join(name)).collect();
    let folders: BTreeSet<&Path> = results
        .iter()
        .chain([&path])
        .filter_map(|result| result.parent())
        .collect();
    access::remove_abandoned(folders);
    let json = new.to_json();
    let written = plan
        .files
        .write(&path, json.as_bytes(), Rewrite::IfDifferent);
    outcome.messages.extend(written.err().map(message));
    outcome
}

/// Compares the vertex and fragment programs of each group that belong together; both fail where they do not agree.
fn check_pairs(plan: &Plan, index: &Index, outcome: &mut Outcome) {
    let mut sets: IndexMap<_, Vec<(&Unit, &Job, &Entry, Stage)>> = IndexMap::new();
    for unit in plan.units.iter().filter(|unit| unit.partner.is_none()) {
        for job in &unit.jobs {
            let entry = index.programs.get(&job.output);
            let stage = entry.and_then(|entry| Stage::of_name(&entry.stage));
            if let (Some(entry), Some(stage)) = (entry, stage) {
                let set = (unit.group, job.target.name(), &unit.defines);
                sets.entry(set).or_default().push((unit, job, entry, stage));
            }
        }
    }
    for programs in sets.values() {
        let list: Vec<(&str, Stage)> = programs
            .iter()
            .map(|(unit, _, _, stage)| (unit.name.as_str(), *stage))
            .collect();
        for (vertex, fragment) in link::pairs(&list) {
            let (Some(vertex), Some(fragment)) = (programs.get(vertex), programs.get(fragment))
            else {
                continue;
            };
            let fault = link::disagreement(
                vertex.1.target,
                (&vertex.0.name, &vertex.2.handed),
                (&fragment.0.name, &fragment.2.handed),
                &vertex.0.settings.language.preprocessor.tolerated,
            );
            let Some(fault) = fault else {
                continue;
            };
            let said = vertex.0.settings.warnings.apply(fault.into());
            if said.has_errors() {
                let both = [&vertex.1.output, &fragment.1.output];
                let programs = outcome.programs.iter_mut();
                for program in programs.filter(|program| both.contains(&&program.output)) {
                    program.state = State::Failed;
                }
            }
            if !said.is_empty() {
                outcome.messages.push(Messages {
                    sources: SourceMap::new(),
                    diagnostics: said,
                });
            }
        }
    }
}

pub(super) fn nothing() -> Messages {
    Messages {
        sources: SourceMap::new(),
        diagnostics: Diagnostics::new(),
    }
}

pub(super) fn message(fault: Diagnostic) -> Messages {
    Messages {
        sources: SourceMap::new(),
        diagnostics: fault.into(),
    }
}

/// Writes all programs into one file, and its bindings.
fn write_bundle(plan: &Plan, bundle: &Bundle, index: &Index) -> Result<(), Diagnostic> {
    let read = |name: &String| {
        FileAccess::read_earlier(&plan.output.join(name)).map_err(|error| {
            let message = format!("cannot open `{name}` for the bundle: {}", reason(&error));
            Diagnostic::error(codes::files::UNREADABLE, message)
        })
    };
    let programs = index
        .programs
        .keys()
        .map(|name| Ok((name.clone(), read(name)?)));
    let programs: Result<Vec<(String, Vec<u8>)>, Diagnostic> = programs.collect();
    for (name, bytes) in bundle.files(programs?) {
        let path = plan.output.join(name);
        plan.files.write(&path, &bytes, Rewrite::IfDifferent)?;
    }
    Ok(())
}

pub(super) struct Worker<'a> {
    pub(super) plan: &'a Plan,
    pub(super) options: &'a Options<'a>,
    old: &'a Index,
    /// What the compiler adds to the hash of options.
    compiler: String,
    /// Whether a program failed.
    pub(super) failed: AtomicBool,
}

impl Worker<'_> {
    /// True if a program is of a target that this run is not about.
    pub(super) fn is_elsewhere(&self, job: &Job) -> bool {
        let only = self.options.target;
        only.is_some_and(|only| only != job.target.name())
    }

    /// What the index says of a program that need not be made again.
    pub(super) fn holding(&self, unit: &Unit, job: &Job, hashes: &mut Hashes<'_>) -> Option<Entry> {
        let old = self.old.programs.get(&job.output)?;
        if self.is_elsewhere(job) {
            return Some(old.clone());
        }
        let options = self.options_hash(unit, job);
        let asked = self.asked(unit);
        if !Proof::suffices(old.proof.as_ref(), asked) {
            return None;
        }
        let holds = || old.holds(&options, &self.plan.root, &self.plan.output, hashes);
        (!self.options.force && { holds }()).then(|| Entry {
            // An index does not depend on what earlier runs were asked.
            proof: old.proof.clone().filter(|_| asked != Prove::No),
            ..old.clone()
        })
    }

    fn unit(&self, unit: &Unit) -> Done {
        let mut hashes = Hashes::new(&self.plan.files);
        let mut messages = nothing();
        let mut programs = Vec::new();
        let mut open = Vec::new();
        let mut replay = Replay::new(&self.plan.files);
        let mut replayed = nothing();
        for job in &unit.jobs {
            let elsewhere = self.is_elsewhere(job);
            match self.holding(unit, job, &mut hashes) {
                Some(entry) => {
                    let again = entry.warnings.iter();
                    let again =
                        again.filter_map(|saved| replay.warning(saved, &mut replayed.sources));
                    let again: Diagnostics = again.collect();
                    replayed.diagnostics.extend(again);
                    programs.push((kept(unit, job, &entry), Some(entry)));
                }
                None if elsewhere => {}
                None => open.push(job),
            }
        }
        if self.options.fail_fast && self.failed.load(Ordering::Relaxed) {
            for job in open.drain(..) {
                let mut program = failed(unit, job.target, State::Skipped);
                program.output.clone_from(&job.output);
                programs.push((program, None));
            }
        }
        if !open.is_empty() {
            let source = Source::open(&self.plan.files, &unit.source, unit.asked);
            let compilation = self.compile(unit, &source, &open);
            let prove = |job: &Job, compiled: &Compiled| {
                let source = source.as_ref().ok()?;
                self.proof(unit, job, source, compiled)
            };
            self.finish(
                unit,
                &open,
                compilation,
                &prove,
                &mut messages,
                &mut programs,
            );
        }
        // What was kept and what was compiled, in the order of the description.
        programs.sort_by_key(|(program, _)| {
            let jobs = &mut unit.jobs.iter();
            jobs.position(|job| job.output == program.output)
        });
        Done {
            messages,
            replayed,
            more: Vec::new(),
            programs,
        }
    }

    fn options_hash(&self, unit: &Unit, job: &Job) -> String {
        let (plan, target) = (self.plan, job.target.name());
        index::hash(
            format!(
                "{}\n{target}\n{}\n{} {}",
                self.compiler, unit.fingerprint, plan.reflection, plan.listings
            )
            .as_bytes(),
        )
    }

    fn compile(
        &self,
        unit: &Unit,
        source: &Result<Source, Diagnostic>,
        jobs: &[&Job],
    ) -> Compilation<Vec<Result<Compiled, Diagnostics>>> {
        let targets: Vec<(&'static dyn Target, &TargetOptions)> = jobs
            .iter()
            .map(|job| (job.target, &unit.settings.code))
            .collect();
        match source {
            Ok(source) => unit.settings.language.compile_for(source, &targets),
            Err(fault) => {
                let mut unread = Compilation::new();
                unread.diagnostics.push(fault.clone());
                unread
            }
        }
    }

    /// Writes what was compiled, and gathers what there is to say.
    fn finish(
        &self,
        unit: &Unit,
        jobs: &[&Job],
        compilation: Compilation<Vec<Result<Compiled, Diagnostics>>>,
        prove: &dyn Fn(&Job, &Compiled) -> Option<Proof>,
        messages: &mut Messages,
        programs: &mut Vec<(Program, Option<Entry>)>,
    ) {
        let warnings = &unit.settings.warnings;
        let common = warnings.apply(compilation.diagnostics);
        let sound = !common.has_errors();
        messages.sources = compilation.sources;
        let saved_common = saved(&messages.sources, &common);
        messages.diagnostics.extend(common);
        let results = compilation.result.unwrap_or_default().into_iter();
        let mut results = results.map(Some).chain(std::iter::repeat_with(|| None));
        for &job in jobs {
            let result = results.next().flatten();
            let (compiled, said) = match result {
                Some(Ok(mut compiled)) => {
                    let said = std::mem::take(&mut compiled.warnings);
                    (Some(compiled), said)
                }
                Some(Err(errors)) => (None, errors),
                None => (None, Diagnostics::new()),
            };
            let said = warnings.apply(said);
            let compiled = compiled.filter(|_| sound && !said.has_errors());
            let mut kept = saved_common.clone();
            kept.extend(saved(&messages.sources, &said));
            messages.diagnostics.extend(said);
            let mut program = failed(unit, job.target, State::Failed);
            program.output.clone_from(&job.output);
            let written = compiled.map(|mut compiled| {
                compiled.reflection.source.clone_from(&unit.name);
                program.size = compiled.binary.len();
                program.stats = compiled.reflection.stats.clone();
                program.stage = crate::Stage::of_name(&compiled.reflection.stage);
                program.proof = prove(job, &compiled);
                self.missing(unit, job, program.proof.as_ref())?;
                let entry = self.write(
                    unit,
                    job,
                    &compiled,
                    &compilation.includes,
                    &compilation.missing,
                    kept,
                )?;
                Ok(Entry {
                    proof: program.proof.clone(),
                    ..entry
                })
            });
            if !matches!(written, Some(Ok(_))) {
                self.failed.store(true, Ordering::Relaxed);
            }
            match written {
                Some(Ok(entry)) => {
                    program.state = State::Compiled;
                    programs.push((program, Some(entry)));
                    continue;
                }
                Some(Err(fault)) => messages.diagnostics.push(fault),
                None => {}
            }
            programs.push((program, None));
        }
    }

    pub(super) fn write(
        &self,
        unit: &Unit,
        job: &Job,
        compiled: &Compiled,
        includes: &[String],
        missing: &[std::path::PathBuf],
        warnings: Vec<Saved>,
    ) -> Result<Entry, Diagnostic> {
        let plan = self.plan;
        let mut files = vec![(job.output.clone(), Cow::from(&compiled.binary))];
        // The other containers hold what belongs to the code.
        let bare = unit.settings.code.container.as_deref() == Some("raw");
        let beside = compiled.side_files.iter().filter(|_| bare);
        files.extend(beside.map(|(kind, bytes)| (format!("{}.{kind}", job.output), bytes.into())));
        if plan.reflection {
            let record = compiled.reflection.to_json();
            files.push((format!("{}.json", job.output), record.into_bytes().into()));
        }
        if plan.listings {
            let listing = compiled.assembly.as_bytes();
            files.push((format!("{}.s", job.output), listing.into()));
        }
        // All or none is written.
        for (name, _) in &files {
            plan.files.plan(&plan.output.join(name))?;
        }
        let mut outputs = IndexMap::new();
        for (name, bytes) in files {
            let path = plan.output.join(&name);
            plan.files.write(&path, &bytes, Rewrite::IfDifferent)?;
            outputs.insert(name, index::hash(&bytes));
        }
        let mut hashes = Hashes::new(&plan.files);
        let mut inputs = IndexMap::new();
        let files = std::iter::once(unit.source.as_path());
        for path in files.chain(includes.iter().map(Path::new)) {
            // A file that vanished meanwhile has no hash, so that the next run compiles again.
            let hash = hashes.of(path).cloned().unwrap_or_default();
            inputs.insert(self.relative(path), hash);
        }
        Ok(Entry {
            source: unit.name.clone(),
            target: job.target.name().to_owned(),
            stage: compiled.reflection.stage.clone(),
            defines: unit.defines.clone(),
            size: compiled.binary.len(),
            stats: compiled.reflection.stats.clone(),
            options: self.options_hash(unit, job),
            inputs,
            missing: missing.iter().map(|path| self.relative(path)).collect(),
            outputs,
            proof: None,
            handed: handed(job.target, &compiled.reflection),
            warnings,
        })
    }

    fn relative(&self, path: &Path) -> String {
        naming::with_slashes(path.strip_prefix(&self.plan.root).unwrap_or(path))
    }
}

/// The warnings among messages, to be kept.
pub(super) fn saved(sources: &SourceMap, list: &Diagnostics) -> Vec<Saved> {
    let warnings = list.iter();
    let warnings = warnings.filter(|found| found.severity == Severity::Warning);
    warnings
        .map(|warning| Saved::of(sources, warning))
        .collect()
}

pub(super) fn kept(unit: &Unit, job: &Job, entry: &Entry) -> Program {
    Program {
        output: job.output.clone(),
        size: entry.size,
        stats: entry.stats.clone(),
        proof: entry.proof.clone(),
        ..failed(unit, job.target, State::Unchanged)
    }
}

pub(super) fn failed(unit: &Unit, target: &'static dyn Target, state: State) -> Program {
    Program {
        source: unit.name.clone(),
        target: target.name(),
        stage: unit.stage,
        output: String::new(),
        state,
        size: 0,
        stats: Stats::default(),
        proof: None,
    }
}
