//! What naga does not read and no shader is without: left out of a module, or made plain.
//!
//! * Places and texts of the source (`glslangValidator -g`, `dxc -Zi`), which may stand where naga knows none.
//! * The numbers of specialisation constants. They are constants with their default values then: no target has a
//!   pipeline that could give them others.

use super::words::{DECORATE, EXT_INST, EXT_INST_IMPORT, bytes_of, header, instructions, push};

/// `OpSourceContinued`, `OpSource`, `OpSourceExtension`, `OpString`, `OpLine`, `OpNoLine`, `OpModuleProcessed`,
/// `OpDecorateString`, `OpMemberDecorateString`
const SAID_OF_SOURCES: [u16; 9] = [2, 3, 4, 7, 8, 317, 330, 5632, 5633];

/// `SpecId`
const SPECIALISATION: u32 = 1;

/// The module without what says nothing about its results.
pub(super) fn plain(words: &[u32]) -> Vec<u32> {
    let mut output = header(words);
    let mut sets: Vec<u32> = Vec::new();
    for (operation, operands) in instructions(words) {
        match (operation, operands) {
            (EXT_INST_IMPORT, &[set, ref name @ ..])
                if bytes_of(name).starts_with(b"NonSemantic.") =>
            {
                sets.push(set);
            }
            (EXT_INST, &[_, _, set, ..]) if sets.contains(&set) => {}
            (DECORATE, &[_, SPECIALISATION, ..]) => {}
            _ if SAID_OF_SOURCES.contains(&operation) => {}
            _ => push(&mut output, operation, operands),
        }
    }
    output
}
