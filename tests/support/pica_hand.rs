//! The programs in `tests/pica-hand` with what others need for them.

use retroshade::{Compiled, Compiler, Source, Stage, Target, find_target};
use std::path::{Path, PathBuf};

/// The head of the table that [`row`] goes on with.
pub(crate) const HEAD: &str =
    "| program | by hand | best known | through SPIR-V | here |\n| --- | --- | --- | --- | --- |\n";

/// A line of `counts.tsv`.
pub(crate) struct Peer {
    /// The shader.
    pub(crate) file: String,
    /// Where the program by hand is from.
    pub(crate) origin: String,
    /// The words.
    pub(crate) words: u64,
    /// Those of a better version, where one is known.
    pub(crate) best_known: Option<u64>,
    /// Words of the public way through SPIR-V without the `end` it forgets; `None` where that fails.
    pub(crate) translated: Option<u64>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pica-hand")
}

/// The target.
pub(crate) fn target() -> &'static dyn Target {
    find_target("pica200").expect("the target")
}

/// Every line of `counts.tsv`.
pub(crate) fn peers() -> Vec<Peer> {
    let table = std::fs::read_to_string(folder().join("counts.tsv")).expect("the counts");
    let peers = table.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let number = |cell: usize| cells[cell].parse::<u64>();
        Peer {
            file: cells[0].to_owned(),
            origin: cells[1].to_owned(),
            words: number(2).expect("a number of words"),
            best_known: number(10).ok(),
            translated: number(12).ok(),
        }
    });
    peers.collect()
}

/// The peer's computation in ESSL.
pub(crate) fn source(peer: &Peer) -> Source {
    let text = std::fs::read_to_string(folder().join(&peer.file)).expect("a shader");
    Source::new(&*peer.file, Stage::Vertex, text)
}

/// What the compiler makes of it.
pub(crate) fn compile(peer: &Peer) -> Compiled {
    let compilation = Compiler::new(target()).compile(&source(peer));
    let problems = compilation.diagnostics;
    compilation
        .result
        .unwrap_or_else(|| panic!("{}: {problems:#?}", peer.file))
}

fn cell(number: Option<u64>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| number.to_string())
}

/// A line of the table.
pub(crate) fn row(peer: &Peer, words: u64) -> String {
    format!(
        "| {} | {} | {} | {} | **{words}** |\n",
        peer.origin,
        peer.words,
        cell(peer.best_known),
        cell(peer.translated.map(|words| words + 1)),
    )
}
