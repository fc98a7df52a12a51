//! Registers and semantics of outputs.
//!
//! The fixed pipeline takes a position, a colour and so on; a varying that is nothing of that has a place
//! only if a geometry program follows, and is left out otherwise, with all that computes it. libctru keeps the output
//! registers of a program in a mask of eight bits and hands the count on in three (`shbin.c`,
//! `shaderProgram.c`): seven reach the pipeline, eight a geometry program. The unit counts the registers
//! that are written and libctru their numbers, so that none may be left free between two.

use super::{OutputPlace, Places, semantics};
use crate::container::Semantic;
use crate::isa::{FIRST_DUMMY_OUTPUT, LOADED_OUTPUTS};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::{Builtin, Op, Output, Shader, Stage, Variable};
use retroshade_kit::interface::{Fit, Need, RegisterFile, refuse, register_number};
use retroshade_kit::names::{Shade, shade};

/// An output and what it is to become.
struct Candidate<'a> {
    output: Output,
    variable: &'a Variable,
    semantic: Option<Semantic>,
    register: Option<u8>,
    /// The source or the command line says that a geometry program takes it.
    is_dummy: bool,
}

impl Candidate<'_> {
    fn has_meaning(&self) -> bool {
        self.semantic
            .is_some_and(|semantic| semantic != Semantic::Dummy)
    }
}

/// Outputs that get a register, those that get none, and what there is to say about it.
#[derive(Default)]
struct Chosen<'a> {
    candidates: Vec<Candidate<'a>>,
    left_out: Vec<Output>,
    warnings: Diagnostics,
    errors: Diagnostics,
}

/// What reads the varyings of a vertex program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Consumer {
    /// The fixed pipeline, which takes varyings with a meaning only.
    #[default]
    Pipeline,
    /// A geometry program, which takes all.
    GeometryProgram,
}

/// The outputs that no register is given to, with what there is to say about them. Those that stay find a
/// register also when passes remove some of them.
pub(crate) fn left_out(shader: &Shader, consumer: Consumer) -> (Vec<Output>, Diagnostics) {
    let chosen = choose(shader, consumer);
    (chosen.left_out, chosen.warnings)
}

/// Gives every output its register that has one.
pub(super) fn place_outputs(
    shader: &Shader,
    consumer: Consumer,
    places: &mut Places,
    errors: &mut Diagnostics,
) {
    let chosen = choose(shader, consumer);
    errors.extend(chosen.errors);
    assign_registers(&chosen.candidates, consumer, places, errors);
}

fn choose(shader: &Shader, consumer: Consumer) -> Chosen<'_> {
    let mut chosen = Chosen::default();
    for (output, variable) in shader.interface.outputs.iter() {
        if !is_written(shader, output) && variable.builtin != Some(Builtin::Position) {
            continue;
        }
        match variable.builtin {
            Some(Builtin::PointSize) => {
                chosen.left_out.push(output);
                chosen.warnings.push(
                    Diagnostic::warning(
                        codes::warning::NO_POINT_SIZE,
                        "pica200 has no point size: gl_PointSize is dropped",
                    )
                    .at(variable.span, "declared here"),
                );
            }
            Some(Builtin::Position) => chosen.candidates.insert(
                0,
                Candidate {
                    output,
                    variable,
                    semantic: Some(Semantic::Position),
                    register: None,
                    is_dummy: false,
                },
            ),
            _ => match candidate(output, variable) {
                Ok(candidate) => chosen.candidates.push(candidate),
                Err(error) => chosen.errors.push(error),
            },
        }
    }
    assign_semantics(&mut chosen.candidates, &mut chosen.errors);
    chosen.leave_out(consumer);
    chosen
}

/// True if the body gives any part of an output a value. What it does not is no output to the passes.
fn is_written(shader: &Shader, output: Output) -> bool {
    let lists = shader.handed_on();
    // Where the end is never reached, nothing is known.
    let is_unknown = lists.is_empty() && shader.stage != Stage::Geometry;
    is_unknown
        || lists.iter().any(|values| {
            let mut slots = shader.interface.output_slots().zip(*values);
            slots.any(|((of, _), value)| {
                of == output && shader.def_op(value.value) != Some(Op::Undefined)
            })
        })
}

