//! Passes by themselves: `tests/mir/*.mir` hold input and expected result (`retroshade_kit::mir::testing`),
//! and what any pass leaves prints and parses.

use retroshade_agal::isa::{Meaning, TABLE};
use retroshade_agal::machine::{Stage3d, constant};
use retroshade_agal::select::{self, Context, Sharing, Vectorize};
use retroshade_agal::{AGAL1, AGAL2, CONDITIONALS, FINISH, NARROW, PIPELINE, SPREAD};
use retroshade_ir::Stage;
use retroshade_kit::mir::{Machine, testing};
use retroshade_kit::target::Target;
use retroshade_testing::expect_files;
use std::cell::Cell;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mir")
}

fn context() -> Context {
    // The second attribute has two components.
    let mut attributes = vec![4; 16];
    attributes[1] = 2;
    Context {
        target: "agal2",
        stage: Stage::Fragment,
        sharing: Sharing::Shared,
        attributes,
        vectorize: Vectorize::Aggressive,
        risky: Cell::new(false),
        free: ((10..20).map(constant).collect(), 64),
        split: true,
        repeats: 9,
    }
}

#[test]
fn files() {
    let found = testing::files(&folder(), select::ALL, &context());
    expect_files(&found.unwrap_or_else(|fault| panic!("{fault}")));
}

#[test]
fn every_pass_has_a_file_and_a_place_in_a_pipeline() {
    let pipelines = [PIPELINE, FINISH, SPREAD, NARROW, CONDITIONALS];
    let lacking = testing::without_file_or_pipeline(&folder(), select::ALL, &pipelines);
    assert_eq!(lacking, [""; 0]);
}

#[test]
fn names_of_opcodes_and_conditions_are_theirs_alone() {
    for row in TABLE.rows {
        let is_condition = row.info.is_if();
        let is_flow = is_condition || matches!(row.info.meaning, Meaning::Else | Meaning::EndIf);
        let found = Stage3d::opcode(row.name).map(|operation| operation.opcode);
        assert_eq!(found, (!is_flow).then_some(row.info.opcode));
        let found = Stage3d::condition(row.name).map(|(opcode, _)| opcode);
        assert_eq!(found, is_condition.then_some(row.info.opcode));
    }
}

#[test]
fn every_dump_parses_back() {
    let of = |seed: u64| {
        let target: &'static dyn Target = [&AGAL1, &AGAL2][seed as usize / 2 % 2];
        (target, [Stage::Vertex, Stage::Fragment][seed as usize % 2])
    };
    testing::every_dump_parses_back::<Stage3d>(of, 300);
}

#[test]
fn the_example_of_the_documentation_is_a_program() {
    let page = include_str!("../../../../docs/machine-ir.md");
    let example = testing::example::<Stage3d>(page).expect("an example");
    testing::parses_back::<Stage3d>(&example).unwrap();
}
