//! Passes by themselves: `tests/mir/*.mir` hold input and expected result (`retroshade_kit::mir::testing`),
//! and what any pass leaves prints and parses.

use retroshade_diagnostics::FileId;
use retroshade_ir::Stage;
use retroshade_kit::mir::{Dag, Machine, View, parse, testing, verify};
use retroshade_nv2a::interface;
use retroshade_nv2a::isa::{ILU_TABLE, Ilu, MAC_TABLE, Mac};
use retroshade_nv2a::machine::{Operation, VertexUnit};
use retroshade_nv2a::{FINISH, JOINS, NV2A, PIPELINE, REWRITES, select};
use retroshade_testing::expect_files;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mir")
}

#[test]
fn files() {
    let found = testing::files(&folder(), select::ALL, &interface::constants());
    expect_files(&found.unwrap_or_else(|fault| panic!("{fault}")));
}

#[test]
fn every_pass_has_a_file_and_a_place_in_a_pipeline() {
    let pipelines = [&[REWRITES, PIPELINE, JOINS], FINISH.as_slice()].concat();
    let lacking = testing::without_file_or_pipeline(&folder(), select::ALL, &pipelines);
    assert_eq!(lacking, [""; 0]);
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
    testing::every_dump_parses_back::<VertexUnit>(|_| (&NV2A, Stage::Vertex), 500);
}

#[test]
fn the_example_of_the_documentation_is_a_program() {
    let page = include_str!("../../../../docs/machine-ir.md");
    let example = testing::example::<VertexUnit>(page).expect("an example");
    let program = parse::<VertexUnit>(&example, FileId(0)).expect("a program");
    verify(&program).expect("a program without faults");
    let view = View::of(&program).expect("operands that read one register");
    let dag = Dag::of(&view);
    // The reciprocal reads back what the product wrote, and waits for it; so does the last sum. The last task sets
    // the address register that the third instruction needs.
    let heights: Vec<u32> = dag.graph.heights().values().copied().collect();
    assert_eq!(heights, [3, 2, 2, 1, 1, 3]);
}
