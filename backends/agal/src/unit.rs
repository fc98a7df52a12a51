//! The processors of the versions as the target asks for them.

use crate::container::{self, RawProgram};
use crate::isa::{File, Program, Version};
use crate::rules::{self, Part, Rules, Violation};
use crate::settings::{Profile, Settings};
use crate::stats::stats;
use crate::text::{self, TokenSpans};
use crate::{capability, generate, interface, sim};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_ir::egraph::Costs;
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Capabilities, ClipDepth, Shader, Stage};
use retroshade_kit::finding::Finding;
use retroshade_kit::listing::{Encoded, Style};
use retroshade_kit::machine::{InputFiles, Outcome, RegisterImage, RegistersRead, Watch};
use retroshade_kit::position;
use retroshade_kit::reflect::{Reflection, Variable};
use retroshade_kit::schedule::Schedule;
use retroshade_kit::target::{Binary, Compiled, Limit, MachineCode, Options, Processor};

/// The range of z between the near and the far plane.
pub(crate) const CLIP_DEPTH: ClipDepth = ClipDepth::ZeroToW;

/// The name of a version on the command line.
pub(crate) const fn target_name(version: Version) -> &'static str {
    match version {
        Version::V1 => "agal1",
        Version::V2 => "agal2",
        Version::V3 => "agal3",
    }
}

/// The programs of a stage in one version of AGAL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub(crate) version: Version,
    pub(crate) stage: Stage,
}

impl Processor for Unit {
    fn stage(&self) -> Stage {
        self.stage
    }

    fn limits(&self) -> Vec<Limit> {
        let count = |name, file| Limit {
            name,
            value: self.version.registers(self.stage, file).into(),
        };
        let limits = [
            Limit {
                name: "tokens",
                value: self.version.tokens(),
            },
            count("temporaries", File::Temporary),
            count("constants", File::Constant),
            count("attributes", File::Attribute),
            count("varyings", File::Varying),
            count("samplers", File::Sampler),
            count("outputs", File::Output),
        ];
        limits.into_iter().filter(|limit| limit.value > 0).collect()
    }

    fn input_files(&self) -> InputFiles {
        interface::input_files(self.version, self.stage)
    }

    fn listing(&self) -> Style {
        Style {
            comment: "//",
            names: false,
            is_instruction: |_| true,
            lists_operations: false,
        }
    }

    fn capabilities(&self, options: &Options) -> Capabilities {
        capability::capabilities(self.name(), self.version, self.stage, options)
    }

    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        Ok(position::adapt(shader, options, CLIP_DEPTH)?)
    }

    fn costs(&self, _: &Options) -> Option<&'static Costs> {
        Some(&capability::COSTS)
    }

    fn generate(
        &self,
        shader: &Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        generate::generate(self.name(), self.version, shader, options, hooks)
    }

    fn passes(&self) -> Vec<&'static str> {
        generate::passes().map(|pass| pass.name).collect()
    }

    fn selection(&self, shader: &Shader, options: &Options) -> Result<Option<String>, Diagnostics> {
        generate::selection(self.name(), self.version, shader, options).map(Some)
    }

    fn assemble(
        &self,
        file: FileId,
        text: &str,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        let assembly = text::assemble(file, text, self.stage, self.version)?;
        let bytes = container::write_checked(&assembly.program)?;
        let mut violations = rules::check_bytes(&bytes, Rules::Runtime);
        if violations.is_empty() && self.is_for_openfl(options)? {
            let raw = container::read_raw(&bytes).map_err(unreadable)?;
            violations.extend(rules::check_openfl(&raw));
        }
        if !violations.is_empty() {
            let place = |violation: &Violation| self.illegal(violation, &assembly.spans);
            return Err(violations.iter().map(place).collect());
        }
        let mut reflection = Reflection::new(self.name(), self.stage.name());
        reflection.stats = stats(&assembly.program);
        Ok(Compiled {
            binary: bytes,
            side_files: IndexMap::new(),
            assembly: text::disassemble(&assembly.program),
            reflection,
            warnings: assembly.warnings,
            spans: assembly.spans.iter().map(|spans| spans.whole).collect(),
        })
    }

    fn read(&self, program: Binary) -> Result<Box<dyn MachineCode>, Diagnostics> {
        let (unit, raw) = (
            *self,
            container::read_raw(program.bytes).map_err(unreadable)?,
        );
        self.demand_version(raw.version)?;
        Ok(Box::new(Code { unit, raw }))
    }
}

