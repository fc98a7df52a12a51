//! From a shader that went through the passes to a verified program.

use crate::interface::{self, Counts, Packing, Registers};
use crate::isa::Version;
use crate::machine::{self, Program};
use crate::refusal;
use crate::rules::{self, Rule, Rules};
use crate::schedule::Scheduled;
use crate::select::{self, Context, Pass, Sharing, Vectorize};
use crate::settings::{Profile, Settings};
use crate::stats::stats;
use crate::{CONDITIONALS, FINISH, NARROW, PIPELINE, SPREAD, container, text};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::pass::{self, Hooks};
use retroshade_ir::{Shader, Stage};
use retroshade_kit::incumbent::is_defect;
use retroshade_kit::target::{Compiled, Optimize, Options, Placement};

/// Compiles a prepared shader; `None` where the hooks stop the passes.
pub(crate) fn generate(
    target: &'static str,
    version: Version,
    shader: &Shader,
    options: &Options,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Compiled>, Diagnostics> {
    let job = Job::new(target, version, shader, options)?;
    let stops = |name: &str| passes().any(|pass| pass.name == name);
    if hooks.stop_after.as_deref().is_some_and(stops) {
        job.show(hooks)?;
        return Ok(None);
    }
    match job.compile(None, hooks) {
        // A program that fits is worth more effort than was asked for.
        Err(errors) if options.optimize == Optimize::None && !is_defect(&errors) => {
            let usual = Options {
                optimize: Optimize::Normal,
                ..options.clone()
            };
            let job = Job::new(target, version, shader, &usual)?;
            job.compile(None, hooks).map(Some)
        }
        compiled => compiled.map(Some),
    }
}

/// Every pass that a program may go through.
pub(crate) fn passes() -> impl Iterator<Item = &'static Pass> {
    let lists = [PIPELINE, FINISH, SPREAD, NARROW, CONDITIONALS];
    lists.into_iter().flatten()
}

/// How constants lie and values are held.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) packing: Packing,
    pub(crate) sharing: Sharing,
    /// Compute values again rather than hold them.
    pub(crate) rematerialize: bool,
}

impl Plan {
    /// Registers that each hold one uniform, constants moved once.
    pub(crate) const ROOMY: Plan = Plan {
        packing: Packing::Plain,
        sharing: Sharing::Shared,
        rematerialize: false,
    };
}

/// The selected operations before scheduling, as text.
pub(crate) fn selection(
    target: &'static str,
    version: Version,
    shader: &Shader,
    options: &Options,
) -> Result<String, Diagnostics> {
    let job = Job::new(target, version, shader, options)?;
    let hooks = &mut Hooks::default();
    let (registers, program) = job.select(Plan::ROOMY, hooks)?;
    let selected = job.join(&registers, &program, Vectorize::None, hooks)?;
    Ok(selected.program.to_string())
}

/// A shader to compile and the options for it.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) target: &'static str,
    pub(crate) version: Version,
    pub(crate) shader: &'a Shader,
    pub(crate) options: &'a Options,
    pub(crate) settings: Settings,
}

/// A program ready for scheduling.
#[derive(Clone, Debug)]
pub(crate) struct Selected {
    pub(crate) program: Program,
    /// The registers of the interface and of literals.
    pub(crate) registers: Registers,
    /// True if operations were joined that [`Vectorize::Conservative`] leaves apart.
    pub(crate) risky: bool,
}

impl Selected {
    pub(crate) fn tokens(&self) -> usize {
        machine::tokens(&self.program)
    }
}

/// What is selected for a shader by the first plan, and that with as much joined as can be.
pub(crate) struct Start {
    pub(crate) registers: Registers,
    pub(crate) program: Program,
    pub(crate) joined: Result<Selected, Diagnostics>,
}

impl Start {
    /// The tokens that are selected, which no program has fewer of; `None` where literals find no room.
    pub(crate) fn tokens(&self) -> Option<usize> {
        Some(self.joined.as_ref().ok()?.tokens())
    }
}

/// A program within all limits.
pub(crate) struct Attempt {
    pub(crate) selected: Selected,
    pub(crate) scheduled: Scheduled,
    /// The temporaries that straightforward allocation would need.
    pub(crate) unpacked: u64,
}

impl Attempt {
    /// How large the program is: tokens and temporaries.
    pub(crate) fn size(&self) -> (u32, u32) {
        let stats = stats(&self.scheduled.emitted.program);
        (stats.instructions, stats.registers)
    }
}

