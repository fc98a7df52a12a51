//! The targets by their names: the only place that knows which there are.

use retroshade_kit::target::Target;

/// Every target, in the order in which they are listed to users.
pub fn targets() -> &'static [&'static dyn Target] {
    TARGETS
}

/// The target with a name such as `agal1`.
pub fn find(name: &str) -> Option<&'static dyn Target> {
    TARGETS.iter().copied().find(|target| target.name() == name)
}

/// The names of all targets, for messages: `agal1, agal2 or agal3`.
pub fn names() -> String {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name()).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.join(""),
    }
}

static TARGETS: &[&dyn Target] = &[
    &retroshade_agal::AGAL1,
    &retroshade_agal::AGAL2,
    &retroshade_agal::AGAL3,
    &retroshade_pica200::PICA200,
    &retroshade_lima::LIMA,
    &retroshade_nv2a::NV2A,
];
