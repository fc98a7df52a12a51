//! Large shaders: what must compile, and what is refused with a number.

use crate::running;

use retroshade_diagnostics::codes::{limit, syntax};
use retroshade_ir::{Stage, deep};
use running::{attempt, color};

/// Runs on a thread with less stack than any thread has by itself.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let thread = thread.spawn(work).expect("a thread");
    thread.join().expect("no panic and no overflow");
}

#[test]
fn long_chains_compile() {
    let terms = |operator: &str| vec!["u"; 2000].join(operator);
    let sum = format!(
        "uniform float u;\nvoid main() {{ gl_FragColor = vec4({}); }}",
        terms(" + ")
    );
    let all = format!(
        "uniform bool u;\nvoid main() {{ gl_FragColor = vec4({}); }}",
        terms(" && ")
    );
    on_a_small_stack(move || {
        assert_eq!(color(&sum, &[("u", &[1.0])])[0], 2000.0);
        assert_eq!(color(&all, &[("u", &[1.0])])[0], 1.0);
    });
}

#[test]
fn deep_blocks_compile() {
    for head in ["if (u > 0.0)", "for (int i = 0; i < 1; i++)", ""] {
        let text = format!(
            "uniform float u;\nvoid main() {{ float x = 0.0; {} x += 1.0; {} gl_FragColor = vec4(x); }}",
            format!("{head} {{ x += 1.0; ").repeat(200),
            "}".repeat(200)
        );
        on_a_small_stack(move || assert_eq!(color(&text, &[("u", &[1.0])])[0], 201.0));
    }
}

#[test]
fn deep_expressions_compile() {
    for (open, close) in [
        ("(", ")"),
        ("(u + ", ")"),
        ("sin(", ")"),
        ("- ", ""),
        ("u > 2.0 ? 7.0 : ", ""),
    ] {
        let text = format!(
            "uniform float u;\nvoid main() {{ gl_FragColor = vec4({} u {}); }}",
            open.repeat(200),
            close.repeat(200)
        );
        on_a_small_stack(move || assert!(color(&text, &[("u", &[1.0])])[0].is_finite()));
    }
}

/// Nothing else is told of a deep stack where threads cannot be had: WebAssembly.
#[test]
fn an_eighth_of_the_stack_takes_an_eighth_of_the_depth() {
    let nested = |open: &str, close: &str, depth: usize| {
        format!(
            "precision highp float;\nuniform float u;\nvoid main() {{ float x = 0.0; {} gl_FragColor = vec4(x); }}",
            [
                open.repeat(depth),
                "x += u;".to_owned(),
                close.repeat(depth)
            ]
            .concat()
        )
    };
    let within = |open: &str, close: &str, depth: usize| {
        let text = [
            "x = ".to_owned(),
            open.repeat(depth),
            "u".to_owned(),
            close.repeat(depth),
        ]
        .concat();
        format!(
            "precision highp float;\nuniform float u;\nvoid main() {{ float x; {text}; gl_FragColor = vec4(x); }}"
        )
    };
    let sum = |terms: usize| {
        let terms = vec!["u"; terms].join(" + ");
        format!(
            "precision highp float;\nuniform float u;\nvoid main() {{ gl_FragColor = vec4({terms}); }}"
        )
    };
    let returns = |count: usize| {
        let rows: String = (0..count)
            .map(|i| format!("if (x < {i}.0) return {i}.0;\n"))
            .collect();
        format!(
            "precision highp float;\nuniform float u;\nfloat f(float x) {{ {rows} return -1.0; }}\nvoid main() {{ gl_FragColor = vec4(f(u)); }}"
        )
    };
    let accepted = [
        nested("if (u > 0.0) {", "}", 28),
        nested("for (int i = 0; i < 1; i++) {", "}", 24),
        within("(u + ", ")", 14),
        within("sin(", ")", 24),
        within("u > 2.0 ? 7.0 : ", "", 24),
        sum(250),
        returns(120),
    ];
    let refused = [
        (nested("{", "}", 40), syntax::NESTING.id),
        (sum(251), syntax::CHAIN.id),
        (returns(130), limit::NESTING.id),
    ];
    let small = std::thread::Builder::new().stack_size(deep::STACK_BYTES / 8);
    let work = move || {
        deep::guarded_here(|| {
            for text in accepted {
                assert_eq!(attempt(Stage::Fragment, &text).err(), None, "{text}");
            }
            for (text, code) in refused {
                assert_eq!(attempt(Stage::Fragment, &text).err(), Some(code), "{text}");
            }
        })
    };
    let thread = small.spawn(work).expect("a thread");
    assert_eq!(thread.join().expect("no overflow"), Ok(()));
}

