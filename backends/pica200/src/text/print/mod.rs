//! The disassembler: a program as text that assembles to the same bytes.
//!
//! The plain form is what picasso reads. It is assembled again and compared; if that does not give
//! the same bytes, because the program was made by another rule, the exact form is tried, which
//! gives descriptors by number and what cannot be said otherwise as raw words; the last resort is to
//! give all words as numbers.

mod declarations;
mod spelling;
mod structure;
mod usual;

use super::{AssembleOptions, assemble};
use crate::container::Shbin;
use crate::isa::{Decoded, Instruction, Opcode, shortened};
use declarations::Declarations;
use retroshade_diagnostics::{Diagnostic, FileId, codes};
pub use spelling::instruction_text;
use spelling::{condition_text, plain_text};
use structure::Structure;

/// Remarks that are printed as comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// Beside the declarations of output registers; nothing where it is empty.
    pub outputs: [String; 16],
}

/// How a program is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// As picasso reads it, with swizzles as short as they can be.
    Short,
    /// As picasso reads it, with swizzles as they are in the descriptors.
    Plain,
    /// With numbered descriptors and without automatic padding.
    Exact,
    /// As numbers.
    Raw,
}

/// The text of a program.
///
/// # Errors
/// If no text assembles to the program: its tables are in an order that the assembler never makes.
pub fn disassemble(shbin: &Shbin) -> Result<String, Diagnostic> {
    disassemble_with(shbin, &Remarks::default())
}

/// The text of a program with remarks.
///
/// # Errors
/// As [`disassemble`].
pub fn disassemble_with(shbin: &Shbin, remarks: &Remarks) -> Result<String, Diagnostic> {
    if let Some(text) = text_of(shbin, remarks) {
        return Ok(text);
    }
    let (usual, changes) = usual::usual(shbin);
    if !changes.is_empty()
        && let Some(text) = text_of(&usual, remarks)
    {
        let changes = changes.iter().map(|change| format!(";   {change}\n"));
        let changes: String = changes.collect();
        return Ok(format!(
            "; This text assembles to the same code and tables, but not to the same file, which another tool made:\n\
             {changes}{text}"
        ));
    }
    Err(Diagnostic::error(
        codes::container::MALFORMED,
        "pica200: the tables of this program are not in an order that assembly text can express",
    )
    .with_note("another tool than picasso or retroshade made it, or it is damaged"))
}

/// The text that assembles to a program; `None` if there is none.
fn text_of(shbin: &Shbin, remarks: &Remarks) -> Option<String> {
    let options = AssembleOptions {
        lenient: true,
        ..AssembleOptions::default()
    };
    let forms = [Form::Short, Form::Plain, Form::Exact, Form::Raw].into_iter();
    let mut texts = forms.map(|form| print(shbin, form, remarks));
    texts.find(|text| {
        let again = assemble(&[(FileId(0), text)], options);
        again.is_ok_and(|assembled| assembled.shbin == *shbin)
    })
}

fn print(shbin: &Shbin, form: Form, remarks: &Remarks) -> String {
    let spelled = |word: Result<Decoded, _>| word.ok().filter(|_| form != Form::Raw);
    let words: Vec<Option<Decoded>> = shbin.decode().into_iter().map(spelled).collect();
    let structure = Structure::find(shbin, &words);
    let mut printer = Printer {
        shbin,
        form,
        remarks,
        words: &words,
        structure: &structure,
        declarations: Declarations::default(),
        text: String::new(),
        labelled: 0,
    };
    printer.program();
    printer.text
}

