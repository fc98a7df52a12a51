//! Puts several programs into one file: their code one after the other over one descriptor table, an
//! executable for each entry.

use super::Shbin;
use crate::isa::{GEOMETRY_WORDS, Instruction, Unencodable, encode_all};
use std::fmt;

/// Why programs do not go into one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// A word of a program is no instruction.
    NoInstruction {
        /// Which program, from 0.
        program: usize,
        /// Which word of it.
        word: usize,
    },
    /// The code is longer than any code memory.
    TooLong(usize),
    /// A word of all code that cannot be encoded.
    Unencodable(usize, Unencodable),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::NoInstruction { program, word } => {
                write!(
                    f,
                    "word {word} of program {} is no instruction",
                    program + 1
                )
            }
            LinkError::TooLong(words) => {
                write!(f, "the programs have {words} instruction words together")
            }
            LinkError::Unencodable(word, why) => write!(f, "word {word} of all code: {why}"),
        }
    }
}

impl Shbin {
    /// All programs of several files in one, in their order. Constants, output maps and symbols stay
    /// those of each program; descriptors are shared anew.
    ///
    /// # Errors
    /// If there is too much code, or there are too many descriptors, for one file.
    pub fn link(parts: &[Shbin]) -> Result<Shbin, LinkError> {
        let mut linked = Shbin::default();
        let mut instructions: Vec<Instruction> = Vec::new();
        for (program, part) in parts.iter().enumerate() {
            let total = instructions.len() + part.code.len();
            if total > GEOMETRY_WORDS {
                return Err(LinkError::TooLong(total));
            }
            let offset = u16::try_from(instructions.len());
            let offset = offset.map_err(|_| LinkError::TooLong(total))?;
            for (word, decoded) in part.decode().into_iter().enumerate() {
                let decoded = decoded.map_err(|_| LinkError::NoInstruction { program, word })?;
                let moved = decoded.instruction.moved(offset);
                instructions.push(moved.ok_or(LinkError::TooLong(total))?);
            }
            for executable in &part.executables {
                let mut executable = executable.clone();
                executable.start = executable.start.saturating_add(offset.into());
                executable.end = executable.end.saturating_add(offset.into());
                linked.executables.push(executable);
            }
        }
        let (code, descriptors) =
            encode_all(&instructions).map_err(|(word, why)| LinkError::Unencodable(word, why))?;
        linked.code = code;
        linked.descriptors = descriptors;
        Ok(linked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Environment, Executable, Settings};
    use crate::text::{AssembleOptions, assemble};
    use crate::verify::verify;
    use retroshade_diagnostics::FileId;

    fn program(text: &str) -> Shbin {
        let assembled = assemble(&[(FileId(0), text)], AssembleOptions::default());
        assembled.unwrap().shbin
    }

    #[test]
    fn each_program_keeps_its_meaning() {
        let loops = program(
            ".out p position o0\n.consti n(2, 0, 1, 0)\n.constf k(1.0, 2.0, 3.0, 4.0)\n\
             .proc main\nmov r0, k\nfor n\nadd r0, k.x, r0\nmul r0, k.y, r0\n.end\n\
             call last\nend\n.end\n.proc last\nmov o0, r0\nnop\n.end\n",
        );
        let plain = program(
            ".out p position o0\n.constf k(5.0, 6.0, 7.0, 8.0)\n.bool b\n\
             .proc main\nifu b\nmov o0, k\n.else\nmov o0, -k.wzyx\n.end\nnop\nend\n.end\n",
        );
        let linked = Shbin::link(&[plain.clone(), loops.clone()]).unwrap();
        assert_eq!(verify(&linked), []);
        assert_eq!(Shbin::from_bytes(&linked.to_bytes()).as_ref(), Ok(&linked));
        for (index, alone) in [&plain, &loops].into_iter().enumerate() {
            let run = |shbin: &Shbin, index: usize| {
                let executable = Executable::new(shbin, index).unwrap();
                let mut environment = Environment::default();
                executable.load_constants(&mut environment);
                let settings = Settings::default();
                let run = executable.run(&environment, &settings, &mut |_| {});
                run.unwrap().outputs[0]
            };
            assert_eq!(run(&linked, index), run(alone, 0));
        }
    }

    #[test]
    fn code_beyond_all_addresses_is_refused() {
        let mut long =
            program(".out p position o0\n.proc main\njmpu b0, l\nl:\nmov o0, v0\nend\n.end\n");
        let end = long.code.last().copied().unwrap();
        long.code.resize(4090, end);
        let linked = Shbin::link(&[long.clone(), long]);
        assert_eq!(linked.err(), Some(LinkError::TooLong(8180)));
    }

    #[test]
    fn what_cannot_be_joined_is_named() {
        let plain = program(".proc main\nmov r0, v0\nend\n.end");
        let refused = |parts: &[Shbin]| Shbin::link(parts).unwrap_err().to_string();
        let mut spoilt = plain.clone();
        spoilt.code[1] = !0;
        assert_eq!(
            refused(&[plain.clone(), spoilt]),
            "word 1 of program 2 is no instruction"
        );
        let mut long = plain.clone();
        long.code = vec![plain.code[1]; GEOMETRY_WORDS];
        let message = format!(
            "the programs have {} instruction words together",
            GEOMETRY_WORDS + plain.code.len()
        );
        assert_eq!(refused(&[long, plain]), message);
    }
}
