//! Instructions of the ActionScript virtual machine: their operands, and how many values they take from the stack and leave
//! there.

use crate::bytes::Bytes;
use retroshade_diagnostics::fault::Checked;

/// The kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    Byte,
    /// A number, of a constant or local or other.
    Number,
    /// The number of a name, whose parts may come from the stack.
    Name,
    /// How many more values are taken.
    Count,
    /// How many more pairs of values are taken.
    Pairs,
    /// Where control may go on, from the next instruction.
    Target,
    /// Where control may go on by a table, from this instruction.
    Table,
}

use Operand::{Byte, Count, Name, Number, Pairs, Table, Target};

/// How an instruction looks.
struct Shape {
    operands: &'static [Operand],
    pops: usize,
    pushes: usize,
}

const fn shape(operands: &'static [Operand], pops: usize, pushes: usize) -> Option<Shape> {
    Some(Shape {
        operands,
        pops,
        pushes,
    })
}

/// The shape of each opcode; `None` where there is no such instruction.
const fn shape_of(opcode: u8) -> Option<Shape> {
    match opcode {
        // bkpt, nop, label, popscope, timestamp
        0x01 | 0x02 | 0x09 | 0x1d | 0xf3 => shape(&[], 0, 0),
        // throw, dxnslate, pushwith, pop, pushscope, returnvalue
        0x03 | 0x07 | 0x1c | 0x29 | 0x30 | 0x48 => shape(&[], 1, 0),
        // getsuper, getdescendants, getproperty, deleteproperty
        0x04 | 0x59 | 0x66 | 0x6a => shape(&[Name], 1, 1),
        // setsuper, setproperty, initproperty
        0x05 | 0x61 | 0x68 => shape(&[Name], 2, 0),
        // dxns, kill, inclocal, declocal and their integer forms, debugline, debugfile, bkptline
        0x06 | 0x08 | 0x92 | 0x94 | 0xc2 | 0xc3 | 0xf0..=0xf2 => shape(&[Number], 0, 0),
        // jumps that compare
        0x0c..=0x0f | 0x13..=0x1a => shape(&[Target], 2, 0),
        // jump
        0x10 => shape(&[Target], 0, 0),
        // iftrue, iffalse
        0x11 | 0x12 => shape(&[Target], 1, 0),
        // lookupswitch
        0x1b => shape(&[Table], 1, 0),
        // nextname, hasnext, nextvalue, astypelate, arithmetic, comparisons
        0x1e | 0x1f | 0x23 | 0x87 | 0xa0..=0xb1 | 0xb3 | 0xb4 | 0xc5..=0xc7 => shape(&[], 2, 1),
        // constants without a number; activation, scope, locals
        0x20 | 0x21 | 0x26..=0x28 | 0x57 | 0x64 | 0xd0..=0xd3 => shape(&[], 0, 1),
        // pushbyte, getscopeobject
        0x24 | 0x65 => shape(&[Byte], 0, 1),
        // pushes of constants, functions, slots, locals
        0x25 | 0x2c..=0x2f | 0x31 | 0x40 | 0x5a | 0x5f | 0x60 | 0x62 | 0x67 | 0x6e => {
            shape(&[Number], 0, 1)
        }
        // dup
        0x2a => shape(&[], 1, 2),
        // swap
        0x2b => shape(&[], 2, 2),
        // hasnext2
        0x32 => shape(&[Number, Number], 0, 1),
        // loads, conversions, unary operators
        0x35..=0x39
        | 0x50..=0x52
        | 0x70..=0x78
        | 0x81..=0x85
        | 0x88
        | 0x89
        | 0x90
        | 0x91
        | 0x93
        | 0x95..=0x97
        | 0xc0
        | 0xc1
        | 0xc4 => shape(&[], 1, 1),
        // stores
        0x3a..=0x3e => shape(&[], 2, 0),
        // call
        0x41 => shape(&[Count], 2, 1),
        // construct, applytype
        0x42 | 0x53 => shape(&[Count], 1, 1),
        // callmethod, callstatic
        0x43 | 0x44 => shape(&[Number, Count], 1, 1),
        // callsuper, callproperty, constructprop, callproplex
        0x45 | 0x46 | 0x4a | 0x4c => shape(&[Name, Count], 1, 1),
        // returnvoid
        0x47 => shape(&[], 0, 0),
        // constructsuper
        0x49 => shape(&[Count], 1, 0),
        // callsupervoid, callpropvoid
        0x4e | 0x4f => shape(&[Name, Count], 1, 0),
        // newobject
        0x55 => shape(&[Pairs], 0, 1),
        // newarray
        0x56 => shape(&[Count], 0, 1),
        // newclass, getslot, coerce, astype, istype
        0x58 | 0x6c | 0x80 | 0x86 | 0xb2 => shape(&[Number], 1, 1),
        // findpropstrict, findproperty
        0x5d | 0x5e => shape(&[Name], 0, 1),
        // setlocal, setglobalslot
        0x63 | 0x6f => shape(&[Number], 1, 0),
        // setslot
        0x6d => shape(&[Number], 2, 0),
        // setlocal0 to setlocal3
        0xd4..=0xd7 => shape(&[], 1, 0),
        // debug
        0xef => shape(&[Byte, Number, Byte, Number], 0, 0),
        _ => None,
    }
}

