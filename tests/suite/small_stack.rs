//! Compilations without a thread of their own, as on WebAssembly: on the stack that there is.

use retroshade::diagnostics::Severity;
use retroshade::{Compiler, Source, Stage, targets};
use retroshade_ir::deep;

/// Sources that nest nearly as deeply as they may on such a stack.
fn sources() -> Vec<String> {
    let body = |body: &str| {
        format!(
            "precision highp float;\nuniform float u;\nvarying float v;\n\
             void main() {{ float x = v; {body} gl_FragColor = vec4(x); }}"
        )
    };
    let blocks = |head: &str, depth: usize| {
        let parts = [head.repeat(depth), "x += u;".into(), "}".repeat(depth)];
        body(&parts.concat())
    };
    let returns = |count: usize| {
        let rows: String = (0..count)
            .map(|i| format!("if (x < {i}.0) return {i}.0;\n"))
            .collect();
        let function = format!("float f(float x) {{ {rows} return -1.0; }}\nvoid main");
        body("x = f(x);").replacen("void main", &function, 1)
    };
    vec![
        blocks("if (x > u) {", 28),
        blocks("for (int i = 0; i < 1; i++) {", 24),
        body(&format!("x = {} v {};", "sin(".repeat(24), ")".repeat(24))),
        body(&format!("x = {};", vec!["u"; 250].join(" + "))),
        returns(120),
    ]
}

#[test]
fn shaders_compile_on_the_stack_of_the_caller() {
    let work = || {
        deep::guarded_here(|| {
            let mut compiled = 0;
            for target in targets() {
                for text in sources() {
                    let source = Source::new("deep.frag", Stage::Fragment, text);
                    let compilation = Compiler::new(*target).compile(&source);
                    let bug = compilation
                        .diagnostics
                        .iter()
                        .find(|found| found.severity == Severity::Bug);
                    assert!(bug.is_none(), "{}: {bug:?}", target.name());
                    // What does not fit the machine is refused.
                    compiled += u32::from(compilation.result.is_some());
                }
            }
            compiled
        })
    };
    let small = std::thread::Builder::new().stack_size(deep::STACK_BYTES / 8);
    let compiled = small
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no overflow");
    assert!(matches!(compiled, Ok(5..)), "{compiled:?}");
}
