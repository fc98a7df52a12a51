//! What is added to the text of a program for people: the registers of its variables ahead, the places
//! in the source that instructions come from beside them. All of it is comments: the text assembles to
//! the same program.

use crate::reflect::{Line, Reflection};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::Stage;
use std::ops::Range;

/// How the text of a target's programs is written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// What starts a comment that ends with the line.
    pub comment: &'static str,
    /// Whether the text tells the registers of variables by itself.
    pub names: bool,
    /// Whether a line without comments, which is not blank, is an instruction.
    pub is_instruction: fn(&str) -> bool,
    /// Whether an instruction is a list of operations with commas between them and blanks between their
    /// operands. Otherwise the commas are between operands, and a plus between operations.
    pub lists_operations: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            comment: "//",
            names: false,
            is_instruction: |_| true,
            lists_operations: false,
        }
    }
}

/// Where an instruction is in memory, and what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// Its address from the start of the code, in what the machine's branches count: words on PICA200 and
    /// Lima's fragment processor, else instructions.
    pub address: u32,
    /// Its words, the lowest first.
    pub words: Vec<u32>,
}

/// One operation of an instruction, as its text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation<'a> {
    /// The mnemonic.
    pub mnemonic: &'a str,
    /// The operands, the destination first where it has one.
    pub operands: Vec<&'a str>,
}

/// The error that settings of a fixed stage are no instructions.
pub fn no_instructions(target: &str) -> Diagnostic {
    let message = format!("the fragment stage of {target} has settings, not instructions");
    Diagnostic::error(codes::target::SETTING, message).with_help("`dis` alone writes them as text")
}

/// An instruction of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled<'a> {
    /// The labels and procedures that begin with it.
    pub labels: Vec<&'a str>,
    /// Its text without comment and indentation.
    pub text: &'a str,
}

/// The column at which comments start, where instructions are shorter.
const COLUMN: usize = 40;

/// The registers of variables and literals, a line of comment each.
pub fn names(reflection: &Reflection, style: &Style) -> String {
    let comment = style.comment;
    let mut text = String::new();
    let mut line = |kind: &str, name: &str, register: &str| {
        text.push_str(&format!("{comment} {kind} {name}: {register}\n"));
    };
    let input = if reflection.stage == Stage::Vertex.name() {
        "attribute"
    } else {
        "varying"
    };
    let lists = [
        (input, &reflection.inputs),
        ("output", &reflection.outputs),
        ("uniform", &reflection.uniforms),
        ("driver uniform", &reflection.driver_uniforms),
    ];
    for (kind, variables) in lists {
        for variable in variables {
            let name = format!("{} {}", variable.ty, variable.name);
            line(kind, &name, variable.register.as_deref().unwrap_or("?"));
        }
    }
    for sampler in &reflection.samplers {
        let unit = sampler.index.to_string();
        let name = format!("{} {}", sampler.ty, sampler.name);
        line(
            "sampler",
            &name,
            sampler.register.as_deref().unwrap_or(&unit),
        );
    }
    for constant in &reflection.constants {
        let values = constant.value.iter().map(|value| format!("{:?}", value.0));
        let values: Vec<String> = values.collect();
        line("constant", &constant.register, &values.join(", "));
    }
    text
}

impl Style {
    /// What a line has before its comment, if it is an instruction.
    fn instruction<'a>(&self, line: &'a str) -> Option<&'a str> {
        let code = line.split(self.comment).next().unwrap_or_default();
        (!code.trim().is_empty() && (self.is_instruction)(code)).then_some(code)
    }

    /// The instructions of a text with their labels, in the order of the program.
    pub fn instructions<'a>(&self, text: &'a str) -> Vec<Spelled<'a>> {
        let mut labels = Vec::new();
        let mut instructions = Vec::new();
        for line in text.lines() {
            if let Some(code) = self.instruction(line) {
                instructions.push(Spelled {
                    labels: std::mem::take(&mut labels),
                    text: code.trim(),
                });
                continue;
            }
            let line = line.split(self.comment).next().unwrap_or_default().trim();
            let label = line.strip_suffix(':').or(line.strip_prefix(".proc "));
            labels.extend(label.map(str::trim));
        }
        instructions
    }

    /// The operations of the text of an instruction: several where units work side by side.
    pub fn operations<'a>(&self, instruction: &'a str) -> Vec<Operation<'a>> {
        let between_operands = if self.lists_operations { ' ' } else { ',' };
        let operation = |text: &'a str| {
            let text = text.trim();
            let (mnemonic, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let operands = outside_brackets(rest, between_operands)
                .into_iter()
                .map(str::trim);
            Operation {
                mnemonic,
                operands: operands.filter(|operand| !operand.is_empty()).collect(),
            }
        };
        let operations = if self.lists_operations {
            outside_brackets(instruction, ',')
        } else {
            // `call proc, +3` has a plus that is none between operations.
            instruction.split(" + ").collect()
        };
        operations.into_iter().map(operation).collect()
    }

    /// Where each instruction of a text stands: the bytes of its line without comment and indentation,
    /// in the order of the program.
    pub fn places(&self, text: &str) -> Vec<Range<usize>> {
        let mut start = 0;
        let mut places = Vec::new();
        for line in text.split_inclusive('\n') {
            if let Some(code) = self.instruction(line.trim_end_matches(['\n', '\r'])) {
                let indented = code.len() - code.trim_start().len();
                places.push(start + indented..start + code.trim_end().len());
            }
            start += line.len();
        }
        places
    }
}

