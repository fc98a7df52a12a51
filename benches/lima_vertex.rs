//! Instructions and time of vertex programs for lima, beside what another compiler needs for them.
//!
//! ```sh
//! cargo bench --bench lima_vertex -- COUNTS.tsv FOLDER         # at the default level
//! cargo bench --bench lima_vertex -- COUNTS.tsv FOLDER -O3
//! ```
//!
//! The counts have a line for each shader: its path below the folder, `vertex`, `ok`, the instructions.

use retroshade::{Compiler, Optimize, Source, Stage, find_target};
use retroshade_ir::deep;
use std::path::Path;
use std::time::{Duration, Instant};

/// Compilations of a shader, of which the least counts.
const RUNS: usize = 3;

/// What is known of a shader.
struct Row {
    name: String,
    peer: u32,
    ours: u32,
    bound: u32,
    attempts: u64,
    time: Duration,
}

fn main() {
    // As in a run over many shaders, the deep stack is taken once.
    if let Err(panic) = deep::guarded(compare) {
        panic!("{panic}");
    }
}

fn compare() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, paths): (Vec<_>, Vec<_>) = arguments.iter().partition(|a| a.starts_with('-'));
    let [counts, folder] = paths.as_slice() else {
        println!("nothing to measure: give the counts and the folder of shaders");
        return;
    };
    let mut compiler = Compiler::new(find_target("lima").expect("the target"));
    if flags.iter().any(|flag| *flag == "-O3") {
        compiler.options.optimize = Optimize::Most;
    }
    let counts = std::fs::read_to_string(counts).expect("the counts");
    let rows: Vec<Row> = counts
        .lines()
        .filter_map(|line| measure(line, Path::new(folder), &compiler))
        .collect();
    report(&rows);
}

/// Compiles the shader of a line, if the other compiler had a program for it and there is one.
fn measure(line: &str, folder: &Path, compiler: &Compiler) -> Option<Row> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [name, "vertex", "ok", peer, ..] = cells.as_slice() else {
        return None;
    };
    let text = std::fs::read_to_string(folder.join(name)).ok()?;
    let source = Source::new(*name, Stage::Vertex, text);
    let mut time = Duration::MAX;
    let mut stats = None;
    for _ in 0..RUNS {
        let start = Instant::now();
        stats = Some(compiler.compile(&source).result?.reflection.stats);
        time = time.min(start.elapsed());
    }
    let stats = stats?;
    Some(Row {
        name: (*name).to_owned(),
        peer: peer.parse().ok()?,
        ours: stats.instructions,
        bound: stats.schedule_bound?,
        attempts: stats.more.get("attempts").copied().unwrap_or(0),
        time,
    })
}

fn report(rows: &[Row]) {
    println!("   ms  attempts  bound  peer  ours  ratio");
    for row in rows {
        println!(
            "{:7.2} {:7} {:6} {:5} {:5} {:6.3}{} {}",
            row.time.as_secs_f64() * 1e3,
            row.attempts,
            row.bound,
            row.peer,
            row.ours,
            f64::from(row.ours) / f64::from(row.peer),
            if row.ours > row.peer { " >" } else { "  " },
            row.name,
        );
    }
    let mean = |of: fn(&Row) -> (u32, u32)| {
        let logarithms = rows.iter().map(|row| {
            let (a, b) = of(row);
            (f64::from(a) / f64::from(b.max(1))).ln()
        });
        (logarithms.sum::<f64>() / rows.len().max(1) as f64).exp()
    };
    let mut times: Vec<f64> = rows.iter().map(|r| r.time.as_secs_f64() * 1e3).collect();
    times.sort_by(f64::total_cmp);
    println!("\n{} shaders", rows.len());
    println!("{:8.4} of the peer", mean(|row| (row.ours, row.peer)));
    println!("{:8.4} of the bound", mean(|row| (row.ours, row.bound)));
    let count = |test: fn(&Row) -> bool| rows.iter().filter(|row| test(row)).count();
    println!("{:8} longer than the peer's", count(|r| r.ours > r.peer));
    println!("{:8} at the bound", count(|r| r.ours <= r.bound));
    println!(
        "{:8.3} ms median, {:.3} ms at most, {:.1} ms together",
        times.get(times.len() / 2).copied().unwrap_or(0.0),
        times.last().copied().unwrap_or(0.0),
        times.iter().sum::<f64>(),
    );
}
