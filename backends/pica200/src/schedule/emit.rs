//! Lays code out as instructions: registers for lanes, blocks for conditions and loops, address
//! moves where an index is needed, and `nop`s where blocks may not end.
//!
//! A condition whose arms stay inside becomes `ifc` or `ifu`. One that leaves a loop is made of jumps,
//! as is the loop around it: a jump out of a block would leave its entry on the machine's stack. A
//! loop is ended by jumps, so its way back is a jump too, on a boolean that the container sets.
//! Padding follows picasso's rules, so that the text of the program assembles to the same words.

use super::allocate::Lanes;
use super::literals::Literals;
use crate::isa::{
    self, Comparison, Destination, Index, Instruction, LaneMask, MAX_LENGTH, Opcode, Selector,
    SourceRegister,
};
use crate::select::code::{
    Address, Block, Code, Condition, If, Lane, Loop, Node, Op, Scalar, Source, Test,
};
use retroshade_diagnostics::{Diagnostic, Span};

/// What a word reads and writes, in terms of the code it was made from.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Meaning {
    /// For each operand, the position in the selector and what is to be found there.
    pub(super) operands: Vec<Vec<(u8, Source)>>,
    /// Lanes written, and what they hold then.
    pub(super) results: Vec<(u8, Scalar)>,
    /// What an address move makes.
    pub(super) address: Option<(Index, Address)>,
}

/// A word before it is encoded.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) instruction: Instruction,
    pub(super) meaning: Meaning,
    pub(super) span: Span,
}

/// The laid out program.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub(super) words: Vec<Word>,
    /// Whether the boolean that is always true is used.
    pub(super) needs_true: bool,
}

/// A place that jumps go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Label(usize);

struct LoopLabels {
    head: Label,
    exit: Label,
}

pub(super) struct Emitter<'a> {
    code: &'a Code,
    lanes: &'a Lanes,
    literals: &'a Literals,
    /// The boolean uniform that is always true.
    truth: Option<u8>,
    layout: Layout,
    /// Where each label lies, once that is known.
    labels: Vec<Option<usize>>,
    /// Jumps and the labels they go to.
    jumps: Vec<(usize, Label)>,
    loops: Vec<LoopLabels>,
    /// What the address registers hold.
    addresses: [Option<Address>; 2],
    /// The half that was written or used last.
    recent: usize,
    /// The last thing that happened was the end of a condition or loop.
    after_end: bool,
}

/// Lays out a program.
///
/// # Errors
/// If it needs jumps and no boolean register is left, or on a defect of an earlier station.
pub(super) fn emit(
    code: &Code,
    lanes: &Lanes,
    literals: &Literals,
    truth: Option<u8>,
) -> Result<Layout, Diagnostic> {
    let mut emitter = Emitter {
        code,
        lanes,
        literals,
        truth,
        layout: Layout::default(),
        labels: Vec::new(),
        jumps: Vec::new(),
        loops: Vec::new(),
        addresses: [None; 2],
        recent: 1,
        after_end: false,
    };
    emitter.block(&code.body)?;
    emitter.push(
        Instruction::Bare(Opcode::End),
        Meaning::default(),
        Span::NONE,
    );
    emitter.finish()
}

fn bug(message: &str) -> Diagnostic {
    Diagnostic::bug("pica200 layout", message)
}

