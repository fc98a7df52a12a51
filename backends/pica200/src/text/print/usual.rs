//! Files of other tools with their tables as picasso writes them.

use crate::container::{Executable, Shbin, Symbol, SymbolFile};
use crate::reach::Reach;
use retroshade_ir::entity::EntitySet;

/// A file with the same code and the tables that text can express, and what differs from the file at hand.
pub(super) fn usual(shbin: &Shbin) -> (Shbin, Vec<String>) {
    let mut usual = shbin.clone();
    let mut changes = Vec::new();
    let several = shbin.executables.len() > 1;
    let words = shbin.decode();
    for (number, executable) in usual.executables.iter_mut().enumerate() {
        let of = if several {
            format!(" of program {number}")
        } else {
            String::new()
        };
        let mut say = |what: String| changes.push(format!("{what}{of}"));
        let inside = executable.start < executable.end && executable.end as usize <= words.len();
        if !inside {
            let reach = Reach::of(&words, executable.start as usize);
            executable.end = reach.end as u32;
            say("the file does not tell the end".into());
        }
        let hidden = hide_overlaps(executable);
        if !hidden.is_empty() {
            let names = hidden.join(", ");
            say(format!(
                "no declaration can name parts of other uniforms, as {names} do"
            ));
        }
        let before = executable.symbols.clone();
        executable
            .symbols
            .sort_by_key(|symbol| (symbol.file, symbol.first));
        if executable.symbols != before {
            say("symbols lie in another order".into());
        }
        let (inputs, outputs) = (executable.inputs, executable.outputs);
        executable.inputs = mask(executable.symbols.iter().filter_map(|symbol| {
            let is_input = symbol.file == SymbolFile::Input;
            is_input.then_some(symbol.first)
        }));
        executable.outputs = mask(executable.output_map.iter().map(|row| row.register));
        if (inputs, outputs) != (executable.inputs, executable.outputs) {
            say("the masks of inputs and outputs do not name those of the tables".into());
        }
    }
    (usual, changes)
}

/// Takes away the names of registers that another name has already, and of several inputs but the first.
fn hide_overlaps(executable: &mut Executable) -> Vec<String> {
    let mut taken: EntitySet<usize> = EntitySet::new();
    let mut hidden = Vec::new();
    executable.symbols.retain_mut(|symbol| {
        if symbol.file == SymbolFile::Input {
            symbol.last = symbol.first;
            return true;
        }
        let registers = || registers(symbol);
        let is_free = registers().all(|register| !taken.contains(register));
        if is_free {
            taken.extend(registers())
        } else {
            hidden.push(symbol.name.clone())
        }
        is_free
    });
    hidden
}

/// The registers of a symbol, those of each file apart from those of the others.
fn registers(symbol: &Symbol) -> impl Iterator<Item = usize> + use<> {
    let file = symbol.file as usize;
    let (first, last) = (usize::from(symbol.first), usize::from(symbol.last));
    (first..=last).map(move |register| 256 * file + register)
}

fn mask(registers: impl Iterator<Item = u8>) -> u16 {
    registers.fold(0, |mask, register| mask | 1 << (register & 15))
}
