//! Passes by themselves: `tests/mir/*.mir` hold input and expected result (`retroshade_kit::mir::testing`),
//! and what any pass leaves prints and parses.

use retroshade_ir::Stage;
use retroshade_ir::generate::{Knobs, sample};
use retroshade_ir::pass::{After, Hooks};
use retroshade_kit::mir::{Machine, testing};
use retroshade_kit::target::{Options, Target};
use retroshade_lima::pp::code::{Condition, Coordinate, Lookup, Projection};
use retroshade_lima::pp::isa::OutMod;
use retroshade_lima::pp::machine::{FragmentProcessor, Kind, Opcode, Target as Memory};
use retroshade_lima::{LIMA, gp, pp};
use retroshade_testing::expect_files;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mir")
}

#[test]
fn files() {
    let found = testing::files(&folder(), pp::passes::ALL, &());
    expect_files(&found.unwrap_or_else(|fault| panic!("{fault}")));
}

#[test]
fn every_pass_has_a_file_and_a_place_in_a_pipeline() {
    let lacking = testing::without_file_or_pipeline(&folder(), pp::passes::ALL, &[pp::PIPELINE]);
    assert_eq!(lacking, [""; 0]);
}

#[test]
fn names_and_payloads_of_opcodes_are_theirs_alone() {
    let lookup = Lookup {
        sampler: 3,
        cube: false,
        coordinate: Coordinate::Varying {
            index: 2,
            upper: true,
        },
        projection: Projection::W,
        level: Some(false),
        indexed: true,
    };
    let cube = Lookup {
        cube: true,
        coordinate: Coordinate::Value,
        projection: Projection::None,
        level: Some(true),
        ..lookup
    };
    let place = Memory {
        number: 8190,
        indexed: true,
    };
    let mut kinds = vec![
        Kind::Lookup(lookup),
        Kind::Lookup(cube),
        Kind::Store(place),
        Kind::StoreLane(place, 2),
        Kind::Discard(Condition::ALWAYS),
        Kind::Discard(Condition(5)),
    ];
    let names = "mov mul mul_d16 add ge fract dFdy sum select_ge rcp cos atan_pt1 atan2_pt1 atan_pt2 varying \
                 varying_indexed frag_coord front_facing frame_color frame_depth discard_le";
    kinds.extend(names.split(' ').map(|name| {
        let found = FragmentProcessor::opcode(name);
        found.unwrap_or_else(|| panic!("{name}")).kind
    }));
    for kind in kinds {
        for modifier in OutMod::ALL {
            let code = Opcode { kind, modifier };
            let mut again = FragmentProcessor::opcode(FragmentProcessor::name(code)).unwrap();
            if let Some(payload) = FragmentProcessor::payload(code) {
                again = FragmentProcessor::with_payload(again, &payload).unwrap();
            }
            assert_eq!(again, code);
        }
    }
    assert_eq!(FragmentProcessor::opcode("discard_never"), None);
    assert_eq!(
        FragmentProcessor::with_payload(FragmentProcessor::COPY, "v1"),
        None
    );
    for bits in 1..7 {
        let name = FragmentProcessor::condition_name(Condition(bits));
        assert_eq!(
            FragmentProcessor::condition(name),
            Some((Condition(bits), 2))
        );
    }
}

#[test]
fn every_dump_parses_back() {
    testing::every_dump_parses_back::<FragmentProcessor>(|_| (&LIMA, Stage::Fragment), 100);
}

/// The vertex processor's passes are seen, too; their text is one of its own.
#[test]
fn passes_of_vertex_programs_are_seen() {
    let knobs = Knobs {
        stage: Some(Stage::Vertex),
        operations: 20,
        ..Knobs::default()
    };
    let mut seen = Vec::new();
    let mut look = |name: &'static str, unit: retroshade_ir::pass::Seen<'_>| {
        if unit.shader().is_none() {
            seen.push((name, unit.to_string()));
        }
    };
    let mut hooks = Hooks {
        print_after: After::All,
        stop_after: Some("place_literals".to_owned()),
        look: Some(&mut look),
        ..Hooks::default()
    };
    let shader = sample(1, &knobs).shader;
    let compiled = LIMA.compile_watched(shader, &Options::default(), &mut hooks);
    assert!(compiled.unwrap().is_none());
    let names: Vec<&str> = seen.iter().map(|(name, _)| *name).collect();
    let listed: Vec<&str> = gp::PIPELINE.iter().map(|pass| pass.name).collect();
    assert_eq!(names, listed);
    assert!(seen.iter().all(|(_, text)| text.contains(" -> ")));
}

#[test]
fn the_example_of_the_documentation_is_a_program() {
    let page = include_str!("../../../../docs/machine-ir.md");
    let example = testing::example::<FragmentProcessor>(page).expect("an example");
    testing::parses_back::<FragmentProcessor>(&example).unwrap();
}
