//! The three versions as targets of the compiler.

use crate::conditionals::{self, Tried};
use crate::isa::{File, Version};
use crate::rules::{self, Violation};
use crate::unit::{CLIP_DEPTH, Unit, target_name, unreadable};
use crate::{capability, container, text};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Severity, codes};
use retroshade_ir::pass::{Hooks, Report};
use retroshade_ir::{Shader, Stage, pipeline};
use retroshade_kit::finding::Finding;
use retroshade_kit::interface::apart::{self, Settled, Sharing};
use retroshade_kit::target::{
    Assembler, Binary, Chip, ChipData, Compiled, Options, Processor, Target, Varyings, as_written,
};

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

/// A version as data.
const fn chip(version: Version, processors: &'static [&'static dyn Processor]) -> ChipData {
    ChipData {
        name: target_name(version),
        processors,
        containers: &["agal"],
        extension: "agal",
        magic: container::magic(version),
        given_inputs: &[],
        varyings: Some(Varyings {
            registers: version.registers(Stage::Fragment, File::Varying) as u32,
            prefix: File::Varying.prefix(Stage::Fragment),
            vertex_first: 0,
            clip_position: true,
        }),
        clip_depth: CLIP_DEPTH,
        rounds: false,
        interpolated: as_written,
    }
}

static CHIP1: ChipData = chip(
    Version::V1,
    &[
        &Unit {
            version: Version::V1,
            stage: Stage::Vertex,
        },
        &Unit {
            version: Version::V1,
            stage: Stage::Fragment,
        },
    ],
);
static CHIP2: ChipData = chip(
    Version::V2,
    &[
        &Unit {
            version: Version::V2,
            stage: Stage::Vertex,
        },
        &Unit {
            version: Version::V2,
            stage: Stage::Fragment,
        },
    ],
);
static CHIP3: ChipData = chip(
    Version::V3,
    &[
        &Unit {
            version: Version::V3,
            stage: Stage::Vertex,
        },
        &Unit {
            version: Version::V3,
            stage: Stage::Fragment,
        },
    ],
);

impl Chip for Agal {
    fn data(&self) -> &'static ChipData {
        match self.version {
            Version::V1 => &CHIP1,
            Version::V2 => &CHIP2,
            Version::V3 => &CHIP3,
        }
    }
}

impl Target for Agal {
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

    fn compile_laid_out(
        &self,
        mut shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        match self.bring(&mut shader, options, hooks)? {
            (report, _) if report.stopped_after.is_some() => Ok(None),
            (_, Some(known)) => self.improve(&shader, options, known, hooks),
            _ => self.generate_watched(&shader, options, hooks),
        }
    }

    fn check_pair(&self, vertex: &Compiled, fragment: &Compiled) -> Result<(), Diagnostics> {
        let read = |compiled: &Compiled| {
            container::read_raw(&compiled.binary)
                .map_err(|error| Diagnostic::bug("agal link", error.to_string()))
        };
        let (vertex, fragment) = (read(vertex)?, read(fragment)?);
        let mut violations = rules::check_pair(&vertex, &fragment);
        violations.extend(rules::check_outputs(&vertex));
        violations.extend(rules::check_outputs(&fragment));
        let bug = |violation: &Violation| Diagnostic::bug("agal link", violation.to_string());
        if violations.is_empty() {
            Ok(())
        } else {
            Err(violations.iter().map(bug).collect())
        }
    }
}

impl Assembler for Agal {
    fn stage_of_text(&self, text: &str) -> Result<Stage, Diagnostic> {
        text::stage_of(text).ok_or_else(|| {
            let message = "no register name tells whether this is a vertex or a fragment program";
            Diagnostic::error(codes::assembler::SYNTAX, message)
                .with_help("say it with -fshader-stage=vertex or -fshader-stage=fragment")
        })
    }

    fn stage_of_binary(&self, program: &Binary) -> Result<Stage, Diagnostics> {
        Ok(container::read_raw(program.bytes)
            .map_err(unreadable)?
            .stage)
    }

    fn recognizes(&self, bytes: &[u8]) -> bool {
        // Byte 0xa0, then the version as a little-endian word.
        let version = bytes.get(1..5).and_then(|bytes| bytes.try_into().ok());
        let version = version.map(u32::from_le_bytes);
        bytes.first() == Some(&0xa0) && version == Some(self.version.number())
    }

    fn extent(&self, bytes: &[u8]) -> Option<usize> {
        container::extent(bytes, self.version)
    }

    fn is_text(&self, text: &str) -> bool {
        text::is_text(text)
    }

    fn verify_pair(
        &self,
        vertex: Binary,
        fragment: Binary,
        _: &Options,
    ) -> Result<Vec<Finding>, Diagnostics> {
        let read = |program: Binary| container::read_raw(program.bytes).map_err(unreadable);
        let violations = rules::check_pair(&read(vertex)?, &read(fragment)?);
        Ok(violations.iter().map(Violation::finding).collect())
    }
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
        let mut unseen = hooks.unseen();
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_diagnostics::FileId;

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
