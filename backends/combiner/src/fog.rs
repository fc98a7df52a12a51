//! A last mix with the colour of the fog, for chips that have registers or a unit for it.

use crate::poly::{Atom, Poly};
use crate::shader::{Flat, Varying};
use retroshade_diagnostics::{Diagnostic, codes};

/// What the factor of the fog is bound to.
pub const FOG: &str = "fog";

/// True if a varying is the factor of the fog.
pub fn is_factor(varying: &Varying) -> bool {
    varying.bind.as_deref() == Some(FOG)
}

/// The two colours of a last `mix(fog, color, factor)`.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    /// What is seen without fog.
    pub color: [Poly; 3],
    /// The colour of the fog: of uniforms and literals, in [0, 1].
    pub fog: [Poly; 3],
}

/// The last mix of a shader, `None` where its colour ends in anything else.
pub fn last_mix(flat: &mut Flat, factor: Poly) -> Option<Mix> {
    let mut mix = Mix {
        color: [factor; 3],
        fog: [factor; 3],
    };
    for lane in 0..3 {
        let whole = flat.color[lane];
        let whole = flat.polys.as_clamped(whole).unwrap_or(whole);
        let (step, fog) = flat.polys.divide(whole, factor);
        let color = flat.polys.add(step, fog);
        let is_color = flat.polys.is_fixed(fog) && flat.polys.is_unit(fog);
        if !is_color || reads(flat, color, factor) {
            return None;
        }
        (mix.color[lane], mix.fog[lane]) = (color, fog);
    }
    Some(mix)
}

/// True if a value depends on an atom.
fn reads(flat: &Flat, value: Poly, atom: Poly) -> bool {
    let atom = flat.polys.as_atom(atom).map(|atom| flat.polys.atom(atom));
    let mut found = false;
    flat.polys
        .visit_atoms(value, &mut |other| found |= Some(other) == atom);
    found
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
    let factor = flat.polys.of_atom(Atom::Varying(number as u32, lane));
    let Some(mix) = last_mix(flat, factor) else {
        return Err(refused(flat, number, target));
    };
    for (lane, color) in mix.color.into_iter().enumerate() {
        if !flat.polys.is_unit(color) && flat.polys.as_clamped(color).is_none() {
            let message = format!(
                "{target} clamps a colour before it mixes it with the fog's, and this source does not"
            );
            return Err(Diagnostic::error(codes::target::UNSUPPORTED, message)
                .at(flat.spans[lane], "this colour")
                .with_help("clamp what is mixed: `mix(fog, clamp(color, 0.0, 1.0), factor)`"));
        }
        flat.color[lane] = color;
    }
    let conditions = flat.conditions.iter().map(|condition| condition.value);
    let mut others = conditions.chain([flat.color[3]]);
    if others.any(|other| reads(flat, other, factor)) {
        return Err(refused(flat, number, target));
    }
    flat.varyings[number].colors = 0;
    Ok(Some(mix.fog))
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
