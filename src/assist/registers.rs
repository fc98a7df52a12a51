//! Where a variable is in a program.

use retroshade_kit::reflect::{Layout, Reflection, Variable};

/// The registers of a variable, or those of its members with their names; empty if it has none.
pub(crate) fn places(reflection: &Reflection, name: &str) -> Vec<String> {
    let lists = [
        &reflection.inputs,
        &reflection.outputs,
        &reflection.uniforms,
    ];
    let variables = lists.into_iter().flatten();
    let registers = variables.filter_map(|one| placed(name, &one.name, registers(one)?));
    let samplers = reflection.samplers.iter().filter_map(|sampler| {
        let unit = || format!("unit {}", sampler.index);
        placed(
            name,
            &sampler.name,
            sampler.register.clone().unwrap_or_else(unit),
        )
    });
    registers.chain(samplers).collect()
}

/// A place of a variable, with the name of the part that lies there.
fn placed(name: &str, found: &str, place: String) -> Option<String> {
    match found.strip_prefix(name)? {
        "" | "[0]" => Some(place),
        part if part.starts_with(['.', '[']) => Some(format!("{part} {place}")),
        _ => None,
    }
}

/// `c4`, `c4.xy`, or `c4–c7` for what takes several.
fn registers(variable: &Variable) -> Option<String> {
    let first = variable.register.as_deref()?;
    let columns = variable.ty.strip_prefix("mat");
    let groups = columns.map_or(1, |size| {
        let mut sizes = size.split('x').filter_map(|word| word.parse::<u32>().ok());
        let columns = sizes.next().unwrap_or(1);
        let rows = sizes.next().unwrap_or(columns);
        match variable.layout {
            Some(Layout::Rows) => rows,
            _ => columns,
        }
    });
    let elements = variable.array.unwrap_or(1).saturating_sub(1) * variable.stride.unwrap_or(4);
    let lanes = elements + (groups - 1) * variable.matrix_stride.unwrap_or(4);
    if lanes < 4 {
        let part = variable
            .components
            .as_deref()
            .filter(|part| *part != "xyzw");
        return Some(part.map_or(first.to_owned(), |part| format!("{first}.{part}")));
    }
    let file = first.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number: Option<u32> = first
        .get(file.len()..)
        .and_then(|digits| digits.parse().ok());
    let last = number.map(|number| format!("–{file}{}", number + lanes / 4));
    Some(format!("{first}{}", last.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_of_arrays_and_matrices() {
        let variable = |ty: &str, array, stride| Variable {
            ty: ty.to_owned(),
            register: Some("c4".to_owned()),
            array,
            stride,
            components: Some("xyzw".to_owned()),
            ..Variable::default()
        };
        for (variable, expected) in [
            (variable("vec4", None, None), "c4"),
            (variable("vec4", Some(3), Some(4)), "c4–c6"),
            (variable("mat4", None, None), "c4–c7"),
            (variable("mat3x2", None, None), "c4–c6"),
            (variable("mat4", Some(2), Some(16)), "c4–c11"),
            (variable("float", Some(2), Some(1)), "c4"),
            (
                Variable {
                    components: Some("zw".to_owned()),
                    ..variable("vec2", None, None)
                },
                "c4.zw",
            ),
        ] {
            assert_eq!(registers(&variable).unwrap(), expected);
        }
        assert_eq!(placed("u", "u.a[0]", "c1".into()).unwrap(), ".a[0] c1");
        assert_eq!(placed("u", "u2", "c1".into()), None);
    }
}
