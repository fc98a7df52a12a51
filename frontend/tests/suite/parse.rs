//! The parser: the structure it finds, and what it says.

use crate::text;

use retroshade_ir::deep::guarded;
use text::Run;
use text::dump::Dump;

/// The structure of a source without errors, an item a line.
#[track_caller]
fn items(text: &str) -> Vec<String> {
    let (run, unit) = Run::parse(text);
    assert!(run.diagnostics.is_empty(), "{:#?}", run.diagnostics);
    let unit = unit.expect("nothing unusable");
    unit.items
        .iter()
        .map(|item| Dump(&run.names).item(item))
        .collect()
}

/// The structure of statements.
#[track_caller]
fn body(text: &str) -> String {
    body_of("", text)
}

#[track_caller]
fn body_of(head: &str, text: &str) -> String {
    let whole = items(&format!("{head}void f() {{ {text} }}"))
        .pop()
        .expect("a function");
    let inner = whole
        .strip_prefix("void f() { ")
        .and_then(|text| text.strip_suffix(" }"));
    inner.expect("a body").to_owned()
}

const ES3: &str = "#version 300 es\n";

#[test]
fn precedence_and_grouping() {
    assert_eq!(body("a + b * c - d;"), "(a + (b * c) - d);");
    assert_eq!(body("(a + b) * c;"), "((a + b) * c);");
    assert_eq!(body("a - (b - c);"), "(a - (b - c));");
    assert_eq!(
        body("a || b ^^ c && d == e < f;"),
        "(a || (b ^^ (c && (d == (e < f)))));"
    );
    assert_eq!(
        body("a = b += c ? d : e ? f : g;"),
        "(a = (b += (c ? d : (e ? f : g))));"
    );
    assert_eq!(body("a ? b, c : d = e;"), "(a ? (b, c) : (d = e));");
    assert_eq!(body("a, b = c, d;"), "(a, (b = c), d);");
    assert_eq!(
        body("-a.x++ * !b[1].y, - - +c;"),
        "(((-(a.x++)) * (!b[1].y)), (-(-(+c))));"
    );
    assert_eq!(body("--a - --b;"), "((--a) - (--b));");
    let all = "a | b ^ c & d << e % f;";
    assert_eq!(body_of(ES3, all), "(a | (b ^ (c & (d << (e % f)))));");
}

#[test]
fn primary_expressions() {
    assert_eq!(
        body("f(); f(void); f(a, (b, c));"),
        "f(); f(); f(a, (b, c));"
    );
    assert_eq!(
        body("vec4(1, .5, 017, 0x10).xyz;"),
        "type Float4(1, 0.5, 15, 16).xyz;"
    );
    assert_eq!(body("true != false;"), "(true != false);");
    assert_eq!(body("f(x)[i].y[2];"), "f(x)[i].y[2];");
    let text = "float[2](1.0, 2.0)[0]; float[](1.0); a.length(); 1u; 2.0f;";
    let expected = "type Float1[2](1.0, 2.0)[0]; type Float1[](1.0); a.length(); 1u; 2.0;";
    assert_eq!(body_of(ES3, text), expected);
}

#[test]
fn chains_are_one_node() {
    let held = || {
        let chain = "a + ".repeat(1998);
        assert_eq!(body(&format!("{chain}a;")), format!("({chain}a);"));
    };
    // As long as on the stack that compilations have.
    assert_eq!(guarded(held), Ok(()));
}

#[test]
fn names_of_structures_follow_scopes() {
    let head = "struct S { float a; };";
    assert_eq!(
        body_of(head, "S s = S(1.0); s.a;"),
        "S s = type S(1.0); s.a;"
    );
    assert_eq!(
        body_of(head, "{ float S; S; (S) - 1.0; } S x;"),
        "{ Float1 S; S; (S - 1.0); } S x;"
    );
    assert_eq!(
        body_of(head, "S S = S(1.0); S.a;"),
        "S S = type S(1.0); S.a;"
    );
    assert_eq!(
        body_of(head, "for (float S = 0.0; ; ) S++; S y;"),
        "for (Float1 S = 0.0; ; ) (S++); S y;"
    );
    assert_eq!(
        body_of(head, "if (a) float S; S z;"),
        "if (a) Float1 S; S z;"
    );
    let head = format!("{ES3}{head}");
    assert_eq!(
        body_of(&head, "S[2](a, b); S[2] c;"),
        "type S[2](a, b); S[2] c;"
    );
}