#[test]
fn many_early_returns_compile() {
    let rows: String = (0..300)
        .map(|i| format!("if (x < {i}.0) return {i}.0;\n"))
        .collect();
    let text = format!(
        "uniform float u;\nfloat f(float x) {{ {rows} return -1.0; }}\nvoid main() {{ gl_FragColor = vec4(f(u)); }}"
    );
    assert_eq!(color(&text, &[("u", &[41.5])])[0], 42.0);
}

#[test]
fn calls_that_multiply_are_refused() {
    let mut text = String::from(
        "precision highp float;\nuniform float u;\nfloat f0(float x) { return x + 1.0; }\n",
    );
    for i in 1..40 {
        let before = i - 1;
        text += &format!("float f{i}(float x) {{ return f{before}(x) + f{before}(x * 2.0); }}\n");
    }
    text += "void main() { gl_FragColor = vec4(f39(u)); }";
    assert_eq!(
        attempt(Stage::Fragment, &text).err(),
        Some(limit::EXPANDED.id)
    );
}

#[test]
fn returns_that_nest_too_deeply_are_refused() {
    let rows: String = (0..1100)
        .map(|i| format!("if (x < {i}.0) return {i}.0;\n"))
        .collect();
    let text = format!(
        "precision highp float;\nuniform float u;\nfloat f(float x) {{ {rows} return -1.0; }}\nvoid main() {{ gl_FragColor = vec4(f(u)); }}"
    );
    assert_eq!(
        attempt(Stage::Fragment, &text).err(),
        Some(limit::NESTING.id)
    );
}

/// A chain of structures, each the only member of the next, `levels` of them.
fn nested(levels: usize) -> String {
    let chain: String = (1..levels)
        .map(|level| format!("struct S{level} {{ S{} s; }};\n", level - 1))
        .collect();
    let last = levels - 1;
    format!(
        "struct S0 {{ float x; }};\n{chain}uniform S{last} u;\nvoid main() {{ S{last} c = u; gl_FragColor = vec4(1.0); }}"
    )
}

/// `steps` structures, each with two members of the one before.
fn doubled(steps: usize) -> String {
    let chain: String = (1..=steps)
        .map(|step| format!("struct S{step} {{ S{0} a; S{0} b; }};\n", step - 1))
        .collect();
    format!(
        "struct S0 {{ mediump float x; }};\n{chain}uniform S{steps} u;\nvoid main() {{ gl_FragColor = vec4(1.0); }}"
    )
}

#[test]
fn structures_have_a_depth_and_a_size() {
    let too_large = retroshade_diagnostics::codes::semantic::TOO_LARGE.id;
    let compiled = |text: String| {
        let text = format!("precision mediump float;\n{text}");
        attempt(Stage::Fragment, &text).map(|_| ())
    };
    on_a_small_stack(move || assert_eq!(compiled(nested(100)), Ok(())));
    assert_eq!(compiled(nested(257)), Err(too_large));
    assert_eq!(compiled(nested(5000)), Err(too_large));
    assert_eq!(compiled(doubled(8)), Ok(()));
    assert_eq!(compiled(doubled(20)), Err(too_large));
    assert_eq!(compiled(doubled(500)), Err(too_large));
}
