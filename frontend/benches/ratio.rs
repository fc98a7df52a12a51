//! Time of the frontend as a multiple of naga's alone.
//!
//! For every shader: text to intermediate representation, against what naga needs to parse and validate
//! the canonical text of the same shader, in turns in the same run. The shaders are those of this
//! repository; names of files and folders as arguments replace them:
//! `cargo bench -p retroshade-frontend --bench ratio -- FOLDER`.

use retroshade_diagnostics::{Diagnostics, SourceFile, SourceMap};
use retroshade_frontend::preprocess::{NoIncludes, Options};
use retroshade_frontend::{Request, canonical_text, compile};
use retroshade_ir::Stage;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Rounds of each measurement, of which the fastest counts.
const ROUNDS: u32 = 15;

struct Row {
    name: String,
    bytes: usize,
    own: Duration,
    naga: Duration,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.own.as_secs_f64() / self.naga.as_secs_f64()
    }
}

fn main() {
    let given: Vec<PathBuf> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .map(PathBuf::from)
        .collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = if given.is_empty() {
        vec![root.join("examples"), root.join("tests")]
    } else {
        given
    };
    let mut files = Vec::new();
    for folder in folders {
        collect(&folder, &mut files);
    }
    files.sort();
    let mut rows: Vec<Row> = files.iter().filter_map(|path| measured(path)).collect();
    if rows.is_empty() {
        println!("no shader compiles");
        return;
    }
    rows.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let at = |part: usize| &rows[(rows.len() - 1) * part / 100];
    println!("{} shaders", rows.len());
    for (word, part) in [
        ("best", 0),
        ("tenth", 10),
        ("median", 50),
        ("nine tenths", 90),
        ("worst", 100),
    ] {
        let row = at(part);
        println!(
            "{word:>11}: {:5.2}  own {:8.1?}  naga {:8.1?}  {} ({} bytes)",
            row.ratio(),
            row.own,
            row.naga,
            row.name,
            row.bytes
        );
    }
    let total = |time: fn(&Row) -> Duration| rows.iter().map(time).sum::<Duration>();
    let (own, naga) = (total(|row| row.own), total(|row| row.naga));
    let kilobytes = rows.iter().map(|row| row.bytes).sum::<usize>() as f64 / 1024.0;
    let per_kilobyte = |time: Duration| time.as_secs_f64() * 1e6 / kilobytes;
    println!(
        "      total: {:5.2}  own {:.1} us/KB  naga {:.1} us/KB",
        own.as_secs_f64() / naga.as_secs_f64(),
        per_kilobyte(own),
        per_kilobyte(naga)
    );
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        entries.for_each(|entry| collect(&entry.path(), files));
    } else if path
        .extension()
        .is_some_and(|kind| kind == "vert" || kind == "frag")
    {
        files.push(path.to_owned());
    }
}

/// The fastest of several runs of both, taken in turns; `None` for what does not compile.
fn measured(path: &Path) -> Option<Row> {
    let bytes = std::fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let stage = if path.extension().is_some_and(|kind| kind == "vert") {
        Stage::Vertex
    } else {
        Stage::Fragment
    };
    let canonical = with_request(&text, stage, canonical_text)?;
    with_request(&text, stage, compile)?;
    let mut row = Row {
        name: path.file_name()?.to_string_lossy().into_owned(),
        bytes: text.len(),
        own: Duration::MAX,
        naga: Duration::MAX,
    };
    for _ in 0..ROUNDS {
        let start = Instant::now();
        black_box(with_request(black_box(&text), stage, compile));
        row.own = row.own.min(start.elapsed());
        let start = Instant::now();
        black_box(naga_alone(black_box(&canonical)));
        row.naga = row.naga.min(start.elapsed());
    }
    Some(row)
}

fn with_request<T>(
    text: &str,
    stage: Stage,
    work: impl FnOnce(&mut Request<'_>) -> Option<T>,
) -> Option<T> {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("bench", text));
    work(&mut Request {
        sources: &mut sources,
        file,
        stage: Some(stage),
        options: &Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut Diagnostics::new(),
        includes: &mut Vec::new(),
    })
}

fn naga_alone(canonical: &str) -> Option<naga::valid::ModuleInfo> {
    let options = naga::front::glsl::Options::from(naga::ShaderStage::Fragment);
    let module = naga::front::glsl::Frontend::default()
        .parse(&options, canonical)
        .ok()?;
    let flags =
        naga::valid::ValidationFlags::all() - naga::valid::ValidationFlags::CONTROL_FLOW_UNIFORMITY;
    let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty());
    validator.validate(&module).ok()
}