struct Printer<'a> {
    shbin: &'a Shbin,
    form: Form,
    remarks: &'a Remarks,
    words: &'a [Option<Decoded>],
    structure: &'a Structure,
    declarations: Declarations,
    text: String,
    /// Labels below this address are printed.
    labelled: usize,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        for _ in 0..depth {
            self.text.push('\t');
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn program(&mut self) {
        if matches!(self.form, Form::Exact | Form::Raw) {
            self.line(0, ".nonop");
            let numbers = self.shbin.descriptors.iter();
            let numbers: Vec<String> = numbers.map(|word| format!("0x{word:08X}")).collect();
            for row in numbers.chunks(6) {
                self.line(0, &format!(".opdesc {}", row.join(", ")));
            }
        }
        let executables = &self.shbin.executables;
        let sections = self.structure.sections(self.shbin);
        if sections.is_none() && executables.len() != 1 {
            // The code of several programs that lies intermingled stands in a part of its own.
            self.line(0, ".nodvle");
            self.line(0, ".gsh");
            self.code(0..self.shbin.code.len());
            self.line(0, ".dvle");
        }
        for (k, executable) in executables.iter().enumerate() {
            if k > 0 {
                self.line(0, ".dvle");
            }
            let mut lines = Vec::new();
            self.declarations
                .executable(executable, &self.remarks.outputs, &mut lines);
            for line in lines {
                self.line(0, &line);
            }
            let entry = self.structure.name_at(executable.start as usize);
            if entry != "main" {
                self.line(0, &format!(".entry {entry}"));
            }
            match &sections {
                Some(sections) => {
                    if let Some(range) = sections.get(k) {
                        self.code(range.clone());
                    }
                }
                None if executables.len() == 1 => self.code(0..self.shbin.code.len()),
                None => {}
            }
        }
    }

    fn code(&mut self, range: std::ops::Range<usize>) {
        let structure = self.structure;
        let inside = structure
            .procedures
            .iter()
            .filter(|p| range.contains(&p.start));
        for procedure in inside {
            self.line(0, &format!(".proc {}", procedure.name));
            self.range(procedure.start, procedure.end, 1);
            self.label(procedure.end);
            self.line(0, ".end");
        }
    }

    fn label(&mut self, address: usize) {
        if address >= self.labelled && self.structure.labels.contains(address) {
            self.line(0, &format!("l{address}:"));
        }
        self.labelled = self.labelled.max(address + 1);
    }

    fn range(&mut self, start: usize, end: usize, depth: usize) {
        let mut at = start;
        while at < end {
            self.label(at);
            let text = self.word(at);
            self.line(depth, &text);
            let Some(block) = self.structure.blocks[at] else {
                at += 1;
                continue;
            };
            self.range(at + 1, block.other, depth + 1);
            if block.end > block.other {
                self.label(block.other);
                self.line(depth, ".else");
                self.range(block.other, block.end, depth + 1);
            }
            self.label(block.end);
            self.line(depth, ".end");
            at = block.end;
        }
    }

    /// The statement of a word.
    fn word(&self, at: usize) -> String {
        let raw = self.shbin.code.get(at).copied().unwrap_or_default();
        let spelled = self.words.get(at).copied().flatten().and_then(|decoded| {
            let instruction = &decoded.instruction;
            if self.structure.is_raw(at) {
                return None;
            }
            let short = shortened(instruction);
            let instruction = if self.form == Form::Short {
                &short
            } else {
                instruction
            };
            let text = self.statement(at, instruction)?;
            Some(match decoded.descriptor {
                Some(number) if self.form == Form::Exact => format!("{text} @{number}"),
                _ => text,
            })
        });
        spelled.unwrap_or_else(|| format!(".word 0x{raw:08X}"))
    }

    fn statement(&self, at: usize, instruction: &Instruction) -> Option<String> {
        let name = instruction.opcode().name();
        let target = match *instruction {
            Instruction::Flags { target, .. } | Instruction::Boolean { target, .. } => {
                usize::from(target)
            }
            _ => at,
        };
        Some(match instruction {
            Instruction::Flags {
                opcode, condition, ..
            } => {
                if *opcode != Opcode::Call && !condition.is_canonical() {
                    return None;
                }
                let condition = condition_text(*condition);
                match opcode {
                    Opcode::Call => format!("{name} {}", self.structure.name_at(target)),
                    Opcode::Callc => {
                        format!("{name} {condition}, {}", self.structure.name_at(target))
                    }
                    Opcode::Jmpc => format!("{name} {condition}, l{target}"),
                    _ => format!("{name} {condition}"),
                }
            }
            Instruction::Boolean {
                opcode,
                boolean,
                inverted,
                ..
            } => {
                let sign = if *inverted { "!" } else { "" };
                let flag = self.declarations.boolean(*boolean);
                match opcode {
                    Opcode::Callu => {
                        format!("{name} {flag}, {}", self.structure.name_at(target))
                    }
                    Opcode::Jmpu => format!("{name} {sign}{flag}, l{target}"),
                    _ => format!("{name} {flag}"),
                }
            }
            Instruction::Loop { integer, .. } => {
                format!("{name} {}", self.declarations.integer(*integer))
            }
            other => plain_text(other, &self.declarations)?,
        })
    }
}
