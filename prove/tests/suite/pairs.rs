//! Pairs: both programs, and the registers between them.

use crate::subject::{Subject, target};
use retroshade_ir::Stage;
use retroshade_kit::target::Options;
use retroshade_prove::{Half, Verdict, prove_pair};

fn half(subject: &Subject) -> Half<'_> {
    Half {
        shader: &subject.shader,
        binary: subject.binary(),
        reflection: &subject.compiled.reflection,
    }
}

/// The verdicts on a pair of bodies that hand on what these declarations say.
fn verdicts(name: &str, written: &str, read: &str, body: &str) -> [Verdict; 2] {
    let vertex =
        format!("attribute vec4 p, q; {written} void main() {{ gl_Position = p; a = q; b = p; }}");
    let fragment =
        format!("precision highp float; {read} void main() {{ gl_FragColor = {body}; }}");
    let vertex = Subject::new(name, Stage::Vertex, &vertex);
    let fragment = Subject::new(name, Stage::Fragment, &fragment);
    let options = Options::default();
    prove_pair(target(name), half(&vertex), half(&fragment), &options)
}

#[test]
fn varyings_are_in_the_same_registers() {
    let written = "varying vec4 a, b;";
    for name in ["agal1", "lima"] {
        let same = verdicts(name, written, "varying vec4 a, b;", "a + b * 0.5");
        assert_eq!(same, [Verdict::Proved, Verdict::Proved], "{name}");
        let fewer = verdicts(name, written, "varying vec4 a;", "a * 0.5");
        assert_eq!(fewer, [Verdict::Proved, Verdict::Proved], "{name}");
        let [first, second] = verdicts(name, written, "varying vec4 b, a;", "b * 0.5");
        assert_eq!(first, Verdict::Proved, "{name}");
        let sentence = second.to_string();
        assert_eq!(
            sentence, "undecided: the programs have the varying b in different registers",
            "{name}"
        );
        let [first, second] = verdicts(name, written, "varying vec4 c;", "c * 0.5");
        assert_eq!(first, Verdict::Proved, "{name}");
        let sentence = second.to_string();
        assert_eq!(
            sentence, "undecided: the vertex program does not have the varying c",
            "{name}"
        );
    }
}

#[test]
fn faults_of_either_program_are_noticed() {
    let text = "attribute vec4 p, q; varying vec4 a; void main() { gl_Position = p; a = q; }";
    let vertex = Subject::new("agal1", Stage::Vertex, text);
    let text = "precision highp float; varying vec4 a; void main() { gl_FragColor = a + a; }";
    let fragment = Subject::new("agal1", Stage::Fragment, text);
    let (target, options) = (target("agal1"), Options::default());
    let of = |vertex: &Subject, fragment: &Subject| {
        prove_pair(target, half(vertex), half(fragment), &options).map(|verdict| verdict.is_proof())
    };
    assert_eq!(of(&vertex, &fragment), [true, true]);
    let wrong = vertex.edited("v0, va1", "v0, va0").unwrap();
    assert_eq!(of(&wrong, &fragment), [false, true]);
    let wrong = fragment.edited("add", "mul").unwrap();
    assert_eq!(of(&vertex, &wrong), [true, false]);
    let nowhere = fragment.recorded(|record| record.inputs[0].index = Some(1));
    assert!(!of(&vertex, &nowhere)[1]);
}
