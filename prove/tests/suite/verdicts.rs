//! What is said of programs that are right but for something, and of those that nothing is known of.

use crate::subject::Subject;
use retroshade_ir::Stage;
use retroshade_prove::Verdict;

/// The verdict on lima's program of one fragment shader against another shader.
fn verdict_on_another(compiled: &str, against: &str) -> Verdict {
    let shader =
        |text: &str| format!("precision highp float; varying vec2 v; void main() {{ {text} }}");
    Subject::new("lima", Stage::Fragment, &shader(compiled)).verdict_against(&shader(against))
}

#[test]
fn what_the_language_leaves_open_is_no_difference() {
    let constant = "gl_FragColor = vec4(0.25);";
    for open in [
        "gl_FragColor = vec4(sqrt(-1.0 - v.x * v.x));",
        "gl_FragColor = vec4(float(int(exp2(40.0 + v.x * v.x))));",
        "float unset; gl_FragColor = vec4(unset + v.x);",
    ] {
        let verdict = verdict_on_another(constant, open);
        assert!(
            !matches!(verdict, Verdict::Different(_)),
            "{open}: {verdict}"
        );
    }
    let verdict = verdict_on_another(constant, "gl_FragColor = vec4(0.5 + 0.1 * fract(v.x));");
    assert!(matches!(verdict, Verdict::Different(_)), "{verdict}");
}

#[test]
fn constants_that_round_alike_are_told_apart() {
    for text in [
        // 10 stands for the inverse of 0.1, which matters where v.x is 0.5.
        "gl_FragColor = vec4(v - mod(v, 0.1), 0.0, 1.0);",
        "gl_FragColor = v.xyxy / 9.5 / 3.0;",
        "gl_FragColor = vec4(mix(vec3(0.0, 0.2, 0.9), vec3(1.0, 0.3, 0.2), v.x * 0.1), 1.0);",
    ] {
        assert_eq!(verdict_on_another(text, text), Verdict::Proved, "{text}");
    }
}
