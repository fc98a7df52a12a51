//! Compile times over folders of shaders: how long each target takes, and in ratio to naga.
//!
//! ```sh
//! cargo bench --bench corpus                     # the shaders of this repository
//! cargo bench --bench corpus -- FOLDER...        # other folders, with everything below them
//! cargo bench --bench corpus -- --counts FILE FOLDER...
//! ```
//!
//! With `--counts` nothing is timed: the table of `tests/golden/counts.tsv` is written for the folders, to be
//! compared with that of another commit.
//!
//! Every time is the least of several. Each run is followed by one of naga, which parses and validates
//! the same shader's canonical text: so ratios mean something on a noisy machine, and both find the
//! processor's caches as the other left them, as in a build each shader does. `warm` is the ratio where
//! each is repeated by itself instead: the smaller program gains more by that.

#[path = "../tests/support/counts.rs"]
mod counts;
#[path = "../tests/support/folders.rs"]
mod folders;

use counts::{LEVELS, Row, compile, source, table};
use folders::shaders_below;
use retroshade::{Compiler, LanguageOptions, Source, in_parallel, targets};
use retroshade_ir::deep;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Runs of which the least counts.
const RUNS: usize = 5;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(option) = arguments.iter().position(|word| word == "--counts") {
        let file = arguments.get(option + 1).expect("--counts FILE").clone();
        arguments.drain(option..option + 2);
        return write_counts(Path::new(&file), &folders(&arguments));
    }
    // As in a run over many shaders, the deep stack is taken once.
    if let Err(panic) = deep::guarded(measure) {
        panic!("{panic}");
    }
}

/// The folders among the arguments, or those of this repository.
fn folders(arguments: &[String]) -> Vec<PathBuf> {
    let named = arguments.iter().filter(|word| !word.starts_with('-'));
    let named: Vec<PathBuf> = named.map(PathBuf::from).collect();
    if named.is_empty() {
        ["examples", "tests/shaders"]
            .map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
            .to_vec()
    } else {
        named
    }
}

/// Writes the table of counts of every shader in the folders. Names are relative to the folder's parent.
fn write_counts(file: &Path, folders: &[PathBuf]) {
    let mut sources = Vec::new();
    for folder in folders {
        let root = folder.parent().unwrap_or(folder);
        let paths = shaders_below(folder);
        sources.extend(paths.iter().map(|path| source(root, path)));
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let rows = in_parallel(&sources, threads, |source| compile(source, &LEVELS));
    let named = sources.iter().zip(&rows);
    let named = named.map(|(source, rows): (&Source, &Vec<Row>)| (&*source.name, &**rows));
    let written = std::fs::write(file, table(named));
    written.unwrap_or_else(|fault| panic!("{}: {fault}", file.display()));
}

fn measure() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut sources = Vec::new();
    for folder in folders(&arguments) {
        let paths = shaders_below(&folder);
        sources.extend(paths.iter().map(|path| source(Path::new(""), path)));
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
    println!("stage         shaders   median ms   times naga   warm   95 % ms   worst ms");

    // A row is a time and naga's, measured right after it: clocks drift in the course of a run.
    let row = |name: &str, work: &dyn Fn(&Source, &str) -> Option<()>| {
        let (mut ratios, mut warm) = (Vec::new(), Vec::new());
        let mut times = Vec::new();
        let mut worst = (0.0, "");
        for (source, canonical) in &shaders {
            if work(source, canonical).is_none() {
                continue;
            }
            let (mut time, mut yardstick) = (f64::INFINITY, f64::INFINITY);
            for _ in 0..RUNS {
                time = time.min(milliseconds(|| work(source, canonical)));
                yardstick = yardstick.min(milliseconds(|| naga(canonical)));
            }
            ratios.push(time / yardstick);
            warm.push(least(|| work(source, canonical)) / least(|| naga(canonical)));
            times.push(time);
            if time > worst.0 {
                worst = (time, source.name.as_str());
            }
        }
        if times.is_empty() {
            return;
        }
        let (slowest, of) = worst;
        println!(
            "{name:12} {:8} {:11.3} {:12.2} {:6.2} {:9.3} {slowest:10.3}  {of}",
            times.len(),
            part(&mut times, 0.5),
            part(&mut ratios, 0.5),
            part(&mut warm, 0.5),
            part(&mut times, 0.95),
        );
    };
    row("naga", &|_, canonical| {
        naga(canonical);
        Some(())
    });
    row("frontend", &|source, _| {
        language.lower(source).result.map(|_| ())
    });
    for &target in targets() {
        let compiler = Compiler::new(target);
        row(target.name(), &|source, _| {
            compiler.compile(source).result.map(|_| ())
        });
    }
}

/// Parses and validates the canonical text with naga alone.
fn naga(canonical: &str) -> naga::valid::ModuleInfo {
    let options = naga::front::glsl::Options::from(naga::ShaderStage::Fragment);
    let mut frontend = naga::front::glsl::Frontend::default();
    let module = frontend.parse(&options, canonical).expect("canonical text");
    let flags =
        naga::valid::ValidationFlags::all() - naga::valid::ValidationFlags::CONTROL_FLOW_UNIFORMITY;
    let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::all());
    validator.validate(&module).expect("canonical text")
}

/// The least time of several runs in a row, in milliseconds.
fn least<T>(mut work: impl FnMut() -> T) -> f64 {
    let runs = (0..RUNS).map(|_| milliseconds(&mut work));
    runs.fold(f64::INFINITY, f64::min)
}

/// The time of one run.
fn milliseconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    std::hint::black_box(work());
    start.elapsed().as_secs_f64() * 1e3
}

/// The value below which a part of the values lies; where that is between two, so far between them. There
/// is at least one.
fn part(values: &mut [f64], part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let place = (values.len() - 1) as f64 * part;
    let (below, above) = (
        values[place.floor() as usize],
        values[place.ceil() as usize],
    );
    below + (above - below) * place.fract()
}
