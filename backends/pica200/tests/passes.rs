//! Passes by themselves: `tests/mir/*.mir` hold input and expected result (`retroshade_kit::mir::testing`),
//! and what any pass leaves prints and parses.

use retroshade_ir::Stage;
use retroshade_ir::generate::{Knobs, sample};
use retroshade_ir::pass::{After, Hooks, Seen};
use retroshade_kit::mir::{Machine, testing};
use retroshade_kit::target::{Options, Target};
use retroshade_pica200::isa::{Comparison, Reads, TABLE};
use retroshade_pica200::machine::{Question, VertexUnit};
use retroshade_pica200::select::{self, Settings};
use retroshade_pica200::{FINISH, PICA200, PIPELINE, PLAIN};
use retroshade_testing::expect_file;
use std::path::Path;

#[test]
fn files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mir");
    let settings = Settings {
        optimize: true,
        lighting: true,
        ..Settings::default()
    };
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let result = testing::with_result(&text, select::ALL, &settings);
        let result = result.unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        wrong.extend(expect_file(&path, &result).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

#[test]
fn every_pass_has_a_file_and_a_place_in_a_pipeline() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mir");
    let listed: Vec<_> = PIPELINE
        .iter()
        .chain(FINISH.into_iter().flatten())
        .collect();
    for pass in select::ALL {
        let file = folder.join(pass.name).with_extension("mir");
        assert!(file.exists(), "{}", file.display());
        let is_listed = listed.iter().any(|other| other.name == pass.name);
        assert!(is_listed, "{}", pass.name);
    }
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
            row.info.reads,
            Reads::None | Reads::Compare | Reads::Address
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
    let knobs = Knobs {
        stage: Some(Stage::Vertex),
        operations: 20,
        ..Knobs::default()
    };
    let mut dumps = 0;
    for seed in 0..40 {
        let mut look = |name: &'static str, seen: Seen<'_>| {
            if seen.shader().is_none() {
                dumps += 1;
                let checked = testing::parses_back::<VertexUnit>(&seen.to_string());
                checked.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            }
        };
        let mut hooks = Hooks {
            print_after: After::All,
            look: Some(&mut look),
            ..Hooks::default()
        };
        // What does not fit the chip is refused after the passes or between them.
        let shader = sample(seed, &knobs).shader;
        let _ = PICA200.compile_watched(shader, &Options::default(), &mut hooks);
    }
    assert!(dumps > 500, "{dumps}");
}

#[test]
fn the_example_of_the_documentation_is_a_program() {
    let page = include_str!("../../../docs/machine-ir.md");
    let (_, example) = page.split_once("```text\nmir pica200").expect("an example");
    let (example, _) = example.split_once("```").expect("its end");
    testing::parses_back::<VertexUnit>(&format!("mir pica200{example}")).unwrap();
}
