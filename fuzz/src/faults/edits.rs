//! The changes of each kind that a program has places for.

use super::line::{Line, Operation};
use super::listing::{Change, Listing};
use super::syntax::Syntax;
use super::token::{Kind as TokenKind, Token};
use retroshade_ir::random::Random;
use std::collections::BTreeSet;
use std::ops::Range;

/// The part of an instruction that a fault changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A component that is read.
    Swizzle,
    /// The sign of an operand or a literal, or that its absolute value is read.
    Sign,
    /// The components that are written.
    Mask,
    /// A literal.
    Literal,
    /// The operation.
    Opcode,
    /// A register or its number; two operands exchanged, or one read twice.
    Operand,
    /// A comparison or a condition.
    Predicate,
    /// Where a branch leads.
    Label,
    /// The order of two instructions.
    Order,
    /// The number of rounds that a loop has.
    Bound,
    /// An instruction that is missing.
    Missing,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 11] = [
        Kind::Swizzle,
        Kind::Sign,
        Kind::Mask,
        Kind::Literal,
        Kind::Opcode,
        Kind::Operand,
        Kind::Predicate,
        Kind::Label,
        Kind::Order,
        Kind::Bound,
        Kind::Missing,
    ];

    /// The word of tables.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Swizzle => "swizzle",
            Kind::Sign => "sign",
            Kind::Mask => "mask",
            Kind::Literal => "literal",
            Kind::Opcode => "opcode",
            Kind::Operand => "operand",
            Kind::Predicate => "predicate",
            Kind::Label => "label",
            Kind::Order => "order",
            Kind::Bound => "bound",
            Kind::Missing => "missing",
        }
    }
}

const LANES: &str = "xyzw";
/// Behind a register without a swizzle.
const SWIZZLES: [&str; 6] = [".x", ".y", ".z", ".w", ".yxzw", ".zyxw"];
/// Behind a destination without a mask.
const MASKS: [&str; 4] = [".yzw", ".xzw", ".xyw", ".xyz"];
/// How far apart instructions that change places are at most.
const NEAR: usize = 3;

/// One random change for each place of a program where one of this kind is possible. An assembler refuses many.
pub(super) fn edits(
    kind: Kind,
    listing: &Listing,
    syntax: &Syntax,
    random: &mut Random,
) -> Vec<Change> {
    let mut edits = Edits {
        listing,
        syntax,
        random,
        found: Vec::new(),
        line: 0,
    };
    match kind {
        Kind::Order => edits.orders(),
        Kind::Missing => edits.removals(),
        Kind::Label => edits.labels(),
        Kind::Literal => edits.literals(),
        Kind::Operand => edits.operands(),
        Kind::Swizzle => edits.each_operation(Edits::swizzles),
        Kind::Sign => edits.each_operation(Edits::signs),
        Kind::Mask => edits.each_operation(Edits::masks),
        Kind::Opcode => edits.each_operation(Edits::opcodes),
        Kind::Predicate => edits.each_operation(Edits::predicates),
        Kind::Bound => edits.each_operation(Edits::bounds),
    }
    edits.found
}

struct Edits<'a> {
    listing: &'a Listing,
    syntax: &'a Syntax,
    random: &'a mut Random,
    found: Vec<Change>,
    /// The line that is looked at.
    line: usize,
}

impl<'a> Edits<'a> {
    fn replace(&mut self, bytes: Range<usize>, with: impl Into<String>) {
        let (line, with) = (self.line, with.into());
        self.found.push(Change::Replace { line, bytes, with });
    }

