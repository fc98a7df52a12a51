//! Programs on which a target once failed, small and with their data, on every target at every level.

use retroshade::{LanguageOptions, Optimize, Source, Stage, targets};
use retroshade_diagnostics::FileId;
use retroshade_fuzz::judge::LEVELS;
use retroshade_fuzz::variants::{Beside, Original, Variant};
use retroshade_fuzz::{Judge, Verdict};
use retroshade_ir::random::Random;
use retroshade_ir::run::RunInputs;
use std::fs;
use std::path::Path;

#[test]
fn what_failed_once_does_not_fail_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let (mut right, mut faults) = (0, Vec::new());
    for path in paths {
        let stage = match path.extension().and_then(|extension| extension.to_str()) {
            Some("vert") => Stage::Vertex,
            Some("frag") => Stage::Fragment,
            _ => continue,
        };
        let text = fs::read_to_string(&path).unwrap();
        let data = fs::read_to_string(path.with_extension("json")).unwrap();
        let inputs = RunInputs::from_json(&data, FileId(0)).unwrap();
        let name = path.file_name().unwrap().display();
        let judge = Judge::of_text(stage, &text, &inputs)
            .unwrap_or_else(|failure| panic!("{name}: {failure}"));
        for &target in targets() {
            for level in LEVELS {
                if !judge.suits(target) {
                    continue;
                }
                match judge.on(target, level) {
                    Verdict::Right | Verdict::Rounded => right += 1,
                    Verdict::Refused(_) => {}
                    Verdict::Failed(failure) => faults.push(format!("{name}: {failure}")),
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(right >= 20, "targets refuse too much: {right}");
}

#[test]
fn rewritten_shaders_give_the_same() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let (mut same, mut faults) = (0, Vec::new());
    for (name, stage) in [
        ("phong.frag", Stage::Fragment),
        ("water.frag", Stage::Fragment),
        ("cube.vert", Stage::Vertex),
        ("skinning.vert", Stage::Vertex),
    ] {
        let text = fs::read_to_string(examples.join(name)).unwrap();
        let source = Source::new(name, stage, text);
        let text = LanguageOptions::default()
            .preprocess(&source)
            .result
            .unwrap();
        let mut random = Random::new(0);
        let original = Original::new(stage, &text, &mut random).unwrap();
        for variant in Variant::ALL {
            let text = variant.of(stage, &text, &mut random).unwrap();
            original.interpreted(&text).unwrap();
            for target in targets()
                .iter()
                .filter(|target| target.runs_programs(stage))
            {
                match original.beside(&text, *target, Optimize::Normal) {
                    Beside::Same => same += 1,
                    Beside::Refused(_) => {}
                    Beside::Failed(failure) => {
                        faults.push(format!("{name}, {variant:?}: {failure}"))
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(same > 50, "{same}");
}
