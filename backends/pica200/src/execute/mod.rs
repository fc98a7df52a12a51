//! What words do, in numbers of any kind.
//!
//! One sample runs at a time: where blocks end is on stacks, and the machine has one set of them.

mod program;
mod stacks;

pub use program::Executable;
pub use stacks::OpenLoop;

use crate::isa::{Condition, Index, Instruction, LOOP_DEPTH, Meaning, Opcode, Source, UNIFORMS};
use retroshade_kit::machine::Trap;
use retroshade_kit::machine::numbers::{
    Comparison, Component, Function, Numbers, Outside, Samples, load,
};
use retroshade_kit::machine::runner::{Execute, Next};
use retroshade_kit::machine::{MISSING, RegisterImage};
use stacks::{Stacks, Unbalanced};

/// The largest magnitude of the exponent that `litp` hands on.
const LIT_EXPONENT: f32 = 32767.0 / 256.0;

/// The lanes of a result or a register; `None` where nothing was written.
pub type Lanes<T> = [Option<T>; 4];

/// A vertex that a geometry program made.
#[derive(Clone, Debug, PartialEq)]
pub struct Emission<T> {
    /// Vertex slot.
    pub vertex: u8,
    /// Whether it ends a primitive.
    pub primitive: bool,
    /// Whether the winding of that is inverted.
    pub winding: bool,
    /// The outputs.
    pub outputs: [T; 16],
}

/// The way in which a machine runs loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loops {
    /// Round by round, as the integer registers say.
    #[default]
    Executed,
    /// With a number that counts the rounds: each begins with a test of it, on which control depends. `aL` is taken to
    /// have no more than eight bits where loops are nested.
    Symbolic,
}

/// Where a program stands: the word that runs next, and what the stacks hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Control {
    next: usize,
    stacks: Stacks,
}

/// A sample in the midst of a program. Inputs are read from the file `v`, uniforms from `c`, `i` and `b`.
#[derive(Clone)]
pub struct Machine<'a, N: Numbers> {
    program: &'a Executable,
    image: &'a RegisterImage,
    unset: N::Value,
    /// Whether the unit says by `b15` that a geometry program ran before.
    pub is_later: bool,
    /// The temporary registers.
    pub temporaries: [Lanes<N::Value>; 16],
    banks: [[Lanes<N::Value>; 16]; 2],
    bank: usize,
    /// `a0.x` and `a0.y` with their fractions, which addresses leave out.
    pub address: [N::Value; 2],
    /// `cmp.x` and `cmp.y`, 1 or 0.
    pub flags: [N::Value; 2],
    /// The rounds of symbolic loops that are over, by the number of loops around.
    pub rounds: [N::Value; LOOP_DEPTH],
    /// The way in which loops are run.
    pub loops: Loops,
    stacks: Stacks,
    /// The word that runs next.
    pub next: usize,
    emitter: Option<(u8, bool, bool)>,
    /// The vertices that were made.
    pub emitted: Vec<Emission<Lanes<N::Value>>>,
}

