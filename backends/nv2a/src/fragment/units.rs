//! Which texture stage makes each lookup, and where varyings go.

use super::isa::{Mode, Register, UNITS};
use super::select::InputRegister;
use retroshade_combiner::binding;
use retroshade_combiner::poly::{Atom, Poly};
use retroshade_combiner::reflect;
use retroshade_combiner::shader::{Coordinate, Flat, Kind, Varying};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_kit::reflect::{Sampler, Variable};

/// What a varying can be bound to.
const REGISTERS: &str = "oT0 to oT3, oD0 and oD1";
const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];
/// Numbers of the vertex program's outputs: oD0, oT0.
const FIRST_COLOR: u32 = 3;
const FIRST_COORDINATE: u32 = 9;

/// The interface of a set-up.
#[derive(Debug)]
pub(super) struct Interface {
    /// What each texture stage does.
    pub(super) modes: [Mode; UNITS as usize],
    /// The stage that feeds each one that depends on another.
    pub(super) feeds: [u32; UNITS as usize],
    /// What combiners read.
    pub(super) registers: Vec<InputRegister>,
    /// Entries of the record: what the vertex program writes.
    pub(super) inputs: Vec<Variable>,
    /// Entries of the record: textures by unit.
    pub(super) samplers: Vec<Sampler>,
    /// Varyings in colour registers, which hold [0, 1].
    pub(super) assumed: Vec<String>,
}

/// Gives everything its place.
///
/// # Errors
/// More than there are places for.
pub(super) fn assign(flat: &mut Flat) -> Result<Interface, Diagnostic> {
    let mut interface = Interface {
        modes: [Mode::None; 4],
        feeds: [0; 4],
        registers: Vec::new(),
        inputs: Vec::new(),
        samplers: Vec::new(),
        assumed: Vec::new(),
    };
    let units = units(flat)?;
    for number in 0..flat.lookups.len() {
        lookup(flat, &mut interface, &units, number)?;
    }
    colors(flat, &mut interface, &units)?;
    binding::check(flat, &interface.inputs, &|_| false, REGISTERS)?;
    Ok(interface)
}

/// The texture stage of each lookup: the one it is bound to, else the first that is free.
fn units(flat: &Flat) -> Result<Vec<u32>, Diagnostic> {
    let mut bound: Vec<Option<u32>> = Vec::with_capacity(flat.lookups.len());
    for lookup in &flat.lookups {
        let unit = binding::unit(flat, lookup, UNITS, "oT")?;
        bound.push(unit.filter(|unit| !bound.contains(&Some(*unit))));
    }
    let mut units: Vec<u32> = Vec::with_capacity(bound.len());
    for (number, lookup) in flat.lookups.iter().enumerate() {
        let free = |unit: &u32| !units.contains(unit) && !bound.contains(&Some(*unit));
        let Some(unit) = bound[number].or_else(|| (0..UNITS).find(free)) else {
            let message = format!(
                "nv2a looks up {UNITS} textures for a fragment, but this is lookup {} of {}",
                number + 1,
                flat.lookups.len()
            );
            return Err(Diagnostic::error(codes::target::UNSUPPORTED, message)
                .at(lookup.span, "one lookup too many")
                .with_help("put several pictures into one texture, or draw in two passes"));
        };
        // Lookups are in the order of the source: the one that it depends on has its stage.
        if let Coordinate::Lookup(from, _) = lookup.coordinate
            && units[from as usize] >= unit
        {
            let message = "a lookup by the result of another needs a later texture stage";
            return Err(Diagnostic::error(codes::target::BINDING, message)
                .at(lookup.span, format!("in texture stage {unit}")));
        }
        units.push(unit);
    }
    Ok(units)
}

fn lookup(
    flat: &mut Flat,
    interface: &mut Interface,
    units: &[u32],
    number: usize,
) -> Result<(), Diagnostic> {
    let lookup = flat.lookups[number].clone();
    let unit = units[number];
    let stage = unit as usize;
    let (mode, kind) = match (&lookup.coordinate, lookup.kind) {
        (Coordinate::Lookup(from, lanes), _) => {
            interface.feeds[stage] = units[*from as usize];
            match lanes {
                [3, 0] => (Mode::AlphaRed, "2d"),
                _ => (Mode::GreenBlue, "2d"),
            }
        }
        (_, Kind::Cube) => (Mode::Cube, "cube"),
        (_, Kind::Plain) => (Mode::Plain, "2d"),
        (_, Kind::Projective) => (Mode::Plain, "proj"),
    };
    interface.modes[stage] = mode;
    // The divisor is the fourth component.
    let places = |count: usize| -> Vec<u8> {
        match lookup.kind {
            Kind::Projective => vec![0, 1, 3],
            _ => (0..count as u8).collect(),
        }
    };
    let (register, index) = (format!("oT{unit}"), FIRST_COORDINATE + unit);
    match &lookup.coordinate {
        Coordinate::Varying(varying, parts) => {
            let lanes: Vec<(u8, u8)> = parts.iter().copied().zip(places(parts.len())).collect();
            let varying = &flat.varyings[*varying as usize];
            interface
                .inputs
                .push(input(varying, &register, index, &lanes));
        }
        Coordinate::Affine(parts) => interface.inputs.push(Variable {
            name: register.clone(),
            ty: format!("vec{}", parts.len()),
            register: Some(register),
            file: Some("o".to_owned()),
            index: Some(index),
            components: Some(
                places(parts.len())
                    .into_iter()
                    .map(|lane| LETTERS[usize::from(lane)])
                    .collect(),
            ),
            expression: Some(reflect::vector(&flat.coordinate(parts))),
            ..Variable::default()
        }),
        Coordinate::Lookup(..) => {}
    }
    interface.samplers.push(Sampler {
        name: lookup.sampler.clone(),
        ty: lookup.ty.to_owned(),
        array: None,
        register: Some(format!("tex{unit}")),
        index: unit,
        kind: Some(kind.to_owned()),
    });
    let lanes =
        [0, 1, 2, 3].map(|lane| Some(flat.polys.of_atom(Atom::Lookup(number as u32, lane))));
    interface.registers.push(InputRegister {
        register: Register::texture(unit),
        lanes,
    });
    Ok(())
}

