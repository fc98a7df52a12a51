//! Dependency rules for make and ninja.
//!
//! glslc and dxc write names as they are, so that a name with a space becomes two, and one with
//! `$(…)` runs a command. Here every name is escaped by make's rules, which ninja reads too.

use std::ffi::{OsStr, OsString};

/// The longest line of a rule, in bytes, before it is continued.
const WIDTH: usize = 78;

/// A rule: `target: dependencies`.
#[derive(Clone, Debug)]
pub(crate) struct Rule<'a> {
    /// The target, escaped already (see [`escape`]) or meant to stand as it is.
    pub(crate) target: &'a [u8],
    /// The source first, then includes in the order first opened.
    pub(crate) dependencies: &'a [OsString],
    /// Whether each dependency but the first gets an empty rule, so that a deleted include does not
    /// stop make.
    pub(crate) phony: bool,
}

impl Rule<'_> {
    /// The text of the rule, in the bytes of the names.
    ///
    /// # Errors
    /// The name that no rule can hold, since it has a line break.
    pub(crate) fn text(&self) -> Result<Vec<u8>, OsString> {
        let broken = |name: &[u8]| name.iter().any(|byte| b"\n\r\0".contains(byte));
        if broken(self.target) {
            return Err(String::from_utf8_lossy(self.target).into_owned().into());
        }
        let mut names: Vec<Vec<u8>> = Vec::new();
        for dependency in self.dependencies {
            let dependency: &OsStr = dependency;
            if broken(dependency.as_encoded_bytes()) {
                return Err(dependency.to_owned());
            }
            let name = escape(dependency.as_encoded_bytes(), false);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let mut text = self.target.to_vec();
        text.push(b':');
        let mut width = text.len();
        for name in &names {
            // Room for the blank before and the ` \` that may follow.
            if width + 1 + name.len() + 2 > WIDTH && width > 1 {
                text.extend(b" \\\n ");
                width = 1;
            }
            text.push(b' ');
            text.extend(name);
            width += 1 + name.len();
        }
        text.push(b'\n');
        if self.phony {
            for name in names.iter().skip(1) {
                text.extend(name);
                text.extend(b":\n");
            }
        }
        Ok(text)
    }
}

/// A file name as make reads it back: blanks, `#` and `$` escaped, with the backslashes before them
/// doubled; in a target `%` as well.
pub(crate) fn escape(name: &[u8], target: bool) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(name.len());
    let mut backslashes = 0;
    for &byte in name {
        match byte {
            b' ' | b'\t' | b'#' => escaped.extend(std::iter::repeat_n(b'\\', backslashes + 1)),
            b'%' if target => escaped.push(b'\\'),
            b'$' => escaped.push(b'$'),
            _ => {}
        }
        escaped.push(byte);
        backslashes = if byte == b'\\' { backslashes + 1 } else { 0 };
    }
    escaped
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
            ("a$(b)", "a$$(b)"),
            ("dir\\a b", "dir\\a\\ b"),
            ("a\\ b", "a\\\\\\ b"),
            ("100%", "100%"),
        ] {
            assert_eq!(escape(name.as_bytes(), false), escaped.as_bytes());
        }
        assert_eq!(escape(b"100%", true), b"100\\%");
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
    fn a_line_break_cannot_be_written() {
        let dependencies = ["a\nb".into()];
        let rule = Rule {
            target: b"t",
            dependencies: &dependencies,
            phony: false,
        };
        assert_eq!(rule.text(), Err("a\nb".into()));
    }
}
