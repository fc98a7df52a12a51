//! Names and what they refer to.
//!
//! Every symbol has at most one visible binding; a declaration in an inner scope remembers the binding it
//! hides, and leaving the scope restores it. Look-ups, declarations and leaving are constant time.

use crate::intern::Symbol;
use crate::typed::{GlobalId, LocalId, StructId};
use retroshade_diagnostics::Span;

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    /// A variable of the current function.
    Local(LocalId),
    /// A variable of the global scope.
    Global(GlobalId),
    /// A structure.
    Struct(StructId),
    /// The overloads of a function, by their index in the checker.
    Functions(u32),
    /// The instance of a uniform block, by its index in the checker.
    Block(u32),
    /// The name of a uniform block itself, which has no use but must not be taken.
    BlockName,
    /// Something whose declaration was wrong: uses of it are silent.
    Poison,
}

/// A visible declaration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The name.
    pub(super) symbol: Symbol,
    /// What it refers to.
    pub(super) binding: Binding,
    /// Where it was declared.
    pub(super) span: Span,
    /// The number of open scopes: 1 is the global scope.
    depth: u32,
    /// The hidden entry + 1, or 0.
    hidden: u32,
}

/// The nested scopes of a shader.
#[derive(Debug)]
pub(super) struct Scopes {
    /// By symbol: the visible entry + 1, or 0.
    visible: Vec<u32>,
    /// Declarations of all open scopes.
    entries: Vec<Entry>,
    /// How many entries there were when each scope was opened.
    starts: Vec<usize>,
}

impl Scopes {
    /// The global scope.
    pub(super) fn new() -> Scopes {
        Scopes {
            visible: Vec::new(),
            entries: Vec::new(),
            starts: vec![0],
        }
    }

    /// Opens an inner scope.
    pub(super) fn open(&mut self) {
        self.starts.push(self.entries.len());
    }

    /// Leaves the innermost scope; never the global one.
    pub(super) fn close(&mut self) {
        if self.starts.len() < 2 {
            return;
        }
        let start = self.starts.pop().unwrap_or(0);
        for entry in self.entries.drain(start..).rev() {
            if let Some(slot) = self.visible.get_mut(entry.symbol.index()) {
                *slot = entry.hidden;
            }
        }
    }

    /// The visible declaration of a name.
    pub(super) fn find(&self, symbol: Symbol) -> Option<&Entry> {
        let index = *self.visible.get(symbol.index())?;
        self.entries.get((index as usize).checked_sub(1)?)
    }

    /// The declaration of a name in the innermost scope.
    pub(super) fn find_here(&self, symbol: Symbol) -> Option<&Entry> {
        let depth = self.starts.len() as u32;
        self.find(symbol).filter(|entry| entry.depth == depth)
    }

    /// The declaration of a name in the scope around the innermost one, unless it is hidden.
    pub(super) fn find_around(&self, symbol: Symbol) -> Option<&Entry> {
        let depth = self.starts.len() as u32;
        self.find(symbol).filter(|entry| entry.depth + 1 == depth)
    }

    /// Declares a name in the innermost scope, where it must not be declared yet.
    pub(super) fn declare(&mut self, symbol: Symbol, binding: Binding, span: Span) {
        if self.visible.len() <= symbol.index() {
            self.visible.resize(symbol.index() + 1, 0);
        }
        let Some(slot) = self.visible.get_mut(symbol.index()) else {
            return;
        };
        self.entries.push(Entry {
            symbol,
            binding,
            span,
            depth: self.starts.len() as u32,
            hidden: *slot,
        });
        *slot = self.entries.len() as u32;
    }

    /// Every visible declaration, the innermost first.
    pub(super) fn visible(&self) -> impl Iterator<Item = &Entry> {
        let entries = self.entries.iter().enumerate().rev();
        entries.filter_map(|(index, entry)| {
            let visible = self.visible.get(entry.symbol.index()).copied();
            (visible == Some(index as u32 + 1)).then_some(entry)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intern::Interner;

    #[test]
    fn inner_declarations_hide_and_are_forgotten() {
        let mut names = Interner::new();
        let (a, b) = (names.intern("a"), names.intern("b"));
        let mut scopes = Scopes::new();
        let local = |n| Binding::Local(LocalId(n));
        scopes.declare(a, local(0), Span::NONE);
        scopes.open();
        assert!(scopes.find_here(a).is_none());
        scopes.declare(a, local(1), Span::NONE);
        scopes.declare(b, local(2), Span::NONE);
        assert_eq!(scopes.find(a).map(|e| e.binding), Some(local(1)));
        assert_eq!(scopes.visible().count(), 2);
        scopes.close();
        assert_eq!(scopes.find(a).map(|e| e.binding), Some(local(0)));
        assert!(scopes.find(b).is_none());
        scopes.close();
        assert!(scopes.find(a).is_some());
    }
}
