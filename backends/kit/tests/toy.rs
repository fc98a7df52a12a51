//! A chip of five operations: what a processor costs with the kit's effects, numbers, runner, operands and pictures.
//!
//! One word an instruction. The table is the only place that knows the operations, the codec the only one that knows bits.

use retroshade_diagnostics::{Diagnostic, FileId, codes};
use retroshade_kit::bits::{self, BitRange};
use retroshade_kit::finding::Finding;
use retroshade_kit::lanes::{LaneMask, Swizzle};
use retroshade_kit::machine::Trap;
use retroshade_kit::machine::effects::{Decoded, Effect, File, Flow, From, Read, by_register};
use retroshade_kit::machine::floats::Floats;
use retroshade_kit::machine::numbers::{Comparison, Function, GROUP, Numbers, Outside};
use retroshade_kit::machine::runner::{self, Execute, Next, Stop};
use retroshade_kit::machine::{Kind, Recorder, RegisterImage, RegistersRead};
use retroshade_kit::schedule::{Schedule, values};
use retroshade_kit::text::operand::{Base, Style, Written, wrong};
use retroshade_kit::text::{Cursor, Syntax, error_of, lex};

// The table.

#[derive(Clone, Copy, Debug, PartialEq)]
enum Meaning {
    /// Lane by lane.
    Lanes(Function),
    /// A jump of some instructions where a comparison of the first lanes holds.
    Jump(Comparison),
}

#[derive(Debug, PartialEq)]
struct Row {
    name: &'static str,
    meaning: Meaning,
}

#[rustfmt::skip] // A row is a line.
static TABLE: [Row; 5] = [
    Row { name: "mov", meaning: Meaning::Lanes(Function::Copy) },
    Row { name: "add", meaning: Meaning::Lanes(Function::Add) },
    Row { name: "mul", meaning: Meaning::Lanes(Function::Multiply) },
    Row { name: "rcp", meaning: Meaning::Lanes(Function::Reciprocal) },
    Row { name: "blt", meaning: Meaning::Jump(Comparison::LESS) },
];

impl Row {
    fn sources(&self) -> usize {
        match self.meaning {
            Meaning::Lanes(function) => function.arity(),
            Meaning::Jump(_) => 2,
        }
    }
}

// The decoded instruction.

/// `r0` to `r3`; `v0`, `v1` are inputs, `c0`, `c1` uniforms. Four of each fit the code.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Source {
    file: usize,
    number: u16,
    lanes: Swizzle,
    negative: bool,
}

const NOTHING: Source = Source {
    file: 0,
    number: 0,
    lanes: Swizzle::splat(0),
    negative: false,
};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Instruction {
    row: &'static Row,
    /// The register and lanes that are written.
    dest: (u16, LaneMask),
    sources: [Source; 2],
    /// The number of instructions that a jump skips.
    skip: usize,
}

#[derive(Debug, Default, PartialEq)]
struct Program(Vec<Instruction>);

const FILES: [File; 3] = [
    File::new("r", Kind::Temporary),
    File::new("v", Kind::Input),
    File::new("c", Kind::Uniform),
];
/// The number of registers that each file has.
const COUNTS: [u16; 3] = [4, 2, 2];

// The codec: operation 3 bits, destination 2, mask 4, skip 3, twice file 2, number 2, lanes 2 times 2, sign 1.

fn fields(instruction: &Instruction) -> [(u16, u64); 12] {
    let op = TABLE.iter().position(|row| row == instruction.row);
    let [a, b] = instruction.sources.map(|source| {
        let lanes = source.lanes.bits() & 15;
        let (file, number) = (source.file as u64, source.number.into());
        [
            (2, file),
            (2, number),
            (4, lanes.into()),
            (1, source.negative.into()),
        ]
    });
    let (number, mask) = instruction.dest;
    let head = [
        (3, op.unwrap_or(0) as u64),
        (2, number.into()),
        (4, mask.bits().into()),
        (3, instruction.skip as u64),
    ];
    [head, a, b].concat().try_into().expect("three times four")
}

fn encode(instruction: &Instruction) -> u32 {
    let (mut word, mut start) = ([0], 0);
    for (width, value) in fields(instruction) {
        let range = BitRange::new(start, start + width);
        bits::set(&mut word, range, value).expect("a value that fits");
        start += width;
    }
    word[0]
}

