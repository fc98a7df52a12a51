//! The language of AGALMiniAssembler: syntax only, everything else from the table.

mod parse;
mod print;

pub use parse::{Assembly, TokenSpans, assemble};
pub use print::disassemble;
pub(crate) use print::print_token;

use crate::isa::{File, TABLE};
use retroshade_ir::Stage;

/// A register prefix: its file, and the stage that has it where only one does.
struct Name {
    prefix: &'static str,
    file: File,
    stage: Option<Stage>,
}

const fn name(prefix: &'static str, file: File, stage: Option<Stage>) -> Name {
    Name {
        prefix,
        file,
        stage,
    }
}

/// All prefixes that the reference assembler knows.
const NAMES: &[Name] = &[
    name("va", File::Attribute, Some(Stage::Vertex)),
    name("vc", File::Constant, Some(Stage::Vertex)),
    name("vt", File::Temporary, Some(Stage::Vertex)),
    name("vo", File::Output, Some(Stage::Vertex)),
    name("op", File::Output, Some(Stage::Vertex)),
    name("iid", File::InstanceId, Some(Stage::Vertex)),
    name("v", File::Varying, None),
    name("vi", File::Varying, None),
    name("i", File::Varying, None),
    name("fi", File::Varying, Some(Stage::Fragment)),
    name("fc", File::Constant, Some(Stage::Fragment)),
    name("ft", File::Temporary, Some(Stage::Fragment)),
    name("fs", File::Sampler, Some(Stage::Fragment)),
    name("fo", File::Output, Some(Stage::Fragment)),
    name("oc", File::Output, Some(Stage::Fragment)),
    name("fd", File::Depth, Some(Stage::Fragment)),
    name("od", File::Depth, Some(Stage::Fragment)),
];

/// The stage of a program text, told from the first register name that only one stage has; `None`
/// where no such name occurs.
pub fn stage_of(text: &str) -> Option<Stage> {
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    let words = lines.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric()));
    words
        .filter_map(|word| {
            let prefix = word.trim_end_matches(|c: char| c.is_ascii_digit());
            NAMES
                .iter()
                .find(|name| name.prefix == prefix)
                .and_then(|name| name.stage)
        })
        .next()
}

/// True if the first line that is no comment begins with an opcode and a register.
pub(crate) fn is_text(text: &str) -> bool {
    let mut lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or("").trim());
    let Some(line) = lines.find(|line| !line.is_empty()) else {
        return false;
    };
    let mut words = line.split(|c: char| c.is_whitespace() || ",.[".contains(c));
    let opcode = words
        .next()
        .is_some_and(|word| TABLE.by_name(word).is_some());
    let register = words.find(|word| !word.is_empty());
    let is_register = |word: &str| {
        let prefix = word.trim_end_matches(|c: char| c.is_ascii_digit());
        NAMES.iter().any(|name| name.prefix == prefix)
    };
    opcode && register.is_some_and(is_register)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_begin_with_an_instruction() {
        for text in [
            "// c\n\n mov\top, va0",
            "kil ft0.x",
            "tex ft3, v1, fs0 <2d,",
            "mov oc v0",
        ] {
            assert!(is_text(text), "{text}");
        }
        for text in [
            "",
            "mov ",
            "mul function requires vec3",
            "move op, va0",
            "void main() {}",
        ] {
            assert!(!is_text(text), "{text}");
        }
    }

    #[test]
    fn the_stage_is_told_from_register_names() {
        assert_eq!(stage_of("// oc\nmov v0, va1"), Some(Stage::Vertex));
        assert_eq!(stage_of("mov oc, v0"), Some(Stage::Fragment));
        assert_eq!(stage_of("mov v1, v0"), None);
    }
}