impl<'a> Job<'a> {
    pub(crate) fn new(
        target: &'static str,
        version: Version,
        shader: &'a Shader,
        options: &'a Options,
    ) -> Result<Job<'a>, Diagnostics> {
        Ok(Job {
            target,
            version,
            shader,
            options,
            settings: Settings::read(target, version, options)?,
        })
    }

    /// Runs the passes of the first way until the hooks stop them.
    fn show(&self, hooks: &mut Hooks<'_>) -> Result<(), Diagnostics> {
        let stop = hooks.stop_after.clone();
        let is_reached =
            |passes: &[Pass]| passes.iter().any(|pass| Some(pass.name) == stop.as_deref());
        let (registers, program) = self.select(Plan::ROOMY, hooks)?;
        if is_reached(PIPELINE) {
            return Ok(());
        }
        let mut selected = self.join(&registers, &program, Vectorize::Aggressive, hooks)?;
        if is_reached(FINISH) {
            return Ok(());
        }
        if is_reached(SPREAD) {
            return self.rematerialize(&mut selected, hooks);
        }
        let context = self.context(&selected.registers, Sharing::Shared);
        let report = pass::run(NARROW, &mut selected.program, &context, hooks)?;
        if report.stopped_after.is_none() {
            pass::run(CONDITIONALS, &mut selected.program, &context, hooks)?;
        }
        Ok(())
    }

    /// The best program, given what is selected, where that is known.
    pub(crate) fn compile(
        &self,
        start: Option<Start>,
        hooks: &mut Hooks<'_>,
    ) -> Result<Compiled, Diagnostics> {
        self.finish(self.best(start, hooks)?)
    }

    /// Selects the first program; `None` where there is no room for it.
    pub(crate) fn start(&self, hooks: &mut Hooks<'_>) -> Option<Start> {
        let (registers, program) = self.select(Plan::ROOMY, hooks).ok()?;
        let joined = self.join(&registers, &program, Vectorize::Aggressive, hooks);
        Some(Start {
            registers,
            program,
            joined,
        })
    }

    /// The context of passes.
    pub(crate) fn context(&self, registers: &Registers, sharing: Sharing) -> Context {
        // In OpenFL a product becomes dot products where its matrix is needed by component first.
        let split = self.settings.profile == Profile::OpenFl;
        Context::new(self.target, self.shader, registers, sharing, split)
    }

    /// Lowers a shader, writes its outputs and legalises what operations read.
    pub(crate) fn select(
        &self,
        plan: Plan,
        hooks: &mut Hooks<'_>,
    ) -> Result<(Registers, Program), Diagnostics> {
        let Job {
            target,
            version,
            shader,
            options,
            settings,
        } = *self;
        let how = (settings.profile, plan.packing);
        let mut registers = interface::assign(target, version, shader, options, how)?;
        let mut program = select::lower(target, version, shader, &mut registers)?;
        let context = self.context(&registers, plan.sharing);
        pass::run(PIPELINE, &mut program, &context, hooks)?;
        refusal::check_operations(target, version, &program)?;
        Ok((registers, program))
    }

    /// True if uniforms take fewer registers where small ones share them.
    pub(crate) fn packing_frees_registers(&self) -> bool {
        let used = |packing| {
            let how = (self.settings.profile, packing);
            let registers =
                interface::assign(self.target, self.version, self.shader, self.options, how);
            registers.ok().map(|registers| registers.constants.used())
        };
        used(Packing::Plain)
            .is_none_or(|plain| used(Packing::Uniforms).is_some_and(|packed| packed < plain))
    }

    /// Joins operations and gives literals registers.
    pub(crate) fn join(
        &self,
        registers: &Registers,
        program: &Program,
        joining: Vectorize,
        hooks: &mut Hooks<'_>,
    ) -> Result<Selected, Diagnostics> {
        let mut registers = registers.clone();
        let mut program = program.clone();
        let context = Context {
            vectorize: joining,
            ..self.context(&registers, Sharing::Shared)
        };
        pass::run(FINISH, &mut program, &context, hooks)?;
        for literal in &program.literals {
            registers.constants.reserve(literal.reg.number.into());
        }
        Ok(Selected {
            program,
            registers,
            risky: context.risky.get(),
        })
    }

    /// Encodes, decodes, verifies, describes.
    pub(crate) fn finish(&self, attempt: Attempt) -> Result<Compiled, Diagnostics> {
        let Attempt {
            selected: Selected {
                program, registers, ..
            },
            scheduled,
            unpacked,
        } = attempt;
        let Scheduled { emitted, bound, .. } = scheduled;
        if let Some(excess) = self.settings.profile.excess(&emitted.program) {
            let message = format!("the profile baselineConstrained has {excess}");
            return Err(Diagnostic::error(codes::limit::INSTRUCTIONS, message).into());
        }
        let binary = container::write_checked(&emitted.program)?;
        let raw = container::read_raw(&binary)
            .map_err(|error| Diagnostic::bug("agal container", error.to_string()))?;
        let mut violations = rules::check(&raw, Rules::Portable);
        violations.extend(rules::check_outputs(&raw));
        // Asked for by the flags of a sampler, and warned of; and where no other temporary is free.
        let excused = [Rule::Portable(4), Rule::Portable(9)];
        violations.retain(|violation| !excused.contains(&violation.rule));
        if let Some(violation) = violations.first() {
            let listing = text::disassemble(&emitted.program);
            let bug = Diagnostic::bug("agal verify", violation.to_string());
            return Err(bug.with_note(listing).into());
        }
        if self.settings.profile == Profile::OpenFl {
            refusal::check_openfl(self.target, &raw, &emitted)?;
        }
        let mut stats = stats(&emitted.program);
        let bound = u64::from(bound);
        stats.more.insert("registers_bound".to_owned(), bound);
        stats.more.insert("registers_unpacked".to_owned(), unpacked);
        let literals = program.literals.into_iter();
        let literals = literals.map(|literal| {
            let numbers = literal.words.into_iter().map(f32::from_bits);
            (literal.reg.number, numbers.collect())
        });
        let literals = literals.collect();
        let counts = Counts { stats, literals };
        let mut reflection = interface::reflection(self.target, self.shader, &registers, counts);
        if self.shader.stage == Stage::Vertex {
            reflection.placement = Placement::of(self.options);
        }
        Ok(Compiled {
            binary,
            side_files: IndexMap::new(),
            assembly: text::disassemble(&emitted.program),
            reflection,
            warnings: registers.warnings,
            spans: emitted.spans,
        })
    }
}
