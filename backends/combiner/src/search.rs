//! What searches for stages that end in a colour share: which plans will do, and what is said if none is found.

use crate::poly::Polys;
use crate::shader::Flat;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_kit::target::Optimize;

/// The count of a record that says how many steps the search took.
pub const STEPS: &str = "search_steps";

/// The count of a record that says how many stages the search takes at least: with fewer it tried all of its forms
/// and found no way. A chip may have forms that it does not try, so this is no lower bound of the shader.
pub const SEARCHED: &str = "search_bound";

/// Why there are no stages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failure {
    /// No way in all stages that there are, among the forms that the search tries.
    None,
    /// The search was given up.
    Budget,
    /// All ways found are further off than is allowed; the bound on the error of the nearest.
    Inexact(f64),
}

/// A bound on the error of a plan, in steps of 1/255; `None` where the chip cannot hold it.
pub type ErrorOf<'a, P> = &'a dyn Fn(&mut Polys, &P) -> Option<f64>;

/// Which plans will do; the first of them ends a search.
pub struct Acceptance<'a, P> {
    error: ErrorOf<'a, P>,
    limit: f64,
    found: Option<P>,
    /// The least error of those that are too far off.
    nearest: Option<f64>,
}

impl<'a, P> Acceptance<'a, P> {
    /// Accepts plans whose error is at most `limit`.
    pub fn new(error: ErrorOf<'a, P>, limit: f64) -> Acceptance<'a, P> {
        Acceptance {
            error,
            limit,
            found: None,
            nearest: None,
        }
    }

    /// Keeps a plan if it will do; true if it does.
    pub fn accept(&mut self, polys: &mut Polys, plan: P) -> bool {
        let error = (self.error)(polys, &plan);
        let fits = error.is_some_and(|error| error <= self.limit);
        if fits {
            self.found = Some(plan);
        } else if let Some(error) = error {
            self.nearest = Some(self.nearest.map_or(error, |nearest| nearest.min(error)));
        }
        fits
    }

    /// The plan that was accepted.
    pub fn take(&mut self) -> Option<P> {
        self.found.take()
    }

    /// Why none was; `ended`: true if the search went on to its end.
    pub fn failure(&self, ended: bool) -> Failure {
        match (self.nearest, ended) {
            (Some(error), _) => Failure::Inexact(error),
            (None, true) => Failure::None,
            (None, false) => Failure::Budget,
        }
    }
}

impl Failure {
    /// The error, at the colour of a shader. `count`: how many stages a target has; `stages`: what they are called;
    /// `least`: how many are proved to be needed.
    pub fn error(
        self,
        flat: &Flat,
        target: &str,
        (count, stages): (u32, &str),
        least: u32,
        optimize: Optimize,
    ) -> Diagnostic {
        let why = if least > count {
            format!("it needs {least} {stages}, and there are {count}")
        } else {
            format!("no way was found within its {count} {stages}")
        };
        let message = format!("{target} cannot compute this colour: {why}");
        let error =
            Diagnostic::error(codes::target::UNSUPPORTED, message).at(flat.spans[0], "this colour");
        let given_up = self == Failure::Budget && optimize != Optimize::Most && least <= count;
        let error = if given_up {
            error.with_note("the search was given up: with `-O3` it goes on for longer")
        } else {
            error
        };
        error.with_help(
            "clamp on the way, compute a part in the vertex shader, or look it up in a texture",
        )
    }
}
