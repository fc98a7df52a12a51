//! Whether a vertex and a fragment program that were compiled apart agree on their varyings.

use retroshade_diagnostics::{Code, Diagnostic, codes};
use retroshade_ir::{LANES, Stage};
use retroshade_kit::machine::lanes_of;
use retroshade_kit::reflect::{Reflection, Variable};
use retroshade_kit::target::Target;
use std::collections::BTreeSet;

/// What a program has between the stages: `NAME NUMBER PLACE` for each number of a varying, in GL's order, that it
/// writes or reads, such as `vUv 1 v0.y`.
pub type Handed = BTreeSet<String>;

/// What a program writes or reads between the stages, in terms that are the same in both.
pub fn handed(target: &dyn Target, record: &Reflection) -> Handed {
    let (variables, stage) = match Stage::of_name(&record.stage) {
        Some(Stage::Vertex) => (&record.outputs, Stage::Vertex),
        _ => (&record.inputs, Stage::Fragment),
    };
    let is_varying = |variable: &&Variable| {
        let builtin = variable.builtin.as_deref();
        builtin.is_none_or(|builtin| builtin == "clip_position")
    };
    let mut handed = Handed::new();
    for variable in variables.iter().filter(is_varying) {
        let name = &variable.name;
        match target.varyings() {
            Some(between) => {
                let first = 4 * between.range(stage).start;
                let lanes = lanes_of(variable).unwrap_or_default();
                for (at, lane) in lanes.into_iter().enumerate() {
                    if variable.is_live(at) {
                        let lane = lane.saturating_sub(first);
                        let letter = LANES[lane as usize % 4];
                        handed.insert(format!(
                            "{name} {at} {}{}.{letter}",
                            between.prefix,
                            lane / 4
                        ));
                    }
                }
            }
            None => handed.extend(in_fixed(target, variable)),
        }
    }
    handed
}

/// The same of a machine whose fragment stage is fixed: its registers have one name in both stages, which of PICA200's
/// vertex programs is the semantic.
fn in_fixed(target: &dyn Target, variable: &Variable) -> Vec<String> {
    let name = &variable.name;
    let given = |register: &String| target.given_inputs().contains(&register.as_str());
    if variable.register.as_ref().is_some_and(given) {
        return Vec::new();
    }
    if variable.expression.is_some() {
        return vec![format!("{name} 0 computed")];
    }
    let register = variable.semantic.as_ref().or(variable.register.as_ref());
    let register = register.map_or("", |register| register);
    let components = variable.components.as_deref().unwrap_or("xyzw");
    let part = variable.part.as_deref().unwrap_or("xyzw");
    let lanes = part.chars().zip(components.chars());
    lanes
        .map(|(from, to)| {
            let at = LANES.iter().position(|lane| *lane == from).unwrap_or(0);
            format!("{name} {at} {register}.{to}")
        })
        .collect()
}

/// The error, or where users ask for it the warning, about two programs that do not agree: what one reads the other must
/// have written there. `None` if they agree.
///
/// * `vertex`, `fragment`: names of the sources and what the programs hand over.
/// * `tolerated`: codes of errors that are to be warnings.
pub fn disagreement(
    target: &dyn Target,
    vertex: (&str, &Handed),
    fragment: (&str, &Handed),
    tolerated: &[Code],
) -> Option<Diagnostic> {
    let parts = |entry: &str| -> (String, String) {
        let mut words = entry.rsplitn(3, ' ');
        let place = words.next().unwrap_or_default().to_owned();
        let (_, name) = (words.next(), words.next().unwrap_or_default());
        (name.to_owned(), place)
    };
    let places = |handed: &Handed, wanted: &str| -> String {
        let own = handed.iter().map(|entry| parts(entry));
        let own = own.filter(|(name, _)| name == wanted);
        let all: BTreeSet<String> = own.map(|(_, place)| place).collect();
        all.into_iter().collect::<Vec<_>>().join(" ")
    };
    let missing: BTreeSet<String> = fragment
        .1
        .iter()
        .filter(|entry| !vertex.1.contains(*entry))
        .map(|entry| parts(entry).0)
        .collect();
    let first = missing.first()?;
    let sentence = |name: &String| {
        let (read, written) = (places(fragment.1, name), places(vertex.1, name));
        let name = match name.as_str() {
            "clip_position" => "the position that `gl_FragCoord` comes from".to_owned(),
            name => format!("`{name}`"),
        };
        match written.as_str() {
            "" => format!("{name} is read from {read} and never written"),
            _ => format!("{name} is read from {read} and written to {written}"),
        }
    };
    let (vertex, fragment, target) = (vertex.0, fragment.0, target.name());
    let message = format!(
        "`{vertex}` and `{fragment}` do not agree on their varyings for {target}: {}",
        sentence(first)
    );
    let code = codes::warning::VARYINGS_APART;
    let mut found = if tolerated.contains(&code) {
        Diagnostic::warning(code, message)
    } else {
        Diagnostic::error(code, message)
    };
    for name in missing.iter().skip(1) {
        found = found.with_note(sentence(name));
    }
    Some(found.with_help(format!(
        "compile them for each other: `retroshade link --target {target} {vertex} {fragment}`, or [[pairs]] in a pack; \
         or declare the same varyings in the same order in both"
    )))
}

/// The vertex and fragment shaders of a list that belong together: the only two there are, or two of one name but for its
/// extensions. Gives their places in the list.
pub fn pairs(list: &[(&str, Stage)]) -> Vec<(usize, usize)> {
    let of = |stage: Stage| -> Vec<usize> {
        let all = list.iter().enumerate();
        all.filter(|(_, (_, own))| *own == stage)
            .map(|(at, _)| at)
            .collect()
    };
    let (vertices, fragments) = (of(Stage::Vertex), of(Stage::Fragment));
    if let ([vertex], [fragment]) = (&vertices[..], &fragments[..]) {
        return vec![(*vertex, *fragment)];
    }
    let stem = |at: usize| {
        let name = list.get(at).map_or("", |one| one.0);
        let start = name.rfind('/').map_or(0, |slash| slash + 1);
        let end = name.get(start..).and_then(|file| file.find('.'));
        name.get(..end.map_or(name.len(), |end| start + end))
    };
    let mut found = Vec::new();
    for &vertex in &vertices {
        let mut same = fragments.iter().filter(|at| stem(**at) == stem(vertex));
        if let (Some(&fragment), None) = (same.next(), same.next()) {
            found.push((vertex, fragment));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_two_files_or_have_one_name() {
        use Stage::{Fragment, Vertex};
        let two = [("b/quad.vert", Vertex), ("a/blur.frag", Fragment)];
        assert_eq!(pairs(&two), [(0, 1)]);
        let many = [
            ("a/wall.vert", Vertex),
            ("a/sky.frag", Fragment),
            ("b/wall.frag", Fragment),
            ("a/wall.frag.glsl", Fragment),
            ("a/other.vert", Vertex),
        ];
        assert_eq!(pairs(&many), [(0, 3)]);
        assert_eq!(pairs(&two[..1]), []);
    }
}
