//! Preprocesses and parses every file of the folders given as arguments, several times, and prints
//! the errors, the totals and the time: `cargo run --release --example parse_files -- [-q] FOLDER…`.

use retroshade_diagnostics::{Color, Diagnostics, Renderer, SourceFile, SourceMap, Style};
use retroshade_frontend::intern::Interner;
use retroshade_frontend::parse::parse;
use retroshade_frontend::preprocess::{NoIncludes, Options, preprocess};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const ROUNDS: u32 = 20;

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(path) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "vert" || e == "frag") {
            files.push(path);
        }
    }
}

/// Preprocesses and parses; gives the messages and the time of each half.
fn run(name: &str, text: &str) -> (SourceMap, Diagnostics, Duration, Duration) {
    let mut sources = SourceMap::new();
    let mut names = Interner::new();
    let mut diagnostics = Diagnostics::new();
    let start = Instant::now();
    let file = sources.add(SourceFile::new(name, text));
    let options = Options::default();
    let tokens = preprocess(
        &mut sources,
        file,
        &options,
        &mut NoIncludes,
        &mut names,
        &mut diagnostics,
    );
    let middle = Instant::now();
    if !tokens.unusable {
        let unit = parse(&tokens, &sources, &names, &mut diagnostics);
        std::hint::black_box(&unit);
    }
    (sources, diagnostics, middle - start, middle.elapsed())
}

fn main() {
    let mut files = Vec::new();
    let mut quiet = false;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "-q" => quiet = true,
            folder => collect(Path::new(folder), &mut files),
        }
    }
    let (mut failed, mut bytes) = (0, 0);
    let (mut preprocessing, mut parsing) = (Duration::ZERO, Duration::ZERO);
    for path in &files {
        let Ok(text) = std::fs::read_to_string(path) else {
            println!("{}: unreadable", path.display());
            continue;
        };
        let name = path.display().to_string();
        bytes += text.len();
        let (sources, diagnostics, mut first, mut second) = run(&name, &text);
        failed += usize::from(diagnostics.has_errors());
        if !quiet {
            let mut renderer = Renderer::new(&sources, Style::Rich, Color::Never);
            if let Err(problem) = renderer.render_all(&diagnostics, &mut std::io::stdout()) {
                eprintln!("{problem}");
            }
        }
        for _ in 1..ROUNDS {
            let (_, _, a, b) = run(&name, &text);
            (first, second) = (first.min(a), second.min(b));
        }
        preprocessing += first;
        parsing += second;
    }
    let per_kb = |time: Duration| time.as_secs_f64() * 1e6 / (bytes as f64 / 1024.0);
    println!("{} files, {bytes} bytes, {failed} with errors", files.len());
    println!(
        "preprocess {:.1} µs/KB, parse {:.1} µs/KB",
        per_kb(preprocessing),
        per_kb(parsing)
    );
}
