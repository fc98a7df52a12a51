//! The three versions as targets of the compiler.

use crate::conditionals::{self, Tried};
use crate::container::{self, RawProgram};
use crate::isa::{File, Program, Version};
use crate::settings::{Profile, Settings};
use crate::stats::stats;
use crate::text::{self, TokenSpans};
use crate::verify::{self, Part, Rules, Violation};
use crate::{capability, generate, interface, sim};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Severity, Span, codes};
use retroshade_ir::pass::{After, Hooks, Report};
use retroshade_ir::{Capabilities, ClipDepth, Shader, Stage, pipeline};
use retroshade_kit::interface::apart::{self, Settled, Sharing};
use retroshade_kit::listing::{Encoded, Style};
use retroshade_kit::machine::{InputFiles, Outcome, RegisterImage, RegistersRead, Watch};
use retroshade_kit::position;
use retroshade_kit::reflect::{Reflection, Variable};
use retroshade_kit::schedule::Schedule;
use retroshade_kit::target::{
    Assembler, Binary, Chip, Compiled, Limit, MachineCode, Options, Target, Varyings,
};
use retroshade_kit::verify::Finding;

/// One version of AGAL.
#[derive(Clone, Copy, Debug)]
pub struct Agal {
    version: Version,
}

/// Version 1: what every client runs.
pub static AGAL1: Agal = Agal {
    version: Version::V1,
};
/// Version 2: the standard profiles.
pub static AGAL2: Agal = Agal {
    version: Version::V2,
};
/// Version 3: the extended standard profile.
pub static AGAL3: Agal = Agal {
    version: Version::V3,
};

impl Chip for Agal {
    fn name(&self) -> &'static str {
        match self.version {
            Version::V1 => "agal1",
            Version::V2 => "agal2",
            Version::V3 => "agal3",
        }
    }

    fn stages(&self) -> &'static [Stage] {
        &[Stage::Vertex, Stage::Fragment]
    }

    fn containers(&self) -> &'static [&'static str] {
        &["agal"]
    }

    fn magic(&self) -> &'static [&'static [u8]] {
        container::magic(self.version)
    }

    fn varyings(&self) -> Option<Varyings> {
        Some(Varyings {
            registers: self
                .version
                .registers(Stage::Fragment, File::Varying)
                .into(),
            prefix: File::Varying.prefix(Stage::Fragment),
            vertex_first: 0,
            clip_position: true,
        })
    }

    fn clip_depth(&self) -> ClipDepth {
        ClipDepth::ZeroToW
    }

    fn limits(&self, stage: Stage) -> Vec<Limit> {
        let count = |name, file| Limit {
            name,
            value: self.version.registers(stage, file).into(),
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

    fn input_files(&self, stage: Stage) -> InputFiles {
        interface::input_files(self.version, stage)
    }

    fn listing(&self, _: Stage) -> Style {
        Style {
            comment: "//",
            names: false,
            is_instruction: |_| true,
            lists_operations: false,
        }
    }
}

impl Target for Agal {
    fn capabilities(&self, stage: Stage, options: &Options) -> Capabilities {
        capability::capabilities(self.name(), self.version, stage, options)
    }

    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        Ok(position::adapt(shader, options, self.clip_depth())?)
    }

    fn prepare(
        &self,
        shader: &mut Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Report, Diagnostics> {
        let (report, _) = self.bring(shader, options, hooks)?;
        Ok(report)
    }

    fn settled(&self, shader: &Shader) -> Settled {
        let between = self.varyings();
        between.map_or_else(Settled::new, |between| {
            let registers = between.range(shader.stage);
            apart::in_order(shader, between.prefix, registers, Sharing::Components)
        })
    }

    fn generate_watched(
        &self,
        shader: &Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        generate::generate(self.name(), self.version, shader, options, hooks)
    }

    fn machine_passes(&self, _: Stage) -> Vec<&'static str> {
        generate::passes().map(|pass| pass.name).collect()
    }

    fn selection(&self, shader: &Shader, options: &Options) -> Result<Option<String>, Diagnostics> {
        generate::selection(self.name(), self.version, shader, options).map(Some)
    }

    fn compile_watched(
        &self,
        mut shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        match self.bring(&mut shader, options, hooks)? {
            (report, _) if report.stopped_after.is_some() => Ok(None),
            // What was tried was tried unseen.
            (_, Some(compiled)) if !is_watched(hooks) => compiled.map(Some),
            _ => self.generate_watched(&shader, options, hooks),
        }
    }

    fn check_pair(&self, vertex: &Compiled, fragment: &Compiled) -> Result<(), Diagnostics> {
        let read = |compiled: &Compiled| {
            container::read_raw(&compiled.binary)
                .map_err(|error| Diagnostic::bug("agal link", error.to_string()))
        };
        let (vertex, fragment) = (read(vertex)?, read(fragment)?);
        let mut violations = verify::check_pair(&vertex, &fragment);
        violations.extend(verify::check_outputs(&vertex));
        violations.extend(verify::check_outputs(&fragment));
        let bug = |violation: &Violation| Diagnostic::bug("agal link", violation.to_string());
        match violations.is_empty() {
            true => Ok(()),
            false => Err(violations.iter().map(bug).collect()),
        }
    }
}

