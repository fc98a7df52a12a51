//! The programs in `tests/nv2a-hand` with what others need for them.

use retroshade::{Compiler, Position, Source, Stage, find_target};
use retroshade_kit::reflect::Stats;
use std::path::PathBuf;

/// The head of the table that [`row`] goes on with.
pub(crate) const HEAD: &str = "| program | peer | its slots | slots | of them paired | schedule bound |\n| --- | --- | --- | --- | --- | --- |\n";

/// A line of `counts.tsv`.
pub(crate) struct Peer {
    /// The shader without its extension.
    pub(crate) name: String,
    /// What made the peer's program.
    pub(crate) tool: String,
    /// The slots.
    pub(crate) slots: u32,
    /// How it ends: `screen`, `divide`, `scale` or `none`.
    pub(crate) epilogue: String,
}

impl Peer {
    /// What the compiler is to end with: some peers do their own division inside the shader.
    pub(crate) fn position(&self) -> Position {
        match self.epilogue.as_str() {
            "screen" => Position::Native,
            "divide" => Position::Divide,
            _ => Position::Clip,
        }
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/nv2a-hand")
}

/// Every line of `counts.tsv`.
pub(crate) fn peers() -> Vec<Peer> {
    let table = std::fs::read_to_string(folder().join("counts.tsv")).expect("the counts");
    let lines = table.lines().skip(1);
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            Peer {
                name: cells[0].to_owned(),
                tool: cells[2].to_owned(),
                slots: cells[3].parse().expect("a number of slots"),
                epilogue: cells[5].to_owned(),
            }
        })
        .collect()
}

/// The peer's computation in ESSL.
pub(crate) fn source(peer: &Peer) -> Source {
    let name = format!("{}.vert", peer.name);
    let text = std::fs::read_to_string(folder().join(&name)).expect("a shader");
    Source::new(name, Stage::Vertex, text)
}

/// What the compiler makes of it.
pub(crate) fn stats(peer: &Peer) -> Stats {
    let mut compiler = Compiler::new(find_target("nv2a").expect("the target"));
    compiler.options.position = peer.position();
    let compilation = compiler.compile(&source(peer));
    let compiled = compilation
        .result
        .unwrap_or_else(|| panic!("{}: {:#?}", peer.name, compilation.diagnostics));
    compiled.reflection.stats
}

/// A line of the table.
pub(crate) fn row(peer: &Peer, stats: &Stats) -> String {
    format!(
        "| {} | {} | {} | {} | {} | {} |\n",
        peer.name,
        peer.tool,
        peer.slots,
        stats.instructions,
        stats.more["paired"],
        stats
            .schedule_bound
            .map_or_else(|| "–".to_owned(), |bound| bound.to_string())
    )
}
