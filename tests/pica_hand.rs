//! Programs that people wrote by hand for the 3DS, and what the compiler makes of the same
//! computation: at most as many words, and at most those of a better version where one is known.

use retroshade::ir::run::compare::compare;
use retroshade::ir::run::{Expected, InputData, RunInputs, UniformData};
use retroshade::ir::{Shader, Shape, eval};
use retroshade::kit::machine;
use retroshade::{Binary, Compiled, Compiler, LanguageOptions, Source, Stage, Target, find_target};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- hand-written programs: printed by tests/pica_hand.rs -->\n";
const END: &str = "<!-- end of hand-written programs -->\n";

/// A line of `counts.tsv`.
struct Peer {
    file: String,
    origin: String,
    words: u64,
    best_known: Option<u64>,
    /// Words of the public way through SPIR-V without the `end` it forgets; `None` where that fails.
    translated: Option<u64>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pica-hand")
}

fn target() -> &'static dyn Target {
    find_target("pica200").expect("the target")
}

fn peers() -> Vec<Peer> {
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

fn source(peer: &Peer) -> Source {
    let text = std::fs::read_to_string(folder().join(&peer.file)).expect("a shader");
    Source::new(&*peer.file, Stage::Vertex, text)
}

fn compile(peer: &Peer) -> Compiled {
    let compilation = Compiler::new(target()).compile(&source(peer));
    let problems = compilation.diagnostics;
    compilation
        .result
        .unwrap_or_else(|| panic!("{}: {problems:#?}", peer.file))
}

fn cell(number: Option<u64>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| number.to_string())
}

#[test]
fn peers_are_beaten_or_met() {
    let mut table = String::from(
        "| program | by hand | best known | through SPIR-V | here |\n\
         | --- | --- | --- | --- | --- |\n",
    );
    for peer in peers() {
        let words = u64::from(compile(&peer).reflection.stats.words);
        let most = peer
            .best_known
            .map_or(peer.words, |best| best.min(peer.words));
        assert!(
            words <= most,
            "{}: {words} words, the peer has {most}",
            peer.file
        );
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} | **{words}** |",
            peer.origin,
            peer.words,
            cell(peer.best_known),
            cell(peer.translated.map(|words| words + 1)),
        );
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pica200.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("where the table begins");
    let (found, after) = rest.split_once(END).expect("where the table ends");
    if std::env::var_os("RETROSHADE_BLESS").is_some() {
        let page = format!("{before}{BEGIN}{table}{END}{after}");
        std::fs::write(&path, page).expect("a writable page");
        return;
    }
    assert_eq!(
        found, table,
        "RETROSHADE_BLESS=1 cargo test --test pica_hand"
    );
}

/// Numbers that look arbitrary and are the same in every run.
struct Numbers(u32);

impl Numbers {
    /// From -2 to 2; bone indices are whole numbers, and each bone takes three of 84 registers.
    fn row(&mut self, name: &str, shape: Shape) -> Vec<f32> {
        let count = usize::from(shape.rows) * usize::from(shape.columns);
        let mut next = || {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (self.0 >> 16) as f32 / 16384.0 - 2.0
        };
        let count = count * shape.elements() as usize;
        let numbers = (0..count).map(|_| next());
        if name.ends_with("Index") {
            return numbers
                .map(|number| (number.abs() * 13.9).floor())
                .collect();
        }
        numbers.collect()
    }
}

fn inputs(shader: &Shader, seed: u32) -> RunInputs {
    let mut numbers = Numbers(seed);
    let mut inputs = RunInputs::default();
    for variable in shader.interface.uniforms.values() {
        let value = numbers.row(&variable.name, variable.shape);
        let data = UniformData { shape: None, value };
        inputs.uniforms.insert(variable.name.clone(), data);
    }
    for variable in shader.interface.inputs.values() {
        let row = |_| numbers.row(&variable.name, variable.shape);
        let values = (0..16).map(row).collect();
        let data = InputData {
            shape: None,
            values,
        };
        inputs.attributes.insert(variable.name.clone(), data);
    }
    inputs
}

#[test]
fn their_code_computes_what_the_shaders_say() {
    for peer in peers() {
        let shader = LanguageOptions::default().lower(&source(&peer)).result;
        let shader = shader.expect("a right shader");
        let compiled = compile(&peer);
        let program = Binary {
            bytes: &compiled.binary,
            container: None,
            stage: Some(Stage::Vertex),
            side_files: &compiled.side_files,
        };
        for seed in 0..8 {
            let inputs = inputs(&shader, seed);
            let wanted = eval::run(&shader, &inputs).expect("a run");
            let found = machine::run(target(), program, &compiled.reflection, &inputs);
            let found = found.unwrap_or_else(|faults| panic!("{}: {faults:#?}", peer.file));
            let expected = Expected {
                outputs: wanted.outputs,
                ..Expected::default()
            };
            let comparison = compare(&expected, &found, target().tolerance(false));
            assert!(comparison.compared > 0, "{}", peer.file);
            assert!(
                comparison.agrees(),
                "{}: {:#?}",
                peer.file,
                comparison.differences
            );
        }
    }
}
