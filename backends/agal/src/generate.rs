//! From a shader that went through the passes to a verified program.

use crate::interface::{self, Counts, Packing, Registers};
use crate::isa::Version;
use crate::refusal;
use crate::schedule::{self, Effort, Scheduled};
use crate::select::{self, Code, Selected, Sharing, Vectorize};
use crate::settings::{Profile, Settings};
use crate::stats::stats;
use crate::verify::{self, Rule};
use crate::{container, text};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::Shader;
use retroshade_kit::target::{Compiled, Optimize, Options};

/// Compiles a prepared shader.
pub(crate) fn generate(
    target: &'static str,
    version: Version,
    shader: &Shader,
    options: &Options,
) -> Result<Compiled, Diagnostics> {
    Job::new(target, version, shader, options)?.compile(None)
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
    let (mut registers, code) = job.select(Plan::ROOMY)?;
    let split = job.splits_products();
    let selected = select::join(target, code, &mut registers, Vectorize::None, split)?;
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
pub(crate) struct Job<'a> {
    target: &'static str,
    version: Version,
    shader: &'a Shader,
    options: &'a Options,
    settings: Settings,
}

/// What is selected for a shader by the first plan, and that with as much joined as can be.
pub(crate) struct Start {
    registers: Registers,
    code: Code,
    joined: Result<(Registers, Selected), Diagnostics>,
}

impl Start {
    /// The tokens that are selected, which no program has fewer of; `None` where literals find no room.
    pub(crate) fn tokens(&self) -> Option<usize> {
        let (_, selected) = self.joined.as_ref().ok()?;
        Some(selected.code.tokens())
    }

    /// Whether more lanes are live at once than there are.
    pub(crate) fn is_crowded(&self, lanes: u32) -> bool {
        let selected = self.joined.as_ref().map(|(_, selected)| &selected.code);
        let code = selected.unwrap_or(&self.code);
        // Few values find room however long they live.
        4 * code.values.len() > lanes as usize && schedule::peak(code) > lanes
    }
}

/// A program within all limits.
pub(crate) struct Attempt {
    registers: Registers,
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

    /// The best program, given what is selected, where that is known.
    pub(crate) fn compile(&self, start: Option<Start>) -> Result<Compiled, Diagnostics> {
        self.finish(self.best(start)?)
    }

    /// What is selected to begin with; `None` where there is no room for it.
    pub(crate) fn start(&self) -> Option<Start> {
        let (registers, code) = self.select(Plan::ROOMY).ok()?;
        let joined = self.join(&registers, &code, Vectorize::Aggressive);
        Some(Start {
            registers,
            code,
            joined,
        })
    }

    fn select(&self, plan: Plan) -> Result<(Registers, Code), Diagnostics> {
        let Job {
            target,
            version,
            shader,
            options,
            settings,
        } = *self;
        let how = (settings.profile, plan.packing);
        let mut registers = interface::assign(target, version, shader, options, how)?;
        let sharing = plan.sharing;
        let code = select::select(target, version, shader, &mut registers, sharing)?;
        refusal::check_operations(target, version, &code)?;
        Ok((registers, code))
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

    /// Whether a product becomes dot products where its matrix is needed by component first.
    fn splits_products(&self) -> bool {
        self.settings.profile == Profile::OpenFl
    }

    fn join(
        &self,
        registers: &Registers,
        code: &Code,
        joining: Vectorize,
    ) -> Result<(Registers, Selected), Diagnostics> {
        let mut registers = registers.clone();
        let (code, split) = (code.clone(), self.splits_products());
        let selected = select::join(self.target, code, &mut registers, joining, split)?;
        Ok((registers, selected))
    }

    /// The best program of the first plan by which there is one.
    pub(crate) fn best(&self, mut start: Option<Start>) -> Result<Attempt, Diagnostics> {
        let mut joinings: &[Vectorize] = match self.options.optimize {
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
            let errors = match self.shortest(plan, joinings, start.take(), &mut before)? {
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
            } else if joinings == [Vectorize::None] {
                // Without optimisation operations are joined where the program does not fit otherwise.
                joinings = &[
                    Vectorize::Aggressive,
                    Vectorize::Conservative,
                    Vectorize::None,
                ];
                plan = Plan::ROOMY;
                before = None;
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
        start: Option<Start>,
        before: &mut Option<(Code, Diagnostics)>,
    ) -> Result<Result<Attempt, Diagnostics>, Diagnostics> {
        let (registers, code, mut joined) = match start {
            Some(start) => (start.registers, start.code, Some(start.joined)),
            None => match self.select(plan) {
                Ok((registers, code)) => (registers, code, None),
                Err(errors) if is_limit(&errors) => return Ok(Err(errors)),
                Err(errors) => return Err(errors),
            },
        };
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
            match known.unwrap_or_else(|| self.join(&registers, &code, joining)) {
                Ok(joined) => candidates.push(joined),
                Err(errors) => {
                    note(errors)?;
                    continue;
                }
            }
            // Where no operations were joined that the careful way leaves apart, it joins the same.
            if candidates
                .last()
                .is_some_and(|(_, selected)| !selected.risky)
            {
                break;
            }
        }
        candidates.sort_by_key(|(_, selected)| selected.code.tokens());
        // No order makes them shorter.
        let limit = self.version.tokens() as usize;
        let shortest = candidates.first().map_or(&code, |(_, joined)| &joined.code);
        if shortest.tokens() > limit {
            let stage = self.shader.stage;
            note(refusal::selected(self.target, self.version, stage, shortest).into())?;
        }
        candidates.retain(|(_, selected)| selected.code.tokens() <= limit);
        let mut best: Option<(usize, Scheduled)> = None;
        for (index, (_, selected)) in candidates.iter_mut().enumerate() {
            if plan.rematerialize {
                self.rematerialize(selected);
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
                .join(&registers, &code, Vectorize::None)
                .and_then(|joined| {
                    let (registers, mut selected) = joined;
                    if plan.rematerialize {
                        self.rematerialize(&mut selected);
                    }
                    let found = self.attempt(&selected, best.as_ref())?;
                    candidates.push((registers, selected));
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
        let (registers, selected) = candidates.swap_remove(index);
        Ok(Ok(Attempt {
            registers,
            selected,
            scheduled,
            unpacked: schedule::unpacked(&code),
        }))
    }

    /// Computes values again as far as tokens are left.
    fn rematerialize(&self, selected: &mut Selected) {
        let limit = self.version.tokens() as usize;
        // Copies take tokens, too.
        let spare = limit.saturating_sub(selected.code.tokens()) / 2;
        select::rematerialize(&mut selected.code, spare);
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
        let scheduled = schedule::schedule(&selected.code, version, shader.stage, effort, below)
            .map_err(|trouble| refusal::trouble(target, version, shader.stage, trouble))?;
        if let Some(scheduled) = &scheduled {
            refusal::check_length(target, version, &scheduled.emitted)?;
        }
        Ok(scheduled)
    }

    /// Encodes, decodes, verifies, describes.
    pub(crate) fn finish(&self, attempt: Attempt) -> Result<Compiled, Diagnostics> {
        let Attempt {
            registers,
            selected,
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
        let literals = selected.literals;
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
