//! What searches for stages that end in a colour say if they find none.

use crate::shader::Flat;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_kit::target::Optimize;

/// The count of a record that says how many steps the search took.
pub const STEPS: &str = "search_steps";

/// Why there are no stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No way in all stages that there are.
    None,
    /// The search was given up.
    Budget,
}

impl Failure {
    /// The error, at the colour of a shader. `count`: how many stages a target has; `stages`: what they are called.
    pub fn error(
        self,
        flat: &mut Flat,
        target: &str,
        (count, stages): (u32, &str),
        optimize: Optimize,
    ) -> Diagnostic {
        let least = flat.color.map(|lane| flat.polys.stages_for_products(lane));
        let least = least.into_iter().fold(count + 1, u32::max);
        let given_up = match self {
            Failure::None => {
                format!("there is no way in its {count} {stages}, so it needs {least} or more")
            }
            Failure::Budget => format!("no way in its {count} {stages} was found"),
        };
        let message = format!("{target} cannot compute this colour: {given_up}");
        let error =
            Diagnostic::error(codes::target::UNSUPPORTED, message).at(flat.spans[0], "this colour");
        let error = match self == Failure::Budget && optimize != Optimize::Most {
            true => error.with_note("the search was given up: with `-O3` it goes on for longer"),
            false => error,
        };
        error.with_help(
            "clamp on the way, compute a part in the vertex shader, or look it up in a texture",
        )
    }
}
