//! Single faults in machine code, through its assembly text: another register, swizzle, sign, operation,
//! constant or order of two instructions.

#![allow(dead_code, reason = "a test and a bench use different parts of it")]

use retroshade::diagnostics::{SourceFile, SourceMap};
use retroshade::proof::{self, Verdict};
use retroshade::{Binary, Compiled, Compiler, Source};
use retroshade_ir::Shader;
use retroshade_ir::eval;
use retroshade_ir::random::Random;
use retroshade_ir::run::RunOutputs;
use retroshade_kit::machine;
use retroshade_kit::reflect::{Number, Reflection};
use retroshade_kit::target::Position;
use std::collections::BTreeMap;
use std::fmt;

/// Points at which a fault must change a result to count; none of them is one of a proof.
const POINTS: u64 = 48;
/// The first of these points.
const FIRST_POINT: u64 = 100_000;
/// What changes a result by less, relative to its size, may be rounding.
const LEAST: f32 = 1e-5;

/// What a fault changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    Register,
    Swizzle,
    Sign,
    Operation,
    Constant,
    Order,
}

pub(crate) const KINDS: [Kind; 6] = [
    Kind::Register,
    Kind::Swizzle,
    Kind::Sign,
    Kind::Operation,
    Kind::Constant,
    Kind::Order,
];

/// Operations that take the same operands, comparisons among them.
const ALIKE: &[&[&str]] = &[
    &[
        "add", "sub", "mul", "min", "max", "slt", "sge", "seq", "sne", "div", "pow",
    ],
    &[
        "rcp", "rsq", "sqt", "log", "exp", "sin", "cos", "abs", "neg", "sat", "frc", "mov",
    ],
    &["dp3", "dp4", "dph"],
    &["ife", "ine", "ifg", "ifl"],
    &["ex2", "lg2", "flr"],
    &["m33", "m44"],
    &["ddx", "ddy"],
    &["eq", "ne", "gt", "ge", "lt", "le"],
    &["fract", "floor", "ceil"],
    &["rcp", "sqrt", "rsqrt", "exp2", "log2"],
    &["sum3", "sum4"],
    &["dFdx", "dFdy"],
    &[
        "branch_gt",
        "branch_ge",
        "branch_eq",
        "branch_ne",
        "branch_lt",
        "branch_le",
    ],
];

/// A program with one fault.
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    pub(crate) what: String,
    pub(crate) binary: Vec<u8>,
    pub(crate) reflection: Reflection,
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.kind, self.what)
    }
}

/// A program that is proved, to put faults into.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) compiler: Compiler,
    pub(crate) shader: Shader,
    pub(crate) compiled: Compiled,
    pub(crate) verdict: Verdict,
    sound: Vec<Option<RunOutputs>>,
}

impl Subject {
    /// `None` where the target refuses the source, its program is not proved, or the language leaves results open.
    pub(crate) fn new(compiler: Compiler, source: &Source) -> Option<Subject> {
        let shader = compiler.language.lower(source).result?;
        let compiled = compiler.compile(source).result?;
        let mut subject = Subject {
            name: source.name.clone(),
            compiler,
            shader,
            verdict: Verdict::Proved,
            sound: Vec::new(),
            compiled,
        };
        subject.verdict =
            subject.verdict_on(&subject.compiled.binary, &subject.compiled.reflection);
        if !says_all(&subject.verdict) {
            return None;
        }
        let mut sound = subject.results(&subject.compiled.binary, &subject.compiled.reflection);
        for (result, point) in sound.iter_mut().zip(FIRST_POINT..) {
            if subject.divides_by_zero(point) {
                *result = None;
            }
        }
        Some(Subject { sound, ..subject })
    }

    /// True if w is 0 at a point where the program divides the position by it: no pixel depends on what comes of that.
    fn divides_by_zero(&self, point: u64) -> bool {
        if self.compiler.options.position == Position::Clip {
            return false;
        }
        let inputs = proof::inputs(&self.shader, point);
        let outputs = inputs.and_then(|inputs| eval::run(&self.shader, &inputs).ok());
        let positions = outputs.and_then(|mut outputs| outputs.outputs.swap_remove("gl_Position"));
        let mut positions = positions.iter().flatten();
        positions.any(|position| position.get(3) == Some(&0.0))
    }

