//! Proves the programs of a set.

use super::plan::{Job, Unit};
use super::proofs::{Proof, Prove};
use super::work::Worker;
use crate::link::{Linker, Pair};
use crate::{Compiled, Compiler, Source};
use retroshade_diagnostics::{Diagnostic, codes};

impl Worker<'_> {
    /// Whether programs of a unit are to be proved: its group says, or the options do, or the description.
    pub(super) fn asked(&self, unit: &Unit) -> Prove {
        let said = unit.prove.or(self.options.prove);
        said.unwrap_or(self.plan.prove)
    }

    /// The verdict on a program, where one is asked for.
    pub(super) fn proof(
        &self,
        unit: &Unit,
        job: &Job,
        source: &Source,
        compiled: &Compiled,
    ) -> Option<Proof> {
        if self.asked(unit) == Prove::No {
            return None;
        }
        let verdict = compiler(unit, job).prove(source, compiled).result?;
        Some(Proof::of(&verdict))
    }

    /// The verdicts on the vertex and the fragment program of a pair.
    pub(super) fn proofs(
        &self,
        unit: &Unit,
        linker: &Linker,
        sources: [&Source; 2],
        pair: &Pair,
    ) -> [Option<Proof>; 2] {
        let [one, other] = sources;
        match self.asked(unit) {
            Prove::No => None,
            _ => linker.prove(one, other, pair),
        }
        .map_or([None, None], |verdicts| {
            verdicts.map(|verdict| Some(Proof::of(&verdict)))
        })
    }

    /// Refuses a program without the proof that is required.
    ///
    /// # Errors
    /// The verdict.
    pub(super) fn missing(
        &self,
        unit: &Unit,
        job: &Job,
        proof: Option<&Proof>,
    ) -> Result<(), Diagnostic> {
        let asked = self.asked(unit);
        match proof.filter(|proof| !Proof::suffices(Some(proof), asked)) {
            None => Ok(()),
            Some(proof) => {
                let target = job.target.name();
                let message = format!("{}, {target}: {}", unit.name, proof.words);
                Err(Diagnostic::error(codes::target::UNPROVED, message))
            }
        }
    }
}

/// The compiler of a program.
pub(super) fn compiler(unit: &Unit, job: &Job) -> Compiler {
    Compiler {
        target: job.target,
        language: unit.settings.language.clone(),
        options: unit.settings.code.clone(),
    }
}
