//! Random programs and pairs of a range of seeds.

use super::cases::{Cases, Subject};
use super::table::Table;
use super::{Programs, Run, Seeds};
use retroshade::in_parallel;
use retroshade_diagnostics::fault::Fault;
use retroshade_fuzz::text::Initial;
use retroshade_fuzz::{Failure, Judge, Knobs, PairJudge, Verdict, pair, sample};
use std::time::Instant;

/// Programs that a thread takes between two looks at the clock.
const CHUNK: u64 = 32;

impl Seeds {
    pub(super) fn knobs(&self) -> Knobs {
        Knobs {
            stage: self.stage,
            statements: self.statements,
            essl300: self.std.map(|std| std == super::Std::Essl300),
            ..Knobs::default()
        }
    }
}

/// Prints programs.
pub(super) fn show(seeds: &Seeds) -> bool {
    let knobs = seeds.knobs();
    for seed in seeds.seeds.clone() {
        let program = sample(seed, &knobs).program;
        println!("// seed {seed}\n{}", program.text(Initial::Missing));
    }
    true
}

/// Judges programs; whether none fails.
pub(super) fn judge(programs: &Programs) -> Result<bool, Fault> {
    let knobs = programs.seeds.knobs();
    let judging = &programs.judging;
    rounds(&programs.seeds, &judging.run, |seed| {
        let mut judged = Judged::new(sample(seed, &knobs));
        match Judge::new(&judged.subject) {
            Err(failure) => judged.failures.push(failure),
            Ok(judge) => {
                let (stage, subject) = (judged.subject.stage.name(), &judged.subject);
                for (target, level) in judging.places(subject.seed, |target| judge.suits(target)) {
                    let (verdict, proof) = judge.proved_on(target, level, judging.prove);
                    let mut count = |verdict| {
                        judged.table.add(target.name(), stage, level, verdict);
                    };
                    count(verdict.name());
                    proof.into_iter().for_each(&mut count);
                    if judging.printed
                        && let Err(failure) = judge.printed(target, level)
                    {
                        count(failure.kind.name());
                        judged.failures.push(failure);
                    }
                    if let Verdict::Failed(failure) = verdict {
                        judged.failures.push(failure);
                    }
                }
            }
        }
        judged
    })
}

/// Judges linked pairs; whether none fails.
pub(super) fn judge_pairs(programs: &Programs) -> Result<bool, Fault> {
    let knobs = programs.seeds.knobs();
    let judging = &programs.judging;
    rounds(&programs.seeds, &judging.run, |seed| {
        let mut judged = Judged::new(pair(seed, &knobs));
        match PairJudge::new(&judged.subject) {
            Err(failure) => judged.failures.push(failure),
            Ok(judge) => {
                for (target, level) in judging.places(seed, |target| target.varyings().is_some()) {
                    let verdict = judge.on(target, level);
                    let table = &mut judged.table;
                    table.add(target.name(), "pair", level, verdict.name());
                    if let Verdict::Failed(failure) = verdict {
                        judged.failures.push(failure);
                    }
                }
            }
        }
        judged
    })
}

/// What came of one program everywhere.
pub(super) struct Judged<T> {
    pub(super) subject: T,
    pub(super) failures: Vec<Failure>,
    table: Table,
}

impl<T> Judged<T> {
    pub(super) fn new(subject: T) -> Judged<T> {
        Judged {
            subject,
            failures: Vec::new(),
            table: Table::default(),
        }
    }
}

/// Judges what the seeds make, many at once, and reports in the order of the seeds.
pub(super) fn rounds<T: Subject>(
    seeds: &Seeds,
    run: &Run,
    judge: impl Fn(u64) -> Judged<T> + Sync,
) -> Result<bool, Fault> {
    let start = Instant::now();
    let (mut table, mut cases) = (Table::default(), Cases::default());
    let seeds = &seeds.seeds;
    let mut next = seeds.start;
    while next < seeds.end && !(run.stop && cases.count > 0) {
        if run.time.is_some_and(|time| start.elapsed() >= time) {
            break;
        }
        let chunk = next.saturating_add(CHUNK * run.threads.max(1) as u64);
        let some: Vec<u64> = (next..chunk.min(seeds.end)).collect();
        next = chunk.min(seeds.end);
        for judged in in_parallel(&some, run.threads, |&seed| judge(seed)) {
            table.join(judged.table);
            for failure in &judged.failures {
                let folder = run.output.as_deref();
                cases.add(&judged.subject, failure, run.shrink, folder)?;
            }
        }
    }
    let count = next.saturating_sub(seeds.start);
    let seconds = start.elapsed().as_secs_f64();
    if !table.is_empty() {
        print!("{table}");
    }
    println!("{count} programs, {} failures; {seconds:.0} s", cases.count);
    if next < seeds.end {
        println!("not begun: --seeds {next}..{}", seeds.end);
    }
    Ok(cases.count == 0)
}
