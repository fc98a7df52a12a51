//! The preprocessor: what it makes of sources, and what it says.

mod rules;
use crate::text;

use retroshade_diagnostics::codes::preprocessor_warning;
use retroshade_frontend::Family;
use retroshade_frontend::extension::{Behavior, Extension};
use retroshade_frontend::lex::TokenKind;
use retroshade_frontend::preprocess::{MacroOption, Options};
use retroshade_frontend::typed::Version;
use retroshade_ir::Stage;
use text::{Files, Run};

/// The tokens of a source without errors.
#[track_caller]
fn tokens(text: &str) -> String {
    let run = Run::new(text);
    assert!(run.diagnostics.is_empty(), "{:?}", run.diagnostics);
    run.tokens()
}

#[test]
fn object_macros() {
    assert_eq!(tokens("#define A 1\n#define B A + A\nB;"), "1 + 1 ;");
    assert_eq!(tokens("#define E\na E b"), "a b");
    assert_eq!(tokens("#define A a A\nA"), "a A");
    assert_eq!(tokens("#define A B\n#define B A\nA B"), "A B");
    assert_eq!(tokens("#define P highp vec4\nP x;"), "highp vec4 x ;");
}

#[test]
fn function_macros() {
    assert_eq!(
        tokens("#define F(x) (x)\nF(1) F ((2)) F"),
        "( 1 ) ( ( 2 ) ) F"
    );
    assert_eq!(tokens("#define F() 1\nF() F( ) F\n()"), "1 1 1");
    assert_eq!(tokens("#define F(x,y) x-y\nF(a(b,c),d)"), "a ( b , c ) - d");
    assert_eq!(
        tokens("#define F(x) [x]\nF() F(,)\n".replace("F(,)", "").as_str()),
        "[ ]"
    );
    assert_eq!(tokens("#define F(a)a\nF(\n1\n+\n2)"), "1 + 2");
    assert_eq!(tokens("#define F (x)\nF"), "( x )");
}

#[test]
fn nested_macros() {
    let text = "#define A(x) (x + 1)\n#define B(x, y) A(A(x) * y)\nB(f,\n A(2))";
    assert_eq!(tokens(text), "( ( f + 1 ) * ( 2 + 1 ) + 1 )");
    assert_eq!(tokens("#define G F\n#define F(x) <x>\nG(1) G\n"), "< 1 > F");
    assert_eq!(tokens("#define F(x) x\nF(F)(2) F(F(F(3)))"), "F ( 2 ) 3");
    assert_eq!(
        tokens("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)"),
        "2 * 9 * g"
    );
    assert_eq!(
        tokens("#define x 3\n#define f(a) f(x * (a))\n#define z z[0]\nf(f(z))"),
        "f ( 3 * ( f ( 3 * ( z [ 0 ] ) ) ) )"
    );
}

#[test]
fn conditionals() {
    let text = "#if 0\na\n#elif 1\nb\n#elif 1/0\nc\n#else\nd\n#endif\ne";
    assert_eq!(tokens(text), "b e");
    let text = "#ifdef X\n#ifndef Y\n1\n#else\n2\n#endif\n#else\n#ifndef X\n3\n#endif\n#endif";
    assert_eq!(tokens(text), "3");
    assert_eq!(tokens("#define X\n#ifdef X\n1\n#else\n2\n#endif"), "1");
}

#[test]
fn skipped_groups_are_not_looked_at() {
    let text = "#if 0\n don't \"do @ $ ` 0x 08 1e40f \\ \n#error no\n#unknown\n#if nonsense (\n#else 3\n#endif !\n/* #endif\n*/ # /* x */ else // y\nok\n#endif";
    assert_eq!(tokens(text), "ok");
}

