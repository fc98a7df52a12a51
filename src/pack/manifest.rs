//! `shaders.toml`: the description of a set of shaders.

use serde::Deserialize;
use std::collections::BTreeMap;

/// The whole file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    pub(super) pack: Pack,
    /// Macros of all shaders.
    #[serde(default)]
    pub(super) defines: BTreeMap<String, Values>,
    /// Shaders that are compiled by themselves.
    #[serde(default)]
    pub(super) shaders: Vec<Group>,
    /// Pairs whose varyings agree.
    #[serde(default)]
    pub(super) pairs: Vec<Pair>,
}

/// Options that all shaders share.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pack {
    /// The folder of all outputs, relative to the file.
    #[serde(default = "default_output")]
    pub(super) output: String,
    /// Targets by name.
    #[serde(default)]
    pub(super) targets: Vec<String>,
    /// Folders searched for includes, relative to the file.
    #[serde(default)]
    pub(super) include: Vec<String>,
    /// Flags in the command line's spelling.
    #[serde(default)]
    pub(super) flags: Vec<String>,
    /// True if reflection JSON is written beside each program.
    #[serde(default = "yes")]
    pub(super) reflection: bool,
    /// True if an assembly listing is written beside each program.
    #[serde(default)]
    pub(super) listings: bool,
    /// Whether programs are proved to compute what their sources say.
    pub(super) prove: Option<Prove>,
    /// How outputs are named, below the folder of outputs.
    pub(super) names: Option<String>,
    /// One file with all programs, below the folder of outputs.
    pub(super) bundle: Option<String>,
    /// Languages in which the places of programs in the bundle are written: `c`, `rust`, `as3`.
    #[serde(default)]
    pub(super) bindings: Vec<String>,
}

/// Shaders that are compiled alike.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Group {
    /// Patterns of files, relative to the file: `*`, `?`, `[…]` and `**`.
    pub(super) files: Vec<String>,
    /// Patterns of files that are left out.
    #[serde(default)]
    pub(super) exclude: Vec<String>,
    /// Targets instead of those of the pack.
    pub(super) targets: Option<Vec<String>>,
    /// More flags.
    #[serde(default)]
    pub(super) flags: Vec<String>,
    /// `vertex` or `fragment`, whatever the names say.
    pub(super) stage: Option<String>,
    /// Instead of that of the pack.
    pub(super) prove: Option<Prove>,
    /// More macros, or other values for those of the pack.
    #[serde(default)]
    pub(super) defines: BTreeMap<String, Values>,
}

/// A vertex and a fragment shader that are linked.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pair {
    /// Files, relative to the description.
    vertex: String,
    fragment: String,
    targets: Option<Vec<String>>,
    #[serde(default)]
    flags: Vec<String>,
    prove: Option<Prove>,
    #[serde(default)]
    defines: BTreeMap<String, Values>,
}

impl Pair {
    /// The two shaders as groups of one file.
    pub(super) fn groups(&self) -> [Group; 2] {
        [(&self.vertex, "vertex"), (&self.fragment, "fragment")].map(|(file, stage)| Group {
            files: vec![file.clone()],
            exclude: Vec::new(),
            targets: self.targets.clone(),
            flags: self.flags.clone(),
            stage: Some(stage.to_owned()),
            prove: self.prove,
            defines: self.defines.clone(),
        })
    }
}

/// `prove = true`, `false`, `"cells"` or `"require"`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "expected true, false, \"cells\" or \"require\"")]
pub(super) enum Prove {
    Switch(bool),
    Word(Word),
}

/// The words of [`Prove`], those of the command line.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Word {
    Report,
    Cells,
    Require,
}

/// What a macro is defined as: one value, or a list that makes a permutation of each.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "expected true, false, an integer, a string, or a list of these"
)]
pub(super) enum Values {
    One(Define),
    Each(Vec<Define>),
}

/// One value of a macro.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(untagged, expecting = "expected true, false, an integer or a string")]
pub(super) enum Define {
    /// Defined as 1, or not at all.
    Switch(bool),
    Number(i64),
    Text(String),
}

impl Values {
    pub(super) fn list(&self) -> &[Define] {
        match self {
            Values::One(one) => std::slice::from_ref(one),
            Values::Each(list) => list,
        }
    }
}

impl Define {
    /// The macro's text; `None` where it is not defined.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            Define::Switch(on) => on.then(|| "1".to_owned()),
            Define::Number(number) => Some(number.to_string()),
            Define::Text(text) => Some(text.clone()),
        }
    }
}

fn default_output() -> String {
    "out".to_owned()
}

fn yes() -> bool {
    true
}

impl Manifest {
    /// Reads a description.
    ///
    /// # Errors
    /// The reason, with a place in the text.
    pub(super) fn parse(text: &str) -> Result<Manifest, toml::de::Error> {
        toml::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_one_or_a_list() {
        let manifest = Manifest::parse(
            "[pack]\n[defines]\nA = true\nB = [1, \"x\", false]\n[[shaders]]\nfiles = []\n",
        )
        .unwrap();
        assert_eq!(manifest.pack.output, "out");
        let texts = |name: &str| -> Vec<_> {
            manifest.defines[name]
                .list()
                .iter()
                .map(Define::text)
                .collect()
        };
        assert_eq!(texts("A"), [Some("1".to_owned())]);
        assert_eq!(
            texts("B"),
            [Some("1".to_owned()), Some("x".to_owned()), None]
        );
    }

    #[test]
    fn faults_have_a_place() {
        for (text, part) in [
            ("[pack]\ntarget = 1\n", "unknown field `target`"),
            ("[pack]\n[[shaders]]\n", "missing field `files`"),
            (
                "[pack]\n[defines]\nA = 1.5\n[[shaders]]\nfiles = []\n",
                "expected true, false",
            ),
        ] {
            let fault = Manifest::parse(text).unwrap_err();
            assert!(fault.message().contains(part), "{fault}");
            assert!(fault.span().is_some(), "{fault}");
        }
    }

    #[test]
    fn damaged_descriptions_are_survived() {
        let text = "[pack]\noutput = \"gen\"\ntargets = [\"agal1\"]\n[defines]\nA = true\nB = [1, \"x\"]\n\
            [[shaders]]\nfiles = [\"*.frag\"]\n";
        retroshade_kit::roundtrip::mutated_text_is_survived(text, 2000, 3, |text| {
            let _ = Manifest::parse(text);
        });
    }
}