fn candidate<'a>(output: Output, variable: &'a Variable) -> Result<Candidate<'a>, Diagnostic> {
    let mut candidate = Candidate {
        output,
        variable,
        semantic: None,
        register: None,
        is_dummy: false,
    };
    if let Some(bind) = &variable.bind {
        candidate.register = register_number(bind, "o").map(|number| number.min(255) as u8);
        candidate.register = candidate
            .register
            .filter(|register| *register < LOADED_OUTPUTS);
        candidate.semantic = Semantic::from_name(bind);
        if candidate.register.is_none() && candidate.semantic.is_none() {
            let last = LOADED_OUTPUTS - 1;
            let why = format!("outputs are o0 to o{last} or one of {}", Semantic::names());
            return Err(binding_error(variable, &why));
        }
    }
    if candidate.semantic.is_none() {
        candidate.semantic = semantics::by_name(&variable.name);
    }
    candidate.is_dummy = candidate.semantic == Some(Semantic::Dummy);
    // What takes several registers has no single meaning.
    if variable.slots() != 1 {
        candidate.semantic = Some(Semantic::Dummy);
    }
    Ok(candidate)
}

/// What a varying whose name is in no table can become: the colour only what is no place or direction.
fn fallbacks(variable: &Variable) -> &'static [Semantic] {
    match variable.slot_lanes() {
        1 | 2 => &[
            Semantic::TexCoord0,
            Semantic::TexCoord1,
            Semantic::TexCoord2,
        ],
        _ if shade(&variable.name) == Shade::Geometry => &[],
        _ => &[Semantic::Color],
    }
}

fn binding_error(variable: &Variable, why: &str) -> Diagnostic {
    let register = variable.bind.as_deref().unwrap_or_default();
    refuse(&variable.name, variable.span, register, why)
}

fn assign_semantics(candidates: &mut [Candidate], errors: &mut Diagnostics) {
    let mut given: Vec<(Semantic, String)> = Vec::new();
    // What is bound comes before what only has a name.
    for bound in [true, false] {
        let is_bound = |candidate: &Candidate| candidate.variable.bind.is_some();
        for candidate in candidates
            .iter_mut()
            .filter(|candidate| is_bound(candidate) == bound)
        {
            if !candidate.has_meaning() {
                continue;
            }
            let Some(semantic) = candidate.semantic else {
                continue;
            };
            if let Some((_, other)) = given.iter().find(|(known, _)| *known == semantic) {
                if bound {
                    let why = format!("`{other}` is {} already", semantic.name());
                    errors.push(binding_error(candidate.variable, &why));
                }
                // By name only the first gets it.
                candidate.semantic = None;
                continue;
            }
            given.push((semantic, candidate.variable.name.clone()));
        }
    }
    // What is a colour by part of its name comes first, so that nothing else takes the only one.
    let is_color = |candidate: &Candidate| shade(&candidate.variable.name) == Shade::Color;
    for colors in [true, false] {
        let open = candidates.iter_mut();
        for candidate in
            open.filter(|candidate| candidate.semantic.is_none() && is_color(candidate) == colors)
        {
            let is_free = |choice: &&Semantic| given.iter().all(|(known, _)| known != *choice);
            let semantic = fallbacks(candidate.variable).iter().find(is_free).copied();
            if let Some(semantic) = semantic {
                given.push((semantic, candidate.variable.name.clone()));
            }
            candidate.semantic = Some(semantic.unwrap_or(Semantic::Dummy));
        }
    }
}

impl Chosen<'_> {
    /// Takes out what nobody reads: without a geometry program everything that has no meaning, unless it
    /// is bound to a register or to `dummy`.
    fn leave_out(&mut self, consumer: Consumer) {
        let stays = |candidate: &Candidate| {
            consumer == Consumer::GeometryProgram
                || candidate.has_meaning()
                || candidate.is_dummy
                || candidate.register.is_some()
        };
        let left: Vec<&Candidate> = self.candidates.iter().filter(|one| !stays(one)).collect();
        self.left_out
            .extend(left.iter().map(|candidate| candidate.output));
        if let Some((first, others)) = left.split_first() {
            let name = &first.variable.name;
            let (who, keeps) = match others.len() {
                0 => (
                    format!("`{name}` has no place in the fixed pipeline and is"),
                    "it",
                ),
                1 => (
                    format!(
                        "`{name}` and `{}` have no place in the fixed pipeline and are",
                        others[0].variable.name
                    ),
                    "them",
                ),
                count => (
                    format!(
                        "`{name}` and {count} others have no place in the fixed pipeline and are"
                    ),
                    "them",
                ),
            };
            let message = format!("{who} left out");
            let mut warning = Diagnostic::warning(codes::warning::UNMAPPED_VARYING, message)
                .at(first.variable.span, "declared here")
                .with_help(format!(
                    "names such as vColor and vTexCoord0, or `--bind name=semantic`, choose a place; \
                     `--target-option geometry=on` keeps {keeps} for a geometry program"
                ));
            for other in others {
                warning = warning.and_at(other.variable.span, "");
            }
            self.warnings.push(warning);
        }
        self.candidates.retain(stays);
    }
}