impl Assembler for Agal {
    fn assemble(
        &self,
        file: FileId,
        text: &str,
        stage: Option<Stage>,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        let Some(stage) = stage.or_else(|| text::stage_of(text)) else {
            let message = "no register name tells whether this is a vertex or a fragment program";
            return Err(Diagnostic::error(codes::assembler::SYNTAX, message)
                .with_help("say it with -fshader-stage=vertex or -fshader-stage=fragment")
                .into());
        };
        let assembly = text::assemble(file, text, stage, self.version)?;
        let bytes = container::write_checked(&assembly.program)?;
        let mut violations = verify::check_bytes(&bytes, Rules::Runtime);
        if violations.is_empty() && self.is_for_openfl(options)? {
            let raw = container::read_raw(&bytes).map_err(unreadable)?;
            violations.extend(verify::check_openfl(&raw));
        }
        if !violations.is_empty() {
            let place = |violation: &Violation| self.illegal(violation, &assembly.spans);
            return Err(violations.iter().map(place).collect());
        }
        let mut reflection = Reflection::new(self.name(), stage.name());
        reflection.stats = stats(&assembly.program);
        Ok(Compiled {
            binary: bytes,
            side_files: IndexMap::new(),
            assembly: text::disassemble(&assembly.program),
            reflection,
            warnings: Diagnostics::new(),
            spans: assembly.spans.iter().map(|spans| spans.whole).collect(),
        })
    }

    fn recognizes(&self, bytes: &[u8]) -> bool {
        // Byte 0xa0, then the version as a little-endian word.
        let version = bytes.get(1..5).and_then(|bytes| bytes.try_into().ok());
        let version = version.map(u32::from_le_bytes);
        bytes.first() == Some(&0xa0) && version == Some(self.version.number())
    }

    fn read(&self, program: Binary) -> Result<Box<dyn MachineCode>, Diagnostics> {
        let (target, raw) = (
            *self,
            container::read_raw(program.bytes).map_err(unreadable)?,
        );
        self.demand_version(raw.version)?;
        Ok(Box::new(Code { target, raw }))
    }

    fn verify_pair(
        &self,
        vertex: Binary,
        fragment: Binary,
        _: &Options,
    ) -> Result<Vec<Finding>, Diagnostics> {
        let read = |program: Binary| container::read_raw(program.bytes).map_err(unreadable);
        let violations = verify::check_pair(&read(vertex)?, &read(fragment)?);
        Ok(violations.iter().map(Violation::finding).collect())
    }
}

