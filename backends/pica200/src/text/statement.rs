//! The assembler: lines, labels, and what is resolved once all texts are read.

use super::memory::Memory;
use super::nesting::{Block, BlockKind, Padding};
use super::operand::{Aliases, Operand};
use super::{SYNTAX, fault};
use crate::container::{Executable, Kind, Shbin, SymbolFile};
use crate::isa::{Descriptor, DescriptorTable, Instruction, LaneMask, MAX_LENGTH};
use crate::rules::{self, Severity};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_kit::text::{Cursor, TokenKind, lex};

/// How to assemble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssembleOptions {
    /// True if a `nop` is put where a block may not end; otherwise only a warning says so.
    pub padding: bool,
    /// True if broken rules of the machine are warnings only.
    pub lenient: bool,
}

impl Default for AssembleOptions {
    fn default() -> AssembleOptions {
        AssembleOptions {
            padding: true,
            lenient: false,
        }
    }
}

/// A program and where its words come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembled {
    /// The program.
    pub shbin: Shbin,
    /// For each word the statement that made it.
    pub spans: Vec<Span>,
    /// What deserves a look.
    pub warnings: Diagnostics,
}

/// A word of the program that is still open to change.
#[derive(Clone, Copy, Debug)]
pub(super) enum Word {
    /// An instruction and the number of its descriptor.
    Instruction(Instruction, u8),
    /// A word the text gives as a number.
    Raw(u32),
}

/// A range of words with a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Procedure {
    pub(super) start: usize,
    pub(super) length: usize,
    pub(super) span: Span,
}

/// A uniform that texts of vertex programs share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    pub(super) file: SymbolFile,
    pub(super) first: u8,
    pub(super) count: u16,
    pub(super) span: Span,
}

/// A place that names a procedure or label.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) word: usize,
    pub(super) name: String,
    pub(super) span: Span,
}

/// An executable in the making.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) executable: Executable,
    pub(super) entry: Option<(String, Span)>,
    pub(super) hidden: bool,
    /// `.gsh` with a mode was given: uniforms have a space of their own.
    pub(super) own_space: Option<Memory>,
    /// Lanes of output registers that are mapped.
    pub(super) mapped: [LaneMask; 16],
    pub(super) file: Option<FileId>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::vertex()
    }
}

/// A `.constfa` block that is not closed yet.
#[derive(Debug)]
pub(super) struct OpenArray {
    pub(super) name: String,
    /// The number in brackets.
    pub(super) length: Option<usize>,
    pub(super) values: Vec<[u32; 4]>,
    pub(super) span: Span,
}

/// What is known while texts are read.
#[derive(Debug, Default)]
pub(super) struct Assembler {
    pub(super) words: Vec<Word>,
    pub(super) spans: Vec<Span>,
    pub(super) table: DescriptorTable,
    pub(super) procedures: IndexMap<String, Procedure>,
    pub(super) calls: Vec<Reference>,
    pub(super) shared: IndexMap<String, Shared>,
    pub(super) memory: Memory,
    pub(super) drafts: Vec<Draft>,
    pub(super) diagnostics: Diagnostics,
    pub(super) blocks: Vec<Block>,
    pub(super) padding: Padding,
    lenient: bool,
    /// The number of the current text's first word.
    pub(super) first_word: usize,
    /// True if the current text has passed the end of the code memory.
    pub(super) is_full: bool,
    /// True if an instruction found no descriptor, which was reported.
    pub(super) table_is_full: bool,
    /// True if the current text has a draft.
    pub(super) has_draft: bool,
    pub(super) file: Option<FileId>,
    pub(super) labels: IndexMap<String, (usize, Span)>,
    pub(super) jumps: Vec<Reference>,
    pub(super) aliases: Aliases,
    pub(super) array: Option<OpenArray>,
}

/// Assembles texts, each with an executable of its own unless it says `.nodvle`.
///
/// # Errors
/// Everything wrong with the texts, each with its place.
pub fn assemble(
    texts: &[(FileId, &str)],
    options: AssembleOptions,
) -> Result<Assembled, Diagnostics> {
    let mut assembler = Assembler {
        padding: Padding::new(options.padding),
        lenient: options.lenient,
        ..Assembler::default()
    };
    for (file, text) in texts {
        assembler.text(*file, text);
    }
    assembler.finish()
}

impl Assembler {
    pub(super) fn draft(&mut self) -> &mut Draft {
        if !self.has_draft || self.drafts.is_empty() {
            self.has_draft = true;
            self.drafts.push(Draft {
                file: self.file,
                ..Draft::default()
            });
        }
        let last = self.drafts.len() - 1;
        &mut self.drafts[last]
    }

    fn text(&mut self, file: FileId, text: &str) {
        let (tokens, problems) = lex(&SYNTAX, file, text);
        self.diagnostics.extend(problems);
        self.file = Some(file);
        let mut cursor = Cursor::new(&tokens);
        while !cursor.at_end() {
            if let Err(problem) = self.line(&mut cursor) {
                self.diagnostics.push(problem);
                cursor.skip_line();
            }
        }
        self.end_of_text();
    }

