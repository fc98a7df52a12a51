//! The container `rc`: pairs of little-endian 32-bit words, method and value, ascending.

use super::check::legality;
use super::definition;
use super::isa::{ALPHA_ICW, CONTROL, Setup};
use crate::fragment::isa;
use retroshade_combiner::pairs::{self, Numbers};
use retroshade_diagnostics::fault::Fault;

/// The name on the command line.
pub const RC: &str = "rc";

/// How words are called after what they are written to.
const METHODS: Numbers = Numbers {
    name: "method",
    digits: 4,
};

/// A set-up as bytes.
pub fn write(setup: &Setup) -> Vec<u8> {
    pairs::write(&setup.words)
}

/// True if bytes look like this container, which begins with a method of fragment shaders. No vertex program does: the
/// first word of a slot is 0.
pub fn is_rc(bytes: &[u8]) -> bool {
    let first = bytes.first_chunk::<4>().copied().map(u32::from_le_bytes);
    first.is_some_and(is_known) && bytes.len().is_multiple_of(8)
}

/// True if bytes are a set-up: this container, or a `D3DPIXELSHADERDEF` whose words all mean something.
pub fn is_setup(bytes: &[u8]) -> bool {
    is_rc(bytes) || definition::read(bytes).is_some_and(|setup| legality(&setup).is_ok())
}

/// Reads a set-up, from this container or from a `D3DPIXELSHADERDEF`.
///
/// # Errors
/// Bytes that are no pairs in ascending order, methods that are no part of a set-up, words without a meaning.
pub fn read(bytes: &[u8]) -> Result<Setup, Fault> {
    if !is_rc(bytes)
        && let Some(setup) = definition::read(bytes)
    {
        legality(&setup)?;
        return Ok(setup);
    }
    let words = METHODS.read(bytes, |method| {
        if is_known(method) {
            Ok(())
        } else {
            Err(METHODS.unknown(method))
        }
    })?;
    let setup = Setup { words };
    legality(&setup)?;
    Ok(setup)
}

/// True if a method is part of what fragment shaders set.
pub(crate) fn is_known(method: u32) -> bool {
    let single = [
        isa::CW0,
        isa::CW1,
        isa::ALPHA_ENABLE,
        CONTROL,
        isa::PROGRAM,
        isa::OTHER_INPUT,
        isa::ALPHA_FUNC,
        isa::ALPHA_REF,
        isa::SPECULAR_ENABLE,
        isa::CLIP_MODE,
        isa::FINAL_FACTORS[0],
        isa::FINAL_FACTORS[1],
        isa::DOT_MAPPING,
        isa::FOG_COLOR,
        isa::LIGHT_CONTROL,
        isa::EYE_VECTOR,
        isa::EYE_VECTOR + 4,
        isa::EYE_VECTOR + 8,
    ];
    let rows = [
        ALPHA_ICW,
        isa::ALPHA_OCW,
        isa::COLOR_ICW,
        isa::COLOR_OCW,
        isa::FACTORS[0],
        isa::FACTORS[1],
    ];
    let in_row = |base: &u32| {
        method
            .checked_sub(*base)
            .is_some_and(|offset| offset < 32 && offset % 4 == 0)
    };
    let bump = (1..4).any(|unit| {
        let offset = method.checked_sub(isa::BUMP_MATRIX + 64 * unit);
        offset.is_some_and(|offset| offset < 24 && offset % 4 == 0)
    });
    let fog = isa::FOG_OF_VERTEX.iter().any(|(own, _)| *own == method);
    fog || single.contains(&method) || rows.iter().any(in_row) || bump
}
