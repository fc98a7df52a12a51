//! What the processors of the chip have in common.

use crate::container::{self, Container, Contents, malformed};
use crate::settings::SETTINGS;
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::ClipDepth;
use retroshade_kit::listing::Style;
use retroshade_kit::settings;
use retroshade_kit::target::{Binary, Options};

/// The range of z between the near and the far plane.
pub(crate) const CLIP_DEPTH: ClipDepth = ClipDepth::MinusWToW;

/// How the assembly languages are written.
pub(crate) const LISTING: Style = Style {
    comment: "#",
    names: false,
    is_instruction: |line| !line.trim_end().ends_with(':'),
    lists_operations: true,
};

/// The container that the options ask for, of options that are settings of the chip.
///
/// # Errors
/// Settings that it has not.
pub(crate) fn container_for(options: &Options) -> Result<Container, Diagnostic> {
    settings::check("lima", SETTINGS, &options.settings)?;
    options.refuse_sampler_states("lima")?;
    container_of(options.container.as_deref())
}

/// The container of a name, or the default one.
///
/// # Errors
/// A name that is none.
pub(crate) fn container_of(name: Option<&str>) -> Result<Container, Diagnostic> {
    settings::container("lima", Container::NAMES, Container::parse, name)
}

/// What a file contains.
///
/// # Errors
/// Bytes that are no program.
pub(crate) fn contents(program: &Binary) -> Result<Contents, Diagnostics> {
    let container = program.container.map(|name| container_of(Some(name)));
    let contents = container::read(program.bytes, container.transpose()?, program.stage);
    Ok(contents.map_err(malformed)?)
}
