//! Programs as C: the fragment that nxdk includes, and a header that leaves nothing to be looked up
//! by hand.

use retroshade_kit::reflect::{Constant, Reflection, Variable};
use std::fmt::Write;

/// The formats besides the containers.
pub const NAMES: &[&str] = &["inl", "h"];

/// What the console's own numbering calls a constant register: c0 is the chip's c[96].
fn console_number(index: u32) -> i64 {
    i64::from(index) - 96
}

/// Registers of a uniform.
fn registers(variable: &Variable) -> u32 {
    let groups = match variable.ty.as_str() {
        "mat2" | "mat2x3" | "mat2x4" | "mat3x2" | "mat4x2" => 2,
        "mat3" | "mat3x4" | "mat4x3" => 3,
        "mat4" => 4,
        _ => 1,
    };
    match (variable.array, variable.stride) {
        (Some(length), Some(stride)) => length * (stride / 4),
        _ => groups,
    }
}

/// Words as a C initialiser, a line for each slot.
fn slots(words: &[u32]) -> String {
    let mut text = String::new();
    for slot in words.chunks(4) {
        let slot: Vec<String> = slot.iter().map(|word| format!("0x{word:08x}")).collect();
        text.push_str(&slot.join(", "));
        text.push_str(",\n");
    }
    text
}

/// A number that C reads back to the same float.
fn literal(value: f32) -> String {
    if value.is_nan() {
        return "NAN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "INFINITY" } else { "-INFINITY" }.to_owned();
    }
    format!("{value:?}f")
}

/// The four components of a literal register.
fn components(constant: &Constant) -> [f32; 4] {
    let mut values = [0.0; 4];
    for (slot, value) in values.iter_mut().zip(&constant.value) {
        *slot = value.0;
    }
    values
}

/// Registers that one burst of SET_TRANSFORM_CONSTANT takes.
const BURST: usize = 8;
/// Words between `pb_begin` and `pb_end` before a block is ended for another: debug builds of pbkit allow 128, and some
/// may be there already.
const BLOCK: usize = 64;

/// The lines of C that load literals, ascending by register.
fn loads(constants: &[Constant]) -> String {
    let mut text = String::new();
    let mut constants: Vec<&Constant> = constants.iter().collect();
    constants.sort_by_key(|constant| constant.index);
    let mut words = 0;
    let rows = constants.chunk_by(|one, next| one.index + 1 == next.index);
    for row in rows.flat_map(|row| row.chunks(BURST)) {
        let Some(first) = row.first() else { continue };
        let own = 3 + 4 * row.len();
        if words > 0 && words + own > BLOCK {
            text.push_str("pb_end(p); p = pb_begin();\n");
            words = 0;
        }
        words += own;
        let _ = writeln!(
            text,
            "pb_push1(p, 0x1EA4, {}); p += 2; // TRANSFORM_CONSTANT_LOAD\n\
             pb_push(p++, 0x0B80, {}); // TRANSFORM_CONSTANT",
            first.index,
            4 * row.len()
        );
        for constant in row {
            let values =
                components(constant).map(|value| format!("*p++ = 0x{:08X};", value.to_bits()));
            let _ = writeln!(text, "{}", values.join(" "));
        }
    }
    text
}

/// The `.inl` of nxdk: variables and literals as comments in the spelling of vp20compiler, then the
/// slots, to be included in an initialiser. With RETROSHADE_LITERALS defined it is the lines that load the literals.
pub fn inl(words: &[u32], reflection: &Reflection) -> String {
    let mut text = String::new();
    for variable in reflection
        .uniforms
        .iter()
        .chain(&reflection.driver_uniforms)
    {
        let number = console_number(variable.index.unwrap_or(0));
        let (name, count) = (&variable.name, registers(variable));
        let _ = writeln!(
            text,
            "//var {} {name} :  : c[{number}], {count} : 1 : 1",
            cg_type(variable)
        );
        if let Some(layout) = variable.layout {
            let (way, words) = (layout.name(), layout.words());
            let _ = writeln!(text, "//layout {name} {way}: {words}");
        }
    }
    for constant in &reflection.constants {
        let values = components(constant).map(|value| format!("{value}"));
        let number = console_number(constant.index);
        let _ = writeln!(text, "//const c[{number}] = {}", values.join(" "));
    }
    if reflection.constants.is_empty() {
        return text + &slots(words);
    }
    let _ = write!(
        text,
        "// Those constants are loaded by this file itself: include it between pb_begin and pb_end, too, with\n\
         // RETROSHADE_LITERALS defined.\n\
         #ifdef RETROSHADE_LITERALS\n{}#else\n{}#endif\n",
        loads(&reflection.constants),
        slots(words)
    );
    text
}

