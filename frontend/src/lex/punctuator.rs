//! Operators and separators.

/// Declares the punctuators with their spelling.
macro_rules! punctuators {
    ($($name:ident = $text:literal,)*) => {
        /// An operator or separator.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each variant is named after its spelling")]
        pub enum Punctuator { $($name,)* }

        impl Punctuator {
            /// As written.
            pub fn text(self) -> &'static str {
                match self { $(Punctuator::$name => $text,)* }
            }
        }

        #[cfg(test)]
        pub(crate) const ALL: &[Punctuator] = &[$(Punctuator::$name),*];
    };
}

punctuators! {
    LeftParen = "(",
    RightParen = ")",
    LeftBracket = "[",
    RightBracket = "]",
    LeftBrace = "{",
    RightBrace = "}",
    Dot = ".",
    Comma = ",",
    Semicolon = ";",
    Colon = ":",
    Question = "?",
    Equal = "=",
    EqualEqual = "==",
    Bang = "!",
    BangEqual = "!=",
    Less = "<",
    LessEqual = "<=",
    LessLess = "<<",
    LessLessEqual = "<<=",
    Greater = ">",
    GreaterEqual = ">=",
    GreaterGreater = ">>",
    GreaterGreaterEqual = ">>=",
    Plus = "+",
    PlusPlus = "++",
    PlusEqual = "+=",
    Minus = "-",
    MinusMinus = "--",
    MinusEqual = "-=",
    Star = "*",
    StarEqual = "*=",
    Slash = "/",
    SlashEqual = "/=",
    Percent = "%",
    PercentEqual = "%=",
    Ampersand = "&",
    AmpersandAmpersand = "&&",
    AmpersandEqual = "&=",
    Bar = "|",
    BarBar = "||",
    BarEqual = "|=",
    Caret = "^",
    CaretCaret = "^^",
    CaretEqual = "^=",
    Tilde = "~",
}

impl Punctuator {
    /// The longest punctuator that three bytes begin with, and its length. The end is `0` bytes.
    #[inline]
    pub(crate) fn scan(bytes: [u8; 3]) -> Option<(Punctuator, usize)> {
        use Punctuator::*;
        let [a, b, c] = bytes;
        let found = match (a, b) {
            (b'(', _) => (LeftParen, 1),
            (b')', _) => (RightParen, 1),
            (b',', _) => (Comma, 1),
            (b';', _) => (Semicolon, 1),
            (b'.', _) => (Dot, 1),
            (b'{', _) => (LeftBrace, 1),
            (b'}', _) => (RightBrace, 1),
            (b'[', _) => (LeftBracket, 1),
            (b']', _) => (RightBracket, 1),
            (b'=', b'=') => (EqualEqual, 2),
            (b'=', _) => (Equal, 1),
            (b'*', b'=') => (StarEqual, 2),
            (b'*', _) => (Star, 1),
            (b'+', b'+') => (PlusPlus, 2),
            (b'+', b'=') => (PlusEqual, 2),
            (b'+', _) => (Plus, 1),
            (b'-', b'-') => (MinusMinus, 2),
            (b'-', b'=') => (MinusEqual, 2),
            (b'-', _) => (Minus, 1),
            (b'/', b'=') => (SlashEqual, 2),
            (b'/', _) => (Slash, 1),
            (b'<', b'<') if c == b'=' => (LessLessEqual, 3),
            (b'<', b'<') => (LessLess, 2),
            (b'<', b'=') => (LessEqual, 2),
            (b'<', _) => (Less, 1),
            (b'>', b'>') if c == b'=' => (GreaterGreaterEqual, 3),
            (b'>', b'>') => (GreaterGreater, 2),
            (b'>', b'=') => (GreaterEqual, 2),
            (b'>', _) => (Greater, 1),
            (b'!', b'=') => (BangEqual, 2),
            (b'!', _) => (Bang, 1),
            (b'&', b'&') => (AmpersandAmpersand, 2),
            (b'&', b'=') => (AmpersandEqual, 2),
            (b'&', _) => (Ampersand, 1),
            (b'|', b'|') => (BarBar, 2),
            (b'|', b'=') => (BarEqual, 2),
            (b'|', _) => (Bar, 1),
            (b'^', b'^') => (CaretCaret, 2),
            (b'^', b'=') => (CaretEqual, 2),
            (b'^', _) => (Caret, 1),
            (b'?', _) => (Question, 1),
            (b':', _) => (Colon, 1),
            (b'%', b'=') => (PercentEqual, 2),
            (b'%', _) => (Percent, 1),
            (b'~', _) => (Tilde, 1),
            _ => return None,
        };
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_scans_to_itself() {
        for &punctuator in ALL {
            let mut bytes = [0; 3];
            for (slot, byte) in bytes.iter_mut().zip(punctuator.text().bytes()) {
                *slot = byte;
            }
            assert_eq!(
                Punctuator::scan(bytes),
                Some((punctuator, punctuator.text().len()))
            );
        }
    }
}