    /// What a text keeps to itself ends here.
    pub(super) fn end_of_text(&mut self) {
        for block in std::mem::take(&mut self.blocks) {
            self.diagnostics.push(fault(
                codes::assembler::SYNTAX,
                block.span,
                format!("this {} has no `.end`", block.kind.name()),
            ));
        }
        if let Some(array) = self.array.take() {
            let message = "this array has no `.end`";
            self.diagnostics
                .push(fault(codes::assembler::SYNTAX, array.span, message));
        }
        for jump in std::mem::take(&mut self.jumps) {
            match self.labels.get(&jump.name) {
                Some((target, _)) => self.set_target(jump.word, *target, 0),
                None => self.undefined("label", &jump),
            }
        }
        self.labels.clear();
        self.aliases.clear();
        self.first_word = self.words.len();
        self.is_full = false;
        self.memory.next_file();
        self.has_draft = false;
    }

    fn undefined(&mut self, what: &str, reference: &Reference) {
        let message = format!("{what} `{}` is undefined", reference.name);
        self.diagnostics
            .push(fault(codes::assembler::SYNTAX, reference.span, message));
    }

    /// Sets target and length of a word that was made with zeros there.
    pub(super) fn set_target(&mut self, word: usize, to: usize, count: usize) {
        if let Word::Instruction(instruction, _) = &mut self.words[word] {
            instruction.aim(to, count);
        }
    }

    fn line(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        if cursor.peek().is_punct('#') {
            return self.line_marker(cursor);
        }
        while cursor.peek().kind == TokenKind::Word && cursor.peek_at(1).is_punct(':') {
            self.label(cursor)?;
        }
        if cursor.at_line_end() {
            cursor.advance();
            return Ok(());
        }
        if cursor.peek().is_punct('.') && cursor.peek_at(1).kind == TokenKind::Word {
            self.directive(cursor)?;
        } else {
            self.instruction(cursor)?;
        }
        if cursor.at_line_end() {
            cursor.advance();
            return Ok(());
        }
        let token = cursor.peek();
        let message = format!("too many parameters: {} is not expected", token.describe());
        Err(fault(codes::assembler::OPERAND, token.span, message))
    }

    /// `# 12 "file"` of a C preprocessor says where the next line came from. Places are shown in the
    /// text at hand, where the user can see what was assembled.
    fn line_marker(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        cursor.advance();
        if !cursor.at_line_end() {
            cursor.integer(0..=i64::from(u32::MAX), "a line number")?;
        }
        cursor.skip_line();
        Ok(())
    }

    fn label(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let name = cursor.word("a label")?;
        cursor.punct(':')?;
        let place = (self.words.len(), name.span);
        if let Some((_, earlier)) = self.labels.insert(name.text.to_owned(), place) {
            let message = format!("label `{}` is defined twice", name.text);
            return Err(fault(codes::assembler::SYNTAX, name.span, message)
                .and_at(earlier, "first defined here"));
        }
        Ok(())
    }

    /// Appends a word.
    pub(super) fn push(&mut self, word: Word, span: Span) {
        self.words.push(word);
        self.spans.push(span);
    }

    /// Gives a register that a declaration chose its name, which may be that of a register: as with picasso the
    /// name wins, with a warning if it hides another register.
    pub(super) fn name_register(&mut self, name: &str, meaning: Operand) -> Result<(), Diagnostic> {
        if super::operand::is_register_like(name) && name != meaning.to_string() {
            let message =
                format!("`{name}` means {meaning} from here on: the name hides the register");
            self.diagnostics.push(
                Diagnostic::warning(codes::warning::HIDDEN_REGISTER, message)
                    .at(meaning.span, "here")
                    .with_help(format!("choose another name, or declare it as {name}")),
            );
        }
        self.insert_alias(name, meaning)
    }

    /// Gives a meaning a second name, which cannot be that of a register.
    pub(super) fn define_alias(&mut self, name: &str, meaning: Operand) -> Result<(), Diagnostic> {
        if super::operand::is_register_like(name) {
            let message = format!("`{name}` is a register and cannot be redefined");
            return Err(fault(codes::assembler::SYNTAX, meaning.span, message)
                .with_help("choose another name"));
        }
        self.insert_alias(name, meaning)
    }