fn decode(word: u32) -> Option<Instruction> {
    let mut start = 0;
    let mut take = |width: u16| {
        start += width;
        bits::get(&[word], BitRange::new(start - width, start))
    };
    let row = TABLE.get(take(3) as usize)?;
    let dest = (take(2) as u16, LaneMask::from_bits(take(4) as u8));
    let skip = take(3) as usize;
    let sources = [(); 2].map(|()| {
        let (file, number, bits) = (take(2) as usize, take(2) as u16, take(4) as u8);
        // Lanes z and w are those of x and y.
        let lanes = Swizzle::from_bits(bits | bits << 4);
        let negative = take(1) == 1;
        Source {
            file,
            number,
            lanes,
            negative,
        }
    });
    let instruction = Instruction {
        row,
        dest,
        sources,
        skip,
    };
    // Bits that mean nothing are no instruction.
    (encode(&instruction) == word && sources.iter().all(|source| source.file < 3))
        .then_some(instruction)
}

// The syntax.

const SYNTAX: Syntax = Syntax {
    line_comments: &["#"],
    block_comments: false,
    word_start: "",
    word_rest: "",
};
const STYLE: Style = Style {
    absolute: "_abs",
    registers: &['r', 'v', 'c'],
    largest_spare: 0,
};

fn print(program: &Program) -> Vec<String> {
    let line = |instruction: &Instruction| {
        let mut parts = vec![instruction.row.name.to_owned()];
        match instruction.row.meaning {
            Meaning::Lanes(_) => {
                let (number, mask) = instruction.dest;
                parts.push(
                    Written::register(format!("r{number}"))
                        .masked(mask)
                        .written(&STYLE),
                );
            }
            Meaning::Jump(_) => parts.push(instruction.skip.to_string()),
        }
        for source in instruction.sources.iter().take(instruction.row.sources()) {
            let name = format!("{}{}", FILES[source.file].name, source.number);
            let written = Written::register(name).swizzled(source.lanes);
            parts.push(
                Written {
                    negative: source.negative,
                    ..written
                }
                .written(&STYLE),
            );
        }
        parts.join(" ")
    };
    program.0.iter().map(line).collect()
}

fn register(written: &Written<'_>) -> Result<(usize, u16), Diagnostic> {
    let Base::Register(name) = &written.base else {
        return Err(wrong(written.span, "a register is needed here"));
    };
    let file = FILES.iter().position(|file| name.starts_with(file.name));
    let number = name.get(1..).and_then(|rest| rest.parse().ok());
    let found = file
        .zip(number)
        .filter(|(file, number)| *number < COUNTS[*file]);
    found.ok_or_else(|| wrong(written.span, format!("there is no register `{name}`")))
}

fn assemble(text: &str) -> Result<Program, Diagnostic> {
    let (tokens, _) = lex(&SYNTAX, FileId(0), text);
    let mut cursor = Cursor::new(&tokens);
    let mut program = Program::default();
    loop {
        cursor.skip_newlines();
        if cursor.at_end() {
            return Ok(program);
        }
        let name = cursor.word("an operation")?;
        let row = TABLE.iter().find(|row| row.name == name.text);
        let row = row.ok_or_else(|| {
            error_of(
                codes::assembler::INSTRUCTION,
                name.span,
                "no such operation",
                "here",
            )
        })?;
        let operands = Written::list(&STYLE, &mut cursor)?;
        if operands.len() != 1 + row.sources() {
            return Err(wrong(
                name.span,
                format!("`{}` takes {} operands", row.name, 1 + row.sources()),
            ));
        }
        let mut instruction = Instruction {
            row,
            dest: (0, LaneMask::NONE),
            sources: [NOTHING; 2],
            skip: 0,
        };
        match row.meaning {
            Meaning::Lanes(_) => {
                instruction.dest = (register(&operands[0])?.1, operands[0].mask()?)
            }
            Meaning::Jump(_) => instruction.skip = operands[0].whole()? as usize & 7,
        }
        for (source, written) in instruction.sources.iter_mut().zip(&operands[1..]) {
            let (file, number) = register(written)?;
            let bits = written.swizzle()?.bits() & 15;
            let lanes = Swizzle::from_bits(bits | bits << 4);
            *source = Source {
                file,
                number,
                lanes,
                negative: written.negative,
            };
        }
        program.0.push(instruction);
    }
}

