//! Which texture stage makes each lookup, and where varyings go.

use super::fog;
use super::isa::{Mode, Register, UNITS};
use super::select::InputRegister;
use retroshade_combiner::binding;
use retroshade_combiner::poly::{Atom, Poly};
use retroshade_combiner::record::{Entries, InterfaceRegister};
use retroshade_combiner::shader::{Coordinate, Flat, Kind, Lookup, Varying};
use retroshade_diagnostics::{Diagnostic, codes};

/// The registers that a varying can be bound to.
const REGISTERS: &str = "oT0 to oT3, oD0, oD1 and fog";
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
    /// The stages of inner products that read bytes as signed.
    pub(super) signed: [bool; UNITS as usize],
    /// The matrix that moves the coordinates of each stage: the factors of blue for x and y, then of green.
    pub(super) matrices: [Option<[Poly; 4]>; UNITS as usize],
    /// Of stages that scale what they look up by the red of the texel that moves coordinates: a factor and what is added.
    pub(super) luminances: [Option<[Poly; 2]>; UNITS as usize],
    /// The colour of the fog, where the colour ends in a mix with it.
    pub(super) fog: Option<[Poly; 3]>,
    /// What combiners read.
    pub(super) registers: Vec<InputRegister>,
    /// What the record says of it.
    pub(super) entries: Entries,
}

/// Gives everything its place.
///
/// # Errors
/// More than there are places for.
pub(super) fn assign(flat: &mut Flat) -> Result<Interface, Diagnostic> {
    let mut interface = Interface {
        modes: [Mode::None; 4],
        feeds: [0; 4],
        signed: [false; 4],
        matrices: [None; 4],
        luminances: [None; 4],
        fog: None,
        registers: Vec::new(),
        entries: Entries::default(),
    };
    let units = units(flat)?;
    for number in 0..flat.lookups.len() {
        lookup(flat, &mut interface, &units, number);
    }
    colors(flat, &mut interface, &units)?;
    if let Some(fog) = fog::assign(flat, REGISTERS)? {
        let (number, lane) = fog.factor;
        let varying = &flat.varyings[number as usize];
        let place = output(fog::OUTPUT.0.to_owned(), fog::OUTPUT.1);
        interface.entries.varying(varying, place, &[(lane, 0)]);
        interface.entries.assumed.push(varying.name.clone());
        interface.registers.push(fog.register);
        interface.fog = fog.color;
    }
    let inputs = &interface.entries.inputs;
    binding::check(flat, inputs, &fog::is_factor, REGISTERS)?;
    Ok(interface)
}

/// The texture stages of each lookup, its own last: the one it is bound to, else the first that are free.
fn units(flat: &Flat) -> Result<Vec<Vec<u32>>, Diagnostic> {
    let mut bound: Vec<Option<u32>> = Vec::with_capacity(flat.lookups.len());
    for lookup in &flat.lookups {
        let unit = binding::unit(flat, lookup, UNITS, "oT")?;
        bound.push(unit.filter(|unit| !bound.contains(&Some(*unit))));
    }
    let mut units: Vec<Vec<u32>> = Vec::with_capacity(bound.len());
    for (number, lookup) in flat.lookups.iter().enumerate() {
        let bind = bound[number];
        let free = |unit: &u32| {
            let taken = units.iter().flatten().any(|other| other == unit);
            !taken && (bind == Some(*unit) || !bound.contains(&Some(*unit)))
        };
        let count = lookup.coordinate.dots().len().max(1) as u32;
        let modes = mode(lookup);
        // Lookups are in the order of the source: the one that it depends on has its stage.
        let from = lookup.coordinate.fed_by().map(|from| &units[from as usize]);
        let after = from
            .and_then(|units| units.last())
            .map_or(0, |unit| unit + 1);
        let mut rows = (0..UNITS).filter(|last| {
            let is_its = bind.is_none_or(|bind| bind == *last) && modes.stages().contains(last);
            is_its
                && (last + 1)
                    .checked_sub(count)
                    .is_some_and(|first| first >= after && (first..=*last).all(|unit| free(&unit)))
        });
        let Some(last) = rows.next() else {
            return Err(no_stage(flat, number, bind, count));
        };
        units.push((last + 1 - count..=last).collect());
    }
    Ok(units)
}

