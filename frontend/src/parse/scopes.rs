//! Which names are structure types: all that the grammar needs to know of scopes.

use crate::intern::Symbol;

/// A stack of scopes.
pub(super) struct Scopes {
    /// By index of symbol: the name is a type.
    types: Vec<bool>,
    /// What to restore at the end of scopes: only names whose meaning changed.
    changes: Vec<(Symbol, bool)>,
    /// Where the changes of each open scope begin.
    marks: Vec<usize>,
}

impl Scopes {
    /// The global scope, for symbols with indices below `symbols`.
    pub(super) fn new(symbols: usize) -> Scopes {
        Scopes {
            types: vec![false; symbols],
            changes: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// True if a name is a type.
    #[inline]
    pub(super) fn is_type(&self, symbol: Symbol) -> bool {
        self.types.get(symbol.index()).copied().unwrap_or(false)
    }

    /// Makes a name that of a type in the innermost scope.
    pub(super) fn declare_type(&mut self, symbol: Symbol) {
        self.declare(symbol, true);
    }

    /// Makes a name that of a variable or a function in the innermost scope.
    pub(super) fn declare_name(&mut self, symbol: Symbol) {
        self.declare(symbol, false);
    }

    #[inline]
    fn declare(&mut self, symbol: Symbol, is_type: bool) {
        if let Some(entry) = self.types.get_mut(symbol.index())
            && *entry != is_type
        {
            self.changes.push((symbol, *entry));
            *entry = is_type;
        }
    }

    /// Opens a scope.
    pub(super) fn open(&mut self) {
        self.marks.push(self.changes.len());
    }

    /// How many scopes are open.
    pub(super) fn depth(&self) -> usize {
        self.marks.len()
    }

    /// Closes scopes until `depth` are open.
    pub(super) fn close_to(&mut self, depth: usize) {
        while self.marks.len() > depth {
            let Some(mark) = self.marks.pop() else { return };
            while self.changes.len() > mark {
                let Some((symbol, meaning)) = self.changes.pop() else {
                    break;
                };
                if let Some(entry) = self.types.get_mut(symbol.index()) {
                    *entry = meaning;
                }
            }
        }
    }
}
