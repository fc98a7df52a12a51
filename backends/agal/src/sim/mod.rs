//! Runs decoded programs.
//!
//! All samples go through the program side by side, so that derivatives find their neighbours. A
//! register lane that was not written holds NaN, so that a program which reads it cannot come out
//! right by luck. What the runtimes leave undefined (a negative operand of `sqt`, `rsq`, `log`,
//! `pow`, an index out of range) gives NaN too.

use crate::isa::{Dest, File, Meaning, Opcode, Program, Sampler, Source, Token};
use retroshade_ir::Stage;
use retroshade_ir::texture::TextureKind;
use retroshade_kit::machine::{
    Kind, MISSING, Outcome, Recorder, Register, RegisterImage, SampleFile, UNSET, Watch,
};
use std::collections::BTreeMap;
use std::fmt;

/// What the machine cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The token from 0.
    pub token: usize,
    /// What is wrong with it.
    pub reason: Reason,
}

/// Why a token cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It lacks this part.
    Missing(&'static str),
    /// This ends a conditional, or its first half, where none is open.
    NoConditional(&'static str),
    /// A conditional is open when the program ends.
    Unclosed,
    /// A register that no program of the stage reads.
    NotReadable(String),
    /// A register that no program of the stage writes.
    NotWritable(String),
    /// This sampler register has no texture.
    NoTexture(u16),
    /// The texture of this sampler register has another dimension than the lookup.
    Dimension(u16),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "token {}: {}", self.token + 1, self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Missing(part) => write!(f, "{part} is missing"),
            Reason::NoConditional(name) => write!(f, "`{name}` without a conditional"),
            Reason::Unclosed => write!(f, "a conditional is not closed"),
            Reason::NotReadable(register) => write!(f, "{register} cannot be read"),
            Reason::NotWritable(register) => write!(f, "{register} cannot be written"),
            Reason::NoTexture(sampler) => write!(f, "sampler fs{sampler} has no texture"),
            Reason::Dimension(sampler) => write!(
                f,
                "the texture of fs{sampler} has another dimension than the lookup"
            ),
        }
    }
}

/// Runs a program for every sample of an image. Constants are read from the files `vc` or `fc`,
/// attributes from `va`, varyings from `v`, the instance number from `iid`; written are `op` and
/// `v`, or `oc` and `od`.
///
/// # Errors
/// If a texture is missing, blocks are not balanced, or a file is read or written that cannot be.
pub fn run(program: &Program, image: &RegisterImage) -> Result<Outcome, Fault> {
    run_watched(program, image, &mut Watch::default())
}

/// As [`run`], with a recording of each token that a sample ran.
///
/// # Errors
/// As [`run`].
pub fn run_watched(
    program: &Program,
    image: &RegisterImage,
    watch: &mut Watch,
) -> Result<Outcome, Fault> {
    let mut machine = Machine::new(program.stage, image);
    for (index, token) in program.tokens.iter().enumerate() {
        let recorded = watch.recorder.as_ref().map(|recorder| recorder.sample);
        let runs =
            |machine: &Machine| recorded.and_then(|sample| machine.active.get(sample).copied());
        let before = runs(&machine);
        machine.step(token).map_err(|reason| Fault {
            token: index,
            reason,
        })?;
        // The token that ends a conditional's half runs for those who begin or end there.
        if [before, runs(&machine)].contains(&Some(true))
            && let Some(recorder) = &mut watch.recorder
        {
            recorder.begin(index);
            machine.record(token, recorder);
        }
    }
    if !machine.blocks.is_empty() {
        return Err(Fault {
            token: program.tokens.len().saturating_sub(1),
            reason: Reason::Unclosed,
        });
    }
    let mut outputs: BTreeMap<String, SampleFile> = BTreeMap::new();
    for ((file, number), samples) in machine.written {
        if matches!(file, File::Output | File::Varying | File::Depth) {
            let name = file.prefix(program.stage).to_owned();
            outputs
                .entry(name)
                .or_default()
                .insert(number.into(), samples);
        }
    }
    let executed = program.tokens.len() as u64;
    Ok(Outcome {
        outputs,
        discarded: machine.discarded,
        executed,
        ..Outcome::default()
    })
}

/// One open conditional.
struct Block {
    /// The samples that were active outside.
    outside: Vec<bool>,
    /// The samples for which the comparison holds.
    holds: Vec<bool>,
}

struct Machine<'a> {
    stage: Stage,
    image: &'a RegisterImage,
    /// Registers that the program wrote.
    written: BTreeMap<(File, u16), Vec<Register>>,
    active: Vec<bool>,
    discarded: Vec<bool>,
    blocks: Vec<Block>,
}

