//! The table of macros.

use crate::intern::Symbol;
use crate::lex::raw::RawToken;
use retroshade_diagnostics::Span;

/// A macro.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    pub(super) name: Symbol,
    pub(super) kind: MacroKind,
    /// For function-like macros parameters are [`RawKind::Parameter`](crate::lex::raw::RawKind::Parameter).
    pub(super) body: Vec<RawToken>,
    /// The name in its `#define`.
    pub(super) definition: Span,
    /// From the name to the last token of the body.
    pub(super) extent: Span,
    /// It is being expanded and must not be expanded inside itself.
    pub(super) active: bool,
}

/// Kinds of [`Macro`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MacroKind {
    /// `#define A …`
    Object,
    /// `#define F(…) …`, with the parameters.
    Function(Vec<Symbol>),
    /// Part of the language: its value.
    Predefined(Predefined),
}

/// Values of predefined macros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predefined {
    /// `__LINE__`
    Line,
    /// `__FILE__`
    File,
    /// `__VERSION__`
    Version,
    /// `GL_ES`, extension macros, …
    Number(u32),
}

/// Index of a macro; stays valid after `#undef`.
pub(super) type MacroId = usize;

/// All macros.
#[derive(Clone, Debug, Default)]
pub(super) struct Macros {
    list: Vec<Macro>,
    /// By index of symbol: macro + 1, 0 for none.
    by_symbol: Vec<u32>,
}

impl Macros {
    /// None, with room for those of the language and for names up to so many symbols.
    pub(super) fn with_room(symbols: usize) -> Macros {
        Macros {
            list: Vec::with_capacity(32),
            by_symbol: vec![0; symbols],
        }
    }

    /// The macro that a name refers to.
    #[inline]
    pub(super) fn find(&self, symbol: Symbol) -> Option<MacroId> {
        match self.by_symbol.get(symbol.index()) {
            None | Some(0) => None,
            Some(&entry) => Some(entry as usize - 1),
        }
    }

    /// Those that are defined, by the order of their names in the interner.
    pub(super) fn defined(&self) -> impl Iterator<Item = &Macro> {
        let entries = self.by_symbol.iter().filter(|&&entry| entry > 0);
        entries.filter_map(|&entry| self.list.get(entry as usize - 1))
    }

    /// A macro by its index.
    pub(super) fn get(&self, id: MacroId) -> Option<&Macro> {
        self.list.get(id)
    }

    /// A macro by its name.
    pub(super) fn lookup(&self, symbol: Symbol) -> Option<&Macro> {
        self.get(self.find(symbol)?)
    }

    /// Marks a macro as being expanded, or no longer.
    pub(super) fn set_active(&mut self, id: MacroId, active: bool) {
        if let Some(entry) = self.list.get_mut(id) {
            entry.active = active;
        }
    }

    /// True if a macro is being expanded.
    pub(super) fn is_active(&self, id: MacroId) -> bool {
        self.get(id).is_some_and(|entry| entry.active)
    }

    /// Defines a macro, over any earlier one of the name.
    pub(super) fn define(&mut self, definition: Macro) {
        let index = definition.name.index();
        if self.by_symbol.len() <= index {
            self.by_symbol.resize(index + 1, 0);
        }
        self.list.push(definition);
        if let Some(entry) = self.by_symbol.get_mut(index) {
            *entry = self.list.len() as u32;
        }
    }

    /// Defines a macro that is part of the language.
    pub(super) fn predefine(&mut self, name: Symbol, value: Predefined) {
        self.define(Macro {
            name,
            kind: MacroKind::Predefined(value),
            body: Vec::new(),
            definition: Span::NONE,
            extent: Span::NONE,
            active: false,
        });
    }

    /// Forgets a name.
    pub(super) fn undefine(&mut self, symbol: Symbol) {
        if let Some(entry) = self.by_symbol.get_mut(symbol.index()) {
            *entry = 0;
        }
    }
}