/// The error about a lookup for which there is no texture stage.
fn no_stage(flat: &Flat, number: usize, bind: Option<u32>, count: u32) -> Diagnostic {
    let lookup = &flat.lookups[number];
    if let Some(unit) = bind {
        let message = "a lookup by the result of another needs later texture stages";
        return Diagnostic::error(codes::target::BINDING, message)
            .at(lookup.span, format!("in texture stage {unit}"));
    }
    let message = match count {
        1 => format!(
            "nv2a looks up {UNITS} textures for a fragment, but this is lookup {} of {}",
            number + 1,
            flat.lookups.len()
        ),
        _ => format!(
            "a lookup by {count} inner products takes {count} of nv2a's {UNITS} texture stages, and as many in a row are not free"
        ),
    };
    Diagnostic::error(codes::target::UNSUPPORTED, message)
        .at(lookup.span, "one lookup too many")
        .with_help("put several pictures into one texture, or draw in two passes")
}

/// What the last texture stage of a lookup does.
fn mode(lookup: &Lookup) -> Mode {
    match (&lookup.coordinate, lookup.kind) {
        (Coordinate::Dots(..), Kind::Cube) => Mode::DotCube,
        (Coordinate::Dots(..), _) => Mode::DotPlain,
        (Coordinate::Lookup(_, [3, 0]), _) => Mode::AlphaRed,
        (Coordinate::Lookup(..), _) => Mode::GreenBlue,
        (Coordinate::Mirrored { .. }, _) => Mode::DotSpecular,
        (Coordinate::Moved { luminance, .. }, _) => match luminance {
            Some(_) => Mode::BumpLuminance,
            None => Mode::Bump,
        },
        (_, Kind::Cube) => Mode::Cube,
        (_, Kind::Plain | Kind::Projective) => Mode::Plain,
    }
}

fn lookup(flat: &mut Flat, interface: &mut Interface, units: &[Vec<u32>], number: usize) {
    let lookup = flat.lookups[number].clone();
    let own = &units[number];
    let unit = own.last().copied().unwrap_or(0);
    let fed = |from: u32| units[from as usize].last().copied().unwrap_or(0);
    // The divisor is the fourth component.
    let places: &[u8] = match lookup.kind {
        Kind::Projective => &[0, 1, 3],
        _ => &[0, 1, 2],
    };
    let feed = lookup.coordinate.fed_by().map_or(0, fed);
    for one in own {
        interface.feeds[*one as usize] = feed;
    }
    for (unit, dot) in own.iter().zip(lookup.coordinate.dots()) {
        interface.modes[*unit as usize] = Mode::Dot;
        interface.signed[*unit as usize] = dot.signed;
        coordinate(flat, interface, &dot.with, *unit, places);
    }
    match &lookup.coordinate {
        Coordinate::Lookup(..) | Coordinate::Dots(..) => {}
        // What is mirrored is beside the three vectors, a component each.
        Coordinate::Mirrored { eye, .. } => {
            for (lane, unit) in own.iter().enumerate() {
                coordinate(flat, interface, &eye.lane(lane), *unit, &[3]);
            }
        }
        Coordinate::Moved {
            base,
            matrix,
            luminance,
            ..
        } => {
            interface.matrices[unit as usize] = Some(*matrix);
            interface.luminances[unit as usize] = *luminance;
            coordinate(flat, interface, base, unit, places);
        }
        own => coordinate(flat, interface, own, unit, places),
    }
    interface.modes[unit as usize] = mode(&lookup);
    interface.entries.sampler(&lookup, unit);
    let lanes =
        [0, 1, 2, 3].map(|lane| Some(flat.polys.of_atom(Atom::Lookup(number as u32, lane))));
    interface.registers.push(InputRegister {
        register: Register::texture(unit),
        lanes,
    });
}