impl<'a, N: Numbers> Machine<'a, N> {
    /// A sample before the first word.
    pub fn new(
        program: &'a Executable,
        image: &'a RegisterImage,
        numbers: &mut N,
    ) -> Machine<'a, N> {
        Machine {
            program,
            image,
            unset: numbers.unset(),
            is_later: false,
            temporaries: [[None; 4]; 16],
            banks: [[[None; 4]; 16]; 2],
            bank: 0,
            address: [numbers.integer(0); 2],
            flags: [numbers.integer(0); 2],
            rounds: [numbers.integer(0); LOOP_DEPTH],
            loops: Loops::Executed,
            stacks: Stacks::default(),
            next: program.start,
            emitter: None,
            emitted: Vec::new(),
        }
    }

    /// The outputs. A geometry program has two sets of them and changes over with every vertex.
    pub fn outputs(&self) -> &[Lanes<N::Value>; 16] {
        &self.banks[self.bank]
    }

    /// The outputs, to be set.
    pub fn outputs_mut(&mut self) -> &mut [Lanes<N::Value>; 16] {
        &mut self.banks[self.bank]
    }

    /// `aL`
    pub fn counter(&self) -> i32 {
        self.stacks.counter
    }

    /// The symbolic loops that are open, the outermost first.
    pub fn open_loops(&self) -> impl Iterator<Item = OpenLoop> {
        self.stacks.symbolic_loops()
    }

    /// Where the program stands.
    pub fn control(&self) -> Control {
        Control {
            next: self.next,
            stacks: self.stacks.clone(),
        }
    }

    /// Goes on somewhere else, with the same numbers in registers.
    pub fn resume(&mut self, control: &Control) {
        self.next = control.next;
        self.stacks = control.stacks.clone();
    }

    fn boolean(&self, number: u8, numbers: &mut N) -> bool {
        if self.is_later && number == 15 {
            return true;
        }
        match self.program.booleans.get(&number) {
            Some(constant) => *constant,
            None => numbers.switched(self.image, "b", number.into()),
        }
    }

    /// What an integer register holds: the rounds behind the first, the start and the step of `aL`.
    fn integer(&self, number: u8, numbers: &mut N) -> [u8; 4] {
        let constant = self.program.integer(number);
        constant.unwrap_or_else(|| numbers.bytes(self.image, "i", number.into()))
    }

    /// A lane of a float register that the file does not fill. Those of a geometry program may have its input.
    fn uniform(&self, number: u32, lane: u8) -> Outside {
        let inputs = self.image.inputs.get("c");
        if inputs.is_some_and(|inputs| inputs.contains_key(&number)) {
            return Outside::Input {
                file: "c",
                number,
                lane,
                missing: f32::NAN,
            };
        }
        Outside::Uniform {
            file: "c",
            number,
            lane,
        }
    }

    fn float(&self, number: i64, lane: u8, numbers: &mut N) -> Result<N::Value, Trap> {
        let number = (number & 0x7f) as u8;
        // Behind the last register there are ones.
        if number >= UNIFORMS {
            return Ok(numbers.integer(1));
        }
        let value = match self.program.floats.get(&number) {
            Some(constant) => numbers.literal(constant[usize::from(lane)]),
            None => numbers.outside(self.image, self.uniform(number.into(), lane))?,
        };
        Ok(numbers.rounded(value))
    }

    /// A lane of an integer register: a number of the file, or data.
    fn limit(&self, integer: u8, lane: u8, numbers: &mut N) -> Result<N::Value, Trap> {
        match self.program.integers.get(&integer) {
            Some(constant) => Ok(numbers.integer(constant[usize::from(lane & 3)].into())),
            None => {
                let from = Outside::Uniform {
                    file: "i",
                    number: integer.into(),
                    lane,
                };
                numbers.outside(self.image, from)
            }
        }
    }

    /// A lane of the uniform register that `aL` of the innermost symbolic loop chooses.
    fn counted(&self, number: i64, lane: u8, numbers: &mut N) -> Result<N::Value, Trap> {
        let mut loops = self.stacks.symbolic_loops();
        let open = loops.next_back().ok_or_else(|| {
            Trap::Illegal("`aL` is read outside of the loop that counts it".into())
        })?;
        let rounds = self.rounds[open.depth % LOOP_DEPTH];
        let known = self.program.integer(open.integer);
        let offset = match known {
            Some([_, _, 1, _]) => rounds,
            _ => {
                let step = self.limit(open.integer, 2, numbers)?;
                numbers.apply(Function::Multiply, &[rounds, step])?
            }
        };
        let offset = match known {
            Some([_, 0, ..]) => offset,
            _ => {
                let start = self.limit(open.integer, 1, numbers)?;
                numbers.apply(Function::Add, &[start, offset])?
            }
        };
        let component = Component::of_registers("c", lane);
        match numbers.address(number, Some(offset))? {
            Some(address) => load(numbers, component, address, |numbers, location| {
                self.float(location, lane, numbers)
            }),
            None => Ok(self.unset),
        }
    }

    /// Tests whether a symbolic loop goes on, and returns the word that runs next.
    fn test(&mut self, open: OpenLoop, numbers: &mut N) -> Result<usize, Trap> {
        let rounds = self.rounds[open.depth % LOOP_DEPTH];
        // The count is that of the rounds behind the first.
        let (limit, comparison) = match self.program.integers.get(&open.integer) {
            Some(constant) => {
                let limit = numbers.integer(i64::from(constant[0]) + 1);
                (limit, Comparison::LESS)
            }
            None => {
                let limit = self.limit(open.integer, 0, numbers)?;
                (limit, Comparison::LESS_OR_EQUAL)
            }
        };
        let goes_on = numbers.jumps(comparison, rounds, limit) & 1 == 1;
        let next = self.stacks.tested(goes_on);
        next.ok_or_else(|| Trap::Illegal("a round of no loop".into()))
    }

    /// What an instruction sees in a lane of an operand.
    fn lane(
        &self,
        source: &Source,
        index: Index,
        lane: u8,
        numbers: &mut N,
    ) -> Result<N::Value, Trap> {
        let lane = source.swizzle.lane(lane) & 3;
        let place = usize::from(lane);
        let register = source.register;
        let value = if let Some(number) = register.as_input() {
            let input = Outside::Input {
                file: "v",
                number: number.into(),
                lane,
                missing: MISSING[place],
            };
            let value = numbers.outside(self.image, input)?;
            numbers.rounded(value)
        } else if let Some(number) = register.as_temporary() {
            self.temporaries[usize::from(number & 15)][place].unwrap_or(self.unset)
        } else {
            let number = i64::from(register.as_uniform().unwrap_or(0));
            match index {
                Index::None => self.float(number, lane, numbers)?,
                Index::Loop => match self.loops {
                    Loops::Executed => {
                        let location = number + i64::from(self.counter());
                        self.float(displaced(number, location), lane, numbers)?
                    }
                    Loops::Symbolic => self.counted(number, lane, numbers)?,
                },
                Index::AddressX | Index::AddressY => {
                    let offset = self.address[usize::from(index == Index::AddressY)];
                    let component = Component::of_registers("c", lane);
                    match numbers.address(number, Some(offset))? {
                        Some(address) => load(numbers, component, address, |numbers, location| {
                            self.float(displaced(number, location), lane, numbers)
                        })?,
                        None => self.unset,
                    }
                }
            }
        };
        if source.negate {
            numbers.apply(Function::Negate, &[value])
        } else {
            Ok(value)
        }
    }

    /// The lanes of a result that are written.
    fn result(&self, instruction: &Instruction, numbers: &mut N) -> Result<Lanes<N::Value>, Trap> {
        let (mask, sources) = (instruction.mask(), instruction.sources());
        let operand = |source: usize, lane: u8, numbers: &mut N| match sources.get(source) {
            Some(source) => self.lane(source, instruction.index(), lane, numbers),
            None => Ok(self.unset),
        };
        let product = |lane: u8, numbers: &mut N| {
            let factors = [operand(0, lane, numbers)?, operand(1, lane, numbers)?];
            numbers.apply(Function::Multiply, &factors)
        };
        let products = |lanes: u8, numbers: &mut N| {
            let products = (0..lanes).map(|lane| product(lane, numbers));
            products.collect::<Result<Vec<N::Value>, Trap>>()
        };
        let positive = |lane: u8, numbers: &mut N| {
            let operands = [operand(0, lane, numbers)?, numbers.integer(0)];
            numbers.apply(Function::Maximum, &operands)
        };
        let mut result = [None; 4];
        let mut each = |compute: &mut dyn FnMut(u8) -> Result<N::Value, Trap>| {
            for lane in mask.lanes() {
                result[usize::from(lane)] = Some(compute(lane)?);
            }
            Ok::<(), Trap>(())
        };
        let meaning = instruction.opcode().info().meaning;
        match meaning {
            Meaning::Lanes(function) => each(&mut |lane| {
                let operands = (0..sources.len()).map(|source| operand(source, lane, numbers));
                let operands = operands.collect::<Result<Vec<N::Value>, Trap>>()?;
                numbers.apply(function, &operands)
            })?,
            Meaning::MultiplyAdd => each(&mut |lane| {
                let terms = [product(lane, numbers)?, operand(2, lane, numbers)?];
                numbers.apply(Function::Add, &terms)
            })?,
            Meaning::First(function) => {
                let operand = operand(0, 0, numbers)?;
                let value = numbers.apply(function, &[operand])?;
                each(&mut |_| Ok(value))?;
            }
            Meaning::Dot(lanes) => {
                let terms = products(lanes, numbers)?;
                let value = numbers.apply(Function::Sum, &terms)?;
                each(&mut |_| Ok(value))?;
            }
            Meaning::HomogeneousDot => {
                let mut terms = products(3, numbers)?;
                terms.push(operand(1, 3, numbers)?);
                let value = numbers.apply(Function::Sum, &terms)?;
                each(&mut |_| Ok(value))?;
            }
            Meaning::Distance => each(&mut |lane| match lane {
                0 => Ok(numbers.integer(1)),
                1 => product(lane, numbers),
                2 => operand(0, lane, numbers),
                _ => operand(1, lane, numbers),
            })?,
            Meaning::Lighting => each(&mut |lane| match lane {
                0 | 3 => positive(lane, numbers),
                1 => {
                    let operands = [numbers.literal(-LIT_EXPONENT), operand(0, lane, numbers)?];
                    let exponent = numbers.apply(Function::Maximum, &operands)?;
                    let limit = numbers.literal(LIT_EXPONENT);
                    numbers.apply(Function::Minimum, &[limit, exponent])
                }
                _ => Ok(numbers.integer(0)),
            })?,
            Meaning::Address | Meaning::Compare | Meaning::Control => {}
        }
        Ok(match meaning {
            // These hand a number on as it is.
            Meaning::Lanes(Function::Copy | Function::Maximum | Function::Minimum) => result,
            _ => result.map(|lane| lane.map(|value| numbers.rounded(value))),
        })
    }

    /// Sets a flag by a comparison.
    fn compare(
        &mut self,
        flag: usize,
        comparison: Comparison,
        operands: [N::Value; 2],
        numbers: &mut N,
    ) -> Result<(), Trap> {
        self.flags[flag] = numbers.apply(Function::Compare(comparison), &operands)?;
        Ok(())
    }

    /// Whether a condition holds. Flags that it does not look at are not asked for.
    fn holds(&self, condition: Condition, numbers: &mut N) -> bool {
        let [x, y] = [0, 1].map(|flag| {
            let is_asked = condition.flags() >> flag & 1 == 1;
            is_asked && numbers.flagged(self.flags[flag]) & 1 == 1
        });
        condition.holds(x, y)
    }

    fn emit(&mut self) -> Result<(), Unbalanced> {
        if !self.program.is_geometry {
            return Err(Unbalanced("`emit` in a vertex program"));
        }
        let emitter = self.emitter.ok_or(Unbalanced("`emit` without `setemit`"))?;
        let (vertex, primitive, winding) = emitter;
        self.emitted.push(Emission {
            vertex,
            primitive,
            winding,
            outputs: *self.outputs(),
        });
        self.bank ^= 1;
        Ok(())
    }

    /// What a word of flow does by itself, and whether it leaves a loop.
    fn steer(
        &mut self,
        word: usize,
        instruction: &Instruction,
        numbers: &mut N,
    ) -> Result<(usize, bool), Unbalanced> {
        let opcode = instruction.opcode();
        let taken = match *instruction {
            Instruction::Flags { condition, .. } => {
                opcode == Opcode::Call || self.holds(condition, numbers)
            }
            Instruction::Boolean {
                boolean, inverted, ..
            } => self.boolean(boolean, numbers) != inverted,
            Instruction::Loop { integer, last } => {
                let (entry, end) = (word + 1, usize::from(last) + 1);
                match self.loops {
                    Loops::Executed => {
                        let value = self.integer(integer, numbers);
                        self.stacks.open_loop(entry, end, value)?;
                    }
                    Loops::Symbolic => {
                        let depth = self.stacks.open_symbolic_loop(entry, end, integer)?;
                        self.rounds[depth % LOOP_DEPTH] = numbers.integer(0);
                    }
                }
                false
            }
            Instruction::SetEmit {
                vertex,
                primitive,
                winding,
            } => {
                if !self.program.is_geometry {
                    return Err(Unbalanced("`setemit` in a vertex program"));
                }
                self.emitter = Some((vertex, primitive, winding));
                false
            }
            _ => {
                if opcode == Opcode::Emit {
                    self.emit()?;
                }
                opcode == Opcode::Break
            }
        };
        let named = instruction.named_words().unwrap_or_default();
        let next = if opcode.is_call() && taken {
            self.stacks.call(named.end, word + 1)?;
            named.start
        } else if opcode.is_if() && taken {
            self.stacks.condition(named.start, named.end)?;
            word + 1
        } else if opcode.is_if() || opcode.is_jump() && taken {
            named.start
        } else {
            word + 1
        };
        Ok((next, opcode.is_break() && taken))
    }
}