    fn binary<'a>(&'a self, bytes: &'a [u8]) -> Binary<'a> {
        Binary {
            bytes,
            stage: Some(self.shader.stage),
            ..self.compiled.as_binary()
        }
    }

    fn verdict_on(&self, bytes: &[u8], record: &Reflection) -> Verdict {
        let (target, options) = (self.compiler.target, &self.compiler.options);
        proof::prove_with(&self.shader, target, self.binary(bytes), record, options)
    }

    fn results(&self, bytes: &[u8], record: &Reflection) -> Vec<Option<RunOutputs>> {
        let points = FIRST_POINT..FIRST_POINT + POINTS;
        let run = |point| {
            let inputs = proof::inputs(&self.shader, point)?;
            machine::run(self.compiler.target, self.binary(bytes), record, &inputs).ok()
        };
        points.map(run).collect()
    }

    /// True if the proof of a program with a fault says less than that of the program without.
    pub(crate) fn is_noticed(&self, fault: &Fault) -> bool {
        let verdict = self.verdict_on(&fault.binary, &fault.reflection);
        !is_proof(&verdict) || (verdict != self.verdict && worse(&self.verdict, &verdict))
    }

    /// True if a fault changes a result of the simulator, by more than rounding does.
    pub(crate) fn changes_a_result(&self, fault: &Fault) -> bool {
        // Behind these outputs the hardware limits to 0..1.
        let fragment = self.compiled.reflection.stage == "fragment";
        let limited = |name: &str| {
            let mut outputs = self.compiled.reflection.outputs.iter();
            fragment
                || outputs.any(|output| {
                    let register = output.register.as_deref().unwrap_or_default();
                    let semantic = output.semantic.as_deref().unwrap_or_default();
                    let colour = register.starts_with("oD") || register.starts_with("oB");
                    output.name == name && (colour || semantic.starts_with("color"))
                })
        };
        let found = self.results(&fault.binary, &fault.reflection);
        let mut pairs = self.sound.iter().zip(&found);
        pairs.any(|pair| match pair {
            (Some(sound), Some(found)) => differ(sound, found, &limited),
            (Some(_), None) => true,
            (None, _) => false,
        })
    }

    /// A random single fault; `None` where the text has no place for it, or what comes of it is no program.
    pub(crate) fn fault(&self, kind: Kind, random: &mut Random) -> Option<Fault> {
        let mut reflection = self.compiled.reflection.clone();
        let (text, what) = match kind {
            Kind::Constant => match self.constant(random, &mut reflection) {
                Some(what) => (None, what),
                None => self.text_fault(kind, random)?,
            },
            _ => self.text_fault(kind, random)?,
        };
        let binary = match text {
            None => self.compiled.binary.clone(),
            Some(text) => {
                let file = SourceMap::new().add(SourceFile::new("fault", text.clone()));
                let (target, options) = (self.compiler.target, &self.compiler.options);
                let stage = Some(self.shader.stage);
                target.assemble(file, &text, stage, options).ok()?.binary
            }
        };
        let same = binary == self.compiled.binary && reflection == self.compiled.reflection;
        (!same).then_some(Fault {
            kind,
            what,
            binary,
            reflection,
        })
    }

    /// Changes a number that the runtime puts into a register.
    fn constant(&self, random: &mut Random, record: &mut Reflection) -> Option<String> {
        let places: Vec<(usize, usize)> = (0..)
            .zip(&record.constants)
            .filter(|(_, constant)| !constant.embedded)
            .flat_map(|(at, constant)| (0..constant.value.len()).map(move |lane| (at, lane)))
            .collect();
        let &(at, lane) = random.pick(&places)?;
        let number = &mut record.constants.get_mut(at)?.value[lane];
        let old = number.0;
        *number = Number(changed(old, random));
        Some(format!("{old} to {}", number.0))
    }

