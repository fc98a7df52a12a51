//! The search for the shortest program: ways to place constants and to join operations.

use crate::generate::{Attempt, Job, Plan, Selected, Start};
use crate::interface::{Packing, Registers};
use crate::machine::{self, Program};
use crate::schedule::{self, Effort, Scheduled};
use crate::select::{self, Context, Sharing, Vectorize};
use crate::settings::Profile;
use crate::{CONDITIONALS, NARROW, SPREAD, refusal};
use retroshade_diagnostics::{Diagnostics, codes};
use retroshade_ir::pass::{self, Hooks};
use retroshade_kit::incumbent::{Incumbent, is_defect};
use retroshade_kit::target::Optimize;

/// True if a program found no place for all its values.
fn lacks_temporaries(errors: &Diagnostics) -> bool {
    let mut errors = errors.iter();
    errors.any(|error| error.code == codes::limit::TEMPORARIES)
}

/// How many lanes are live at once in the best of the orders that need no search.
fn peak(program: &Program) -> u32 {
    let mut program = program.clone();
    select::merge_predicated(&mut program);
    schedule::peak(&program)
}

impl Start {
    /// True if more lanes are live at once than there are.
    pub(crate) fn is_crowded(&self, lanes: u32) -> bool {
        let selected = self.joined.as_ref().map(|selected| &selected.program);
        let program = selected.unwrap_or(&self.program);
        // Few values find room however long they live.
        4 * program.vectors.len() > lanes as usize && peak(program) > lanes
    }
}

/// The program of another plan as text, and its limit.
type Before = Option<(String, Diagnostics)>;

impl Job<'_> {
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
    /// left out, unless that is so of all. Where a plan comes to the same program as the one before, it comes
    /// to the same limit.
    fn shortest(
        &self,
        plan: Plan,
        joinings: &[Vectorize],
        (start, before): (Option<Start>, &mut Before),
        hooks: &mut Hooks<'_>,
    ) -> Result<Result<Attempt, Diagnostics>, Diagnostics> {
        let (registers, program, joined) = match start {
            Some(start) => (start.registers, start.program, Some(start.joined)),
            None => match self.select(plan, hooks) {
                Ok((registers, program)) => (registers, program, None),
                Err(errors) if !is_defect(&errors) => return Ok(Err(errors)),
                Err(errors) => return Err(errors),
            },
        };
        let same = |(other, _): &&(String, Diagnostics)| *other == program.to_string();
        if let Some((_, errors)) = before.as_ref().filter(same)
            && !plan.rematerialize
        {
            return Ok(Err(errors.clone()));
        }
        let mut search = Search {
            job: self,
            plan,
            registers: &registers,
            program: &program,
            // Mostly there is one.
            candidates: Vec::with_capacity(1),
            found: Incumbent::default(),
        };
        search.join(joinings, joined, hooks)?;
        search.leave_out_long_ones()?;
        search.schedule(hooks)?;
        search.without_joining(hooks)?;
        let Search {
            mut candidates,
            found,
            ..
        } = search;
        let (index, scheduled) = match found.finish("agal generate") {
            Ok(best) => best,
            Err(errors) => {
                *before = Some((program.to_string(), errors.clone()));
                return Ok(Err(errors));
            }
        };
        Ok(Ok(Attempt {
            selected: candidates.swap_remove(index),
            scheduled,
            unpacked: schedule::unpacked(&program),
        }))
    }

    /// Computes values again as far as tokens are left.
    pub(crate) fn rematerialize(
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
        hooks: &mut Hooks<'_>,
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
        let context = self.context(&selected.registers, Sharing::Shared);
        let mut try_to = |program: &mut Program| {
            pass::run(CONDITIONALS, program, &context, hooks)?;
            let found = schedule::schedule(program, version, shader.stage, effort, below);
            found.map_err(|error| refusal::no_schedule(target, version, shader.stage, error))
        };
        let mut found = try_to(&mut selected.program.clone());
        if found.as_ref().is_err_and(lacks_temporaries) {
            // What products write and nobody reads may be in the way.
            let mut narrow = selected.program.clone();
            if pass::run(NARROW, &mut narrow, &context, &mut Hooks::default())?.changed {
                found = try_to(&mut narrow).or(found);
            }
        }
        let scheduled = found?;
        if let Some(scheduled) = &scheduled {
            refusal::check_length(target, version, &scheduled.emitted)?;
        }
        Ok(scheduled)
    }
}

