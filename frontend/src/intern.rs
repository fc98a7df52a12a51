//! Identifiers as small numbers, so that tokens and syntax carry no strings.

/// An identifier of one [`Interner`]. Equal texts have equal symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub(crate) u32);

impl Symbol {
    /// The position in the order of first appearance: symbols of an interner count from 0 without gaps,
    /// so a `Vec` can be a map from symbols.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All identifiers of one compilation.
///
/// ```
/// use retroshade_frontend::intern::Interner;
/// let mut names = Interner::new();
/// let a = names.intern("uColor");
/// assert_eq!(names.intern("uColor"), a);
/// assert_eq!(names.text(a), "uColor");
/// ```
#[derive(Clone, Debug)]
pub struct Interner {
    /// All texts, one behind the other.
    text: String,
    /// Where each symbol's text ends.
    ends: Vec<u32>,
    /// Open addressing; symbol + 1, 0 is free. The length is a power of two, at most half is in use.
    table: Vec<u32>,
}

impl Default for Interner {
    fn default() -> Interner {
        Interner::new()
    }
}

impl Interner {
    /// An interner that knows nothing.
    pub(crate) fn empty() -> Interner {
        Interner {
            text: String::new(),
            ends: Vec::new(),
            table: vec![0; 1024],
        }
    }

    /// A copy with room for the names of a source.
    pub(crate) fn with_room(&self) -> Interner {
        let Interner { text, ends, table } = self;
        let mut names = Interner {
            text: String::with_capacity(text.len() + 1024),
            ends: Vec::with_capacity(ends.len() + 128),
            table: table.clone(),
        };
        names.text.push_str(text);
        names.ends.extend_from_slice(ends);
        names
    }

    /// The symbol of a text, new or known.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let slot = match self.find(text) {
            Ok(symbol) => return symbol,
            Err(slot) => slot,
        };
        let symbol = self.ends.len() as u32;
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        if let Some(entry) = self.table.get_mut(slot) {
            *entry = symbol + 1;
        }
        if self.ends.len() * 2 > self.table.len() {
            self.grow();
        }
        Symbol(symbol)
    }

    /// The symbol of a text if it was interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.find(text).ok()
    }

    /// The text of a symbol; empty for a symbol of another interner.
    pub fn text(&self, symbol: Symbol) -> &str {
        let index = symbol.index();
        let start = match index {
            0 => 0,
            _ => self.ends.get(index - 1).copied().unwrap_or(0),
        };
        let end = self.ends.get(index).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// The number of symbols; every symbol's index is below this.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The symbol, or the free slot where it belongs.
    fn find(&self, text: &str) -> Result<Symbol, usize> {
        let mask = self.table.len() - 1;
        let mut slot = hash(text.as_bytes()) as usize & mask;
        loop {
            match self.table.get(slot).copied().unwrap_or(0) {
                0 => return Err(slot),
                entry if self.text(Symbol(entry - 1)) == text => return Ok(Symbol(entry - 1)),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let length = self.table.len() * 4;
        let mut table = vec![0u32; length];
        for index in 0..self.ends.len() as u32 {
            let mut slot = hash(self.text(Symbol(index)).as_bytes()) as usize & (length - 1);
            while table.get(slot).is_some_and(|&entry| entry != 0) {
                slot = (slot + 1) & (length - 1);
            }
            if let Some(entry) = table.get_mut(slot) {
                *entry = index + 1;
            }
        }
        self.table = table;
    }
}

/// A multiplicative hash, eight bytes a round. The same on every machine.
fn hash(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut state = bytes.len() as u64;
    let mut mix = |word: u64| {
        state = (state ^ word).wrapping_mul(FACTOR);
        state ^= state >> 29;
    };
    let (words, rest) = bytes.as_chunks::<8>();
    words.iter().for_each(|&word| mix(u64::from_le_bytes(word)));
    let byte = |word: u64, &byte: &u8| word << 8 | u64::from(byte);
    mix(rest.iter().fold(0, byte));
    state ^ state >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_survive_growth() {
        let mut names = Interner::new();
        let symbols: Vec<Symbol> = (0..5000)
            .map(|n| names.intern(&format!("name{n}")))
            .collect();
        for (n, &symbol) in symbols.iter().enumerate() {
            assert_eq!(names.text(symbol), format!("name{n}"));
            assert_eq!(names.get(&format!("name{n}")), Some(symbol));
        }
        assert!(names.count() > 5000);
        assert_eq!(names.get("other"), None);
    }

    #[test]
    fn foreign_symbols_have_no_text() {
        assert_eq!(Interner::new().text(Symbol(9999)), "");
    }

    #[test]
    fn the_empty_text_is_a_symbol() {
        let mut names = Interner::new();
        let empty = names.intern("");
        assert_eq!(names.text(empty), "");
        assert_eq!(names.intern(""), empty);
    }
}
