//! Outputs: names and bindings first, texture coordinates for the others, then lanes that are left.

use super::{Layout, names};
use crate::isa::registers::{FOG, OUTPUTS, POINT_SIZE, POSITION, output_by_name, output_row};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::{Builtin, Interface, LANES, Output, Shader, Variable};
use retroshade_kit::interface::refuse;
use retroshade_kit::names::{Shade, shade};

/// The output that the name of a varying means. Fog and point size have one lane behind the program.
pub(crate) fn named_output(shader: &Shader, variable: &Variable) -> Option<String> {
    let number = names::output(&variable.name)?;
    let mut outputs = shader.interface.outputs.values();
    let is_taken =
        number == POINT_SIZE && outputs.any(|output| output.builtin == Some(Builtin::PointSize));
    let fits = !matches!(number, FOG | POINT_SIZE) || variable.slot_lanes() == 1;
    let fits = fits && !is_taken;
    let row = output_row(number).filter(|_| fits)?;
    Some(row.name.to_owned())
}

/// Where a slot of an output goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputPlace {
    /// The output register's number.
    pub number: u8,
    /// The lane that the slot's first lane goes to.
    pub first: u8,
}

/// Texture coordinates.
const TEXTURES: std::ops::RangeInclusive<u8> = 9..=12;
/// Front colours, which the hardware clamps.
const COLOURS: [u8; 2] = [3, 4];

/// Lanes taken of each output number.
#[derive(Clone, Default)]
struct Lanes {
    taken: [u8; 16],
}

impl Lanes {
    /// The first lane from which `count` lanes are free.
    fn fits(&self, number: u8, count: u8) -> Option<u8> {
        let taken = self.taken.get(usize::from(number))?;
        let mask = (1u8 << count) - 1;
        (0..=4u8.checked_sub(count)?).find(|first| taken & (mask << first) == 0)
    }

    fn is_empty(&self, number: u8) -> bool {
        self.taken.get(usize::from(number)) == Some(&0)
    }

    fn take(&mut self, number: u8, first: u8, count: u8) {
        if let Some(taken) = self.taken.get_mut(usize::from(number)) {
            *taken |= ((1u8 << count) - 1) << first;
        }
    }
}

/// Consecutive registers that a variable with several slots takes from one on.
fn registers(first: u8, slots: u32) -> Option<Vec<u8>> {
    let position = OUTPUTS.iter().position(|row| row.number == first)?;
    let rows = OUTPUTS.iter().skip(position).take(slots as usize);
    let numbers: Vec<u8> = rows.map(|row| row.number).collect();
    // In a row means in a row for the application, which counts numbers.
    let in_a_row = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    (numbers.len() == slots as usize && in_a_row).then_some(numbers)
}

fn place(
    layout: &mut Layout,
    lanes: &mut Lanes,
    output: Output,
    variable: &Variable,
    numbers: &[u8],
) {
    for (slot, number) in (0..).zip(numbers) {
        lanes.take(*number, 0, variable.slot_lanes());
        let place = OutputPlace {
            number: *number,
            first: 0,
        };
        layout.outputs.insert((output, slot), place);
    }
}

pub(super) fn assign(interface: &Interface, layout: &mut Layout, errors: &mut Diagnostics) {
    let mut lanes = Lanes::default();
    let mut rest: IndexMap<Output, &Variable> = IndexMap::new();
    for (output, variable) in interface.outputs.iter() {
        let builtin = match variable.builtin {
            Some(Builtin::Position) => Some(POSITION),
            Some(Builtin::PointSize) => Some(POINT_SIZE),
            _ => None,
        };
        let named = match &variable.bind {
            Some(register) => match output_by_name(register) {
                Some(number) => Some(number),
                None => {
                    errors.push(refuse(
                        &variable.name,
                        variable.span,
                        register,
                        "no output has this name",
                    ));
                    continue;
                }
            },
            None => builtin,
        };
        let Some(number) = named else {
            rest.insert(output, variable);
            continue;
        };
        let numbers = registers(number, variable.slots());
        match numbers.filter(|numbers| numbers.iter().all(|number| lanes.is_empty(*number))) {
            Some(numbers) => place(layout, &mut lanes, output, variable, &numbers),
            None => {
                let name = output_row(number).map_or("?", |row| row.name);
                let why = "it is taken or the registers do not suffice";
                errors.push(refuse(&variable.name, variable.span, name, why));
            }
        }
    }
    rest.retain(|output, variable| {
        let number = names::output(&variable.name);
        // Fog and point size have one lane behind the program.
        let fits = |number: u8| !matches!(number, FOG | POINT_SIZE) || variable.slot_lanes() == 1;
        let numbers = number
            .filter(|number| fits(*number))
            .and_then(|number| registers(number, variable.slots()))
            .filter(|numbers| numbers.iter().all(|number| lanes.is_empty(*number)));
        match numbers {
            Some(numbers) => {
                place(layout, &mut lanes, *output, variable, &numbers);
                false
            }
            None => true,
        }
    });
    // In declaration order, or if that leaves a place or a direction without a register that holds it,
    // those first.
    let mut refused = Diagnostics::new();
    for geometry_first in [false, true] {
        let mut order: Vec<(Output, &Variable)> = rest.iter().map(|(o, v)| (*o, *v)).collect();
        if geometry_first {
            order.sort_by_key(|(_, variable)| shade(&variable.name) != Shade::Geometry);
        }
        let mut attempt = layout.clone();
        match assign_rest(interface, &mut attempt, &mut lanes.clone(), order) {
            Ok(()) => {
                *layout = attempt;
                layout.outputs.sort_unstable_keys();
                return;
            }
            Err(errors) if !geometry_first => refused = errors,
            Err(_) => {}
        }
    }
    errors.extend(refused);
}

