//! What names refer to, as it is noted for editors: also in sources with errors, and without a cost for others.

use crate::support;

use retroshade_diagnostics::{Diagnostics, SourceFile, SourceMap};
use retroshade_frontend::preprocess::{NoIncludes, Options};
use retroshade_frontend::typed::{DeclarationKind, Meaning, Role, Selected};
use retroshade_frontend::{CrossReferences, Request, cross_references};
use retroshade_ir::Stage;
use support::check;

fn referenced(text: &str) -> (CrossReferences, SourceMap, Diagnostics) {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("test", text));
    let mut diagnostics = Diagnostics::new();
    let mut request = Request {
        sources: &mut sources,
        file,
        stage: Some(Stage::Fragment),
        options: &Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    };
    let found = cross_references(&mut request).expect("a stage");
    (found, sources, diagnostics)
}

/// The bytes of the uses of each declaration, in the order of the source.
fn uses(text: &str) -> Vec<(String, Vec<u32>)> {
    let (found, _, _) = referenced(text);
    let of = |id| {
        let uses = found
            .uses
            .iter()
            .filter(|one| one.meaning == Meaning::Declared(id));
        let mut starts: Vec<u32> = uses.map(|one| one.span.start).collect();
        starts.sort_unstable();
        starts
    };
    found
        .all()
        .map(|(id, one)| (one.spelled.clone(), of(id)))
        .collect()
}

#[test]
fn names_that_hide_others_are_names_of_their_own() {
    let text =
        "const int a = 1; void f(int a) { int b = a; { int a = b; a++; } a = 2; } void main() {}";
    let at = |part: &str| text.find(part).expect(part) as u32;
    assert_eq!(
        uses(text),
        [
            ("const mediump int a".to_owned(), vec![at("a = 1")]),
            ("void f(int a)".to_owned(), vec![at("f(int")]),
            (
                "mediump int a".to_owned(),
                vec![at("a) {"), at("a; {"), at("a = 2")]
            ),
            ("mediump int b".to_owned(), vec![at("b = a"), at("b; a")]),
            ("mediump int a".to_owned(), vec![at("a = b"), at("a++")]),
            ("void main()".to_owned(), vec![at("main")]),
        ]
    );
}

#[test]
fn kinds_owners_and_values_are_told() {
    let text = "#version 300 es\nprecision mediump float;\nuniform Block { vec4 tint; } block;\nstruct S { float x; };\nconst float HALF = 1.0 / 2.0;\nout vec4 color;\nvoid main() { S s = S(HALF); color = block.tint * s.x; }\n";
    let (found, _, diagnostics) = referenced(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let one = |name: &str| {
        found
            .declarations
            .iter()
            .find(|one| one.name == name)
            .expect(name)
    };
    let owner = |name: &str| found.declaration(one(name).owner.expect(name)).expect(name);
    assert_eq!(owner("tint").kind, DeclarationKind::Block);
    assert_eq!(owner("x").kind, DeclarationKind::Structure);
    assert_eq!(one("tint").kind, DeclarationKind::Global(Role::Uniform));
    assert_eq!(one("color").spelled, "out mediump vec4 color");
    assert!(one("HALF").constant.is_some());
    let main = one("main").extent;
    assert_eq!(main.end as usize, text.trim_end().len());
    assert!(one("s").scope == main && one("color").scope.is_none());
    let from: Vec<Selected> = found.selections.iter().map(|one| one.from).collect();
    assert_eq!(from.len(), 2);
    assert!(matches!(from[0], Selected::Block(_)) && matches!(from[1], Selected::Value(_)));
}

#[test]
fn sources_with_errors_have_names_and_no_other_messages() {
    for text in [
        "precision mediump float; uniform float u; void main() { float a = u; float b = ; a = u + ; }",
        "precision mediump float; uniform float u; void main() { float a = u; u.; f(u; ",
        "uniform float u; void g() { v = u; } void main() { g(u); h(u); u(); u.x; S s; }",
        "#error no\nuniform float u; void main() {",
        "#define A u\nuniform float A; void main() { A; A = A; } }",
    ] {
        let (found, _, diagnostics) = referenced(text);
        let codes = |all: &Diagnostics| {
            all.iter()
                .map(|one| (one.code.id, one.primary.clone()))
                .collect::<Vec<_>>()
        };
        let plain = check("test", Stage::Fragment, text);
        assert_eq!(codes(&diagnostics), codes(&plain.diagnostics), "{text}");
        assert!(diagnostics.has_errors());
        assert!(
            found.declarations.iter().any(|one| one.name == "u"),
            "{text}"
        );
    }
}

#[test]
fn completions_of_the_language_exist_in_a_source() {
    let (old, ..) = referenced("void main() {}");
    let (new, ..) = referenced("#version 300 es\nvoid main() {}");
    let functions = |found: &CrossReferences| {
        found
            .builtin_functions()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
    };
    assert!(functions(&old).contains(&"texture2D") && !functions(&new).contains(&"texture2D"));
    assert!(!functions(&old).contains(&"dFdx") && functions(&new).contains(&"dFdx"));
    assert_eq!(new.builtin_function("dot"), ["float dot(genType, genType)"]);
    let variables = |found: &CrossReferences| {
        found
            .builtin_variables()
            .map(|(_, spelled)| spelled)
            .collect::<Vec<_>>()
    };
    assert!(
        variables(&old).contains(&"out mediump vec4 gl_FragColor".to_owned()),
        "{:?}",
        variables(&old)
    );
    assert!(
        !variables(&old)
            .iter()
            .any(|one| one.contains("gl_Position"))
    );
    assert!(
        old.keywords().any(|word| word == "varying")
            && !new.keywords().any(|word| word == "varying")
    );
    for (name, fits) in [
        ("tint", true),
        ("vec4", false),
        ("half", false),
        ("gl_x", false),
        ("a__b", false),
        ("1a", false),
        ("", false),
        ("sin", false),
    ] {
        assert_eq!(old.check_name(name).is_ok(), fits, "{name}");
    }
}