impl<'a> Machine<'a> {
    fn new(stage: Stage, image: &'a RegisterImage) -> Machine<'a> {
        Machine {
            stage,
            image,
            written: BTreeMap::new(),
            active: vec![true; image.samples],
            discarded: vec![false; image.samples],
            blocks: Vec::new(),
        }
    }

    fn step(&mut self, token: &Token) -> Result<(), Reason> {
        let a = || -> Result<Vec<Register>, Reason> {
            self.fetch(token.a.as_ref().ok_or(Reason::Missing("source A"))?, 0)
        };
        let b = |row: u16| -> Result<Vec<Register>, Reason> {
            self.fetch(token.b.as_ref().ok_or(Reason::Missing("source B"))?, row)
        };
        let result = match token.opcode.info().meaning {
            Meaning::Unary(meaning) => map(a()?, |a| a.map(meaning)),
            Meaning::Binary(meaning) => {
                zip(a()?, b(0)?, |a, b| lanes(|lane| meaning(a[lane], b[lane])))
            }
            Meaning::Reduce(meaning) => zip(a()?, b(0)?, |a, b| [meaning(a, b); 4]),
            Meaning::Vector(meaning) => {
                let b = if token.b.is_some() { b(0)? } else { a()? };
                zip(a()?, b, |a, b| {
                    let [x, y, z] = meaning(a, b);
                    [x, y, z, f32::NAN]
                })
            }
            Meaning::Matrix { width } => {
                let mut result = vec![UNSET; self.image.samples];
                for row in 0..token.opcode.info().rows() {
                    let sums = zip(a()?, b(row)?, |a, b| [dot(a, b, width.into()); 4]);
                    for (result, sum) in result.iter_mut().zip(sums) {
                        result[usize::from(row)] = sum[0];
                    }
                }
                result
            }
            Meaning::Derivative { vertical } => self.derivative(&a()?, vertical),
            Meaning::Lookup => {
                let sampler = token
                    .sampler
                    .as_ref()
                    .ok_or(Reason::Missing("the sampler"))?;
                self.lookup(&a()?, sampler)?
            }
            Meaning::Kill => {
                let tested = a()?;
                for (index, value) in tested.iter().enumerate() {
                    self.discarded[index] |= self.active[index] && value[0] < 0.0;
                }
                return Ok(());
            }
            Meaning::If(holds) => {
                let holds = a()?
                    .iter()
                    .zip(b(0)?)
                    .map(|(a, b)| holds(a[0], b[0]))
                    .collect();
                self.open(holds);
                return Ok(());
            }
            Meaning::Else | Meaning::EndIf => return self.turn(token.opcode),
        };
        self.store(
            token
                .dest
                .as_ref()
                .ok_or(Reason::Missing("the destination"))?,
            &result,
        )
    }

    /// Records what a token that was executed did to a sample.
    fn record(&self, token: &Token, recorder: &mut Recorder) {
        let sample = recorder.sample;
        let depth = self.blocks.len();
        match (token.dest, token.opcode.info().meaning) {
            (Some(dest), _) => {
                let held = self.written.get(&(dest.file, dest.number));
                if let Some(value) = held.and_then(|held| held.get(sample)) {
                    let name = dest.file.register(self.stage, dest.number);
                    let kind = match dest.file {
                        File::Temporary => Kind::Temporary,
                        _ => Kind::Output,
                    };
                    recorder.write(kind, &name, dest.mask.bits(), *value);
                }
            }
            (None, Meaning::Kill) if self.discarded.get(sample) == Some(&true) => {
                recorder.say("discarded");
            }
            (None, Meaning::If(_)) => {
                let active = self.active.get(sample) == Some(&true);
                let value = [f32::from(active); 4];
                recorder.write(Kind::Flag, &format!("if{depth}"), 1, value);
            }
            (None, Meaning::EndIf) => recorder.clear(Kind::Flag, &format!("if{}", depth + 1)),
            (None, _) => {}
        }
    }

    fn open(&mut self, holds: Vec<bool>) {
        let outside = self.active.clone();
        self.active = outside
            .iter()
            .zip(&holds)
            .map(|(active, holds)| *active && *holds)
            .collect();
        self.blocks.push(Block { outside, holds });
    }

    fn turn(&mut self, opcode: Opcode) -> Result<(), Reason> {
        if opcode == Opcode::Eif {
            let block = self.blocks.pop().ok_or(Reason::NoConditional("eif"))?;
            self.active = block.outside;
            return Ok(());
        }
        let block = self.blocks.last().ok_or(Reason::NoConditional("els"))?;
        let outside = block.outside.iter().zip(&block.holds);
        self.active = outside.map(|(active, holds)| *active && !*holds).collect();
        Ok(())
    }

    /// The register of each sample, before the swizzle.
    fn register(&self, file: File, number: u16) -> Result<Vec<Register>, Reason> {
        let samples = 0..self.image.samples;
        let name = file.prefix(self.stage);
        let number32 = u32::from(number);
        match file {
            File::Constant => Ok(vec![self.image.uniform(name, number32); self.image.samples]),
            File::Temporary => {
                let held = self.written.get(&(file, number)).cloned();
                Ok(held.unwrap_or_else(|| vec![UNSET; self.image.samples]))
            }
            File::Attribute if self.stage == Stage::Vertex => Ok(samples
                .map(|sample| self.image.input(name, number32, sample, MISSING))
                .collect()),
            File::Varying if self.stage == Stage::Fragment => Ok(samples
                .map(|sample| self.image.input(name, number32, sample, UNSET))
                .collect()),
            File::InstanceId => Ok(samples
                .map(|sample| self.image.input(name, 0, sample, [0.0; 4]))
                .collect()),
            File::Attribute | File::Varying | File::Output | File::Sampler | File::Depth => {
                Err(Reason::NotReadable(file.register(self.stage, number)))
            }
        }
    }

    /// A source as the operation sees it; `row` counts registers on from the first.
    fn fetch(&self, source: &Source, row: u16) -> Result<Vec<Register>, Reason> {
        let registers = match source.indirect {
            None => self.register(source.file, source.number.saturating_add(row))?,
            Some(indirect) => {
                let index = self.register(indirect.file, indirect.number)?;
                let constants = File::Constant.prefix(self.stage);
                let base = f32::from(indirect.offset) + f32::from(row);
                map(index, |index| {
                    let number = index[usize::from(indirect.lane & 3)].trunc() + base;
                    if (0.0..65536.0).contains(&number) {
                        self.image.uniform(constants, number as u32)
                    } else {
                        UNSET
                    }
                })
            }
        };
        let swizzle = source.swizzle.lanes();
        Ok(map(registers, |register| {
            swizzle.map(|lane| register[usize::from(lane)])
        }))
    }

    fn derivative(&self, values: &[Register], vertical: bool) -> Vec<Register> {
        if !self.image.quads {
            return vec![[0.0; 4]; values.len()];
        }
        let at = |index: usize| values.get(index).copied().unwrap_or(UNSET);
        let pair = |index: usize| match vertical {
            false => (index & !1, index | 1),
            true => (index & !2, index | 2),
        };
        (0..values.len())
            .map(|index| {
                let (from, to) = pair(index);
                lanes(|lane| at(to)[lane] - at(from)[lane])
            })
            .collect()
    }

    fn lookup(&self, coordinates: &[Register], sampler: &Sampler) -> Result<Vec<Register>, Reason> {
        let number = u32::from(sampler.number);
        let texture = self.image.textures.get(&number);
        let texture = texture.ok_or(Reason::NoTexture(sampler.number))?;
        if (texture.kind() == TextureKind::Cube) != sampler.is_cube() {
            return Err(Reason::Dimension(sampler.number));
        }
        let bias = f32::from(sampler.bias) / 8.0;
        let places: Vec<[f32; 3]> = coordinates
            .iter()
            .map(|[x, y, z, _]| [*x, *y, *z])
            .collect();
        let level = |sample| match sampler.mip {
            0 => 0.0,
            _ => self.image.implicit_level(texture, &places, sample) + bias,
        };
        let samples = places.iter().enumerate();
        Ok(samples
            .map(|(sample, place)| texture.sample(*place, level(sample)))
            .collect())
    }

    fn store(&mut self, dest: &Dest, values: &[Register]) -> Result<(), Reason> {
        let readable = match dest.file {
            File::Temporary | File::Output => true,
            File::Varying => self.stage == Stage::Vertex,
            File::Depth => self.stage == Stage::Fragment,
            File::Attribute | File::Constant | File::Sampler | File::InstanceId => false,
        };
        if !readable {
            let register = dest.file.register(self.stage, dest.number);
            return Err(Reason::NotWritable(register));
        }
        let held = self.written.entry((dest.file, dest.number));
        let held = held.or_insert_with(|| vec![UNSET; self.image.samples]);
        for ((held, value), active) in held.iter_mut().zip(values).zip(&self.active) {
            for lane in dest.mask.lanes().filter(|_| *active) {
                held[usize::from(lane)] = value[usize::from(lane)];
            }
        }
        Ok(())
    }
}

fn lanes(lane: impl Fn(usize) -> f32) -> Register {
    [lane(0), lane(1), lane(2), lane(3)]
}

fn map(values: Vec<Register>, f: impl Fn(Register) -> Register) -> Vec<Register> {
    values.into_iter().map(f).collect()
}

fn zip(
    a: Vec<Register>,
    b: Vec<Register>,
    f: impl Fn(Register, Register) -> Register,
) -> Vec<Register> {
    a.into_iter().zip(b).map(|(a, b)| f(a, b)).collect()
}

fn dot(a: Register, b: Register, width: usize) -> f32 {
    a.iter().zip(b).take(width).map(|(a, b)| a * b).sum()
}