/// The parts of a text between the separators that are not in brackets.
fn outside_brackets(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0usize;
    text.split(|letter: char| {
        match letter {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && letter == separator
    })
    .collect()
}

/// The text with a comment beside each instruction: its address and its words, in hexadecimal.
pub fn with_words(text: &str, style: &Style, encoded: &[Encoded]) -> String {
    let words = encoded.iter().map(|Encoded { address, words }| {
        let words = words.iter().map(|word| format!(" {word:08x}"));
        Some(format!("{address:4x}:{}", words.collect::<String>()))
    });
    with_comments(text, style, words)
}

/// The text with the places of its instructions beside them, as far as they are known; `places` is in
/// the order of the program.
pub fn with_places(text: &str, style: &Style, places: &[Line]) -> String {
    let mut places = places.iter().peekable();
    let comments = (0..).map(|number| {
        let place = places.next_if(|place| place.instruction == number)?;
        let Line { line, column, .. } = place;
        // The name is the user's: it must not end the comment.
        let file = place.file.replace(char::is_control, "?");
        Some(format!("{file}:{line}:{column}"))
    });
    with_comments(text, style, comments)
}

/// The text with a comment beside each instruction that has one, in the order of the program.
fn with_comments(
    text: &str,
    style: &Style,
    comments: impl Iterator<Item = Option<String>>,
) -> String {
    let mut annotated = String::with_capacity(2 * text.len());
    let mut comments = comments;
    for line in text.lines() {
        annotated.push_str(line);
        if let Some(code) = style.instruction(line)
            && let Some(Some(said)) = comments.next()
        {
            let comment = style.comment;
            let blanks = COLUMN.saturating_sub(code.chars().count()).max(2);
            annotated.push_str(&format!("{:blanks$}{comment} {said}", ""));
        }
        annotated.push('\n');
    }
    annotated
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style {
        comment: "#",
        names: false,
        is_instruction: |line| !line.starts_with('.') && !line.trim_end().ends_with(':'),
        lists_operations: false,
    };

    fn place(instruction: u32, file: &str) -> Line {
        Line {
            instruction,
            file: file.to_owned(),
            line: 3,
            column: 5,
        }
    }

    #[test]
    fn instructions_are_found_in_a_text() {
        let text = "# add\nstart:\n  add r0, r1 # sum\n\nmul r0, r0\n";
        let places: Vec<&str> = STYLE
            .places(text)
            .into_iter()
            .map(|place| &text[place])
            .collect();
        assert_eq!(places, ["add r0, r1", "mul r0, r0"]);
    }

    #[test]
    fn labels_are_those_of_the_next_instruction() {
        let text = ".proc main\nstart: # again\n  add r0, r1 # sum\n.end\nmul r0, r0\n";
        let instructions = STYLE.instructions(text);
        let texts: Vec<&str> = instructions.iter().map(|one| one.text).collect();
        assert_eq!(texts, ["add r0, r1", "mul r0, r0"]);
        assert_eq!(instructions[0].labels, ["main", "start"]);
        assert!(instructions[1].labels.is_empty());
    }

    #[test]
    fn operations_come_apart() {
        let told = |style: &Style, text: &str| -> Vec<String> {
            let operations = style.operations(text).into_iter();
            operations
                .map(|one| format!("{}: {}", one.mnemonic, one.operands.join(" | ")))
                .collect()
        };
        let pair = "mad r0.x, c[a0+4], -v1 + rcp r1, r2.x";
        assert_eq!(
            told(&STYLE, pair),
            ["mad: r0.x | c[a0+4] | -v1", "rcp: r1 | r2.x"]
        );
        assert_eq!(
            told(&STYLE, "tex ft0, v0, fs0 <2d,linear>"),
            ["tex: ft0 | v0 | fs0 <2d,linear>"]
        );
        assert_eq!(told(&STYLE, "end"), ["end: "]);
        let units = Style {
            lists_operations: true,
            ..STYLE
        };
        assert_eq!(
            told(&units, "sync, const0 (1, 2), mul.v0 $0 ^a $1"),
            ["sync: ", "const0: (1, 2)", "mul.v0: $0 | ^a | $1"]
        );
    }

    #[test]
    fn words_stand_beside_their_instructions() {
        let encoded = [Encoded {
            address: 26,
            words: vec![1, 0xabcd_ef01],
        }];
        let wide = " ".repeat(COLUMN - "nop".len());
        assert_eq!(
            with_words("a:\nnop\n", &STYLE, &encoded),
            format!("a:\nnop{wide}#   1a: 00000001 abcdef01\n")
        );
    }

    #[test]
    fn places_stand_beside_their_instructions() {
        let places = [place(0, "a"), place(2, "b\n#c")];
        let text = "# add\nstart:\nadd r0, r1\n\nmul r0, r0\nstop # here\n";
        let wide = " ".repeat(COLUMN - "add r0, r1".len());
        let long = " ".repeat(COLUMN - "stop ".len());
        assert_eq!(
            with_places(text, &STYLE, &places),
            format!(
                "# add\nstart:\nadd r0, r1{wide}# a:3:5\n\nmul r0, r0\nstop # here{long}# b?#c:3:5\n"
            )
        );
    }
}
