//! What messages look like, and that no place can break them.

use retroshade_diagnostics::codes::{self, language};
use retroshade_diagnostics::{
    Color, Diagnostic, Diagnostics, ERROR_LIMIT, Expansion, FileId, LineDirective, Renderer,
    SourceFile, SourceMap, Span, Style, sarif_log,
};

fn render(sources: &SourceMap, style: Style, diagnostic: &Diagnostic) -> String {
    let mut out = Vec::new();
    let mut renderer = Renderer::new(sources, style, Color::Never);
    renderer
        .render(diagnostic, &mut out)
        .expect("writing to memory");
    String::from_utf8(out).expect("UTF-8")
}

fn error(message: &str) -> Diagnostic {
    Diagnostic::error(language::UNKNOWN_NAME, message)
}

#[test]
fn rich_shows_the_line_with_notes_and_help() {
    let mut sources = SourceMap::new();
    let text = "attribute vec4 Q;\nvoid main() {\n  gl_Position = q;\n}\n";
    let file = sources.add(SourceFile::new("a.vert", text));
    let diagnostic = error("unknown variable `q`")
        .at(Span::new(file, 48, 49), "not declared in this scope")
        .with_note("names are case sensitive")
        .with_help("an attribute `Q` exists");
    let expected = "\
error[E0102]: unknown variable `q`
  ┌─ a.vert:3:17
  │
3 │   gl_Position = q;
  │                 ^ not declared in this scope
  │
  = note: names are case sensitive
  = help: an attribute `Q` exists

";
    assert_eq!(render(&sources, Style::Rich, &diagnostic), expected);
}

#[test]
fn short_is_one_line_and_columns_count_characters() {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("a.vert", "/* é中 */\tq\r\n"));
    let diagnostic = error("unknown").at(Span::new(file, 12, 13), "");
    assert_eq!(
        render(&sources, Style::Short, &diagnostic),
        "a.vert:1:10: error: unknown [E0102]\n"
    );
}

#[test]
fn json_is_one_object_a_line() {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("a \"b\"", "x\nq q\n"));
    let diagnostic = error("un\nknown")
        .at(Span::new(file, 2, 3), "here")
        .and_at(Span::new(file, 4, 5), "there")
        .with_help("do")
        .with_edit(Span::new(file, 2, 3), "w");
    let text = render(&sources, Style::Json, &diagnostic);
    assert_eq!(text.lines().count(), 1);
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let expected = serde_json::json!({
        "severity": "error", "code": "E0102", "name": "unknown-name", "flag": null, "message": "un\nknown",
        "file": "a \"b\"", "line": 2, "column": 1, "end_line": 2, "end_column": 2,
        "byte": 2, "end_byte": 3, "utf16_column": 1, "utf16_end_column": 2, "label": "here",
        "labels": [{"message": "there", "file": "a \"b\"", "line": 2, "column": 3, "end_line": 2,
            "end_column": 4, "byte": 4, "end_byte": 5, "utf16_column": 3, "utf16_end_column": 4}],
        "notes": [], "help": ["do"],
        "edits": [{"text": "w", "file": "a \"b\"", "line": 2, "column": 1, "end_line": 2,
            "end_column": 2, "byte": 2, "end_byte": 3, "utf16_column": 1, "utf16_end_column": 2}],
    });
    assert_eq!(value, expected);
    let nowhere = render(&sources, Style::Json, &error("no place"));
    let value: serde_json::Value = serde_json::from_str(&nowhere).expect("JSON");
    assert!(value["file"].is_null() && value["line"].is_null());
}

#[test]
fn warnings_name_their_flag() {
    let sources = SourceMap::new();
    let warning = Diagnostic::warning(codes::warning::STRAY_SEMICOLON, "stray");
    let short = |diagnostic: &Diagnostic| render(&sources, Style::Short, diagnostic);
    assert_eq!(
        short(&warning),
        "retroshade: warning: stray [-Wstray-semicolon]\n"
    );
    let rich = render(&sources, Style::Rich, &warning);
    assert!(
        rich.starts_with("warning[W0101]: stray [-Wstray-semicolon]"),
        "{rich}"
    );
    let error = Diagnostic::error(codes::warning::STRAY_SEMICOLON, "stray");
    assert!(short(&error).ends_with("error: stray [-Werror=stray-semicolon]\n"));
    let bug = Diagnostic::bug("test", "x");
    assert!(short(&bug).starts_with("retroshade: error: internal compiler error: test: x"));
}

