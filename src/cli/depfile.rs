//! Dependency rules for make and ninja.
//!
//! glslc and dxc write names as they are, so that a name with a space becomes two, and one with
//! `$(…)` runs a command. Here every name is escaped by make's rules, which ninja reads too, and a name
//! that no escape brings through make is an error: a dependency that is lost silently is the worst.

use super::arguments::Dependencies;
use retroshade::diagnostics::{Diagnostic, codes};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The text of the rule that options ask for: the targets they name, or else these outputs, depend on the
/// inputs and what they include.
///
/// # Errors
/// A name that no rule can hold.
pub(crate) fn requested<'a>(
    wanted: &Dependencies,
    outputs: &[impl AsRef<Path>],
    inputs: impl IntoIterator<Item = &'a Path>,
    includes: &[String],
) -> Result<Vec<u8>, Diagnostic> {
    let refused = |name: OsString| {
        let message = format!("a dependency rule cannot hold the name {name:?}");
        Diagnostic::error(codes::files::UNWRITABLE, message)
            .with_note("make would read it as something else than one file, whatever is done")
    };
    let mut targets: Vec<Vec<u8>> = Vec::new();
    for name in &wanted.dep_target {
        targets.push(name.as_encoded_bytes().to_vec());
    }
    for name in &wanted.dep_target_quoted {
        targets.push(escape(name, Role::Target).map_err(refused)?);
    }
    if targets.is_empty() {
        for output in outputs {
            targets.push(escape(output.as_ref().as_os_str(), Role::Target).map_err(refused)?);
        }
    }
    // Standard input is no file that could change.
    let sources = inputs.into_iter().map(Path::as_os_str);
    let sources = sources.filter(|name| *name != OsStr::new("-"));
    let dependencies: Vec<OsString> = sources
        .map(OsString::from)
        .chain(includes.iter().map(OsString::from))
        .collect();
    let rule = Rule {
        target: &targets.join(&b' '),
        dependencies: &dependencies,
        phony: wanted.dep_phony,
    };
    rule.text().map_err(refused)
}

/// The longest line of a rule, in bytes, before it is continued.
const WIDTH: usize = 78;

/// The role of a name in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Before the colon.
    Target,
    /// The first name behind the colon, where `=` would make a variable of the line.
    First,
    /// Any other name behind the colon.
    Dependency,
}

/// A rule: `target: dependencies`.
#[derive(Clone, Debug)]
struct Rule<'a> {
    /// The target, escaped already (see [`escape`]) or meant to stand as it is.
    target: &'a [u8],
    /// The source first, then includes in the order first opened.
    dependencies: &'a [OsString],
    /// True if each dependency but the first gets an empty rule, so that a deleted include does not
    /// stop make.
    phony: bool,
}

impl Rule<'_> {
    /// The text of the rule, in the bytes of the names.
    ///
    /// # Errors
    /// The name that no rule can hold.
    fn text(&self) -> Result<Vec<u8>, OsString> {
        if self.target.iter().any(|byte| b"\n\r\0".contains(byte)) {
            return Err(String::from_utf8_lossy(self.target).into_owned().into());
        }
        let mut names: Vec<&OsStr> = Vec::new();
        for name in self.dependencies {
            if !names.contains(&&**name) {
                names.push(name);
            }
        }
        let mut text = self.target.to_vec();
        text.push(b':');
        let mut width = text.len();
        for (index, name) in names.iter().enumerate() {
            let role = if index == 0 {
                Role::First
            } else {
                Role::Dependency
            };
            let name = escape(name, role)?;
            // Room for the blank before and the ` \` that may follow.
            if width + 1 + name.len() + 2 > WIDTH && width > 1 {
                text.extend(b" \\\n ");
                width = 1;
            }
            text.push(b' ');
            width += 1 + name.len();
            text.extend(name);
        }
        text.push(b'\n');
        if self.phony {
            for name in names.iter().skip(1) {
                text.extend(escape(name, Role::Target)?);
                text.extend(b":\n");
            }
        }
        Ok(text)
    }
}

