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
        "gl_FragColor = v.xyxy / 9.5 / 3.0;",
        "gl_FragColor = vec4(mix(vec3(0.0, 0.2, 0.9), vec3(1.0, 0.3, 0.2), v.x * 0.1), 1.0);",
    ] {
        assert_eq!(verdict_on_another(text, text), Verdict::Proved, "{text}");
    }
    // 10 stands for the inverse of 0.1, which matters where v.x is 0.5.
    let text = "gl_FragColor = vec4(v - mod(v, 0.1), 0.0, 1.0);";
    assert_eq!(verdict_on_another(text, text), Verdict::Proved);
}

/// What is said of a program by hand of one fragment shader for AGAL.
fn said(body: &str, program: &str) -> String {
    let text = format!("precision highp float; varying vec4 p, q; void main() {{ {body} }}");
    let subject = Subject::new("agal2", Stage::Fragment, &text);
    subject.by_hand(program).unwrap().verdict().to_string()
}

#[rustfmt::skip] // A row is a line.
const SAID: &[(&str, &str, &str)] = &[
    ("gl_FragColor = p + q;", "add oc, v{p}, v{q}", "proved"),
    // Comparisons that the source does not make.
    ("gl_FragColor = p + q;", "slt ft0.x, v{p}.x, v{q}.x\nsub ft0.x, ft0.x, ft0.x\nadd ft1, v{p}, v{q}\nadd oc, ft1, ft0.x", "proved on 64 cells; one comparison is not the source's"),
    ("gl_FragColor = p + q;", "slt ft0.xy, v{p}, v{q}\nsub ft0.x, ft0.x, ft0.x\nadd ft1, v{p}, v{q}\nadd oc, ft1, ft0.x", "proved on 64 cells; 2 comparisons are not the source's"),
    // A side that no random number is on is looked for.
    ("gl_FragColor = p.x < 1e4 ? p : q;", "mov oc, v{p}\nmov ft0, v{q}", "different: gl_FragColor[0] is 1, "),
    ("gl_FragColor = p.x * 1e-9 < 1e3 ? p : q;", "mov oc, v{p}\nmov ft0, v{q}", "proved on 64 cells; not seen: lt equal, lt greater, if equal"),
    ("if (p.x > 1e4) discard; gl_FragColor = p + q;", "add oc, v{p}, v{q}", "undecided: the fragment is discarded by one of the two only"),
    ("float c; if (p.x * 1e-9 > 1e3) c = p.y; gl_FragColor = vec4(p.xyz, c);", "mov oc, v{p}", "proved on 64 cells; one number of the results is open; not seen: lt less, if greater"),
    ("float c; gl_FragColor = vec4(c) + p;", "mov oc, v{p}", "proved on 1024 cells; 4 numbers of the results are open"),
    // A jump of the program that is never taken, for which nothing new is asked.
    ("gl_FragColor = p.x < q.x ? p : q;", "slt ft0.x, v{p}.x, v{q}.x\nsge ft0.y, v{p}.x, v{q}.x\nmul ft0.z, ft0.x, ft0.y\nmul ft1, v{p}, ft0.x\nmul ft2, v{q}, ft0.y\nadd ft1, ft1, ft2\nifg ft0.z, ft0.x\nmov ft1, v{q}\neif\nmov oc, ft1", "proved on 64 cells; not seen: instruction 6 greater"),
    // Beyond the limits of a colour in one of the arms, but where an input is 0.
    ("gl_FragColor = p.x < q.x ? exp2(p * p) : q;", "slt ft0.x, v{p}.x, v{q}.x\nsge ft0.y, v{p}.x, v{q}.x\nmul ft1, v{p}, v{p}\nexp ft1, ft1\nmul ft1, ft1, ft0.x\nmul ft2, v{q}, ft0.y\nadd oc, ft1, ft2", "proved"),
    ("gl_FragColor = p.x < q.x ? exp2(p * p) : q;", "slt ft0.x, v{p}.x, v{q}.x\nsge ft0.y, v{p}.x, v{q}.x\nmul ft1, v{p}, v{p}\nadd ft1, ft1, ft1\nexp ft1, ft1\nmul ft1, ft1, ft0.x\nmul ft2, v{q}, ft0.y\nadd oc, ft1, ft2", "proved on 256 cells; 4 numbers of the results are open"),
    ("gl_FragColor = p; if (p.x < q.x) gl_FragColor = q;", "ifl v{p}.x, v{q}.x\nmov oc, v{q}\nels\nmov oc, v{p}\neif", "proved"),
    ("gl_FragColor = p + q;", "add ft0, v{p}, v{q}\nmov oc, ft1", "different: gl_FragColor[0] is NaN, "),
];

