//! From a shader that went through the passes to a verified program.

use crate::interface::{self, Counts, Packing, Registers};
use crate::isa::Version;
use crate::machine::{self, Program};
use crate::refusal;
use crate::schedule::{self, Effort, Scheduled};
use crate::select::{self, Code, Context, Pass, Sharing, Vectorize};
use crate::settings::{Profile, Settings};
use crate::stats::stats;
use crate::verify::{self, Rule};
use crate::{FINISH, PIPELINE, SPREAD, container, text};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::Shader;
use retroshade_ir::pass::{self, Hooks};
use retroshade_kit::target::{Compiled, Optimize, Options};

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
        Err(errors) if options.optimize == Optimize::None && is_limit(&errors) => {
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
    PIPELINE.iter().chain(FINISH).chain(SPREAD)
}

/// How to go about it.
#[derive(Clone, Copy)]
struct Plan {
    packing: Packing,
    sharing: Sharing,
    /// Compute values again rather than hold them.
    rematerialize: bool,
}

impl Plan {
    /// Registers that each hold one uniform, constants moved once.
    const ROOMY: Plan = Plan {
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
pub(crate) struct Job<'a> {
    target: &'static str,
    version: Version,
    shader: &'a Shader,
    options: &'a Options,
    settings: Settings,
}

/// A program ready for scheduling.
#[derive(Clone, Debug)]
struct Selected {
    program: Program,
    /// The registers of the interface and of literals.
    registers: Registers,
    /// Whether operations were joined that [`Vectorize::Conservative`] leaves apart.
    risky: bool,
}

impl Selected {
    fn tokens(&self) -> usize {
        machine::tokens(&self.program)
    }
}

/// What is selected for a shader by the first plan, and that with as much joined as can be.
pub(crate) struct Start {
    registers: Registers,
    program: Program,
    joined: Result<Selected, Diagnostics>,
}

impl Start {
    /// The tokens that are selected, which no program has fewer of; `None` where literals find no room.
    pub(crate) fn tokens(&self) -> Option<usize> {
        Some(self.joined.as_ref().ok()?.tokens())
    }

    /// Whether more lanes are live at once than there are.
    pub(crate) fn is_crowded(&self, lanes: u32) -> bool {
        let selected = self.joined.as_ref().map(|selected| &selected.program);
        let program = selected.unwrap_or(&self.program);
        // Few values find room however long they live.
        4 * program.vectors.len() > lanes as usize && schedule::peak(&select::view(program)) > lanes
    }
}

/// A program within all limits.
pub(crate) struct Attempt {
    selected: Selected,
    scheduled: Scheduled,
    /// The temporaries that straightforward allocation would need.
    unpacked: u64,
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
        match is_reached(FINISH) {
            true => Ok(()),
            false => self.rematerialize(&mut selected, hooks),
        }
    }

    /// The best program, given what is selected, where that is known.
    pub(crate) fn compile(
        &self,
        start: Option<Start>,
        hooks: &mut Hooks<'_>,
    ) -> Result<Compiled, Diagnostics> {
        self.finish(self.best(start, hooks)?)
    }

    /// What is selected to begin with; `None` where there is no room for it.
    pub(crate) fn start(&self, hooks: &mut Hooks<'_>) -> Option<Start> {
        let (registers, program) = self.select(Plan::ROOMY, hooks).ok()?;
        let joined = self.join(&registers, &program, Vectorize::Aggressive, hooks);
        Some(Start {
            registers,
            program,
            joined,
        })
    }

    /// What passes are told.
    fn context(&self, registers: &Registers, sharing: Sharing) -> Context {
        // In OpenFL a product becomes dot products where its matrix is needed by component first.
        let split = self.settings.profile == Profile::OpenFl;
        Context::new(self.target, self.shader, registers, sharing, split)
    }