    fn text_fault(&self, kind: Kind, random: &mut Random) -> Option<(Option<String>, String)> {
        let mut lines: Vec<String> = self.compiled.assembly.lines().map(str::to_owned).collect();
        let at = random.below(lines.len() as u64) as usize;
        let old = lines[at].clone();
        if kind == Kind::Order {
            if at + 1 >= lines.len() {
                return None;
            }
            lines.swap(at, at + 1);
        } else {
            lines[at] = edited(&old, kind, random)?;
        }
        let what = format!("{old} -> {}", lines[at]);
        Some((Some(lines.join("\n") + "\n"), what))
    }
}

/// What became of many faults.
#[derive(Default)]
pub(crate) struct Tally {
    /// For each kind: faults that change a result, and those of them that are noticed.
    pub(crate) kinds: BTreeMap<Kind, [usize; 2]>,
    /// Those that change a result and are not noticed.
    pub(crate) missed: Vec<String>,
    /// Noticed though no result changed at the points.
    pub(crate) beyond: usize,
    /// Neither noticed nor seen to change anything.
    pub(crate) idle: usize,
}

impl Tally {
    /// How many faults change a result.
    pub(crate) fn effective(&self) -> usize {
        self.kinds.values().map(|counts| counts[0]).sum()
    }

    /// Puts a number of faults into programs, one at a time, of each kind in turn.
    pub(crate) fn inject(&mut self, subjects: &[Subject], count: usize) {
        let mut random = Random::new(0x6661_756c_7473);
        let mut made = 0;
        // Most places have no fault of most kinds.
        for attempt in 0..100 * count {
            let Some(subject) = random.pick(subjects) else {
                return;
            };
            let kind = KINDS[attempt % KINDS.len()];
            let Some(fault) = subject.fault(kind, &mut random) else {
                continue;
            };
            made += 1;
            let (changes, noticed) = (subject.changes_a_result(&fault), subject.is_noticed(&fault));
            match (changes, noticed) {
                (true, _) => {
                    let counts = self.kinds.entry(kind).or_default();
                    counts[0] += 1;
                    counts[1] += usize::from(noticed);
                    if !noticed {
                        self.missed.push(format!("{}: {fault:?}", subject.name));
                    }
                }
                (false, true) => self.beyond += 1,
                (false, false) => self.idle += 1,
            }
            if made == count {
                return;
            }
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let effective = self.effective();
        let noticed = effective - self.missed.len();
        write!(f, "{noticed} of {effective} that change a result noticed;")?;
        for (kind, [changing, noticed]) in &self.kinds {
            write!(f, " {kind:?} {noticed}/{changing}")?;
        }
        let (beyond, idle) = (self.beyond, self.idle);
        write!(f, "; {beyond} more noticed, {idle} without effect")?;
        self.missed
            .iter()
            .try_for_each(|missed| write!(f, "\n  missed: {missed}"))
    }
}

fn is_proof(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Proved | Verdict::ProvedOnCells { .. })
}

/// True if there is a proof, and every result has a meaning.
fn says_all(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Proved => true,
        Verdict::ProvedOnCells {
            undefined, open, ..
        } => *undefined == 0 && *open == 0,
        _ => false,
    }
}

/// True if a proof has more reservations than another.
fn worse(sound: &Verdict, found: &Verdict) -> bool {
    let count = |verdict: &Verdict| match verdict {
        Verdict::ProvedOnCells {
            unexplained,
            undefined,
            rootless,
            open,
            rounded,
            unseen,
            left_out,
            ..
        } => [
            *unexplained,
            *undefined,
            *rootless,
            *open,
            *rounded,
            unseen.len() as u32,
            left_out.len() as u32,
        ],
        _ => [0; 7],
    };
    count(found)
        .iter()
        .zip(count(sound))
        .any(|(found, sound)| *found > sound)
}

