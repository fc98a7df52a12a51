//! The state of samplers: filter, wrapping, mipmaps, texel format and bias are part of the code.

use super::Context;
use crate::isa::{Sampler, flags};
use crate::settings::Profile;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{Sampler as Declared, SamplerKind};
use retroshade_kit::target::Options;

/// The code of `3d` among the dimensions.
const DIMENSION_3D: u8 = 2;
/// The last filter that is not anisotropic.
const LINEAR: u8 = 1;
/// The last wrapping that is the same in both directions.
const REPEAT: u8 = 1;

/// The fields of lookups: linear and repeated where nobody says otherwise. A cube map is clamped and
/// has mipmaps, since some runtimes demand both. The source's words come before those of the options.
///
/// # Errors
/// Words that are none, or that fit neither the sampler nor the client.
pub(super) fn flags(
    declared: &Declared,
    context: &Context<'_>,
    options: &Options,
) -> Result<Sampler, Diagnostic> {
    let mut sampler = Sampler::default();
    let mut words = vec!["linear"];
    match declared.kind {
        SamplerKind::Cube => words.extend(["cube", "miplinear", "clamp"]),
        SamplerKind::D2 | SamplerKind::External => words.push("repeat"),
    }
    let option = options.samplers.get(&declared.name);
    for given in [declared.flags.as_ref(), option].into_iter().flatten() {
        words.extend(given.split([',', ' ']).filter(|word| !word.is_empty()));
    }
    let refuse = |message: String, label: &str| {
        Diagnostic::error(codes::target::SETTING, message).at(declared.span, label)
    };
    for word in words {
        if !flags::apply(&mut sampler, word) && !bias(&mut sampler, word) {
            let message = format!("`{word}` is no sampler flag of {}", context.target);
            return Err(refuse(message, "for this sampler").with_help(help()));
        }
    }
    let name = &declared.name;
    let kind = if sampler.is_cube() {
        SamplerKind::Cube
    } else {
        SamplerKind::D2
    };
    let declared_kind = match declared.kind {
        SamplerKind::External => SamplerKind::D2,
        kind => kind,
    };
    let fault = if sampler.dimension == DIMENSION_3D {
        "no client looks up 3d textures".to_owned()
    } else if kind != declared_kind {
        format!("the dimension among the flags of `{name}` is not that of the sampler")
    } else if sampler.is_cube() && sampler.wrap != 0 {
        format!("the cube map `{name}` can only be clamped")
    } else if context.profile == Profile::OpenFl && sampler.filter > LINEAR {
        "OpenFL has no anisotropic filters".to_owned()
    } else if context.profile == Profile::OpenFl && sampler.wrap > REPEAT {
        "OpenFL wraps both directions in the same way".to_owned()
    } else {
        return Ok(sampler);
    };
    Err(refuse(fault, "declared here"))
}

/// A number among the flags: the bias of the level of detail, -16 to 15.875 in eighths.
fn bias(sampler: &mut Sampler, word: &str) -> bool {
    let eighths = word.parse::<f32>().map(|bias| bias * 8.0);
    match eighths {
        Ok(eighths) if eighths.fract() == 0.0 && (-128.0..=127.0).contains(&eighths) => {
            sampler.bias = eighths as i8;
            true
        }
        _ => false,
    }
}

fn help() -> String {
    let lists = [
        flags::DIMENSIONS,
        flags::FORMATS,
        flags::FILTERS,
        flags::MIPS,
        flags::WRAPS,
        flags::SPECIALS,
    ];
    let words: Vec<&str> = lists.concat();
    format!(
        "flags are {}, or a bias of -16 to 15.875 in steps of 0.125",
        words.join(", ")
    )
}

/// True if lookups go to a cube map without mipmaps.
pub(super) fn is_flat_cube(sampler: &Sampler) -> bool {
    sampler.is_cube() && sampler.mip == 0
}

/// What is to be said of one.
pub(super) fn flat_cube(declared: &Declared) -> Diagnostic {
    let message = format!(
        "the cube map `{}` is looked up without mipmaps",
        declared.name
    );
    Diagnostic::warning(codes::warning::FLAT_CUBE, message).at(
        declared.span,
        "some players refuse the program (error 3704)",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_biases() {
        let mut sampler = Sampler::default();
        assert!(bias(&mut sampler, "-1.5"));
        assert_eq!(sampler.bias, -12);
        for word in ["16", "0.1", "nan", "inf", "linear"] {
            assert!(!bias(&mut sampler, word), "{word}");
        }
    }
}
