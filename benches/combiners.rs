//! Time to compile fragment shaders for combiner stages, and to refuse those that do not fit: the shaders of
//! `tests/fixed-fragment`.
//!
//! `each` has some by name: those whose stages are searched for longest.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use retroshade::ir::deep;
use retroshade::{Compiler, Source, Stage, find_target};
use std::fmt;

fn main() {
    if let Err(panic) = deep::guarded(divan::main) {
        panic!("{panic}");
    }
}

const TARGETS: [&str; 2] = ["pica200", "nv2a"];

const SLOWEST: [&str; 5] = [
    "c2d_image_mult_fade.frag",
    "fx_duotone.frag",
    "fx_lightmap_2x_color.frag",
    "fx_splat.frag",
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
