//! Proofs of the programs of a set.

use super::manifest;
use super::plan::{Job, Unit};
use super::work::Worker;
use crate::link::{Linker, Pair};
use crate::proof::Verdict;
use crate::{Compiled, Compiler, Source};
use retroshade_diagnostics::{Diagnostic, codes};
use serde::{Deserialize, Serialize};

/// Whether programs are proved to compute what their sources say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prove {
    /// They are not.
    No,
    /// The verdicts are part of the outcome.
    Report,
    /// A program without a proof is a failure as well.
    Require,
}

impl From<manifest::Prove> for Prove {
    fn from(key: manifest::Prove) -> Prove {
        use manifest::Word;
        match key {
            manifest::Prove::Switch(false) => Prove::No,
            manifest::Prove::Switch(true) | manifest::Prove::Word(Word::Report) => Prove::Report,
            manifest::Prove::Word(Word::Require) => Prove::Require,
        }
    }
}

/// The verdict on a program, as the index keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// What [`Verdict::word`] says: `proved`, `proved-on-cells`, `undecided`, `different`.
    pub verdict: String,
    /// The verdict with its reservations or reasons, in words.
    pub words: String,
}

impl Proof {
    pub(super) fn of(verdict: &Verdict) -> Proof {
        Proof {
            verdict: verdict.word().to_owned(),
            words: verdict.to_string(),
        }
    }

    /// Whether there is a proof, maybe with reservations.
    pub fn is_proof(&self) -> bool {
        self.verdict.starts_with("proved")
    }

    /// Whether it answers to what is asked.
    pub(super) fn suffices(proof: Option<&Proof>, asked: Prove) -> bool {
        match asked {
            Prove::No => true,
            Prove::Report => proof.is_some(),
            Prove::Require => proof.is_some_and(Proof::is_proof),
        }
    }
}

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
        let required = self.asked(unit) == Prove::Require;
        match proof.filter(|proof| required && !proof.is_proof()) {
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
