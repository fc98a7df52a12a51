//! What ESSL gives every shader: functions, variables and constants, as tables.
//!
//! The tables hold every overload of chapters 7 and 8 of ESSL 1.00 and 3.00 and of the extensions
//! retroshade knows, each with the [`Availability`] that says where it exists. Code here only matches
//! and spells the rows.

mod functions;
mod overload;
mod pattern;
mod texture;
mod variables;

use functions::REFUSED;
pub(crate) use functions::{FUNCTIONS, FunctionRow};
pub(crate) use overload::Overload;
pub(crate) use variables::{ConstantRow, VARIABLES, VariableKind, VariableRow, constant};

use crate::extension::{Extension, Extensions};
use crate::typed::Version;
use retroshade_ir::Stage;

/// In which language versions something exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Versions {
    /// Both.
    All,
    /// ESSL 1.00 only.
    Only100,
    /// ESSL 3.00 only.
    Only300,
}

/// Where something of a table exists.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Availability {
    /// Language versions.
    pub(crate) versions: Versions,
    /// The only stage, if it does not exist in both.
    pub(crate) stage: Option<Stage>,
    /// The extension that must be enabled, if it is not in the core of these versions.
    pub(crate) extension: Option<Extension>,
}

impl Availability {
    const ALWAYS: Availability = Availability {
        versions: Versions::All,
        stage: None,
        extension: None,
    };

    const fn since300(self) -> Availability {
        Availability {
            versions: Versions::Only300,
            ..self
        }
    }

    const fn until100(self) -> Availability {
        Availability {
            versions: Versions::Only100,
            ..self
        }
    }

    const fn in_stage(self, stage: Stage) -> Availability {
        Availability {
            stage: Some(stage),
            ..self
        }
    }

    const fn with(self, extension: Extension) -> Availability {
        Availability {
            extension: Some(extension),
            ..self
        }
    }
}

/// The compilation that asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    /// Language version of the shader.
    pub(crate) version: Version,
    /// True if the source is desktop GLSL, which has the names of both versions.
    pub(crate) desktop: bool,
    /// The stage.
    pub(crate) stage: Stage,
    /// What it enabled.
    pub(crate) extensions: &'a Extensions,
}

/// Why something of a table does not exist in a shader, the most telling reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Missing {
    /// An extension would have to be enabled.
    Extension(Extension),
    /// It exists in the other stage only.
    Stage(Stage),
    /// It exists in another version of the language only.
    Version(Version),
}

impl Availability {
    /// Whether what has this availability exists at a place.
    pub(crate) fn check(self, place: Place<'_>) -> Result<(), Missing> {
        let version = match self.versions {
            Versions::All => place.version,
            Versions::Only100 => Version::Essl100,
            Versions::Only300 => Version::Essl300,
        };
        if version != place.version && !place.desktop {
            return Err(Missing::Version(version));
        }
        match self.stage {
            Some(stage) if stage != place.stage => return Err(Missing::Stage(stage)),
            _ => {}
        }
        match self.extension {
            Some(extension) if !place.extensions.allows(extension) => {
                Err(Missing::Extension(extension))
            }
            _ => Ok(()),
        }
    }
}

/// The row of a built-in function.
pub(crate) fn function(name: &str) -> Option<&'static FunctionRow> {
    let index = FUNCTIONS.binary_search_by(|row| row.name.cmp(name)).ok()?;
    FUNCTIONS.get(index)
}

/// The row of a built-in variable that exists at a place, with its index in [`VARIABLES`]; or the most
/// telling reason why there is none; or `None` for a name that is unknown everywhere.
pub(crate) fn variable(
    name: &str,
    place: Place<'_>,
) -> Option<Result<(usize, &'static VariableRow), Missing>> {
    let mut reason: Option<Missing> = None;
    for (index, row) in VARIABLES.iter().enumerate() {
        if row.name != name {
            continue;
        }
        match row.availability.check(place) {
            Ok(()) => return Some(Ok((index, row))),
            Err(missing) => reason = Some(reason.map_or(missing, |r| r.min(missing))),
        }
    }
    reason.map(Err)
}

/// Why a function that exists in no version of a target's language is refused.
pub(crate) fn refused(name: &str) -> Option<&'static str> {
    REFUSED
        .iter()
        .find(|(names, _)| names.contains(&name))
        .map(|&(_, reason)| reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_sorted_and_complete() {
        for pair in FUNCTIONS.windows(2) {
            assert!(
                pair[0].name < pair[1].name,
                "{} is out of order",
                pair[1].name
            );
        }
        for row in FUNCTIONS {
            assert!(!row.overloads.is_empty(), "{} has no overload", row.name);
            assert!(refused(row.name).is_none(), "{} is also refused", row.name);
        }
    }

    fn place(stage: Stage, version: Version, extensions: &Extensions) -> Place<'_> {
        Place {
            version,
            desktop: false,
            stage,
            extensions,
        }
    }

    #[test]
    fn availability_names_the_nearest_remedy() {
        let none = Extensions::default();
        let old = function("dFdx").unwrap().overloads[0].availability;
        let fragment = place(Stage::Fragment, Version::Essl100, &none);
        assert_eq!(
            old.check(fragment),
            Err(Missing::Extension(Extension::StandardDerivatives))
        );
        let vertex = place(Stage::Vertex, Version::Essl100, &none);
        assert_eq!(old.check(vertex), Err(Missing::Stage(Stage::Fragment)));
        let mut some = Extensions::default();
        some.set(crate::extension::ExtensionState {
            extension: Extension::StandardDerivatives,
            behavior: crate::extension::Behavior::Enable,
            span: retroshade_diagnostics::Span::NONE,
        });
        let fragment = place(Stage::Fragment, Version::Essl100, &some);
        assert_eq!(old.check(fragment), Ok(()));
    }
}