    /// Looks at the operations of instructions, and of directives and lines that have literals.
    fn each_operation(&mut self, look: fn(&mut Edits<'a>, &'a Line, &'a Operation)) {
        let listing = self.listing;
        for (number, line) in listing.lines.iter().enumerate() {
            self.line = number;
            if number < listing.code().len() && !line.is_instruction() && !self.has_literals(line) {
                continue;
            }
            for operation in &line.operations {
                look(self, line, operation);
            }
        }
    }

    /// True of a directive with literals.
    fn has_literals(&self, line: &Line) -> bool {
        let name = line.tokens.get(1).map(|token| token.text(&line.text));
        name.is_some_and(|name| self.syntax.literals.contains(&name))
    }

    fn swizzles(&mut self, line: &'a Line, operation: &Operation) {
        for operand in &operation.operands {
            let letters = lanes(line, operand);
            for token in &letters {
                let with = self.swizzle(token.text(&line.text));
                self.replace(token.start..token.end, with);
            }
            if letters.is_empty() && is_register(line, operand) {
                let end = line.bytes(operand).end;
                let with = *self.random.pick(&SWIZZLES).unwrap_or(&"");
                self.replace(end..end, with);
            }
        }
    }

    /// A swizzle with another letter, or with two letters exchanged.
    fn swizzle(&mut self, old: &str) -> String {
        let mut letters = old.as_bytes().to_vec();
        let at = self.random.below(letters.len() as u64) as usize;
        let other = self.random.below(letters.len() as u64) as usize;
        if self.random.one_in(3) && letters[at] != letters[other] {
            letters.swap(at, other);
        } else {
            letters[at] = LANES.as_bytes()[self.random.below(4) as usize];
        }
        letters.into_iter().map(char::from).collect()
    }

    fn signs(&mut self, line: &'a Line, operation: &Operation) {
        for operand in &operation.operands {
            let bytes = line.bytes(operand);
            let (first, numbers) = match line.tokens.get(operand.clone()) {
                Some(tokens @ [first, ..]) => (*first, tokens),
                _ => continue,
            };
            if line.is(&first, "-") {
                self.replace(first.start..first.end, "")
            } else {
                self.replace(bytes.start..bytes.start, "-")
            }
            // Literals in brackets.
            for (before, number) in numbers.iter().zip(numbers.iter().skip(1)) {
                if number.is_decimal(&line.text) && !line.is(before, "-") {
                    self.replace(number.start..number.start, "-");
                } else if number.is_decimal(&line.text) && *before != first {
                    self.replace(before.start..before.end, "");
                }
            }
            if let Some(ending) = self.syntax.absolute
                && let Some(word) = numbers.iter().find(|token| token.kind == TokenKind::Word)
            {
                let text = word.text(&line.text);
                match text.strip_suffix(ending) {
                    Some(plain) => self.replace(word.start..word.end, plain),
                    None => self.replace(word.end..word.end, ending),
                }
            }
        }
    }

    fn masks(&mut self, line: &'a Line, operation: &Operation) {
        let first = operation.operands.first();
        let mut letters = lanes(line, &operation.name);
        letters.extend(first.map(|first| lanes(line, first)).unwrap_or_default());
        for token in &letters {
            let old = token.text(&line.text);
            let lane = LANES.as_bytes()[self.random.below(4) as usize];
            let written = |letter: &u8| old.as_bytes().contains(letter) != (*letter == lane);
            let new: Vec<u8> = LANES.bytes().filter(written).collect();
            if new.is_empty() {
                self.replace(token.start - 1..token.end, "")
            } else {
                self.replace(token.start..token.end, String::from_utf8_lossy(&new))
            }
        }
        if letters.is_empty()
            && let Some(first) = first
            && is_register(line, first)
        {
            let end = line.bytes(first).end;
            let with = *self.random.pick(&MASKS).unwrap_or(&"");
            self.replace(end..end, with);
        }
    }

    fn opcodes(&mut self, line: &'a Line, operation: &Operation) {
        let Some(token) = line.tokens.get(operation.name.start) else {
            return;
        };
        let name = token.text(&line.text);
        let mut endings = self.syntax.modifiers.iter().copied();
        let ending = endings.find(|ending| name.ends_with(ending)).unwrap_or("");
        let plain = name.strip_suffix(ending).unwrap_or(name);
        for family in self.syntax.opcodes {
            if !family.contains(&plain) {
                continue;
            }
            for _ in 0..2 {
                let other = *self.random.pick(family).unwrap_or(&plain);
                if other != plain {
                    self.replace(token.start..token.end, format!("{other}{ending}"));
                }
            }
        }
        let is_known = self
            .syntax
            .opcodes
            .iter()
            .any(|family| family.contains(&plain));
        if let Some(other) = self.random.pick(self.syntax.modifiers)
            && is_known
        {
            let other = if ending.is_empty() { other } else { "" };
            self.replace(token.start..token.end, format!("{plain}{other}"));
        }
    }

    fn predicates(&mut self, line: &'a Line, operation: &Operation) {
        let names = std::iter::once(&operation.name).chain(&operation.operands);
        for part in names {
            let Some(token) = line.tokens.get(part.start) else {
                continue;
            };
            let word = token.text(&line.text);
            for family in self.syntax.predicates {
                if let Some(other) = self.random.pick(family)
                    && family.contains(&word)
                    && *other != word
                {
                    self.replace(token.start..token.end, *other);
                }
            }
        }
        if !self
            .syntax
            .conditional
            .contains(&line.part(&operation.name))
        {
            return;
        }
        let Some(condition) = operation.operands.first() else {
            return;
        };
        let tokens = line.tokens.get(condition.clone()).unwrap_or_default();
        for (at, token) in tokens.iter().enumerate() {
            let next = tokens.get(at + 1);
            let before = at.checked_sub(1).and_then(|at| tokens.get(at));
            let is_name =
                token.kind == TokenKind::Word && before.is_none_or(|before| !line.is(before, "."));
            let other = match token.text(&line.text) {
                "&" => "||",
                "|" => "&&",
                _ => "",
            };
            match (before, next) {
                (Some(before), _) if is_name && line.is(before, "!") => {
                    self.replace(before.start..before.end, "");
                }
                _ if is_name => self.replace(token.start..token.start, "!"),
                (_, Some(next))
                    if !other.is_empty() && next.text(&line.text) == token.text(&line.text) =>
                {
                    self.replace(token.start..next.end, other);
                }
                _ => {}
            }
        }
    }

    fn bounds(&mut self, line: &'a Line, operation: &Operation) {
        let begins = |operation: &Operation| {
            let name = line.part(&operation.name).trim_start_matches('.');
            self.syntax
                .bounds
                .iter()
                .any(|bound| name.starts_with(bound))
        };
        if !line.operations.iter().any(begins) {
            return;
        }
        let is_directive = !line.is_instruction();
        for operand in &operation.operands {
            for token in line.tokens.get(operand.clone()).unwrap_or_default() {
                let text = token.text(&line.text);
                if token.kind != TokenKind::Number || token.is_decimal(&line.text) == is_directive {
                    continue;
                }
                let Ok(old) = text.parse::<f32>() else {
                    continue;
                };
                let new = [old + 1.0, old - 1.0, (old / 2.0).floor(), 3.0, 0.0, 1.0];
                let new = *self.random.pick(&new).unwrap_or(&0.0);
                let new = new.max(0.0);
                if is_directive {
                    self.replace(token.start..token.end, format!("{new}"))
                } else {
                    self.replace(token.start..token.end, format!("{new:?}"))
                }
            }
        }
    }

    fn literals(&mut self) {
        let listing = self.listing;
        let decimals = |line: &'a Line| {
            let tokens = line.tokens.iter();
            tokens.filter(move |token| token.is_decimal(&line.text))
        };
        let all: Vec<&str> = listing
            .lines
            .iter()
            .flat_map(|line| decimals(line).map(|token| token.text(&line.text)))
            .collect();
        for (number, line) in listing.lines.iter().enumerate() {
            self.line = number;
            for token in decimals(line) {
                let Ok(old) = token.text(&line.text).parse::<f32>() else {
                    continue;
                };
                let another = self.random.pick(&all).copied().unwrap_or("0.0");
                let new = match self.random.below(8) {
                    0 => old * (1.0 + 1.0 / 256.0),
                    1 => old * 0.97,
                    2 => old * 2.0,
                    3 => old * 0.5,
                    4 => old + 1.0,
                    5 => 0.0,
                    6 => 1.0,
                    _ => another.parse().unwrap_or(0.0),
                };
                self.replace(token.start..token.end, format!("{new:?}"));
            }
        }
    }