#[test]
fn columns_of_editors_count_units_of_utf16() {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("a.vert", "/* é🙂 */ q"));
    let diagnostic = error("q").at(Span::new(file, 13, 14), "");
    let value: serde_json::Value =
        serde_json::from_str(&render(&sources, Style::Json, &diagnostic)).expect("JSON");
    assert_eq!(
        (&value["column"], &value["utf16_column"]),
        (&10.into(), &11.into())
    );
    assert_eq!(
        (&value["byte"], &value["end_byte"]),
        (&13.into(), &14.into())
    );
}

#[test]
fn annotations_escape_what_a_workflow_would_read() {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("a,b:c.vert", "q = 1;\n"));
    let diagnostic = error("50%\nof q")
        .at(Span::new(file, 0, 1), "here")
        .with_help("do");
    assert_eq!(
        render(&sources, Style::GitHub, &diagnostic),
        "::error file=a%2Cb%3Ac.vert,line=1,col=1,endColumn=2,title=E0102 unknown-name::50%25%0Aof q%0A\
         here%0Ahelp: do\n"
    );
    assert_eq!(
        render(&sources, Style::GitHub, &error("x")),
        "::error title=E0102 unknown-name::x\n"
    );
}

#[test]
fn a_log_of_sarif_has_results_and_their_rules() {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("dir/a b.vert", "q = 1;\n"));
    let span = Span::new(file, 0, 1);
    let diagnostic = error("unknown").at(span, "here").with_edit(span, "p");
    let lines =
        render(&sources, Style::Sarif, &diagnostic) + &render(&sources, Style::Sarif, &error("x"));
    assert_eq!(lines.lines().count(), 2);
    let log: serde_json::Value = serde_json::from_str(&sarif_log(&lines, "1.2.3")).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["version"], "1.2.3");
    assert_eq!(
        run["tool"]["driver"]["rules"].as_array().map(Vec::len),
        Some(1)
    );
    let location = &run["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "dir/a%20b.vert");
    assert_eq!(location["region"]["startLine"], 1);
    assert_eq!(location["region"]["endColumn"], 2);
    let change = &run["results"][0]["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "p");
    assert!(run["results"][1].get("locations").is_none());
}

#[test]
fn line_directives_rename_lines_and_files() {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new(
        "a.vert",
        "#line 70 \"b.glsl\"\nq\n#line 0\nq\n",
    ));
    let first = Span::new(file, 0, 17);
    sources.add_line_directive(LineDirective {
        span: first,
        line: 70,
        name: Some("b.glsl".into()),
    });
    sources.add_line_directive(LineDirective {
        span: Span::new(file, 20, 27),
        line: 0,
        name: None,
    });
    let at = |byte| error("q").at(Span::new(file, byte, byte + 1), "");
    assert_eq!(
        render(&sources, Style::Short, &at(0)),
        "a.vert:1:1: error: q [E0102]\n"
    );
    assert_eq!(
        render(&sources, Style::Short, &at(18)),
        "b.glsl:70:1: error: q [E0102]\n"
    );
    let rich = render(&sources, Style::Rich, &at(18));
    assert!(
        rich.contains("b.glsl:70:1") && rich.contains("70 │ q"),
        "{rich}"
    );
    assert!(render(&sources, Style::Rich, &at(28)).contains("b.glsl:1:1"));
    let both = at(18).and_at(Span::new(file, 0, 5), "first");
    let rich = render(&sources, Style::Rich, &both);
    assert!(
        rich.contains("b.glsl:70:1") && rich.contains("a.vert:1:1"),
        "{rich}"
    );
}

#[test]
fn includes_and_macros_are_named() {
    let mut sources = SourceMap::new();
    let main = sources.add(SourceFile::new("b.frag", "\n\n\n#include \"c.h\"\n"));
    let mut include = SourceFile::new("c.h", "#define F q\nF;\n");
    include.included_from = Some(Span::new(main, 3, 17));
    let include = sources.add(include);
    let span = |start, end| Span::new(include, start, end);
    sources.add_expansion(Expansion {
        use_site: span(12, 13),
        definition: span(8, 9),
        body: span(8, 11),
    });
    let rich = render(
        &sources,
        Style::Rich,
        &error("unknown `q`").at(span(12, 13), ""),
    );
    assert!(rich.contains("c.h:2:1"), "{rich}");
    assert!(
        rich.contains("in the expansion of `F`, defined here"),
        "{rich}"
    );
    assert!(rich.contains("= note: included from b.frag:4"), "{rich}");
    let pointed = error("unknown `q`")
        .at(span(12, 13), "")
        .and_at(span(10, 11), "this");
    assert!(!render(&sources, Style::Rich, &pointed).contains("in the expansion"));
}

