//! The shortest program of several equal shaders.
//!
//! An e-graph proposes shorter forms of a shader by a model of the target's costs. What they are worth is only known
//! when they are compiled: so each is, and the shortest program is kept, that of the given shader among equals. No
//! program gets longer by this.

use super::compiled::Compiled;
use super::processor::Processor;
use crate::incumbent::{Incumbent, is_defect};
use crate::options::{Optimize, Options};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Severity};
use retroshade_ir::egraph::{self, Costs, Effort, Group, INSTRUCTION, Rules};
use retroshade_ir::opt::{
    By, Joining, Reach, with_joined, with_joined_dots, with_literal_matrices, with_spread_dots,
};
use retroshade_ir::pass::{After, Hooks};
use retroshade_ir::{Capabilities, Op, OpKind, Shader, pipeline, text};

/// How hard forms are looked for at a level: each effort with several numbers of restarts.
fn efforts(optimize: Optimize) -> &'static [(Effort, &'static [u32])] {
    const QUICK: Effort = Effort {
        nodes: 400,
        rounds: 3,
        restarts: 0,
        rules: Rules::ALL,
    };
    const LONG: Effort = Effort {
        nodes: 1500,
        rounds: 6,
        restarts: 0,
        rules: Rules::ALL,
    };
    match optimize {
        Optimize::None => &[],
        Optimize::Normal | Optimize::Size => &[(QUICK, &[0, 4])],
        Optimize::Most => &[(QUICK, &[0, 4, 60]), (LONG, &[0, 60])],
    }
}

/// Forms by the names under which they can be left out: what the passes make of their own result, inner products with
/// blended rows and with each of them, products of literal matrices, joined operations.
const REPEATED: &str = "forms_repeated";
const JOINED_DOTS: &str = "forms_joined_dots";
const SPREAD_DOTS: &str = "forms_spread_dots";
const MATRICES: &str = "forms_matrices";
const ROWS: &str = "forms_rows";
const TREES: &str = "forms_trees";

/// The names of what proposes forms, for [`Hooks::without`].
pub(super) fn proposers() -> impl Iterator<Item = &'static str> {
    let forms = [REPEATED, JOINED_DOTS, SPREAD_DOTS, MATRICES, ROWS, TREES];
    Group::ALL.into_iter().map(Group::name).chain(forms)
}

/// How operations are joined at a level, each way in a form of its own.
fn joinings(optimize: Optimize) -> &'static [Joining] {
    match optimize {
        Optimize::None => &[],
        Optimize::Normal | Optimize::Size => &[
            Joining::Rows(1),
            Joining::Rows(2),
            Joining::Trees(INSTRUCTION),
        ],
        Optimize::Most => &[
            Joining::Rows(1),
            Joining::Rows(2),
            Joining::Trees(INSTRUCTION),
            Joining::Trees(INSTRUCTION / 2),
            Joining::Trees(1),
        ],
    }
}

/// The gain by the model from which on a form is worth compiling.
const WORTH: u32 = INSTRUCTION / 2;

/// The number of drafts that are compiled in full. The real fragment shaders have 5,645 instructions on Mali with 3 or 4, one of
/// them six more than before, and 5,639 with 5.
const PROMISING: usize = 5;

/// The shortest program.
pub(super) struct Best {
    /// The form that it was made of, after the passes; `None` for the given shader.
    pub(super) form: Option<Shader>,
    program: Compiled,
}

/// What the given shader compiles to, where that was found out already.
pub(super) type Known = Option<Result<Compiled, Diagnostics>>;

/// Generates the shortest program of a shader's forms; `None` where the hooks stop the passes.
pub(super) fn generate(
    processor: &dyn Processor,
    shader: &Shader,
    (options, mut known): (&Options, Known),
    hooks: &mut Hooks<'_>,
) -> Result<Option<Compiled>, Diagnostics> {
    let best = choose(processor, shader, (options, &mut known), hooks)?;
    match (best, known) {
        // What was tried was tried unseen.
        (Some(Best { form, .. }), _) if is_watched(hooks) => {
            processor.generate(form.as_ref().unwrap_or(shader), options, hooks)
        }
        (Some(best), _) => Ok(Some(best.program)),
        (None, Some(known)) if !is_watched(hooks) => known.map(Some),
        (None, _) => processor.generate(shader, options, hooks),
    }
}

/// Compiles every form; `None` where there is none but the given shader. Takes what is known of that if so.
///
/// # Errors
/// Defects, and the refusal of the given shader if no form fits either.
pub(super) fn choose(
    processor: &dyn Processor,
    shader: &Shader,
    (options, known): (&Options, &mut Known),
    hooks: &Hooks<'_>,
) -> Result<Option<Best>, Diagnostics> {
    let forms = forms(processor, shader, options, hooks)?;
    if forms.is_empty() {
        return Ok(None);
    }
    let mut found = Incumbent::default();
    let given = known.take();
    let given =
        given.unwrap_or_else(|| complete(processor.generate(shader, options, &mut hooks.unseen())));
    found.consider(given.map(|program| {
        Some(Best {
            form: None,
            program,
        })
    }))?;
    for form in promising(processor, forms, options, hooks)? {
        let program = complete(processor.generate(&form, options, &mut hooks.unseen()));
        let shorter = program.map(|program| {
            let is_shorter = found
                .best()
                .is_none_or(|best: &Best| is_shorter(&program, &best.program));
            is_shorter.then_some(Best {
                form: Some(form),
                program,
            })
        });
        found.consider(shorter)?;
    }
    found.finish("forms").map(Some)
}

