//! Compile times over folders of shaders: how long each target takes, and in ratio to naga.
//!
//! ```sh
//! cargo bench --bench corpus                     # the shaders of this repository
//! cargo bench --bench corpus -- FOLDER...        # other folders, with everything below them
//! ```
//!
//! Every time is the least of several in one run, and naga's parse and validation of the same shader's
//! canonical text is measured beside it, so that ratios mean something on a noisy machine.

use retroshade::ir::deep;
use retroshade::{Compiler, LanguageOptions, Source, Stage, targets};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Runs of which the least counts.
const RUNS: usize = 3;

fn main() {
    // As in a run over many shaders, the deep stack is taken once.
    if let Err(panic) = deep::guarded(measure) {
        panic!("{panic}");
    }
}

fn measure() {
    let folders: Vec<PathBuf> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .map(PathBuf::from)
        .collect();
    let own = ["examples", "tests/shaders"]
        .map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let folders = if folders.is_empty() {
        own.to_vec()
    } else {
        folders
    };
    let mut sources = Vec::new();
    for folder in &folders {
        collect(folder, &mut sources);
    }

    let language = LanguageOptions::default();
    let mut shaders = Vec::new();
    for source in sources {
        if let Some(canonical) = language.canonical(&source).result {
            shaders.push((source, canonical));
        }
    }
    let bytes: usize = shaders.iter().map(|(source, _)| source.text.len()).sum();
    println!(
        "{} shaders, {} bytes on average\n",
        shaders.len(),
        bytes / shaders.len().max(1)
    );
    println!("stage         shaders   median ms   times naga   95 % ms   worst ms");

    let yardstick: Vec<Duration> = shaders
        .iter()
        .map(|(_, canonical)| least(|| naga(canonical)))
        .collect();
    let row = |name: &str, times: Vec<Option<Duration>>| {
        let ratios =
            sorted(times.iter().zip(&yardstick).filter_map(|(time, naga)| {
                Some(time.as_ref()?.as_secs_f64() / naga.as_secs_f64())
            }));
        let slowest = times.iter().enumerate().max_by_key(|(_, time)| **time);
        let milliseconds = sorted(times.iter().flatten().map(|time| time.as_secs_f64() * 1e3));
        let Some((slowest, worst)) = slowest.zip(milliseconds.last()) else {
            return;
        };
        println!(
            "{name:12} {:8} {:11.3} {:12.2} {:9.3} {worst:10.3}  {}",
            milliseconds.len(),
            part(&milliseconds, 0.5),
            part(&ratios, 0.5),
            part(&milliseconds, 0.95),
            shaders[slowest.0].0.name,
        );
    };
    row("naga", yardstick.iter().copied().map(Some).collect());
    row(
        "frontend",
        shaders
            .iter()
            .map(|(source, _)| Some(least(|| language.lower(source))))
            .collect(),
    );
    for &target in targets() {
        let compiler = Compiler::new(target);
        let times = shaders.iter().map(|(source, _)| {
            compiler.compile(source).result.as_ref()?;
            Some(least(|| compiler.compile(source)))
        });
        row(target.name(), times.collect());
    }
}

/// The shaders in a folder and below it, in the order of their names.
fn collect(folder: &Path, sources: &mut Vec<Source>) {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let stage = match path.extension().and_then(|extension| extension.to_str()) {
            _ if path.is_dir() => {
                collect(&path, sources);
                continue;
            }
            Some("vert") => Stage::Vertex,
            Some("frag") => Stage::Fragment,
            _ => continue,
        };
        if let Ok(text) = std::fs::read_to_string(&path) {
            sources.push(Source::new(path.to_string_lossy(), stage, text));
        }
    }
}

/// What naga alone needs for the canonical text.
fn naga(canonical: &str) -> naga::valid::ModuleInfo {
    let options = naga::front::glsl::Options::from(naga::ShaderStage::Fragment);
    let mut frontend = naga::front::glsl::Frontend::default();
    let module = frontend.parse(&options, canonical).expect("canonical text");
    let flags =
        naga::valid::ValidationFlags::all() - naga::valid::ValidationFlags::CONTROL_FLOW_UNIFORMITY;
    let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::all());
    validator.validate(&module).expect("canonical text")
}

fn least<T>(mut work: impl FnMut() -> T) -> Duration {
    let runs = (0..RUNS).map(|_| {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed()
    });
    runs.min().unwrap_or_default()
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The value below which a part of the sorted values lies.
fn part(sorted: &[f64], part: f64) -> f64 {
    let index = (sorted.len() as f64 * part) as usize;
    sorted
        .get(index.min(sorted.len().saturating_sub(1)))
        .copied()
        .unwrap_or(f64::NAN)
}
