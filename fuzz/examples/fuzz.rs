//! Runs random programs on every target and prints what fails, made small.
//!
//! ```text
//! cargo run -p retroshade-fuzz --example fuzz -- --seeds 0..1000 --targets lima,agal2 --levels 0,1,s,3
//! ```
//!
//! `--seeds A..B`; `--targets`, all by default; `--levels`, all by default; `--stage vert|frag`; `--show`
//! prints the programs and runs nothing; `--whole` prints what fails as it was found; `--printed` holds
//! the printed form of shaders to its rules, too.

use retroshade::{Optimize, Stage, Target, targets};
use retroshade_fuzz::judge::LEVELS;
use retroshade_fuzz::text::Initial;
use retroshade_fuzz::{Failure, Judge, Knobs, Sample, Verdict, sample, shrink};
use std::collections::BTreeMap;
use std::process::ExitCode;

struct Plan {
    seeds: std::ops::Range<u64>,
    targets: Vec<&'static dyn Target>,
    levels: Vec<Optimize>,
    knobs: Knobs,
    show: bool,
    whole: bool,
    printed: bool,
}

fn main() -> ExitCode {
    let plan = match plan(std::env::args().skip(1)) {
        Ok(plan) => plan,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let run = || run(&plan);
    match retroshade::ir::deep::guarded(run) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(panic) => {
            eprintln!("{panic}");
            ExitCode::FAILURE
        }
    }
}

fn plan(mut words: impl Iterator<Item = String>) -> Result<Plan, String> {
    let mut plan = Plan {
        seeds: 0..100,
        targets: targets().to_vec(),
        levels: LEVELS.to_vec(),
        knobs: Knobs::default(),
        show: false,
        whole: false,
        printed: false,
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--show" => plan.show = true,
            "--whole" => plan.whole = true,
            "--printed" => plan.printed = true,
            option => {
                let value = words.next().ok_or(format!("{option} needs a value"))?;
                set(&mut plan, option, &value)?;
            }
        }
    }
    Ok(plan)
}

fn set(plan: &mut Plan, option: &str, value: &str) -> Result<(), String> {
    let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number"));
    match option {
        "--seeds" => {
            let (from, to) = value.split_once("..").ok_or("--seeds takes A..B")?;
            plan.seeds = number(from)?..number(to)?;
        }
        "--statements" => plan.knobs.statements = Some(number(value)? as u32),
        "--targets" => {
            let names: Vec<&str> = value.split(',').collect();
            plan.targets.retain(|target| names.contains(&target.name()));
        }
        "--levels" => {
            let level = |word: &str| match word {
                "0" => Ok(Optimize::None),
                "1" | "2" => Ok(Optimize::Normal),
                "s" => Ok(Optimize::Size),
                "3" => Ok(Optimize::Most),
                _ => Err(format!("`{word}` is no level: 0, 1, s or 3")),
            };
            plan.levels = value.split(',').map(level).collect::<Result<_, _>>()?;
        }
        "--stage" => {
            plan.knobs.stage = Some(match value {
                "vert" => Stage::Vertex,
                "frag" => Stage::Fragment,
                _ => return Err("--stage takes vert or frag".into()),
            });
        }
        _ => return Err(format!("there is no option {option}")),
    }
    Ok(())
}

/// Counts by target and level, then by verdict.
type Counts = BTreeMap<(&'static str, String), BTreeMap<String, u32>>;

fn run(plan: &Plan) -> bool {
    let mut counts = Counts::new();
    let mut known: Vec<Failure> = Vec::new();
    let mut failures = 0;
    for seed in plan.seeds.clone() {
        let sample = sample(seed, &plan.knobs);
        if plan.show {
            println!("// seed {seed}\n{}", sample.program.text(Initial::Missing));
            continue;
        }
        for failure in judge(plan, &sample, &mut counts) {
            failures += 1;
            if known
                .iter()
                .any(|other| other.is_like(&failure) && other.place() == failure.place())
            {
                continue;
            }
            println!("== seed {seed}: {failure:?}");
            let small = match plan.whole {
                true => sample.clone(),
                false => shrink(&sample, &failure, 3000, |sample| again(sample, &failure)),
            };
            println!("{}", small.program.text(Initial::Missing));
            if let Some(now) = again(&small, &failure) {
                println!("// {}", now.message);
            }
            known.push(failure);
        }
    }
    for ((target, level), verdicts) in &counts {
        println!("{target} {level}: {verdicts:?}");
    }
    println!(
        "{} programs, {failures} failures",
        plan.seeds.end - plan.seeds.start
    );
    failures == 0
}

fn judge(plan: &Plan, sample: &Sample, counts: &mut Counts) -> Vec<Failure> {
    let judge = match Judge::new(sample) {
        Ok(judge) => judge,
        Err(failure) => return vec![failure],
    };
    let mut failures = Vec::new();
    for &target in &plan.targets {
        if !target.stages().contains(&sample.stage) {
            continue;
        }
        for &level in &plan.levels {
            let verdict = judge.on(target, level);
            let name = match &verdict {
                Verdict::Right => "right".into(),
                Verdict::Rounded => "rounded".into(),
                Verdict::Refused(code) => (*code).into(),
                Verdict::Failed(failure) => format!("{:?}", failure.kind),
            };
            let stage = if sample.stage == Stage::Vertex {
                "vert"
            } else {
                "frag"
            };
            let key = (target.name(), format!("{stage} {level:?}"));
            *counts.entry(key).or_default().entry(name).or_default() += 1;
            if let Verdict::Failed(failure) = verdict {
                failures.push(failure);
            }
            if plan.printed {
                failures.extend(judge.printed(target, level).err());
            }
        }
    }
    failures
}

/// The failure of a program where another failed.
fn again(sample: &Sample, failure: &Failure) -> Option<Failure> {
    let judge = match Judge::new(sample) {
        Ok(judge) => judge,
        Err(other) => return Some(other),
    };
    let target = retroshade::find_target(failure.target)?;
    if failure.kind == retroshade_fuzz::Kind::Printed {
        return judge.printed(target, failure.level).err();
    }
    match judge.on(target, failure.level) {
        Verdict::Failed(failure) => Some(failure),
        _ => None,
    }
}
