//! C headers.
//!
//! A chip whose world has a form of its own (picasso's macros for citro3d, nxdk's for pbkit) gives it
//! through [`Target::format`]; this is the form for all others, and for several programs in one header.

use super::{Kind, Program, Register};
use retroshade_diagnostics::Diagnostic;
use retroshade_kit::target::{Compiled, Target};
use std::fmt::Write;

/// The header of one program as the people of its chip know it.
///
/// # Errors
/// The target's, where it has a form of its own.
pub fn header(target: &dyn Target, compiled: &Compiled, name: &str) -> Result<String, Diagnostic> {
    let own = target.format(compiled, "h", name);
    own.unwrap_or_else(|| Ok(headers(name, &[(name, &Program::new(name, compiled))])))
}

/// A header of several programs, with the name of each before everything that belongs to it. `guard`
/// names the include guard.
pub fn headers(guard: &str, programs: &[(&str, &Program)]) -> String {
    let guard = format!("{}_H", guard.to_uppercase());
    let mut text = format!("#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n");
    if programs
        .iter()
        .any(|(_, program)| !program.constants.is_empty())
    {
        text.push_str("#include <math.h>\n");
    }
    for (name, program) in programs {
        write_program(&mut text, name, program);
    }
    text.push_str("\n#endif\n");
    text
}

/// Words where they come out even, else bytes; eight words or sixteen bytes to a line.
pub fn numbers(bytes: &[u8], indent: &str) -> String {
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

/// A name as C takes it: other characters become `_`, a leading digit gets one before it.
pub fn identifier(name: &str) -> String {
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

fn write_program(text: &mut String, name: &str, program: &Program) {
    let reflection = &program.reflection;
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(
        text,
        "\n/* {}: {} {} program */",
        comment(program.source()),
        reflection.target,
        reflection.stage
    );
    for register in &program.registers {
        write_register(text, name, register);
    }
    for unit in &program.units {
        let more = match unit.count {
            1 => String::new(),
            count => format!(", {count} units"),
        };
        let macro_name = identifier(&format!("{name}_SAMPLER_{}", unit.sampler.name));
        let _ = writeln!(
            text,
            "#define {macro_name} {} /* {}{more} */",
            unit.index, unit.sampler.ty
        );
    }
    write_constants(text, name, program);
    let element = match program.words() {
        Some(_) => "uint32_t",
        None => "uint8_t",
    };
    let _ = writeln!(
        text,
        "\nstatic const {element} {name}[] = {{\n{}}};",
        numbers(&program.code, "    ")
    );
}

fn write_register(text: &mut String, name: &str, register: &Register) {
    let variable = &register.variable;
    let part = match register.kind {
        Kind::Attribute => "ATTRIBUTE",
        Kind::Varying => "VARYING",
        Kind::Output => "OUTPUT",
        Kind::Uniform => "UNIFORM",
        Kind::Driver => "DRIVER",
    };
    let array = variable
        .array
        .map_or_else(String::new, |length| format!("[{length}]"));
    let count = match register.count {
        1 => String::new(),
        count => format!(", {count} registers"),
    };
    let layout = variable
        .layout
        .map_or_else(String::new, |layout| format!(", {}", layout.words()));
    let spelled = variable.register.as_deref().unwrap_or(&register.file);
    let macro_name = identifier(&format!("{name}_{part}_{}", variable.name));
    let _ = writeln!(
        text,
        "#define {macro_name} {} /* {}{array} in {spelled}{count}{layout} */",
        register.index,
        comment(&variable.ty)
    );
    if let Some(layout) = variable.layout {
        let layout = layout.name().to_uppercase();
        let _ = writeln!(text, "#define {macro_name}_LAYOUT_{layout} 1");
    }
}

/// The literals that the application must upload.
fn write_constants(text: &mut String, name: &str, program: &Program) {
    let count = program.constants.len();
    let _ = writeln!(text, "#define {}_CONSTANTS {count}", identifier(name));
    if count == 0 {
        return;
    }
    let _ = writeln!(
        text,
        "static const struct {{ uint32_t index; float value[4]; }} {name}_constants[] = {{"
    );
    for constant in &program.constants {
        let mut values = [0.0f32; 4];
        for (value, given) in values.iter_mut().zip(&constant.value) {
            *value = given.0;
        }
        let _ = writeln!(
            text,
            "    {{ {}, {{ {} }} }},",
            constant.index,
            values.map(literal).join(", ")
        );
    }
    text.push_str("};\n");
}

/// A number that C reads back to the same float.
fn literal(value: f32) -> String {
    if value.is_nan() {
        "NAN".to_owned()
    } else if value.is_infinite() {
        let sign = if value > 0.0 { "" } else { "-" };
        format!("{sign}INFINITY")
    } else {
        format!("{value:?}f")
    }
}

/// Text that cannot end a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /")
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
