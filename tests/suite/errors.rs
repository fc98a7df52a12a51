//! Errors have types: no function but those of tests fails with a string (docs/contributing.md, "Errors").

use crate::file_access::sources;
use crate::imports::crates;
use std::fs;
use std::path::Path;

/// Crates that are for tests.
const LEFT_OUT: [&str; 1] = ["testing"];

/// True if a text that begins behind `Result<` has `String` for its last argument of several.
fn fails_with_string(text: &str) -> bool {
    let (mut depth, mut last) = (0, None);
    for (at, letter) in text.char_indices() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            ',' if depth == 0 => last = Some(at + 1),
            '>' if text[..at].ends_with('-') => {}
            '>' if depth == 0 => return last.is_some_and(|last| text[last..at].trim() == "String"),
            '>' | ')' | ']' => depth -= 1,
            ';' | '{' if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

#[test]
fn no_function_fails_with_a_string() {
    for (text, fails) in [
        ("(), String> {", true),
        ("(A<B>, [u8; 4]), String>", true),
        ("IndexMap<String, String>, Fault>", false),
        ("String>", false),
        ("Fn(&str) -> String, Fault>", false),
    ] {
        assert_eq!(fails_with_string(text), fails, "{text}");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut found, mut files) = (Vec::new(), 0);
    for folder in crates() {
        let name = folder.strip_prefix(root).unwrap_or(&folder);
        if LEFT_OUT.iter().any(|left| name == Path::new(left)) {
            continue;
        }
        for path in sources(&folder.join("src")) {
            let name = path.strip_prefix(root).unwrap_or(&path);
            let name = name.to_string_lossy().replace('\\', "/");
            let of_tests = ["_test.rs", "/tests.rs", "/testing.rs"];
            if name.contains("/tests/") || of_tests.iter().any(|end| name.ends_with(end)) {
                continue;
            }
            files += 1;
            let text = fs::read_to_string(&path).expect("a source");
            // Tests stand at the end.
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            for (line, text) in (1..).zip(code.lines()) {
                let mut types = text.match_indices("Result<");
                if types.any(|(at, start)| fails_with_string(&text[at + start.len()..])) {
                    found.push(format!("{name}:{line}: {}", text.trim()));
                }
            }
        }
    }
    assert!(files > 700, "only {files} files found");
    assert!(found.is_empty(), "{}", found.join("\n"));
}
