//! Functions that naga refuses, written as instructions that it reads.
//!
//! * `Modf`, which stores the whole part through a pointer, and `ModfStruct`, which returns both parts: a truncation and
//!   a subtraction, as of the source language.
//! * `OpOuterProduct`: naga checks the type of the product as if its operands were exchanged, so that they are, here and
//!   where the product is lowered.

use super::words::{
    COMPOSITE_CONSTRUCT, EXT_INST, EXT_INST_IMPORT, FreeNumbers, OUTER_PRODUCT, STORE, SUBTRACT,
    TYPE_STRUCT, bytes_of, header, instructions, push,
};
use std::collections::BTreeMap;

/// Numbers of functions of `GLSL.std.450`.
const TRUNC: u32 = 3;
const MODF: u32 = 35;
const MODF_STRUCT: u32 = 36;

/// The module without these functions.
pub(super) fn written_out(words: &[u32]) -> Vec<u32> {
    let mut output = header(words);
    let mut free = FreeNumbers::of(words);
    let mut functions = None;
    // The type of the first member of each structure.
    let mut members: BTreeMap<u32, u32> = BTreeMap::new();
    for (operation, operands) in instructions(words) {
        match (operation, operands) {
            (EXT_INST_IMPORT, &[set, ref name @ ..]) if bytes_of(name) == b"GLSL.std.450" => {
                functions = Some(set);
            }
            (TYPE_STRUCT, &[ty, first, ..]) => {
                members.insert(ty, first);
            }
            (EXT_INST, &[ty, result, set, MODF, x, pointer]) if functions == Some(set) => {
                let whole = free.take();
                push(&mut output, EXT_INST, &[ty, whole, set, TRUNC, x]);
                push(&mut output, STORE, &[pointer, whole]);
                push(&mut output, SUBTRACT, &[ty, result, x, whole]);
                continue;
            }
            (EXT_INST, &[both, result, set, MODF_STRUCT, x]) if functions == Some(set) => {
                let ty = members.get(&both).copied().unwrap_or_default();
                let (whole, fraction) = (free.take(), free.take());
                push(&mut output, EXT_INST, &[ty, whole, set, TRUNC, x]);
                push(&mut output, SUBTRACT, &[ty, fraction, x, whole]);
                let parts = [both, result, fraction, whole];
                push(&mut output, COMPOSITE_CONSTRUCT, &parts);
                continue;
            }
            (OUTER_PRODUCT, &[ty, result, column, row]) => {
                push(&mut output, OUTER_PRODUCT, &[ty, result, row, column]);
                continue;
            }
            _ => {}
        }
        push(&mut output, operation, operands);
    }
    free.raise_bound(&mut output);
    output
}

#[cfg(test)]
mod tests {
    use super::super::words::words_of;
    use super::*;

    /// What comes of a module with a structure 5 of two numbers of type 4, and this instruction.
    fn made(set: &[u8], operation: u16, operands: &[u32]) -> (u32, Vec<(u16, Vec<u32>)>) {
        let mut module = vec![0x0723_0203, 0x0001_0000, 0, 20, 0];
        let import = [&[1][..], &words_of(set)].concat();
        push(&mut module, EXT_INST_IMPORT, &import);
        push(&mut module, TYPE_STRUCT, &[5, 4, 4]);
        push(&mut module, operation, operands);
        let found = written_out(&module);
        let made = instructions(&found).skip(2);
        (found[3], made.map(|(op, row)| (op, row.to_vec())).collect())
    }

    #[test]
    fn a_structure_of_both_parts_is_put_together() {
        let (bound, found) = made(b"GLSL.std.450", EXT_INST, &[5, 9, 1, MODF_STRUCT, 8]);
        let expected = [
            (EXT_INST, vec![4, 20, 1, TRUNC, 8]),
            (SUBTRACT, vec![4, 21, 8, 20]),
            (COMPOSITE_CONSTRUCT, vec![5, 9, 21, 20]),
        ];
        assert_eq!((bound, found.as_slice()), (22, &expected[..]));
    }

    #[test]
    fn functions_of_other_sets_stay() {
        let other = vec![4, 9, 1, MODF, 8, 7];
        let (bound, found) = made(b"OpenCL.std", EXT_INST, &other);
        assert_eq!((bound, found), (20, vec![(EXT_INST, other)]));
    }
}
