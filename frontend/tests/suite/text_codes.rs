//! Every code of the preprocessor and the parser has a source that provokes it.

use crate::text;

use retroshade_diagnostics::codes::{preprocessor, preprocessor_warning, syntax};
use retroshade_frontend::Family;
use retroshade_frontend::preprocess::Options;
use std::collections::BTreeSet;
use text::{Files, Run};

/// Sources and the first message each gives.
const SOURCES: &[(&str, &str)] = &[
    ("E0180", "void f() { a = b c }; ) float"),
    ("E0180", "void f() { a + ; }"),
    ("E0181", "float half;"),
    ("E0182", "int a = b % c;"),
    ("E0182", "int a = ~c;"),
    ("E0185", "uint a;"),
    ("E0185", "float a[2][2];"),
    ("E0185", "layout(location = 0) attribute vec4 a;"),
    ("E0185", "uniform B { float x; };"),
    ("E0185", "void f() { switch (a) { case 1: break; } b; }"),
    ("E0186", "void f() {"),
    ("E0187", "struct S { };"),
    ("E0187", "#version 300 es\nuniform B { };"),
    ("E0188", "void f() { Foo a; }"),
    ("E0190", "void f() { void g() { } }"),
    ("E0201", "#ifdef A\n#else\n"),
    ("E0202", "a /* b"),
    ("E0202", "#if 0\n/* b"),
    ("E0202", "#define A /* b"),
    ("E0203", "float a = 1.0 @ 2.0;"),
    ("E0203", "float é;"),
    ("E0203", "#define A x ## y\nfloat A;"),
    ("E0203", "#define F(x, y) x##y\n"),
    ("E0203", "#define F(x) #x\n"),
    ("E0204", "float a = 1.0f;"),
    ("E0204", "int a = 09;"),
    ("E0204", "int a = 0xg;"),
    ("E0204", "int a = 1abc;"),
    ("E0205", "int a = 4294967296;"),
    ("E0206", "#version 470\n"),
    ("E0207", "float a;\n#version 100\n"),
    ("E0208", "#elseif 1\n"),
    ("E0208", "#1\n"),
    ("E0209", "#define\n"),
    ("E0209", "#undef 1\n"),
    ("E0209", "#ifdef\n#endif\n"),
    ("E0209", "#if\n#endif\n"),
    ("E0209", "#include foo\n"),
    ("E0210", "#endif\n"),
    ("E0210", "#if 1\n#else\n#else\n#endif\n"),
    ("E0210", "#if 1\n#else\n#elif 1\n#endif\n"),
    ("E0211", "#define A 1\n#define A 2\n"),
    ("E0212", "#define GL_A\n"),
    ("E0212", "#define defined\n"),
    ("E0212", "#undef GL_ES\n"),
    ("E0213", "#define F(a\n"),
    ("E0213", "#define F(a,a) a\n"),
    ("E0213", "#define F(a b) a\n"),
    ("E0213", "#define F(...) a\n"),
    ("E0214", "#define F(a) a\nF(1, 2)\n"),
    ("E0214", "#define F(a) a\nF(1\n"),
    ("E0215", "#if A\n#endif\n"),
    ("E0216", "#if 1 +\n#endif\n"),
    ("E0216", "#if 1.0\n#endif\n"),
    ("E0216", "#if (1\n#endif\n"),
    ("E0216", "#if 1 2\n#endif\n"),
    ("E0216", "#if defined(1)\n#endif\n"),
    ("E0217", "#if 1 / 0\n#endif\n"),
    ("E0217", "#if 1 % (2 - 2)\n#endif\n"),
    ("E0218", "#error this is not for you\n"),
    ("E0219", "#extension GL_FOO : require\n"),
    ("E0220", "#extension all : enable\n"),
    ("E0220", "#extension GL_FOO enable\n"),
    (
        "E0220",
        "#version 300 es\nfloat a;\n#extension all : warn\n",
    ),
    ("E0221", "#line\n"),
    ("E0221", "#line 1 2 3\n"),
    ("E0221", "#line -1\n"),
    ("E0222", "#include \"nowhere.h\"\n"),
    ("E0223", "#include \"again.h\"\n"),
    ("E0229", "#pragma shader_stage(compute)\n"),
    ("E0230", "float a = \"b\";"),
    ("W0201", "#extension GL_FOO : enable\n"),
    ("W0202", "float a;\n#extension all : warn\n"),
    ("W0204", "#ifdef A\n#endif A\n"),
    ("W0205", "#define a__b\n"),
    ("W0205", "#version 300 es\n#define a__b\n"),
    ("W0205", "#version 300 es\n#define defined\n"),
    ("W0206", "#pragma STDGL variant\n"),
    ("W0207", "#version 310 es\n"),
    ("W0208", "#version 450\n"),
    ("W0209", "\n#version 300 es\n"),
    ("W0209", "// a\n#version 300 es\n"),
];

/// The codes that a source gives, in order.
fn codes(text: &str) -> Vec<&'static str> {
    let mut files = Files::new(&[("again.h", "#include \"again.h\"\n")]);
    let mut run = Run::with(text, &Options::default(), &mut files);
    if !run.result.unusable {
        run.parse_result();
    }
    run.diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.id)
        .collect()
}

/// Sources too large to be written down.
fn generated() -> Vec<(&'static str, String)> {
    let doubling: String = (1..30)
        .map(|n| format!("#define A{n} A{} A{}\n", n - 1, n - 1))
        .collect();
    vec![
        (
            "E0183",
            format!("float a = {}1.0{};", "(".repeat(300), ")".repeat(300)),
        ),
        ("E0184", format!("float a = {}1.0;", "1.0 + ".repeat(2001))),
        ("E0189", format!("void f() {{ {} }}", ";".repeat(20_001))),
        ("E0224", format!("#define A0\n{doubling}A29")),
        ("E0226", format!("{doubling}A29")),
        ("E0225", " ".repeat((1 << 20) + 1)),
        ("E0226", ";".repeat(400_001)),
        ("E0227", format!("float {};", "a".repeat(1025))),
        (
            "E0228",
            format!("#define F(x) x\n{}1{}", "F(".repeat(70), ")".repeat(70)),
        ),
    ]
}

#[test]
fn every_code_is_provoked() {
    let mut seen = BTreeSet::new();
    let fixed = SOURCES.iter().map(|&(code, text)| (code, text.to_owned()));
    for (code, text) in fixed.chain(generated()) {
        let found = codes(&text);
        let start: String = text.chars().take(60).collect();
        assert_eq!(found.first(), Some(&code), "{start:?}: {found:?}");
        seen.insert(code);
    }
    let options = Options {
        version: Some((100, Family::Es)),
        ..Options::default()
    };
    let run = Run::with("#version 300 es\n", &options, &mut Files::default());
    assert_eq!(run.messages(), ["1:1 W0203"]);
    seen.insert("W0203");
    for code in [preprocessor::ALL, preprocessor_warning::ALL, syntax::ALL].concat() {
        assert!(seen.contains(code.id), "no source provokes {}", code.id);
    }
}

#[test]
fn a_mistake_gives_one_message() {
    // These go wrong in one place and must not be reported in others.
    let single = [
        "E0181", "E0182", "E0188", "E0190", "E0203", "E0204", "E0205", "E0214", "E0230",
    ];
    for (code, text) in SOURCES.iter().filter(|(code, _)| single.contains(code)) {
        assert_eq!(codes(text), [*code], "{text}");
    }
}
