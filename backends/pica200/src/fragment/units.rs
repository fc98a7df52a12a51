//! Which texture unit makes each lookup, and where varyings go.

use super::isa::{Source, UNITS};
use super::select::Register;
use retroshade_combiner::binding;
use retroshade_combiner::fog;
use retroshade_combiner::poly::{Atom, Poly};
use retroshade_combiner::record::{Entries, InterfaceRegister};
use retroshade_combiner::shader::{Coordinate, Flat, Kind, Varying};
use retroshade_diagnostics::{Diagnostic, codes};

/// What a varying can be bound to.
const REGISTERS: &str = "texcoord0 to texcoord2, color, light0, light1 and fog";
/// The interface of a set-up.
#[derive(Debug, Default)]
pub(super) struct Interface {
    /// For each unit that is on, its set of coordinates.
    pub(super) units: [Option<u8>; 4],
    /// What stages read.
    pub(super) registers: Vec<Register>,
    /// What the record says of it.
    pub(super) entries: Entries,
}

/// Gives everything its place.
///
/// # Errors
/// More than there are places for; bindings that cannot be.
pub(super) fn assign(flat: &mut Flat) -> Result<Interface, Diagnostic> {
    let mut interface = Interface::default();
    let units = lookups(flat)?;
    let mut sets: [Option<Coordinate>; 3] = [const { None }; 3];
    // Unit 3 last: it takes any set.
    let mut order: Vec<usize> = (0..flat.lookups.len()).collect();
    order.sort_by_key(|number| units[*number]);
    for number in order {
        let unit = units[number];
        let set = coordinates(flat, &mut sets, number, unit)?;
        interface.units[unit as usize] = Some(set);
        let lookup = &flat.lookups[number];
        interface.entries.sampler(lookup, unit);
        let atoms =
            [0, 1, 2, 3].map(|lane| Some(flat.polys.of_atom(Atom::Lookup(number as u32, lane))));
        if let Some(source) = Source::of_unit(unit) {
            interface.registers.push(Register {
                source,
                lanes: atoms,
            });
        }
    }
    for (set, coordinate) in sets.iter().enumerate() {
        let place = InterfaceRegister {
            register: format!("texcoord{set}"),
            file: "texcoord",
            index: set as u32,
        };
        let entries = &mut interface.entries;
        match coordinate {
            Some(Coordinate::Varying(number, parts)) => {
                let varying = &flat.varyings[*number as usize];
                let lanes: Vec<(u8, u8)> = parts.iter().copied().zip(0..).collect();
                entries.varying(varying, place, &lanes);
            }
            Some(Coordinate::Affine(parts)) => entries.computed(flat, parts, place, &[0, 1, 2, 3]),
            Some(
                Coordinate::Lookup(..)
                | Coordinate::Dots(..)
                | Coordinate::Moved { .. }
                | Coordinate::Mirrored { .. },
            )
            | None => {}
        }
    }
    colors(flat, &mut interface)?;
    let given = |varying: &Varying| light(varying).is_some() || fog::is_factor(varying);
    binding::check(flat, &interface.entries.inputs, &given, REGISTERS)?;
    Ok(interface)
}

/// The unit of each lookup.
fn lookups(flat: &Flat) -> Result<Vec<u32>, Diagnostic> {
    let mut units: Vec<Option<u32>> = vec![None; flat.lookups.len()];
    let mut taken = [false; UNITS + 1];
    for (number, lookup) in flat.lookups.iter().enumerate() {
        // Only who asks for it gets the procedural unit.
        let known = UNITS as u32 + u32::from(lookup.bind.is_some());
        let unit = binding::unit(flat, lookup, known, "texcoord")?;
        if let Some(unit) = unit.filter(|unit| !taken[*unit as usize]) {
            taken[unit as usize] = true;
            units[number] = Some(unit);
        }
    }
    // Only unit 0 knows cubes and divided coordinates.
    let special = |number: &usize| flat.lookups[*number].kind != Kind::Plain;
    let mut order: Vec<usize> = (0..flat.lookups.len()).collect();
    order.sort_by_key(|number| !special(number));
    for number in order {
        let lookup = &flat.lookups[number];
        let unit = units[number].or_else(|| (0..UNITS as u32).find(|unit| !taken[*unit as usize]));
        let Some(unit) = unit else {
            let message = format!(
                "pica200 looks up {UNITS} textures for a fragment, but this is lookup {} of {}",
                number + 1,
                flat.lookups.len()
            );
            return Err(Diagnostic::error(codes::target::UNSUPPORTED, message)
                .at(lookup.span, "one lookup too many")
                .with_help("put several pictures into one texture, or draw in two passes"));
        };
        if special(&number) && unit != 0 {
            let message = "only unit 0 of pica200 looks up cubes and divides coordinates";
            return Err(Diagnostic::error(codes::target::UNSUPPORTED, message)
                .at(lookup.span, "another lookup has unit 0"));
        }
        taken[unit as usize] = true;
        units[number] = Some(unit);
    }
    Ok(units.into_iter().flatten().collect())
}

