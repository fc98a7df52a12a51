//! The words of a module as instructions, for what is changed in a module before naga reads it.

/// Words before the first instruction.
pub(super) const HEADER: usize = 5;

/// The word of the header that is above all numbers of the module.
const BOUND: usize = 3;

pub(super) const NAME: u16 = 5;
pub(super) const EXT_INST_IMPORT: u16 = 11;
pub(super) const EXT_INST: u16 = 12;
pub(super) const TYPE_SAMPLER: u16 = 26;
pub(super) const TYPE_SAMPLED_IMAGE: u16 = 27;
pub(super) const TYPE_STRUCT: u16 = 30;
pub(super) const TYPE_POINTER: u16 = 32;
pub(super) const TYPE_FUNCTION: u16 = 33;
pub(super) const FUNCTION_PARAMETER: u16 = 55;
pub(super) const FUNCTION_CALL: u16 = 57;
pub(super) const VARIABLE: u16 = 59;
pub(super) const LOAD: u16 = 61;
pub(super) const STORE: u16 = 62;
pub(super) const MEMBER_NAME: u16 = 6;
pub(super) const DECORATE: u16 = 71;
pub(super) const MEMBER_DECORATE: u16 = 72;
pub(super) const COMPOSITE_CONSTRUCT: u16 = 80;
pub(super) const SAMPLED_IMAGE: u16 = 86;
pub(super) const SUBTRACT: u16 = 131;
pub(super) const OUTER_PRODUCT: u16 = 147;
pub(super) const LOOP_MERGE: u16 = 246;
pub(super) const SELECTION_MERGE: u16 = 247;
pub(super) const LABEL: u16 = 248;
pub(super) const BRANCH: u16 = 249;
pub(super) const BRANCH_CONDITIONAL: u16 = 250;
pub(super) const SWITCH: u16 = 251;

/// The instructions of a module: operation and words, the first of which is left out. They end where an instruction
/// is not well formed.
pub(super) fn instructions(words: &[u32]) -> impl Iterator<Item = (u16, &[u32])> {
    let mut rest = words.get(HEADER..).unwrap_or_default();
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let length = (first >> 16) as usize;
        let operands = rest.get(1..length)?;
        rest = rest.get(length..)?;
        Some((first as u16, operands))
    })
}

/// True if the instructions are all of a module.
pub(super) fn is_whole(words: &[u32]) -> bool {
    let read: usize = instructions(words).map(|(_, row)| row.len() + 1).sum();
    HEADER + read == words.len()
}

/// The words before the first instruction.
pub(super) fn header(words: &[u32]) -> Vec<u32> {
    words.get(..HEADER).unwrap_or(words).to_vec()
}

/// Appends an instruction.
pub(super) fn push(output: &mut Vec<u32>, operation: u16, operands: &[u32]) {
    let length = operands.len() as u32 + 1;
    output.push(length << 16 | u32::from(operation));
    output.extend(operands);
}

/// Numbers of a module that nothing in it has.
pub(super) struct FreeNumbers {
    next: u32,
}

impl FreeNumbers {
    /// Those from the module's bound on.
    pub(super) fn of(words: &[u32]) -> FreeNumbers {
        let bound = words.get(BOUND).copied();
        FreeNumbers {
            next: bound.unwrap_or_default(),
        }
    }

    /// Takes one; 0, which names nothing, once there is none.
    pub(super) fn take(&mut self) -> u32 {
        match self.next.checked_add(1) {
            Some(next) => std::mem::replace(&mut self.next, next),
            None => 0,
        }
    }

    /// Raises the bound of a module above those that were taken.
    pub(super) fn raise_bound(&self, module: &mut [u32]) {
        if let Some(bound) = module.get_mut(BOUND) {
            *bound = self.next;
        }
    }
}

/// The bytes of a string, which end at the first zero.
pub(super) fn bytes_of(words: &[u32]) -> Vec<u8> {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    bytes.take_while(|&byte| byte != 0).collect()
}

/// A string as words.
pub(super) fn words_of(bytes: &[u8]) -> Vec<u32> {
    let (whole, rest) = bytes.as_chunks::<4>();
    let mut last = [0; 4];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    let words = whole.iter().chain([&last]);
    words.map(|&word| u32::from_le_bytes(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_what_they_were() {
        for text in ["", "m", "four", "five5"] {
            assert_eq!(bytes_of(&words_of(text.as_bytes())), text.as_bytes());
        }
    }

    #[test]
    fn what_ends_inside_an_instruction_is_not_whole() {
        let mut module = vec![0x0723_0203, 0, 0, 9, 0];
        push(&mut module, LABEL, &[5]);
        assert!(is_whole(&module));
        assert!(!is_whole(&module[..6]));
        assert!(!is_whole(&module[..3]));
    }
}
