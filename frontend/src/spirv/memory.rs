//! How blocks lie in memory: left out of a module, for uniforms are told by their names and not by offsets.
//!
//! So blocks may have the offsets of any layout, also those that WGSL has not, as a `mat2` with 16 bytes to a column.
//!
//! `RowMajor` stays. naga would take such a matrix for the one that lies in memory, the transposed one, and transpose
//! what is read of it: the uniform would not be the source's. Instead the name of the member has a [mark](ROWS), by
//! which the interface declares that the matrix lies in rows. It is a part of the type, so that naga does not
//! take a structure with rows and one with columns for the same.

use super::words::{
    DECORATE, MEMBER_DECORATE, MEMBER_NAME, bytes_of, header, instructions, push, words_of,
};
use std::collections::BTreeMap;

/// The end of the name of a member whose matrices lie in rows. No name of a source has it.
pub(crate) const ROWS: char = '\u{1}';

const ROW_MAJOR: u32 = 4;
const COLUMN_MAJOR: u32 = 5;
const ARRAY_STRIDE: u32 = 6;
const MATRIX_STRIDE: u32 = 7;
const OFFSET: u32 = 35;

/// `OpDecorate` is the first of them, `OpGroupMemberDecorate` the last.
const ANNOTATIONS: std::ops::RangeInclusive<u16> = DECORATE..=75;

/// The module without offsets, and with marks at the names of members whose matrices lie in rows.
pub(super) fn without_memory(words: &[u32]) -> Vec<u32> {
    // By type and member: the name.
    let mut rows: BTreeMap<(u32, u32), Vec<u8>> = BTreeMap::new();
    for (operation, operands) in instructions(words) {
        if let (MEMBER_DECORATE, &[ty, member, ROW_MAJOR, ..]) = (operation, operands) {
            rows.insert((ty, member), format!("member{member}").into());
        }
    }
    let mut output = header(words);
    let mut named = false;
    for (operation, operands) in instructions(words) {
        if !named && ANNOTATIONS.contains(&operation) {
            // Names stand before the annotations.
            named = true;
            for (&(ty, member), name) in &rows {
                let mut marked = name.clone();
                marked.push(ROWS as u8);
                let mut operands = vec![ty, member];
                operands.extend(words_of(&marked));
                push(&mut output, MEMBER_NAME, &operands);
            }
        }
        match (operation, operands) {
            (MEMBER_NAME, &[ty, member, ref text @ ..]) => {
                let bytes = bytes_of(text);
                match rows.get_mut(&(ty, member)) {
                    Some(name) if !bytes.is_empty() => *name = bytes,
                    Some(_) => {}
                    // Somebody's joke, not our mark.
                    None if bytes.ends_with(&[ROWS as u8]) => {}
                    None => push(&mut output, operation, operands),
                }
            }
            (MEMBER_DECORATE, &[_, _, ROW_MAJOR | COLUMN_MAJOR | MATRIX_STRIDE | OFFSET, ..])
            | (DECORATE, &[_, ARRAY_STRIDE, ..]) => {}
            _ => push(&mut output, operation, operands),
        }
    }
    output
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_order_of_rows_stays_and_is_told_by_the_name() {
        let mut module = vec![0x0723_0203, 0x0001_0000, 0, 10, 0];
        push(&mut module, MEMBER_NAME, &[3, 0, 0x6d]);
        push(&mut module, MEMBER_DECORATE, &[3, 0, ROW_MAJOR]);
        push(&mut module, MEMBER_DECORATE, &[3, 0, OFFSET, 16]);
        push(&mut module, MEMBER_DECORATE, &[3, 2, ROW_MAJOR]);
        push(&mut module, DECORATE, &[3, 2]);
        let found = without_memory(&module);
        let found: Vec<_> = instructions(&found).collect();
        let unnamed = [&[3, 2][..], &words_of(b"member2\x01")].concat();
        assert_eq!(
            found,
            [
                (MEMBER_NAME, &[3, 0, 0x016d][..]),
                (MEMBER_NAME, &unnamed),
                (DECORATE, &[3, 2]),
            ]
        );
    }
}