/// The entry of what the vertex program writes for a texture stage; `places`: the components it goes to.
fn coordinate(
    flat: &Flat,
    interface: &mut Interface,
    coordinate: &Coordinate,
    unit: u32,
    places: &[u8],
) {
    let place = output(format!("oT{unit}"), FIRST_COORDINATE + unit);
    let entries = &mut interface.entries;
    match coordinate {
        Coordinate::Varying(varying, parts) => {
            let lanes: Vec<(u8, u8)> = parts.iter().copied().zip(places.iter().copied()).collect();
            entries.varying(&flat.varyings[*varying as usize], place, &lanes);
        }
        Coordinate::Affine(parts) => entries.computed(flat, parts, place, places),
        _ => {}
    }
}

/// An output of the vertex program.
fn output(register: String, index: u32) -> InterfaceRegister {
    InterfaceRegister {
        register,
        file: "o",
        index,
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

fn colors(
    flat: &mut Flat,
    interface: &mut Interface,
    units: &[Vec<u32>],
) -> Result<(), Diagnostic> {
    let mut slots: Vec<Slot> = (0..2)
        .map(|number: u32| Slot {
            register: Register::COLORS[number as usize],
            name: format!("oD{number}"),
            index: FIRST_COLOR + number,
            pass: None,
            lanes: [None; 4],
        })
        .collect();
    let taken = |unit: &u32| units.iter().flatten().any(|other| other == unit);
    let free = (0..UNITS).filter(|unit| !taken(unit));
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
    let mut placed = Vec::new();
    for number in order {
        let varying = flat.varyings[number].clone();
        let used: Vec<u8> = (0..4)
            .filter(|lane| varying.colors >> lane & 1 == 1)
            .collect();
        if used.is_empty() || fog::is_factor(&varying) {
            continue;
        }
        let is_own = |one: &Coordinate| matches!(one, Coordinate::Varying(other, _) if *other as usize == number);
        let mut coordinates = flat.lookups.iter().map(|lookup| &lookup.coordinate);
        let coordinate = coordinates.any(|one| one.handed_over().into_iter().any(is_own));
        let bind = varying.bind.as_deref();
        // A varying that is a coordinate, too, may be bound for that.
        let bind = bind.filter(|bind| !coordinate || bind.starts_with("oD"));
        // Its own components of the register that a vertex program alone puts it into, if they are free.
        let settled = varying.settled.as_ref().filter(|_| bind.is_none());
        let settled = slots.iter().position(|slot| {
            let free = |lane: &u8| slot.lanes[usize::from(*lane)].is_none();
            settled == Some(&slot.name) && used.iter().all(free)
        });
        let own = settled.map(|place| (place, used.iter().map(|lane| (*lane, *lane)).collect()));
        let mut candidates = slots.iter().enumerate();
        let found = own.or_else(|| {
            candidates.find_map(|(place, slot)| {
                if bind.is_some_and(|bind| bind != slot.name) {
                    return None;
                }
                let places = free_lanes(&slot.lanes, &used)?;
                Some((place, places))
            })
        });
        let found: Option<(usize, Vec<(u8, u8)>)> = found;
        let Some((place, places)) = found else {
            return Err(match bind {
                Some(_) => binding::refused(&varying, REGISTERS),
                None => too_many(flat, &varying),
            });
        };
        let slot = &mut slots[place];
        for (lane, place) in &places {
            let atom = flat.polys.of_atom(Atom::Varying(number as u32, *lane));
            slot.lanes[usize::from(*place)] = Some(atom);
        }
        if let Some(unit) = slot.pass {
            interface.modes[unit] = Mode::Pass;
        }
        placed.push((place, number, places));
    }
    for (place, number, mut places) in placed {
        let (slot, varying) = (&mut slots[place], &flat.varyings[number]);
        // An inner product reads the lane between red and blue, too.
        let between = places.len() > 1 && slot.lanes[0].is_some() && slot.lanes[2].is_some();
        if between && slot.lanes[1].is_none() {
            slot.lanes[1] = Some(flat.polys.of_atom(Atom::Varying(number as u32, 1)));
            places.push((1, 1));
            places.sort_unstable();
        }
        let place = output(slot.name.clone(), slot.index);
        interface.entries.varying(varying, place, &places);
        interface.entries.assumed.push(varying.name.clone());
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
