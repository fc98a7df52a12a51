//! Parses programs. Whether a program makes sense is for the verifier to say.

use crate::mir::{
    Address, AddressId, Base, BlockId, Def, Emission, Formula, If, Item, Lane, LaneInfo, LaneRef,
    LiteralRegister, Loop, Machine, Op, OpId, Operand, Out, Output, Pin, Predicate, Program, Reg,
    Sends, State, Test, Vector, VectorId,
};
use crate::text::{Cursor, Syntax, TokenKind, lex};
use arrayvec::ArrayVec;
use retroshade_diagnostics::{Diagnostic, FileId, Span};
use retroshade_ir::LANES;
use retroshade_ir::entity::{EntityRef, EntityVec};
use smallvec::SmallVec;

const SYNTAX: Syntax = Syntax {
    line_comments: &[";"],
    block_comments: false,
    word_start: "%",
    word_rest: "",
};

/// Parentheses within parentheses at most.
const FORMULA_DEPTH: u32 = 100;

/// Numbers of entities are below this.
const NUMBERS: u32 = 1 << 16;

type Parsed<T> = Result<T, Diagnostic>;

/// Reads the text of a program; `file` is its place in the source map.
///
/// # Errors
/// The first thing that is no such text, with its place.
pub fn parse<M: Machine>(text: &str, file: FileId) -> Parsed<Program<M>> {
    let (tokens, faults) = lex(&SYNTAX, file, text);
    if let Some(fault) = faults.iter().next() {
        return Err(fault.clone());
    }
    let mut parser = Parser {
        cursor: Cursor::new(&tokens),
        program: Program::<M>::default(),
    };
    parser.head()?;
    let body = parser.program.body;
    parser.items(body)?;
    Ok(parser.program)
}

struct Parser<'t, 'a, M: Machine> {
    cursor: Cursor<'t, 'a>,
    program: Program<M>,
}

/// A block that is read.
enum Open {
    /// The first arm of a conditional, with the block of the second.
    Accept(BlockId),
    /// The second arm, or the body of a loop.
    Other,
}

/// The number behind a prefix.
fn numbered(word: &str, prefix: &str) -> Option<u32> {
    let number: u32 = word.strip_prefix(prefix)?.parse().ok()?;
    (number < NUMBERS).then_some(number)
}

/// The entity of a number, which then exists as all before it do.
fn entity<K: EntityRef, V>(list: &mut EntityVec<K, V>, number: u32, new: impl Fn() -> V) -> K {
    while list.len() <= number as usize {
        list.push(new());
    }
    K::new(number as usize)
}

impl<M: Machine> Parser<'_, '_, M> {
    fn head(&mut self) -> Parsed<()> {
        self.cursor.skip_newlines();
        if !self.cursor.eat_word("mir") {
            return Err(self.cursor.expected("`mir`"));
        }
        if !self.cursor.eat_word(M::NAME) {
            return Err(self.cursor.expected(&format!("`{}`", M::NAME)));
        }
        self.program.state = if self.cursor.eat_word("lanes") {
            State::Lanes
        } else if self.cursor.eat_word("vectors") {
            State::Vectors
        } else {
            return Err(self.cursor.expected("`lanes` or `vectors`"));
        };
        self.cursor.line_end()
    }

    /// The items of a block and of those inside, with a stack of their own.
    fn items(&mut self, body: BlockId) -> Parsed<()> {
        let mut open = vec![(body, Open::Other)];
        while let Some((block, kind)) = open.pop() {
            self.cursor.skip_newlines();
            if self.cursor.at_end() && open.is_empty() {
                return Ok(());
            }
            if !open.is_empty() && self.cursor.eat('}') {
                if let Open::Accept(reject) = kind
                    && self.cursor.eat_word("else")
                {
                    self.cursor.punct('{')?;
                    open.push((reject, Open::Other));
                }
                self.cursor.line_end()?;
                continue;
            }
            open.push((block, kind));
            if self.cursor.eat_word("if") {
                let (item, accept, reject) = self.conditional()?;
                self.program.blocks[block].push(item);
                open.push((accept, Open::Accept(reject)));
            } else if self.cursor.eat_word("loop") {
                let body = self.program.blocks.push(Vec::new());
                let rounds = self.rounds()?;
                self.cursor.punct('{')?;
                let span = Span::NONE;
                let item = Item::Loop(Loop { body, rounds, span });
                self.program.blocks[block].push(item);
                open.push((body, Open::Other));
            } else if self.cursor.eat_word("break") {
                self.program.blocks[block].push(Item::Break);
            } else if self.cursor.eat_word("continue") {
                self.program.blocks[block].push(Item::Continue);
            } else if self.cursor.eat_word("vertex") {
                let item = Item::Emission(Emission::Vertex, Span::NONE);
                self.program.blocks[block].push(item);
            } else if self.cursor.eat_word("slot") {
                let emission = self.slot()?;
                self.program.blocks[block].push(Item::Emission(emission, Span::NONE));
            } else if !self.declaration()? {
                let item = Item::Op(self.instruction()?);
                self.program.blocks[block].push(item);
            }
            self.cursor.line_end()?;
        }
        Ok(())
    }

