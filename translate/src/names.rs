//! Identifiers of a text.

use retroshade_ir::essl::identifier;
use std::collections::BTreeSet;

/// Identifiers that differ.
#[derive(Default)]
pub(crate) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// An identifier for a name of GL that no other has.
    pub(crate) fn free(&mut self, name: &str) -> String {
        let wanted = identifier(name);
        let mut numbered = (1..).map(|number| format!("{wanted}_{number}"));
        let mut free = wanted.clone();
        while !self.taken.insert(free.clone()) {
            free = numbered.next().unwrap_or_default();
        }
        free
    }
}
