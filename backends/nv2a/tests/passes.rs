//! Passes by themselves: `tests/mir/*.mir` hold input and expected result (`retroshade_kit::mir::testing`),
//! and what any pass leaves prints and parses.

use retroshade_diagnostics::FileId;
use retroshade_ir::Stage;
use retroshade_ir::generate::{Knobs, sample};
use retroshade_ir::pass::{After, Hooks, Seen};
use retroshade_kit::mir::{Dag, Machine, View, parse, testing, verify};
use retroshade_kit::target::{Options, Target};
use retroshade_nv2a::interface::ConstantMap;
use retroshade_nv2a::isa::{ILU_TABLE, Ilu, MAC_TABLE, Mac};
use retroshade_nv2a::machine::{Operation, VertexUnit};
use retroshade_nv2a::{FINISH, NV2A, PIPELINE, REWRITES, select};
use retroshade_testing::expect_file;
use std::path::Path;

#[test]
fn files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mir");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let result = testing::with_result(&text, select::ALL, &ConstantMap::default());
        let result = result.unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        wrong.extend(expect_file(&path, &result).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

#[test]
fn every_pass_has_a_file_and_a_place_in_a_pipeline() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mir");
    let listed: Vec<_> = [REWRITES, PIPELINE]
        .into_iter()
        .chain(FINISH)
        .flatten()
        .collect();
    for pass in select::ALL {
        let file = folder.join(pass.name).with_extension("mir");
        assert!(file.exists(), "{}", file.display());
        assert!(
            listed.iter().any(|other| other.name == pass.name),
            "{}",
            pass.name
        );
    }
}

#[test]
fn names_of_opcodes_are_theirs_alone() {
    let mac = MAC_TABLE.rows.iter().map(|row| row.info.op);
    let mac = mac
        .filter(|op| !matches!(op, Mac::Mov | Mac::Arl))
        .map(Operation::Mac);
    let ilu = ILU_TABLE.rows.iter().map(|row| row.info.op);
    let ilu = ilu.filter(|op| *op != Ilu::Mov).map(Operation::Ilu);
    let free = [Operation::Move, Operation::Positive, Operation::One];
    for op in mac.chain(ilu).chain(free) {
        assert_eq!(VertexUnit::opcode(VertexUnit::name(op)), Some(op));
    }
}

#[test]
fn every_dump_parses_back() {
    let knobs = Knobs {
        stage: Some(Stage::Vertex),
        operations: 20,
        ..Knobs::default()
    };
    let mut dumps = 0;
    for seed in 0..40 {
        let mut look = |name: &'static str, seen: Seen<'_>| {
            if seen.shader().is_some() {
                return;
            }
            dumps += 1;
            let checked = testing::parses_back::<VertexUnit>(&seen.to_string());
            checked.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        };
        let mut hooks = Hooks {
            print_after: After::All,
            look: Some(&mut look),
            ..Hooks::default()
        };
        // What does not fit the chip is refused after the passes or between them.
        let shader = sample(seed, &knobs).shader;
        let _ = NV2A.compile_watched(shader, &Options::default(), &mut hooks);
    }
    assert!(dumps > 500, "{dumps}");
}

#[test]
fn the_example_of_the_documentation_is_a_program() {
    let page = include_str!("../../../docs/machine-ir.md");
    let (_, example) = page.split_once("```text\nmir nv2a").expect("an example");
    let (example, _) = example.split_once("```").expect("its end");
    let program = parse::<VertexUnit>(&format!("mir nv2a{example}"), FileId(0)).expect("a program");
    verify(&program).expect("a program without faults");
    let view = View::of(&program).expect("operands that read one register");
    let dag = Dag::of(&view);
    assert_eq!(dag.topological().len(), view.ops.len());
    // The reciprocal reads back what the product wrote, and waits for it; so does the last sum.
    let heights: Vec<u32> = dag.heights(2).values().copied().collect();
    assert_eq!(heights, [3, 2, 2, 1, 1]);
}
