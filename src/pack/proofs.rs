//! What is asked of proofs, and what an index keeps of them.

use super::manifest;
use crate::proof::Verdict;
use serde::{Deserialize, Serialize};

/// Whether programs are proved to compute what their sources say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prove {
    /// They are not.
    No,
    /// The verdicts are part of the outcome.
    Report,
    /// A program without a proof is a failure as well; one that names what it has not seen will do.
    Cells,
    /// A program without a proof, and one whose proof has reservations, is a failure.
    Require,
}

impl From<manifest::Prove> for Prove {
    fn from(key: manifest::Prove) -> Prove {
        use manifest::Word;
        match key {
            manifest::Prove::Switch(false) => Prove::No,
            manifest::Prove::Switch(true) | manifest::Prove::Word(Word::Report) => Prove::Report,
            manifest::Prove::Word(Word::Cells) => Prove::Cells,
            manifest::Prove::Word(Word::Require) => Prove::Require,
        }
    }
}

/// The verdict on a program, as the index keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// The word of [`Verdict::word`]: `proved`, `proved-on-cells`, `undecided`, `different`.
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

    /// True if there is a proof, maybe with reservations.
    pub fn is_proof(&self) -> bool {
        self.verdict.starts_with("proved")
    }

    /// True if there is a proof without reservations.
    pub fn is_whole(&self) -> bool {
        self.verdict == "proved"
    }

    /// True if it answers to what is asked.
    pub(super) fn suffices(proof: Option<&Proof>, asked: Prove) -> bool {
        match asked {
            Prove::No => true,
            Prove::Report => proof.is_some(),
            Prove::Cells => proof.is_some_and(Proof::is_proof),
            Prove::Require => proof.is_some_and(Proof::is_whole),
        }
    }
}