impl Emitter<'_> {
    fn here(&self) -> usize {
        self.layout.words.len()
    }

    fn push(&mut self, instruction: Instruction, meaning: Meaning, span: Span) -> usize {
        self.layout.words.push(Word {
            instruction,
            meaning,
            span,
        });
        self.after_end = false;
        self.here() - 1
    }

    fn nop(&mut self) {
        self.push(
            Instruction::Bare(Opcode::Nop),
            Meaning::default(),
            Span::NONE,
        );
    }

    fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    fn bind(&mut self, label: Label) {
        let here = self.here();
        if let Some(slot) = self.labels.get_mut(label.0) {
            *slot = Some(here);
        }
    }

    fn finish(mut self) -> Result<Layout, Diagnostic> {
        for (word, label) in std::mem::take(&mut self.jumps) {
            let to = self.labels.get(label.0).copied().flatten();
            let to = to.ok_or_else(|| bug("a jump has no target"))?;
            self.aim(word, to, 0);
        }
        Ok(self.layout)
    }

    /// Sets target and length of a word.
    fn aim(&mut self, word: usize, to: usize, count: usize) {
        let to = u16::try_from(to).unwrap_or(u16::MAX);
        if let Some(word) = self.layout.words.get_mut(word) {
            match &mut word.instruction {
                Instruction::Flags { target, length, .. }
                | Instruction::Boolean { target, length, .. } => {
                    *target = to;
                    *length = u8::try_from(count).unwrap_or(u8::MAX);
                }
                Instruction::Loop { last, .. } => *last = to,
                _ => {}
            }
        }
    }

    fn block(&mut self, block: &Block) -> Result<(), Diagnostic> {
        for node in block {
            match node {
                Node::Op(op) => self.op(op)?,
                Node::If(branch) => self.branch(branch)?,
                Node::Loop(repeat) => self.repeat(repeat)?,
                Node::Break => self.jump_out(true)?,
                Node::Continue => self.jump_out(false)?,
            }
        }
        Ok(())
    }

    fn jump_out(&mut self, breaks: bool) -> Result<(), Diagnostic> {
        let labels = self
            .loops
            .last()
            .ok_or_else(|| bug("a break outside of loops"))?;
        let label = if breaks { labels.exit } else { labels.head };
        self.jump(label)
    }

    /// A jump that is always taken.
    fn jump(&mut self, label: Label) -> Result<(), Diagnostic> {
        let truth = self.truth.ok_or_else(|| {
            Diagnostic::error(
                retroshade_diagnostics::codes::limit::CONSTANTS,
                "pica200: loops need one of the 16 boolean uniforms, all of which are taken",
            )
        })?;
        self.layout.needs_true = true;
        self.jump_if(&Branching::Boolean(truth), true, label);
        Ok(())
    }

    fn jump_if(&mut self, branching: &Branching, wanted: bool, label: Label) {
        let instruction = match *branching {
            Branching::Boolean(boolean) => Instruction::Boolean {
                opcode: Opcode::Jmpu,
                boolean,
                inverted: !wanted,
                target: 0,
                length: 0,
            },
            Branching::Flags(condition) => Instruction::Flags {
                opcode: Opcode::Jmpc,
                condition: if wanted {
                    condition
                } else {
                    negated(condition)
                },
                target: 0,
                length: 0,
            },
        };
        let word = self.push(instruction, Meaning::default(), Span::NONE);
        self.jumps.push((word, label));
    }

    /// The register of an operand, what each position selects, the sign and the index.
    fn operand(&mut self, lanes: &[Source], positions: &[u8]) -> Result<Operand, Diagnostic> {
        let first = lanes
            .first()
            .ok_or_else(|| bug("an operand without lanes"))?;
        let mut index = Index::None;
        let (register, negate, selected) = match first.lane {
            Lane::Literal(_) => {
                let place = self.literals.find(lanes);
                let place = place.ok_or_else(|| bug("a literal has no register"))?;
                (
                    SourceRegister::uniform(place.register),
                    place.negate,
                    place.lanes,
                )
            }
            Lane::Scalar(_) => {
                let places: Option<Vec<(u8, u8)>> = lanes
                    .iter()
                    .map(|source| match source.lane {
                        Lane::Scalar(scalar) => self.lanes.get(scalar),
                        _ => None,
                    })
                    .collect();
                let places = places.ok_or_else(|| bug("a temporary has no register"))?;
                let register = places.first().map_or(0, |place| place.0);
                if places.iter().any(|place| place.0 != register) {
                    return Err(bug("an operand lies in two registers"));
                }
                let selected = places.iter().map(|place| place.1).collect();
                (SourceRegister::temporary(register), first.negate, selected)
            }
            Lane::Input(register, _) => (
                SourceRegister::input(register),
                first.negate,
                plain_lanes(lanes),
            ),
            Lane::Uniform(register, _) => (
                SourceRegister::uniform(register),
                first.negate,
                plain_lanes(lanes),
            ),
            Lane::Indexed(register, _, address) => {
                index = self.address(address)?;
                (
                    SourceRegister::uniform(register),
                    first.negate,
                    plain_lanes(lanes),
                )
            }
        };
        let same = |source: &Source| {
            source.lane.home() == first.lane.home()
                && (source.negate == first.negate || matches!(source.lane, Lane::Literal(_)))
        };
        if !lanes.iter().all(same) || selected.len() != positions.len() {
            return Err(bug("the lanes of an operand do not fit together"));
        }
        let mut selector = [None; 4];
        for (position, lane) in positions.iter().zip(&selected) {
            if let Some(slot) = selector.get_mut(usize::from(*position)) {
                *slot = Some(*lane);
            }
        }
        Ok(Operand {
            source: isa::Source {
                register,
                selector: filled(selector),
                negate,
            },
            index,
            meaning: positions
                .iter()
                .copied()
                .zip(lanes.iter().copied())
                .collect(),
        })
    }

    /// The half of the address register that holds an address, which is moved there if need be.
    fn address(&mut self, address: Address) -> Result<Index, Diagnostic> {
        const HALVES: [Index; 2] = [Index::AddressX, Index::AddressY];
        if let Some(half) = self
            .addresses
            .iter()
            .position(|held| *held == Some(address))
        {
            self.recent = half;
            return Ok(HALVES[half]);
        }
        let free = self.addresses.iter().position(Option::is_none);
        let half = free.unwrap_or(1 - self.recent);
        let made_of = self.code.addresses.get(address.0 as usize).copied();
        let made_of = made_of.ok_or_else(|| bug("an address is made of nothing"))?;
        let operand = self.operand(&[made_of], &[half as u8])?;
        let instruction = Instruction::MoveAddress {
            mask: LaneMask::lane(half as u8),
            source: operand.source,
            index: operand.index,
        };
        let meaning = Meaning {
            operands: vec![operand.meaning],
            results: Vec::new(),
            address: Some((HALVES[half], address)),
        };
        self.push(instruction, meaning, Span::NONE);
        self.addresses[half] = Some(address);
        self.recent = half;
        Ok(HALVES[half])
    }

    fn op(&mut self, op: &Op) -> Result<(), Diagnostic> {
        let (destination, results) = self.destination(op)?;
        let mask = results.iter().fold(LaneMask::NONE, |mask, (lane, _)| {
            mask.or(LaneMask::lane(*lane))
        });
        let lanewise = crate::select::code::is_lanewise(op.opcode);
        let written: Vec<u8> = results.iter().map(|(lane, _)| *lane).collect();
        let mut operands = Vec::new();
        for lanes in &op.operands {
            let positions: Vec<u8> = if lanewise {
                written.clone()
            } else {
                (0..lanes.len() as u8).collect()
            };
            operands.push(self.operand(lanes, &positions)?);
        }
        let opcode = arrange(op.opcode, &mut operands).ok_or_else(|| {
            bug("an instruction cannot read its operands").at(op.span, "for this")
        })?;
        let index = operands.iter().map(|o| o.index).max().unwrap_or_default();
        let unused = isa::Source::plain(SourceRegister::input(0));
        let source = |k: usize| operands.get(k).map_or(unused, |operand| operand.source);
        let instruction = Instruction::Arithmetic {
            opcode,
            destination,
            mask,
            sources: [source(0), source(1), source(2)],
            index,
        };
        let meaning = Meaning {
            operands: operands
                .into_iter()
                .map(|operand| operand.meaning)
                .collect(),
            results,
            address: None,
        };
        self.push(instruction, meaning, op.span);
        Ok(())
    }

    /// The register that an instruction writes and the lane of each result.
    fn destination(&self, op: &Op) -> Result<(Destination, Vec<(u8, Scalar)>), Diagnostic> {
        let mut destination = None;
        let mut results = Vec::new();
        for scalar in &op.results {
            let (register, lane) = match self.code.output_of(*scalar) {
                Some(output) => (Destination::output(output.register), output.lane),
                None => {
                    let place = self.lanes.get(*scalar);
                    let (register, lane) = place.ok_or_else(|| bug("a result has no register"))?;
                    (Destination::temporary(register), lane)
                }
            };
            if destination.is_some_and(|other| other != register) {
                return Err(bug("results lie in two registers"));
            }
            destination = Some(register);
            results.push((lane, *scalar));
        }
        let destination = destination.ok_or_else(|| bug("an instruction without result"))?;
        Ok((destination, results))
    }

    fn test(&mut self, condition: &Condition, span: Span) -> Result<Branching, Diagnostic> {
        match condition {
            Condition::Boolean(boolean) => Ok(Branching::Boolean(*boolean)),
            Condition::Test(test) => {
                self.compare(test, None, span)?;
                Ok(Branching::Flags(isa::Condition::x(true)))
            }
            Condition::Both(combine, [x, y]) => {
                self.compare(x, Some(y), span)?;
                Ok(Branching::Flags(isa::Condition {
                    combine: *combine,
                    x: true,
                    y: true,
                }))
            }
        }
    }

    fn compare(&mut self, x: &Test, y: Option<&Test>, span: Span) -> Result<(), Diagnostic> {
        let mut operators = [x.operator, y.map_or(x.operator, |y| y.operator)];
        let mut operands = Vec::new();
        for k in 0..2 {
            // A lone comparison is made for both flags, so that nothing unknown is compared.
            let lanes = [x.sources[k], y.map_or(x.sources[k], |y| y.sources[k])];
            operands.push(self.operand(&lanes, &[0, 1])?);
        }
        let wide = |operand: &Operand| operand.source.register.as_uniform().is_some();
        if operands.get(1).is_some_and(wide) {
            operands.swap(0, 1);
            operators = operators.map(Comparison::mirrored);
        }
        let [a, b] = operands.as_slice() else {
            return Err(bug("a comparison of other than two operands"));
        };
        if wide(b) {
            return Err(bug("a comparison of two uniforms"));
        }
        let instruction = Instruction::Compare {
            operators,
            sources: [a.source, b.source],
            index: a.index,
        };
        let meaning = Meaning {
            operands: vec![a.meaning.clone(), b.meaning.clone()],
            ..Meaning::default()
        };
        self.push(instruction, meaning, span);
        Ok(())
    }

    fn branch(&mut self, branch: &If) -> Result<(), Diagnostic> {
        let branching = self.test(&branch.condition, branch.span)?;
        let leaves = leaves(&branch.accept) || leaves(&branch.reject);
        let only_reject = branch.accept.is_empty();
        let is_boolean = matches!(branching, Branching::Boolean(_));
        if leaves || only_reject && is_boolean {
            self.by_jumps(&branching, branch)?;
        } else {
            self.by_block(branching, branch)?;
        }
        Ok(())
    }

    /// Code of an arm, from what the address registers held before the condition. Gives what they
    /// hold after it.
    fn arm(
        &mut self,
        block: &Block,
        before: [Option<Address>; 2],
    ) -> Result<[Option<Address>; 2], Diagnostic> {
        self.addresses = before;
        self.block(block)?;
        Ok(self.addresses)
    }

    fn by_block(&mut self, branching: Branching, branch: &If) -> Result<(), Diagnostic> {
        let (mut branching, mut accept, mut reject) = (branching, &branch.accept, &branch.reject);
        if let (true, Branching::Flags(condition)) = (accept.is_empty(), branching) {
            branching = Branching::Flags(negated(condition));
            std::mem::swap(&mut accept, &mut reject);
        }
        let before = self.addresses;
        let word = self.push(branching.opening(), Meaning::default(), branch.span);
        let accepted = self.arm(accept, before)?;
        let mut rejected = before;
        self.pad(word);
        let other = self.here();
        if !reject.is_empty() {
            rejected = self.arm(reject, before)?;
            self.pad(word);
        }
        let length = self.here() - other;
        if length > MAX_LENGTH {
            return Err(Diagnostic::error(
                retroshade_diagnostics::codes::limit::INSTRUCTIONS,
                format!(
                    "pica200: an else part of {length} words, the machine takes at most {MAX_LENGTH}"
                ),
            )
            .at(branch.span, "of this condition"));
        }
        self.aim(word, other, length);
        self.addresses = common(accepted, rejected);
        self.after_end = true;
        Ok(())
    }

    /// A `nop` where a block may not end here. `head` is the word that opens the block.
    fn pad(&mut self, head: usize) {
        let here = self.here();
        let aimed_at = self.labels.iter().flatten().any(|place| *place == here);
        let last = self
            .layout
            .words
            .last()
            .map(|word| word.instruction.opcode());
        let goes_away = matches!(
            last,
            Some(Opcode::Jmpc | Opcode::Jmpu | Opcode::Call | Opcode::Callc | Opcode::Callu)
        );
        if self.after_end || goes_away || aimed_at || here - head < 2 {
            self.nop();
        }
    }

    fn by_jumps(&mut self, branching: &Branching, branch: &If) -> Result<(), Diagnostic> {
        let before = self.addresses;
        // A lone break or continue is the jump itself.
        for (arm, other, wanted) in [
            (&branch.accept, &branch.reject, true),
            (&branch.reject, &branch.accept, false),
        ] {
            let labels = self.loops.last();
            let label = match (arm.as_slice(), labels) {
                ([Node::Break], Some(labels)) => labels.exit,
                ([Node::Continue], Some(labels)) => labels.head,
                _ => continue,
            };
            self.jump_if(branching, wanted, label);
            self.block(other)?;
            return Ok(());
        }
        let end = self.label();
        if branch.accept.is_empty() {
            self.jump_if(branching, true, end);
            let rejected = self.arm(&branch.reject, before)?;
            self.addresses = common(before, rejected);
        } else {
            let other = self.label();
            self.jump_if(branching, false, other);
            let mut accepted = self.arm(&branch.accept, before)?;
            let falls = !always_leaves(&branch.accept);
            if falls && !branch.reject.is_empty() {
                self.jump(end)?;
            }
            self.bind(other);
            let rejected = self.arm(&branch.reject, before)?;
            if !falls {
                accepted = rejected;
            }
            self.addresses = common(accepted, rejected);
        }
        self.bind(end);
        self.after_end = false;
        Ok(())
    }

    fn repeat(&mut self, repeat: &Loop) -> Result<(), Diagnostic> {
        let head = self.label();
        let exit = self.label();
        self.addresses = [None; 2];
        self.bind(head);
        self.loops.push(LoopLabels { head, exit });
        self.block(&repeat.body)?;
        self.loops.pop();
        self.bind(exit);
        self.after_end = false;
        self.addresses = [None; 2];
        Ok(())
    }
}