#[test]
fn reservations_are_said() {
    let mut wrong = String::new();
    for (body, program, sentence) in SAID {
        let found = said(body, program);
        // Of a difference the number that is wanted is no matter.
        let rest = found.strip_prefix(sentence);
        if rest.is_none_or(|rest| !rest.is_empty() && !sentence.ends_with(", ")) {
            wrong += &format!("{body}: {found}, not {sentence}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What a negative number is as a `uint` is open, and what floats do not hold is not promised.
#[test]
fn integers_beyond_floats_are_no_difference() {
    let text = "#version 300 es\nprecision highp float; precision highp int; in vec4 p, q; out vec4 c;\n\
                void main() { c = vec4(vec2(uvec2(p.wy) % uvec2(q.yx)) * 0.1, 0.0, 1.0); }";
    let verdict = Subject::new("agal2", Stage::Fragment, text).verdict();
    assert!(!matches!(verdict, Verdict::Different(_)), "{verdict}");
}

#[test]
fn outputs_that_programs_leave_out_are_named() {
    let text = "attribute vec4 p; varying vec4 vColor, v, w; void main() { gl_Position = p; vColor = p; v = p; w = p; }";
    let verdict = Subject::new("pica200", Stage::Vertex, text).verdict();
    let sentence = verdict.to_string();
    assert_eq!(sentence, "proved on 64 cells; the program leaves out v, w");
}

/// Loops that take too many steps, and constants that are nearly right, decide nothing; those that are not are different.
#[test]
fn what_is_undecided_and_what_is_different() {
    let text = "precision mediump float; varying vec4 p; uniform float n; void main() { vec4 c = p;\n\
        for (int i = 0; i < 60000; i++) { if (float(i) < n * 0.0) break; c = c * 0.5 + p; } gl_FragColor = c; }";
    let verdict = Subject::new("lima", Stage::Fragment, text).verdict();
    let sentence = verdict.to_string();
    assert_eq!(sentence, "undecided: the source takes too many steps");

    let text =
        "precision highp float; varying vec4 p; void main() { gl_FragColor = p * 0.3 + 0.25; }";
    let subject = Subject::new("agal1", Stage::Fragment, text);
    assert_eq!(subject.verdict(), Verdict::Proved);
    for (factor, word) in [
        (1.0, "proved"),
        (1.001, "undecided"),
        (1.5, "different"),
        (0.5, "different"),
    ] {
        let changed = subject.recorded(|record| {
            for constant in &mut record.constants {
                for number in constant.value.iter_mut().filter(|number| number.0 == 0.3) {
                    number.0 *= factor;
                }
            }
        });
        assert_eq!(changed.verdict().word(), word, "{factor}");
    }
    let changed = subject.recorded(|record| {
        for constant in &mut record.constants {
            for number in constant.value.iter_mut().filter(|number| number.0 == 0.25) {
                number.0 = 0.75;
            }
        }
    });
    let Verdict::Different(what) = changed.verdict() else {
        panic!("{}", changed.verdict());
    };
    assert_eq!((what.output.as_str(), what.lane), ("gl_FragColor", 0));
    assert!((what.found - what.expected - 0.5).abs() < 1e-5, "{what:?}");
}

/// Squares of six roots are equal to the numbers where all of these have a root, which is one point of 64.
#[test]
fn missing_roots_are_a_reservation() {
    let source = "vec4 a = p * p + q * q; vec2 b = p.xy * p.xy + p.yz * p.yz; vec4 r = sqrt(a); vec2 s = sqrt(b); \
                  gl_FragColor = vec4(1.0 / (dot(r, r) + dot(s, s)));";
    let sum = "dp4 ft0.x, v{p}, v{p}\ndp4 ft0.y, v{q}, v{q}\nadd ft0.x, ft0.x, ft0.y\ndp3 ft0.y, v{p}, v{p}\n\
               add ft0.x, ft0.x, ft0.y\nmul ft0.y, v{p}.y, v{p}.y\nadd ft0.x, ft0.x, ft0.y\nrcp oc, ft0.x";
    let verdict = said(source, sum);
    assert!(
        verdict.starts_with("proved on ") && verdict.contains("lack a root to compare by"),
        "{verdict}"
    );
    let wrong = said(source, &sum.replace("dp3", "dp4"));
    assert!(!wrong.starts_with("proved"), "{wrong}");
}