/// The search by one plan.
struct Search<'a> {
    job: &'a Job<'a>,
    plan: Plan,
    registers: &'a Registers,
    /// What is selected, before operations are joined.
    program: &'a Program,
    candidates: Vec<Selected>,
    /// The shortest program so far with the number of its candidate, and the first limit that one exceeded.
    found: Incumbent<(usize, Scheduled)>,
}

impl Search<'_> {
    /// Joins operations in each way, those with fewest operations first. `known` is the result of the first.
    fn join(
        &mut self,
        joinings: &[Vectorize],
        mut known: Option<Result<Selected, Diagnostics>>,
        hooks: &mut Hooks<'_>,
    ) -> Result<(), Diagnostics> {
        for &joining in joinings {
            if joining == Vectorize::None {
                continue;
            }
            let join = || self.job.join(self.registers, self.program, joining, hooks);
            match known.take().unwrap_or_else(join) {
                Ok(joined) => {
                    // Where no operations were joined that the careful way leaves apart, it joins the same.
                    let is_last = !joined.risky;
                    self.candidates.push(joined);
                    if is_last {
                        break;
                    }
                }
                Err(errors) => {
                    self.found.consider(Err(errors))?;
                }
            }
        }
        self.candidates.sort_by_key(Selected::tokens);
        Ok(())
    }

    /// Leaves out what is too long as it is: no order makes it shorter.
    fn leave_out_long_ones(&mut self) -> Result<(), Diagnostics> {
        let limit = self.job.version.tokens() as usize;
        let shortest = self.candidates.first();
        let shortest = shortest.map_or(self.program, |joined| &joined.program);
        if machine::tokens(shortest) > limit {
            let stage = self.job.shader.stage;
            let selected = (shortest, peak(shortest));
            let error = refusal::selected(self.job.target, self.job.version, stage, selected);
            self.found.consider(Err(error.into()))?;
        }
        self.candidates
            .retain(|selected| selected.tokens() <= limit);
        Ok(())
    }

    /// Schedules the candidates.
    fn schedule(&mut self, hooks: &mut Hooks<'_>) -> Result<(), Diagnostics> {
        for index in 0..self.candidates.len() {
            if self.plan.rematerialize {
                self.job.rematerialize(&mut self.candidates[index], hooks)?;
            }
            // With a program in hand a second look goes on from there.
            for _ in 0..2 {
                let best = self.found.best();
                let found = self.job.attempt(&self.candidates[index], best, hooks);
                let found = found.map(|found| found.map(|found| (index, found)));
                let is_shorter = self.found.consider(found)?;
                let best = self.found.best();
                if !is_shorter || best.is_some_and(|(_, best)| best.length() <= best.least) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Schedules the program as it is: without joining nothing is shorter, unless what is joined needs copies.
    fn without_joining(&mut self, hooks: &mut Hooks<'_>) -> Result<(), Diagnostics> {
        let length = self.found.best().map(|(_, best)| best.length());
        let tokens = machine::tokens(self.program);
        let is_too_long = tokens > self.job.version.tokens() as usize;
        if is_too_long || length.is_some_and(|length| tokens >= length) {
            return Ok(());
        }
        let found = self.plain(hooks);
        let index = self.candidates.len().saturating_sub(1);
        let found = found.map(|found| found.map(|found| (index, found)));
        self.found.consider(found)?;
        Ok(())
    }

    fn plain(&mut self, hooks: &mut Hooks<'_>) -> Result<Option<Scheduled>, Diagnostics> {
        let job = self.job;
        let mut selected = job.join(self.registers, self.program, Vectorize::None, hooks)?;
        if self.plan.rematerialize {
            job.rematerialize(&mut selected, hooks)?;
        }
        let found = job.attempt(&selected, self.found.best(), hooks)?;
        self.candidates.push(selected);
        Ok(found)
    }
}
