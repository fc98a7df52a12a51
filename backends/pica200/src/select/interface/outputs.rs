//! Registers and semantics of outputs.

use super::{File, OutputPlace, Places, binding_error, register_number};
use crate::container::Semantic;
use crate::isa::{FIRST_DUMMY_OUTPUT, OUTPUTS};
use crate::select::semantics;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::entity::EntityRef;
use retroshade_ir::{Builtin, Shader, Variable};

/// A varying and what it is to become.
struct Wish<'a> {
    index: usize,
    variable: &'a Variable,
    semantic: Option<Semantic>,
    register: Option<u8>,
}

pub(super) fn place_outputs(shader: &Shader, places: &mut Places, errors: &mut Diagnostics) {
    let mut wishes = Vec::new();
    for (output, variable) in shader.interface.outputs.iter() {
        match variable.builtin {
            Some(Builtin::PointSize) => places.warnings.push(
                Diagnostic::warning(
                    codes::warning::NO_POINT_SIZE,
                    "pica200 has no point size: gl_PointSize is dropped",
                )
                .at(variable.span, "declared here"),
            ),
            Some(Builtin::Position) => wishes.insert(
                0,
                Wish {
                    index: output.index(),
                    variable,
                    semantic: Some(Semantic::Position),
                    register: None,
                },
            ),
            _ => match wish(output.index(), variable) {
                Ok(wish) => wishes.push(wish),
                Err(error) => errors.push(error),
            },
        }
    }
    assign_semantics(&mut wishes, places, errors);
    assign_registers(&wishes, places, errors);
}

fn wish<'a>(index: usize, variable: &'a Variable) -> Result<Wish<'a>, Diagnostic> {
    let mut wish = Wish {
        index,
        variable,
        semantic: None,
        register: None,
    };
    if let Some(bind) = &variable.bind {
        wish.register = register_number(bind, 'o').filter(|register| *register < OUTPUTS);
        wish.semantic = Semantic::from_name(bind);
        if wish.register.is_none() && wish.semantic.is_none() {
            let names: Vec<&str> = Semantic::ALL.iter().map(|s| s.name()).collect();
            let why = format!("outputs are o0 to o15 or one of {}", names.join(", "));
            return Err(binding_error(variable, &why));
        }
    }
    if wish.semantic.is_none() {
        wish.semantic = semantics::by_name(&variable.name);
    }
    // What takes several registers has no single meaning.
    if variable.slots() != 1 {
        wish.semantic = Some(Semantic::Dummy);
    }
    Ok(wish)
}

fn assign_semantics(wishes: &mut [Wish], places: &mut Places, errors: &mut Diagnostics) {
    let mut given: Vec<(Semantic, String)> = Vec::new();
    for wish in wishes.iter_mut() {
        let Some(semantic) = wish.semantic.filter(|s| *s != Semantic::Dummy) else {
            continue;
        };
        if let Some((_, other)) = given.iter().find(|(known, _)| *known == semantic) {
            if wish.variable.bind.is_some() {
                let why = format!("`{other}` is {} already", semantic.name());
                errors.push(binding_error(wish.variable, &why));
            }
            // By name only the first gets it.
            wish.semantic = None;
            continue;
        }
        given.push((semantic, wish.variable.name.clone()));
    }
    for wish in wishes.iter_mut().filter(|wish| wish.semantic.is_none()) {
        let choices: &[Semantic] = match wish.variable.slot_lanes() {
            1 | 2 => &[
                Semantic::TexCoord0,
                Semantic::TexCoord1,
                Semantic::TexCoord2,
            ],
            _ => &[Semantic::Color],
        };
        let is_free = |choice: &&Semantic| given.iter().all(|(known, _)| known != *choice);
        let free = choices.iter().find(is_free);
        match free {
            Some(semantic) => {
                given.push((*semantic, wish.variable.name.clone()));
                wish.semantic = Some(*semantic);
            }
            None => wish.semantic = Some(Semantic::Dummy),
        }
    }
    for wish in wishes.iter() {
        let named = semantics::by_name(&wish.variable.name) == Some(Semantic::Dummy);
        let asked = wish.variable.bind.is_some();
        if wish.semantic == Some(Semantic::Dummy) && !named && !asked {
            places.warnings.push(
                Diagnostic::warning(
                    codes::warning::UNMAPPED_VARYING,
                    format!(
                        "`{}` has no place in the fixed pipeline: only a geometry program sees it",
                        wish.variable.name
                    ),
                )
                .at(wish.variable.span, "declared here")
                .with_help(
                    "names such as vColor and vTexCoord0, or `--bind name=semantic`, choose one",
                ),
            );
        }
    }
}

