//! What each word reads and writes, and where it sends control. The unit does one thing at a time; the units of
//! pictures tell kinds of words apart.

use crate::container::Shbin;
use crate::isa::{Destination, Index, Instruction, Meaning, Opcode, SourceRegister};
use crate::reach::Reach;
use retroshade_kit::machine::Kind;
use retroshade_kit::machine::effects::{Decoded, Effect, File, Flow, Place, Read};

const UNITS: [&str; 4] = ["arithmetic", "address", "compare", "control"];
const ARITHMETIC: usize = 0;
const ADDRESS: usize = 1;
const COMPARE: usize = 2;
const CONTROL: usize = 3;

pub(crate) const TEMPORARY: File = File::new("r", Kind::Temporary);
pub(crate) const OUTPUT: File = File::new("o", Kind::Output);
const INPUT: File = File::new("v", Kind::Input);
const FLOAT: File = File::new("c", Kind::Uniform);
const INTEGER: File = File::new("i", Kind::Uniform);
const BOOLEAN: File = File::new("b", Kind::Uniform);
/// Its x and y are `a0`.
pub(crate) const OFFSET: File = File::new("a", Kind::Address);
pub(crate) const FLAG: File = File::new("cmp", Kind::Flag);
/// The component of the offsets that is `aL`, the counter of loops.
pub(crate) const COUNTER: u8 = 1 << 2;

/// Decoded words of a file; `None` for those that are no instructions, and for those that nobody asks for.
pub(crate) struct Words(Vec<Option<Instruction>>);

impl Words {
    /// All words of a file.
    pub(crate) fn of(shbin: &Shbin) -> Words {
        let words = shbin.decode().into_iter();
        Words(words.map(|word| Some(word.ok()?.instruction)).collect())
    }

    /// The words that a program can come to that starts at one of them.
    pub(crate) fn reached(shbin: &Shbin, start: usize) -> Words {
        let reach = Reach::of(&shbin.decode(), start);
        let mut words = Words::of(shbin);
        for (at, word) in words.0.iter_mut().enumerate() {
            *word = word.filter(|_| reach.words.contains(at));
        }
        words
    }

    /// The instruction at a word.
    pub(crate) fn get(&self, word: usize) -> Option<&Instruction> {
        self.0.get(word)?.as_ref()
    }
}

impl Decoded for Words {
    fn units(&self) -> Vec<&'static str> {
        UNITS.to_vec()
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn effects(&self, word: usize) -> Vec<Effect> {
        self.get(word).map(effect).into_iter().collect()
    }

    /// What the word alone says. Where blocks end is on the stacks of the machine.
    fn flow(&self, word: usize) -> Flow {
        let Some(instruction) = self.get(word) else {
            return Flow::default();
        };
        let target = match instruction {
            Instruction::Loop { last, .. } => Some(usize::from(*last) + 1),
            _ if instruction.opcode() == Opcode::Breakc => None,
            _ => instruction.named_words().map(|words| words.start),
        };
        let ends = instruction.opcode() == Opcode::End;
        Flow {
            falls: !ends,
            target,
            ends,
        }
    }
}

/// What an instruction reads and writes. Of an indexed uniform the register is read that the index is added to.
pub(crate) fn effect(instruction: &Instruction) -> Effect {
    let mut effect = Effect {
        unit: match instruction {
            Instruction::Arithmetic { .. } => ARITHMETIC,
            Instruction::MoveAddress { .. } => ADDRESS,
            Instruction::Compare { .. } => COMPARE,
            _ => CONTROL,
        },
        ..Effect::default()
    };
    let mut read = |file: File, number: u8, lanes: u8| {
        let places = file.lanes(number.into(), lanes);
        effect.reads.extend(places.map(Read::place));
    };
    for (number, source) in instruction.sources().iter().enumerate() {
        let (file, register) = file(source.register);
        read(file, register, instruction.lanes_read(number).bits());
    }
    let offset = match instruction.index() {
        Index::None => 0,
        Index::AddressX => 1,
        Index::AddressY => 2,
        Index::Loop => COUNTER,
    };
    read(OFFSET, 0, offset);
    match *instruction {
        Instruction::Flags {
            opcode, condition, ..
        } if opcode != Opcode::Call => {
            read(FLAG, 0, condition.flags());
        }
        Instruction::Boolean { boolean, .. } => read(BOOLEAN, boolean, 1),
        Instruction::Loop { integer, .. } => read(INTEGER, integer, 7),
        _ => {}
    }
    effect.writes = writes(instruction);
    effect
}