/// The set of coordinates of a lookup on a unit.
fn coordinates(
    flat: &Flat,
    sets: &mut [Option<Coordinate>; 3],
    number: usize,
    unit: u32,
) -> Result<u8, Diagnostic> {
    let lookup = &flat.lookups[number];
    let wanted = Some(&lookup.coordinate);
    let known = sets.iter().position(|set| set.as_ref() == wanted);
    let own = unit as usize;
    let set = match unit {
        // Unit 2 could take the coordinates of unit 1, but citro3d has no call for that.
        0..=2 => Some(own),
        _ => known.or_else(|| sets.iter().position(Option::is_none)),
    };
    let Some(set) = set else {
        let message = "all three sets of coordinates are taken";
        return Err(Diagnostic::error(codes::target::UNSUPPORTED, message)
            .at(lookup.span, "needs a fourth"));
    };
    sets[set] = Some(lookup.coordinate.clone());
    Ok(set as u8)
}

/// Puts the varyings that are colours into the colour register, or where the lighting unit is named.
fn colors(flat: &mut Flat, interface: &mut Interface) -> Result<(), Diagnostic> {
    let mut lanes: [Option<Poly>; 4] = [None; 4];
    let mut order: Vec<usize> = (0..flat.varyings.len()).collect();
    order.sort_by_key(|number| std::cmp::Reverse(flat.varyings[*number].colors.count_ones()));
    for number in order {
        let varying = flat.varyings[number].clone();
        let used: Vec<u8> = (0..4)
            .filter(|lane| varying.colors >> lane & 1 == 1)
            .collect();
        if used.is_empty() {
            continue;
        }
        let atom =
            |flat: &mut Flat, lane: u8| flat.polys.of_atom(Atom::Varying(number as u32, lane));
        if let Some(source) = light(&varying) {
            let mut own = [None; 4];
            for lane in used {
                own[usize::from(lane)] = Some(atom(flat, lane));
            }
            interface.registers.push(Register { source, lanes: own });
            continue;
        }
        // Its own components where a vertex program alone puts it, if they are free.
        let settled = varying.settled.as_deref() == Some("color")
            && used.iter().all(|lane| lanes[usize::from(*lane)].is_none());
        let places = if settled {
            Some(used.iter().map(|lane| (*lane, *lane)).collect())
        } else {
            free_lanes(&lanes, &used)
        };
        let places: Option<Vec<(u8, u8)>> = places;
        let Some(places) = places else {
            return Err(too_many_colors(flat, &varying));
        };
        for (lane, place) in &places {
            lanes[usize::from(*place)] = Some(atom(flat, *lane));
        }
        let place = InterfaceRegister {
            register: "color".to_owned(),
            file: "color",
            index: 0,
        };
        interface.entries.varying(&varying, place, &places);
        interface.entries.assumed.push(varying.name);
    }
    if lanes.iter().any(Option::is_some) {
        interface.registers.push(Register {
            source: Source::Color,
            lanes,
        });
    }
    Ok(())
}

/// The colour of the lighting unit that a varying is bound to.
fn light(varying: &Varying) -> Option<Source> {
    match varying.bind.as_deref() {
        Some("light0") => Some(Source::Light0),
        Some("light1") => Some(Source::Light1),
        _ => None,
    }
}

/// Lanes of the register for the lanes of a varying: its own, else the last free one for a single lane, else
/// any.
fn free_lanes(taken: &[Option<Poly>; 4], used: &[u8]) -> Option<Vec<(u8, u8)>> {
    let free = |lane: u8| taken.get(usize::from(lane)).is_some_and(Option::is_none);
    if used.len() > 1 && used.iter().all(|lane| free(*lane)) {
        return Some(used.iter().map(|lane| (*lane, *lane)).collect());
    }
    let places: Vec<u8> = match used.len() {
        1 => (0..4).rev().filter(|lane| free(*lane)).collect(),
        _ => (0..4).filter(|lane| free(*lane)).collect(),
    };
    (places.len() >= used.len()).then(|| used.iter().copied().zip(places).collect())
}

fn too_many_colors(flat: &Flat, varying: &Varying) -> Diagnostic {
    let names: Vec<String> = flat
        .varyings
        .iter()
        .filter(|one| one.colors != 0)
        .map(|one| format!("`{}`", one.name))
        .collect();
    let message = format!(
        "pica200 interpolates one colour of four components, but the result depends on {}",
        names.join(", ")
    );
    Diagnostic::error(codes::target::UNSUPPORTED, message)
        .at(varying.span, "one too many")
        .with_help("combine them in the vertex shader, or look one of them up in a texture")
}