/// A file name as make reads it back: blanks, `#`, `:` and `$` escaped, with the backslashes before
/// them doubled; in a target `%` as well. Where there are drives, the `:` of one stays.
///
/// # Errors
/// A name that make cannot read in that role.
fn escape(name: &OsStr, role: Role) -> Result<Vec<u8>, OsString> {
    let bytes = name.as_encoded_bytes();
    if unreadable(bytes, role) {
        return Err(name.to_owned());
    }
    let drive = cfg!(windows)
        && matches!(bytes, [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic());
    let mut escaped = Vec::with_capacity(bytes.len());
    let mut backslashes = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        match byte {
            b' ' | b'\t' | b'#' => escaped.extend(std::iter::repeat_n(b'\\', backslashes + 1)),
            b':' if !drive || index != 1 => {
                escaped.extend(std::iter::repeat_n(b'\\', backslashes + 1));
            }
            b'|' if role != Role::Target => escaped.push(b'\\'),
            b'%' if role == Role::Target => escaped.push(b'\\'),
            b'$' => escaped.push(b'$'),
            _ => {}
        }
        escaped.push(byte);
        backslashes = if byte == b'\\' { backslashes + 1 } else { 0 };
    }
    Ok(escaped)
}

/// True if make takes a name for something else however it is escaped: the end of a rule (line breaks,
/// `;`), a continued line, a member of an archive, an assignment, two targets.
fn unreadable(name: &[u8], role: Role) -> bool {
    let has = |byte| name.contains(&byte);
    let archive = name.iter().skip(1).any(|&byte| byte == b'(') && name.ends_with(b")");
    let always = name.iter().any(|byte| b"\n\r\0;".contains(byte))
        || name.is_empty()
        || name.ends_with(b"\\")
        || archive;
    always
        || match role {
            Role::Target => has(b'\t') || has(b'='),
            Role::First => has(b'='),
            Role::Dependency => name.starts_with(b"="),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_as_make_reads_them() {
        for (name, escaped) in [
            ("a.vert", "a.vert"),
            ("my common.glsl", "my\\ common.glsl"),
            ("a#b", "a\\#b"),
            ("a$(b)c", "a$$(b)c"),
            ("dir\\a b", "dir\\a\\ b"),
            ("a\\ b", "a\\\\\\ b"),
            ("100%", "100%"),
            ("a:b", "a\\:b"),
            ("a|b", "a\\|b"),
        ] {
            let found = escape(OsStr::new(name), Role::Dependency).unwrap();
            assert_eq!(String::from_utf8(found).unwrap(), escaped);
        }
        assert_eq!(escape(OsStr::new("100%"), Role::Target).unwrap(), b"100\\%");
    }

    #[test]
    fn long_rules_are_continued_and_names_listed_once() {
        let dependencies: Vec<OsString> = [
            "shaders/cube.vert",
            "shaders/light.glsl",
            "shaders/light.glsl",
            "shaders/my common.glsl",
        ]
        .map(OsString::from)
        .to_vec();
        let rule = Rule {
            target: b"build/cube.vert.shbin",
            dependencies: &dependencies,
            phony: true,
        };
        assert_eq!(
            String::from_utf8(rule.text().unwrap()).unwrap(),
            "build/cube.vert.shbin: shaders/cube.vert shaders/light.glsl \\\n  \
             shaders/my\\ common.glsl\nshaders/light.glsl:\nshaders/my\\ common.glsl:\n"
        );
    }

    #[test]
    fn what_make_cannot_read_is_refused() {
        let rule = |name: &str, phony| {
            let dependencies = ["a.vert".into(), name.into()];
            let rule = Rule {
                target: b"t",
                dependencies: &dependencies,
                phony,
            };
            rule.text().is_ok()
        };
        for name in ["a\nb", "a;b", "a\\", "lib(member)", "=b"] {
            assert!(!rule(name, false), "{name}");
        }
        for name in ["a=b", "a\tb"] {
            assert!(rule(name, false) && !rule(name, true), "{name}");
        }
    }
}