    /// `x2 triangle` behind `slot`
    fn slot(&mut self) -> Parsed<Emission> {
        let slot = self.rounds()?;
        let slot = slot.and_then(|slot| u8::try_from(slot).ok());
        let slot = slot.ok_or_else(|| self.cursor.expected("a slot such as `x2`"))?;
        let mut words = Sends::WORDS.iter();
        let sends = words.find(|(_, word)| word.is_empty() || self.cursor.eat_word(word));
        let sends = sends.map_or(Sends::Nothing, |(sends, _)| *sends);
        Ok(Emission::Slot(slot, sends))
    }

    fn rounds(&mut self) -> Parsed<Option<u16>> {
        let token = self.cursor.peek();
        if token.kind != TokenKind::Word {
            return Ok(None);
        }
        let rounds = numbered(token.text, "x").and_then(|rounds| u16::try_from(rounds).ok());
        let rounds =
            rounds.ok_or_else(|| self.cursor.expected("a number of rounds such as `x4`"))?;
        self.cursor.advance();
        Ok(Some(rounds))
    }

    fn conditional(&mut self) -> Parsed<(Item<M>, BlockId, BlockId)> {
        let mut tests = Vec::new();
        let formula = self.formula(&mut tests, 0)?;
        self.cursor.punct('{')?;
        let accept = self.program.blocks.push(Vec::new());
        let reject = self.program.blocks.push(Vec::new());
        let branch = If {
            tests,
            formula,
            accept,
            reject,
            span: Span::NONE,
        };
        Ok((Item::If(branch), accept, reject))
    }

    /// A condition, so many parentheses deep.
    fn formula(&mut self, tests: &mut Vec<Test<M>>, depth: u32) -> Parsed<Formula> {
        for (name, join) in [
            ("all", Formula::All as fn(Vec<Formula>) -> Formula),
            ("any", Formula::Any),
        ] {
            if depth < FORMULA_DEPTH && self.cursor.eat_word(name) {
                self.cursor.punct('(')?;
                let mut parts = vec![self.formula(tests, depth + 1)?];
                while self.cursor.eat(',') {
                    parts.push(self.formula(tests, depth + 1)?);
                }
                self.cursor.punct(')')?;
                return Ok(join(parts));
            }
        }
        let wanted = !self.cursor.eat_word("not");
        tests.push(self.test()?);
        Ok(Formula::Test(tests.len() - 1, wanted))
    }

    fn test(&mut self) -> Parsed<Test<M>> {
        let name = self.cursor.peek();
        let (code, count) =
            M::condition(name.text).ok_or_else(|| self.cursor.expected("a condition"))?;
        self.cursor.advance();
        let mut operands = ArrayVec::new();
        for _ in 0..count.min(2) {
            operands.push(self.operand()?);
        }
        Ok(Test { code, operands })
    }

    /// What stands behind `over`.
    fn predicate(&mut self) -> Parsed<Option<Box<Predicate<M>>>> {
        if !self.cursor.eat_word("over") {
            return Ok(None);
        }
        let over = self.operand()?;
        let mut tests = SmallVec::new();
        while self.cursor.eat_word("when") {
            tests.push(self.test()?);
        }
        Ok(Some(Box::new(Predicate { tests, over })))
    }

