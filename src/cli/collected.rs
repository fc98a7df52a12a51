//! Programs out of files that hold other things as well, such as SWF files.

use super::files;
use indexmap::IndexMap;
use retroshade::collection::{self, Collection};
use retroshade::diagnostics::Diagnostics;
use retroshade::{Stage, Subject, Target, target_of_program};
use std::path::Path;

/// A program of a file, with the target that it is for.
pub(crate) struct Collected {
    pub(crate) target: &'static dyn Target,
    pub(crate) subject: Subject,
    /// The other program of a pair.
    pub(crate) partner: Option<Subject>,
    /// What is to be said of the file.
    pub(crate) warnings: Diagnostics,
}

/// What is wanted of a file.
#[derive(Clone, Copy)]
pub(crate) struct Wish<'a> {
    /// The value of `--program`.
    pub(crate) program: Option<&'a str>,
    /// The target that was named.
    pub(crate) target: Option<&'static dyn Target>,
    /// The stage that was named.
    pub(crate) stage: Option<Stage>,
    /// Programs that are taken at most: 2 for a pair.
    pub(crate) most: usize,
}

/// The programs that are wanted of a file; `None` if the file itself is a program.
///
/// # Errors
/// There is no such program, or several; a damaged file.
pub(crate) fn collected(
    path: &Path,
    bytes: &[u8],
    wish: Wish<'_>,
) -> Result<Option<Collected>, Diagnostics> {
    let archive =
        || wish.program.is_some() && target_of_program(bytes).is_none() && !files::is_text(bytes);
    if !collection::is_collection(bytes) && !archive() {
        return Ok(None);
    }
    let found = collection::find(bytes)?;
    let name = files::shown_name(path);
    let chosen = choose(&found, &name, wish)?;
    Ok(Some(chosen))
}

fn choose(found: &Collection, name: &str, wish: Wish<'_>) -> Result<Collected, Diagnostics> {
    let chosen = match found.choose(name, wish.program, wish.most) {
        Ok(chosen) => chosen,
        Err(error) => {
            let mut errors = found.warnings();
            errors.push(error);
            return Err(errors);
        }
    };
    let subject = |found: &collection::Found| Subject {
        name: format!("{name} at {}", found.start()),
        contents: found.contents.clone(),
        stage: wish.stage.or(found.stage),
        side_files: IndexMap::new(),
    };
    let partner = chosen.partner;
    // Of two versions the higher one runs both.
    let targets = [Some(chosen.program), partner].into_iter().flatten();
    let highest = targets
        .map(|found| found.target)
        .max_by_key(|target| target.name());
    Ok(Collected {
        target: wish.target.or(highest).unwrap_or(chosen.program.target),
        subject: subject(chosen.program),
        partner: partner.map(subject),
        warnings: found.warnings(),
    })
}
