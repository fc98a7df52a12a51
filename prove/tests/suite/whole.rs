//! Right programs that are proved whole, by what a prover could take for a gap in them.

use crate::subject::Subject;
use retroshade_ir::Stage;
use retroshade_prove::Verdict;

fn fragment(target: &str, body: &str) -> Subject {
    let text = format!(
        "precision highp float; varying vec2 v; uniform float u; uniform vec2 w; uniform sampler2D s;\n\
         void main() {{ {body} }}"
    );
    Subject::new(target, Stage::Fragment, &text)
}

#[test]
fn decisions_that_nothing_takes_otherwise_are_not_asked_for() {
    for (target, body) in [
        // What the source computes in an arm the program computes beside it: where the arm is not taken that decides nothing.
        (
            "lima",
            "float c = u; if (u < 0.9) { if (mod(v.x, 10.0) < 5.0) c = v.x; } gl_FragColor = vec4(c);",
        ),
        // Two products that are the same are both 0 at 0.
        (
            "lima",
            "gl_FragColor = vec4(mod(v.x - v.y, 3.0) == 0.0 ? u : v.x);",
        ),
        // Half of the numbers have no arc cosine.
        ("agal2", "gl_FragColor = vec4(acos(v.x), v, 1.0);"),
        // A pixel has no negative place.
        (
            "lima",
            "gl_FragColor = vec4(mod(gl_FragCoord.x + gl_FragCoord.y, 10.0) == 0.0 ? u : v.x);",
        ),
        // Texels are at most 1.
        (
            "agal2",
            "gl_FragColor = vec4(texture2D(s, v).x * 0.9 < 1.0 ? v.x : u);",
        ),
        // A counter is a constant in each round of its loop.
        (
            "lima",
            "int i = 0; while (float(i) * v.x < 1.0 && i < 9) { ++i; } gl_FragColor = vec4(fract(float(i) / 20.0));",
        ),
        // A hash that no single input moves there.
        (
            "agal2",
            "gl_FragColor = fract(sin(floor(v.x * 7.0)) * 43.7) > 0.995 ? vec4(v, w) : vec4(0.25);",
        ),
    ] {
        assert_eq!(fragment(target, body).verdict(), Verdict::Proved, "{body}");
    }
}

/// Below a whole part lima's programs have the half floats on both sides of a quotient's factor. Either of them alone falls
/// short of some integer.
#[test]
fn quotients_reach_their_integers() {
    for (body, low, high) in [
        (
            "gl_FragColor = vec4(mod(v.x, 3.0) * 0.1);",
            "0.333251953125",
            "0.33349609375",
        ),
        (
            "gl_FragColor = vec4(floor(v.x * 5.0 / 3.0) * 0.1);",
            "1.666015625",
            "1.6669921875",
        ),
    ] {
        let subject = fragment("lima", body);
        assert_eq!(subject.verdict(), Verdict::Proved, "{body}");
        for (from, to) in [
            (low, high),
            (high, low),
            ("max", "min"),
            (high, "0.3339843750"),
        ] {
            let verdict = subject.edited(from, to).unwrap().verdict();
            assert!(!verdict.is_whole(), "{body} {from} {to}: {verdict}");
        }
    }
}
