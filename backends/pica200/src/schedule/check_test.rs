//! Random programs that were changed a little: what the check lets pass must still compute the same.

use super::check::check;
use super::{Attempts, Frame, Made, Outline, Sharing, encode};
use crate::container::Constant;
use crate::isa::{
    Comparison, Condition, Destination, Index, Instruction, LaneMask, Source, SourceRegister,
    Swizzle, TABLE,
};
use crate::machine::{NanResult, Program as Code};
use crate::rules::verify;
use crate::settings::Settings;
use crate::{PICA200, reflect, select};
use indexmap::IndexMap;
use retroshade_diagnostics::Diagnostics;
use retroshade_ir::generate::{Knobs, Sample, sample};
use retroshade_ir::pass::{self, Hooks};
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_ir::{Shader, Stage};
use retroshade_kit::random::Random;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Binary, Target};
use retroshade_kit::{agreement, machine};

/// A program with what it was made from.
struct Built {
    code: Code,
    nan: NanResult,
    made: Made,
    record: Reflection,
}

/// The program of a shader; `None` where it is refused.
fn built(shader: &Shader, outline: Outline) -> Option<Built> {
    let options = agreement::clip();
    let mut hooks = Hooks::default();
    let mut shader = shader.clone();
    PICA200.prepare(&mut shader, &options, &mut hooks).unwrap();
    let request = Settings::read(&options).unwrap();
    let settings = &request.selection;
    let (mut code, places) = select::lower(&shader, settings).ok()?;
    for passes in [request.pipeline(), request.finish()[0]] {
        pass::run(passes, &mut code, settings, &mut hooks).unwrap();
    }
    let frame = Frame {
        taken: places.taken.clone(),
        truth: Some(15),
        executable: reflect::tables(&shader, &places),
        budget: request.budget,
    };
    let attempts = Attempts {
        frame: &frame,
        nan: settings.nan,
        bound: 0,
        descriptors: Sharing::AsTheyCome,
    };
    let made = attempts.make(&code, outline).ok()?;
    let finished = attempts.attempt(&code, outline).unwrap();
    let record = reflect::reflection(&shader, &places, &finished);
    Some(Built {
        code,
        nan: settings.nan,
        made,
        record,
    })
}

/// What became of changes.
#[derive(Debug, Default)]
struct Counts {
    noticed: u32,
    /// Such as change no result.
    idle: u32,
    /// Such as change a result unnoticed.
    wrong: Vec<String>,
}

impl Counts {
    /// Demands that so many changes were noticed, and none that makes a difference was not.
    fn demand(&self, noticed: u32) {
        assert!(self.wrong.is_empty(), "{:#?}", self.wrong);
        assert!(
            self.noticed > noticed && self.idle > noticed / 8,
            "{self:?}"
        );
    }
}

impl Built {
    /// What the check says of a program of the same code.
    fn fault(&self, made: &Made) -> Option<String> {
        let Made {
            program,
            literals,
            shbin,
            ..
        } = made;
        let checked = check(&self.code, self.nan, program, literals, shbin);
        checked.err().map(|fault| fault.message)
    }

    fn is_proved(&self, made: &Made) -> bool {
        self.fault(made).is_none() && verify(&made.shbin).is_empty()
    }

    fn run(&self, made: &Made, inputs: &RunInputs) -> Result<Vec<u32>, String> {
        let bytes = made.shbin.to_bytes();
        let binary = Binary {
            bytes: &bytes,
            container: None,
            stage: None,
            side_files: &IndexMap::new(),
        };
        let bits = |outputs: RunOutputs| -> Vec<u32> {
            let numbers = outputs.outputs.into_values().flatten().flatten();
            let number = |number: f32| {
                if number.is_nan() {
                    0x7fc0_0000
                } else {
                    number.to_bits()
                }
            };
            numbers.map(number).collect()
        };
        let messages = |errors: Diagnostics| format!("{errors:?}");
        let found = machine::run(&PICA200, binary, &self.record, inputs);
        found.map(bits).map_err(messages)
    }

