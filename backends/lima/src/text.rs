//! What the assembly of both processors has in common: an instruction a line, labels, and branches
//! to them.

use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_kit::text::{Cursor, Syntax, TokenKind, error_of, lex};

/// Reads the instructions of a text.
pub(crate) trait Lines<'a> {
    /// Reads one instruction, up to the end of its line. An instruction counts even if it is wrong,
    /// so that labels and branches keep their places.
    ///
    /// # Errors
    /// What is wrong with it; the rest of the line is skipped.
    fn line(
        &mut self,
        cursor: &mut Cursor<'_, 'a>,
        branches: &mut Branches<'a>,
    ) -> Result<(), Diagnostic>;
}

/// Labels, and the branches that go to them.
#[derive(Debug, Default)]
pub(crate) struct Branches<'a> {
    /// The instruction that follows each label.
    labels: IndexMap<&'a str, usize>,
    /// The instruction, the label, and the place of the label in the text.
    branches: Vec<(usize, &'a str, Span)>,
    /// The number of instructions that have been read.
    count: usize,
}

impl<'a> Branches<'a> {
    /// Notes that the instruction that is being read goes to a label.
    pub(crate) fn add(&mut self, label: &'a str, span: Span) {
        self.branches.push((self.count, label, span));
    }

    fn define(&mut self, label: &'a str, span: Span) -> Result<(), Diagnostic> {
        match self.labels.insert(label, self.count) {
            None => Ok(()),
            Some(_) => Err(error_of(
                codes::assembler::SYNTAX,
                span,
                format!("the label `{label}` is there twice"),
                "again here",
            )),
        }
    }

    /// Each branch as its instruction and the instruction it goes to.
    fn resolve(self, errors: &mut Diagnostics) -> Vec<(usize, usize)> {
        let mut resolved = Vec::new();
        for (index, label, span) in self.branches {
            match self.labels.get(label) {
                Some(target) if *target < self.count => resolved.push((index, *target)),
                Some(_) => errors.push(error_of(
                    codes::assembler::OPERAND,
                    span,
                    format!("no instruction follows the label `{label}`"),
                    "a branch needs an instruction to go to",
                )),
                None => errors.push(error_of(
                    codes::assembler::SYNTAX,
                    span,
                    format!("there is no label `{label}`"),
                    "not found",
                )),
            }
        }
        resolved
    }
}

/// Reads a text, whose instructions go to `lines`, and returns each branch as the number of its
/// instruction and of the one it goes to.
///
/// # Errors
/// Everything wrong with it, with places in `file`.
pub(crate) fn read<'a>(
    syntax: &Syntax,
    file: FileId,
    text: &'a str,
    lines: &mut impl Lines<'a>,
) -> Result<Vec<(usize, usize)>, Diagnostics> {
    let (tokens, mut errors) = lex(syntax, file, text);
    let mut cursor = Cursor::new(&tokens);
    let mut branches = Branches::default();
    loop {
        cursor.skip_newlines();
        if cursor.at_end() {
            break;
        }
        if cursor.peek().kind == TokenKind::Word && cursor.peek_at(1).is_punct(':') {
            let label = cursor.advance();
            cursor.advance();
            if let Err(error) = branches.define(label.text, label.span) {
                errors.push(error);
            }
            continue;
        }
        if let Err(error) = lines.line(&mut cursor, &mut branches) {
            errors.push(error);
            cursor.skip_line();
        }
        branches.count += 1;
    }
    let resolved = branches.resolve(&mut errors);
    if errors.has_errors() {
        return Err(errors);
    }
    Ok(resolved)
}