fn differ(sound: &RunOutputs, found: &RunOutputs, limited: &dyn Fn(&str) -> bool) -> bool {
    if sound.discarded != found.discarded {
        return true;
    }
    sound.outputs.iter().any(|(name, rows)| {
        let limited = limited(name);
        let shown = |number: f32| {
            if limited {
                number.clamp(0.0, 1.0)
            } else {
                number
            }
        };
        let Some(others) = found.outputs.get(name) else {
            return true;
        };
        let numbers = rows.iter().flatten().zip(others.iter().flatten());
        let mut numbers = numbers.map(|(a, b)| (shown(*a), shown(*b)));
        numbers
            .any(|(a, b)| a.is_finite() && (b.is_nan() || (a - b).abs() > LEAST * a.abs().max(1.0)))
    })
}

/// A number that is further from another by 10^-6 to 1/2 of its size.
fn changed(number: f32, random: &mut Random) -> f32 {
    let part = [1e-6, 1e-5, 1e-4, 1e-2, 0.5][random.below(5) as usize];
    let sign = if random.one_in(2) { 1.0 } else { -1.0 };
    if number == 0.0 || !number.is_finite() {
        part * sign
    } else {
        number * (1.0 + part * sign)
    }
}

/// A line with one token changed.
fn edited(line: &str, kind: Kind, random: &mut Random) -> Option<String> {
    let code = line.split(['#', ';', '/']).next().unwrap_or_default();
    let bytes = code.as_bytes();
    let is_word = |at: usize| {
        bytes
            .get(at)
            .is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
    };
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while is_word(at) {
            at += 1;
        }
        if at == start {
            // A sign before an operand.
            let before = code[..start].trim_end();
            let operand = before.ends_with(',') || before.ends_with(' ');
            if kind == Kind::Sign && bytes[start] == b'-' && operand {
                edits.push((start, start + 1, String::new()));
            }
            at += 1;
            continue;
        }
        let word = &code[start..at];
        let dotted = start > 0 && bytes[start - 1] == b'.';
        let lanes = word.bytes().all(|b| b"xyzw".contains(&b));
        match kind {
            Kind::Swizzle if dotted && lanes => {
                let place = start + random.below(word.len() as u64) as usize;
                let lane = ["x", "y", "z", "w"][random.below(4) as usize];
                edits.push((place, place + 1, lane.to_owned()));
            }
            Kind::Register if !dotted || word.bytes().all(|b| b.is_ascii_digit()) => {
                let digits = word.bytes().rev().take_while(u8::is_ascii_digit).count();
                if let Ok(number) = word[word.len() - digits..].parse::<u32>() {
                    let other = number ^ (1 << random.below(2));
                    edits.push((at - digits, at, other.to_string()));
                }
            }
            Kind::Operation => {
                let lower = word.to_lowercase();
                let rows: Vec<&&[&str]> = ALIKE
                    .iter()
                    .filter(|row| row.contains(&lower.as_str()) || row.contains(&word))
                    .collect();
                if let Some(row) = random.pick(&rows)
                    && let Some(other) = random.pick(row)
                {
                    let upper = word.bytes().all(|b| !b.is_ascii_lowercase());
                    let other = if upper {
                        other.to_uppercase()
                    } else {
                        (*other).to_owned()
                    };
                    edits.push((start, at, other));
                }
            }
            Kind::Sign => {
                let before = code[..start].trim_end_matches(['^', '$']);
                if before.ends_with(", ") || before.ends_with(' ') && !dotted && start > 4 {
                    edits.push((before.len(), before.len(), "-".to_owned()));
                }
            }
            _ => {}
        }
    }
    if kind == Kind::Constant {
        edits = numbers(code, random);
    }
    let (start, end, new) = random.pick(&edits)?.clone();
    let mut text = line.to_owned();
    text.replace_range(start..end, &new);
    (text != line).then_some(text)
}

/// Changes of each number with a point in it.
fn numbers(code: &str, random: &mut Random) -> Vec<(usize, usize, String)> {
    let mut edits = Vec::new();
    let mut start = 0;
    for part in code.split([' ', ',', '(', ')', '[', ']']) {
        if part.contains('.')
            && let Ok(number) = part.parse::<f32>()
        {
            let new = changed(number, random);
            edits.push((start, start + part.len(), format!("{new:?}")));
        }
        start += part.len() + 1;
    }
    edits
}