/// A program of which only the bytes around the tokens were looked at.
struct Code {
    unit: Unit,
    raw: RawProgram,
}

impl Code {
    fn program(&self) -> Result<Program, Diagnostic> {
        self.raw.decode().map_err(unreadable)
    }
}

impl MachineCode for Code {
    fn disassemble(&self) -> Result<String, Diagnostics> {
        Ok(text::disassemble(&self.program()?))
    }

    fn verify(&self, options: &Options) -> Result<Vec<Finding>, Diagnostics> {
        let mut violations = rules::check(&self.raw, Rules::Portable);
        violations.extend(rules::check_outputs(&self.raw));
        if self.unit.is_for_openfl(options)? {
            violations.extend(rules::check_openfl(&self.raw));
        }
        Ok(violations.iter().map(Violation::finding).collect())
    }

    fn instructions(&self) -> Result<Vec<Encoded>, Diagnostics> {
        self.program()?;
        let encoded = (0..).zip(&self.raw.tokens).map(|(address, token)| Encoded {
            address,
            words: token.words.to_vec(),
        });
        Ok(encoded.collect())
    }

    fn schedule(&self, _: &Reflection) -> Result<Schedule, Diagnostics> {
        let program = self.program()?;
        let tokens = program.tokens.iter();
        let texts = tokens.map(|token| vec![text::print_token(token, program.stage)]);
        let texts = texts.collect();
        Ok(Schedule::of(&program, texts, Vec::new()))
    }

    fn interface(&self) -> Result<Reflection, Diagnostics> {
        let program = self.program()?;
        let mut record = Reflection::new(self.unit.name(), program.stage.name());
        // The output of a vertex program, and the first of a fragment program, go without a number.
        let outputs = ["op", "oc", "od"].into_iter();
        record.outputs = outputs
            .map(|name| Variable {
                name: name.to_owned(),
                file: Some(name.to_owned()),
                index: Some(0),
                ..Variable::default()
            })
            .collect();
        RegistersRead::of(&program).complete(&mut record);
        Ok(record)
    }

    fn simulate(&self, image: &RegisterImage, watch: &mut Watch) -> Result<Outcome, Diagnostics> {
        sim::run_watched(&self.program()?, image, watch)
            .map_err(|fault| Diagnostic::error(codes::container::ILLEGAL, fault.to_string()).into())
    }
}

impl Unit {
    fn name(&self) -> &'static str {
        target_name(self.version)
    }

    /// Whether the program is to run in OpenFL.
    fn is_for_openfl(&self, options: &Options) -> Result<bool, Diagnostics> {
        let settings = Settings::read(self.name(), self.version, options)?;
        Ok(settings.profile == Profile::OpenFl)
    }

    /// Clients of one version run programs of the versions before it.
    fn demand_version(&self, version: Version) -> Result<(), Diagnostic> {
        if version <= self.version {
            return Ok(());
        }
        let (found, wanted) = (version.number(), self.version.number());
        let message = format!("the program is version {found}, the target runs up to {wanted}");
        Err(Diagnostic::error(codes::container::MALFORMED, message)
            .with_help(format!("use the target agal{found}")))
    }

    fn illegal(&self, violation: &Violation, spans: &[TokenSpans]) -> Diagnostic {
        let span = violation
            .token
            .and_then(|token| spans.get(token))
            .map_or(Span::NONE, |spans| match violation.part {
                Part::Whole => spans.whole,
                Part::Dest => spans.dest,
                Part::A => spans.a,
                Part::B => spans.b,
            });
        let message = format!("{}: {}", self.name(), violation.message);
        let error = Diagnostic::error(codes::container::ILLEGAL, message);
        match violation.token {
            Some(_) => error.at(span, violation.rule.says()),
            None => error.with_note(violation.rule.says()),
        }
    }
}

pub(crate) fn unreadable(error: impl std::fmt::Display) -> Diagnostic {
    let message = format!("no AGAL program: {error}");
    Diagnostic::error(codes::container::MALFORMED, message)
}
