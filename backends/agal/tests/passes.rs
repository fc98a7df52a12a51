//! Passes by themselves: `tests/mir/*.mir` hold input and expected result (`retroshade_kit::mir::testing`),
//! and what any pass leaves prints and parses.

use retroshade_agal::isa::{Meaning, TABLE};
use retroshade_agal::machine::{Stage3d, constant};
use retroshade_agal::select::{self, Context, Sharing, Vectorize};
use retroshade_agal::{AGAL1, AGAL2, CONDITIONALS, FINISH, NARROW, PIPELINE, SPREAD};
use retroshade_ir::Stage;
use retroshade_ir::generate::{Knobs, sample};
use retroshade_kit::mir::{Machine, testing};
use retroshade_testing::expect_file;
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
    let found = found.unwrap_or_else(|fault| panic!("{fault}"));
    let wrong: Vec<_> = found
        .iter()
        .filter_map(|(path, text)| expect_file(path, text).err())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.concat());
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
    let mut dumps = 0;
    for seed in 0..40 {
        let knobs = Knobs {
            stage: Some([Stage::Vertex, Stage::Fragment][seed as usize % 2]),
            operations: 20,
            ..Knobs::default()
        };
        let target = [&AGAL1, &AGAL2][seed as usize / 2 % 2];
        let found = testing::dumps_parse_back::<Stage3d>(target, sample(seed, &knobs).shader);
        dumps += found.unwrap_or_else(|fault| panic!("{fault}"));
    }
    assert!(dumps > 300, "{dumps}");
}

#[test]
fn the_example_of_the_documentation_is_a_program() {
    let page = include_str!("../../../docs/machine-ir.md");
    let example = testing::example::<Stage3d>(page).expect("an example");
    testing::parses_back::<Stage3d>(&example).unwrap();
}
