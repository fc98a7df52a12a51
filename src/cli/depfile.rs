//! Dependency rules for make and ninja.
//!
//! glslc and dxc write names as they are, so that a name with a space becomes two, and one with
//! `$(…)` runs a command. Here every name is escaped by make's rules, which ninja reads too.

use std::fmt::Write;

/// The longest line of a rule, in bytes, before it is continued.
const WIDTH: usize = 78;

/// A rule: `target: dependencies`.
#[derive(Clone, Debug)]
pub(crate) struct Rule<'a> {
    /// The target, escaped already (see [`escape`]) or meant to stand as it is.
    pub(crate) target: &'a str,
    /// The source first, then includes in the order first opened.
    pub(crate) dependencies: &'a [String],
    /// Whether each dependency but the first gets an empty rule, so that a deleted include does not
    /// stop make.
    pub(crate) phony: bool,
}

impl Rule<'_> {
    /// The text of the rule.
    ///
    /// # Errors
    /// The dependency that no rule can hold, since its name has a line break.
    pub(crate) fn text(&self) -> Result<String, &str> {
        let mut text = format!("{}:", self.target);
        let mut width = text.len();
        let mut names = Vec::new();
        for dependency in self.dependencies {
            if dependency.contains(['\n', '\r', '\0']) {
                return Err(dependency);
            }
            let name = escape(dependency, false);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        for name in &names {
            // Room for the blank before and the ` \` that may follow.
            if width + 1 + name.len() + 2 > WIDTH && width > 1 {
                text.push_str(" \\\n ");
                width = 1;
            }
            write!(text, " {name}").expect("a String takes everything");
            width += 1 + name.len();
        }
        text.push('\n');
        if self.phony {
            for name in names.iter().skip(1) {
                writeln!(text, "{name}:").expect("a String takes everything");
            }
        }
        Ok(text)
    }
}

/// A file name as make reads it back: blanks, `#` and `$` escaped, with the backslashes before them
/// doubled; in a target `%` as well.
pub(crate) fn escape(name: &str, target: bool) -> String {
    let mut escaped = String::new();
    let mut backslashes = 0;
    for character in name.chars() {
        match character {
            ' ' | '\t' | '#' => {
                escaped.extend(std::iter::repeat_n('\\', backslashes + 1));
            }
            '%' if target => escaped.push('\\'),
            '$' => escaped.push('$'),
            _ => {}
        }
        escaped.push(character);
        backslashes = if character == '\\' {
            backslashes + 1
        } else {
            0
        };
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
            assert_eq!(escape(name, false), escaped);
        }
        assert_eq!(escape("100%", true), "100\\%");
    }

    #[test]
    fn long_rules_are_continued_and_names_listed_once() {
        let dependencies: Vec<String> = [
            "shaders/cube.vert",
            "shaders/light.glsl",
            "shaders/light.glsl",
            "shaders/my common.glsl",
        ]
        .map(String::from)
        .to_vec();
        let rule = Rule {
            target: "build/cube.vert.shbin",
            dependencies: &dependencies,
            phony: true,
        };
        assert_eq!(
            rule.text().unwrap(),
            "build/cube.vert.shbin: shaders/cube.vert shaders/light.glsl \\\n  \
             shaders/my\\ common.glsl\nshaders/light.glsl:\nshaders/my\\ common.glsl:\n"
        );
    }

    #[test]
    fn a_line_break_cannot_be_written() {
        let dependencies = ["a\nb".to_owned()];
        let rule = Rule {
            target: "t",
            dependencies: &dependencies,
            phony: false,
        };
        assert_eq!(rule.text(), Err("a\nb"));
    }
}