    fn select(
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

    /// Whether uniforms take fewer registers where small ones share them.
    fn packing_frees_registers(&self) -> bool {
        let used = |packing| {
            let how = (self.settings.profile, packing);
            let registers =
                interface::assign(self.target, self.version, self.shader, self.options, how);
            registers.ok().map(|registers| registers.constants.used())
        };
        used(Packing::Plain)
            .is_none_or(|plain| used(Packing::Uniforms).is_some_and(|packed| packed < plain))
    }

    fn join(
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
            let taken = registers
                .constants
                .taken
                .get_mut(usize::from(literal.reg.number));
            if let Some(taken) = taken {
                *taken = (1 << literal.words.len()) - 1;
            }
        }
        Ok(Selected {
            program,
            registers,
            risky: context.risky.get(),
        })
    }

    /// The best program of the first plan by which there is one.
    pub(crate) fn best(
        &self,
        mut start: Option<Start>,
        hooks: &mut Hooks<'_>,
    ) -> Result<Attempt, Diagnostics> {
        let joinings: &[Vectorize] = match self.options.optimize {
            Optimize::None => &[Vectorize::None],
            Optimize::Normal | Optimize::Size | Optimize::Most => &[
                Vectorize::Aggressive,
                Vectorize::Conservative,
                Vectorize::None,
            ],
        };
        // What does not fit so may fit in the other ways.
        let mut plan = Plan::ROOMY;
        // Of the programs that lack temporaries the one with fewest tokens says most.
        let mut crowded = None;
        let mut before = None;
        loop {
            let errors = match self.shortest(plan, joinings, (start.take(), &mut before), hooks)? {
                Ok(best) => return Ok(best),
                Err(errors) => errors,
            };
            let lacks = |code| errors.iter().any(|error| error.code == code);
            if lacks(codes::limit::CONSTANTS)
                && plan.packing == Packing::Plain
                && self.packing_frees_registers()
            {
                plan.packing = Packing::Uniforms;
            } else if lacks(codes::limit::TEMPORARIES) && plan.sharing == Sharing::Shared {
                plan.sharing = Sharing::Each;
                crowded = Some(errors);
            } else if lacks(codes::limit::TEMPORARIES) && !plan.rematerialize {
                plan.rematerialize = true;
            } else {
                return Err(crowded.unwrap_or(errors));
            }
        }
    }