    /// Looks at a change.
    fn judge(&self, changed: &Made, what: &str, inputs: &RunInputs, counts: &mut Counts) {
        if !self.is_proved(changed) {
            counts.noticed += 1;
            return;
        }
        counts.idle += 1;
        if self.run(changed, inputs) != self.run(&self.made, inputs) {
            counts.wrong.push(what.to_owned());
        }
    }
}

fn of_seed(seed: u64, operations: u32) -> Sample {
    let knobs = Knobs {
        stage: Some(Stage::Vertex),
        operations,
        ..Knobs::default()
    };
    sample(seed, &knobs)
}

/// A bit of the file changes: of the code, of the descriptors, or of a literal.
fn change_bits(built: &Built, inputs: &RunInputs, random: &mut Random, counts: &mut Counts) {
    assert!(built.is_proved(&built.made));
    let literals = &built.made.literals.registers;
    let is_literal = |register: u8| literals.iter().any(|(number, _)| *number == register);
    let file = &built.made.shbin;
    let bits = |words: usize| (0..words).flat_map(|word| (0..32).map(move |bit| (word, bit)));
    for (word, bit) in bits(file.code.len()).filter(|_| random.one_in(3)) {
        let mut changed = built.made.clone();
        changed.shbin.code[word] ^= 1 << bit;
        built.judge(&changed, &format!("word {word} bit {bit}"), inputs, counts);
    }
    for (word, bit) in bits(file.descriptors.len()).filter(|_| random.one_in(3)) {
        let mut changed = built.made.clone();
        changed.shbin.descriptors[word] ^= 1 << bit;
        let what = format!("descriptor {word} bit {bit}");
        built.judge(&changed, &what, inputs, counts);
    }
    for number in 0..file.executables[0].constants.len() {
        for bit in 0..4 * 24 {
            let mut changed = built.made.clone();
            match &mut changed.shbin.executables[0].constants[number] {
                Constant::Float { index, value } if is_literal(*index) => {
                    value[bit / 24] ^= 1 << (bit % 24);
                }
                Constant::Integer { value, .. } if bit < 8 => value[0] ^= 1 << bit,
                Constant::Boolean { value, .. } if bit == 0 => *value = !*value,
                _ => continue,
            }
            let what = format!("constant {number} bit {bit}");
            built.judge(&changed, &what, inputs, counts);
        }
    }
}

/// An instruction with one operand, lane or register changed.
fn variants(instruction: &Instruction) -> Vec<Instruction> {
    let mut all = Vec::new();
    for k in 0..instruction.sources().len() {
        let mut with = |change: &dyn Fn(Source) -> Source| {
            let other = |number, source| if number == k { change(source) } else { source };
            all.push(instruction.with_sources(other));
        };
        with(&|source| Source {
            negate: !source.negate,
            ..source
        });
        for step in [1, 0x10] {
            with(&|source| Source {
                register: SourceRegister::from_number(source.register.number() ^ step),
                ..source
            });
        }
        for position in 0..4 {
            with(&|source| {
                let mut lanes = [0, 1, 2, 3].map(|at| source.swizzle.lane(at));
                lanes[position] = (lanes[position] + 1) % 4;
                Source {
                    swizzle: Swizzle::new(lanes),
                    ..source
                }
            });
        }
    }
    let toggled = |mask: LaneMask, lane: u8| {
        if mask.has(lane) {
            mask.without(LaneMask::lane(lane))
        } else {
            mask.or(LaneMask::lane(lane))
        }
    };
    for lane in 0..4 {
        let mut changed = *instruction;
        if let Instruction::Arithmetic { mask, .. } | Instruction::MoveAddress { mask, .. } =
            &mut changed
        {
            *mask = toggled(*mask, lane);
            all.push(changed);
        }
    }
    for other in Index::ALL {
        let mut changed = *instruction;
        if let Instruction::Arithmetic { index, .. }
        | Instruction::MoveAddress { index, .. }
        | Instruction::Compare { index, .. } = &mut changed
        {
            *index = other;
            all.push(changed);
        }
    }
    for step in [1, 0x10] {
        let mut changed = *instruction;
        if let Instruction::Arithmetic { destination, .. } = &mut changed {
            *destination = Destination::from_number(destination.number() ^ step);
            all.push(changed);
        }
    }
    all.extend(other_operations(instruction));
    all.retain(|changed| changed != instruction);
    all
}