/// An instruction with the operands that matter to the stack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Instruction {
    pub(crate) opcode: u8,
    /// The first operand that is a byte or number.
    pub(crate) number: u32,
    /// The number of the name, if it has one.
    pub(crate) name: Option<u32>,
    /// The values that a count says.
    pub(crate) arguments: usize,
    /// Other values that it takes, without those for its name.
    pub(crate) pops: usize,
    pub(crate) pushes: usize,
    /// Where control may go on, as bytes of the code, beside the next instruction.
    pub(crate) targets: Vec<usize>,
}

impl Instruction {
    /// True if control does not reach the next instruction.
    pub(crate) fn ends(&self) -> bool {
        matches!(self.opcode, 0x03 | 0x10 | 0x1b | 0x47 | 0x48)
    }

    /// Reads the next instruction.
    ///
    /// # Errors
    /// There is no such opcode, or the code ends within it.
    pub(crate) fn read(code: &mut Bytes<'_>) -> Checked<Instruction> {
        let at = code.at;
        let opcode = code.u8()?;
        let shape = shape_of(opcode).ok_or_else(|| format!("there is no opcode {opcode:#04x}"))?;
        let mut instruction = Instruction {
            opcode,
            pops: shape.pops,
            pushes: shape.pushes,
            ..Instruction::default()
        };
        let mut numbers = Vec::new();
        let target = |from: usize, offset: i32| from.checked_add_signed(offset as isize);
        for operand in shape.operands {
            match operand {
                Byte => numbers.push(u32::from(code.u8()?)),
                Number => numbers.push(code.variable()?),
                Name => instruction.name = Some(code.variable()?),
                Count => instruction.arguments = code.variable()? as usize,
                Pairs => instruction.arguments = code.variable()? as usize * 2,
                Target => {
                    let offset = code.s24()?;
                    instruction.targets.extend(target(code.at, offset));
                }
                Table => {
                    let default = code.s24()?;
                    instruction.targets.extend(target(at, default));
                    for _ in 0..=code.variable()? {
                        let offset = code.s24()?;
                        instruction.targets.extend(target(at, offset));
                    }
                }
            }
        }
        instruction.number = numbers.first().copied().unwrap_or(0);
        Ok(instruction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_say_what_they_take_and_leave() {
        let read = |bytes: &[u8]| Instruction::read(&mut Bytes::new(bytes));
        let call = read(&[0x46, 7, 2]).unwrap();
        assert_eq!(
            (call.name, call.arguments, call.pops, call.pushes),
            (Some(7), 2, 1, 1)
        );
        // Behind itself.
        assert_eq!(read(&[0x10, 3, 0, 0]).unwrap().targets, [7]);
        assert_eq!(read(&[0x10, 0xfc, 0xff, 0xff]).unwrap().targets, [0]);
        // From itself, two cases.
        let table = read(&[0x1b, 9, 0, 0, 1, 10, 0, 0, 11, 0, 0]).unwrap();
        assert_eq!(table.targets, [9, 10, 11]);
        assert!(table.ends());
        assert_eq!(
            read(&[0xff]).unwrap_err().to_string(),
            "there is no opcode 0xff"
        );
        assert!(read(&[0x2c]).is_err());
    }
}