impl<N: Numbers> Execute<N> for Machine<'_, N> {
    fn start(&self) -> usize {
        self.next
    }

    fn step(&mut self, word: usize, numbers: &mut N) -> Result<Next, Trap> {
        if let Some(open) = self.stacks.untested() {
            self.next = self.test(open, numbers)?;
            return Ok(Next {
                jump: Samples::MAX,
                target: self.next,
                end: 0,
            });
        }
        let decoded = self.program.words.get(word).ok_or_else(|| {
            Trap::Illegal("the program ran past its last instruction without `end`".into())
        })?;
        let decoded = decoded.as_ref();
        let instruction = decoded
            .map_err(|why| Trap::Illegal(why.to_string().into()))?
            .instruction;
        let unbalanced = |Unbalanced(why)| Trap::Illegal(why.into());
        let (mut next, mut breaks) = (word + 1, false);
        match instruction {
            Instruction::Bare(Opcode::End) => {
                return Ok(Next {
                    end: Samples::MAX,
                    ..Next::default()
                });
            }
            Instruction::Arithmetic {
                destination, mask, ..
            } => {
                let result = self.result(&instruction, numbers)?;
                if instruction.opcode().info().meaning == Meaning::Lighting {
                    let source = &instruction.sources()[0];
                    let index = instruction.index();
                    for (flag, lane) in [0, 3].into_iter().enumerate() {
                        let operand = self.lane(source, index, lane, numbers)?;
                        let operands = [operand, numbers.integer(0)];
                        self.compare(flag, Comparison::GREATER_OR_EQUAL, operands, numbers)?;
                    }
                }
                let number = usize::from(destination.number() & 15);
                let register = match destination.as_output() {
                    Some(_) => &mut self.banks[self.bank][number],
                    None => &mut self.temporaries[number],
                };
                for lane in mask.lanes().map(usize::from) {
                    register[lane] = result[lane];
                }
            }
            Instruction::MoveAddress {
                mask,
                source,
                index,
            } => {
                for lane in mask.lanes().filter(|lane| *lane < 2) {
                    self.address[usize::from(lane)] = self.lane(&source, index, lane, numbers)?;
                }
            }
            Instruction::Compare {
                operators,
                sources: [a, b],
                index,
            } => {
                for (flag, lane) in [0, 1].into_iter().enumerate() {
                    let a = self.lane(&a, index, lane, numbers)?;
                    let b = self.lane(&b, index, lane, numbers)?;
                    self.compare(flag, operators[flag].orders(), [a, b], numbers)?;
                }
            }
            _ => {
                let steered = self.steer(word, &instruction, numbers);
                (next, breaks) = steered.map_err(unbalanced)?;
            }
        }
        let advanced = self.stacks.advance(word, next, breaks);
        let (next, ended) = advanced.map_err(unbalanced)?;
        if let Some(depth) = ended {
            let one = numbers.integer(1);
            let rounds = &mut self.rounds[depth % LOOP_DEPTH];
            *rounds = numbers.apply(Function::Add, &[*rounds, one])?;
        }
        self.next = next;
        Ok(Next {
            jump: Samples::MAX,
            target: self.next,
            end: 0,
        })
    }
}

/// The uniform register of a number and an offset: what is out of the range of a signed byte adds nothing.
fn displaced(number: i64, location: i64) -> i64 {
    match i8::try_from(location.saturating_sub(number)) {
        Ok(_) => location,
        Err(_) => number,
    }
}
