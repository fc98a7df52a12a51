//! Programs that people run on the original Xbox, and what the compiler makes of the same
//! computation: fewer slots than compilers need, at most as many as people and the XDK.

use retroshade::{Compiler, Position, Source, Stage, find_target};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- hand-made programs: printed by tests/nv2a_hand.rs -->\n";
const END: &str = "<!-- end of hand-made programs -->\n";

/// A line of `counts.tsv`.
struct Peer {
    name: String,
    tool: String,
    slots: u64,
    epilogue: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn peers(folder: &Path) -> Vec<Peer> {
    let table = std::fs::read_to_string(folder.join("counts.tsv")).expect("the counts");
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

/// Slots, and slots in which both units work.
fn compile(folder: &Path, peer: &Peer) -> (u64, u64) {
    let name = format!("{}.vert", peer.name);
    let text = std::fs::read_to_string(folder.join(&name)).expect("a shader");
    let mut compiler = Compiler::new(find_target("nv2a").expect("the target"));
    // What the peer ends with: some do their own division inside the shader.
    compiler.options.position = match peer.epilogue.as_str() {
        "screen" => Position::Native,
        "divide" => Position::Divide,
        _ => Position::Clip,
    };
    let compilation = compiler.compile(&Source::new(&*name, Stage::Vertex, text));
    let compiled = compilation
        .result
        .unwrap_or_else(|| panic!("{name}: {:#?}", compilation.diagnostics));
    let stats = compiled.reflection.stats;
    (stats.instructions.into(), stats.more["paired"])
}

#[test]
fn peers_are_beaten_or_met() {
    let folder = root().join("tests/nv2a-hand");
    let mut table = String::from(
        "| program | peer | its slots | slots | of them paired |\n| --- | --- | --- | --- | --- |\n",
    );
    for peer in peers(&folder) {
        let (slots, paired) = compile(&folder, &peer);
        let compiler_made = peer.tool.starts_with("cgc");
        let most = if compiler_made {
            peer.slots - 1
        } else {
            peer.slots
        };
        assert!(
            slots <= most,
            "{}: {slots} slots, the peer has {}",
            peer.name,
            peer.slots
        );
        let _ = writeln!(
            table,
            "| {} | {} | {} | {slots} | {paired} |",
            peer.name, peer.tool, peer.slots
        );
    }
    let path = root().join("docs/nv2a.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("where the table begins");
    let (found, after) = rest.split_once(END).expect("where the table ends");
    if std::env::var_os("RETROSHADE_BLESS").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}"))
            .expect("a writable page");
        return;
    }
    assert_eq!(
        found, table,
        "RETROSHADE_BLESS=1 cargo test --test nv2a_hand"
    );
}
