//! Names that the language takes.

use crate::Shader;
use std::collections::{BTreeMap, BTreeSet};

/// Letters with which no variable of the interface begins that goes on with a number.
pub(super) fn prefix(shader: &Shader) -> &'static str {
    let interface = &shader.interface;
    let variables = interface.inputs.values().chain(interface.uniforms.values());
    let variables = variables.chain(interface.outputs.values());
    let names = variables.map(|variable| variable.name.as_str());
    let names: Vec<&str> = names
        .chain(
            interface
                .samplers
                .values()
                .map(|sampler| sampler.name.as_str()),
        )
        .collect();
    let is_free = |prefix: &&str| {
        let mut numbers = names.iter().filter_map(|name| name.strip_prefix(prefix));
        !numbers.any(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
    };
    let mut prefixes = ["v", "t", "value", "local_", "local_value_"].into_iter();
    prefixes.find(is_free).unwrap_or("retroshade_local_")
}

/// The shader with names that are identifiers: members of structures and variables of drivers get others. `None` where all
/// are already.
pub(super) fn identifiers(shader: &Shader) -> Option<Shader> {
    let interface = &shader.interface;
    let variables = interface.inputs.values().chain(interface.uniforms.values());
    let variables = variables.chain(interface.outputs.values());
    let names = variables.filter(|variable| variable.builtin.is_none());
    let names = names.map(|variable| &variable.name);
    let names: Vec<&String> = names
        .chain(interface.samplers.values().map(|sampler| &sampler.name))
        .collect();
    let mut taken: BTreeSet<String> = names.iter().map(|name| (*name).clone()).collect();
    let mut other: BTreeMap<String, String> = BTreeMap::new();
    for name in names {
        let wanted = identifier(name);
        if wanted == *name || other.contains_key(name) {
            continue;
        }
        let mut numbered = (1..).map(|number| format!("{wanted}_{number}"));
        let mut free = wanted.clone();
        while taken.contains(&free) {
            free = numbered.next().unwrap_or_default();
        }
        taken.insert(free.clone());
        other.insert(name.clone(), free);
    }
    if other.is_empty() {
        return None;
    }
    let mut renamed = shader.clone();
    let rename = |name: &mut String| {
        if let Some(other) = other.get(name) {
            name.clone_from(other);
        }
    };
    let interface = &mut renamed.interface;
    let variables = interface
        .inputs
        .values_mut()
        .chain(interface.uniforms.values_mut());
    for variable in variables.chain(interface.outputs.values_mut()) {
        if variable.builtin.is_none() {
            rename(&mut variable.name);
        }
    }
    for sampler in interface.samplers.values_mut() {
        rename(&mut sampler.name);
    }
    Some(renamed)
}

/// Returns a name as an identifier, without what the language has for itself: `uLights_0_color` for `uLights[0].color`.
pub fn identifier(name: &str) -> String {
    let mut identifier = String::new();
    for letter in name.strip_prefix("gl_").unwrap_or(name).chars() {
        let letter = if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '_'
        };
        // Two underscores in a row are reserved.
        if letter != '_' || !identifier.ends_with('_') {
            identifier.push(letter);
        }
    }
    let identifier = identifier.trim_end_matches('_');
    match identifier.chars().next() {
        Some(first) if !first.is_ascii_digit() => identifier.to_owned(),
        _ => format!("value_{identifier}"),
    }
}

#[cfg(test)]
mod tests {
    use super::identifier;

    #[test]
    fn names_become_identifiers() {
        for (name, wanted) in [
            ("uColor", "uColor"),
            ("uLights[0].color", "uLights_0_color"),
            ("gl_mali_ViewportTransform", "mali_ViewportTransform"),
            ("?table_3", "_table_3"),
            ("[2]", "_2"),
        ] {
            assert_eq!(identifier(name), wanted);
        }
    }
}
