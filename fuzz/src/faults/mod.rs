//! Single faults in the assembly text of programs, and what the prover says of them.
//!
//! ```text
//! token    the tokens of a line              syntax   facts of each assembly language
//! line     operations and operands           listing  a program as lines, and changes of it
//! edits    the changes of each kind          draw     numbers at which a fault may show
//! effect   whether a fault changes a result  tally    how many do, and what was said of them
//! ```
//!
//! A shader is compiled and its program disassembled. One thing in the text is changed, the text assembled and run on
//! the simulator, on ordinary, special and large numbers. Of a program that then computes something else the prover has
//! to say so: one that is still proved without reservations is a miss. The mutator knows nothing of instructions but
//! which names take the same operands; an assembler that refuses a text, or yields the same program, means no fault.

mod draw;
mod edits;
mod effect;
mod line;
mod listing;
mod syntax;
mod tally;
mod token;

pub use edits::Kind;
pub use effect::Effect;
pub use tally::Tally;

use effect::{Bench, Sound};
use listing::{Changed, Listing};
use retroshade::proof::Verdict;
use retroshade::{Binary, Compiled, Compiler, Contents, Reflection, Source, Subject, verify};
use retroshade_diagnostics::{SourceFile, SourceMap};
use retroshade_ir::random::Random;
use retroshade_ir::{OpKind, Shader, deep};
use syntax::{Syntax, syntax_of};

/// What is said of a faulty program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Said {
    /// A rule of the machine refuses it.
    Refused,
    /// Other results.
    Different,
    /// No verdict.
    Undecided,
    /// Proved with reservations.
    WithReservations,
    /// Proved without any.
    Proved,
}

/// A program that is proved without reservations, to put faults into.
pub struct Program {
    source: Source,
    compiler: Compiler,
    shader: Shader,
    syntax: &'static Syntax,
    /// As assembled from the disassembly.
    assembled: Compiled,
    record: Reflection,
    listing: Listing,
    sound: Vec<Sound>,
}

/// A fault that was put into a program, and what came of it.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What it changes.
    pub kind: Kind,
    /// The lines before and after.
    pub what: String,
    /// The faulty program.
    pub text: String,
    /// The record of the faulty program, whose literals may be others.
    pub record: Reflection,
    /// How it shows; `None` if it does not.
    pub effect: Option<Effect>,
    /// What the prover says.
    pub said: Said,
}

impl Fault {
    /// True if a result changed and the program is still proved.
    pub fn is_missed(&self) -> bool {
        self.effect.is_some() && self.said == Said::Proved
    }
}

impl Program {
    /// Compiles a source, and runs its program on the draws of a seed. `None` where the target is not known here or refuses the source, or
    /// the program is not proved without reservations.
    pub fn new(compiler: Compiler, source: Source, seed: u64) -> Option<Program> {
        let syntax = syntax_of(compiler.target.name())?;
        let target = compiler.target;
        let shader = compiler.language.lower(&source).result?;
        if !target.runs_programs(shader.stage) {
            return None;
        }
        let compiled = deep::guarded(|| compiler.compile(&source).result).ok()??;
        let record = compiled.reflection.clone();
        let binary = Binary {
            stage: Some(shader.stage),
            ..compiled.as_binary()
        };
        let text = target
            .read(binary)
            .and_then(|code| code.disassemble())
            .ok()?;
        let mut program = Program {
            listing: Listing::new(&text, &record, syntax),
            assembled: compiled,
            sound: Vec::new(),
            source,
            compiler,
            shader,
            syntax,
            record,
        };
        program.assembled = program.assemble(&text)?;
        if program.said(&text, &program.record) != Said::Proved {
            return None;
        }
        let bench = program.bench();
        program.sound = bench.sound(program.assembled.as_binary(), &program.record, seed);
        Some(program)
    }

    /// The name of its source.
    pub fn name(&self) -> &str {
        &self.source.name
    }

    fn bench(&self) -> Bench<'_> {
        Bench {
            compiler: &self.compiler,
            shader: &self.shader,
        }
    }

    fn assemble(&self, text: &str) -> Option<Compiled> {
        let file = SourceMap::new().add(SourceFile::new("fault", text));
        let Compiler {
            target, options, ..
        } = &self.compiler;
        let stage = Some(self.shader.stage);
        target.assemble(file, text, stage, options).ok()
    }

    /// What `verify --against` says of a text.
    fn said(&self, text: &str, record: &Reflection) -> Said {
        let subject = Subject {
            name: "fault".to_owned(),
            contents: Contents::Text(text.to_owned()),
            stage: Some(self.shader.stage),
            side_files: Default::default(),
        };
        let Compiler {
            target, options, ..
        } = &self.compiler;
        if verify(*target, std::slice::from_ref(&subject), options)
            .result
            .is_none()
        {
            return Said::Refused;
        }
        match self
            .compiler
            .prove_subject(&self.source, &subject, record)
            .result
        {
            Some(Verdict::Proved) => Said::Proved,
            Some(Verdict::ProvedOnCells { .. }) => Said::WithReservations,
            Some(Verdict::Different(_)) => Said::Different,
            Some(Verdict::Undecided(_)) | None => Said::Undecided,
        }
    }

    /// Puts a random fault of a kind into the program; `None` where there is no place for one, or what comes of it is the
    /// same program or none.
    pub fn fault(&self, kind: Kind, random: &mut Random) -> Option<Fault> {
        let edits = edits::edits(kind, &self.listing, self.syntax, random);
        let change = random.pick(&edits)?;
        let changed = self.listing.changed(change, &self.record)?;
        let assembled = self.assemble(&changed.text)?;
        let is_same = assembled.binary == self.assembled.binary && changed.record == self.record;
        (!is_same).then(|| self.judged(kind, changed, &assembled))
    }

    fn judged(&self, kind: Kind, changed: Changed, assembled: &Compiled) -> Fault {
        let Changed { text, record, what } = changed;
        let effect = self
            .bench()
            .effect(assembled.as_binary(), &record, &self.sound);
        let said = self.said(&text, &record);
        Fault {
            kind,
            what,
            text,
            record,
            effect,
            said,
        }
    }
}

/// True of a shader with conditions or limits: its results are pieces.
pub fn has_decisions(shader: &Shader) -> bool {
    let decides = |kind: OpKind| {
        use OpKind::{
            Abs, Clamp, Discard, FaceForward, If, Loop, Max, Min, Saturate, Select, Sign,
            Smoothstep, Step,
        };
        matches!(
            kind,
            If | Loop
                | Select
                | Discard
                | Min
                | Max
                | Clamp
                | Saturate
                | Step
                | Smoothstep
                | Sign
                | Abs
                | FaceForward
        )
    };
    shader.insts.values().any(|inst| decides(inst.op.kind()))
}