#[test]
fn declarations() {
    let text =
        "precision mediump float; attribute highp vec4 a, b[2]; const float c = 1.0, d = 2.0;
        struct S { lowp vec3 x, y[3]; int z; } s; struct { float q; } t; invariant varying vec2 v;
        invariant gl_Position, v; uniform samplerCube m; ; struct T { S s; };";
    let expected = [
        "precision Medium Float1;",
        "attribute High Float4 a, b[2];",
        "const Float1 c = 1.0, d = 2.0;",
        "struct S { Low Float3 x, y[3]; Int1 z; } s;",
        "struct  { Float1 q; } t;",
        "invariant varying Float2 v;",
        "invariant gl_Position, v;",
        "uniform SamplerCube m;",
        ";",
        "struct T { S s; } ;",
    ];
    assert_eq!(items(text), expected);
}

#[test]
fn declarations_of_essl_300() {
    let text = "#version 300 es
        layout(location = 1, foo) in vec4 a; layout(std140) uniform;
        layout(std140) uniform B { mat2x3 m; uint u[2]; } b[3]; uniform C { float x; };
        flat out ivec2 c; centroid in float[2] d; const float e[] = float[](1.0); uniform highp usampler2DArray t;";
    let expected = [
        "layout(location = 1, foo) in Float4 a;",
        "layout(std140) uniform;",
        "layout(std140) uniform block B { Mat2x3 m; Uint1 u[2]; } b[3];",
        "uniform block C { Float1 x; };",
        "flat out Int2 c;",
        "centroid in Float1[2] d;",
        "const Float1 e[] = type Float1[](1.0);",
        "uniform High SamplerD2Array t;",
    ];
    assert_eq!(items(text), expected);
}

#[test]
fn functions() {
    let text = "float f(const in float a, inout lowp vec2 b[2], out int); void g(void) { return; }
        highp vec4 h() { return vec4(1.0); }";
    let expected = [
        "Float1 f(const in Float1 a, inout Low Float2 b[2], out Int1 );",
        "void g() { return; }",
        "High Float4 h() { return type Float4(1.0); }",
    ];
    assert_eq!(items(text), expected);
}

#[test]
fn statements() {
    let text = "if (a) b; else if (c) { } else ; while (bool x = y) break; do { continue; } while (a);
        for (int i = 0, j; i < 2; i++, j--) { int k; } for (;;) discard; for (i = 0; ; ) ; float q = 1.0;
        precision lowp int; { ; } return a;";
    let expected = "if (a) b; else if (c) {  } else ; while (Bool1 x = y) break; do { continue; } while (a); \
        for (Int1 i = 0, j; (i < 2); ((i++), (j--))) { Int1 k; } for (; ; ) discard; \
        for ((i = 0); ; ) ; Float1 q = 1.0; precision Low Int1; { ; } return a;";
    assert_eq!(body(text), expected);
    let text = "switch (a) { case 1: b; case 2u: default: break; }";
    assert_eq!(
        body_of(ES3, text),
        "switch (a) { case 1: b; case 2u: default: break; }"
    );
}

#[test]
fn spans_cover_what_was_written() {
    let text = "void f() { a = (b + c) * d; }";
    let (run, unit) = Run::parse(text);
    let unit = unit.expect("nothing unusable");
    let retroshade_frontend::syntax::ItemKind::Function(function) = &unit.items[0].kind else {
        panic!("a function")
    };
    assert_eq!(run.sources.text(unit.items[0].span), "void f()");
    let statement = &function.body[0];
    assert_eq!(run.sources.text(statement.span), "a = (b + c) * d;");
    let retroshade_frontend::syntax::StatementKind::Expression(expression) = &statement.kind else {
        panic!("an expression")
    };
    assert_eq!(run.sources.text(expression.span), "a = (b + c) * d");
    assert_eq!(run.sources.text(function.end), "}");
}

/// The messages of a source, `line:column code`.
#[track_caller]
fn messages(text: &str) -> Vec<String> {
    Run::parse(text).0.messages()
}

