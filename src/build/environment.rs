//! The variables that a build script reads, and no others.

use std::path::PathBuf;

/// Those that change what is made, announced to Cargo.
pub(super) const ANNOUNCED: &[&str] = &[
    "RETROSHADE_TARGET",
    "RETROSHADE_FLAGS",
    "RETROSHADE_OPT",
    "RETROSHADE_WERROR",
    "RETROSHADE_KEEP",
];

/// Their values. Unset and empty are the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Environment {
    pub(super) target: Option<String>,
    pub(super) flags: Option<String>,
    pub(super) optimize: Option<String>,
    pub(super) warnings_are_errors: bool,
    pub(super) keep: bool,
    /// Where Cargo wants outputs.
    pub(super) out_dir: Option<PathBuf>,
    /// The folder of the package, in which Cargo runs its script.
    pub(super) package: Option<PathBuf>,
    /// How many things Cargo does at once.
    pub(super) jobs: usize,
}

impl Environment {
    /// The package's folder as seen from its workspace, which is where the nearest `Cargo.lock` is.
    pub(super) fn folder_in_workspace(&self) -> String {
        let Some(package) = &self.package else {
            return String::new();
        };
        let mut folders = package.ancestors();
        let root = folders.find(|folder| folder.join("Cargo.lock").is_file());
        let inside = root.and_then(|root| package.strip_prefix(root).ok());
        inside.map(crate::naming::with_slashes).unwrap_or_default()
    }

    /// Those of this process.
    pub(super) fn of_process() -> Environment {
        let read = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let text = |name: &str| read(name).map(|value| value.to_string_lossy().into_owned());
        let switch = |name: &str| text(name).is_some_and(|value| value != "0");
        Environment {
            target: text("RETROSHADE_TARGET"),
            flags: text("RETROSHADE_FLAGS"),
            optimize: text("RETROSHADE_OPT"),
            warnings_are_errors: switch("RETROSHADE_WERROR"),
            keep: switch("RETROSHADE_KEEP"),
            out_dir: read("OUT_DIR").map(PathBuf::from),
            package: read("CARGO_MANIFEST_DIR").map(PathBuf::from),
            jobs: text("NUM_JOBS")
                .and_then(|jobs| jobs.parse().ok())
                .unwrap_or(1),
        }
    }
}