    fn operands(&mut self) {
        let listing = self.listing;
        let all = listing.code().iter().filter(|line| line.is_instruction());
        let pool: Vec<&str> = all
            .clone()
            .flat_map(|line| {
                line.operations
                    .iter()
                    .map(move |operation| (line, operation))
            })
            .flat_map(|(line, operation)| {
                operation.operands.iter().map(move |part| line.part(part))
            })
            .collect();
        // Registers and register numbers of the program.
        let words: BTreeSet<&str> = all
            .flat_map(|line| line.tokens.iter().map(move |token| (line, token)))
            .filter(|(line, token)| token.kind == TokenKind::Word || !token.is_decimal(&line.text))
            .map(|(line, token)| token.text(&line.text))
            .filter(|text| stem(text).is_some())
            .collect();
        for (number, line) in listing.code().iter().enumerate() {
            self.line = number;
            if !line.is_instruction() {
                continue;
            }
            for operation in &line.operations {
                self.operands_of(line, operation, &pool);
            }
            for token in &line.tokens {
                let text = token.text(&line.text);
                let Some(own) = stem(text) else {
                    continue;
                };
                if token.is_decimal(&line.text) {
                    continue;
                }
                let others = words
                    .iter()
                    .filter(|word| stem(word) == Some(own) && **word != text);
                let others: Vec<&&str> = others.collect();
                if let Some(other) = self.random.pick(&others) {
                    self.replace(token.start..token.end, **other);
                }
            }
        }
    }

