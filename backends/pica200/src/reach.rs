//! The words that a program can come to, as far as the words alone tell: every condition may come out either way.

use crate::isa::{Decoded, Instruction, Opcode, Undecodable};
use retroshade_ir::entity::EntitySet;
use std::ops::Range;

/// What an executable runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    /// Words that it can come to.
    pub(crate) words: EntitySet<usize>,
    /// One past the last of them that stands in no procedure it calls.
    pub(crate) end: usize,
}

impl Reach {
    /// Follows code from its first word.
    pub(crate) fn of(words: &[Result<Decoded, Undecodable>], start: usize) -> Reach {
        let mut reach = Reach::default();
        // A procedure is left at its end; the program itself only by `end`.
        let whole: Range<usize> = start..words.len();
        let mut bodies = Vec::from([whole]);
        let mut next = 0;
        while let Some(body) = bodies.get(next).cloned() {
            let found = follow(words, &body, &mut bodies);
            if next == 0 {
                reach.end = found.iter().max().map_or(start, |last| last + 1);
            }
            reach.words.extend(found);
            next += 1;
        }
        reach
    }
}

/// The words of a body that control comes to; procedures that it calls are added to `bodies`.
fn follow(
    words: &[Result<Decoded, Undecodable>],
    body: &Range<usize>,
    bodies: &mut Vec<Range<usize>>,
) -> Vec<usize> {
    let mut seen: EntitySet<usize> = EntitySet::new();
    let mut found = Vec::new();
    let mut work = vec![body.start];
    while let Some(at) = work.pop() {
        let Some(Ok(decoded)) = words.get(at).filter(|_| body.contains(&at)) else {
            continue;
        };
        if !seen.insert(at) {
            continue;
        }
        found.push(at);
        let opcode = decoded.instruction.opcode();
        if opcode == Opcode::End {
            continue;
        }
        work.push(at + 1);
        match decoded.instruction {
            Instruction::Loop { last, .. } => work.push(usize::from(last) + 1),
            ref other => {
                let Some(named) = other.named_words() else {
                    continue;
                };
                if opcode.is_call() {
                    if !bodies.contains(&named) {
                        bodies.push(named);
                    }
                } else if opcode.is_if() || opcode.is_jump() {
                    work.extend([named.start, named.end]);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{AssembleOptions, assemble};
    use retroshade_diagnostics::FileId;

    #[test]
    fn procedures_and_both_arms_are_reached_and_other_programs_are_not() {
        let text = ".out p position\n.proc first\nmov p, v0\nend\n.end\n\
                    .proc last\nmov r0, v0\n.end\n\
                    .proc main\ncall last\ncmp r0, eq, eq, r0\nifc cmp.x\nmov p, r0\n.else\nmov p, -r0\n.end\n\
                    nop\nend\n.end\n.proc behind\nmov p, v0\nend\n.end\n";
        let files = [(FileId(0), text)];
        let shbin = assemble(&files, AssembleOptions::default()).unwrap().shbin;
        let start = shbin.executables[0].start as usize;
        let reach = Reach::of(&shbin.decode(), start);
        let reached: Vec<usize> = (0..shbin.code.len())
            .filter(|word| reach.words.contains(*word))
            .collect();
        assert_eq!(reached, [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(reach.end, 10);
    }

    #[test]
    fn what_leaves_the_code_ends_there() {
        assert_eq!(Reach::of(&[], 0).end, 0);
        assert_eq!(Reach::of(&[], 9).end, 9);
    }
}