#[test]
fn each_error_is_reported_once() {
    let text = "void f() {
  a = b
  c = d;
  e = (f;
  g = h + ;
  if (a { b; }
  for (int i = ; i < 3; i++) { i; }
  x y z;
  vec4 v = vec4(1.0, 2.0;
  return 1
}
struct S { float a float b; int c; };
float g(float 1) { return 1.0; }
uniform vec4 u
varying vec2 v;
void h() { ok(); }
";
    let expected = [
        "2:8 E0180",
        "4:9 E0180",
        "5:11 E0180",
        "6:9 E0180",
        "7:16 E0180",
        "8:3 E0188",
        "9:25 E0180",
        "10:11 E0180",
        "12:19 E0180",
        "13:15 E0180",
        "14:15 E0180",
    ];
    assert_eq!(messages(text), expected);
}

#[test]
fn unclosed_brackets_are_reported_where_they_open() {
    assert_eq!(messages("void f() {\n if (a) {\n}\n"), ["1:10 E0186"]);
    assert_eq!(messages("void f() { a = (b"), ["1:16 E0186"]);
    assert_eq!(messages("void f() { }\n}\nvoid g() { }"), ["2:1 E0180"]);
    assert_eq!(
        messages("void f() {\n a = 1;\nvoid g() { b; }\n"),
        ["3:1 E0190", "1:10 E0186"]
    );
}

#[test]
fn errors_in_macros_show_the_macro() {
    let (run, _) = Run::parse("#define F(x) x + )\nvoid f() { a = F(b); }");
    assert_eq!(run.messages(), ["2:16 E0180"]);
    let diagnostic = run.diagnostics.iter().next().expect("one");
    assert_eq!(run.sources.text(diagnostic.secondary[0].span), ")");
}

#[test]
fn sentences_say_what_was_found_and_expected() {
    let sentence = |text: &str| {
        let (run, _) = Run::parse(text);
        run.diagnostics
            .iter()
            .next()
            .map(|d| d.message.clone())
            .unwrap_or_default()
    };
    assert_eq!(
        sentence("void f() { a = ; }"),
        "expected an expression, found `;`"
    );
    assert_eq!(sentence("void f() { a b; }"), "unknown type `a`");
    assert_eq!(
        sentence("void f() { f(1.0 mediump); }"),
        "expected `)`, found keyword `mediump`"
    );
    assert_eq!(
        sentence("float vec2;"),
        "expected a name, found type `vec2`"
    );
    assert_eq!(
        sentence("foo();"),
        "expected a type or another declaration, found `foo`"
    );
    assert_eq!(
        sentence("float a = 1.0"),
        "expected `;` after the declaration, found the end of the file"
    );
    assert_eq!(
        sentence("uniform sampler2D;\nvoid f() { else; }"),
        "`else` without `if`"
    );
    let (run, _) = Run::parse(
        "void f(float x) { if ((x) > 0.5) { if (x > 0.9) { x = 1.0; } x = (0.0); else { x = 2.0; } }",
    );
    let helps: Vec<&String> = run.diagnostics.iter().flat_map(|d| &d.help).collect();
    assert_eq!(helps, ["its block lacks the `}` before `else`"]);
    for text in [
        "void f(float x) { while (x > 0.5) { else { x = 2.0; } } }",
        "void f(float x) { { else { x = 2.0; } } }",
        "void f(float x) { else { x = 2.0; } }",
    ] {
        let (run, _) = Run::parse(text);
        let helps = run
            .diagnostics
            .iter()
            .map(|one| one.help.len())
            .sum::<usize>();
        assert_eq!(helps, 0, "{text}");
    }
    assert_eq!(
        sentence("float a[2] = { 1.0, 2.0 };"),
        "ESSL has no initialiser lists"
    );
    let (run, _) = Run::parse("void f() { float4 a; }");
    let help = run.diagnostics.iter().flat_map(|d| &d.help).next();
    assert_eq!(
        help.map(String::as_str),
        Some("the type is called `vec4` in ESSL")
    );
    let old = "`uint` is a type of ESSL 3.00, this source is ESSL 1.00";
    assert_eq!(sentence("void f() { uint a; }"), old);
    let new = "`attribute` is a keyword of ESSL 1.00, this source is ESSL 3.00";
    assert_eq!(sentence("#version 300 es\nattribute vec4 a;"), new);
}