    /// Another operand of the program in the place of one; two operands exchanged; one read twice.
    fn operands_of(&mut self, line: &Line, operation: &Operation, pool: &[&str]) {
        let bytes: Vec<Range<usize>> = operation
            .operands
            .iter()
            .map(|part| line.bytes(part))
            .collect();
        for (at, one) in bytes.iter().enumerate() {
            if let Some(other) = self.random.pick(pool) {
                self.replace(one.clone(), *other);
            }
            for other in bytes.iter().skip(at + 1) {
                let [first, second] =
                    [one, other].map(|part| line.text.get(part.clone()).unwrap_or(""));
                let between = line.text.get(one.end..other.start).unwrap_or("");
                self.replace(one.start..other.end, format!("{second}{between}{first}"));
                self.replace(one.clone(), second);
                self.replace(other.clone(), first);
            }
        }
    }

    fn labels(&mut self) {
        let listing = self.listing;
        let labels: Vec<&str> = listing.code().iter().filter_map(Line::label).collect();
        for (number, line) in listing.code().iter().enumerate() {
            self.line = number;
            let operands = line
                .operations
                .iter()
                .flat_map(|operation| &operation.operands);
            for operand in operands {
                let old = line.part(operand);
                let others: Vec<&&str> = labels.iter().filter(|label| **label != old).collect();
                if labels.contains(&old)
                    && let Some(other) = self.random.pick(&others)
                {
                    self.replace(line.bytes(operand), **other);
                }
            }
        }
    }

    fn instructions(&self) -> Vec<usize> {
        let lines = self.listing.code().iter().enumerate();
        let instructions = lines.filter(|(_, line)| line.is_instruction());
        instructions.map(|(number, _)| number).collect()
    }

    fn orders(&mut self) {
        let instructions = self.instructions();
        for (at, one) in instructions.iter().enumerate() {
            let near = instructions.iter().skip(at + 1).take(NEAR);
            self.found
                .extend(near.map(|other| Change::Swap(*one, *other)));
        }
    }

    fn removals(&mut self) {
        let instructions = self.instructions();
        self.found
            .extend(instructions.into_iter().map(Change::Remove));
    }
}

/// The swizzles and masks of a part of a line: words of `xyzw` behind a point.
fn lanes(line: &Line, part: &Range<usize>) -> Vec<Token> {
    let tokens = line.tokens.get(part.clone()).unwrap_or_default();
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    let dotted = pairs.filter(|(point, word)| {
        let text = word.text(&line.text);
        line.is(point, ".")
            && point.end == word.start
            && text.chars().all(|letter| LANES.contains(letter))
    });
    dotted.map(|(_, word)| *word).collect()
}

/// True of an operand that a swizzle can stand behind: one that ends with a name or a bracket, and has no numbers of its own.
fn is_register(line: &Line, operand: &Range<usize>) -> bool {
    let tokens = line.tokens.get(operand.clone()).unwrap_or_default();
    let last = tokens.last();
    last.is_some_and(|last| last.kind == TokenKind::Word || line.is(last, "]"))
}