/// The register file of a source, and the number there.
fn file(register: SourceRegister) -> (File, u8) {
    if let Some(number) = register.as_input() {
        (INPUT, number)
    } else if let Some(number) = register.as_temporary() {
        (TEMPORARY, number)
    } else {
        (FLOAT, register.as_uniform().unwrap_or(0))
    }
}

fn writes(instruction: &Instruction) -> Vec<Place> {
    let mut places = Vec::new();
    match instruction {
        Instruction::Arithmetic {
            destination, mask, ..
        } => {
            let file = match Destination::as_temporary(*destination) {
                Some(_) => TEMPORARY,
                None => OUTPUT,
            };
            let number = u16::from(destination.number() & 15);
            places.extend(file.lanes(number, mask.bits()));
        }
        Instruction::MoveAddress { mask, .. } => {
            places.extend(OFFSET.lanes(0, mask.bits() & 3));
        }
        Instruction::Loop { .. } => places.extend(OFFSET.lanes(0, COUNTER)),
        _ => {}
    }
    let meaning = instruction.opcode().info().meaning;
    if let Meaning::Compare | Meaning::Lighting = meaning {
        places.extend(FLAG.lanes(0, 3));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{AssembleOptions, assemble};
    use retroshade_diagnostics::FileId;
    use retroshade_kit::machine::effects::From;

    fn words(text: &str) -> Words {
        let files = [(FileId(0), text)];
        Words::of(&assemble(&files, AssembleOptions::default()).unwrap().shbin)
    }

    #[test]
    fn words_read_and_write_what_they_say() {
        let words = words(
            ".fvec u[8]\n.bool b\n.out p position\n.proc main\nmova a0.x, v1.w\nlitp r0, v0\n\
             add r1.xy, u[a0.x], r0.wzyx\ncmp r1, lt, lt, r0\nifc cmp.x\nmov p, -r1.x\nnop\n.end\n\
             jmpu b, last\nnop\nlast: end\n.end\n",
        );
        let spelled = (0..words.len()).flat_map(|word| words.effects(word));
        let spelled = spelled.map(|effect| {
            let reads = effect.reads.iter().filter_map(|read| match read.from {
                From::Place(place) => Some(format!("{place} ")),
                _ => None,
            });
            let writes = effect.writes.iter().map(|place| format!(" {place}"));
            format!(
                "{}->{}",
                reads.collect::<String>(),
                writes.collect::<String>()
            )
        });
        assert_eq!(
            spelled.collect::<Vec<String>>(),
            [
                "v1.w -> a0.x",
                "v0.x v0.y v0.w -> r0.x r0.y r0.z r0.w cmp0.x cmp0.y",
                "c0.x c0.y r0.z r0.w a0.x -> r1.x r1.y",
                "r1.x r1.y r0.x r0.y -> cmp0.x cmp0.y",
                "cmp0.x ->",
                "r1.x -> o0.x o0.y o0.z o0.w",
                "->",
                "b0.x ->",
                "->",
                "->",
            ]
        );
    }

    #[test]
    fn words_name_the_words_that_they_go_to() {
        let words = words(
            ".bool b\n.ivec n\n.out p position\n.proc main\nfor n\nnop\nnop\n.end\njmpu b, last\nnop\nlast: \
             mov p, v0\nend\n.end\n",
        );
        let targets: Vec<Option<usize>> =
            (0..words.len()).map(|at| words.flow(at).target).collect();
        assert_eq!(targets, [Some(3), None, None, Some(5), None, None, None]);
        assert!(words.flow(6).ends && !words.flow(6).falls);
        assert_eq!(words.flow(7), Flow::default());
    }
}
