//! Names that mean one thing each, and that no GLSL ever reserved.
//!
//! A user's name gets the suffix `_u`, an invented one `_rs`; where a name is taken, because a local
//! variable hides another or because functions are overloaded, a number keeps them apart.

use rustc_hash::FxHashSet;

/// Hands out names. Names of the global scope are never given to a local variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    taken: FxHashSet<String>,
}

impl Names {
    /// A name for something the user called `base`.
    pub(super) fn user(&mut self, base: &str) -> String {
        self.unique(base, "_u")
    }

    /// A name for something the printer made up, or for a `gl_` variable.
    pub(super) fn own(&mut self, base: &str) -> String {
        self.unique(base, "_rs")
    }

    fn unique(&mut self, base: &str, suffix: &str) -> String {
        let mut name = plain(base, suffix.len());
        let length = name.len();
        name.push_str(suffix);
        let mut number = 2u32;
        while self.taken.contains(&name) {
            name.truncate(length);
            name.push_str(&format!("_{number}{suffix}"));
            number += 1;
        }
        if self.taken.is_empty() {
            self.taken.reserve(28);
        }
        self.taken.insert(name.clone());
        name
    }

    /// Gives up the names in `names`, which nothing in scope has any more.
    pub(super) fn release<'n>(&mut self, names: impl IntoIterator<Item = &'n String>) {
        for name in names {
            self.taken.remove(name);
        }
    }
}

/// The name without what only GL's spelling of members has, with room for more bytes after it.
fn plain(name: &str, more: usize) -> String {
    let name = if name.is_empty() { "unnamed" } else { name };
    let letter = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '_'
        }
    };
    let mut plain = String::with_capacity(name.len() + more);
    plain.extend(name.chars().map(letter));
    plain
}

/// The user's name inside a printed one, for messages and listings.
pub(crate) fn display(printed: &str) -> &str {
    printed
        .strip_suffix("_u")
        .or_else(|| printed.strip_suffix("_rs"))
        .unwrap_or(printed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_never_meet() {
        let mut names = Names::default();
        assert_eq!(names.user("a"), "a_u");
        assert_eq!(names.user("a"), "a_2_u");
        assert_eq!(names.user("a_2"), "a_2_2_u");
        assert_eq!(names.own("a"), "a_rs");
        assert_eq!(names.user("Block.a"), "Block_a_u");
        assert_eq!(names.user(""), "unnamed_u");
    }

    #[test]
    fn released_names_return() {
        let mut names = Names::default();
        let first = names.user("a");
        names.release([&first]);
        assert_eq!(names.user("a"), "a_u");
    }
}