#[test]
fn condition_arithmetic() {
    for (condition, value) in [
        ("1 + 2 * 3 == 7", true),
        ("(1 + 2) * 3 == 9 && 010 == 8 && 0x1F == 31", true),
        ("7 / 2 * 2 + 7 % 2 == 7", true),
        ("1 << 4 >> 2 == 4", true),
        ("(5 & 3 | 8 ^ 1) == 9", true),
        ("-1 < 0 && ~0 == -1 && !0", true),
        ("1 ? 1", false),
        ("2147483647 + 1 < 0", true),
        ("1 << 32", false),
        ("0 && UNDEFINED", false),
        ("1 || 1 / 0 || UNDEFINED > 3", true),
        ("defined(A) && A > 1 && ! defined B", true),
        ("defined A && A(3)", false),
        ("A*2 == 4 && F(1) == 2", true),
    ] {
        let text = format!("#define A 2\n#define F(x) (x+1)\n#if {condition}\nyes\n#endif");
        let run = Run::new(&text);
        let wrong = condition.contains('?') || condition.contains("A(3)");
        assert_eq!(
            !run.errors().is_empty(),
            wrong,
            "{condition}: {:?}",
            run.diagnostics
        );
        assert_eq!(run.tokens() == "yes", value, "{condition}");
    }
}

#[test]
fn operands_of_defined_are_not_expanded() {
    assert_eq!(
        tokens("#define A B\n#if defined(A) && !defined(B) && defined A\n1\n#endif"),
        "1"
    );
    assert_eq!(
        tokens("#define D defined\n#define A\n#if D(A)\n1\n#endif"),
        "1"
    );
}

#[test]
fn predefined_macros() {
    let run = Run::new("__LINE__ __VERSION__\n__LINE__ __FILE__ GL_ES GL_FRAGMENT_PRECISION_HIGH");
    assert_eq!(run.tokens(), "1 100 2 0 1 1");
    assert!(
        run.result
            .tokens
            .iter()
            .all(|token| !matches!(token.kind, TokenKind::Uint(_)))
    );
    assert_eq!(tokens("#version 300 es\n__VERSION__"), "300");
    assert_eq!(
        tokens("#line 100 7\n__LINE__ __FILE__\n__LINE__"),
        "100 7 101"
    );
    assert_eq!(tokens("#define L __LINE__\n\nL\n#line 4+4\nL"), "3 8");
    let off = Options {
        fragment_precision_high: false,
        ..Options::default()
    };
    let run = Run::with("GL_FRAGMENT_PRECISION_HIGH", &off, &mut Files::default());
    assert_eq!(run.tokens(), "GL_FRAGMENT_PRECISION_HIGH");
}

#[test]
fn versions() {
    let version = |text: &str| {
        let run = Run::new(text);
        assert!(run.errors().is_empty(), "{:?}", run.diagnostics);
        run.result.version
    };
    assert_eq!(version(""), Version::Essl100);
    assert_eq!(
        version("\u{feff} // c\n/* c */ # version 100 // c\r\nx"),
        Version::Essl100
    );
    assert_eq!(version("#version 300 es\n"), Version::Essl300);
    for later in [
        "310 es",
        "320 es",
        "120",
        "330 core",
        "450 compatibility",
        "460",
    ] {
        assert_eq!(
            version(&format!("#version {later}\n")),
            Version::Essl300,
            "{later}"
        );
    }
    for wrong in [
        "90", "330 es", "470 core", "300", "310", "100 es", "", "x", "300 es x",
    ] {
        assert_eq!(
            Run::new(&format!("#version {wrong}\n")).errors(),
            ["E0206"],
            "{wrong}"
        );
    }
    assert_eq!(Run::new("#define A\n#version 100\n").errors(), ["E0207"]);
    assert_eq!(Run::new("#version 100\n#version 100\n").errors(), ["E0207"]);
}

#[test]
fn the_version_decides_what_is_a_word() {
    let text = "switch uint smooth attribute flat sample 1u";
    assert_eq!(
        tokens(&format!("#version 300 es\n{text}")),
        "switch uint smooth attribute! flat sample! 1u"
    );
    let run = Run::new(text);
    assert_eq!(run.tokens(), "switch! uint smooth attribute flat! sample 1");
    assert_eq!(run.errors(), ["E0204"]);
}

