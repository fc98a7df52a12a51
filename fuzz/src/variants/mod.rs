//! Other programs for the results of a shader: what a rewriting of the source that changes nothing changes
//! in the results, a compiler has changed.
//!
//! ```text
//! words    a source as words           data   numbers for any shader's interface
//! rewrite  the rewritings              judge  a variant beside its original on a target
//! ```

mod data;
mod judge;
mod rewrite;
mod words;

pub use data::data;
pub use judge::{Beside, Original};

use retroshade_ir::Stage;
use retroshade_ir::random::Random;

/// A way to rewrite a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variant {
    /// Branches that no data take, between statements, each writing what the result depends on.
    DeadBranches,
    /// `main` becomes a function that another `main` calls.
    Outlining,
    /// Literals plus a uniform that is 0, results times one that is 1.
    Identity,
    /// The interface declared in reverse order.
    Reordering,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 4] = [
        Variant::DeadBranches,
        Variant::Outlining,
        Variant::Identity,
        Variant::Reordering,
    ];

    /// The word of tables.
    pub fn name(self) -> &'static str {
        match self {
            Variant::DeadBranches => "dead branches",
            Variant::Outlining => "outlining",
            Variant::Identity => "identity",
            Variant::Reordering => "reordering",
        }
    }

    /// A preprocessed source, rewritten; `None` where there is nothing to rewrite.
    pub fn of(self, stage: Stage, text: &str, random: &mut Random) -> Option<String> {
        let mut words = words::words(text);
        let changed = match self {
            Variant::DeadBranches => rewrite::dead_branches(&mut words, stage, random),
            Variant::Outlining => rewrite::outlining(&mut words),
            Variant::Identity => rewrite::identity(&mut words, random),
            Variant::Reordering => rewrite::reordering(&mut words),
        };
        changed.then(|| words.concat())
    }
}

/// Uniforms that rewritings add, with their values.
pub const ADDED: [(&str, f32); 2] = [("fuzz_zero", 0.0), ("fuzz_one", 1.0)];

#[cfg(test)]
mod tests {
    use super::Variant;
    use retroshade_ir::Stage;
    use retroshade_ir::random::Random;

    const SOURCE: &str = "precision mediump float;\nuniform vec4 a;\nvarying vec2 v;\n\
        void main() {\n    float x = 1.5;\n    if (v.x > 0.5) x = 2.0; else x = 3.0;\n    gl_FragColor = a * x;\n}\n";

    fn variant(variant: Variant) -> String {
        let mut random = Random::new(1);
        let text = variant.of(Stage::Fragment, SOURCE, &mut random);
        text.unwrap_or_else(|| panic!("{variant:?} changes nothing"))
    }

    #[test]
    fn sources_are_rewritten() {
        let reordered = variant(Variant::Reordering);
        assert!(
            reordered.find("varying") < reordered.find("uniform"),
            "{reordered}"
        );
        let outlined = variant(Variant::Outlining);
        assert!(outlined.contains("void fuzz_main()") && outlined.contains("fuzz_main();"));
        let dead = variant(Variant::DeadBranches);
        assert!(
            dead.contains("if (fuzz_zero > 1.0)") && !dead.contains("} else"),
            "{dead}"
        );
        let identity = variant(Variant::Identity);
        assert!(identity.contains("= ( a * x) * fuzz_one;"), "{identity}");
    }

    #[test]
    fn directives_stay_on_their_lines() {
        let text = "#line 7\nuniform vec4 a; uniform vec4 b;\nvoid main() {}\n";
        let reordered = Variant::Reordering.of(Stage::Vertex, text, &mut Random::new(1));
        let reordered = reordered.unwrap();
        assert!(reordered.starts_with("#line 7\n"), "{reordered}");
        assert!(reordered.find("vec4 b") < reordered.find("vec4 a"));
    }

    #[test]
    fn constants_of_structures_stay_constant() {
        let text =
            "void main() { const struct S { int i; float f; } s = S(1, 4.0); float x = 2.0; }\n";
        let identity = Variant::Identity.of(Stage::Vertex, text, &mut Random::new(1));
        let identity = identity.unwrap();
        assert!(identity.contains("S(1, 4.0)"), "{identity}");
        assert!(identity.contains("(2.0 + fuzz_zero)"), "{identity}");
    }
}