struct Operand {
    source: isa::Source,
    index: Index,
    meaning: Vec<(u8, Source)>,
}

/// What decides a condition once comparisons are made.
#[derive(Clone, Copy)]
enum Branching {
    Boolean(u8),
    Flags(isa::Condition),
}

impl Branching {
    fn opening(self) -> Instruction {
        match self {
            Branching::Boolean(boolean) => Instruction::Boolean {
                opcode: Opcode::Ifu,
                boolean,
                inverted: false,
                target: 0,
                length: 0,
            },
            Branching::Flags(condition) => Instruction::Flags {
                opcode: Opcode::Ifc,
                condition,
                target: 0,
                length: 0,
            },
        }
    }
}

/// The opposite of a condition.
fn negated(condition: isa::Condition) -> isa::Condition {
    use isa::Combine::{And, Or, X, Y};
    let isa::Condition { combine, x, y } = condition;
    match combine {
        X => isa::Condition::x(!x),
        Y => isa::Condition::y(!y),
        Or => isa::Condition {
            combine: And,
            x: !x,
            y: !y,
        },
        And => isa::Condition {
            combine: Or,
            x: !x,
            y: !y,
        },
    }
}

/// What both ways agree on.
fn common(a: [Option<Address>; 2], b: [Option<Address>; 2]) -> [Option<Address>; 2] {
    let agreed = |k: usize| if a[k] == b[k] { a[k] } else { None };
    [agreed(0), agreed(1)]
}