    /// The shortest program of several ways to join operations; inside, the limit that the first of
    /// them exceeds. Those with fewest operations are tried first. A way whose literals find no room is
    /// left out, unless that is so of all. `before` is the code of another plan, and its limit: where
    /// this one comes to the same code, it comes to the same limit.
    fn shortest(
        &self,
        plan: Plan,
        joinings: &[Vectorize],
        (start, before): (Option<Start>, &mut Option<(Code, Diagnostics)>),
        hooks: &mut Hooks<'_>,
    ) -> Result<Result<Attempt, Diagnostics>, Diagnostics> {
        let (registers, program, mut joined) = match start {
            Some(start) => (start.registers, start.program, Some(start.joined)),
            None => match self.select(plan, hooks) {
                Ok((registers, program)) => (registers, program, None),
                Err(errors) if is_limit(&errors) => return Ok(Err(errors)),
                Err(errors) => return Err(errors),
            },
        };
        let code = select::view(&program);
        if let Some((_, errors)) = before.as_ref().filter(|(other, _)| *other == code)
            && !plan.rematerialize
        {
            return Ok(Err(errors.clone()));
        }
        let mut first_error = None;
        let mut note = |errors: Diagnostics| match is_limit(&errors) {
            true => {
                first_error.get_or_insert(errors);
                Ok(())
            }
            false => Err(errors),
        };
        // Mostly there is one.
        let mut candidates = Vec::with_capacity(1);
        for &joining in joinings
            .iter()
            .filter(|joining| **joining != Vectorize::None)
        {
            // The first of them is bold, as what is there from the start.
            let known = joined.take();
            match known.unwrap_or_else(|| self.join(&registers, &program, joining, hooks)) {
                Ok(joined) => candidates.push(joined),
                Err(errors) => {
                    note(errors)?;
                    continue;
                }
            }
            // Where no operations were joined that the careful way leaves apart, it joins the same.
            if candidates
                .last()
                .is_some_and(|selected: &Selected| !selected.risky)
            {
                break;
            }
        }
        candidates.sort_by_key(Selected::tokens);
        // No order makes them shorter.
        let limit = self.version.tokens() as usize;
        let shortest = candidates
            .first()
            .map_or(&program, |joined| &joined.program);
        if machine::tokens(shortest) > limit {
            let stage = self.shader.stage;
            note(refusal::selected(self.target, self.version, stage, shortest).into())?;
        }
        candidates.retain(|selected| selected.tokens() <= limit);
        let mut best: Option<(usize, Scheduled)> = None;
        for (index, selected) in candidates.iter_mut().enumerate() {
            if plan.rematerialize {
                self.rematerialize(selected, hooks)?;
            }
            // With a program in hand a second look goes on from there.
            for _ in 0..2 {
                match self.attempt(selected, best.as_ref()) {
                    Ok(Some(found)) => {
                        let shortest = found.length() <= found.least;
                        best = Some((index, found));
                        if shortest {
                            break;
                        }
                    }
                    Ok(None) => break,
                    Err(errors) => {
                        note(errors)?;
                        break;
                    }
                }
            }
        }
        // Without joining nothing is shorter, unless what is joined needs copies.
        let length = best.as_ref().map(|(_, best)| best.length());
        if code.tokens() <= limit && length.is_none_or(|length| code.tokens() < length) {
            let found = self
                .join(&registers, &program, Vectorize::None, hooks)
                .and_then(|mut selected| {
                    if plan.rematerialize {
                        self.rematerialize(&mut selected, hooks)?;
                    }
                    let found = self.attempt(&selected, best.as_ref())?;
                    candidates.push(selected);
                    Ok(found)
                });
            match found {
                Ok(Some(found)) => best = Some((candidates.len() - 1, found)),
                Ok(None) => {}
                Err(errors) => note(errors)?,
            }
        }
        let Some((index, scheduled)) = best else {
            let silent = || Diagnostic::bug("agal generate", "no program and no reason").into();
            let errors = first_error.unwrap_or_else(silent);
            *before = Some((code, errors.clone()));
            return Ok(Err(errors));
        };
        Ok(Ok(Attempt {
            selected: candidates.swap_remove(index),
            scheduled,
            unpacked: schedule::unpacked(&code),
        }))
    }

    /// Computes values again as far as tokens are left.
    fn rematerialize(
        &self,
        selected: &mut Selected,
        hooks: &mut Hooks<'_>,
    ) -> Result<(), Diagnostics> {
        let limit = self.version.tokens() as usize;
        let context = Context {
            // Copies take tokens, too.
            repeats: limit.saturating_sub(selected.tokens()) / 2,
            ..self.context(&selected.registers, Sharing::Shared)
        };
        pass::run(SPREAD, &mut selected.program, &context, hooks)?;
        Ok(())
    }

    /// A program that is shorter than the best so far, if there is one.
    fn attempt(
        &self,
        selected: &Selected,
        best: Option<&(usize, Scheduled)>,
    ) -> Result<Option<Scheduled>, Diagnostics> {
        let Job {
            target,
            version,
            shader,
            settings,
            ..
        } = *self;
        let effort = Effort {
            order: settings.order_steps,
            refine: settings.refine_steps,
            registers: settings.register_restarts,
            // Flash, Ruffle and OpenFL compute a product at once.
            apart: settings.profile == Profile::All,
        };
        let below = best.map_or(usize::MAX, |(_, best)| best.length());
        let scheduled = schedule::schedule(
            &select::view(&selected.program),
            version,
            shader.stage,
            effort,
            below,
        )
        .map_err(|trouble| refusal::trouble(target, version, shader.stage, trouble))?;
        if let Some(scheduled) = &scheduled {
            refusal::check_length(target, version, &scheduled.emitted)?;
        }
        Ok(scheduled)
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
        let mut violations = verify::check(&raw, true);
        violations.extend(verify::check_outputs(&raw));
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
        let reflection = interface::reflection(self.target, self.shader, &registers, counts);
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
