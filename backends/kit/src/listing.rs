//! What is added to the text of a program for people: the registers of its variables ahead, the places
//! in the source that instructions come from beside them. All of it is comments: the text assembles to
//! the same program.

use crate::reflect::{Line, Reflection};
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

/// The text with the places of its instructions beside them, as far as they are known; `places` is in
/// the order of the program.
pub fn with_places(text: &str, style: &Style, places: &[Line]) -> String {
    let mut annotated = String::with_capacity(2 * text.len());
    let mut places = places.iter().peekable();
    let mut number = 0;
    for line in text.lines() {
        annotated.push_str(line);
        if let Some(code) = style.instruction(line) {
            if let Some(place) = places.next_if(|place| place.instruction == number) {
                let Line { line, column, .. } = place;
                // The name is the user's: it must not end the comment.
                let file = place.file.replace(char::is_control, "?");
                let comment = style.comment;
                let blanks = COLUMN.saturating_sub(code.chars().count()).max(2);
                annotated.push_str(&format!("{:blanks$}{comment} {file}:{line}:{column}", ""));
            }
            number += 1;
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
        is_instruction: |line| !line.ends_with(':'),
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
