//! Time to compile fragment shaders for combiner stages, and to refuse those that do not fit: the shaders of
//! `tests/fixed-fragment`.
//!
//! `each` has some by name: those whose stages are searched for longest. Before the benches a table says for each
//! target the median and the worst shader, in time (the least of some runs) and in steps of the search, and how many
//! have stages that are proved to be the fewest.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use retroshade::{Compiler, Source, Stage, find_target};
use retroshade_ir::deep;
use std::fmt;
use std::time::{Duration, Instant};

fn main() {
    let run = || {
        table();
        divan::main();
    };
    if let Err(panic) = deep::guarded(run) {
        panic!("{panic}");
    }
}

const TARGETS: [&str; 2] = ["pica200", "nv2a"];

const SLOWEST: [&str; 6] = [
    "c2d_image_mult_fade.frag",
    "fx_duotone.frag",
    "fx_sharpen_signed.frag",
    "fx_splat.frag",
    "fx_yuv_planes.frag",
    "no_long_chain.frag",
];

fn folder() -> String {
    format!("{}/tests/fixed-fragment", env!("CARGO_MANIFEST_DIR"))
}

fn source(name: &str) -> Source {
    let text = std::fs::read_to_string(format!("{}/{name}", folder())).expect("a shader");
    Source::new(name, Stage::Fragment, text)
}

fn compiler(target: &str) -> Compiler {
    Compiler::new(find_target(target).expect("a listed target"))
}

/// The shaders that a target compiles, or those that it refuses.
fn sources(target: &str, compile: bool) -> Vec<Source> {
    let entries = std::fs::read_dir(folder()).expect("the shaders");
    let names = entries.map(|entry| entry.expect("a file").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    let shaders = names.iter().filter(|name| name.ends_with(".frag"));
    let compiler = compiler(target);
    shaders
        .map(|name| source(name))
        .filter(|source| compiler.compile(source).result.is_some() == compile)
        .collect()
}

/// The number of times that each shader is compiled for the table.
const RUNS: u32 = 7;

/// The measurements of a shader.
struct Row {
    name: String,
    time: Duration,
    /// Steps of the search, where it ended in stages.
    steps: u64,
}

fn table() {
    for target in TARGETS {
        for compile in [true, false] {
            let compiler = compiler(target);
            let (mut rows, mut proved) = (Vec::new(), 0);
            for source in sources(target, compile) {
                let mut time = Duration::MAX;
                for _ in 0..RUNS {
                    let start = Instant::now();
                    black_box(compiler.compile(black_box(&source)));
                    time = time.min(start.elapsed());
                }
                let compiled = compiler.compile(&source).result;
                let stats = compiled.map(|compiled| compiled.reflection.stats);
                let stats = stats.unwrap_or_default();
                let count = |name: &str| stats.more.get(name).copied();
                let stages = count("stages");
                proved +=
                    usize::from(stages.is_some() && stages == stats.shader_bound.map(u64::from));
                rows.push(Row {
                    name: source.name.clone(),
                    time,
                    steps: count("search_steps").unwrap_or(0),
                });
            }
            println!("{target}: {}", summary(&mut rows, compile, proved));
        }
    }
}

fn summary(rows: &mut [Row], compile: bool, proved: usize) -> String {
    let count = rows.len();
    rows.sort_by_key(|row| row.time);
    let (Some(middle), Some(worst)) = (rows.get(count / 2), rows.last()) else {
        return "no shaders".to_owned();
    };
    let times = format!(
        "median {:.2?}, worst {:.2?} ({})",
        middle.time, worst.time, worst.name
    );
    if !compile {
        return format!("{count} refused, {times}");
    }
    rows.sort_by_key(|row| row.steps);
    let steps = format!(
        "median {} steps, worst {} ({})",
        rows[count / 2].steps,
        rows[count - 1].steps,
        rows[count - 1].name
    );
    format!("{count} compiled, {times}; {steps}; {proved} proved to have the fewest stages")
}

fn all(bencher: Bencher, target: &str, compile: bool) {
    let (compiler, sources) = (compiler(target), sources(target, compile));
    bencher
        .counter(ItemsCount::new(sources.len()))
        .bench_local(|| {
            for source in &sources {
                black_box(compiler.compile(black_box(source)).result.is_some());
            }
        });
}

#[divan::bench(args = TARGETS)]
fn compiled(bencher: Bencher, target: &str) {
    all(bencher, target, true);
}

#[divan::bench(args = TARGETS)]
fn refused(bencher: Bencher, target: &str) {
    all(bencher, target, false);
}

struct Case {
    target: &'static str,
    shader: &'static str,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.target, self.shader)
    }
}

fn cases() -> Vec<Case> {
    let shaders = SLOWEST.into_iter();
    shaders
        .flat_map(|shader| TARGETS.map(|target| Case { target, shader }))
        .collect()
}

#[divan::bench(args = cases())]
fn each(bencher: Bencher, case: &Case) {
    let (compiler, source) = (compiler(case.target), source(case.shader));
    bencher.bench_local(|| compiler.compile(black_box(&source)));
}
