//! Declarations of a program's tables, and the names its registers get by them.

use crate::container::{Constant, Executable, Geometry, Kind, OutputMapping, Semantic, SymbolFile};
use crate::isa::{Index, SourceRegister, float24};
use crate::text::operand::is_register_like;
use retroshade_ir::entity::SecondaryMap;
use rustc_hash::FxHashMap;

/// The names of the registers of a file.
type Names = SecondaryMap<u8, Option<String>>;

/// Names of the program that is being printed, and what earlier ones declared.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarations {
    /// By file.
    names: [Names; 4],
    /// Uniforms that vertex programs share, with their first register.
    shared: FxHashMap<String, (SymbolFile, u8)>,
    /// The next free register of each file in the shared space.
    next: [u8; 4],
    fillers: u32,
}

/// How a uniform file is declared.
fn directive(file: SymbolFile) -> &'static str {
    match file {
        SymbolFile::Input => ".in",
        SymbolFile::Float => ".fvec",
        SymbolFile::Integer => ".ivec",
        SymbolFile::Boolean => ".bool",
    }
}

fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let first = characters
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    first && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl Declarations {
    /// The declarations of an executable, one a line.
    pub(super) fn executable(
        &mut self,
        executable: &Executable,
        remarks: &[String],
        lines: &mut Vec<String>,
    ) {
        self.names = Default::default();
        let mut own_space = None;
        if let Kind::Geometry(geometry) = executable.kind {
            own_space = geometry_line(executable, geometry, lines);
        }
        self.symbols(executable, own_space, lines);
        for output in &executable.output_map {
            lines.push(output_line(output, remarks));
        }
        lines.extend(executable.constants.iter().map(constant_line));
    }

    fn symbols(&mut self, executable: &Executable, own_space: Option<u8>, lines: &mut Vec<String>) {
        let mut own = [0; 4];
        own[SymbolFile::Float as usize] = own_space.unwrap_or(0);
        for symbol in &executable.symbols {
            let spelled = symbol.name.replace('.', "$");
            let hidden = symbol.file != SymbolFile::Input && spelled.starts_with('_');
            let usual = is_identifier(&spelled.replace('$', "_"))
                && !symbol.name.contains('$')
                && !is_register_like(&spelled)
                && !hidden
                && !self.is_taken(&spelled);
            let name = if usual {
                let names = &mut self.names[symbol.file as usize];
                names[symbol.first] = Some(spelled.clone());
                let later = symbol.first.saturating_add(1)..=symbol.last;
                for register in later {
                    let element = format!("{spelled}[{}]", register - symbol.first);
                    names[register] = Some(element);
                }
                spelled
            } else {
                format!("\"{}\"", symbol.name)
            };
            if symbol.file == SymbolFile::Input {
                lines.push(format!(".in {name} v{}", symbol.first));
                continue;
            }
            let place = (symbol.file, symbol.first);
            let is_shared = own_space.is_none();
            if !(is_shared && self.shared.get(&name) == Some(&place)) {
                let next = if is_shared { &mut self.next } else { &mut own };
                let next = &mut next[symbol.file as usize];
                if symbol.first > *next {
                    let gap = symbol.first - *next;
                    let filler = format!("_unused{}", self.fillers);
                    self.fillers += 1;
                    lines.push(declaration(symbol.file, &filler, gap.into()));
                }
                *next = symbol.last.saturating_add(1);
                self.shared.insert(name.clone(), place);
            }
            let count = u32::from(symbol.last - symbol.first) + 1;
            lines.push(declaration(symbol.file, &name, count));
        }
    }

    fn is_taken(&self, spelled: &str) -> bool {
        let mut names = self.names.iter().flat_map(Names::iter);
        names.any(|(_, name)| name.as_deref() == Some(spelled))
    }

    fn name(&self, file: SymbolFile, register: u8) -> String {
        let name = self.names[file as usize][register].clone();
        name.unwrap_or_else(|| format!("{}{register}", file.letter()))
    }

    pub(super) fn boolean(&self, register: u8) -> String {
        self.name(SymbolFile::Boolean, register)
    }

    pub(super) fn integer(&self, register: u8) -> String {
        self.name(SymbolFile::Integer, register)
    }

    /// A source register with its index; `None` where that has no spelling.
    pub(super) fn source(&self, register: SourceRegister, index: Index) -> Option<String> {
        if let Some(uniform) = register.as_uniform() {
            if index == Index::None {
                return Some(self.name(SymbolFile::Float, uniform));
            }
            // The first register of an array with an offset reads best.
            let names = &self.names[SymbolFile::Float as usize];
            let first = |register: u8| {
                let name = names[register].as_ref();
                let name = name.filter(|name| !name.contains('['))?;
                Some((register, name))
            };
            let base = (0..=uniform).rev().find_map(first);
            let covered = names[uniform].is_some();
            let (name, offset) = match base {
                Some((first, name)) if covered => (name.clone(), uniform - first),
                _ => (format!("c{uniform}"), 0),
            };
            let plus = if offset == 0 {
                String::new()
            } else {
                format!("+{offset}")
            };
            return Some(format!("{name}[{}{plus}]", index.name()));
        }
        if index != Index::None || register.as_input() == Some(15) {
            return None;
        }
        if let Some(input) = register.as_input() {
            return Some(self.name(SymbolFile::Input, input));
        }
        Some(register.to_string())
    }
}

