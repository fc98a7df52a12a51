//! Random programs are printed, parsed and go through the fake chip's pipeline.

use crate::mir::fake::{Fake, Opcode, PIPELINE, Positive};
use crate::mir::*;
use crate::random::Random;
use retroshade_diagnostics::{FileId, Span};
use retroshade_ir::pass::{self, Hooks};

/// How deep blocks are nested.
const NESTING: u32 = 3;

struct Generator {
    random: Random,
    program: Program<Fake>,
    /// Values that can be read, in blocks from the outermost on.
    known: Vec<Lane>,
    /// True if there are absolute values; passes from lanes to vectors take none.
    absolutes: bool,
}

impl Generator {
    fn lane(&mut self) -> LaneRef {
        let component = self.random.below(4) as u8;
        let number = self.random.below(3) as u16;
        let lane = match self.random.below(8) {
            0 => LaneRef::register(Reg { file: 0, number }, component),
            1 => LaneRef::register(Reg { file: 1, number }, component),
            2 => {
                let bits = self.random.bits() as u32;
                return LaneRef::bits(bits);
            }
            3 if !self.program.addresses.is_empty() => {
                let address = self.program.addresses.keys().next().unwrap();
                Base::Indexed(Reg { file: 1, number }, address, component).into()
            }
            _ => match self.random.pick(&self.known) {
                Some(lane) => LaneRef::value(*lane),
                None => return LaneRef::literal(0.5),
            },
        };
        let lane = LaneRef {
            absolute: self.absolutes && self.random.one_in(6),
            ..lane
        };
        lane.negated_if(self.random.one_in(3))
    }

    fn instruction(&mut self) -> OpId {
        let (code, count) = match self.random.below(3) {
            0 => (Opcode::Copy, 1 + self.random.below(4)),
            1 => (Opcode::Add, 1 + self.random.below(4)),
            _ => (Opcode::Dot, 1 + self.random.below(3)),
        };
        let operands: Vec<Operand> = (0..Fake::operands(code))
            .map(|_| (0..count).map(|_| self.lane()).collect())
            .collect();
        self.program.add(code, operands, Span::NONE)
    }

    fn block(&mut self, block: BlockId, depth: u32) {
        for _ in 0..1 + self.random.below(6) {
            if depth < NESTING && self.random.one_in(6) {
                let item = self.nested(depth);
                self.program.blocks[block].push(item);
                continue;
            }
            let id = self.instruction();
            self.program.blocks[block].push(Item::Op(id));
            let results: Vec<Lane> = self.program.ops[id]
                .results
                .iter()
                .flatten()
                .copied()
                .collect();
            self.program.ops[id].group = self.random.below(4) as u32;
            if self.random.one_in(6) {
                self.pin_to_output(id);
                continue;
            }
            if self.random.one_in(5) {
                self.write_out(id);
            }
            self.known.extend(results);
        }
    }

    /// Fills a nested block, whose values are known in it only.
    fn inner(&mut self, depth: u32) -> BlockId {
        let block = self.program.blocks.push(Vec::new());
        let known = self.known.len();
        self.block(block, depth + 1);
        self.known.truncate(known);
        block
    }

    fn nested(&mut self, depth: u32) -> Item<Fake> {
        if self.random.one_in(2) {
            let body = self.inner(depth);
            if self.random.one_in(2) {
                self.program.blocks[body].push(Item::Break);
            }
            let rounds = Some(4).filter(|_| self.random.one_in(2));
            let span = Span::NONE;
            return Item::Loop(Loop { body, rounds, span });
        }
        let mut tests = Vec::new();
        let formula = self.formula(&mut tests, 2);
        let accept = self.inner(depth);
        let reject = if self.random.one_in(2) {
            self.inner(depth)
        } else {
            self.program.blocks.push(Vec::new())
        };
        Item::If(If {
            tests,
            formula,
            accept,
            reject,
            span: Span::NONE,
        })
    }

    fn formula(&mut self, tests: &mut Vec<Test<Fake>>, depth: u32) -> Formula {
        if depth > 0 && self.random.one_in(3) {
            let count = 2 + self.random.below(2);
            let parts = (0..count).map(|_| self.formula(tests, depth - 1)).collect();
            return if self.random.one_in(2) {
                Formula::All(parts)
            } else {
                Formula::Any(parts)
            };
        }
        let operand: Operand = std::iter::once(self.lane()).collect();
        let operands = std::iter::once(operand).collect();
        tests.push(Test {
            code: Positive,
            operands,
        });
        Formula::Test(tests.len() - 1, self.random.one_in(2))
    }