fn plain_lanes(lanes: &[Source]) -> Vec<u8> {
    let lane = |source: &Source| match source.lane {
        Lane::Input(_, lane) | Lane::Uniform(_, lane) | Lane::Indexed(_, lane, _) => lane,
        Lane::Scalar(_) | Lane::Literal(_) => 0,
    };
    lanes.iter().map(lane).collect()
}

/// A selector whose free positions repeat the one before them, or the first; the identity if that
/// will do.
fn filled(selector: [Option<u8>; 4]) -> Selector {
    let identity = |(position, lane): (usize, &Option<u8>)| {
        lane.is_none_or(|lane| usize::from(lane) == position)
    };
    if selector.iter().enumerate().all(identity) {
        return Selector::IDENTITY;
    }
    let first = selector.iter().flatten().next().copied().unwrap_or(0);
    let mut last = first;
    Selector::new(selector.map(|lane| {
        last = lane.unwrap_or(last);
        last
    }))
}

/// Brings operands into an order the machine reads, and chooses the form.
fn arrange(opcode: Opcode, operands: &mut [Operand]) -> Option<Opcode> {
    let wide = |operand: &Operand| operand.source.register.as_uniform().is_some();
    match (opcode, operands) {
        (Opcode::Mad, [a, b, c]) => {
            if wide(a) {
                std::mem::swap(a, b);
            }
            match (wide(a), wide(b), wide(c)) {
                (false, _, false) => Some(Opcode::Mad),
                (false, false, true) => Some(Opcode::Madi),
                _ => None,
            }
        }
        (_, [a, b]) => match (wide(a), wide(b)) {
            (_, false) => Some(opcode),
            (true, true) => None,
            (false, true) => {
                if let Some(inverted) = opcode.inverted() {
                    return Some(inverted);
                }
                let commutes = matches!(
                    opcode,
                    Opcode::Add
                        | Opcode::Mul
                        | Opcode::Max
                        | Opcode::Min
                        | Opcode::Dp3
                        | Opcode::Dp4
                );
                std::mem::swap(a, b);
                commutes.then_some(opcode)
            }
        },
        (_, [_]) => Some(opcode),
        _ => None,
    }
}

/// Whether a block has a way out of the loop around it.
fn leaves(block: &Block) -> bool {
    block.iter().any(|node| match node {
        Node::Break | Node::Continue => true,
        Node::If(branch) => leaves(&branch.accept) || leaves(&branch.reject),
        Node::Op(_) | Node::Loop(_) => false,
    })
}

/// Whether control never reaches the end of a block.
fn always_leaves(block: &Block) -> bool {
    block.iter().any(|node| match node {
        Node::Break | Node::Continue => true,
        Node::If(branch) => always_leaves(&branch.accept) && always_leaves(&branch.reject),
        Node::Op(_) | Node::Loop(_) => false,
    })
}
