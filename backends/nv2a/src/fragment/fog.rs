//! The fog register: the colour that a last mix has with it, and the factor that the vertex program writes to oFog.

use super::isa::Register;
use super::select::InputRegister;
use retroshade_combiner::binding;
use retroshade_combiner::fog::{self, last_mix};
use retroshade_combiner::poly::{Atom, Poly};
use retroshade_combiner::shader::{Flat, Varying};
use retroshade_diagnostics::{Diagnostic, codes};

/// The vertex program's output, and its number.
pub(super) const OUTPUT: (&str, u32) = ("oFog", 5);

/// What the register holds.
#[derive(Debug)]
pub(super) struct Fog {
    /// The varying that has the factor, and its lane.
    pub(super) factor: (u32, u8),
    /// The colour of the fog, where the colour ends in a mix with it.
    pub(super) color: Option<[Poly; 3]>,
    /// All of that.
    pub(super) register: InputRegister,
}

/// True if a varying is the factor of the fog.
pub(super) fn is_factor(varying: &Varying) -> bool {
    fog::is_factor(varying) || varying.bind.as_deref() == Some(OUTPUT.0)
}

/// What the register holds for a shader that reads a factor. `known`: what a varying can be bound to.
///
/// # Errors
/// A second factor, or one of several components.
pub(super) fn assign(flat: &mut Flat, known: &str) -> Result<Option<Fog>, Diagnostic> {
    let read = |varying: &Varying| is_factor(varying) && varying.colors != 0;
    let mut factors = (0..).zip(&flat.varyings).filter(|(_, one)| read(one));
    let Some((number, varying)) = factors.next() else {
        return Ok(None);
    };
    if let Some((_, other)) = factors.next() {
        return Err(binding::refused(other, known));
    }
    if varying.colors.count_ones() > 1 {
        let message = format!(
            "`{}` is the factor of the fog, which is one number, but several components are read",
            varying.name
        );
        return Err(Diagnostic::error(codes::target::UNSUPPORTED, message)
            .at(varying.span, "declared here")
            .with_help("bind a float"));
    }
    let lane = varying.colors.trailing_zeros() as u8;
    let factor = flat.polys.of_atom(Atom::Varying(number, lane));
    let color = last_mix(flat, factor).map(|mix| mix.fog);
    let [red, green, blue] = color.map_or([None; 3], |color| color.map(Some));
    Ok(Some(Fog {
        factor: (number, lane),
        color,
        register: InputRegister {
            register: Register::FOG,
            lanes: [red, green, blue, Some(factor)],
        },
    }))
}