#[test]
fn options_come_first() {
    let define = |name: &str, value: &str| MacroOption::Define {
        name: name.into(),
        value: value.into(),
    };
    let options = Options {
        macros: vec![
            define("A", "1"),
            define("F(x)", "x+A"),
            define("G", ""),
            MacroOption::Undefine("GL_ES".into()),
            define("T", "3 \\"),
        ],
        ..Options::default()
    };
    let run = Run::with(
        "#version 300 es\nF(2) G A GL_ES",
        &options,
        &mut Files::default(),
    );
    assert!(run.diagnostics.is_empty(), "{:?}", run.diagnostics);
    assert_eq!(run.tokens(), "2 + 1 1 GL_ES");
    let bad = Options {
        macros: vec![define("1x", "")],
        ..Options::default()
    };
    let run = Run::with("", &bad, &mut Files::default());
    assert_eq!(run.errors(), ["E0209"]);
    assert_eq!(
        run.sources
            .file(
                run.diagnostics
                    .iter()
                    .next()
                    .and_then(|d| d.primary.clone())
                    .expect("a place")
                    .span
                    .file
            )
            .map(|f| f.name.as_str()),
        Some("<command line>")
    );
}

#[test]
fn the_version_option_wins() {
    let options = Options {
        version: Some((300, Family::Es)),
        ..Options::default()
    };
    let run = Run::with(
        "#version 100\n__VERSION__ uint",
        &options,
        &mut Files::default(),
    );
    assert_eq!(
        (run.result.version, run.tokens()),
        (Version::Essl300, "300 uint".into())
    );
    assert_eq!(run.messages(), ["1:1 W0203"]);
}

#[test]
fn extensions() {
    let text = "#extension GL_OES_standard_derivatives : enable\n#ifdef GL_OES_standard_derivatives\n#extension GL_EXT_frag_depth:require\n#endif\n#extension GL_EXT_frag_depth : disable\n#extension GL_FOO_bar : enable\nx";
    let run = Run::new(text);
    assert_eq!(run.messages(), ["6:12 W0201"]);
    let extensions = &run.result.extensions;
    assert_eq!(
        extensions.behavior(Extension::StandardDerivatives),
        Behavior::Enable
    );
    assert!(!extensions.allows(Extension::FragDepth) && !extensions.allows(Extension::DrawBuffers));
    let run = Run::new("#extension all : warn\n");
    assert_eq!(
        run.result.extensions.behavior(Extension::DrawBuffers),
        Behavior::Warn
    );
    let few = Options {
        extensions: vec![Extension::DrawBuffers],
        ..Options::default()
    };
    let text = "#ifdef GL_EXT_frag_depth\nno\n#endif\n#extension GL_EXT_frag_depth : require\n";
    let run = Run::with(text, &few, &mut Files::default());
    assert_eq!((run.tokens().as_str(), run.errors()), ("", vec!["E0219"]));
    assert_eq!(
        tokens("#version 300 es\n#ifdef GL_EXT_draw_buffers\nno\n#endif\n"),
        ""
    );
}

#[test]
fn pragmas() {
    let text = "#pragma STDGL invariant(all)\n#pragma optimize(off)\n#pragma anything 'goes\n#pragma shader_stage(vertex)\n#pragma retroshade bind uLight[1].color /* c */ c84\nx";
    let run = Run::new(text);
    assert!(run.diagnostics.is_empty(), "{:?}", run.diagnostics);
    assert!(run.result.invariant_all.is_some());
    assert_eq!(
        run.result.stage.map(|(stage, _)| stage),
        Some(Stage::Vertex)
    );
    assert_eq!(
        run.result.directives[0].words,
        ["bind", "uLight[1].color", "c84"]
    );
}

#[test]
fn includes() {
    let mut files = Files::new(&[
        (
            "a.h",
            "#pragma once\n#define A 1\n#include <b.h>\na __LINE__",
        ),
        ("b.h", "#ifndef B\n#define B\nb\n#endif"),
    ]);
    let text = "#include \"a.h\"\n#include \"a.h\" // again\n#include \"b.h\"\nA __LINE__";
    let run = Run::with(text, &Options::default(), &mut files);
    assert!(run.diagnostics.is_empty(), "{:?}", run.diagnostics);
    assert_eq!(run.tokens(), "b a 4 1 4");
    assert_eq!(run.result.includes, ["a.h", "b.h"]);
    let open = Run::with(
        "#include \"a\"\n#endif",
        &Options::default(),
        &mut Files::new(&[("a", "#if 1\n")]),
    );
    assert_eq!(open.errors(), ["E0201", "E0210"]);
    let mut files = Files::new(&[("a", "F(")]);
    let half = Run::with(
        "#define F(x) x\n#include \"a\"\n1)",
        &Options::default(),
        &mut files,
    );
    assert_eq!(half.errors(), ["E0214"]);
}

