//! Programs as text for other tools' builds: `-mfmt=num`, `c`, `h`, `rust`.
//!
//! Formats that belong to one chip's world, such as nv2a's `inl`, come from its target; these here
//! fit every target.

use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_kit::target::{Compiled, Target};
use std::fmt::Write;

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
    let text = match format {
        "bin" => return Ok(compiled.binary.clone()),
        "num" => numbers(&compiled.binary, ""),
        "c" => format!("{{\n{}}}\n", numbers(&compiled.binary, "    ")),
        "h" => header(compiled, &name),
        "rust" => rust(compiled, &name),
        _ => {
            let known = ["bin", "num", "c", "h", "rust"]
                .iter()
                .chain(target.formats());
            let known: Vec<&str> = known.copied().collect();
            return Err(Diagnostic::error(
                codes::target::SETTING,
                format!(
                    "-mfmt={format}: {} has the formats {}",
                    target.name(),
                    known.join(", ")
                ),
            ));
        }
    };
    Ok(text.into_bytes())
}

/// Words where they come out even, else bytes; eight words or sixteen bytes to a line.
fn numbers(bytes: &[u8], indent: &str) -> String {
    let (words, rest) = bytes.as_chunks::<4>();
    let numbers: Vec<String> = if rest.is_empty() {
        words
            .iter()
            .map(|&word| format!("{:#010x}", u32::from_le_bytes(word)))
            .collect()
    } else {
        bytes.iter().map(|byte| format!("{byte:#04x}")).collect()
    };
    let mut text = String::new();
    for line in numbers.chunks(if rest.is_empty() { 8 } else { 16 }) {
        text.push_str(indent);
        text.push_str(&line.join(", "));
        text.push_str(",\n");
    }
    text
}

fn header(compiled: &Compiled, name: &str) -> String {
    let guard = format!("{}_H", name.to_uppercase());
    let element = if compiled.binary.len().is_multiple_of(4) {
        "uint32_t"
    } else {
        "uint8_t"
    };
    let mut text = format!("#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n\n");
    for (part, entries) in registers(compiled) {
        for (variable, index) in entries {
            define(&mut text, name, part, &variable, index);
        }
    }
    text.push_str(&format!(
        "\nstatic const {element} {name}[] = {{\n{}}};\n\n#endif\n",
        numbers(&compiled.binary, "    ")
    ));
    text
}

fn define(text: &mut String, name: &str, part: &str, variable: &str, index: u32) {
    let macro_name = identifier(&format!("{name}_{part}_{variable}"));
    writeln!(text, "#define {macro_name} {index}").expect("a String takes everything");
}

/// The variables that have a register, by the part of the interface they belong to.
fn registers(compiled: &Compiled) -> Vec<(&'static str, Vec<(String, u32)>)> {
    let reflection = &compiled.reflection;
    let parts = [
        ("ATTRIBUTE", &reflection.inputs),
        ("OUTPUT", &reflection.outputs),
        ("UNIFORM", &reflection.uniforms),
        ("DRIVER", &reflection.driver_uniforms),
    ];
    let mut listed: Vec<_> = parts
        .into_iter()
        .map(|(part, variables)| {
            let entries = variables
                .iter()
                .filter_map(|variable| Some((variable.name.clone(), variable.index?)));
            (part, entries.collect())
        })
        .collect();
    let samplers = reflection.samplers.iter();
    listed.push((
        "SAMPLER",
        samplers
            .map(|sampler| (sampler.name.clone(), sampler.index))
            .collect(),
    ));
    listed
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

/// A name as C and Rust take it: other characters become `_`, a leading digit gets one before it.
fn identifier(name: &str) -> String {
    let mut identifier: String = name
        .chars()
        .map(|character| {
            if character.is_ascii_alphanumeric() {
                character
            } else {
                '_'
            }
        })
        .collect();
    if identifier.starts_with(|first: char| first.is_ascii_digit()) || identifier.is_empty() {
        identifier.insert(0, '_');
    }
    identifier
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_are_words_and_others_bytes() {
        assert_eq!(
            numbers(&[1, 0, 0, 0, 0xff, 0, 0, 0x80], ""),
            "0x00000001, 0x800000ff,\n"
        );
        assert_eq!(numbers(&[0xa0, 1, 2], "  "), "  0xa0, 0x01, 0x02,\n");
    }

    #[test]
    fn names_become_identifiers() {
        assert_eq!(identifier("uLights[0].color"), "uLights_0__color");
        assert_eq!(identifier("3d-cube.vert"), "_3d_cube_vert");
    }
}