/// What stands before the digits that end a word or are a number; `None` where there are none.
fn stem(text: &str) -> Option<&str> {
    let stem = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    (stem.len() < text.len()).then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::syntax::syntax_of;
    use retroshade_kit::reflect::{Constant, Reflection};

    /// All texts that changes of a kind make of a program.
    fn texts(target: &str, kind: Kind, text: &str) -> BTreeSet<String> {
        let mut record = Reflection::new(target, "vertex");
        let literals = [0.5, -2.0].into_iter();
        record.constants.push(Constant::literals("c", 9, literals));
        let syntax = syntax_of(target).unwrap();
        let listing = Listing::new(text, &record, syntax);
        let mut random = Random::new(1);
        let rounds = (0..200).flat_map(|_| edits(kind, &listing, syntax, &mut random));
        let changed = rounds.filter_map(|change| listing.changed(&change, &record));
        changed.map(|changed| changed.what).collect()
    }

    #[track_caller]
    fn check(target: &str, kind: Kind, text: &str, wanted: &[&str]) {
        let found = texts(target, kind, text);
        for wanted in wanted {
            assert!(found.contains(*wanted), "{kind:?} {wanted}: {found:#?}");
        }
    }

    #[test]
    fn one_mutator_serves_each_language() {
        let agal = "mul vt0.x, vc9, vt1.z\nslt vt0.x, vt0.x, vt1.z\n";
        check(
            "agal1",
            Kind::Swizzle,
            agal,
            &[
                "mul vt0.x, vc9, vt1.z -> mul vt0.x, vc9, vt1.w",
                "mul vt0.x, vc9, vt1.z -> mul vt0.x, vc9.y, vt1.z",
            ],
        );
        check(
            "agal1",
            Kind::Mask,
            agal,
            &["mul vt0.x, vc9, vt1.z -> mul vt0.xw, vc9, vt1.z"],
        );
        check(
            "agal1",
            Kind::Sign,
            agal,
            &[
                "c9: 0.5 -2.0 -> c9: 0.5 2.0",
                "c9: 0.5 -2.0 -> c9: -0.5 -2.0",
            ],
        );
        check(
            "agal1",
            Kind::Literal,
            agal,
            &["c9: 0.5 -2.0 -> c9: 1.0 -2.0"],
        );
        check(
            "agal1",
            Kind::Operand,
            agal,
            &[
                "mul vt0.x, vc9, vt1.z -> mul vt0.x, vt1.z, vc9",
                "mul vt0.x, vc9, vt1.z -> mul vt0.x, vt1.z, vt1.z",
            ],
        );
        check(
            "agal1",
            Kind::Predicate,
            agal,
            &["slt vt0.x, vt0.x, vt1.z -> sge vt0.x, vt0.x, vt1.z"],
        );
        check(
            "agal1",
            Kind::Order,
            agal,
            &["mul vt0.x, vc9, vt1.z <-> slt vt0.x, vt0.x, vt1.z"],
        );
        check("agal1", Kind::Missing, agal, &["mul vt0.x, vc9, vt1.z ->"]);
        let lima = "mul.v0 $1.xy ^u.xyxy $2, sum3_sat.v1 $0.w ^v0, branch_ge ^const0.x $0.w L9, const0 4.0 0.0 0.0 0.0\nL3:\nadd.a0 ^r0.x ^m0[-1]\nL9:\n";
        let first = lima.lines().next().unwrap();
        let becomes = |from: &str, to: &str| format!("{first} -> {}", first.replace(from, to));
        check(
            "lima",
            Kind::Sign,
            lima,
            &[&becomes("$2", "-$2"), &becomes("$2", "$2_abs")],
        );
        check(
            "lima",
            Kind::Opcode,
            lima,
            &[
                &becomes("sum3_sat", "sum4_sat"),
                &becomes("sum3_sat", "sum3"),
                &becomes("mul.v0", "max.v0"),
            ],
        );
        check(
            "lima",
            Kind::Predicate,
            lima,
            &[&becomes("branch_ge", "branch_lt")],
        );
        check("lima", Kind::Label, lima, &[&becomes("L9", "L3")]);
        check(
            "lima",
            Kind::Bound,
            lima,
            &[&becomes("4.0", "5.0"), &becomes("4.0", "2.0")],
        );
        check(
            "lima",
            Kind::Operand,
            lima,
            &["add.a0 ^r0.x ^m0[-1] -> add.a0 ^m0[-1] ^r0.x"],
        );
        let nv2a = "mul r0.xyz, -c[A0+96], r0 + rcc r1.x, r12.w\n";
        check(
            "nv2a",
            Kind::Sign,
            nv2a,
            &[
                "mul r0.xyz, -c[A0+96], r0 + rcc r1.x, r12.w -> mul r0.xyz, c[A0+96], r0 + rcc r1.x, r12.w",
            ],
        );
        check(
            "nv2a",
            Kind::Opcode,
            nv2a,
            &[
                "mul r0.xyz, -c[A0+96], r0 + rcc r1.x, r12.w -> mul r0.xyz, -c[A0+96], r0 + rsq r1.x, r12.w",
            ],
        );
        let pica = ".in a v0\n.seti i3(39, 0, 0, 0)\n\tjmpc !cmp.x && cmp.y, l9\n\tcmp r0.w, lt, lt, r0.x\nl9:\n";
        check(
            "pica200",
            Kind::Bound,
            pica,
            &[".seti i3(39, 0, 0, 0) -> .seti i3(38, 0, 0, 0)"],
        );
        check(
            "pica200",
            Kind::Predicate,
            pica,
            &[
                "jmpc !cmp.x && cmp.y, l9 -> jmpc cmp.x && cmp.y, l9",
                "jmpc !cmp.x && cmp.y, l9 -> jmpc !cmp.x || cmp.y, l9",
                "cmp r0.w, lt, lt, r0.x -> cmp r0.w, le, lt, r0.x",
            ],
        );
        assert!(
            texts("pica200", Kind::Missing, pica)
                .iter()
                .all(|what| !what.contains(".in"))
        );
    }
}
