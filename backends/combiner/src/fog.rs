//! A last mix with the colour of the fog, for chips that do it behind their stages.

use crate::poly::{Atom, Poly};
use crate::shader::{Flat, Varying};
use retroshade_diagnostics::{Diagnostic, codes};

/// What the factor of the fog is bound to.
pub const FOG: &str = "fog";

/// Whether a varying is the factor of the fog.
pub fn is_factor(varying: &Varying) -> bool {
    varying.bind.as_deref() == Some(FOG)
}

/// Takes `mix(fog, color, factor)` apart, where a varying is bound to [`FOG`]: what is left in the shader is the colour
/// without fog. The colour of the fog comes back, of uniforms and literals.
///
/// # Errors
/// A factor that does anything else; a colour that the stages would clamp before the mix.
pub fn take(flat: &mut Flat, target: &str) -> Result<Option<[Poly; 3]>, Diagnostic> {
    let Some(number) = flat.varyings.iter().position(is_factor) else {
        return Ok(None);
    };
    let lane = match flat.varyings[number].colors {
        0 => return Ok(None),
        1 => 0,
        _ => return Err(refused(flat, number, target)),
    };
    let own = Atom::Varying(number as u32, lane);
    let factor = flat.polys.of_atom(own.clone());
    let reads = |flat: &Flat, poly: Poly| {
        let mut found = false;
        flat.polys
            .visit_atoms(poly, &mut |atom| found |= *atom == own);
        found
    };
    let mut fog = [flat.polys.constant(0.0); 3];
    for (lane, slot) in fog.iter_mut().enumerate() {
        let whole = flat.color[lane];
        let whole = flat.polys.as_clamped(whole).unwrap_or(whole);
        let (step, rest) = flat.polys.divide(whole, factor);
        let color = flat.polys.add(step, rest);
        let is_mix = flat.polys.is_fixed(rest) && flat.polys.is_unit(rest);
        if !is_mix || reads(flat, color) {
            return Err(refused(flat, number, target));
        }
        if !flat.polys.is_unit(color) && flat.polys.as_clamped(color).is_none() {
            let message = format!(
                "{target} clamps a colour before it mixes it with the fog's, and this source does not"
            );
            return Err(Diagnostic::error(codes::target::UNSUPPORTED, message)
                .at(flat.spans[lane], "this colour")
                .with_help("clamp what is mixed: `mix(fog, clamp(color, 0.0, 1.0), factor)`"));
        }
        (flat.color[lane], *slot) = (color, rest);
    }
    let conditions = flat.conditions.iter().map(|condition| condition.value);
    let mut others = conditions.chain([flat.color[3]]);
    if others.any(|other| reads(flat, other)) {
        return Err(refused(flat, number, target));
    }
    flat.varyings[number].colors = 0;
    Ok(Some(fog))
}

fn refused(flat: &Flat, number: usize, target: &str) -> Diagnostic {
    let varying = &flat.varyings[number];
    let message = format!(
        "`{}` is the factor of the fog, with which {target} does one thing",
        varying.name
    );
    Diagnostic::error(codes::target::UNSUPPORTED, message)
        .at(varying.span, "declared here")
        .with_help("end with `gl_FragColor = vec4(mix(fog, color, factor), alpha);`, the fog's colour of uniforms or literals in [0, 1]")
}
