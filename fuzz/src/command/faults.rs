//! Faults in the programs of folders' shaders.

use super::Faults;
use super::rewritten::collect;
use retroshade::{Compiler, Source, Stage, Target, find_target, stage_of_name};
use retroshade_diagnostics::fault::Checked;
use retroshade_fuzz::faults::{Fault, Kind, Program, Tally, has_decisions};
use retroshade_ir::deep;
use retroshade_ir::random::Random;
use std::fs;
use std::path::{Path, PathBuf};

/// Targets whose programs are disassembled, each processor's language once.
const TARGETS: [&str; 5] = ["agal1", "agal3", "lima", "nv2a", "pica200"];
/// Faults in a program before the next one is taken.
const IN_A_PROGRAM: u32 = 5;
/// Attempts at faults of a kind that a program may have no place for.
const ATTEMPTS: u32 = 12;

/// Puts faults into programs; whether all that change a result are noticed.
pub(super) fn notice(faults: &Faults) -> Checked<bool> {
    let mut paths = Vec::new();
    for path in &faults.paths {
        collect(path, &mut paths)?;
    }
    paths.sort();
    let targets = if faults.targets.is_empty() {
        TARGETS
            .iter()
            .filter_map(|name| find_target(name))
            .collect()
    } else {
        faults.targets.clone()
    };
    let mut missed = 0;
    for target in targets {
        let work = || inject(faults, target, &paths);
        let tally = deep::guarded(work)??;
        println!("{}: {tally}", target.name());
        missed += tally.all.missed;
    }
    Ok(missed == 0)
}

/// The shaders in a random order, by turns one with and one without conditions or limits.
fn queues(
    faults: &Faults,
    target: &'static dyn Target,
    paths: &[PathBuf],
    random: &mut Random,
) -> [Vec<Source>; 2] {
    let compiler = Compiler::new(target);
    let mut queues = [Vec::new(), Vec::new()];
    for path in paths {
        let (Some(stage), Ok(text)) = (stage_of_name(path), fs::read_to_string(path)) else {
            continue;
        };
        if faults.stage.is_some_and(|wanted| wanted != stage) || !target.runs_programs(stage) {
            continue;
        }
        let source = Source::new(path.to_string_lossy(), stage, text);
        if let Some(shader) = compiler.language.lower(&source).result {
            queues[usize::from(has_decisions(&shader))].push(source);
        }
    }
    for queue in &mut queues {
        for at in (1..queue.len()).rev() {
            queue.swap(at, random.below(at as u64 + 1) as usize);
        }
    }
    queues
}

fn inject(faults: &Faults, target: &'static dyn Target, paths: &[PathBuf]) -> Checked<Tally> {
    let mut random = Random::new(faults.seed);
    let queues = queues(faults, target, paths, &mut random);
    let mut tally = Tally::default();
    let mut kinds = Kind::ALL.iter().cycle();
    // Programs with faults so far, of each class; each class gets half of the faults.
    let mut made = [0; 2];
    let mut next = [0; 2];
    let longest = queues.iter().map(Vec::len).max().unwrap_or(0);
    while tally.made < faults.count && next.iter().sum::<usize>() < 4 * longest {
        let decides = made[1] <= made[0];
        let class = usize::from(decides && !queues[1].is_empty() || queues[0].is_empty());
        let Some(source) = queues[class].get(next[class] % queues[class].len().max(1)) else {
            break;
        };
        next[class] += 1;
        let Some(program) = Program::new(Compiler::new(target), source.clone(), faults.seed) else {
            continue;
        };
        let mut here = 0;
        for _ in 0..ATTEMPTS * IN_A_PROGRAM {
            if here == IN_A_PROGRAM || tally.made == faults.count {
                break;
            }
            let Some(fault) = kinds
                .next()
                .and_then(|kind| program.fault(*kind, &mut random))
            else {
                continue;
            };
            here += 1;
            tally.add(&fault, class == 1);
            if faults.verbose {
                println!(
                    "{} {}: {:?} {:?} {:?} {}",
                    target.name(),
                    program.name(),
                    fault.kind,
                    fault.effect,
                    fault.said,
                    fault.what
                );
            }
            if fault.is_missed() {
                println!(
                    "missed: {} {}: {}, {:?}: {}",
                    target.name(),
                    program.name(),
                    fault.kind.name(),
                    fault.effect,
                    fault.what
                );
                if let Some(folder) = &faults.output {
                    keep(folder, target.name(), source, &fault, tally.made)?;
                }
            }
        }
        made[class] += here;
    }
    Ok(tally)
}

/// Writes what was missed: the source, the faulty text, its record.
fn keep(folder: &Path, target: &str, source: &Source, fault: &Fault, number: u32) -> Checked {
    let base = format!("{target}-{number}-{}", fault.kind.name());
    let extension = match source.stage {
        Some(Stage::Vertex) => "vert",
        _ => "frag",
    };
    let files = [
        (format!("{base}.{extension}"), source.text.clone()),
        (format!("{base}.{extension}.s"), fault.text.clone()),
        (format!("{base}.json"), fault.record.to_json()),
    ];
    for (name, text) in files {
        let path = folder.join(name);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.map_err(|fault| format!("cannot write {}: {fault}", path.display()))?;
    }
    Ok(())
}
