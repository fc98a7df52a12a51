//! The operations of each machine as its manual page lists them: for the tables of the book, and for who asks what a word
//! of a listing means. All of it is read from the tables that encoder, assembler and simulator work with.
//!
//! ```text
//! agal, nv2a, pica200, lima   the operations of a processor
//! formula                     functions of units, as text
//! ```

mod agal;
mod formula;
mod lima;
mod nv2a;
mod pica200;

use retroshade_ir::Stage;
use retroshade_kit::target::Target;

/// An operation that a machine has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operation {
    /// The units that have it; empty where a machine has one for all.
    pub unit: &'static str,
    /// Its code, as the manual page writes it; empty for what other fields of an instruction tell.
    pub code: String,
    /// As the assembly language calls it, without what tells the unit.
    pub name: &'static str,
    /// Its operands in the order of the text.
    pub operands: String,
    /// What it gives or does.
    pub result: String,
    /// What else one should know.
    pub note: &'static str,
    /// When its result can be read; empty where the machine has no visible latency.
    pub latency: &'static str,
}

/// All operations of a stage, in the order of the manual page; none of a stage that has settings instead.
pub fn operations(target: &dyn Target, stage: Stage) -> Vec<Operation> {
    if target.is_fixed(stage) {
        return Vec::new();
    }
    match (target.name(), stage) {
        ("agal1" | "agal2" | "agal3", _) => agal::operations(),
        ("nv2a", Stage::Vertex) => nv2a::operations(),
        ("pica200", Stage::Vertex | Stage::Geometry) => pica200::operations(),
        ("lima", Stage::Vertex) => lima::vertex_operations(),
        ("lima", Stage::Fragment) => lima::fragment_operations(),
        _ => Vec::new(),
    }
}

/// The operations that a word of a listing can name: several where units share a name.
pub fn named(target: &dyn Target, stage: Stage, word: &str) -> Vec<Operation> {
    match (target.name(), stage) {
        ("lima", Stage::Vertex) => lima::named_in_vertices(word),
        ("lima", Stage::Fragment) => lima::named_in_fragments(word),
        _ => {
            let all = operations(target, stage).into_iter();
            all.filter(|one| one.name == word).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Compiler, Source, targets};

    #[test]
    fn every_mnemonic_of_a_program_is_described() {
        let vertex = include_str!("../../examples/skinning.vert");
        let fragment = include_str!("../../examples/phong.frag");
        let mut seen = 0;
        for target in targets() {
            for (stage, text) in [(Stage::Vertex, vertex), (Stage::Fragment, fragment)] {
                if target.is_fixed(stage) {
                    assert!(operations(*target, stage).is_empty());
                    continue;
                }
                let made = Compiler::new(*target).compile(&Source::new("a", stage, text));
                let Some(made) = made.result else {
                    continue;
                };
                let style = target.listing(stage);
                for instruction in style.instructions(&made.assembly) {
                    for operation in style.operations(instruction.text) {
                        let found = named(*target, stage, operation.mnemonic);
                        let (name, word) = (target.name(), operation.mnemonic);
                        assert!(!found.is_empty(), "{name} {}: `{word}`", stage.name());
                        assert!(
                            found.iter().all(|one| !one.result.is_empty()),
                            "{name}: `{word}`"
                        );
                        seen += 1;
                    }
                }
            }
        }
        assert!(seen > 200, "only {seen} operations");
    }

    #[test]
    fn names_lead_to_the_units_that_the_text_says() {
        let units = |name: &str, stage, word: &str| -> Vec<&str> {
            let target = crate::find_target(name).unwrap();
            let found = named(target, stage, word).into_iter();
            found.map(|one| one.unit).collect()
        };
        assert_eq!(units("nv2a", Stage::Vertex, "mov"), ["MAC", "ILU"]);
        assert_eq!(units("agal1", Stage::Vertex, "mov"), [""]);
        assert_eq!(units("lima", Stage::Vertex, "mul.m1"), ["mul 0, mul 1"]);
        assert_eq!(units("lima", Stage::Vertex, "mul.m0_neg"), ["mul 0, mul 1"]);
        assert_eq!(units("lima", Stage::Vertex, "gt.a0"), ["add 0, add 1"]);
        assert_eq!(
            units("lima", Stage::Fragment, "sum3_sat.v1"),
            ["vector and scalar adder"]
        );
        assert_eq!(units("lima", Stage::Fragment, "mul.s2"), ["combine"]);
        assert!(units("lima", Stage::Fragment, "mul.m0").is_empty());
        assert!(units("pica200", Stage::Vertex, "nonsense").is_empty());
    }
}