    /// Makes components of an output of an instruction's results.
    fn pin_to_output(&mut self, id: OpId) {
        let number = self.random.below(3) as u16;
        let count = self.program.ops[id].results.len() as u8;
        for at in 0..count {
            let lane = self.program.new_output(Reg { file: 2, number }, at);
            self.program.ops[id].results[usize::from(at)] = Some(lane);
        }
    }

    fn write_out(&mut self, id: OpId) {
        let op = &mut self.program.ops[id];
        let results = op.results.len() as u64;
        let mut from = [None; 4];
        for slot in &mut from {
            *slot = Some(self.random.below(results) as u8).filter(|_| !self.random.one_in(3));
        }
        let number = self.random.below(3) as u16;
        op.out = Some(Out {
            reg: Reg { file: 2, number },
            from,
        })
        .filter(|out| out.mask() != 0);
        // Where one result takes all components, the others have no place.
        let results: Vec<Lane> = op.results.iter().flatten().copied().collect();
        if self.program.layouts_of(&results).next().is_none() {
            self.program.ops[id].out = None;
        }
    }
}

/// A program with conditionals, loops and a variable, or a straight line.
fn program(seed: u64, nested: bool) -> Program<Fake> {
    let mut generator = Generator {
        random: Random::new(seed),
        program: Program::default(),
        known: Vec::new(),
        absolutes: nested,
    };
    if generator.random.one_in(2) {
        generator.program.addresses.push(Address {
            index: LaneRef::register(Reg { file: 0, number: 1 }, 2),
            span: Span::NONE,
        });
    }
    let body = generator.program.body;
    if nested {
        let id = generator.instruction();
        let lane = generator.program.new_variable();
        generator.program.ops[id].results[0] = Some(lane);
        generator.program.blocks[body].push(Item::Op(id));
        generator.known.push(lane);
    }
    generator.block(body, if nested { 0 } else { NESTING });
    generator.block(body, if nested { 0 } else { NESTING });
    generator.program
}

fn reparsed(program: &Program<Fake>) -> Program<Fake> {
    let text = program.to_string();
    let parsed = parse::<Fake>(&text, FileId(0)).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    assert_eq!(parsed.to_string(), text);
    parsed
}

fn valid(program: &Program<Fake>) {
    if let Err(faults) = verify(program) {
        panic!("{}\n{program}", faults[0]);
    }
}

#[test]
fn random_programs_print_and_parse() {
    for seed in 0..3_000 {
        let program = program(seed, true);
        valid(&program);
        valid(&reparsed(&program));
    }
}

#[test]
fn the_pipeline_keeps_every_rule() {
    let mut packed = 0;
    for seed in 0..2_000 {
        let mut program = program(seed, false);
        let mut look = |_: &'static str, seen: pass::Seen<'_>| {
            let text = seen.to_string();
            let parsed =
                parse::<Fake>(&text, FileId(0)).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
            assert_eq!(parsed.to_string(), text);
        };
        let mut hooks = Hooks {
            print_after: pass::After::All,
            verify: true,
            look: Some(&mut look),
            ..Hooks::default()
        };
        match pass::run(PIPELINE, &mut program, &(), &mut hooks) {
            Ok(_) => {
                assert!(View::of(&program).is_some(), "{program}");
                packed += usize::from(!program.literals.is_empty());
            }
            // The fake chip has few registers for literals.
            Err(fault) => assert!(
                fault.message.contains(" registers of "),
                "{seed}: {fault:?}"
            ),
        }
    }
    assert!(packed > 200, "{packed}");
}

#[test]
fn what_is_no_program_is_refused_with_its_place() {
    let cases = [
        (
            "mir fake lanes\n%0 = mul [v0.x]\n",
            "expected an opcode, found `mul`",
        ),
        (
            "mir fake lanes\n%0 = copy [v0.q]\n",
            "expected up to four of x, y, z, w",
        ),
        (
            "mir fake lanes\nif positive [v0.x] {\n",
            "expected a value such as `%0`",
        ),
        (
            "mir fake lanes\n%0 = copy [v0.x] -> o0 = %1 _ _ _\n",
            "expected a result",
        ),
        ("mir other lanes\n", "expected `fake`"),
    ];
    for (text, message) in cases {
        let fault = parse::<Fake>(text, FileId(0)).expect_err(text);
        assert!(fault.message.contains(message), "{}: {text}", fault.message);
        assert!(fault.primary.is_some(), "{text}");
    }
}