#[test]
fn macro_arguments_may_contain_directives() {
    let text = "#define F(x) <x>\nF(1\n#ifdef NO\n+ 2\n#else\n+ 3\n#endif\n)";
    assert_eq!(tokens(text), "< 1 + 3 >");
}

#[test]
fn spans_are_places_of_use() {
    let text = "#define F(x) x + y\nF(ab) F";
    let run = Run::new(text);
    let shown: Vec<_> = run
        .result
        .tokens
        .iter()
        .map(|t| (run.sources.text(t.span), run.sources.text(t.definition)))
        .collect();
    assert_eq!(
        shown,
        [
            ("ab", ""),
            ("F(ab)", "+"),
            ("F(ab)", "y"),
            ("F", ""),
            ("", "")
        ]
    );
    let expansion = run
        .sources
        .expansion_at(run.result.tokens[0].span)
        .expect("recorded");
    assert_eq!(run.sources.text(expansion.use_site), "F(ab)");
    assert_eq!(run.sources.text(expansion.body), "F(x) x + y");
}

#[test]
fn line_continuations_and_line_ends() {
    assert_eq!(tokens("#define A 1 \\\r\n + 2\rA\\\n;"), "1 + 2 ;");
    assert_eq!(tokens("// a \\\nb\n#define X \\\n\nX c"), "c");
    assert_eq!(tokens("a\r#define B 2\rB\r\n#if 1\r\nc\r#endif"), "a 2 c");
}

#[test]
fn messages_point_at_the_place() {
    let text = "x = 1 $ 2;\n#if FOO\n#endif\n  #frob\n#define F(x) x\nF(1,2)\n#else\n";
    let expected = [
        "1:7 E0203",
        "2:5 E0215",
        "4:3 E0208",
        "6:1 E0214",
        "7:1 E0210",
    ];
    assert_eq!(Run::new(text).messages(), expected);
    assert_eq!(Run::new("#define A 08\n\n\nA").messages(), ["4:1 E0204"]);
    assert_eq!(Run::new("#line 50\n$").messages(), ["50:1 E0203"]);
}

#[test]
fn written_text_reads_back() {
    let mut files = Files::new(&[("a.h", "\n\nfloat a(float x);\n")]);
    let text = "// header\n\n#version 300 es\n#extension GL_OES_standard_derivatives : enable\n#include \"a.h\"\n#define NEG -\n#define F(x) x.x\n\n\n#pragma retroshade bind a c0\nfloat b = NEG-1.50e-3 - F(2.)+__LINE__;\n#line 400 \"g\"\nuint c = 0x10u; void main() {\n  F(a\n.b\n) c; }\n#pragma STDGL invariant(all)\n";
    let run = Run::with(text, &Options::default(), &mut files);
    assert!(run.errors().is_empty(), "{:?}", run.diagnostics);
    let written = run.written();
    let again = Run::new(&written);
    assert!(
        again.errors().is_empty(),
        "{written}\n{:?}",
        again.diagnostics
    );
    assert_eq!(again.tokens(), run.tokens(), "{written}");
    let kinds = |run: &Run| {
        run.result
            .tokens
            .iter()
            .map(|t| t.kind)
            .filter(|k| !matches!(k, TokenKind::Identifier(_)))
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds(&again), kinds(&run));
    assert_eq!(again.result.directives.len(), 1);
    assert!(again.result.invariant_all.is_some());
    assert_eq!(again.written(), written);
    assert!(
        written.contains("1.50e-3") && written.contains("- -"),
        "{written}"
    );
    assert!(
        written.contains("#line 3 \"a.h\"\nfloat a(float x);"),
        "{written}"
    );
}