#[test]
fn the_summary_counts_and_the_rest_is_suppressed() {
    let sources = SourceMap::new();
    let mut list = Diagnostics::new();
    for _ in 0..ERROR_LIMIT + 2 {
        list.push(error("again"));
    }
    list.push(Diagnostic::warning(
        codes::warning::STRAY_SEMICOLON,
        "stray",
    ));
    let mut out = Vec::new();
    let mut renderer = Renderer::new(&sources, Style::Short, Color::Never);
    renderer
        .render_all(&list, &mut out)
        .expect("writing to memory");
    let shown = String::from_utf8_lossy(&out).lines().count();
    assert_eq!(shown, ERROR_LIMIT + 1);
    out.clear();
    renderer
        .counts()
        .write_summary(Style::Rich, &mut out)
        .expect("writing to memory");
    assert_eq!(
        String::from_utf8_lossy(&out),
        "102 errors (2 not shown), 1 warning generated.\n"
    );
    out.clear();
    renderer
        .counts()
        .write_summary(Style::Json, &mut out)
        .expect("writing to memory");
    assert!(out.is_empty());
}

#[test]
fn colour_is_on_request() {
    let sources = SourceMap::new();
    let mut out = Vec::new();
    let mut renderer = Renderer::new(&sources, Style::Rich, Color::Always);
    renderer
        .render(&error("red"), &mut out)
        .expect("writing to memory");
    assert!(out.contains(&0x1b));
    assert!(!render(&sources, Style::Rich, &error("red")).contains('\u{1b}'));
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("a\u{1b}[2J", "x\u{1b}[31m\n"));
    let diagnostic = error("bad \u{7}").at(Span::new(file, 0, 1), "\u{1b}");
    for style in [Style::Rich, Style::Short, Style::Json] {
        let text = render(&sources, style, &diagnostic);
        assert!(!text.contains(['\u{1b}', '\u{7}']), "{text:?}");
    }
}

#[test]
fn long_lines_are_not_shown() {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("a", "x".repeat(100_000)));
    let text = render(
        &sources,
        Style::Rich,
        &error("q").at(Span::new(file, 50_000, 50_001), ""),
    );
    assert!(text.len() < 200 && text.contains("a:1:50001"), "{text}");
}

#[test]
fn no_span_panics() {
    let mut sources = SourceMap::new();
    let texts = [
        "",
        "\n",
        "a",
        "é\r\n中\rx\n\n",
        "\u{feff}a\\\nb",
        "x\n".repeat(50).as_str(),
    ]
    .map(String::from);
    for text in texts {
        let length = text.len() as u32;
        let file = sources.add(SourceFile::new("f", text));
        sources.add_line_directive(LineDirective {
            span: Span::new(file, 0, 1),
            line: u32::MAX,
            name: Some("g".into()),
        });
        let ends = (0..length + 3).chain([u32::MAX - 1, u32::MAX]);
        for start in ends.clone() {
            for end in ends.clone().step_by(1 + length as usize / 8) {
                for file in [file, FileId(77)] {
                    let span = Span::new(file, start, end);
                    let diagnostic = error("q").at(span, "l").and_at(span.to(Span::NONE), "m");
                    for style in [Style::Rich, Style::Short, Style::Json] {
                        assert!(!render(&sources, style, &diagnostic).is_empty());
                    }
                }
            }
        }
    }
}

#[test]
fn what_turns_the_direction_of_text_is_shown_in_its_column() {
    let mut sources = SourceMap::new();
    let text = "/*\u{202e} */ x \u{2066}= y;\n";
    let file = sources.add(SourceFile::new("a\u{202e}.vert", text));
    let at = text.find('y').expect("a place") as u32;
    let diagnostic = error("bad \u{2067}").at(Span::new(file, at, at + 1), "\u{200f}here");
    assert_eq!(
        render(&sources, Style::Rich, &diagnostic),
        "error[E0102]: bad \u{fffd}
  ┌─ a\u{fffd}.vert:1:13
  │
1 │ /*\u{fffd} */ x \u{fffd}= y;
  │             ^ \u{fffd}here

"
    );
    for style in [Style::Short, Style::GitHub] {
        let text = render(&sources, style, &diagnostic);
        assert!(
            !text.contains(['\u{202e}', '\u{2067}', '\u{200f}']),
            "{text:?}"
        );
    }
}
