//! Programs as text for other tools' builds: `-mfmt=num`, `c`, `h`, `rust`.
//!
//! Formats that belong to one chip's world, such as nv2a's `inl`, come from its target; these here
//! fit every target.

use crate::bindings::c::{self, identifier, numbers};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_kit::target::{Compiled, Target};

/// Why a program has no text of a format.
pub type FormatError = Diagnostic;

/// The bytes of a compiled program in a format. `name` names the array or the guard in formats with
/// names; it is made an identifier first.
///
/// * `bin`: the container as it is.
/// * `num`: hexadecimal 32-bit words (bytes where the container is no whole number of words) with
///   commas, eight to a line.
/// * `c`: the same in braces.
/// * `h`: a C header with the array and a macro for the register of every variable.
/// * `rust`: a `pub static` with the bytes.
///
/// # Errors
/// Names the formats there are when `format` is none of them.
pub fn format(
    target: &dyn Target,
    compiled: &Compiled,
    format: &str,
    name: &str,
) -> Result<Vec<u8>, FormatError> {
    let name = identifier(name);
    if let Some(text) = target.format(compiled, format, &name) {
        return text.map(String::into_bytes);
    }
    if ["num", "c", "rust"].contains(&format) {
        refuse_computed(target, compiled, format)?;
    }
    let text = match format {
        "bin" => return Ok(compiled.binary.clone()),
        "num" => numbers(&compiled.binary, ""),
        "c" => format!("{{\n{}}}\n", numbers(&compiled.binary, "    ")),
        "h" => c::header(target, compiled, &name)?,
        "rust" => rust(compiled, &name),
        _ => {
            let mut known = vec!["bin", "num", "c", "h", "rust"];
            let own = target.formats().iter().copied();
            known.extend(own.filter(|own| !["c", "h"].contains(own)));
            let message = format!(
                "-mfmt={format}: {} has the formats {}",
                target.name(),
                known.join(", ")
            );
            let error = Diagnostic::error(codes::target::SETTING, message);
            let pairs = target.varyings().is_some() && ["as3", "haxe", "openfl"].contains(&format);
            return Err(if pairs {
                error.with_help(
                "classes are of both stages: `retroshade link -mfmt=as3` or `-mfmt=haxe`, which OpenFL takes",
            )
            } else {
                error
            });
        }
    };
    Ok(text.into_bytes())
}

/// Refuses a list of words for settings whose constants the application computes of uniforms: the list has no place for
/// how.
fn refuse_computed(
    target: &dyn Target,
    compiled: &Compiled,
    format: &str,
) -> Result<(), FormatError> {
    let mut constants = compiled.reflection.constants.iter();
    let Some(computed) = constants.find(|constant| constant.expression.is_some()) else {
        return Ok(());
    };
    let own = target.formats().iter();
    let able: Vec<String> = own
        .filter(|own| {
            target
                .format(compiled, own, "a")
                .is_some_and(|text| text.is_ok())
        })
        .map(|own| format!("`-mfmt={own}`"))
        .collect();
    let message = format!(
        "-mfmt={format} has no place for what {} is computed of: it depends on uniforms",
        computed.register
    );
    let mut help = "`--reflect` writes the expressions beside any format".to_owned();
    if !able.is_empty() {
        help = format!("{} can; {help}", able.join(" and "));
    }
    Err(Diagnostic::error(codes::target::SETTING, message).with_help(help))
}

/// As [`format`](fn@format), for the file that programs were joined to: a format that the target has for it.
///
/// # Errors
/// The target has no such format.
pub fn format_joined(
    target: &dyn Target,
    programs: &[Compiled],
    joined: &[u8],
    format: &str,
    name: &str,
) -> Result<Vec<u8>, FormatError> {
    let text = target.format_joined(programs, joined, format, &identifier(name));
    text.map(String::into_bytes).ok_or_else(|| {
        let name = target.name();
        let message = format!("-mfmt={format}: {name} has no such format for several programs");
        Diagnostic::error(codes::target::SETTING, message)
    })
}

fn rust(compiled: &Compiled, name: &str) -> String {
    let bytes = &compiled.binary;
    let mut text = format!(
        "pub static {}: [u8; {}] = [\n",
        name.to_uppercase(),
        bytes.len()
    );
    for line in bytes.chunks(16) {
        let line: Vec<String> = line.iter().map(|byte| format!("{byte:#04x}")).collect();
        text.push_str(&format!("    {},\n", line.join(", ")));
    }
    text.push_str("];\n");
    text
}