fn input(varying: &Varying, register: &str, index: u32, lanes: &[(u8, u8)]) -> Variable {
    let letter = |lane: u8| LETTERS[usize::from(lane).min(3)];
    let part: String = lanes.iter().map(|(from, _)| letter(*from)).collect();
    let whole = match varying.ty.as_str() {
        "float" => "x",
        "vec2" => "xy",
        "vec3" => "xyz",
        _ => "xyzw",
    };
    Variable {
        name: varying.name.clone(),
        ty: varying.ty.clone(),
        register: Some(register.to_owned()),
        file: Some("o".to_owned()),
        index: Some(index),
        components: Some(lanes.iter().map(|(_, to)| letter(*to)).collect()),
        part: (part != whole).then_some(part),
        ..Variable::default()
    }
}

/// A register for colours while it fills.
struct Slot {
    register: Register,
    name: String,
    index: u32,
    /// The texture stage that hands coordinates on as a colour.
    pass: Option<usize>,
    lanes: [Option<Poly>; 4],
}

fn colors(flat: &mut Flat, interface: &mut Interface, units: &[u32]) -> Result<(), Diagnostic> {
    let mut slots: Vec<Slot> = (0..2)
        .map(|number: u32| Slot {
            register: Register::COLORS[number as usize],
            name: format!("oD{number}"),
            index: FIRST_COLOR + number,
            pass: None,
            lanes: [None; 4],
        })
        .collect();
    let free = (0..UNITS).filter(|unit| !units.contains(unit));
    slots.extend(free.map(|unit| Slot {
        register: Register::texture(unit),
        name: format!("oT{unit}"),
        index: FIRST_COORDINATE + unit,
        pass: Some(unit as usize),
        lanes: [None; 4],
    }));
    let mut order: Vec<usize> = (0..flat.varyings.len()).collect();
    // Named colours first, then the widest.
    order.sort_by_key(|number| {
        let varying = &flat.varyings[*number];
        std::cmp::Reverse(varying.colors.count_ones())
    });
    for number in order {
        let varying = flat.varyings[number].clone();
        let used: Vec<u8> = (0..4)
            .filter(|lane| varying.colors >> lane & 1 == 1)
            .collect();
        if used.is_empty() {
            continue;
        }
        let coordinate = flat.lookups.iter().any(|lookup| {
            matches!(lookup.coordinate, Coordinate::Varying(other, _) if other as usize == number)
        });
        let bind = varying.bind.as_deref();
        // A varying that is a coordinate, too, may be bound for that.
        let bind = bind.filter(|bind| !coordinate || bind.starts_with("oD"));
        let found = slots.iter_mut().find_map(|slot| {
            if bind.is_some_and(|bind| bind != slot.name) {
                return None;
            }
            let places = free_lanes(&slot.lanes, &used)?;
            Some((slot, places))
        });
        let Some((slot, places)) = found else {
            return Err(match bind {
                Some(_) => binding::refused(&varying, REGISTERS),
                None => too_many(flat, &varying),
            });
        };
        for (lane, place) in &places {
            let atom = flat.polys.of_atom(Atom::Varying(number as u32, *lane));
            slot.lanes[usize::from(*place)] = Some(atom);
        }
        if let Some(unit) = slot.pass {
            interface.modes[unit] = Mode::Pass;
        }
        interface
            .inputs
            .push(input(&varying, &slot.name, slot.index, &places));
        interface.assumed.push(varying.name);
    }
    let used = slots.into_iter().filter(|slot| slot.lanes != [None; 4]);
    interface.registers.extend(used.map(|slot| InputRegister {
        register: slot.register,
        lanes: slot.lanes,
    }));
    Ok(())
}

fn free_lanes(taken: &[Option<Poly>; 4], used: &[u8]) -> Option<Vec<(u8, u8)>> {
    let free = |lane: u8| taken.get(usize::from(lane)).is_some_and(Option::is_none);
    if used.len() > 1 {
        // Products take lanes where they are.
        let own = used.iter().all(|lane| free(*lane));
        return own.then(|| used.iter().map(|lane| (*lane, *lane)).collect());
    }
    let place = [3, 2, 1, 0].into_iter().find(|lane| free(*lane))?;
    used.first().map(|lane| vec![(*lane, place)])
}

fn too_many(flat: &Flat, varying: &Varying) -> Diagnostic {
    let colors = flat.varyings.iter().filter(|one| one.colors != 0);
    let names: Vec<String> = colors.map(|one| format!("`{}`", one.name)).collect();
    let message = format!(
        "nv2a interpolates two colours, and one more for each texture stage without a lookup, but the result depends on {}",
        names.join(", ")
    );
    Diagnostic::error(codes::target::UNSUPPORTED, message)
        .at(varying.span, "one too many")
        .with_help("combine them in the vertex shader, or look one of them up in a texture")
}
