//! Selected code as text, for `--emit=select`.

use super::code::{Address, Cell, Code, Coordinate, End, Kind, Operand, Operation, Source};
use super::half;
use super::isa;
use std::fmt;

fn lanes(list: &[u8]) -> String {
    let letter = |lane: &u8| ["x", "y", "z", "w"][usize::from(lane & 3)];
    list.iter().map(letter).collect()
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}.{}", self.value, lanes(&[self.lane]))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = if self.temporary { "t" } else { "u" };
        write!(f, "{file}[{}", self.index)?;
        if let Some(cell) = self.offset {
            write!(f, " + {cell}")?;
        }
        write!(f, "]")
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = usize::from(self.lanes).min(4);
        let minus = if self.negative { "-" } else { "" };
        let bar = if self.absolute { "|" } else { "" };
        write!(f, "{minus}{bar}")?;
        match self.source {
            Source::Value(value, from) => write!(f, "%{value}.{}", lanes(&from[..count]))?,
            Source::Load(address, from) => write!(f, "{address}.{}", lanes(&from[..count]))?,
            Source::Const(bits) => {
                let numbers = bits.map(half::to_f32);
                write!(f, "{:?}", &numbers[..count])?;
            }
        }
        write!(f, "{bar}")
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(first) = self.dest.first() {
            let dest: Vec<u8> = self.dest.iter().map(|cell| cell.lane).collect();
            write!(f, "%{}.{} = ", first.value, lanes(&dest))?;
        }
        match self.kind {
            Kind::Alu(alu) => write!(f, "{}", alu.name)?,
            Kind::Sum => write!(f, "sum")?,
            Kind::Select(alu) => write!(f, "select_{}", alu.name)?,
            Kind::Function(code) => {
                let row = isa::COMBINE.iter().find(|row| row.code == code);
                write!(f, "{}", row.map_or("function", |row| row.name))?;
            }
            Kind::AtanFirst => write!(f, "atan_pt1")?,
            Kind::AtanSecond => write!(f, "atan_pt2")?,
            Kind::Input(input) => write!(f, "load {input:?}")?,
            Kind::Lookup(lookup) => {
                let kind = if lookup.cube { "cube" } else { "2d" };
                write!(f, "lookup_{kind} s{}", lookup.sampler)?;
                if let Coordinate::Varying { index, upper } = lookup.coordinate {
                    write!(f, " v{index}{}", if upper { ".zw" } else { "" })?;
                }
            }
            Kind::Store(address) => write!(f, "store {address}")?,
            Kind::StoreLane(address, lane) => write!(f, "store {address}.{}", lanes(&[lane]))?,
            Kind::FrameRead { color } => {
                write!(f, "{}", if color { "fb_color" } else { "fb_depth" })?;
            }
            Kind::Discard(condition) => write!(f, "discard {condition:?}")?,
        }
        write!(f, "{}", self.modifier.suffix())?;
        for operand in &self.args {
            write!(f, " {operand}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, block) in self.blocks.iter().enumerate() {
            writeln!(f, "block {index}")?;
            for operation in &block.operations {
                writeln!(f, "  {operation}")?;
            }
            match &block.end {
                End::Fall => {}
                End::Stop => writeln!(f, "  stop")?,
                End::Branch {
                    condition,
                    args,
                    target,
                } => {
                    write!(f, "  {condition:?}")?;
                    for operand in args {
                        write!(f, " {operand}")?;
                    }
                    writeln!(f, " to block {target}")?;
                }
            }
        }
        Ok(())
    }
}
