//! What programs make of positions for the hardware behind them.

use crate::subject::Subject;
use retroshade_ir::Stage;
use retroshade_kit::reflect::{Constant, Number};
use retroshade_kit::target::{Options, Position};
use retroshade_prove::{Verdict, prove};

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
                if options.settings.is_empty() {
                    let (compiled, position) = (&subject.compiled, options.position);
                    let (shader, record) = (&subject.shader, &compiled.reflection);
                    let same = prove(shader, subject.target, subject.binary(), record, position);
                    assert_eq!(same, verdict, "{place}");
                }
            }
        }
    }
}

/// Colours are limited behind vertex programs, so that a program may limit them, and coordinates are not. On the 3DS what is
/// below 0 counts by its size.
#[test]
fn colours_are_limited() {
    for (target, colour, coordinate, limited) in [
        (
            "pica200",
            ".out - color o1\n.setf c90(1.0, 1.0, 1.0, 1.0)\n",
            ".out - texcoord0 o1.xy\n.setf c90(1.0, 1.0, 1.0, 1.0)\n",
            "min o1, c90.x, v1",
        ),
        ("nv2a", "", "", "max oD0, v14, c[150].x"),
    ] {
        for (name, declared, is_colour) in
            [("vColor", colour, true), ("vTexCoord", coordinate, false)]
        {
            let ty = if is_colour { "vec4" } else { "vec2" };
            let value = if is_colour { "q" } else { "q.xy" };
            let text = format!(
                "attribute vec4 p, q; varying {ty} {name}; void main() {{ gl_Position = p; {name} = {value}; }}"
            );
            let options = Options {
                position: Position::Clip,
                ..Options::default()
            };
            let subject = Subject::with(target, Stage::Vertex, &text, options).unwrap();
            let subject = subject.recorded(|record| {
                record.constants.push(Constant {
                    register: "c150".to_owned(),
                    file: "c".to_owned(),
                    index: 150,
                    value: vec![Number(0.0); 4],
                    ..Constant::default()
                });
            });
            let program = match target {
                "nv2a" => format!(
                    "mov oPos, v13\n{}",
                    if is_colour {
                        limited.to_owned()
                    } else {
                        limited.replace("oD0", "oT0.xy")
                    }
                ),
                _ => format!(
                    ".out - position o0\n{declared}.proc main\nmov o0, v0\n{}\nend\n.end\n",
                    if is_colour {
                        limited.to_owned()
                    } else {
                        limited.replace("o1,", "o1.xy,")
                    }
                ),
            };
            let verdict = subject.assembled(&program).unwrap().verdict();
            assert_eq!(verdict.is_proof(), is_colour, "{target} {name}: {verdict}");
        }
    }
}
