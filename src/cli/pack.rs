//! `retroshade pack`: a set of shaders, with a bar while it works and a table when it is done.

mod summary;
mod watch;

use super::arguments::{Pack as Options, Prove, Summary};
use super::files;
use super::report::{Reporter, Status, answer, target, usage};
use super::spelling::Input;
use indicatif::{ProgressBar, ProgressStyle};
use retroshade::counts;
use retroshade::diagnostics::printable;
use retroshade::pack::{self, LeftAlone, Messages, Pack, Program, Reading, State};
use retroshade::{Stage, Target, targets};
use std::io::IsTerminal;
use std::num::NonZero;
use std::path::Path;
use std::time::Instant;

/// Runs the subcommand.
pub(crate) fn run(options: &Options, inputs: &[Input]) -> Status {
    let [input] = inputs else {
        return usage("pack takes one description of a set of shaders, such as shaders.toml");
    };
    let (reporter, target) = match Reporter::new(&options.common)
        .and_then(|reporter| Ok((reporter, target(&options.common)?)))
    {
        Ok(settings) => settings,
        Err(fault) => return usage(fault),
    };
    let path = Path::new(&input.path);
    let job = Job {
        options,
        path,
        target,
    };
    if options.watch {
        return watch::watch(&job, &reporter);
    }
    let status = job.run(&reporter).1;
    reporter.finish();
    status
}

/// A description and what is to be done with it.
struct Job<'a> {
    options: &'a Options,
    path: &'a Path,
    target: Option<&'static dyn Target>,
}

impl Job<'_> {
    /// Reads the description and compiles what changed. The set is there if the description is right.
    fn run(&self, reporter: &Reporter) -> (Option<Pack>, Status) {
        // Each round of `--watch` reads and writes anew.
        let reading = Reading {
            files: files::access().fork(),
            include_roots: self.options.include_root.clone(),
        };
        match Pack::open(self.path, &reading) {
            Ok(pack) if self.options.list => {
                let status = answer(&listed(&pack, self.target));
                (Some(pack), status)
            }
            Ok(pack) => {
                let status = self.compile(&pack, reporter);
                (Some(pack), status)
            }
            Err(messages) => (None, report(reporter, messages)),
        }
    }

    fn compile(&self, pack: &Pack, reporter: &Reporter) -> Status {
        let options = self.options;
        let threads = options.jobs.unwrap_or_else(processors).get();
        let bar = bar(pack.len(), options.quiet);
        let start = Instant::now();
        let outcome = pack.run(
            &pack::Options {
                threads,
                force: options.force,
                target: self.target.map(|target| target.name()),
                fail_fast: options.fail_fast,
                prune: options.prune,
                prove: options.prove.map(|asked| match asked {
                    Prove::Report => pack::Prove::Report,
                    Prove::Cells => pack::Prove::Cells,
                    Prove::Require => pack::Prove::Require,
                }),
            },
            &|| bar.inc(1),
        );
        let seconds = start.elapsed().as_secs_f64();
        bar.finish_and_clear();
        let messages = outcome.messages.into_iter();
        let mut status = messages
            .map(|messages| report(reporter, messages))
            .max()
            .unwrap_or(Status::Done);
        let programs = &outcome.programs;
        let text = match options.summary {
            Summary::Table if options.quiet => String::new(),
            Summary::Table => table(programs),
            Summary::Json => summary::json(programs, &outcome.abandoned),
            Summary::Junit => summary::junit(programs),
        };
        if !text.is_empty() {
            status = status.max(answer(&text));
        }
        reporter.say(unproved(programs).as_bytes());
        reporter.say(left_alone(&outcome.left_alone).as_bytes());
        if !options.quiet {
            let removed = outcome.abandoned.len() - outcome.left_alone.len();
            let count = if options.prune {
                removed
            } else {
                outcome.abandoned.len()
            };
            reporter.say(abandoned(count, options.prune).as_bytes());
            reporter.say(speed(programs, seconds, threads).as_bytes());
        }
        status
    }
}

/// A line for each program: its output, its target, its source.
fn listed(pack: &Pack, only: Option<&'static dyn Target>) -> String {
    let wanted = |target: &str| only.is_none_or(|only| only.name() == target);
    let rows = pack.list().filter(|(_, target, _)| wanted(target));
    rows.map(|(source, target, output)| format!("{output}\t{target}\t{source}\n"))
        .collect()
}

/// A line for each program without a whole proof that nevertheless is there: whoever asks for proofs wants to know.
fn unproved(programs: &[Program]) -> String {
    let made = programs.iter();
    let made = made.filter(|program| program.state != State::Failed);
    let lines = made.filter_map(|program| {
        let proof = program.proof.as_ref().filter(|proof| !proof.is_whole())?;
        let (source, target) = (&program.source, program.target);
        Some(format!("{source}, {target}: {}\n", proof.words))
    });
    lines.collect()
}

/// What is said of files that no program of the set is in any more.
fn abandoned(count: usize, removed: bool) -> String {
    let plural = if count == 1 { "" } else { "s" };
    match (count, removed) {
        (0, _) => String::new(),
        (count, true) => {
            format!("removed {count} file{plural} of programs that are no longer asked for\n")
        }
        (count, false) => {
            format!(
                "{count} file{plural} of programs that are no longer asked for; --prune removes them\n"
            )
        }
    }
}

