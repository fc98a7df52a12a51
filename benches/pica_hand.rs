//! Words and time of the programs in `tests/pica-hand`, as the table of docs/pica200.md: what people
//! and another compiler need, and what this compiler makes of the same computation.

use retroshade::Compiler;
use std::time::{Duration, Instant};

#[path = "../tests/support/pica_hand.rs"]
mod pica_hand;

use pica_hand::{HEAD, compile, peers, row, source, target};

/// Compilations of a program, of which the median counts.
const REPEATS: usize = 21;

fn main() {
    print!("{HEAD}");
    let mut times = Vec::new();
    for peer in peers() {
        let words = compile(&peer).reflection.stats.words;
        print!("{}", row(&peer, words.into()));
        let mut runs: Vec<Duration> = Vec::new();
        let (compiler, source) = (Compiler::new(target()), source(&peer));
        for _ in 0..REPEATS {
            let start = Instant::now();
            std::hint::black_box(compiler.compile(&source));
            runs.push(start.elapsed());
        }
        runs.sort();
        times.extend(runs.get(REPEATS / 2).map(|time| (*time, peer.file)));
    }
    println!();
    for (time, file) in times {
        println!("{:9.3} ms  {file}", time.as_secs_f64() * 1e3);
    }
}
