//! What programs make of positions for the hardware behind them.

use crate::subject::Subject;
use retroshade_ir::Stage;
use retroshade_kit::target::{Options, Position};
use retroshade_prove::Verdict;

const TEXT: &str = "attribute vec4 p; attribute float s; varying vec2 v; void main() { gl_Position = p; gl_PointSize = s; v = p.xy; }";

/// Programs for each way to compute positions are proved as what they are, and as nothing else.
#[test]
fn positions_are_part_of_proofs() {
    let ways = [Position::Native, Position::Clip, Position::Divide];
    let settings = [None, Some(("invert-y", "on")), Some(("clip-depth", "gl"))];
    for target in ["agal1", "nv2a", "pica200", "lima"] {
        let mut subjects: Vec<Subject> = Vec::new();
        for position in ways {
            for setting in settings {
                let mut options = Options {
                    position,
                    ..Options::default()
                };
                options
                    .settings
                    .extend(setting.map(|(name, value)| (name.to_owned(), value.to_owned())));
                let subject = Subject::with(target, Stage::Vertex, TEXT, options);
                // Where a setting changes nothing the programs are one.
                subjects.extend(subject.filter(|new| {
                    subjects
                        .iter()
                        .all(|old| old.compiled.binary != new.compiled.binary)
                }));
            }
        }
        assert!(subjects.len() >= 3, "{target}: {}", subjects.len());
        for (number, subject) in subjects.iter().enumerate() {
            for (other, options) in subjects.iter().map(|one| &one.options).enumerate() {
                let verdict = subject.verdict_on(&subject.shader, options);
                let place = format!("{target} {number} as {other}: {verdict}");
                assert_eq!(verdict.is_proof(), number == other, "{place}");
                assert!(!matches!(verdict, Verdict::Undecided(_)), "{place}");
            }
        }
    }
}
