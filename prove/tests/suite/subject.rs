//! A program with its source.

use retroshade_agal::container;
use retroshade_agal::isa::Version;
use retroshade_agal::text::assemble;
use retroshade_diagnostics::{Diagnostics, SourceFile, SourceMap};
use retroshade_frontend::preprocess::NoIncludes;
use retroshade_frontend::{Request, compile};
use retroshade_ir::{Shader, Stage};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Binary, Compiled, Options, Target};
use retroshade_prove::{Verdict, prove_with};

/// Targets with the stages of which they have programs.
pub(crate) const PROGRAMS: [(&str, Stage); 6] = [
    ("agal2", Stage::Vertex),
    ("agal2", Stage::Fragment),
    ("lima", Stage::Vertex),
    ("lima", Stage::Fragment),
    ("nv2a", Stage::Vertex),
    ("pica200", Stage::Vertex),
];

pub(crate) fn target(name: &str) -> &'static dyn Target {
    match name {
        "agal1" => &retroshade_agal::AGAL1,
        "agal2" => &retroshade_agal::AGAL2,
        "agal3" => &retroshade_agal::AGAL3,
        "lima" => &retroshade_lima::LIMA,
        "nv2a" => &retroshade_nv2a::NV2A,
        "pica200" => &retroshade_pica200::PICA200,
        other => panic!("{other} is no target"),
    }
}

/// The shader of a text in ESSL.
pub(crate) fn lowered(stage: Stage, text: &str) -> Shader {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("shader", text));
    let mut diagnostics = Diagnostics::new();
    let shader = compile(&mut Request {
        sources: &mut sources,
        file,
        stage: Some(stage),
        options: &retroshade_frontend::preprocess::Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    });
    shader.unwrap_or_else(|| panic!("{diagnostics:#?} in {text}"))
}

/// The body of a shader, a program by hand, and edits that make it wrong.
pub(crate) type Row = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

/// Proves programs by hand and tells their faults, by what makes a subject of a body.
pub(crate) fn check(of: fn(&str) -> Subject, rows: &[Row]) {
    let mut wrong = String::new();
    for (body, program, faults) in rows {
        match of(body).by_hand(program) {
            Ok(subject) => wrong += &subject.faults(faults),
            Err(fault) => wrong += &fault,
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[derive(Clone)]
pub(crate) struct Subject {
    pub(crate) target: &'static dyn Target,
    pub(crate) options: Options,
    pub(crate) shader: Shader,
    pub(crate) compiled: Compiled,
}

impl Subject {
    /// The program that a target makes of a text in ESSL; `None` where it refuses that.
    pub(crate) fn with(name: &str, stage: Stage, text: &str, options: Options) -> Option<Subject> {
        let (target, shader) = (target(name), lowered(stage, text));
        let compiled = target.compile(&shader, &options).ok()?;
        Some(Subject {
            target,
            options,
            shader,
            compiled,
        })
    }

    /// The same with the options that are the defaults.
    pub(crate) fn new(name: &str, stage: Stage, text: &str) -> Subject {
        let subject = Subject::with(name, stage, text, Options::default());
        subject.unwrap_or_else(|| panic!("{name} refuses {text}"))
    }

    /// With this assembly in place of the program.
    ///
    /// # Errors
    /// What the assembler says of the text.
    pub(crate) fn assembled(&self, text: &str) -> Result<Subject, String> {
        let file = SourceMap::new().add(SourceFile::new("program", text));
        let said = |faults: Diagnostics| {
            let messages = faults.iter().map(|fault| fault.message.clone() + "\n");
            format!("{}in\n{text}\n", messages.collect::<String>())
        };
        let mut changed = self.clone();
        changed.compiled.assembly = text.to_owned();
        let stage = self.shader.stage;
        if self.target.name().starts_with("agal") {
            // Without the rules of the runtime, which has no program that reads what nobody wrote.
            let program = assemble(file, text, stage, Version::V2).map_err(said)?;
            changed.compiled.binary = container::write(&program.program).unwrap();
        } else {
            let program = self.target.assemble(file, text, Some(stage), &self.options);
            let program = program.map_err(said)?;
            changed.compiled.binary = program.binary;
            changed.compiled.side_files = program.side_files;
        }
        Ok(changed)
    }

    /// With a program written by hand, in which `{name}` is the number of the register that the record has for a variable.
    pub(crate) fn by_hand(&self, text: &str) -> Result<Subject, String> {
        let record = &self.compiled.reflection;
        let variables = record.inputs.iter().chain(&record.outputs);
        let variables = variables.chain(&record.uniforms);
        let variables = variables.filter_map(|one| Some((&one.name, one.index?)));
        let samplers = record.samplers.iter().map(|one| (&one.name, one.index));
        let text = variables
            .chain(samplers)
            .fold(text.to_owned(), |text, (name, number)| {
                text.replace(&format!("{{{name}}}"), &number.to_string())
            });
        self.assembled(&text)
    }

    /// With a part of the assembly replaced, which has to be there.
    pub(crate) fn edited(&self, from: &str, to: &str) -> Result<Subject, String> {
        let text = &self.compiled.assembly;
        if text.contains(from) {
            self.assembled(&text.replacen(from, to, 1))
        } else {
            Err(format!("no {from} in\n{text}"))
        }
    }

    /// With another record.
    pub(crate) fn recorded(&self, change: impl FnOnce(&mut Reflection)) -> Subject {
        let mut changed = self.clone();
        change(&mut changed.compiled.reflection);
        changed
    }

    pub(crate) fn binary(&self) -> Binary<'_> {
        Binary {
            stage: Some(self.shader.stage),
            ..self.compiled.as_binary()
        }
    }

    pub(crate) fn verdict(&self) -> Verdict {
        self.verdict_on(&self.shader, &self.options)
    }

    /// Of the program as one of another source, or asked for with other options.
    pub(crate) fn verdict_on(&self, shader: &Shader, options: &Options) -> Verdict {
        let record = &self.compiled.reflection;
        prove_with(shader, self.target, self.binary(), record, options)
    }

    /// Of the program as one of another text.
    pub(crate) fn verdict_against(&self, text: &str) -> Verdict {
        self.verdict_on(&lowered(self.shader.stage, text), &self.options)
    }

    /// What is wrong where the program is to be proved without reservations, and none that differs from it by one of these
    /// edits; nothing else.
    pub(crate) fn faults(&self, faults: &[(&str, &str)]) -> String {
        let mut wrong = String::new();
        let verdict = self.verdict();
        if verdict != Verdict::Proved {
            wrong += &format!("{verdict}\n");
        }
        for (from, to) in faults {
            match self.edited(from, to).map(|fault| fault.verdict()) {
                Ok(Verdict::Proved) => wrong += &format!("{from} -> {to}: proved\n"),
                Ok(_) => {}
                Err(fault) => wrong += &format!("{from} -> {to}: {fault}"),
            }
        }
        if wrong.is_empty() {
            wrong
        } else {
            format!("{wrong}{}\n", self.compiled.assembly)
        }
    }
}
