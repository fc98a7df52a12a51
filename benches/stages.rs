//! Time of each stage and of whole compilations, over the example shaders.
//!
//! `naga` is the yardstick in the same run: what naga alone needs to parse and validate the canonical
//! text of the same shader.

use divan::{Bencher, black_box};
use retroshade::translate::{Language, Options, translate_lifted};
use retroshade::{Compiler, LanguageOptions, LiftOptions, Source, Stage, find_target, lift};
use retroshade_ir::deep;
use retroshade_ir::pass::Hooks;
use std::fmt;

fn main() {
    // As in a run over many shaders, the deep stack is taken once.
    if let Err(panic) = deep::guarded(divan::main) {
        panic!("{panic}");
    }
}

const SHADERS: &[&str] = &[
    "cube.vert",
    "cube.frag",
    "skinning.vert",
    "particles.vert",
    "phong.frag",
    "blur.frag",
    "water.frag",
];

/// Targets with names of the command line; one that refuses a shader is not timed on it.
const TARGETS: &[&str] = &["agal1", "agal2", "agal3", "nv2a", "pica200", "lima"];

/// A shader and a target that compiles it.
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
    let pairs = TARGETS
        .iter()
        .flat_map(|target| SHADERS.iter().map(move |shader| (*target, *shader)));
    let compiles = |(target, shader): &(&'static str, &'static str)| {
        let compiler = Compiler::new(find_target(target).expect("a listed target"));
        compiler.compile(&source(shader)).result.is_some()
    };
    pairs
        .filter(compiles)
        .map(|(target, shader)| Case { target, shader })
        .collect()
}

fn source(name: &str) -> Source {
    let path = format!("{}/examples/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("an example shader");
    let stage = if name.ends_with(".vert") {
        Stage::Vertex
    } else {
        Stage::Fragment
    };
    Source::new(name, stage, text)
}

#[divan::bench(args = SHADERS)]
fn naga(bencher: Bencher, name: &str) {
    let canonical = LanguageOptions::default()
        .canonical(&source(name))
        .result
        .expect("a right shader");
    bencher.bench(|| {
        let options = naga::front::glsl::Options::from(naga::ShaderStage::Fragment);
        let mut frontend = naga::front::glsl::Frontend::default();
        let module = frontend
            .parse(&options, black_box(&canonical))
            .expect("canonical text");
        let mut validator = naga::valid::Validator::new(
            naga::valid::ValidationFlags::all()
                - naga::valid::ValidationFlags::CONTROL_FLOW_UNIFORMITY,
            naga::valid::Capabilities::all(),
        );
        validator.validate(&module).expect("canonical text");
        module
    });
}

#[divan::bench(args = SHADERS)]
fn preprocess(bencher: Bencher, name: &str) {
    let (language, source) = (LanguageOptions::default(), source(name));
    bencher.bench(|| language.preprocess(black_box(&source)));
}

#[divan::bench(args = SHADERS)]
fn frontend(bencher: Bencher, name: &str) {
    let (language, source) = (LanguageOptions::default(), source(name));
    bencher.bench(|| language.lower(black_box(&source)));
}

#[divan::bench(args = cases())]
fn passes(bencher: Bencher, case: &Case) {
    let target = find_target(case.target).expect("a listed target");
    let shader = LanguageOptions::default()
        .lower(&source(case.shader))
        .result
        .expect("a right shader");
    let options = Compiler::new(target).options;
    bencher
        .with_inputs(|| shader.clone())
        .bench_values(|mut shader| {
            let _ = black_box(target.prepare(&mut shader, &options, &mut Hooks::default()));
            shader
        });
}

#[divan::bench(args = cases())]
fn whole(bencher: Bencher, case: &Case) {
    let compiler = Compiler::new(find_target(case.target).expect("a listed target"));
    let source = source(case.shader);
    bencher.bench(|| compiler.compile(black_box(&source)));
}

/// From the bytes of a program to WGSL, as an emulator asks for it.
#[divan::bench(args = cases())]
fn lifted(bencher: Bencher, case: &Case) {
    let target = find_target(case.target).expect("a listed target");
    let made = Compiler::new(target).compile(&source(case.shader));
    let compiled = made.result.expect("a shader that compiles");
    let record = &compiled.reflection;
    let to_wgsl = |binary| {
        let lifted = lift(binary, record, &LiftOptions::default())?;
        translate_lifted(&lifted, Language::Wgsl, &Options::default())
    };
    if to_wgsl(compiled.as_binary()).is_ok() {
        bencher.bench(|| to_wgsl(black_box(compiled.as_binary())));
    }
}
