//! The fog register: the colour that a last mix has with it, and the factor that the vertex program writes to oFog.

use super::isa::Register;
use super::select::InputRegister;
use super::units::{Interface, REGISTERS, output};
use retroshade_combiner::binding;
use retroshade_combiner::fog::{self, last_mix};
use retroshade_combiner::poly::{Atom, Poly};
use retroshade_combiner::shader::{Flat, Varying};
use retroshade_diagnostics::{Diagnostic, codes};

/// The vertex program's output, and its number.
const OUTPUT: (&str, u32) = ("oFog", 5);

/// Whether a varying is the factor of the fog.
pub(super) fn is_factor(varying: &Varying) -> bool {
    fog::is_factor(varying) || varying.bind.as_deref() == Some(OUTPUT.0)
}

/// Gives the factor its register, and the register the colour of the last mix. That colour comes back.
///
/// # Errors
/// A second factor, or one of several components.
pub(super) fn assign(
    flat: &mut Flat,
    interface: &mut Interface,
) -> Result<Option<[Poly; 3]>, Diagnostic> {
    let read = |varying: &Varying| is_factor(varying) && varying.colors != 0;
    let mut factors = (0..).zip(&flat.varyings).filter(|(_, one)| read(one));
    let Some((number, varying)) = factors.next() else {
        return Ok(None);
    };
    if let Some((_, other)) = factors.next() {
        return Err(binding::refused(other, REGISTERS));
    }
    let varying = varying.clone();
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
    interface.registers.push(InputRegister {
        register: Register::FOG,
        lanes: [red, green, blue, Some(factor)],
    });
    let (name, index) = OUTPUT;
    let place = output(name.to_owned(), index);
    interface.entries.varying(&varying, place, &[(lane, 0)]);
    interface.entries.assumed.push(varying.name);
    Ok(color)
}
