//! Proves that a finished program does nothing the machine forbids.
//!
//! The words are decoded again and every path through them is followed, with the three stacks as
//! the machine keeps them (`paths`); both outcomes of every condition are taken. On the way it is
//! known which lanes of outputs and temporaries have been written for certain and possibly. What is
//! found is a list of [`Problem`]s. The rules are those of docs/pica200.md, section "Hazards".

mod lanes;
pub(crate) mod paths;

use crate::container::{Kind, Shbin};
use crate::isa::{
    Decoded, GEOMETRY_WORDS, Instruction, LaneMask, SourceRegister, Undecodable, VERTEX_WORDS,
};
use retroshade_kit::finding::Finding;

/// What messages call a block of `for`.
const LOOP: &str = "a loop";

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Some programs that work on the machine do this.
    Warning,
    /// The program cannot work.
    Error,
}

/// A rule of the machine that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hazard {
    /// A reached word is no instruction.
    NoInstruction(String),
    /// More words than the code memory has.
    TooLong {
        /// Words.
        words: usize,
        /// Words there are.
        limit: usize,
    },
    /// A vertex program runs a word behind the last one that is loaded into its units.
    NotLoaded,
    /// Two address moves follow one another.
    AdjacentMova,
    /// Two different input registers in one instruction.
    TwoInputs,
    /// A path leaves the program without `end`.
    NoEnd,
    /// A stack is full when a block is entered.
    TooDeep(&'static str, usize),
    /// Control leaves a block without passing its end, so that its stack entry stays.
    NeverClosed(&'static str),
    /// Four calls end at once.
    FourCallsEnd,
    /// A jump goes into a block.
    JumpsInto,
    /// A block lies before the instruction that opens it, or contains nothing.
    EmptyBlock,
    /// Two blocks end at one address.
    EndsTogether,
    /// `break` without a loop.
    BreakOutside,
    /// `break` inside a condition inside the loop: the entry of the condition stays.
    BreakInsideIf,
    /// The last instruction of a block goes elsewhere.
    EndsWith(&'static str),
    /// An instruction of geometry programs in a vertex program.
    GeometryOnly,
    /// A mapped output lane may be written twice.
    WrittenTwice(u8, LaneMask),
    /// A mapped output lane may not be written before `end`.
    NotWritten(u8, LaneMask),
    /// A mapped output lane may not be written in the set of outputs that a vertex is made of.
    NotInVertex(u8, LaneMask),
    /// A temporary may be read before it is written.
    ReadUnwritten(u8, LaneMask),
    /// There are too many paths to follow.
    TooComplex,
}

/// A broken rule and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The word that breaks it.
    pub word: Option<usize>,
    /// The rule.
    pub hazard: Hazard,
}

impl Problem {
    /// How bad it is.
    pub fn severity(&self) -> Severity {
        match self.hazard {
            Hazard::BreakInsideIf
            | Hazard::WrittenTwice(..)
            | Hazard::NotWritten(..)
            | Hazard::NotInVertex(..)
            | Hazard::ReadUnwritten(..)
            | Hazard::TooComplex => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// A sentence without a full stop.
    pub fn message(&self) -> String {
        match &self.hazard {
            Hazard::NoInstruction(why) => format!("this is no instruction: {why}"),
            Hazard::TooLong { words, limit } => {
                format!("pica200: the program has {words} instruction words, the limit is {limit}")
            }
            Hazard::NotLoaded => format!(
                "a vertex program runs this word, and only the first {VERTEX_WORDS} are loaded for it"
            ),
            Hazard::AdjacentMova => "two consecutive `mova` freeze the unit".into(),
            Hazard::TwoInputs => "an instruction can read only one input register".into(),
            Hazard::NoEnd => "the program can run past its last instruction".into(),
            Hazard::TooDeep(what, depth) => format!("{what} are nested deeper than {depth}"),
            Hazard::NeverClosed(what) => {
                format!("control leaves {what} here without passing its end, which is never closed")
            }
            Hazard::FourCallsEnd => "four procedures end at once".into(),
            Hazard::JumpsInto => "this jumps into a block".into(),
            Hazard::EmptyBlock => "this block contains no instruction".into(),
            Hazard::EndsTogether => "two blocks end at the same address".into(),
            Hazard::BreakOutside => "this is outside of any loop".into(),
            Hazard::BreakInsideIf => {
                "a break inside a condition leaves the condition open on its stack".into()
            }
            Hazard::EndsWith(name) => format!("`{name}` is the last instruction of a block"),
            Hazard::GeometryOnly => "only geometry programs have this instruction".into(),
            Hazard::WrittenTwice(register, lanes) => {
                format!("o{register}.{lanes} may be written more than once")
            }
            Hazard::NotWritten(register, lanes) => {
                format!("o{register}.{lanes} is mapped, but may not be written before `end`")
            }
            Hazard::NotInVertex(register, lanes) => {
                format!("o{register}.{lanes} may not be written for this vertex")
            }
            Hazard::ReadUnwritten(register, lanes) => {
                format!("r{register}.{lanes} may be read before it is written")
            }
            Hazard::TooComplex => "there are too many paths to check all of them".into(),
        }
    }

    /// As the check of any target reports it.
    pub fn finding(&self) -> Finding {
        let finding = match self.severity() {
            Severity::Warning => Finding::warning(self.word, self.message()),
            Severity::Error => Finding::error(self.word, self.message()),
        };
        Finding {
            help: self.help().map(str::to_owned),
            ..finding
        }
    }

    /// What to do about it.
    pub fn help(&self) -> Option<&'static str> {
        match self.hazard {
            Hazard::AdjacentMova => {
                Some("put another instruction between them, or write both with `mova a0.xy`")
            }
            Hazard::NotLoaded => Some("put vertex programs before geometry programs"),
            Hazard::TwoInputs => Some("move one of them to a temporary first"),
            Hazard::NoEnd => Some("the last instruction that runs must be `end`"),
            Hazard::NeverClosed(LOOP) => Some(
                "`break` and `breakc` leave a loop; to go on with its next round, jump to a `nop` before its end",
            ),
            Hazard::NeverClosed(_) => {
                Some("put a `nop` at the place it goes to, before the end of the block")
            }
            Hazard::EndsTogether | Hazard::EndsWith(_) | Hazard::EmptyBlock => {
                Some("put a `nop` before the end of the block")
            }
            Hazard::WrittenTwice(..) | Hazard::NotWritten(..) => {
                Some("the GPU can hang unless every mapped component is written exactly once")
            }
            Hazard::NotInVertex(..) => Some(
                "the unit has two sets of outputs, which take turns: what the vertex before was given is in the other one",
            ),
            _ => None,
        }
    }
}

/// A program as the rules see it.
struct Subject {
    words: Vec<Result<Decoded, Undecodable>>,
}

impl Subject {
    /// Instructions with their addresses; words that are none are left out.
    fn instructions(&self) -> impl Iterator<Item = (usize, &Instruction)> {
        let words = self.words.iter().enumerate();
        words.filter_map(|(k, word)| Some((k, &word.as_ref().ok()?.instruction)))
    }
}

/// Everything a program does that the machine forbids, in the order of the words.
pub fn verify(shbin: &Shbin) -> Vec<Problem> {
    let subject = Subject {
        words: shbin.decode(),
    };
    let mut problems = Vec::new();
    let vertex_only = shbin.executables.iter().all(|e| e.kind == Kind::Vertex);
    let limit = if vertex_only {
        VERTEX_WORDS
    } else {
        GEOMETRY_WORDS
    };
    if shbin.code.len() > limit {
        problems.push(Problem {
            word: None,
            hazard: Hazard::TooLong {
                words: shbin.code.len(),
                limit,
            },
        });
    }
    inputs(&subject, &mut problems);
    blocks(&subject, &mut problems);
    for executable in &shbin.executables {
        let mut lanes = lanes::Lanes::new(executable, &mut problems);
        paths::follow(&subject.words, executable, &mut lanes);
    }
    problems.sort_unstable();
    problems.dedup();
    problems
}

fn inputs(subject: &Subject, problems: &mut Vec<Problem>) {
    for (word, instruction) in subject.instructions() {
        let read = instruction.sources().iter().map(|source| source.register);
        let mut inputs = read.filter_map(SourceRegister::as_input);
        let first = inputs.next();
        if inputs.any(|input| Some(input) != first) {
            problems.push(Problem {
                word: Some(word),
                hazard: Hazard::TwoInputs,
            });
        }
    }
}

/// A block that the machine closes when the word before its end has run.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Range {
    start: usize,
    end: usize,
    is_call: bool,
    is_loop: bool,
}

/// What can be seen without following paths: where blocks end, and jumps into them.
fn blocks(subject: &Subject, problems: &mut Vec<Problem>) {
    let mut ranges = Vec::new();
    let mut report = |word: usize, hazard: Hazard| {
        problems.push(Problem {
            word: Some(word),
            hazard,
        });
    };
    for (word, instruction) in subject.instructions() {
        let Some(range) = range(word, instruction) else {
            continue;
        };
        if range.end <= range.start {
            report(word, Hazard::EmptyBlock);
            continue;
        }
        let same_call = |other: &Range| range.is_call && other.is_call;
        let clash = |other: &&Range| other.end == range.end && !same_call(other);
        if ranges.iter().any(|other| clash(&other)) {
            report(word, Hazard::EndsTogether);
        }
        ranges.push(range);
    }
    for (word, instruction) in subject.instructions() {
        let opcode = instruction.opcode();
        for range in ranges.iter().filter(|range| range.end == word + 1) {
            if opcode.is_jump() || opcode.is_call() || opcode.is_break() && range.is_loop {
                report(word, Hazard::EndsWith(opcode.name()));
            }
        }
        let (Instruction::Flags { target, .. } | Instruction::Boolean { target, .. }) = instruction
        else {
            continue;
        };
        if opcode.is_jump() {
            let target = usize::from(*target);
            let enters = |range: &Range| {
                let inside = range.start..range.end;
                !range.is_call && inside.contains(&target) && !inside.contains(&word)
            };
            if ranges.iter().any(enters) {
                report(word, Hazard::JumpsInto);
            }
        }
    }
}

fn range(word: usize, instruction: &Instruction) -> Option<Range> {
    let made = |start, end| Range {
        start,
        end,
        is_call: false,
        is_loop: false,
    };
    if let Some(named) = instruction.named_words() {
        return match instruction.opcode() {
            opcode if opcode.is_if() => Some(made(word + 1, named.start)),
            opcode if opcode.is_call() => Some(Range {
                is_call: true,
                ..made(named.start, named.end)
            }),
            _ => None,
        };
    }
    match instruction {
        Instruction::Loop { last, .. } => Some(Range {
            is_loop: true,
            ..made(word + 1, usize::from(*last) + 1)
        }),
        _ => None,
    }
}