    /// Reads a declaration, if there is one.
    fn declaration(&mut self) -> Parsed<bool> {
        if self.cursor.eat_word("var") {
            while !self.cursor.at_line_end() {
                let lane = self.lane()?;
                self.program.lanes[lane].def = Def::Variable;
            }
        } else if self.cursor.eat_word("pin") {
            let lane = self.lane()?;
            self.cursor.punct('=')?;
            self.program.lanes[lane].pin = Some(self.pin()?);
        } else if self.cursor.eat_word("address") {
            let id = self.address()?;
            self.cursor.punct('=')?;
            let index = self.one_lane()?;
            self.program.addresses[id].index = index;
        } else if self.cursor.eat_word("output") {
            let reg = self.register()?;
            self.cursor.punct('=')?;
            let mut lanes = [None; 4];
            for lane in &mut lanes {
                if !self.cursor.eat_word("_") {
                    *lane = Some(self.one_lane()?);
                }
            }
            self.program.outputs.push(Output {
                reg,
                lanes,
                span: Span::NONE,
            });
        } else if self.cursor.eat_word("literal") {
            let reg = self.register()?;
            self.cursor.punct('=')?;
            let mut words = ArrayVec::new();
            while !self.cursor.at_line_end() && !words.is_full() {
                words.push(self.literal()?);
            }
            self.program.literals.push(LiteralRegister { reg, words });
        } else if self.cursor.eat_word("vector") {
            self.vector()?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// `x` or `o1.x`
    fn pin(&mut self) -> Parsed<Pin> {
        let output = if self.cursor.peek_at(1).is_punct('.') {
            let reg = self.register()?;
            self.cursor.punct('.')?;
            Some(reg)
        } else {
            None
        };
        let before = self.cursor.clone();
        let letter = self.cursor.word("a component")?.text;
        let is_letter = |other: &char| letter.len() == 1 && letter.starts_with(*other);
        let component = LANES.iter().position(is_letter);
        let component = component.ok_or_else(|| before.expected("x, y, z or w"))? as u8;
        Ok(output.map_or(Pin::Component(component), |reg| Pin::Output(reg, component)))
    }

    fn vector(&mut self) -> Parsed<()> {
        let token = self.cursor.word("a vector")?;
        let number = numbered(token.text, "t");
        let number = number.ok_or_else(|| self.cursor.expected("a vector such as `t0`"))?;
        let id: VectorId = entity(&mut self.program.vectors, number, Vector::default);
        self.cursor.punct('=')?;
        while !self.cursor.at_line_end() {
            let lane = self.lane()?;
            self.program.lanes[lane].vector = Some(id);
            self.program.vectors[id].lanes.push(lane);
        }
        Ok(())
    }

    fn instruction(&mut self) -> Parsed<OpId> {
        let mut results = ArrayVec::new();
        while !self.cursor.eat('=') {
            if results.is_full() {
                return Err(self.cursor.expected("`=`"));
            }
            let lane = if self.cursor.eat_word("_") {
                None
            } else {
                Some(self.lane()?)
            };
            results.push(lane);
        }
        let name = self.cursor.peek();
        let mut code = M::opcode(name.text).ok_or_else(|| self.cursor.expected("an opcode"))?;
        self.cursor.advance();
        let token = self.cursor.peek();
        if token.kind == TokenKind::Text {
            let with = M::with_payload(code, token.text.trim_matches('"'));
            code = with.ok_or_else(|| self.cursor.expected("what belongs to the opcode"))?;
            self.cursor.advance();
        }
        let mut operands = ArrayVec::new();
        while self.cursor.peek().is_punct('[') && !operands.is_full() {
            operands.push(self.operand()?);
        }
        let out = if self.cursor.eat('-') {
            Some(self.out(&results)?)
        } else {
            None
        };
        let predicate = self.predicate()?;
        let group = if self.cursor.eat('#') {
            self.cursor.integer(1..=i64::from(u32::MAX), "the group")? as u32
        } else {
            0
        };
        let id = self.program.ops.push(Op {
            code,
            operands,
            results,
            out,
            predicate,
            group,
            span: Span::NONE,
        });
        self.program.claim_results(id);
        Ok(id)
    }

    fn out(&mut self, results: &[Option<Lane>]) -> Parsed<Out> {
        self.cursor.punct('>')?;
        let reg = self.register()?;
        self.cursor.punct('=')?;
        let mut from = [None; 4];
        for slot in &mut from {
            if self.cursor.eat_word("_") {
                continue;
            }
            let before = self.cursor.clone();
            let lane = Some(self.lane()?);
            let at = results.iter().position(|result| *result == lane);
            let at = at.ok_or_else(|| before.expected("a result of the instruction"))?;
            *slot = Some(at as u8);
        }
        Ok(Out { reg, from })
    }

    fn lane(&mut self) -> Parsed<Lane> {
        let number = numbered(self.cursor.peek().text, "%");
        let number = number.ok_or_else(|| self.cursor.expected("a value such as `%0`"))?;
        self.cursor.advance();
        Ok(entity(&mut self.program.lanes, number, LaneInfo::default))
    }

    fn address(&mut self) -> Parsed<AddressId> {
        let number = numbered(self.cursor.peek().text, "a");
        let number = number.ok_or_else(|| self.cursor.expected("an address value such as `a0`"))?;
        self.cursor.advance();
        let zero = || Address {
            index: LaneRef::literal(0.0),
            span: Span::NONE,
        };
        Ok(entity(&mut self.program.addresses, number, zero))
    }

    fn register(&mut self) -> Parsed<Reg> {
        let word = self.cursor.peek().text;
        let files = M::FILES.iter().enumerate();
        let mut found = files.filter_map(|(file, info)| {
            let number = numbered(word, info.name)?;
            Some(Reg {
                file: file as u8,
                number: u16::try_from(number).ok()?,
            })
        });
        let reg = found
            .next_back()
            .ok_or_else(|| self.cursor.expected("a register"))?;
        self.cursor.advance();
        Ok(reg)
    }

    fn one_lane(&mut self) -> Parsed<LaneRef> {
        let before = self.cursor.clone();
        match self.operand()?.as_slice() {
            [lane] => Ok(*lane),
            _ => Err(before.expected("a single lane in brackets")),
        }
    }

    fn operand(&mut self) -> Parsed<Operand> {
        self.cursor.punct('[')?;
        let mut lanes = Operand::new();
        while !self.cursor.eat(']') {
            self.lanes(&mut lanes)?;
        }
        Ok(lanes)
    }

    /// A value, a literal, or components of a register.
    fn lanes(&mut self, lanes: &mut Operand) -> Parsed<()> {
        if lanes.is_full() {
            return Err(self.cursor.expected("`]` behind four lanes"));
        }
        if self.cursor.eat_word("_") {
            lanes.push(LaneRef::UNDEFINED);
            return Ok(());
        }
        let negate = self.cursor.eat('-');
        let token = self.cursor.peek();
        if token.kind == TokenKind::Number {
            let bits = self.literal()?;
            lanes.push(LaneRef::bits(if negate { bits ^ 1 << 31 } else { bits }));
            return Ok(());
        }
        let absolute = self.cursor.eat('|');
        let first = lanes.len();
        self.bases(lanes)?;
        for lane in lanes.iter_mut().skip(first) {
            (lane.negate, lane.absolute) = (negate, absolute);
        }
        if absolute {
            self.cursor.punct('|')?;
        }
        Ok(())
    }

    /// A value or components of a register, without modifiers.
    fn bases(&mut self, lanes: &mut Operand) -> Parsed<()> {
        if self.cursor.peek().text.starts_with('%') {
            lanes.push(LaneRef::value(self.lane()?));
            return Ok(());
        }
        let (reg, address) = if self.cursor.peek_at(1).is_punct('[') {
            self.indexed()?
        } else {
            (self.register()?, None)
        };
        self.cursor.punct('.')?;
        let letters = self.cursor.word("components")?.text;
        for letter in letters.chars() {
            let component = LANES.iter().position(|other| *other == letter);
            let component = component.filter(|_| !lanes.is_full());
            let component =
                component.ok_or_else(|| self.cursor.expected("up to four of x, y, z, w"))?;
            let base = match address {
                Some(address) => Base::Indexed(reg, address, component as u8),
                None => Base::Reg(reg, component as u8),
            };
            lanes.push(base.into());
        }
        Ok(())
    }

    /// `c[a0+8]`
    fn indexed(&mut self) -> Parsed<(Reg, Option<AddressId>)> {
        let name = self.cursor.peek().text;
        let file = M::FILES.iter().position(|file| file.name == name);
        let file = file.ok_or_else(|| self.cursor.expected("a register file"))? as u8;
        self.cursor.advance();
        self.cursor.punct('[')?;
        let address = self.address()?;
        let number = if self.cursor.eat('+') {
            self.cursor.integer(0..=0xffff, "the register")? as u16
        } else {
            0
        };
        self.cursor.punct(']')?;
        Ok((Reg { file, number }, Some(address)))
    }

    fn literal(&mut self) -> Parsed<u32> {
        let negate = self.cursor.eat('-');
        let token = self.cursor.peek();
        let bits = match token.text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => token.text.parse::<f32>().ok().map(f32::to_bits),
        };
        let bits = bits.filter(|_| token.kind == TokenKind::Number);
        let bits = bits.ok_or_else(|| self.cursor.expected("a number"))?;
        self.cursor.advance();
        Ok(if negate { bits ^ 1 << 31 } else { bits })
    }
}