fn assign_registers(wishes: &[Wish], places: &mut Places, errors: &mut Diagnostics) {
    let mut file = File::new(OUTPUTS);
    let needed: u32 = wishes.iter().map(|wish| wish.variable.slots()).sum();
    let shares = |wish: &Wish| {
        let semantics = wishes.iter().filter_map(|other| other.semantic);
        let mut first = semantics.filter(|semantic| *semantic == Semantic::TexCoord0);
        wish.semantic == Some(Semantic::TexCoord0W)
            && wish.register.is_none()
            && first.next().is_some()
    };
    // Semantics first: they need the low registers.
    let is_dummy = |wish: &&Wish| wish.semantic == Some(Semantic::Dummy);
    let bound = wishes.iter().filter(|wish| wish.register.is_some());
    let plain = |wish: &&Wish| wish.register.is_none() && !is_dummy(wish) && !shares(wish);
    let dummies = wishes
        .iter()
        .filter(|w| w.register.is_none() && is_dummy(w));
    let order = bound.chain(wishes.iter().filter(plain)).chain(dummies);
    for wish in order.chain(wishes.iter().filter(|wish| shares(wish))) {
        let semantic = wish.semantic.unwrap_or(Semantic::Dummy);
        let count = wish.variable.slots();
        let lanes = wish.variable.slot_lanes();
        let mut place = OutputPlace {
            register: 0,
            lane: 0,
            semantic,
            mapped: lanes.min(semantic.components()),
            third: false,
        };
        let host = wishes
            .iter()
            .find(|w| w.semantic == Some(Semantic::TexCoord0));
        let host = host.filter(|host| shares(wish) && host.variable.slot_lanes() <= 2);
        if let Some(place_of_host) = host.and_then(|host| places.outputs[host.index]) {
            place.register = place_of_host.register;
            place.lane = 2;
            places.outputs[wish.index] = Some(place);
            continue;
        }
        let register = match wish.register {
            Some(register) => file.take(register, count).then_some(register),
            None => file.first(count),
        };
        let Some(register) = register else {
            errors.push(match wish.register {
                Some(_) => binding_error(wish.variable, "it is taken or does not exist"),
                None => too_many_outputs(needed, wish.variable),
            });
            continue;
        };
        if semantic != Semantic::Dummy && register >= FIRST_DUMMY_OUTPUT {
            errors.push(binding_error(
                wish.variable,
                "only o0 to o6 can have a meaning for the fixed pipeline",
            ));
            continue;
        }
        place.register = register;
        let third = wishes
            .iter()
            .all(|w| w.semantic != Some(Semantic::TexCoord0W));
        place.third = third && semantic == Semantic::TexCoord0 && lanes > 2;
        places.outputs[wish.index] = Some(place);
    }
}

fn too_many_outputs(needed: u32, variable: &Variable) -> Diagnostic {
    let message = format!(
        "pica200: gl_Position and the varyings need {needed} output registers, the limit is {OUTPUTS}"
    );
    Diagnostic::error(codes::limit::VARYINGS, message)
        .at(variable.span, format!("`{}` finds no place", variable.name))
}
