//! Large shaders: what must compile, and what is refused with a number.

mod running;

use retroshade_diagnostics::codes::limit;
use retroshade_ir::Stage;
use running::{attempt, color};

#[test]
fn long_sums_and_deep_blocks_compile() {
    let terms: Vec<String> = (0..1900).map(|_| "u".to_string()).collect();
    let text = format!(
        "uniform float u;\nvoid main() {{ gl_FragColor = vec4({}); }}",
        terms.join(" + ")
    );
    assert_eq!(color(&text, &[("u", &[1.0])])[0], 1900.0);
    let text = format!(
        "uniform float u;\nvoid main() {{ float x = 0.0; {} x += 1.0; {} gl_FragColor = vec4(x); }}",
        "if (u > 0.0) { x += 1.0; ".repeat(100),
        "}".repeat(100)
    );
    assert_eq!(color(&text, &[("u", &[1.0])])[0], 101.0);
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
