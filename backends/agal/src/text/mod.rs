//! The language of AGALMiniAssembler: syntax only, everything else from the table.

mod parse;
mod print;

pub use parse::{Assembly, TokenSpans, assemble};
pub use print::disassemble;
pub(crate) use print::print_token;

use crate::isa::File;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stage_is_told_from_register_names() {
        assert_eq!(stage_of("// oc\nmov v0, va1"), Some(Stage::Vertex));
        assert_eq!(stage_of("mov oc, v0"), Some(Stage::Fragment));
        assert_eq!(stage_of("mov v1, v0"), None);
    }
}