// Effects.

impl Decoded for Program {
    fn units(&self) -> Vec<&'static str> {
        vec!["unit"]
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn effects(&self, instruction: usize) -> Vec<Effect> {
        let Some(one) = self.0.get(instruction) else {
            return Vec::new();
        };
        let lanes = match one.row.meaning {
            Meaning::Lanes(_) => one.dest.1,
            Meaning::Jump(_) => LaneMask::lane(0),
        };
        let sources = one.sources.iter().take(one.row.sources());
        let reads = sources.flat_map(|source| {
            FILES[source.file].lanes(source.number, source.lanes.read_by(lanes).bits())
        });
        let writes = FILES[0].lanes(one.dest.0, one.dest.1.bits());
        vec![Effect {
            reads: reads.map(Read::place).collect(),
            writes: writes.collect(),
            ..Effect::default()
        }]
    }

    fn flow(&self, instruction: usize) -> Flow {
        let jump = self
            .0
            .get(instruction)
            .filter(|one| matches!(one.row.meaning, Meaning::Jump(_)));
        let target = jump.map(|one| instruction + 1 + one.skip);
        Flow {
            falls: true,
            target,
            ends: instruction + 1 == self.0.len(),
        }
    }
}

/// Rules: what is read was written, in the order of the program, and jumps stay inside.
fn verify(program: &Program) -> Vec<Finding> {
    let mut written = Vec::new();
    let mut findings = Vec::new();
    for index in 0..program.len() {
        for Effect { reads, writes, .. } in program.effects(index) {
            for read in reads {
                if let From::Place(place) = read.from
                    && place.file == FILES[0]
                    && !written.contains(&place)
                {
                    findings.push(Finding::error(
                        index,
                        format!("{place} is read before it is written"),
                    ));
                }
            }
            written.extend(writes);
        }
        if program
            .flow(index)
            .target
            .is_some_and(|target| target >= program.len())
        {
            findings.push(Finding::error(index, "the jump leaves the program"));
        }
    }
    findings
}

// The meaning, in numbers of any kind.

struct Machine<'a, N: Numbers> {
    program: &'a Program,
    image: &'a RegisterImage,
    registers: [[N::Value; 4]; 4],
}

impl<N: Numbers> Machine<'_, N> {
    fn lane(&self, source: &Source, lane: u8, numbers: &mut N) -> Result<N::Value, Trap> {
        let (lane, number) = (source.lanes.lane(lane), u32::from(source.number));
        let value = match source.file {
            0 => self.registers[usize::from(source.number & 3)][usize::from(lane)],
            1 => numbers.outside(
                self.image,
                Outside::Input {
                    file: "v",
                    number,
                    lane,
                    missing: 0.0,
                },
            )?,
            _ => numbers.outside(
                self.image,
                Outside::Uniform {
                    file: "c",
                    number,
                    lane,
                },
            )?,
        };
        if source.negative {
            numbers.apply(Function::Negate, &[value])
        } else {
            Ok(value)
        }
    }
}

impl<N: Numbers> Execute<N> for Machine<'_, N> {
    fn step(&mut self, index: usize, numbers: &mut N) -> Result<Next, Trap> {
        let one = *self
            .program
            .0
            .get(index)
            .ok_or_else(|| Trap::Illegal("no instruction".into()))?;
        let mut next = Next {
            end: if index + 1 == self.program.len() {
                !0
            } else {
                0
            },
            ..Next::default()
        };
        match one.row.meaning {
            Meaning::Lanes(function) => {
                let mut result = self.registers[usize::from(one.dest.0)];
                for lane in one.dest.1.lanes() {
                    let sources = one.sources.iter().take(function.arity());
                    let operands = sources.map(|source| self.lane(source, lane, numbers));
                    let operands: Vec<N::Value> = operands.collect::<Result<_, _>>()?;
                    let value = numbers.apply(function, &operands)?;
                    let value = numbers.rounded(value);
                    result[usize::from(lane)] = numbers.merged(value, result[usize::from(lane)]);
                }
                self.registers[usize::from(one.dest.0)] = result;
            }
            Meaning::Jump(comparison) => {
                let [a, b] = one.sources;
                let (a, b) = (self.lane(&a, 0, numbers)?, self.lane(&b, 0, numbers)?);
                next.jump = numbers.jumps(comparison, a, b);
                (next.target, next.end) = (index + 1 + one.skip, next.end & !next.jump);
            }
        }
        Ok(next)
    }
}

