//! The rules of the runtime's verifier: a program that breaks one is refused as a whole.
//!
//! Rules carry the runtime's own error numbers. Where the runtime leaves a choice the stricter
//! reading is taken. Rules P1 to P9 are enforced by no runtime, but some client runs a program that
//! breaks them wrongly; see `docs/agal.md`.
//!
//! The verifier looks at the words of a token, not at its decoded form, since it has to speak of
//! what does not decode.

mod link;
mod openfl;
mod operand;
mod portable;

pub use link::{Link, check_outputs, check_pair, interface};
pub use openfl::check_openfl;

use crate::container::{self, RawProgram};
use crate::isa::{
    Decoded, File, LaneMask, Meaning, NESTING, Opcode, RawToken, SourceField, TABLE, Version,
};
use retroshade_ir::Stage;
use retroshade_kit::finding::Finding;
use std::collections::BTreeMap;
use std::fmt;

/// Which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// The runtime's error of this number.
    Runtime(u16),
    /// The portability rule of this number, 1 to 9.
    Portable(u8),
    /// What OpenFL's converter takes.
    OpenFl,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Runtime(number) => write!(f, "{number}"),
            Rule::Portable(number) => write!(f, "P{number}"),
            Rule::OpenFl => f.write_str("OpenFL"),
        }
    }
}

/// Which part of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// All of it.
    Whole,
    /// The destination.
    Dest,
    /// Source A.
    A,
    /// Source B, or the sampler.
    B,
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The token from 0; `None` where the whole program is meant.
    pub token: Option<usize>,
    /// Which part of it.
    pub part: Part,
    /// The rule.
    pub rule: Rule,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
}

impl Rule {
    /// What follows from breaking it.
    pub fn says(self) -> String {
        match self {
            Rule::Runtime(number) => format!("the runtime throws error {number}"),
            Rule::Portable(number) => format!("portability rule P{number}"),
            Rule::OpenFl => "OpenFL's converter does not take it".to_owned(),
        }
    }
}

impl Violation {
    /// As the check of any target reports it: what no runtime refuses is a warning.
    pub fn finding(&self) -> Finding {
        let finding = match self.rule {
            Rule::Runtime(_) | Rule::OpenFl => Finding::error(self.token, self.message.clone()),
            Rule::Portable(_) => Finding::warning(self.token, self.message.clone()),
        };
        Finding {
            rule: Some(self.rule.says()),
            ..finding
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(token) = self.token {
            write!(f, "token {}: ", token + 1)?;
        }
        write!(f, "{} (rule {})", self.message, self.rule)
    }
}

/// By which rules a program is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Those of the runtime.
    Runtime,
    /// The violations above and P1 to P9, so that every client takes the program.
    Portable,
}

/// Checks a program in bytes.
pub fn check_bytes(bytes: &[u8], rules: Rules) -> Vec<Violation> {
    match container::read_raw(bytes) {
        Ok(program) => check(&program, rules),
        Err(error) => vec![Violation {
            token: None,
            part: Part::Whole,
            rule: Rule::Runtime(error.number() as u16),
            message: error.to_string(),
        }],
    }
}

/// Checks a program.
pub fn check(program: &RawProgram, rules: Rules) -> Vec<Violation> {
    let mut verifier = Verifier {
        version: program.version,
        stage: program.stage,
        portable: rules == Rules::Portable,
        token: 0,
        violations: Vec::new(),
        written: BTreeMap::new(),
        samplers: BTreeMap::new(),
        outputs: BTreeMap::new(),
        blocks: Vec::new(),
        branch_opened: None,
    };
    let limit = program.version.tokens() as usize;
    if program.tokens.len() > limit {
        let message = format!(
            "{} tokens are too many, the limit is {limit}",
            program.tokens.len()
        );
        verifier.program(3629, message);
    }
    for (index, token) in program.tokens.iter().enumerate() {
        verifier.token = index;
        verifier.token(token);
    }
    if !verifier.blocks.is_empty() {
        verifier.program(
            3739,
            "a conditional is open at the end of the program".to_owned(),
        );
    }
    verifier.colour_slots();
    verifier.violations
}

/// The lanes of each temporary that are written on every way here.
type Written = BTreeMap<u16, LaneMask>;

/// An open conditional.
struct Block {
    /// What was written before it.
    before: Written,
    /// Lanes written at the end of the first branch, once it has ended.
    then: Option<Written>,
}

struct Verifier {
    version: Version,
    stage: Stage,
    portable: bool,
    token: usize,
    violations: Vec<Violation>,
    written: Written,
    /// The bits of each sampler register's first use.
    samplers: BTreeMap<u16, u64>,
    /// The number of times that each output was written.
    outputs: BTreeMap<(File, u16), u32>,
    blocks: Vec<Block>,
    /// The token that opened the branch that may still be empty.
    branch_opened: Option<usize>,
}

impl Verifier {
    fn program(&mut self, number: u16, message: String) {
        let rule = Rule::Runtime(number);
        self.violations.push(Violation {
            token: None,
            part: Part::Whole,
            rule,
            message,
        });
    }

    fn report(&mut self, part: Part, rule: Rule, message: impl Into<String>) {
        let violation = Violation {
            token: Some(self.token),
            part,
            rule,
            message: message.into(),
        };
        self.violations.push(violation);
    }

    fn bad(&mut self, part: Part, number: u16, message: impl Into<String>) {
        self.report(part, Rule::Runtime(number), message);
    }