/// Outputs without a name or binding that says where: a texture coordinate each, then what is left.
fn assign_rest(
    interface: &Interface,
    layout: &mut Layout,
    lanes: &mut Lanes,
    mut rest: Vec<(Output, &Variable)>,
) -> Result<(), Diagnostics> {
    rest.retain(|(output, variable)| {
        let mut starts = TEXTURES.filter_map(|first| registers(first, variable.slots()));
        let found = starts.find(|numbers| numbers.iter().all(|number| lanes.is_empty(*number)));
        match found {
            Some(numbers) => {
                place(layout, lanes, *output, variable, &numbers);
                false
            }
            None => true,
        }
    });
    share_registers(interface, layout, lanes, &rest)
}

/// Slots for which no register of their own is left share one.
fn share_registers(
    interface: &Interface,
    layout: &mut Layout,
    lanes: &mut Lanes,
    rest: &[(Output, &Variable)],
) -> Result<(), Diagnostics> {
    let mut errors = Diagnostics::new();
    for (output, variable) in rest {
        // Slots of one variable lie in a row in reflection, so several need registers of their own.
        let count = variable.slot_lanes();
        let slots = variable.slots();
        let texture = || {
            let mut starts = TEXTURES.filter_map(|first| registers(first, slots));
            starts.find_map(|numbers| {
                let firsts: Option<Vec<u8>> = numbers
                    .iter()
                    .map(|number| lanes.fits(*number, count))
                    .collect();
                let firsts = firsts?;
                let first = firsts.first().copied()?;
                firsts
                    .iter()
                    .all(|other| *other == first)
                    .then_some((numbers, first))
            })
        };
        let fog = || (slots == 1 && count == 1 && lanes.is_empty(FOG)).then(|| (vec![FOG], 0));
        let colour = || {
            if shade(&variable.name) == Shade::Geometry {
                return None;
            }
            let mut starts = COLOURS.iter().filter_map(|first| registers(*first, slots));
            starts.find_map(|numbers| {
                let free = numbers
                    .iter()
                    .all(|n| COLOURS.contains(n) && lanes.fits(*n, count) == Some(0));
                free.then_some((numbers, 0))
            })
        };
        let Some((numbers, first)) = texture().or_else(fog).or_else(colour) else {
            errors.push(too_many(interface, variable));
            continue;
        };
        for (slot, number) in (0..slots).zip(&numbers) {
            lanes.take(*number, first, count);
            let place = OutputPlace {
                number: *number,
                first,
            };
            layout.outputs.insert((*output, slot), place);
        }
        layout.warnings.push(shared(variable, &numbers, first));
    }
    if errors.has_errors() {
        return Err(errors);
    }
    Ok(())
}

fn shared(variable: &Variable, numbers: &[u8], first: u8) -> Diagnostic {
    let number = numbers.first().copied().unwrap_or(0);
    let name = output_row(number).map_or("?", |row| row.name);
    let message = if COLOURS.contains(&number) {
        format!(
            "`{}` goes to {name}, which the hardware clamps to 0..1",
            variable.name
        )
    } else if number == FOG {
        format!(
            "`{}` goes to {name}, which the hardware takes for fog",
            variable.name
        )
    } else {
        let lane = LANES[usize::from(first & 3)];
        format!(
            "`{}` shares {name} with another varying, from lane {lane} on",
            variable.name
        )
    };
    Diagnostic::warning(codes::warning::CROWDED_OUTPUTS, message)
        .at(variable.span, "no texture coordinate register is left")
        .with_help("bind it to the register you want: `#pragma retroshade bind NAME REGISTER`")
}

fn too_many(interface: &Interface, variable: &Variable) -> Diagnostic {
    let varyings = interface
        .outputs
        .values()
        .filter(|output| output.builtin.is_none());
    let needed: u32 = varyings.map(Variable::slots).sum();
    let message = format!(
        "the shader hands on {needed} vectors, nv2a has 4 texture coordinates, 2 colours and fog"
    );
    Diagnostic::error(codes::limit::VARYINGS, message).at(
        variable.span,
        format!("no room is left for `{}`", variable.name),
    )
}