/// An instruction with another opcode, operator or condition, or that depends on another uniform.
fn other_operations(instruction: &Instruction) -> Vec<Instruction> {
    let form = instruction.opcode().info().form;
    let rows = TABLE.rows.iter().filter(|row| row.info.form == form);
    let opcodes = rows.map(|row| row.info.opcode);
    match *instruction {
        Instruction::Arithmetic {
            destination,
            mask,
            sources,
            index,
            ..
        } => opcodes
            .map(|opcode| Instruction::Arithmetic {
                opcode,
                destination,
                mask,
                sources,
                index,
            })
            .collect(),
        Instruction::Compare { sources, index, .. } => Comparison::ALL
            .map(|operator| Instruction::Compare {
                operators: [operator; 2],
                sources,
                index,
            })
            .into(),
        Instruction::Flags {
            opcode,
            target,
            length,
            ..
        } => [true, false]
            .into_iter()
            .flat_map(|wanted| [Condition::x(wanted), Condition::y(wanted)])
            .map(|condition| Instruction::Flags {
                opcode,
                condition,
                target,
                length,
            })
            .collect(),
        Instruction::Boolean {
            opcode,
            boolean,
            inverted,
            target,
            length,
        } => [(boolean ^ 1, inverted), (boolean, !inverted)]
            .map(|(boolean, inverted)| Instruction::Boolean {
                opcode,
                boolean,
                inverted,
                target,
                length,
            })
            .into(),
        Instruction::Loop { integer, last } => vec![Instruction::Loop {
            integer: integer ^ 1,
            last,
        }],
        Instruction::Bare(_) => opcodes.map(Instruction::Bare).collect(),
        _ => Vec::new(),
    }
}

/// The emitter puts something elsewhere, or reads it elsewhere: the words are what it meant, but not what was selected.
fn change_words(built: &Built, inputs: &RunInputs, random: &mut Random, counts: &mut Counts) {
    for word in 0..built.made.program.words.len() {
        for changed in variants(&built.made.program.words[word].instruction) {
            if !random.one_in(2) {
                continue;
            }
            let mut made = built.made.clone();
            made.program.words[word].instruction = changed;
            made.program.laid[word].instruction = changed;
            let Ok((code, descriptors)) = encode(&made.program.words) else {
                continue;
            };
            (made.shbin.code, made.shbin.descriptors) = (code, descriptors);
            let what = format!("word {word}: {changed:?}");
            built.judge(&made, &what, inputs, counts);
        }
    }
}

#[test]
fn changed_files_are_noticed() {
    let mut random = Random::new(1);
    let mut counts = Counts::default();
    for (seeds, operations, outline) in [
        (0..12, 12, Outline::No),
        (100..103, 40, Outline::Words),
        (110..113, 40, Outline::Aligned),
    ] {
        for seed in seeds {
            let sample = of_seed(seed, operations);
            if let Some(built) = built(&sample.shader, outline) {
                change_bits(&built, &sample.inputs, &mut random, &mut counts);
            }
        }
    }
    counts.demand(2_000);
}

#[test]
fn changed_operands_are_noticed() {
    let mut random = Random::new(2);
    let mut counts = Counts::default();
    for seed in 0..20 {
        let sample = of_seed(seed, 16);
        if let Some(built) = built(&sample.shader, Outline::No) {
            change_words(&built, &sample.inputs, &mut random, &mut counts);
        }
    }
    counts.demand(2_000);
}