/// A program of which only the bytes around the tokens were looked at.
struct Code {
    target: Agal,
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
        let mut violations = verify::check(&self.raw, Rules::Portable);
        violations.extend(verify::check_outputs(&self.raw));
        if self.target.is_for_openfl(options)? {
            violations.extend(verify::check_openfl(&self.raw));
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
        let mut record = Reflection::new(self.target.name(), program.stage.name());
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

/// Whether somebody wants to see what passes do.
fn is_watched(hooks: &Hooks<'_>) -> bool {
    hooks.print_after != After::Never || hooks.stop_after.is_some() || hooks.times.is_some()
}

impl Agal {
    /// The passes, with choices between values by arithmetic or by conditionals, whichever gives the
    /// better program.
    fn bring(
        &self,
        shader: &mut Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<(Report, Tried), Diagnostics> {
        self.begin(shader, options)?;
        let capabilities = self.capabilities(shader.stage, options);
        let pipeline = pipeline::standard();
        if self.version == Version::V1 || !conditionals::may_pay(shader, options) {
            return Ok((pipeline.run(shader, &capabilities, hooks)?, None));
        }
        let (common, rest) = pipeline.split(conditionals::first_difference(shader));
        let before = common.run(shader, &capabilities, hooks)?;
        if before.stopped_after.is_some() {
            return Ok((before, None));
        }
        if !conditionals::has_choice(shader) {
            return Ok((before.and(rest.run(shader, &capabilities, hooks)?), None));
        }
        let mut other = shader.clone();
        let flat = rest.run(shader, &capabilities, hooks);
        let ended = match &flat {
            Ok(report) => report.stopped_after.is_some(),
            Err(fault) => fault.severity == Severity::Bug,
        };
        if ended || conditionals::is_too_large(shader) {
            return Ok((before.and(flat?), None));
        }
        // Passes are shown once, but both ways are verified.
        let mut unseen = Hooks {
            verify: hooks.verify,
            ..Hooks::default()
        };
        let conditional = capability::with_conditionals(&capabilities);
        let chosen = match rest.run(&mut other, &conditional, &mut unseen) {
            Ok(chosen) => chosen,
            Err(bug) if bug.severity == Severity::Bug => return Err(bug.into()),
            // What the target cannot do this way it may do the other.
            Err(_) => return Ok((before.and(flat?), None)),
        };
        let Ok(flat) = flat else {
            *shader = other;
            return Ok((before.and(chosen), None));
        };
        let job = (self.name(), self.version, options);
        let (pays, tried) = conditionals::choose_select_lowering(job, shader, &other, &mut unseen)?;
        if pays {
            *shader = other;
            return Ok((before.and(chosen), tried));
        }
        Ok((before.and(flat), tried))
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

fn unreadable(error: impl std::fmt::Display) -> Diagnostic {
    let message = format!("no AGAL program: {error}");
    Diagnostic::error(codes::container::MALFORMED, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assemble(text: &str) -> Result<Compiled, Diagnostics> {
        AGAL1.assemble(FileId(0), text, None, &Options::default())
    }

    #[test]
    fn rules_of_the_verifier_are_reported_at_the_operand() {
        let errors = assemble("mov vt0.xy, va0\nadd vt1, va0, vt0\nmov op, vt1\n").unwrap_err();
        let error = errors.iter().next().unwrap();
        assert_eq!(error.code, codes::container::ILLEGAL);
        assert_eq!(
            error.message,
            "agal1: `vt0.zw` is read before it is written"
        );
        let label = error.primary.as_ref().unwrap();
        assert_eq!((label.span.start, label.span.end), (30, 33));
        assert_eq!(label.message, "the runtime throws error 3648");
    }

    #[test]
    fn rules_that_concern_the_whole_program_are_named_as_well() {
        let text = "mov ft0, v0\n".repeat(201) + "mov oc, ft0\n";
        let errors = assemble(&text).unwrap_err();
        let error = errors.iter().next().unwrap();
        assert_eq!(
            error.message,
            "agal1: 202 tokens are too many, the limit is 200"
        );
        assert_eq!(error.notes, ["the runtime throws error 3629"]);
    }

    #[test]
    fn openfl_takes_less_than_the_runtime() {
        let text = "m44 op, va0, vc4\nadd v0, va0, vc4.x\n";
        let compiled = assemble(text).unwrap();
        let mut options = Options::default();
        let code = AGAL1.read(compiled.as_binary()).unwrap();
        let verified = |options: &Options| code.verify(options).unwrap();
        assert_eq!(verified(&options), []);
        let settings = &mut options.settings;
        settings.insert("agal-profile".to_owned(), "openfl".to_owned());
        let findings = verified(&options);
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].instruction, Some(1));
        assert!(AGAL1.assemble(FileId(0), text, None, &options).is_err());
    }

    #[test]
    fn a_text_without_a_stage_is_refused() {
        let errors = assemble("mov v0, v1").unwrap_err();
        assert!(
            errors
                .iter()
                .next()
                .unwrap()
                .message
                .contains("vertex or a fragment")
        );
    }

    #[test]
    fn programs_are_counted() {
        let compiled = assemble("m44 vt0, va0, vc4\nadd op, vt0, vc0.x\n").unwrap();
        let stats = compiled.reflection.stats;
        assert_eq!(
            (stats.instructions, stats.words, stats.registers),
            (2, 12, 1)
        );
        assert_eq!(stats.more["constants"], 5);
    }

    #[test]
    fn a_later_version_is_not_run() {
        let compiled = AGAL2
            .assemble(FileId(0), "mov oc, v0", None, &Options::default())
            .unwrap();
        let binary = compiled.as_binary();
        let code = AGAL2.read(binary).unwrap();
        assert_eq!(code.disassemble().unwrap(), "mov oc, v0\n");
        assert!(AGAL1.read(binary).is_err());
    }
}
