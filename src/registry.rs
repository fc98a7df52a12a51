//! The targets by their names: the only place that knows which there are.

use retroshade_kit::target::Target;
#[cfg(feature = "explore")]
use std::path::Path;

/// Every target, in the order in which they are listed to users.
pub fn targets() -> &'static [&'static dyn Target] {
    TARGETS
}

/// The target with a name such as `agal1`, or one of its [`aliases`].
pub fn find(name: &str) -> Option<&'static dyn Target> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, target)| target);
    TARGETS.iter().copied().find(|target| target.name() == name)
}

/// Other names of targets, after the machines and players they are in, with the names of the targets.
pub fn aliases() -> &'static [(&'static str, &'static str)] {
    ALIASES
}

/// The machine that a target is in, as people call it.
pub fn machine(target: &dyn Target) -> &'static str {
    match target.name() {
        "agal1" => "Flash Stage3D, every version",
        "agal2" => "Flash Stage3D, standard profile",
        "agal3" => "Flash Stage3D, standard extended profile",
        "pica200" => "Nintendo 3DS",
        "lima" => "Mali-200 and Mali-400",
        "nv2a" => "original Xbox",
        name => name,
    }
}

/// The target whose containers begin as these bytes do.
pub fn of_program(bytes: &[u8]) -> Option<&'static dyn Target> {
    let mut targets = TARGETS.iter().copied();
    targets.find(|target| target.recognizes(bytes))
}

/// The target whose files a name says, by an extension that no other target's files have: `tint.frag.tev`.
#[cfg(feature = "explore")]
pub fn of_file(path: &Path) -> Option<&'static dyn Target> {
    let extension = path.extension()?.to_str()?;
    let writes = |target: &&'static dyn Target| {
        let mut stages = target.stages().into_iter();
        stages.any(|stage| target.output_extension(Some(stage), None) == extension)
    };
    let mut targets = TARGETS.iter().copied().filter(writes);
    targets.next().filter(|_| targets.next().is_none())
}

/// The targets of Flash, the lowest version first.
#[cfg(feature = "explore")]
pub(crate) fn flash() -> [&'static dyn Target; 3] {
    [
        &retroshade_agal::AGAL1,
        &retroshade_agal::AGAL2,
        &retroshade_agal::AGAL3,
    ]
}

/// The target of the Xbox.
#[cfg(feature = "explore")]
pub fn xbox() -> &'static dyn Target {
    &retroshade_nv2a::NV2A
}

/// The target of the Mali-400.
#[cfg(feature = "explore")]
pub(crate) fn mali() -> &'static dyn Target {
    &retroshade_lima::LIMA
}

/// The names of all targets, for messages: `agal1, agal2 or agal3`.
pub fn names() -> String {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name()).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.join(""),
    }
}

/// One target may have several. AGAL 1 runs in every player that runs AGAL 2 or 3.
static ALIASES: &[(&str, &str)] = &[
    ("3ds", "pica200"),
    ("pica", "pica200"),
    ("xbox", "nv2a"),
    ("mali400", "lima"),
    ("mali", "lima"),
    ("flash", "agal1"),
    ("agal", "agal1"),
];

static TARGETS: &[&dyn Target] = &[
    &retroshade_agal::AGAL1,
    &retroshade_agal::AGAL2,
    &retroshade_agal::AGAL3,
    &retroshade_pica200::PICA200,
    &retroshade_lima::LIMA,
    &retroshade_nv2a::NV2A,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alias_leads_to_a_target_and_every_target_has_a_machine() {
        for (alias, name) in aliases() {
            assert_eq!(find(alias).map(|target| target.name()), Some(*name));
            assert!(targets().iter().all(|target| target.name() != *alias));
        }
        let of_file = |name: &str| of_file(Path::new(name)).map(|target| target.name());
        assert_eq!(of_file("tint.frag.tev"), Some("pica200"));
        assert_eq!(of_file("tint.frag.rc"), Some("nv2a"));
        assert_eq!(of_file("cube.vert.agal"), None);
        for target in targets() {
            assert_ne!(machine(*target), target.name());
        }
    }
}