    fn token(&mut self, raw: &RawToken) {
        let decoded = raw.decoded();
        let Some(opcode) = decoded.opcode else {
            return self.unknown(raw.code());
        };
        let name = opcode.row().name;
        let info = opcode.info();
        if info.place.version_2 && self.version < Version::V2 {
            self.bad(Part::Whole, 3726, format!("`{name}` needs version 2"));
        }
        if info.place.fragment_only && self.stage != Stage::Fragment {
            self.bad(
                Part::Whole,
                3622,
                format!("`{name}` exists only in fragment programs"),
            );
        }
        self.in_block(&decoded, opcode);
        self.sources(raw, opcode);
        self.constants(raw, opcode);
        self.dest(raw, opcode);
        self.flow(raw, opcode);
        if self.portable {
            self.portability(raw, opcode);
        }
    }

    fn unknown(&mut self, code: u32) {
        let last = TABLE.rows.iter().map(|row| row.code).max().unwrap_or(0);
        match code {
            // Lookups in vertex programs came with a later version.
            0x2e => self.bad(Part::Whole, 3726, "`tld` needs version 4"),
            _ if u64::from(code) <= last => {
                self.bad(
                    Part::Whole,
                    3621,
                    format!("the opcode {code:#x} is not implemented"),
                );
            }
            _ => self.bad(Part::Whole, 3620, format!("there is no opcode {code:#x}")),
        }
    }

    /// What may not stand in a conditional.
    fn in_block(&mut self, decoded: &Decoded, opcode: Opcode) {
        if self.blocks.is_empty() {
            return;
        }
        match opcode.info().meaning {
            Meaning::Derivative { .. } => {
                self.bad(
                    Part::Whole,
                    3742,
                    "a derivative may not stand in a conditional",
                );
            }
            Meaning::Lookup if decoded.raw.source_file(SourceField::A) == Some(File::Temporary) => {
                let message = "a lookup in a conditional takes its coordinate from a varying";
                self.bad(Part::A, 3741, message);
            }
            _ => {}
        }
    }

    /// Not two constants, and not even one for an instruction with one source.
    fn constants(&mut self, raw: &RawToken, opcode: Opcode) {
        let info = opcode.info();
        let constant = |which| raw.source_file(which) == Some(File::Constant);
        match info.sources() {
            2 if !matches!(info.meaning, Meaning::Lookup) => {
                if constant(SourceField::A) && constant(SourceField::B) {
                    self.bad(Part::Whole, 3625, "both sources are constants");
                }
                if raw.is_indirect(SourceField::A) && raw.is_indirect(SourceField::B) {
                    self.bad(Part::Whole, 3626, "both sources are indirect");
                }
            }
            1 if opcode != Opcode::Mov && constant(SourceField::A) => {
                self.bad(Part::A, 3625, "the only source is a constant");
            }
            _ => {}
        }
    }

    fn flow(&mut self, raw: &RawToken, opcode: Opcode) {
        let meaning = opcode.info().meaning;
        if matches!(meaning, Meaning::Else | Meaning::EndIf) {
            if self.blocks.is_empty() {
                let number = if opcode == Opcode::Els { 3752 } else { 3623 };
                let name = opcode.row().name;
                return self.bad(
                    Part::Whole,
                    number,
                    format!("`{name}` without a conditional"),
                );
            }
            if self
                .branch_opened
                .is_some_and(|opened| opened + 1 == self.token)
            {
                self.bad(Part::Whole, 3748, "a branch is empty");
            }
        }
        match meaning {
            Meaning::If(_) => {
                if raw.source_bits(SourceField::A) == raw.source_bits(SourceField::B) {
                    self.bad(Part::Whole, 3758, "a value is compared with itself");
                }
                self.blocks.push(Block {
                    before: self.written.clone(),
                    then: None,
                });
                self.branch_opened = Some(self.token);
                if self.blocks.len() > NESTING {
                    let message = format!("conditionals are nested more than {NESTING} deep");
                    self.bad(Part::Whole, 3624, message);
                }
            }
            Meaning::Else => {
                let written = self.written.clone();
                self.branch_opened = Some(self.token);
                let Some(block) = self.blocks.last_mut() else {
                    return;
                };
                let second = block.then.replace(written).is_some();
                self.written = block.before.clone();
                if second {
                    self.bad(Part::Whole, 3752, "a conditional has two `els`");
                }
            }
            Meaning::EndIf => {
                let Some(block) = self.blocks.pop() else {
                    return;
                };
                let other = block.then.unwrap_or(block.before);
                let both = |(number, mask): (&u16, &LaneMask)| {
                    let mask = mask.and(other.get(number).copied().unwrap_or(LaneMask::NONE));
                    (mask != LaneMask::NONE).then_some((*number, mask))
                };
                self.written = self.written.iter().filter_map(both).collect();
            }
            _ => {}
        }
    }

    /// Colours are numbered without gaps.
    fn colour_slots(&mut self) {
        if self.stage != Stage::Fragment {
            return;
        }
        let slots = self
            .outputs
            .keys()
            .filter(|key| key.0 == File::Output)
            .map(|key| key.1);
        let last = slots.clone().max();
        if last.is_some_and(|last| usize::from(last) + 1 != slots.count()) {
            self.program(
                3775,
                "the colours written are not consecutive from `oc` on".to_owned(),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn garbage_is_refused_without_panic() {
        let mut random = retroshade_kit::random::Random::new(3);
        for _ in 0..20_000 {
            let mut bytes = vec![
                0xa0,
                1 + random.below(3) as u8,
                0,
                0,
                0,
                0xa1,
                random.below(2) as u8,
            ];
            for _ in 0..24 * (1 + random.below(4)) {
                bytes.push(if random.one_in(2) {
                    0
                } else {
                    random.bits() as u8
                });
            }
            let _ = check_bytes(&bytes, Rules::Portable);
        }
    }
}