/// Cg's name of a type.
fn cg_type(variable: &Variable) -> String {
    let ty = variable.ty.as_str();
    let plain = match ty.strip_prefix("vec") {
        Some(lanes) => format!("float{lanes}"),
        None => match ty.strip_prefix("mat") {
            Some(size) if size.contains('x') => format!("float{size}"),
            Some(size) => format!("float{size}x{size}"),
            None => ty.to_owned(),
        },
    };
    match variable.array {
        Some(length) => format!("{plain}[{length}]"),
        None => plain,
    }
}

/// A name as part of a C macro.
fn upper(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() {
            text.push(letter.to_ascii_uppercase());
        } else if !text.ends_with('_') {
            text.push('_');
        }
    }
    text.trim_end_matches('_').to_owned()
}

/// A header with the program, its literals and the registers of every variable.
pub fn header(words: &[u32], reflection: &Reflection, name: &str) -> String {
    let guard = upper(name);
    let mut text = format!(
        "/* {}: NV2A vertex program */\n",
        comment(&reflection.source)
    );
    let _ = writeln!(
        text,
        "#ifndef {guard}_NV2A_H\n#define {guard}_NV2A_H\n\n#include <math.h>\n#include <stdint.h>\n"
    );
    let _ = writeln!(text, "#define {guard}_SLOTS {}\n", words.len() / 4);
    let _ = write!(
        text,
        "static const uint32_t {name}_program[] = {{\n{}}};\n\n",
        slots(words)
    );
    let _ = writeln!(text, "/* Attribute registers. */");
    for variable in &reflection.inputs {
        define(&mut text, &guard, "ATTRIBUTE", variable, "");
    }
    let _ = writeln!(
        text,
        "\n/* First constant register of each uniform, in the chip's own numbers. */"
    );
    for variable in &reflection.uniforms {
        let layout = variable
            .layout
            .map_or_else(String::new, |layout| format!(", {}", layout.words()));
        define(&mut text, &guard, "UNIFORM", variable, &layout);
        if let Some(layout) = variable.layout {
            let (name, layout) = (upper(&variable.name), upper(layout.name()));
            let _ = writeln!(text, "#define {guard}_UNIFORM_{name}_LAYOUT_{layout} 1");
        }
    }
    if !reflection.driver_uniforms.is_empty() {
        let _ = writeln!(text, "\n/* Registers that the viewport must be in. */");
    }
    for variable in &reflection.driver_uniforms {
        define(&mut text, &guard, "DRIVER", variable, "");
    }
    let count = reflection.constants.len();
    let _ = writeln!(
        text,
        "\n/* Literals: upload each to its register once before drawing. */"
    );
    let _ = writeln!(text, "#define {guard}_CONSTANTS {count}");
    let _ = writeln!(
        text,
        "static const struct {{\n    uint32_t index;\n    float value[4];\n}} {name}_constants[] = {{"
    );
    for constant in &reflection.constants {
        let mut values = [
            "0.0f".to_owned(),
            "0.0f".to_owned(),
            "0.0f".to_owned(),
            "0.0f".to_owned(),
        ];
        for (slot, value) in values.iter_mut().zip(&constant.value) {
            *slot = literal(value.0);
        }
        let _ = writeln!(
            text,
            "    {{ {}, {{ {} }} }},",
            constant.index,
            values.join(", ")
        );
    }
    if count == 0 {
        // C has no empty arrays; the count says that this is none.
        let _ = writeln!(text, "    {{ 0, {{ 0.0f, 0.0f, 0.0f, 0.0f }} }},");
    }
    let _ = writeln!(text, "}};\n\n#endif");
    text
}

fn define(text: &mut String, guard: &str, kind: &str, variable: &Variable, more: &str) {
    let (name, index) = (upper(&variable.name), variable.index.unwrap_or(0));
    let array = variable
        .array
        .map_or_else(String::new, |length| format!("[{length}]"));
    let count = match registers(variable) {
        1 => String::new(),
        count => format!(", {count} registers"),
    };
    let _ = writeln!(
        text,
        "#define {guard}_{kind}_{name} {index} /* {}{array}{count}{more} */",
        variable.ty
    );
}

/// Text that cannot end a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        assert_eq!(upper("uLights[0].color"), "ULIGHTS_0_COLOR");
        assert_eq!(upper("weights[]"), "WEIGHTS");
    }

    #[test]
    fn numbers_read_back_in_c() {
        assert_eq!(literal(1.0), "1.0f");
        assert_eq!(literal(-1.5e-8), "-1.5e-8f");
        assert_eq!(literal(f32::NEG_INFINITY), "-INFINITY");
    }
}
