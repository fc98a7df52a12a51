//! Writes a file in picasso's layout: header, code, descriptors, then each executable with its
//! constants, outputs, symbols and names.

use super::{Constant, Executable, Geometry, Kind, Shbin};

/// Bytes of the DVLP header.
const PROGRAM_HEADER: usize = 40;
/// Bytes of the DVLE header.
const EXECUTABLE_HEADER: usize = 64;
/// Bytes of a row of the constant table.
const CONSTANT: usize = 20;
/// Bytes of a row of the other tables.
const ROW: usize = 8;

struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn tag(&mut self, tag: &[u8; 4]) {
        self.bytes.extend_from_slice(tag);
    }

    fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    fn half(&mut self, value: u16) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    fn word(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// A count or an offset; files are far below 4 GiB.
    fn size(&mut self, value: usize) {
        self.word(u32::try_from(value).unwrap_or(u32::MAX));
    }

    fn align(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }
}

fn names_size(executable: &Executable) -> usize {
    let names = executable.symbols.iter();
    names.map(|symbol| symbol.name.len() + 1).sum()
}

fn executable_size(executable: &Executable) -> usize {
    let tables = executable.constants.len() * CONSTANT
        + executable.output_map.len() * ROW
        + executable.symbols.len() * ROW;
    (EXECUTABLE_HEADER + tables + names_size(executable)).next_multiple_of(4)
}

impl Shbin {
    /// The bytes of the file. Names end at a NUL character if they hold one.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = Writer { bytes: Vec::new() };
        let program_size = PROGRAM_HEADER + self.code.len() * 4 + self.descriptors.len() * ROW;
        w.tag(b"DVLB");
        w.size(self.executables.len());
        let mut offset = ROW + self.executables.len() * 4 + program_size;
        for executable in &self.executables {
            w.size(offset);
            offset += executable_size(executable);
        }
        w.tag(b"DVLP");
        w.word(0);
        w.size(PROGRAM_HEADER);
        w.size(self.code.len());
        w.size(PROGRAM_HEADER + self.code.len() * 4);
        w.size(self.descriptors.len());
        w.size(program_size);
        for _ in 0..3 {
            w.word(0);
        }
        self.code.iter().for_each(|word| w.word(*word));
        for descriptor in &self.descriptors {
            w.word(*descriptor);
            w.word(0);
        }
        for executable in &self.executables {
            write_executable(&mut w, executable);
        }
        w.bytes
    }
}

fn write_executable(w: &mut Writer, executable: &Executable) {
    let (stage, mode, start, variable, fixed) = match executable.kind {
        Kind::Vertex => (0, 0, 0, 0, 0),
        Kind::Geometry(Geometry::Point) => (1, 0, 0, 0, 0),
        Kind::Geometry(Geometry::Variable { vertices }) => (1, 1, 0, vertices, 0),
        Kind::Geometry(Geometry::Fixed { start, vertices }) => (1, 2, start, 0, vertices),
    };
    w.tag(b"DVLE");
    w.half(0x1002);
    w.byte(stage);
    w.byte(executable.merge_outputs.into());
    w.word(executable.start);
    w.word(executable.end);
    w.half(executable.inputs);
    w.half(executable.outputs);
    for value in [mode, start, variable, fixed] {
        w.byte(value);
    }
    let mut offset = EXECUTABLE_HEADER;
    let tables = [
        (executable.constants.len(), CONSTANT),
        (0, 0),
        (executable.output_map.len(), ROW),
        (executable.symbols.len(), ROW),
        (names_size(executable), 1),
    ];
    for (rows, size) in tables {
        w.size(offset);
        w.size(rows);
        offset += rows * size;
    }
    executable
        .constants
        .iter()
        .for_each(|c| write_constant(w, c));
    for output in &executable.output_map {
        w.half(output.semantic.number());
        w.half(output.register.into());
        w.word(output.mask.bits().into());
    }
    let mut name = 0;
    for symbol in &executable.symbols {
        let (base, _) = symbol.file.numbers();
        w.size(name);
        w.half(base + u16::from(symbol.first));
        w.half(base + u16::from(symbol.last));
        name += symbol.name.len() + 1;
    }
    for symbol in &executable.symbols {
        w.bytes.extend_from_slice(symbol.name.as_bytes());
        w.byte(0);
    }
    w.align();
}

fn write_constant(w: &mut Writer, constant: &Constant) {
    let rest = match constant {
        Constant::Boolean { index, value } => {
            w.half(0);
            w.half((*index).into());
            w.word((*value).into());
            3
        }
        Constant::Integer { index, value } => {
            w.half(1);
            w.half((*index).into());
            value.iter().for_each(|lane| w.byte(*lane));
            3
        }
        Constant::Float { index, value } => {
            w.half(2);
            w.half((*index).into());
            value.iter().for_each(|lane| w.word(*lane));
            0
        }
    };
    (0..rest).for_each(|_| w.word(0));
}
