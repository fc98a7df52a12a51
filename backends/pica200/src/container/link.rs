//! Puts several programs into one file: their code one after the other over one descriptor table, an
//! executable for each entry.

use super::{Executable, Kind, Shbin};
use crate::isa::{GEOMETRY_WORDS, Instruction, Unencodable, VERTEX_WORDS, encode_all};
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
    /// The code of vertex programs is longer than what is loaded into their units.
    VertexTooLong(usize),
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
                write!(
                    f,
                    "the programs have {words} instruction words together, the limit is {GEOMETRY_WORDS}"
                )
            }
            LinkError::VertexTooLong(words) => {
                write!(
                    f,
                    "the vertex programs have {words} instruction words together, the limit is {VERTEX_WORDS}"
                )
            }
            LinkError::Unencodable(word, why) => write!(f, "word {word} of all code: {why}"),
        }
    }
}

impl Shbin {
    /// All programs of several files in one, in their order. Constants, output maps and symbols stay
    /// those of each program; descriptors are shared anew. The code of vertex programs comes first where
    /// it would not be loaded otherwise.
    ///
    /// # Errors
    /// If there is too much code, or there are too many descriptors, for one file.
    pub fn link(parts: &[Shbin]) -> Result<Shbin, LinkError> {
        let total = parts.iter().map(|part| part.code.len()).sum();
        if total > GEOMETRY_WORDS {
            return Err(LinkError::TooLong(total));
        }
        let mut linked = Shbin::default();
        let mut executables: Vec<Vec<Executable>> = vec![Vec::new(); parts.len()];
        let mut instructions: Vec<Instruction> = Vec::new();
        for program in order(parts)? {
            let part = &parts[program];
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
                executables[program].push(executable);
            }
        }
        linked.executables = executables.concat();
        let (code, descriptors) =
            encode_all(&instructions).map_err(|(word, why)| LinkError::Unencodable(word, why))?;
        linked.code = code;
        linked.descriptors = descriptors;
        Ok(linked)
    }
}

/// The order in which code lies: that of the programs, or vertex programs before the others where one of them
/// would end behind the words that are loaded for it.
fn order(parts: &[Shbin]) -> Result<Vec<usize>, LinkError> {
    let is_vertex = |part: &Shbin| part.executables.iter().any(|one| one.kind == Kind::Vertex);
    let vertex: usize = parts
        .iter()
        .filter(|part| is_vertex(part))
        .map(|part| part.code.len())
        .sum();
    if vertex > VERTEX_WORDS {
        return Err(LinkError::VertexTooLong(vertex));
    }
    let last = parts.iter().rposition(is_vertex).map_or(0, |last| last + 1);
    let end: usize = parts[..last].iter().map(|part| part.code.len()).sum();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    if end > VERTEX_WORDS {
        order.sort_by_key(|at| !is_vertex(&parts[*at]));
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::Executable;
    use crate::rules::verify;
    use crate::sim::{self, Settings};
    use crate::text::{AssembleOptions, assemble};
    use retroshade_diagnostics::FileId;
    use retroshade_kit::machine::RegisterImage;

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
                let program = Executable::new(shbin, index).unwrap();
                let (image, settings) = (RegisterImage::default(), Settings::default());
                let run = sim::run(&program, &image, 0, &settings, &mut |_, _, _| {});
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

    /// The first words of a file go to the units of vertex programs, all of them to that of geometry programs.
    #[test]
    fn vertex_programs_lie_among_the_first_words() {
        let long = |text: &str, words: usize| {
            let mut long = program(text);
            let nop = program(".proc main\nnop\nend\n.end").code[0];
            let end = long.code.pop().unwrap();
            long.code.resize(words - 1, nop);
            long.code.push(end);
            long.executables[0].end = words as u32;
            long
        };
        let vertex = ".out p position\n.proc main\nmov p, v0\nend\n.end";
        let geometry = ".gsh point c0\n.proc main\nend\n.end";
        let (vertex, geometry) = (long(vertex, 300), long(geometry, 400));
        let starts = |parts: &[&Shbin]| -> Vec<u32> {
            let parts: Vec<Shbin> = parts.iter().map(|part| (*part).clone()).collect();
            let linked = Shbin::link(&parts).unwrap();
            assert_eq!(verify(&linked), []);
            linked.executables.iter().map(|one| one.start).collect()
        };
        assert_eq!(starts(&[&vertex, &geometry]), [0, 300]);
        // Code lies in the order of the programs only where that loads all of it.
        assert_eq!(starts(&[&geometry, &vertex]), [300, 0]);
        let short = long(".out p position\n.proc main\nmov p, v0\nend\n.end", 112);
        assert_eq!(starts(&[&geometry, &short]), [0, 400]);
        let twice = Shbin::link(&[vertex.clone(), vertex.clone()]);
        assert_eq!(twice, Err(LinkError::VertexTooLong(600)));
        // A file that has them the other way round loads only a part.
        let mut wrong = Shbin::link(&[geometry.clone(), short]).unwrap();
        wrong.code.insert(0, wrong.code[0]);
        for executable in &mut wrong.executables {
            executable.start += 1;
            executable.end += 1;
        }
        let problems = verify(&wrong);
        let said: Vec<(Option<usize>, String)> = problems
            .iter()
            .map(|problem| (problem.word, problem.message()))
            .collect();
        let wanted = "a vertex program runs this word, and only the first 512 are loaded for it";
        assert_eq!(said, [(Some(512), wanted.to_owned())]);
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
            "the programs have {} instruction words together, the limit is 4096",
            GEOMETRY_WORDS + plain.code.len()
        );
        assert_eq!(refused(&[long, plain]), message);
    }
}
