//! Slots and time of the programs in `tests/nv2a-hand`, as the table of docs/nv2a.md: what people and
//! other compilers need, and what this compiler makes of the same computation.
//!
//! `cargo bench --bench nv2a_hand -- FOLDER` times all vertex shaders below a folder instead.

use retroshade::{Compiler, Source, Stage, find_target};
use std::path::Path;
use std::time::{Duration, Instant};

#[path = "../tests/support/nv2a_hand.rs"]
mod nv2a_hand;

use nv2a_hand::{HEAD, peers, row, source, stats};

/// Compilations of a program, of which the median counts.
const REPEATS: usize = 21;

fn main() {
    let folders: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    if !folders.is_empty() {
        let mut times = Vec::new();
        for folder in &folders {
            time_below(Path::new(folder), &mut times);
        }
        return report(times);
    }
    println!("{}", HEAD.trim_end());
    let mut times = Vec::new();
    for peer in peers() {
        print!("{}", row(&peer, &stats(&peer)));
        let mut compiler = Compiler::new(find_target("nv2a").expect("the target"));
        compiler.options.position = peer.position();
        times.extend(median(&compiler, &source(&peer)).map(|time| (time, peer.name)));
    }
    println!();
    report(times);
}

/// Times every shader that compiles.
fn time_below(folder: &Path, times: &mut Vec<(Duration, String)>) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            time_below(&path, times);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "vert")
        {
            let text = std::fs::read_to_string(&path).expect("a shader");
            let name = path.display().to_string();
            let compiler = Compiler::new(find_target("nv2a").expect("the target"));
            let source = Source::new(name.as_str(), Stage::Vertex, text);
            times.extend(median(&compiler, &source).map(|time| (time, name)));
        }
    }
}

fn median(compiler: &Compiler, source: &Source) -> Option<Duration> {
    let mut times = Vec::new();
    for _ in 0..REPEATS {
        let start = Instant::now();
        compiler.compile(source).result?;
        times.push(start.elapsed());
    }
    times.sort();
    times.get(REPEATS / 2).copied()
}

/// The slowest, and the median over all.
fn report(mut times: Vec<(Duration, String)>) {
    times.sort();
    let milliseconds = |time: &Duration| time.as_secs_f64() * 1e3;
    for (time, name) in times.iter().rev().take(13) {
        println!("{:9.3} ms  {name}", milliseconds(time));
    }
    if let Some((time, _)) = times.get(times.len() / 2) {
        println!("{:9.3} ms  median of {}", milliseconds(time), times.len());
    }
}
