//! Lookups that the texture stage scales by the luminance of the texel that moved their coordinate.

use crate::poly::{Atom, Poly, Polys};
use crate::shader::{Coordinate, Flat};

/// The lane of the moving lookup that is its luminance.
const LANE: u8 = 0;

/// Leaves to the texture stages what they do: where all that the colour takes of a moved lookup is its red, green and blue
/// times `scale * luminance + offset`, with two numbers of uniforms and literals, the same in all lanes, the lookup has
/// that product from here on. What is scaled must stay in [0, 1], so that it does not matter whether the stage clamps it.
pub fn take(flat: &mut Flat) {
    for number in 0..flat.lookups.len() as u32 {
        let Coordinate::Moved { by, .. } = flat.lookups[number as usize].coordinate else {
            continue;
        };
        let Some((color, factor)) = scaled(flat, number, by) else {
            continue;
        };
        flat.color = color;
        let coordinate = &mut flat.lookups[number as usize].coordinate;
        if let Coordinate::Moved { luminance, .. } = coordinate {
            *luminance = Some(factor);
        }
    }
}

/// The colour in terms of the scaled lookup; scale and offset.
fn scaled(flat: &mut Flat, number: u32, by: u32) -> Option<([Poly; 4], [Poly; 2])> {
    let red = flat.polys.of_atom(Atom::Lookup(by, LANE));
    let mut color = flat.color;
    let mut factor = None;
    for value in &mut color[..3] {
        let mut rest = flat.polys.as_clamped(*value).unwrap_or(*value);
        let mut sum = Polys::ZERO;
        for lane in 0..3 {
            let own = flat.polys.of_atom(Atom::Lookup(number, lane));
            let (times, without) = flat.polys.divide(rest, own);
            if times == Polys::ZERO {
                continue;
            }
            let (whole, found) = split(&mut flat.polys, times, red)?;
            if *factor.get_or_insert(found) != found || reads(&flat.polys, whole, number) {
                return None;
            }
            let product = flat.polys.mul(own, whole);
            (sum, rest) = (flat.polys.add(sum, product), without);
        }
        if reads(&flat.polys, rest, number) {
            return None;
        }
        if sum != Polys::ZERO {
            *value = flat.polys.add(sum, rest);
        }
    }
    let factor = factor?;
    let conditions = flat.conditions.iter().map(|condition| condition.value);
    let mut others = conditions.chain([color[3]]);
    // Alpha may be scaled or not: that is not known.
    if others.any(|other| reads(&flat.polys, other, number)) {
        return None;
    }
    let feeds = |lookup: &crate::shader::Lookup| lookup.coordinate.fed_by() == Some(number);
    if flat.lookups.iter().any(feeds) {
        return None;
    }
    Some((color, factor))
}

/// What a product may be of what the stage scales: it is in [0, 1] there.
const GAINS: [f64; 6] = [1.0, -1.0, 2.0, -2.0, 4.0, -4.0];

/// `times = whole * (scale * luminance + offset)`, whose last factor is in [0, 1]; whole, and the two others.
fn split(polys: &mut Polys, times: Poly, luminance: Poly) -> Option<(Poly, [Poly; 2])> {
    let (slope, rest) = polys.divide(times, luminance);
    let (twice, _) = polys.divide(slope, luminance);
    if slope == Polys::ZERO || twice != Polys::ZERO {
        return None;
    }
    if rest == Polys::ZERO {
        return Some((slope, [Polys::ONE, Polys::ZERO]));
    }
    let common = common(polys, slope)?;
    let (scale, none) = polys.divide(slope, common);
    let (offset, left) = polys.divide(rest, common);
    if none != Polys::ZERO || left != Polys::ZERO || !polys.is_fixed(offset) {
        return None;
    }
    GAINS.into_iter().find_map(|gain| {
        let [scale, offset] = [scale, offset].map(|one| polys.scale(one, 1.0 / gain));
        let scaled = polys.mul(scale, luminance);
        let brightness = polys.add(scaled, offset);
        let whole = polys.scale(common, gain);
        let fits = polys.is_unit(brightness);
        fits.then_some((whole, [scale, offset]))
    })
}

/// The product of all atoms of a value but uniforms; `None` for a sum of several such products.
fn common(polys: &mut Polys, value: Poly) -> Option<Poly> {
    if polys.is_fixed(value) {
        return Some(Polys::ONE);
    }
    let [term] = polys.terms(value) else {
        return None;
    };
    let factors = polys.factors(term.factors).to_vec();
    let mut product = Polys::ONE;
    for (atom, exponent) in factors {
        let atom = polys.atom(atom).clone();
        if !matches!(atom, Atom::Uniform(_)) {
            let atom = polys.of_atom(atom);
            for _ in 0..exponent {
                product = polys.mul(product, atom);
            }
        }
    }
    Some(product)
}

/// Whether a value depends on a lookup.
fn reads(polys: &Polys, value: Poly, number: u32) -> bool {
    let mut found = false;
    polys.visit_atoms(value, &mut |atom| {
        found |= matches!(atom, Atom::Lookup(own, _) if *own == number);
    });
    found
}