/// `r0.x` of each sample, and the recording of the second one.
fn simulate(program: &Program, image: &RegisterImage) -> Result<([f32; GROUP], Recorder), Stop> {
    let mut numbers = Floats::new(0, false, |value| value);
    let mut recorder = Recorder::new(1);
    let mut machine = Machine {
        program,
        image,
        registers: [[numbers.unset(); 4]; 4],
    };
    runner::run(
        &mut machine,
        &mut numbers,
        image.samples,
        100,
        |machine: &mut Machine<'_, _>, _, index, samples| {
            if samples >> recorder.sample & 1 == 1 {
                let sample = recorder.sample;
                recorder.begin(index);
                for effect in program.effects(index) {
                    for (place, mask) in by_register(&effect.writes) {
                        let register = machine.registers[usize::from(place.number)];
                        let name = format!("r{}", place.number);
                        let value = register.map(|lane| lane[sample]);
                        recorder.write(Kind::Temporary, &name, mask, value);
                    }
                }
            }
        },
    )?;
    Ok((machine.registers[0][0], recorder))
}

const TEXT: &str = "mul r1.xy v0 c0\nblt 1 r1.xxxx c0.yyyy\nadd r1.x r1 -v0.yxyx\nrcp r0.x r1.xxxx";

fn image() -> RegisterImage {
    let rows = (0..4).map(|n| [n as f32, 1.0, 0.0, 0.0]).collect();
    RegisterImage {
        samples: 4,
        inputs: [("v".to_owned(), [(0, rows)].into())].into(),
        uniforms: [("c".to_owned(), [(0, [2.0, 3.0, 0.0, 0.0])].into())].into(),
        ..RegisterImage::default()
    }
}

#[test]
fn texts_and_words_go_round() {
    let program = assemble(TEXT).unwrap();
    let words = program.0.iter().map(encode);
    let again: Option<Vec<Instruction>> = words.map(decode).collect();
    assert_eq!(again, Some(program.0.clone()));
    let text = print(&program).join("\n");
    assert_eq!(assemble(&text).unwrap(), program, "{text}");
    assert_eq!(decode(7), None);
    assert_eq!(
        assemble("add r0 r1").unwrap_err().message,
        "`add` takes 3 operands"
    );
    assert_eq!(
        assemble("mov r4 v0").unwrap_err().message,
        "there is no register `r4`"
    );
}

#[test]
fn programs_run_are_recorded_checked_and_drawn() {
    let program = assemble(TEXT).unwrap();
    // 1 / 2n where 2n is less than 3, else 1 / (2n - 1).
    let (found, recorder) = simulate(&program, &image()).unwrap();
    assert_eq!(found, [f32::INFINITY, 0.5, 1.0 / 3.0, 1.0 / 5.0]);
    let recording = recorder.finish();
    let effects: Vec<String> = recording
        .steps
        .iter()
        .map(|step| recording.effect(step))
        .collect();
    assert_eq!(effects, ["r1.xy = 2, 3", "", "r0.x = 0.5"]);
    assert_eq!(verify(&program), []);
    let early = verify(&assemble("mov r0 r1.xyxy\nblt 3 v0 v0").unwrap());
    let messages: Vec<&str> = early
        .iter()
        .map(|finding| finding.message.as_str())
        .collect();
    assert_eq!(messages[0], "r1.x is read before it is written");
    assert_eq!(messages.last(), Some(&"the jump leaves the program"));
    let texts = print(&program).into_iter().map(|text| vec![text]).collect();
    let picture = Schedule::of(&program, texts, FILES[0].lanes(0, 1).collect());
    assert_eq!(values(&picture).chain_length, 3);
    let reads = RegistersRead::of(&program);
    assert!(reads.inputs.contains(&("v", 0)) && reads.uniforms.contains_key(&("c", 0)));
}
