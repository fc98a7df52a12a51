//! What tokens do, in numbers of any kind.

use crate::isa::{Dest, File, LaneMask, Meaning, Program, Sampler, Source, Token};
use retroshade_kit::machine::Trap;
use retroshade_kit::machine::effects::{Decoded, Flow};
use retroshade_kit::machine::numbers::{
    Comparison, Component, Detail, Function, Numbers, Outside, Samples, VectorFunction, load,
};
use retroshade_kit::machine::runner::{Execute, Next};
use retroshade_kit::machine::{Kind, MISSING, RegisterImage};
use std::collections::BTreeMap;

type Lanes<N> = [<N as Numbers>::Value; 4];

/// What a register that programs write holds; `None` in lanes that nobody wrote.
type Held<N> = [Option<<N as Numbers>::Value>; 4];

/// Some samples in the midst of a program.
///
/// Constants are read from the files `vc` or `fc`, attributes from `va`, varyings from `v`, the instance number from
/// `iid`.
pub struct Machine<'a, N: Numbers> {
    program: &'a Program,
    flows: Vec<Flow>,
    image: &'a RegisterImage,
    unset: N::Value,
    /// The registers that the program wrote.
    pub registers: BTreeMap<(File, u16), Held<N>>,
    /// The samples for which the last comparison holds.
    pub holds: Samples,
    /// The samples that were discarded. They run on: others look at them for derivatives.
    pub discarded: Samples,
}

/// A source whose index is known.
struct Found<'a, N: Numbers> {
    source: &'a Source,
    /// Where an indirect one looks; `None` in it where nothing is known of the index.
    indexed: Option<Option<N::Address>>,
}

impl<'a, N: Numbers> Machine<'a, N> {
    /// Samples before the first token.
    pub fn new(program: &'a Program, image: &'a RegisterImage, numbers: &mut N) -> Machine<'a, N> {
        Machine {
            program,
            flows: (0..program.len())
                .map(|token| program.flow(token))
                .collect(),
            image,
            unset: numbers.unset(),
            registers: BTreeMap::new(),
            holds: 0,
            discarded: 0,
        }
    }
}

impl<N: Numbers> Execute<N> for Machine<'_, N> {
    fn step(&mut self, instruction: usize, numbers: &mut N) -> Result<Next, Trap> {
        let program = self.program;
        let current = program
            .tokens
            .get(instruction)
            .zip(self.flows.get(instruction).copied());
        let Some((token, flow)) = current else {
            // A program without tokens.
            return Ok(Next {
                end: Samples::MAX,
                ..Next::default()
            });
        };
        let mut jump = 0;
        match token.opcode.info().meaning {
            Meaning::If(comparison) => {
                let [a, b] = [&token.a, &token.b];
                let a = self.first_lane(a, numbers)?;
                let b = self.first_lane(b, numbers)?;
                self.holds = match comparison {
                    // What is no number differs from every number, though no comparison of it holds.
                    Comparison::NOT_EQUAL => !numbers.jumps(Comparison::EQUAL, a, b),
                    _ => numbers.jumps(comparison, a, b),
                };
                jump = !self.holds;
            }
            Meaning::Else => jump = Samples::MAX,
            Meaning::EndIf => {}
            Meaning::Kill => {
                let tested = self.first_lane(&token.a, numbers)?;
                let zero = numbers.integer(0);
                let negative = numbers.jumps(Comparison::LESS, tested, zero);
                self.discarded |= negative & numbers.taking_part();
            }
            meaning => {
                let dest = token.dest.ok_or_else(|| lacks("destination"))?;
                let result = self.result(token, meaning, dest.mask, numbers)?;
                self.write(dest, result, numbers);
            }
        }
        let target = match (jump, flow.target) {
            (0, _) => 0,
            (_, target) => {
                target.ok_or_else(|| Trap::Illegal("a conditional is not closed".into()))?
            }
        };
        Ok(Next {
            jump,
            target,
            end: if flow.ends { Samples::MAX } else { 0 },
        })
    }
}

