//! What the language forbids in directives and macros, and what it allows.

use super::*;

#[test]
fn redefinition_must_be_the_same() {
    assert_eq!(
        tokens("#define A x  + y\n#define A   x /**/ + y\nA"),
        "x + y"
    );
    assert_eq!(
        Run::new("#define A x+y\n#define A x +y\n").errors(),
        ["E0211"]
    );
    assert_eq!(
        Run::new("#define F(a) a\n#define F(b) b\n").errors(),
        ["E0211"]
    );
    assert_eq!(
        tokens("#define A 1\n#undef A\n#define A 2\n#undef B\nA"),
        "2"
    );
    // Tokens of one value that are spelled differently.
    for (old, new) in [
        ("(A - 1)", "(A - 0x1)"),
        ("1.0", "1."),
        ("1", "01"),
        ("1.", "1e0"),
        ("0x1F", "0x1f"),
        ("1u", "1U"),
    ] {
        let twice = |new| format!("#define V {old}\n#define V {new}\n");
        assert_eq!(Run::new(&twice(new)).errors(), ["E0211"], "{old} {new}");
        assert_eq!(tokens(&twice(old)), "", "{old}");
    }
}

#[test]
fn directives_end_with_their_last_word() {
    let tolerant = Options {
        tolerated: vec![preprocessor_warning::EXTRA_TOKENS],
        ..Options::default()
    };
    for text in [
        "#if 1\n1\n#else foobar 1.231\n#endif",
        "#if 0\n#else x\n1\n#endif",
        "#if 1\n1\n#endif x",
        "#if 0\n#endif x\n1",
        "#ifdef GL_ES x\n1\n#endif",
        "#ifndef A +\n1\n#endif",
        "#define A\n#undef A x\n1",
        "#undef foo.bar\n1",
        "#extension all : disable x\n1",
    ] {
        assert_eq!(Run::new(text).messages().len(), 1, "{text}");
        assert_eq!(Run::new(text).errors(), ["W0204"], "{text}");
        let run = Run::with(text, &tolerant, &mut Files::default());
        assert!(run.errors().is_empty(), "{text}: {:?}", run.diagnostics);
        assert_eq!(run.tokens(), "1", "{text}");
    }
    tokens("#if 1 // x\n#else /* y */ // z\n#endif // w\n#undef A // v");
}

#[test]
fn extensions_come_before_declarations() {
    let text = "float a;\n#extension all : disable\n";
    assert_eq!(Run::new(text).errors(), ["W0202"]);
    let tolerant = Options {
        tolerated: vec![preprocessor_warning::MISPLACED_EXTENSION],
        ..Options::default()
    };
    let run = Run::with(text, &tolerant, &mut Files::default());
    assert_eq!(run.messages(), ["2:1 W0202"]);
    assert!(run.errors().is_empty());
}

#[test]
fn line_numbers_in_invocations() {
    // A body gets the line of the `)`, an argument its own.
    let text =
        "#define L __LINE__\n#define F(x, y) L x y __LINE__\nF(a,\n__LINE__\n) L\nL F(\nb,c)";
    assert_eq!(tokens(text), "5 a 4 5 5 6 7 b c 7");
    let text = "#define F(x) G(x)\n#define G(x) __LINE__ x\n#line 20\nF\n(1\n)\n";
    assert_eq!(tokens(text), "22 1");
}

#[test]
fn a_macro_may_be_named_like_an_operator_in_essl_300() {
    let text =
        "#version 300 es\n#define defined 7\n#if defined(defined) && !defined(B)\ndefined\n#endif";
    let run = Run::new(text);
    assert_eq!(run.messages(), ["2:9 W0205"]);
    assert_eq!(run.tokens(), "7");
    assert_eq!(Run::new("#define defined 7\n").errors(), ["E0212"]);
    let run = Run::new("#define __VALUE__ 1\n__VALUE__");
    assert_eq!(run.messages(), ["1:9 W0205"]);
    assert_eq!(run.tokens(), "1");
}

#[test]
fn hashes_in_macros_are_reported_where_they_stand() {
    let run = Run::new("#define CAT(a, b) a ## b\nCAT(c, d)\n#define S(a) #a\n");
    assert_eq!(run.messages(), ["1:21 E0203", "3:14 E0203"]);
    assert_eq!(tokens("#if 0\n#define CAT(a, b) a ## b\n#endif\n1"), "1");
}
