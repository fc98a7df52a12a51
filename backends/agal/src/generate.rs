//! From a shader that went through the passes to a verified program.

use crate::interface::{self, Counts, Packing, Registers};
use crate::isa::{File, Version};
use crate::schedule::{self, Effort, Emitted, Trouble};
use crate::select::{self, Joining, Selected, Sharing};
use crate::settings::Settings;
use crate::target::{encode, stats};
use crate::{container, text, verify};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::Shader;
use retroshade_kit::target::{Compiled, Optimize, Options};

/// Compiles a prepared shader.
pub(crate) fn generate(
    target: &'static str,
    version: Version,
    shader: &Shader,
    options: &Options,
) -> Result<Compiled, Diagnostics> {
    let settings = Settings::read(target, version, options)?;
    let job = Job {
        target,
        version,
        shader,
        options,
        settings,
    };
    let joinings: &[Joining] = match options.optimize {
        Optimize::None => &[Joining::None],
        Optimize::Normal | Optimize::Size | Optimize::Most => {
            &[Joining::Bold, Joining::Careful, Joining::None]
        }
    };
    // Roomy first: registers that each hold one uniform, constants moved once. What does not fit so
    // may fit in the other ways.
    let mut packing = Packing::Plain;
    let mut sharing = Sharing::Shared;
    loop {
        let errors = match job.shortest(packing, sharing, joinings)? {
            Ok(best) => return job.finish(best),
            Err(errors) => errors,
        };
        let lacks = |code| errors.iter().any(|error| error.code == code);
        if lacks(codes::limit::CONSTANTS) && packing == Packing::Plain {
            packing = Packing::Uniforms;
        } else if lacks(codes::limit::TEMPORARIES) && sharing == Sharing::Shared {
            sharing = Sharing::Each;
        } else {
            return Err(errors);
        }
    }
}

/// The selected operations before scheduling, as text.
pub(crate) fn selection(
    target: &'static str,
    version: Version,
    shader: &Shader,
    options: &Options,
) -> Result<String, Diagnostics> {
    let settings = Settings::read(target, version, options)?;
    let mut registers = interface::assign(target, version, shader, options, Packing::Plain)?;
    let sharing = Sharing::Shared;
    let code = select::select(target, version, shader, &mut registers, settings, sharing)?;
    let selected = select::join(target, code, &mut registers, Joining::None)?;
    Ok(select::print(&selected.code, shader.stage))
}

/// Whether another way of doing the same may succeed.
fn is_limit(errors: &Diagnostics) -> bool {
    let limits = [
        codes::limit::CONSTANTS,
        codes::limit::TEMPORARIES,
        codes::limit::INSTRUCTIONS,
    ];
    errors.iter().all(|error| limits.contains(&error.code))
}

/// What is to be compiled.
#[derive(Clone, Copy)]
struct Job<'a> {
    target: &'static str,
    version: Version,
    shader: &'a Shader,
    options: &'a Options,
    settings: Settings,
}

/// One way to do what the shader does, without registers for its values.
struct Candidate {
    registers: Registers,
    selected: Selected,
}

/// A program within all limits.
struct Attempt {
    registers: Registers,
    literals: Vec<(u16, Vec<f32>)>,
    emitted: Emitted,
}

impl Attempt {
    fn length(&self) -> usize {
        self.emitted.program.tokens.len()
    }
}

