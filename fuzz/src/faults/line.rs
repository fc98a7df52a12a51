//! The parts of a line: a label, or operations with their operands.

use super::syntax::{Separator, Syntax};
use super::token::{Kind, Token, tokens};
use std::ops::Range;

/// An operation of an instruction. Ranges are of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Operation {
    /// The name with what hangs on it: `store.xy`, `.setf`.
    pub(super) name: Range<usize>,
    pub(super) operands: Vec<Range<usize>>,
}

/// A line of assembly.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) tokens: Vec<Token>,
    /// None of a blank line or a label.
    pub(super) operations: Vec<Operation>,
}

impl Line {
    pub(super) fn new(text: &str, syntax: &Syntax) -> Line {
        let mut line = Line {
            text: text.to_owned(),
            tokens: tokens(text),
            operations: Vec::new(),
        };
        if line.label().is_none() {
            line.operations = line.split(syntax);
        }
        line
    }

    /// The label that the line defines.
    pub(super) fn label(&self) -> Option<&str> {
        match &self.tokens[..] {
            [name, colon] if name.kind == Kind::Word && colon.is_mark(&self.text, ":") => {
                Some(name.text(&self.text))
            }
            _ => None,
        }
    }

    /// True of an instruction: of a line with operations that is no directive.
    pub(super) fn is_instruction(&self) -> bool {
        let first = self.tokens.first();
        !self.operations.is_empty() && first.is_some_and(|first| !self.is(first, "."))
    }

    pub(super) fn is(&self, token: &Token, mark: &str) -> bool {
        token.is_mark(&self.text, mark)
    }

    /// The bytes of some tokens.
    pub(super) fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        match self.tokens.get(tokens.clone()) {
            Some([first, .., last]) => first.start..last.end,
            Some([only]) => only.start..only.end,
            _ => 0..0,
        }
    }

    /// The text of some tokens.
    pub(super) fn part(&self, tokens: &Range<usize>) -> &str {
        self.text.get(self.bytes(tokens)).unwrap_or_default()
    }

    /// True if a blank comes before the token.
    fn has_gap_before(&self, at: usize) -> bool {
        let ends = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let token = self.tokens.get(at);
        matches!((ends, token), (Some(before), Some(token)) if before.end < token.start)
    }

    fn split(&self, syntax: &Syntax) -> Vec<Operation> {
        let mut operations = Vec::new();
        // Tokens of the operation so far, by part.
        let mut parts: Vec<Range<usize>> = Vec::new();
        let mut is_open = false;
        let mut depth = 0_usize;
        for (at, token) in self.tokens.iter().enumerate() {
            let mark = match token.kind {
                Kind::Mark => token.text(&self.text),
                _ => "",
            };
            if depth == 0 {
                let is_joint =
                    mark == "+" && self.has_gap_before(at) && self.has_gap_before(at + 1);
                let is_comma = mark == ",";
                if is_joint || is_comma && syntax.operands == Separator::Blank {
                    operations.extend(operation(&mut parts));
                    is_open = false;
                    continue;
                }
                if is_comma {
                    is_open = false;
                    continue;
                }
                let begins = match (parts.len(), syntax.operands) {
                    (0 | 1, _) | (_, Separator::Blank) => self.has_gap_before(at),
                    (_, Separator::Comma) => false,
                };
                if begins {
                    is_open = false;
                }
            }
            match parts.last_mut() {
                Some(part) if is_open => part.end = at + 1,
                _ => parts.push(at..at + 1),
            }
            is_open = true;
            match mark {
                "(" | "[" | "<" => depth += 1,
                ")" | "]" | ">" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        operations.extend(operation(&mut parts));
        operations
    }
}

/// The operation of the parts, which are taken.
fn operation(parts: &mut Vec<Range<usize>>) -> Option<Operation> {
    let mut parts = std::mem::take(parts).into_iter();
    Some(Operation {
        name: parts.next()?,
        operands: parts.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::syntax::syntax_of;

    fn split(target: &str, text: &str) -> Vec<Vec<String>> {
        let line = Line::new(text, syntax_of(target).unwrap());
        let of = |operation: &Operation| {
            let parts = std::iter::once(&operation.name).chain(&operation.operands);
            parts.map(|part| line.part(part).to_owned()).collect()
        };
        line.operations.iter().map(of).collect()
    }

    #[test]
    fn operations_and_operands_are_found() {
        assert_eq!(
            split("agal1", "  tex ft0, v1.xy, fs0 <2d,linear>"),
            [["tex", "ft0", "v1.xy", "fs0 <2d,linear>"]]
        );
        assert_eq!(
            split("nv2a", "mul r0.xyz, c[A0+96], r0 + rcc r1.x, -c[A0+96].w"),
            [
                vec!["mul", "r0.xyz", "c[A0+96]", "r0"],
                vec!["rcc", "r1.x", "-c[A0+96].w"]
            ]
        );
        assert_eq!(
            split(
                "lima",
                "load.u 0+A1, add.a0 -^r0[-1].x -0, store.xy $0 _ ^m1"
            ),
            [
                vec!["load.u", "0+A1"],
                vec!["add.a0", "-^r0[-1].x", "-0"],
                vec!["store.xy", "$0", "_", "^m1"]
            ]
        );
        assert_eq!(
            split("pica200", "\tjmpc !cmp.x, l9"),
            [["jmpc", "!cmp.x", "l9"]]
        );
        assert_eq!(
            split("pica200", ".setf c95(0.25, 0.5, 1.0, 1.5)"),
            [[".setf", "c95(0.25, 0.5, 1.0, 1.5)"]]
        );
    }

    #[test]
    fn labels_are_no_operations() {
        let line = Line::new("L17:", syntax_of("lima").unwrap());
        assert_eq!((line.label(), line.operations.len()), (Some("L17"), 0));
        let line = Line::new("\t.else", syntax_of("pica200").unwrap());
        assert!(!line.is_instruction() && line.label().is_none());
    }
}
