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

/// Every table of codes, in the order of their ids.
pub const TABLES: &[&[Code]] = &[
    &[INTERNAL],
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

/// The code with an id such as `E0102`, in any letter case.
pub fn find(id: &str) -> Option<Code> {
    TABLES
        .iter()
        .copied()
        .flatten()
        .find(|code| code.id.eq_ignore_ascii_case(id))
        .copied()
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