fn declaration(file: SymbolFile, name: &str, count: u32) -> String {
    match count {
        1 => format!("{} {name}", directive(file)),
        _ => format!("{} {name}[{count}]", directive(file)),
    }
}

/// `.gsh`; gives the first register of the program's own uniforms, if it has a space for them.
fn geometry_line(
    executable: &Executable,
    geometry: Geometry,
    lines: &mut Vec<String>,
) -> Option<u8> {
    let has_dummy = executable
        .output_map
        .iter()
        .any(|o| o.semantic == Semantic::Dummy);
    if has_dummy && !executable.merge_outputs && geometry == Geometry::Point {
        lines.push(".gsh".into());
        return None;
    }
    let floats = executable
        .symbols
        .iter()
        .filter(|s| s.file == SymbolFile::Float);
    let lowest = floats.map(|symbol| symbol.first).min();
    let (line, first) = match geometry {
        Geometry::Point => {
            let first = lowest.unwrap_or(0);
            (format!(".gsh point c{first}"), first)
        }
        Geometry::Variable { vertices } => {
            let first = lowest.unwrap_or(95);
            (format!(".gsh variable c{first} {vertices}"), first)
        }
        Geometry::Fixed { start, vertices } => {
            let first = lowest.unwrap_or(95);
            (format!(".gsh fixed c{first} c{start} {vertices}"), first)
        }
    };
    lines.push(line);
    Some(first)
}

fn output_line(output: &OutputMapping, remarks: &[String]) -> String {
    let OutputMapping {
        semantic,
        register,
        mask,
    } = output;
    let suffix = mask.suffix();
    let line = format!(".out - {} o{register}{suffix}", semantic.name());
    match remarks.get(usize::from(*register)) {
        Some(remark) if !remark.is_empty() => format!("{line}\t; {remark}"),
        _ => line,
    }
}

fn constant_line(constant: &Constant) -> String {
    match constant {
        Constant::Boolean { index, value } => format!(".setb b{index} {value}"),
        Constant::Integer { index, value } => {
            let [x, y, z, w] = value;
            format!(".seti i{index}({x}, {y}, {z}, {w})")
        }
        Constant::Float { index, value } => {
            let lanes = value.map(float_text);
            format!(".setf c{index}({})", lanes.join(", "))
        }
    }
}

/// A float24 word as a decimal number that the assembler reads back to it.
fn float_text(word: u32) -> String {
    let value = float24::to_f32(word);
    let decimal = if value.is_finite() {
        format!("{value:?}")
    } else {
        String::new()
    };
    // Numbers below the normal range are read differently by picasso, and NaNs have payloads.
    let exponent = word >> 16 & 0x7f;
    let normal = word & 0x7f_ffff == 0 || (1..0x7f).contains(&exponent);
    if normal && !decimal.is_empty() {
        decimal
    } else {
        format!("0f{word:06X}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_so_that_they_read_back() {
        assert_eq!(float_text(0x3f_0000), "1.0");
        assert_eq!(float_text(0x80_0000), "-0.0");
        assert_eq!(float_text(0x7f_8000), "0f7F8000");
        assert_eq!(float_text(0x00_0001), "0f000001");
    }
}