impl<N: Numbers> Machine<'_, N> {
    /// The lanes of a result that are written.
    fn result(
        &self,
        token: &Token,
        meaning: Meaning,
        written: LaneMask,
        numbers: &mut N,
    ) -> Result<Lanes<N>, Trap> {
        let mut result = [self.unset; 4];
        let a = self.find(&token.a, numbers)?;
        match meaning {
            Meaning::Lanes(function) => {
                let b = match function.arity() {
                    1 => None,
                    _ => Some(self.find(&token.b, numbers)?),
                };
                for lane in written.lanes() {
                    let mut operands = vec![self.lane(&a, 0, lane, numbers)?];
                    if let Some(b) = &b {
                        operands.push(self.lane(b, 0, lane, numbers)?);
                    }
                    result[usize::from(lane)] = numbers.apply(function, &operands)?;
                }
            }
            Meaning::Derivative { vertical } => {
                for lane in written.lanes() {
                    let a = self.lane(&a, 0, lane, numbers)?;
                    let negative = numbers.apply(Function::Negate, &[a])?;
                    result[usize::from(lane)] = if !vertical {
                        numbers.apply(Function::AcrossQuad, &[a, negative])?
                    } else {
                        numbers.apply(Function::AlongQuad, &[negative, a])?
                    };
                }
            }
            Meaning::Product(width) => {
                let b = self.find(&token.b, numbers)?;
                result = [self.product([&a, &b], 0, width, numbers)?; 4];
            }
            Meaning::Matrix { width } => {
                let b = self.find(&token.b, numbers)?;
                let rows = token.opcode.info().rows();
                for lane in written.lanes().filter(|lane| u16::from(*lane) < rows) {
                    let row = self.product([&a, &b], lane.into(), width, numbers)?;
                    result[usize::from(lane)] = row;
                }
            }
            Meaning::Vector(function) => {
                let mut operands = self.first_lanes(&a, 3, numbers)?;
                if function == VectorFunction::Cross {
                    let b = self.find(&token.b, numbers)?;
                    operands.extend(self.first_lanes(&b, 3, numbers)?);
                }
                result = numbers.apply_vector(function, &operands)?;
            }
            Meaning::Lookup => {
                let sampler = token.sampler.ok_or_else(|| lacks("sampler"))?;
                result = self.lookup(&a, &sampler, numbers)?;
            }
            _ => {}
        }
        Ok(result)
    }

    /// The inner product of the first lanes of a source and of a register on from another one.
    fn product(
        &self,
        [a, b]: [&Found<'_, N>; 2],
        row: u16,
        width: u8,
        numbers: &mut N,
    ) -> Result<N::Value, Trap> {
        let mut sum = None;
        for lane in 0..width {
            let factors = [
                self.lane(a, 0, lane, numbers)?,
                self.lane(b, row, lane, numbers)?,
            ];
            let product = numbers.apply(Function::Multiply, &factors)?;
            sum = Some(match sum {
                None => product,
                Some(sum) => numbers.apply(Function::Add, &[sum, product])?,
            });
        }
        Ok(sum.unwrap_or(self.unset))
    }

    fn lookup(
        &self,
        place: &Found<'_, N>,
        sampler: &Sampler,
        numbers: &mut N,
    ) -> Result<Lanes<N>, Trap> {
        let count = if sampler.is_cube() { 3 } else { 2 };
        let coordinates = self.first_lanes(place, count, numbers)?;
        let bias = numbers.literal(f32::from(sampler.bias) / 8.0);
        let detail = if sampler.has_levels() {
            Detail::Bias(bias)
        } else {
            Detail::Ignored(bias)
        };
        match numbers.address(sampler.number.into(), None)? {
            Some(unit) => numbers.lookup(self.image, unit, &coordinates, detail),
            None => Ok([self.unset; 4]),
        }
    }

    fn write(&mut self, dest: Dest, values: Lanes<N>, numbers: &mut N) {
        let held = self.registers.entry((dest.file, dest.number)).or_default();
        for lane in dest.mask.lanes().map(usize::from) {
            let value = numbers.rounded(values[lane]);
            let before = held[lane].unwrap_or(self.unset);
            held[lane] = Some(numbers.merged(value, before));
        }
    }

    /// A source with its index.
    fn find<'s>(&self, source: &'s Option<Source>, numbers: &mut N) -> Result<Found<'s, N>, Trap> {
        let source = source.as_ref().ok_or_else(|| lacks("source"))?;
        let indexed = match source.indirect {
            None => None,
            Some(index) => {
                let value = self.register(index.file, index.number, index.lane & 3, numbers)?;
                Some(numbers.address(index.offset.into(), Some(value))?)
            }
        };
        Ok(Found { source, indexed })
    }

    /// The first lane of a source.
    fn first_lane(&self, source: &Option<Source>, numbers: &mut N) -> Result<N::Value, Trap> {
        let source = self.find(source, numbers)?;
        self.lane(&source, 0, 0, numbers)
    }

    fn first_lanes(
        &self,
        source: &Found<'_, N>,
        count: u8,
        numbers: &mut N,
    ) -> Result<Vec<N::Value>, Trap> {
        (0..count)
            .map(|lane| self.lane(source, 0, lane, numbers))
            .collect()
    }

    /// A lane of a source as the operation sees it; `row` counts registers on from the first.
    fn lane(
        &self,
        found: &Found<'_, N>,
        row: u16,
        lane: u8,
        numbers: &mut N,
    ) -> Result<N::Value, Trap> {
        let source = found.source;
        let lane = source.swizzle.lane(lane);
        match found.indexed {
            None => {
                let number = source.number.saturating_add(row);
                self.register(source.file, number, lane, numbers)
            }
            Some(None) => Ok(self.unset),
            Some(Some(address)) => {
                let address = numbers.displaced(address, row.into());
                let file = File::Constant.prefix(self.program.stage);
                let component = Component::of_registers(file, lane);
                load(
                    numbers,
                    component,
                    address,
                    |numbers, location| match u16::try_from(location) {
                        Ok(number) => self.register(File::Constant, number, lane, numbers),
                        Err(_) => Ok(self.unset),
                    },
                )
            }
        }
    }

    fn register(
        &self,
        file: File,
        number: u16,
        lane: u8,
        numbers: &mut N,
    ) -> Result<N::Value, Trap> {
        let stage = self.program.stage;
        let name = file.prefix(stage);
        let from = match file.kind(stage) {
            Kind::Uniform => Outside::Uniform {
                file: name,
                number: number.into(),
                lane,
            },
            Kind::Input => Outside::Input {
                file: name,
                number: number.into(),
                lane,
                missing: match file {
                    File::Attribute => MISSING[usize::from(lane & 3)],
                    File::InstanceId => 0.0,
                    _ => f32::NAN,
                },
            },
            _ => {
                let held = self.registers.get(&(file, number)).copied();
                return Ok(held.unwrap_or_default()[usize::from(lane & 3)].unwrap_or(self.unset));
            }
        };
        numbers.outside(self.image, from)
    }
}

/// Why a token that was not decoded from words has no meaning.
fn lacks(part: &str) -> Trap {
    Trap::Illegal(format!("a token has no {part}").into())
}
