//! What fails, made small and kept.

use retroshade::{Optimize, Stage, find_target};
use retroshade_diagnostics::fault::Fault;
use retroshade_fuzz::judge::level_name;
use retroshade_fuzz::text::Initial;
use retroshade_fuzz::{Failure, Judge, Kind, Pair, PairJudge, Sample, Verdict, shrink};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Trials to make one program small.
pub(super) const TRIALS: usize = 3000;

/// What is judged.
pub(super) trait Subject: Sized + Send + Sync {
    /// What made it.
    fn seed(&self) -> u64;

    /// How it fails where it failed in some way.
    fn again(&self, failure: &Failure) -> Option<Failure>;

    /// A smaller one that fails in the same way.
    fn shrunk(&self, failure: &Failure) -> Self;

    /// Programs and data, with the endings of their files' names.
    fn files(&self) -> Vec<(&'static str, String)>;
}

impl Subject for Sample {
    fn seed(&self) -> u64 {
        self.seed
    }

    fn again(&self, failure: &Failure) -> Option<Failure> {
        let judge = match Judge::new(self) {
            Ok(judge) => judge,
            Err(other) => return Some(other),
        };
        let (target, level) = (find_target(failure.target)?, failure.level);
        if failure.kind == Kind::Printed {
            return judge.printed(target, level).err();
        }
        let asked = failure.kind == Kind::Disproved;
        failure_of(judge.proved_on(target, level, asked).0)
    }

    fn shrunk(&self, failure: &Failure) -> Sample {
        let is_defined = |sample: &Sample| Judge::new(sample).is_ok_and(|judge| judge.is_defined());
        let was_defined = is_defined(self);
        // Without what writes a variable others differ for another reason.
        shrink(self, failure, TRIALS, |sample| {
            let found = sample.again(failure)?;
            (!was_defined || is_defined(sample)).then_some(found)
        })
    }

    fn files(&self) -> Vec<(&'static str, String)> {
        let ending = match self.stage {
            Stage::Vertex => "vert",
            Stage::Geometry => "geom",
            Stage::Fragment => "frag",
        };
        vec![
            (ending, self.program.text(Initial::Missing)),
            ("json", self.inputs.to_json()),
        ]
    }
}

impl Subject for Pair {
    fn seed(&self) -> u64 {
        self.vertex.seed
    }

    fn again(&self, failure: &Failure) -> Option<Failure> {
        match PairJudge::new(self) {
            Ok(judge) => failure_of(judge.on(find_target(failure.target)?, failure.level)),
            Err(other) => Some(other),
        }
    }

    fn shrunk(&self, failure: &Failure) -> Pair {
        let with_fragment = |sample: &Sample| Pair {
            fragment: sample.clone(),
            ..self.clone()
        };
        let fragment = shrink(&self.fragment, failure, TRIALS, |sample| {
            with_fragment(sample).again(failure)
        });
        let with_vertex = |sample: &Sample| Pair {
            vertex: sample.clone(),
            fragment: fragment.clone(),
        };
        let vertex = shrink(&self.vertex, failure, TRIALS, |sample| {
            with_vertex(sample).again(failure)
        });
        with_vertex(&vertex)
    }

    fn files(&self) -> Vec<(&'static str, String)> {
        [("vert.json", &self.vertex), ("frag.json", &self.fragment)]
            .into_iter()
            .flat_map(|(data, sample)| {
                let mut files = sample.files();
                files[1].0 = data;
                files
            })
            .collect()
    }
}

fn failure_of(verdict: Verdict) -> Option<Failure> {
    match verdict {
        Verdict::Failed(failure) => Some(failure),
        _ => None,
    }
}

/// The failures so far: those of a kind are counted, and the first of them made small.
#[derive(Debug, Default)]
pub(super) struct Cases {
    seen: BTreeMap<(Kind, &'static str, String), usize>,
    /// The number of them.
    pub(super) count: u64,
}

impl Cases {
    /// Reports a failure and, if there is a folder, keeps it; at most `most` of the same kind are made small.
    pub(super) fn add<T: Subject>(
        &mut self,
        subject: &T,
        failure: &Failure,
        most: usize,
        folder: Option<&Path>,
    ) -> Result<(), Fault> {
        self.count += 1;
        println!("seed {}: {failure}", subject.seed());
        let key = (failure.kind, failure.target, failure.place());
        let seen = self.seen.entry(key).or_default();
        *seen += 1;
        let kept = |files: Vec<(&str, String)>| {
            let Some(folder) = folder else { return Ok(()) };
            let (seed, kind) = (subject.seed(), failure.kind.name());
            let place = place(failure.target, failure.level);
            files.into_iter().try_for_each(|(ending, text)| {
                keep(folder, &format!("{seed}-{place}-{kind}.{ending}"), &text)
            })
        };
        if *seen > most {
            return kept(subject.files());
        }
        let small = subject.shrunk(failure);
        let message = small.again(failure).unwrap_or_else(|| failure.clone());
        println!("made small: {message}");
        for (ending, text) in small.files() {
            if ending != "json" {
                println!("{text}");
            }
        }
        kept(small.files())
    }
}

fn place(target: &str, level: Optimize) -> String {
    match target {
        "" => "frontend".to_owned(),
        target => format!("{target}{}", level_name(level)),
    }
}

fn keep(folder: &Path, name: &str, text: &str) -> Result<(), Fault> {
    let path = folder.join(name);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
    written.map_err(|fault| format!("cannot write {}: {fault}", path.display()).into())
}
