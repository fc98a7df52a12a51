//! Programs that were changed a little: what the check of a processor lets pass must still compute the same.

use crate::LIMA;
use crate::container::{self, Container, FragmentFacts, Symbols};
use indexmap::IndexMap;
use retroshade_diagnostics::Diagnostics;
use retroshade_ir::pass::Hooks;
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_ir::{Shader, Stage};
use retroshade_kit::agreement;
use retroshade_kit::machine;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Binary, Target};

/// A shader as the generator of its processor takes it, with its position as it is.
pub(crate) fn prepared(shader: &Shader) -> Shader {
    let mut shader = shader.clone();
    LIMA.prepare(&mut shader, &agreement::clip(), &mut Hooks::default())
        .unwrap_or_else(|errors| panic!("{errors:#?}"));
    shader
}

/// What a right program computes of some data.
pub(crate) struct Judge<'a> {
    stage: Stage,
    reflection: &'a Reflection,
    inputs: &'a RunInputs,
    wanted: RunOutputs,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(
        stage: Stage,
        reflection: &'a Reflection,
        inputs: &'a RunInputs,
        words: &[u32],
    ) -> Judge<'a> {
        let wanted = run(stage, reflection, inputs, words);
        Judge {
            stage,
            reflection,
            inputs,
            wanted: wanted.unwrap_or_else(|fault| panic!("{fault}")),
        }
    }

    /// Where a program computes something else.
    pub(crate) fn difference(&self, words: &[u32]) -> Option<String> {
        let found = match run(self.stage, self.reflection, self.inputs, words) {
            Ok(found) => found,
            Err(fault) => return Some(fault),
        };
        let bits = |outputs: &RunOutputs| -> Vec<u32> {
            let rows = outputs.outputs.values().flatten().flatten();
            rows.map(|number| {
                if number.is_nan() {
                    0x7fc0_0000
                } else {
                    number.to_bits()
                }
            })
            .collect()
        };
        let same = bits(&self.wanted) == bits(&found) && self.wanted.discarded == found.discarded;
        (!same).then(|| format!("{:?}, not {:?}", found.outputs, self.wanted.outputs))
    }
}

fn run(
    stage: Stage,
    reflection: &Reflection,
    inputs: &RunInputs,
    words: &[u32],
) -> Result<RunOutputs, String> {
    let none = Symbols::default();
    let bytes = match stage {
        Stage::Vertex | Stage::Geometry => container::write_vertex(words, 0, &none, Container::Mbs),
        Stage::Fragment => {
            container::write_fragment(words, FragmentFacts::default(), &none, Container::Mbs)
        }
    };
    let binary = Binary {
        bytes: &bytes,
        container: None,
        stage: None,
        side_files: &IndexMap::new(),
    };
    let messages = |errors: Diagnostics| -> String {
        errors
            .iter()
            .map(|error| error.message.clone())
            .collect::<Vec<_>>()
            .join("; ")
    };
    machine::run(&LIMA, binary, reflection, inputs).map_err(messages)
}

/// What became of changes.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Such as the machine forbids.
    pub(crate) illegal: u32,
    noticed: u32,
    /// Such as change no result.
    idle: u32,
    /// Such as change a result unnoticed.
    wrong: Vec<String>,
}

impl Counts {
    /// Looks at a change of a legal program.
    pub(crate) fn judge(&mut self, judge: &Judge<'_>, proved: bool, words: &[u32], place: &str) {
        if !proved {
            self.noticed += 1;
            return;
        }
        self.idle += 1;
        if let Some(difference) = judge.difference(words) {
            self.wrong.push(format!("{place}: {difference}"));
        }
    }

    /// Demands that so many changes were noticed, and none that makes a difference was not.
    pub(crate) fn demand(&self, noticed: u32) {
        assert!(self.wrong.is_empty(), "{:#?}", self.wrong);
        assert!(
            self.noticed > noticed && self.idle > noticed / 8,
            "{self:?}"
        );
    }
}