fn assign_registers(
    candidates: &[Candidate],
    consumer: Consumer,
    places: &mut Places,
    errors: &mut Diagnostics,
) {
    let for_geometry = consumer == Consumer::GeometryProgram
        || candidates.iter().any(|candidate| !candidate.has_meaning());
    let limit = if for_geometry {
        LOADED_OUTPUTS
    } else {
        FIRST_DUMMY_OUTPUT
    };
    let code = codes::limit::VARYINGS;
    let mut file = RegisterFile::new("pica200", "outputs", code, "o", LOADED_OUTPUTS.into());
    let host = candidates
        .iter()
        .find(|candidate| candidate.semantic == Some(Semantic::TexCoord0))
        .filter(|host| host.variable.slot_lanes() <= 2);
    // The third coordinate of texture 0 lies beside the others if they leave room.
    let shares = |candidate: &Candidate| {
        let is_third = candidate.semantic == Some(Semantic::TexCoord0W);
        is_third && candidate.register.is_none() && host.is_some()
    };
    let separate = candidates.iter().filter(|candidate| !shares(candidate));
    let needed: u32 = separate.map(|candidate| candidate.variable.slots()).sum();
    // Semantics first: they need the low registers.
    let bound = candidates
        .iter()
        .filter(|candidate| candidate.register.is_some());
    let free = |candidate: &&Candidate| candidate.register.is_none() && !shares(candidate);
    let plain = candidates
        .iter()
        .filter(free)
        .filter(|candidate| candidate.has_meaning());
    let dummies = candidates
        .iter()
        .filter(free)
        .filter(|candidate| !candidate.has_meaning());
    for candidate in bound.chain(plain).chain(dummies) {
        let need = Need {
            bind: None,
            location: candidate.register.map(u32::from),
            ..Need::of(candidate.variable)
        };
        let placed = match file.fixed(&need) {
            Ok(Some(fixed)) => Ok(fixed.register()),
            Ok(None) => file
                .find(&need, Fit::Registers)
                .map(|placed| placed.register())
                .filter(|first| first + candidate.variable.slots() <= limit.into())
                .ok_or_else(|| too_many_outputs(needed, limit, candidate.variable)),
            Err(error) => Err(error),
        };
        let register = match placed {
            Ok(register) => register as u8,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        if candidate.has_meaning() && register >= FIRST_DUMMY_OUTPUT {
            errors.push(binding_error(
                candidate.variable,
                "only o0 to o6 can have a meaning for the fixed pipeline",
            ));
            continue;
        }
        places.outputs[candidate.output] = Some(place(candidates, candidate, register, 0));
    }
    for candidate in candidates.iter().filter(|candidate| shares(candidate)) {
        if let Some(beside) = host.and_then(|host| places.outputs[host.output]) {
            places.outputs[candidate.output] =
                Some(place(candidates, candidate, beside.register, 2));
        }
    }
    if errors.is_empty()
        && let Some(error) = gap(candidates, &file)
    {
        errors.push(error);
    }
}

fn place(candidates: &[Candidate], candidate: &Candidate, register: u8, lane: u8) -> OutputPlace {
    let semantic = candidate.semantic.unwrap_or(Semantic::Dummy);
    let lanes = candidate.variable.slot_lanes();
    let mut others = candidates.iter().map(|other| other.semantic);
    let has_third = others.any(|other| other == Some(Semantic::TexCoord0W));
    OutputPlace {
        register,
        lane,
        semantic,
        mapped: lanes.min(semantic.components()),
        third: !has_third && semantic == Semantic::TexCoord0 && lanes > 2,
    }
}

/// An error if a binding leaves a register free below one that is taken.
fn gap(candidates: &[Candidate], file: &RegisterFile) -> Option<Diagnostic> {
    let free = file.free().next()?;
    let above = |candidate: &&Candidate| {
        candidate
            .register
            .is_some_and(|register| u32::from(register) > free)
    };
    let candidate = candidates.iter().find(above)?;
    let why = format!(
        "o{free} stays free, and the unit counts the registers that are written, not their numbers"
    );
    Some(binding_error(candidate.variable, &why))
}

fn too_many_outputs(needed: u32, limit: u8, variable: &Variable) -> Diagnostic {
    let message = format!(
        "pica200: gl_Position and the varyings need {needed} output registers, libctru hands on {limit}, \
         o0 to o{}",
        limit - 1
    );
    Diagnostic::error(codes::limit::VARYINGS, message)
        .at(variable.span, format!("`{}` finds no place", variable.name))
}