/// A program of a compilation that nobody watches.
fn complete(compiled: Result<Option<Compiled>, Diagnostics>) -> Result<Compiled, Diagnostics> {
    compiled?.ok_or_else(|| Diagnostic::bug("forms", "no program and no reason").into())
}

/// The forms whose drafts are the shortest, in the order of their lengths; all where no draft fits or there are none.
///
/// # Errors
/// Defects.
fn promising(
    processor: &dyn Processor,
    forms: Vec<Shader>,
    options: &Options,
    hooks: &Hooks<'_>,
) -> Result<Vec<Shader>, Diagnostics> {
    let mut drafts = Vec::new();
    for (number, form) in forms.iter().enumerate() {
        let Some(draft) = processor.draft(form, options, &mut hooks.unseen()) else {
            return Ok(forms);
        };
        match complete(draft) {
            Ok(draft) => drafts.push((draft.length(), number)),
            Err(errors) if is_defect(&errors) => return Err(errors),
            // What hardly fits is not the shortest.
            Err(_) => {}
        }
    }
    if drafts.is_empty() {
        return Ok(forms);
    }
    drafts.sort();
    drafts.truncate(PROMISING);
    let best = drafts.into_iter();
    Ok(best.map(|(_, number)| forms[number].clone()).collect())
}

/// True if a program is shorter than another one and in no count longer.
fn is_shorter(one: &Compiled, other: &Compiled) -> bool {
    let (one, other) = (one.length(), other.length());
    one.0 <= other.0 && one.1 <= other.1 && one != other
}

/// Equal shaders that may give shorter programs, each after the passes.
fn forms(
    processor: &dyn Processor,
    shader: &Shader,
    options: &Options,
    hooks: &Hooks<'_>,
) -> Result<Vec<Shader>, Diagnostics> {
    let Some(costs) = processor.costs(options) else {
        return Ok(Vec::new());
    };
    // Forms round differently, and the choice depends on the length of the whole program.
    if shader.has_invariant_output() {
        return Ok(Vec::new());
    }
    let efforts = efforts(options.optimize);
    if efforts.is_empty() {
        return Ok(Vec::new());
    }
    let mut capabilities = processor.capabilities_for(shader, options);
    if shader.may_have(|inst| matches!(inst.op, Op::Select)) {
        // Selects that went through the passes are ones that stay.
        capabilities.native = capabilities.native.with(OpKind::Select);
    }
    let proposed = propose(shader, (costs, &capabilities), options.optimize, hooks);
    let (mut forms, mut texts) = (Vec::new(), vec![text::print(shader)]);
    for mut form in proposed {
        match pipeline::standard().run(&mut form, &capabilities, &mut hooks.unseen()) {
            Err(bug) if bug.severity == Severity::Bug => return Err(bug.into()),
            // What the target cannot do in one form it may do in another one.
            Err(_) => continue,
            Ok(_) => {}
        }
        let text = text::print(&form);
        if !texts.contains(&text) {
            texts.push(text);
            forms.push(form);
        }
    }
    Ok(forms)
}

/// Equal shaders before the passes.
fn propose(
    shader: &Shader,
    (costs, capabilities): (&Costs, &Capabilities),
    optimize: Optimize,
    hooks: &Hooks<'_>,
) -> Vec<Shader> {
    // The passes are at no fixed point: what they make of their own result may be shorter.
    let mut proposed = vec![shader.clone()];
    let dots = capabilities.accepts(OpKind::Dot, 3);
    let rules = Rules::without(|name| hooks.omit(name) || name == Group::LaneSums.name() && !dots);
    for &(effort, restarts) in efforts(optimize) {
        let effort = Effort { rules, ..effort };
        let found = egraph::proposals(shader, costs, effort, restarts).into_iter();
        let is_worth = |gain| gain >= WORTH || optimize == Optimize::Most;
        let worth = found.flatten().filter(|(_, gain)| is_worth(*gain));
        proposed.extend(worth.map(|(form, _)| form));
    }
    for form in proposed.clone() {
        if !hooks.omit(JOINED_DOTS) {
            proposed.extend(with_joined_dots(&form, capabilities));
        }
        if !hooks.omit(SPREAD_DOTS) {
            proposed.extend(with_spread_dots(&form, capabilities));
        }
    }
    if !hooks.omit(MATRICES) {
        for form in proposed.clone() {
            for by in By::ALL {
                let reaches = Reach::ALL.into_iter();
                let forms = reaches
                    .filter_map(|reach| with_literal_matrices(&form, capabilities, reach, by));
                proposed.extend(forms);
            }
        }
    }
    for form in proposed.clone() {
        for &joining in joinings(optimize) {
            let name = match joining {
                Joining::Rows(_) => ROWS,
                Joining::Trees(_) => TREES,
            };
            if !hooks.omit(name) {
                proposed.extend(with_joined(&form, capabilities, joining));
            }
        }
    }
    if hooks.omit(REPEATED) {
        proposed.remove(0);
    }
    proposed
}

/// True if somebody wants to see what passes do.
pub(super) fn is_watched(hooks: &Hooks<'_>) -> bool {
    hooks.print_after != After::Never || hooks.stop_after.is_some() || hooks.times.is_some()
}
