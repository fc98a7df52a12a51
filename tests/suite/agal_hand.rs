//! Programs that the authors of Flash engines wrote by hand, and what the compiler makes of the same
//! computation: at most as many tokens and temporaries.

use retroshade::{Compiler, Source, Stage, find_target};
use retroshade_testing::expect_part;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- hand-written programs: printed by tests/suite/agal_hand.rs -->\n";
const END: &str = "<!-- end of hand-written programs -->\n";

/// A line of `counts.tsv`.
struct Peer {
    file: String,
    engine: String,
    tokens: u64,
    temporaries: u64,
}

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn peers() -> Vec<Peer> {
    let table = repository().join("tests/agal-hand/counts.tsv");
    let table = std::fs::read_to_string(table).expect("the counts");
    let peers = table.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let number = |cell: usize| cells[cell].parse().expect("a number");
        Peer {
            file: cells[0].to_owned(),
            engine: cells[1].to_owned(),
            tokens: number(3),
            temporaries: number(4),
        }
    });
    peers.collect()
}

fn source(file: &str) -> Source {
    let path = repository().join("tests/agal-hand").join(file);
    let text = std::fs::read_to_string(&path).expect("a shader");
    let stage = match path.extension().and_then(|extension| extension.to_str()) {
        Some("vert") => Stage::Vertex,
        _ => Stage::Fragment,
    };
    Source::new(file, stage, text)
}

#[test]
fn peers_are_beaten_or_met() {
    let mut table = String::from(
        "| program | engine | tokens by hand | here | temporaries by hand | here |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for peer in peers() {
        let mut compiler = Compiler::new(find_target("agal1").expect("the target"));
        // As by hand: products written over their vectors, which AwayJS does not take.
        let settings = &mut compiler.options.settings;
        settings.insert("agal-profile".to_owned(), "flash".to_owned());
        let compilation = compiler.compile(&source(&peer.file));
        let compiled = compilation.result.expect("a program");
        let stats = compiled.reflection.stats;
        let (tokens, temporaries) = (u64::from(stats.instructions), u64::from(stats.registers));
        assert!(
            tokens <= peer.tokens,
            "{}: {tokens} tokens, by hand {}",
            peer.file,
            peer.tokens
        );
        assert!(
            temporaries <= peer.temporaries,
            "{}: {temporaries} temporaries, by hand {}",
            peer.file,
            peer.temporaries
        );
        let _ = writeln!(
            table,
            "| {} | {} | {} | **{tokens}** | {} | **{temporaries}** |",
            peer.file, peer.engine, peer.tokens, peer.temporaries,
        );
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/agal.md");
    if let Err(problem) = expect_part(&page, BEGIN, END, &table) {
        panic!("{problem}\nto accept: RETROSHADE_BLESS=1 cargo test --test suite agal_hand");
    }
}