    fn insert_alias(&mut self, name: &str, meaning: Operand) -> Result<(), Diagnostic> {
        let span = meaning.span;
        if let Some(earlier) = self.aliases.insert(name.to_owned(), meaning) {
            let message = format!("`{name}` is already declared");
            return Err(fault(codes::assembler::SYNTAX, span, message)
                .and_at(earlier.span, "declared here"));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Assembled, Diagnostics> {
        for call in std::mem::take(&mut self.calls) {
            match self.procedures.get(&call.name).copied() {
                Some(procedure) => {
                    if procedure.length > MAX_LENGTH {
                        self.too_long("procedure", procedure.length, procedure.span);
                    }
                    self.set_target(call.word, procedure.start, procedure.length);
                }
                None => self.undefined("procedure", &call),
            }
        }
        let executables = self.executables();
        let table = self.table.words().to_vec();
        // What is too long has targets that no word can name.
        let code = if self.diagnostics.has_errors() {
            Vec::new()
        } else {
            self.encode()
        };
        if self.diagnostics.has_errors() {
            return Err(self.diagnostics);
        }
        let shbin = Shbin {
            code,
            descriptors: table,
            executables,
        };
        for problem in rules::verify(&shbin) {
            let span = problem.word.and_then(|word| self.spans.get(word));
            let span = span.copied().unwrap_or(Span::NONE);
            let diagnostic = match problem.severity() {
                Severity::Error if !self.lenient => {
                    Diagnostic::error(codes::container::ILLEGAL, problem.message())
                }
                Severity::Error => {
                    Diagnostic::warning(codes::warning::ILLEGAL_PROGRAM, problem.message())
                }
                Severity::Warning => Diagnostic::warning(codes::warning::HAZARD, problem.message()),
            };
            let diagnostic = diagnostic.at(span, "here");
            self.diagnostics.push(match problem.help() {
                Some(help) => diagnostic.with_help(help),
                None => diagnostic,
            });
        }
        if self.diagnostics.has_errors() {
            return Err(self.diagnostics);
        }
        Ok(Assembled {
            shbin,
            spans: self.spans,
            warnings: self.diagnostics,
        })
    }

    /// Reports a block whose length has no room in its field.
    pub(super) fn too_long(&mut self, what: &str, length: usize, span: Span) {
        let message =
            format!("this {what} has {length} words, its length field holds {MAX_LENGTH}");
        self.diagnostics
            .push(fault(codes::limit::INSTRUCTIONS, span, message));
    }

    fn encode(&mut self) -> Vec<u32> {
        let mut code = Vec::with_capacity(self.words.len());
        for (word, span) in self.words.iter().zip(&self.spans) {
            let encoded = match word {
                Word::Raw(raw) => Ok(*raw),
                Word::Instruction(instruction, descriptor) => instruction.encode(*descriptor),
            };
            match encoded {
                Ok(word) => code.push(word),
                Err(refusal) => self.diagnostics.push(fault(
                    codes::assembler::OPERAND,
                    *span,
                    refusal.to_string(),
                )),
            }
        }
        code
    }

    fn executables(&mut self) -> Vec<Executable> {
        let drafts = std::mem::take(&mut self.drafts);
        let mut executables = Vec::new();
        for draft in drafts.into_iter().filter(|draft| !draft.hidden) {
            let (entry, span) = match &draft.entry {
                Some((name, span)) => (name.as_str(), *span),
                None => (
                    "main",
                    draft.file.map_or(Span::NONE, |f| Span::new(f, 0, 0)),
                ),
            };
            let Some(procedure) = self.procedures.get(entry) else {
                let message = format!("the entry procedure `{entry}` is undefined");
                self.diagnostics.push(
                    fault(codes::assembler::SYNTAX, span, message)
                        .with_help("`.entry name` chooses another procedure than `main`"),
                );
                continue;
            };
            let mut executable = draft.executable;
            executable.start = procedure.start as u32;
            executable.end = (procedure.start + procedure.length) as u32;
            executable.symbols.sort_by_key(|s| (s.file, s.first));
            executables.push(executable);
        }
        if executables.is_empty() && !self.diagnostics.has_errors() {
            self.diagnostics.push(Diagnostic::error(
                codes::assembler::SYNTAX,
                "the text declares nothing that a program could be made for",
            ));
        }
        executables
    }

    /// Exchanges two descriptors in all words so far.
    pub(super) fn exchange(&mut self, a: u8, b: u8) {
        for word in &mut self.words {
            if let Word::Instruction(_, number) = word {
                *number = match *number {
                    n if n == a => b,
                    n if n == b => a,
                    n => n,
                };
            }
        }
    }

    /// True if the current text is a geometry program.
    pub(super) fn is_geometry(&self) -> bool {
        let draft = self.drafts.last().filter(|_| self.has_draft);
        draft.is_some_and(|draft| draft.executable.kind != Kind::Vertex)
    }

    /// The block that is open innermost.
    pub(super) fn innermost(&self, kind: BlockKind) -> bool {
        self.blocks.iter().any(|block| block.kind == kind)
    }

    /// True if a descriptor given by number has what an instruction needs.
    pub(super) fn descriptor_serves(&self, number: u8, instruction: &Instruction) -> bool {
        let words = self.table.words();
        let Some(word) = words.get(usize::from(number)) else {
            return false;
        };
        Descriptor::from_word(*word).serves(instruction)
    }
}