impl Job<'_> {
    /// The shortest program of several ways to join operations; inside, the limit that the first of
    /// them exceeds.
    fn shortest(
        &self,
        packing: Packing,
        sharing: Sharing,
        joinings: &[Joining],
    ) -> Result<Result<Attempt, Diagnostics>, Diagnostics> {
        let mut best: Option<Attempt> = None;
        let mut first_error = None;
        let mut note = |errors: Diagnostics| match is_limit(&errors) {
            true => {
                first_error.get_or_insert(errors);
                Ok(())
            }
            false => Err(errors),
        };
        match self.candidates(packing, sharing, joinings) {
            Ok(candidates) => {
                for candidate in candidates {
                    let below = best.as_ref().map_or(usize::MAX, Attempt::length);
                    match self.attempt(candidate, below) {
                        Ok(found) => best = found.or(best),
                        Err(errors) => note(errors)?,
                    }
                }
            }
            Err(errors) => note(errors)?,
        }
        Ok(best.ok_or_else(|| first_error.unwrap_or_default()))
    }

    /// Selected code joined in several ways, that with fewest operations first. A way whose literals
    /// find no room is left out, unless that is so of all.
    fn candidates(
        &self,
        packing: Packing,
        sharing: Sharing,
        joinings: &[Joining],
    ) -> Result<Vec<Candidate>, Diagnostics> {
        let Job {
            target,
            version,
            shader,
            options,
            settings,
        } = *self;
        let mut registers = interface::assign(target, version, shader, options, packing)?;
        let code = select::select(target, version, shader, &mut registers, settings, sharing)?;
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut no_room = None;
        for &joining in joinings {
            let mut registers = registers.clone();
            match select::join(target, code.clone(), &mut registers, joining) {
                Ok(selected) => candidates.push(Candidate {
                    registers,
                    selected,
                }),
                Err(errors) if is_limit(&errors) => no_room = no_room.or(Some(errors)),
                Err(errors) => return Err(errors),
            }
        }
        if let (true, Some(errors)) = (candidates.is_empty(), no_room) {
            return Err(errors);
        }
        candidates.sort_by_key(|candidate| candidate.selected.code.ops.len());
        Ok(candidates)
    }

    /// A program of a candidate that is shorter than `below` tokens, if there is one.
    fn attempt(&self, candidate: Candidate, below: usize) -> Result<Option<Attempt>, Diagnostics> {
        let Job {
            target,
            version,
            shader,
            settings,
            ..
        } = *self;
        let Candidate {
            registers,
            selected,
        } = candidate;
        let effort = Effort {
            order: settings.order_steps,
            registers: settings.register_restarts,
        };
        let emitted = schedule::schedule(&selected.code, version, shader.stage, effort, below)
            .map_err(|trouble| explain(target, version, shader, trouble))?;
        let Some(emitted) = emitted else {
            return Ok(None);
        };
        check_length(target, version, &emitted)?;
        Ok(Some(Attempt {
            registers,
            literals: selected.literals,
            emitted,
        }))
    }

    /// Encodes, decodes, verifies, describes.
    fn finish(&self, attempt: Attempt) -> Result<Compiled, Diagnostics> {
        let Attempt {
            registers,
            literals,
            emitted,
        } = attempt;
        let binary = encode(&emitted.program)?;
        let raw = container::read_raw(&binary)
            .map_err(|error| Diagnostic::bug("agal container", error.to_string()))?;
        let mut violations = verify::check(&raw, true);
        violations.extend(verify::check_outputs(&raw));
        if let Some(violation) = violations.first() {
            let listing = text::disassemble(&emitted.program);
            let bug = Diagnostic::bug("agal verify", violation.to_string());
            return Err(bug.with_note(listing).into());
        }
        let counts = Counts {
            stats: stats(&emitted.program),
            literals,
        };
        let reflection = interface::reflection(self.target, self.shader, &registers, counts);
        Ok(Compiled {
            binary,
            side_files: IndexMap::new(),
            assembly: text::disassemble(&emitted.program),
            reflection,
            warnings: registers.warnings,
        })
    }
}

fn explain(target: &str, version: Version, shader: &Shader, trouble: Trouble) -> Diagnostics {
    match trouble {
        Trouble::Bug(message) => Diagnostic::bug("agal schedule", message).into(),
        Trouble::Temporaries { live, span } => {
            let registers = version.registers(shader.stage, File::Temporary);
            let message = format!(
                "{target} has {registers} temporaries of four components, but here the shader needs \
                 {live} components at once and they find no place"
            );
            Diagnostic::error(codes::limit::TEMPORARIES, message)
                .at(span, "most values are needed here")
                .with_note(format!("{} components would fit if all could be packed", 4 * registers))
                .with_help("compute less at once, move work to the vertex shader, or use agal2 with 26 temporaries")
                .into()
        }
    }
}

fn check_length(target: &str, version: Version, emitted: &Emitted) -> Result<(), Diagnostics> {
    let (needed, limit) = (emitted.program.tokens.len(), version.tokens() as usize);
    if needed <= limit {
        return Ok(());
    }
    let message =
        format!("{target} programs have at most {limit} tokens, but the shader needs {needed}");
    let span = emitted.spans.get(limit).copied().unwrap_or(Span::NONE);
    let error = Diagnostic::error(codes::limit::INSTRUCTIONS, message)
        .at(span, "the first token that does not fit comes from here")
        .with_note("loops are unrolled and both sides of branches are computed");
    Err(error.into())
}
