//! The stable codes, one row each: never reused, each with a page for `--explain`.
//!
//! `E01xx` language, `E02xx` preprocessor, `E03xx` what a target cannot do, `E04xx` limits, `E05xx`
//! assembler, `E06xx` container, `E07xx` linking, `E08xx` files and run data,
//! `E09xx` the intermediate representation, `W…` warnings.

pub mod assembler;
pub mod container;
pub mod files;
pub mod ir;
pub mod language;
pub mod limit;
pub mod link;
pub mod preprocessor;
pub mod preprocessor_warning;
pub mod semantic;
pub mod syntax;
pub mod target;
pub mod warning;

/// The identity of a message: what users search for, silence and explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// `E0102`, `W0103`.
    pub id: &'static str,
    /// The name of a warning for `-Wname`, a short title otherwise; words joined by `-`.
    pub name: &'static str,
    /// The page that `--explain` prints: what it means, an example, what to do.
    pub explanation: &'static str,
}

impl Code {
    /// True if it is of a warning, which flags can hide, show or make an error.
    pub fn is_warning(&self) -> bool {
        self.id.starts_with('W')
    }

    /// The first sentence of the explanation.
    pub fn summary(&self) -> String {
        let words = self.explanation.split_whitespace();
        let text = words.collect::<Vec<_>>().join(" ");
        match text.find(". ") {
            Some(end) => text[..=end].to_owned(),
            None => text,
        }
    }

    /// What `--explain` prints: the code, its name, and the explanation in lines of at most 78
    /// characters.
    pub fn page(&self) -> String {
        let mut page = format!("{}: {}\n\n", self.id, self.name);
        let mut column = 0;
        for word in self.explanation.split_whitespace() {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > 78 {
                page.push('\n');
                column = 0;
            } else if column > 0 {
                page.push(' ');
                column += 1;
            }
            page.push_str(word);
            column += width;
        }
        page.push('\n');
        page
    }
}

/// A defect of the compiler itself.
pub const INTERNAL: Code = Code {
    id: "E0000",
    name: "internal",
    explanation: "The compiler found a contradiction in its own work and stopped rather than write \
                  wrong code. The fault is not in the shader. Please report it together with the \
                  source and the command line.",
};

/// A command line that says nothing, or two things at a time.
pub const USAGE: Code = Code {
    id: "E0001",
    name: "command-line",
    explanation: "The command line is at fault: an option that does not exist, a value that it does not \
                  take, two options that exclude each other, no file. `retroshade --help` lists all \
                  options. The exit status is 2.",
};

/// Every table of codes, in the order of their ids.
pub const TABLES: &[&[Code]] = &[
    &[INTERNAL, USAGE],
    language::ALL,
    syntax::ALL,
    semantic::ALL,
    preprocessor::ALL,
    target::ALL,
    limit::ALL,
    assembler::ALL,
    container::ALL,
    link::ALL,
    files::ALL,
    ir::ALL,
    warning::ALL,
    preprocessor_warning::ALL,
];

/// The code with an id such as `E0102`, in any letter case, or the warning with a name such as
/// `half-precision`.
pub fn find(id: &str) -> Option<Code> {
    let mut all = TABLES.iter().copied().flatten();
    let is = |code: &&Code| code.id.eq_ignore_ascii_case(id);
    all.find(|code| is(code) || code.is_warning() && code.name == id)
        .copied()
}

/// Every warning, in the order of the ids.
pub fn warnings() -> Vec<Code> {
    let all = TABLES.iter().copied().flatten();
    let mut warnings: Vec<Code> = all.filter(|code| code.is_warning()).copied().collect();
    warnings.sort_by_key(|code| code.id);
    warnings
}

/// Declares the codes of one area and the list of them, so that no row can be left out of it.
macro_rules! codes {
    ($($(#[$meta:meta])* $constant:ident = $id:literal, $name:literal, $explanation:literal;)*) => {
        $(
            $(#[$meta])*
            pub const $constant: $crate::codes::Code = $crate::codes::Code {
                id: $id,
                name: $name,
                explanation: $explanation,
            };
        )*
        /// Every code of this area.
        pub const ALL: &[$crate::codes::Code] = &[$($constant),*];
    };
}
use codes;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_code_and_no_warning_name_is_used_twice() {
        let mut ids = BTreeSet::new();
        let mut names = BTreeSet::new();
        for code in TABLES.iter().copied().flatten() {
            assert!(ids.insert(code.id), "{} is used twice", code.id);
            assert!(
                !code.id.starts_with('W') || names.insert(code.name),
                "{}",
                code.name
            );
        }
    }

    #[test]
    fn pages_are_found_in_any_case_and_wrapped() {
        let page = find("e0102").map(|code| code.page()).unwrap_or_default();
        assert!(
            page.starts_with("E0102: unknown-name\n\nThe name is"),
            "{page}"
        );
        assert!(
            page.lines().all(|line| line.chars().count() <= 78),
            "{page}"
        );
        assert_eq!(find("E9999"), None);
    }
}
