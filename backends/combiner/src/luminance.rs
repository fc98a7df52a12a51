//! Lookups that the texture stage scales by the luminance of the texel that moved their coordinate.

use crate::poly::{Atom, Poly, Polys};
use crate::shader::{Coordinate, Flat};

/// The lane of the moving lookup that is its luminance.
const LANE: u8 = 0;

/// Leaves to the texture stages what they do: where all that the colour takes of a moved lookup's red, green and blue is
/// their product with `scale * luminance + offset`, with two numbers of uniforms and literals, the same in all lanes, the
/// lookup has that product from here on. Its alpha stays as it is. The stage clamps the product to [0, 1] and not the
/// factor, so a factor beyond 1 is one where the whole colour is that product.
pub fn take(flat: &mut Flat) {
    for number in 0..flat.lookups.len() as u32 {
        let Coordinate::Moved { by, .. } = flat.lookups[number as usize].coordinate else {
            continue;
        };
        let found = bright(flat, number, by).or_else(|| scaled(flat, number, by));
        let Some((color, factor)) = found else {
            continue;
        };
        flat.color = color;
        let coordinate = &mut flat.lookups[number as usize].coordinate;
        if let Coordinate::Moved { luminance, .. } = coordinate {
            *luminance = Some(factor);
        }
    }
}

/// The colour where its red, green and blue are the lookup's times a factor of literals, however large: what is above 1
/// is clamped in either.
fn bright(flat: &mut Flat, number: u32, by: u32) -> Option<([Poly; 4], [Poly; 2])> {
    let red = flat.polys.of_atom(Atom::Lookup(by, LANE));
    let mut color = flat.color;
    let mut factor = None;
    for (lane, value) in (0..).zip(&mut color[..3]) {
        let product = flat.polys.as_clamped(*value).unwrap_or(*value);
        let own = flat.polys.of_atom(Atom::Lookup(number, lane));
        let (times, rest) = flat.polys.divide(product, own);
        let (scale, offset) = flat.polys.divide(times, red);
        let numbers = [scale, offset].map(|one| flat.polys.as_number(one));
        let literal = numbers.iter().all(Option::is_some) && scale != Polys::ZERO;
        if rest != Polys::ZERO || !literal {
            return None;
        }
        if *factor.get_or_insert([scale, offset]) != [scale, offset] {
            return None;
        }
        *value = own;
    }
    is_all(flat, number, color[3]).then_some((color, factor?))
}

/// True if neither alpha, conditions nor other lookups read the red, green or blue of a lookup.
fn is_all(flat: &Flat, number: u32, alpha: Poly) -> bool {
    let conditions = flat.conditions.iter().map(|condition| condition.value);
    let mut others = conditions.chain([alpha]);
    let feeds = |lookup: &crate::shader::Lookup| lookup.coordinate.fed_by() == Some(number);
    !others.any(|other| reads(&flat.polys, other, number)) && !flat.lookups.iter().any(feeds)
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
    is_all(flat, number, color[3]).then_some((color, factor?))
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

/// True if a value depends on the red, green or blue of a lookup.
fn reads(polys: &Polys, value: Poly, number: u32) -> bool {
    let mut found = false;
    polys.visit_atoms(value, &mut |atom| {
        found |= matches!(atom, Atom::Lookup(own, 0..=2) if *own == number);
    });
    found
}
