//! Passes by themselves: `tests/mir/*.mir` hold input and expected result (`retroshade_kit::mir::testing`),
//! and what any pass leaves prints and parses.

use retroshade_ir::Stage;
use retroshade_kit::mir::{Machine, testing};
use retroshade_pica200::isa::{Comparison, Meaning, TABLE};
use retroshade_pica200::machine::{Question, VertexUnit};
use retroshade_pica200::select::{self, Settings};
use retroshade_pica200::{EQUATE, FINISH, PICA200, PIPELINE, PLAIN};
use retroshade_testing::expect_files;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mir")
}

#[test]
fn files() {
    let settings = Settings {
        optimize: true,
        ..Settings::default()
    };
    let found = testing::files(&folder(), select::ALL, &settings);
    expect_files(&found.unwrap_or_else(|fault| panic!("{fault}")));
}

#[test]
fn every_pass_has_a_file_and_a_place_in_a_pipeline() {
    let pipelines = [&[PIPELINE, EQUATE], FINISH.as_slice()].concat();
    let lacking = testing::without_file_or_pipeline(&folder(), select::ALL, &pipelines);
    assert_eq!(lacking, [""; 0]);
}

#[test]
fn a_plain_program_goes_through_a_part_of_the_pipeline() {
    let mut rest = PIPELINE.iter();
    for pass in PLAIN {
        assert!(rest.any(|other| other.name == pass.name), "{}", pass.name);
    }
}

#[test]
fn names_of_opcodes_and_conditions_are_theirs_alone() {
    for row in TABLE.rows {
        let is_plain = !matches!(
            row.info.meaning,
            Meaning::Control | Meaning::Compare | Meaning::Address
        );
        let found = VertexUnit::opcode(VertexUnit::name(row.info.opcode));
        assert_eq!(found.is_some(), is_plain, "{}", row.name);
    }
    let comparisons = Comparison::ALL.into_iter().map(Question::Compare);
    for question in comparisons.chain((0..16).map(Question::Boolean)) {
        let found = VertexUnit::condition(VertexUnit::condition_name(question));
        assert_eq!(found.map(|(other, _)| other), Some(question));
    }
}

#[test]
fn every_dump_parses_back() {
    testing::every_dump_parses_back::<VertexUnit>(|_| (&PICA200, Stage::Vertex), 500);
}

#[test]
fn the_example_of_the_documentation_is_a_program() {
    let page = include_str!("../../../../docs/machine-ir.md");
    let example = testing::example::<VertexUnit>(page).expect("an example");
    testing::parses_back::<VertexUnit>(&example).unwrap();
}