/// A line for each file that `pack.json` names and that was not removed.
fn left_alone(files: &[LeftAlone]) -> String {
    let lines = files
        .iter()
        .map(|LeftAlone { file, reason }| format!("left alone: `{}`: {reason}\n", printable(file)));
    lines.collect()
}

fn report(reporter: &Reporter, messages: Messages) -> Status {
    reporter.report(&messages.sources, messages.diagnostics)
}

fn processors() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// A bar on standard error if that is a terminal.
fn bar(sources: usize, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(sources as u64);
    let form = "{wide_bar} {pos}/{len} shaders, {eta} left";
    // Without a form the bar has that of the library.
    if let Ok(style) = ProgressStyle::with_template(form) {
        bar.set_style(style);
    }
    bar
}

/// How fast it went. Not part of the table, which is the same in every run.
fn speed(programs: &[Program], seconds: f64, threads: usize) -> String {
    let (compiled, failed) = (
        count(programs, State::Compiled),
        count(programs, State::Failed),
    );
    if compiled + failed == 0 {
        return format!("nothing to compile; looked in {seconds:.2} s\n");
    }
    let threads = match threads {
        1 => "1 thread".to_owned(),
        threads => format!("{threads} threads"),
    };
    let rate = (compiled + failed) as f64 / seconds.max(1e-9);
    let noun = if compiled == 1 { "program" } else { "programs" };
    let failures = match failed {
        0 => String::new(),
        failed => format!(", {failed} failed,"),
    };
    format!(
        "compiled {compiled} {noun}{failures} in {seconds:.2} s on {threads}, {rate:.0} a second\n"
    )
}

fn count(programs: &[Program], state: State) -> usize {
    let states = programs.iter().map(|program| program.state);
    states.filter(|&found| found == state).count()
}

/// A row for each target and stage: what became of its programs, their size, how many of those with a verdict are
/// proved, and how near they come to the limit that is nearest.
fn table(programs: &[Program]) -> String {
    let proofs = programs.iter().any(|program| program.proof.is_some());
    let mut head = vec![
        "target",
        "stage",
        "compiled",
        "unchanged",
        "failed",
        "bytes",
    ];
    head.extend(proofs.then_some("proved"));
    head.push("fullest");
    let mut rows = vec![head.into_iter().map(str::to_owned).collect()];
    for target in targets() {
        for stage in target.stages() {
            let of = |program: &&Program| {
                program.target == target.name() && program.stage == Some(stage)
            };
            let found: Vec<&Program> = programs.iter().filter(of).collect();
            if !found.is_empty() {
                rows.push(row(*target, stage, &found, proofs));
            }
        }
    }
    let mut text = aligned(&rows);
    let skipped = count(programs, State::Skipped);
    if skipped > 0 {
        text.push_str(&format!("{skipped} not begun after a failure\n"));
    }
    text
}

fn row(target: &dyn Target, stage: Stage, programs: &[&Program], proofs: bool) -> Vec<String> {
    let count = |state| {
        let states = programs.iter().filter(|program| program.state == state);
        states.count().to_string()
    };
    let bytes: usize = programs.iter().map(|program| program.size).sum();
    let mut row = vec![
        target.name().to_owned(),
        stage.name().to_owned(),
        count(State::Compiled),
        count(State::Unchanged),
        count(State::Failed),
        bytes.to_string(),
    ];
    let verdicts = || programs.iter().filter_map(|program| program.proof.as_ref());
    row.extend(proofs.then(|| {
        let proved = verdicts().filter(|proof| proof.is_whole()).count();
        format!("{proved} of {}", verdicts().count())
    }));
    row.push(fullest(target, stage, programs));
    row
}

/// The program that uses most of a limit: `tokens 198 of 200, water.frag`.
fn fullest(target: &dyn Target, stage: Stage, programs: &[&Program]) -> String {
    let limits = target.limits(stage);
    let mut best: Option<(u64, String)> = None;
    for program in programs.iter().filter(|program| program.size > 0) {
        for limit in limits.iter().filter(|limit| limit.value > 0) {
            let stats = &program.stats;
            let used = match counts::counted(limit.name) {
                "instructions" => u64::from(stats.instructions),
                "registers" => u64::from(stats.registers),
                name => match stats.more.get(name) {
                    Some(&count) => count,
                    None => continue,
                },
            };
            let part = used.saturating_mul(1000) / u64::from(limit.value);
            if best.as_ref().is_none_or(|(most, _)| part > *most) {
                let name = Path::new(&program.source).file_name().unwrap_or_default();
                let text = format!(
                    "{} {used} of {}, {}",
                    counts::limit_name(limit.name),
                    limit.value,
                    name.to_string_lossy()
                );
                best = Some((part, text));
            }
        }
    }
    best.map(|(_, text)| text).unwrap_or_default()
}

/// Columns as wide as their widest entry; words on the left, numbers on the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let widths = rows.iter().filter_map(|row| row.get(column));
        widths.map(|entry| entry.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let entries = row.iter().zip(&widths).enumerate();
        let line: Vec<String> = entries
            .map(|(column, (entry, &width))| match column {
                2.. if column + 1 < columns => format!("{entry:>width$}"),
                _ => format!("{entry:<width$}"),
            })
            .collect();
        text.push_str(line.join("  ").trim_end());
        text.push('\n');
    }
    text
}
