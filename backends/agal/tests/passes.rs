//! Passes by themselves: `tests/mir/*.mir` hold input and expected result (`retroshade_kit::mir::testing`),
//! and what any pass leaves prints and parses.

use retroshade_agal::isa::{Meaning, TABLE};
use retroshade_agal::machine::{Stage3d, constant};
use retroshade_agal::select::{self, Context, Sharing, Vectorize};
use retroshade_agal::{AGAL1, AGAL2, CONDITIONALS, FINISH, NARROW, PIPELINE, SPREAD};
use retroshade_ir::Stage;
use retroshade_ir::generate::{Knobs, sample};
use retroshade_ir::pass::{After, Hooks, Seen};
use retroshade_kit::mir::{Machine, testing};
use retroshade_kit::target::{Options, Target};
use retroshade_testing::expect_file;
use std::cell::Cell;
use std::path::Path;

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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mir");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let result = testing::with_result(&text, select::ALL, &context());
        let result = result.unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        wrong.extend(expect_file(&path, &result).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

#[test]
fn every_pass_has_a_file_and_a_place_in_a_pipeline() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mir");
    let lists = [PIPELINE, FINISH, SPREAD, NARROW, CONDITIONALS];
    let listed: Vec<_> = lists.into_iter().flatten().collect();
    for pass in select::ALL {
        let file = folder.join(pass.name).with_extension("mir");
        assert!(file.exists(), "{}", file.display());
        let is_listed = listed.iter().any(|other| other.name == pass.name);
        assert!(is_listed, "{}", pass.name);
    }
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
        let mut look = |name: &'static str, seen: Seen<'_>| {
            if seen.shader().is_none() {
                dumps += 1;
                let checked = testing::parses_back::<Stage3d>(&seen.to_string());
                checked.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            }
        };
        let mut hooks = Hooks {
            print_after: After::All,
            look: Some(&mut look),
            ..Hooks::default()
        };
        // What does not fit the chip is refused after the passes or between them.
        let target = [&AGAL1, &AGAL2][seed as usize / 2 % 2];
        let shader = sample(seed, &knobs).shader;
        let _ = target.compile_watched(shader, &Options::default(), &mut hooks);
    }
    assert!(dumps > 300, "{dumps}");
}

#[test]
fn the_example_of_the_documentation_is_a_program() {
    let page = include_str!("../../../docs/machine-ir.md");
    let (_, example) = page.split_once("```text\nmir agal").expect("an example");
    let (example, _) = example.split_once("```").expect("its end");
    testing::parses_back::<Stage3d>(&format!("mir agal{example}")).unwrap();
}
