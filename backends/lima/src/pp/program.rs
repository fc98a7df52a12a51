//! Programs: instructions in the order of memory, to words and back.

use super::isa::{Instruction, Jump, Layout, Prefetch, Unit};
use retroshade_diagnostics::fault::{Checked, Fault};

/// Instructions in the order of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The instructions.
    pub instructions: Vec<Instruction>,
}

impl Program {
    /// The offset of each instruction in words.
    pub fn offsets(&self) -> Vec<usize> {
        let mut next = 0;
        let lengths = self.instructions.iter().map(Instruction::words);
        lengths
            .map(|length| {
                let offset = next;
                next += length;
                offset
            })
            .collect()
    }

    /// The number of words.
    pub fn words(&self) -> usize {
        self.instructions.iter().map(Instruction::words).sum()
    }

    /// The number of the instruction to which the branch of instruction `index` goes; `None` if it
    /// has none or goes elsewhere than to the start of an instruction.
    pub fn branch_target(&self, index: usize, offsets: &[usize]) -> Option<usize> {
        let branch = self.instructions.get(index)?.operation(Unit::Branch)?;
        if branch.op.layout != Layout::Branch {
            return None;
        }
        let from = i64::try_from(*offsets.get(index)?).ok()?;
        let target = usize::try_from(from.checked_add(branch.jump.distance.into())?).ok()?;
        offsets.binary_search(&target).ok()
    }

    /// Points the branch of instruction `index` at instruction `target`.
    pub fn set_branch_target(&mut self, index: usize, target: usize, offsets: &[usize]) {
        let length = self.instructions.get(target).map_or(0, Instruction::words);
        let at = |index: usize| offsets.get(index).copied().unwrap_or(0) as i32;
        let distance = at(target) - at(index);
        let instruction = self.instructions.get_mut(index);
        if let Some(branch) = instruction.and_then(|one| one.operation_mut(Unit::Branch)) {
            branch.jump = Jump {
                distance,
                length: length as u8,
            };
        }
    }

    /// The words.
    ///
    /// # Errors
    /// A field whose value does not fit.
    pub fn encode(&self) -> Checked<Vec<u32>> {
        let mut words = Vec::new();
        for (index, instruction) in self.instructions.iter().enumerate() {
            let next = self
                .instructions
                .get(index + 1)
                .map_or(0, Instruction::words);
            instruction
                .encode(next, &mut words)
                .map_err(|fault| fault.within("instruction", index))?;
        }
        Ok(words)
    }

    /// The program of some words. Zero words after the last instruction are skipped.
    ///
    /// # Errors
    /// What is no instruction.
    pub fn decode(words: &[u32]) -> Checked<Program> {
        Program::read_with(words, |fault, _| Err(fault))
    }

    /// As [`Program::decode`]; what is no instruction is kept as the words that it is: as many as it says itself, or
    /// all that are left.
    ///
    /// # Errors
    /// No word at all.
    pub fn read(words: &[u32]) -> Checked<Program> {
        Program::read_with(words, |_, rest| {
            let said = rest.first().map_or(0, |control| (control & 31) as usize);
            let raw = rest.get(..said).filter(|raw| !raw.is_empty());
            let mut instruction = Instruction::default();
            instruction.raw = raw.unwrap_or(rest).to_vec();
            Ok(instruction)
        })
    }

    /// Reads words; `unknown` says what becomes of those that begin with no instruction.
    fn read_with(
        words: &[u32],
        unknown: impl Fn(Fault, &[u32]) -> Checked<Instruction>,
    ) -> Checked<Program> {
        let mut program = Program::default();
        let mut prefetches = Vec::new();
        let mut offset = 0;
        while let Some(rest) = words.get(offset..).filter(|rest| !rest.is_empty()) {
            if rest.iter().all(|word| *word == 0) && offset > 0 {
                break;
            }
            let known = Instruction::decode(rest);
            let (instruction, count, prefetch) = match known {
                Ok((instruction, count, prefetch)) => (instruction, count, Some(prefetch)),
                Err(fault) => {
                    let instruction = unknown(fault.within("word", offset), rest)?;
                    let count = instruction.words();
                    (instruction, count, None)
                }
            };
            program.instructions.push(instruction);
            prefetches.push(prefetch);
            offset += count.max(1);
        }
        if program.instructions.is_empty() {
            return Err("it has no instruction".into());
        }
        let lengths: Vec<usize> = program
            .instructions
            .iter()
            .map(Instruction::words)
            .collect();
        for (index, (instruction, prefetch)) in
            program.instructions.iter_mut().zip(prefetches).enumerate()
        {
            let next = lengths.get(index + 1).copied().unwrap_or(0);
            let usual = Prefetch {
                enabled: next > 0,
                next: next as u8,
            };
            instruction.prefetch = prefetch.filter(|prefetch| *prefetch != usual);
        }
        Ok(program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_words_decode_to_themselves_or_not_at_all() {
        let mut random = retroshade_kit::random::Random::new(7);
        let mut accepted = 0;
        for _ in 0..20_000 {
            let units = random.below(1 << 12) as u32;
            let bits: u16 = Unit::ALL
                .iter()
                .filter(|unit| units >> **unit as u32 & 1 == 1)
                .map(|unit| unit.bits())
                .sum();
            let count = 1 + usize::from(bits.div_ceil(32));
            let mut words = vec![count as u32 | units << 7];
            words.extend((1..count).map(|_| match random.below(3) {
                0 => 0,
                _ => random.below(1 << 32) as u32,
            }));
            if let Ok(program) = Program::decode(&words) {
                accepted += 1;
                assert_eq!(program.encode().unwrap(), words);
            }
        }
        assert!(accepted > 20, "{accepted}");
    }

    #[test]
    fn impossible_words_are_refused() {
        for words in [&[][..], &[0], &[1 << 26], &[5], &[2 | 1 << 7, 0], &[3, 0]] {
            assert!(Program::decode(words).is_err(), "{words:?}");
        }
        assert!(Program::decode(&[0x21]).is_ok());
    }
}
