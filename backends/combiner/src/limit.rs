//! How large an error may be.

use crate::error::of_inputs;
use crate::shader::Flat;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_kit::settings::Setting;
use retroshade_kit::target::Options;

/// The setting that says how large an error may be.
pub const MAX_ERROR: Setting = Setting::other("max-error", "STEPS");

/// Steps of 1/255 that the stages may add to what the rounding of their inputs costs.
const LIMIT: f64 = 8.0;
/// A warning is worth more steps than this that the stages add: less is what one multiplication costs on these machines, and
/// nobody can write it in another way.
const NOTICEABLE: f64 = 2.0;

/// How far the colour of a set-up may be from that of its source, in steps of 1/255.
///
/// Where the source itself has a large gain, bytes are too coarse for it on any machine. So the stages may add
/// 8 steps to what the rounding of inputs and uniforms alone may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// What the rounding of the inputs alone may cost.
    inputs: f64,
    steps: f64,
}

impl Limit {
    /// The limit of a shader, or the one that the options set.
    ///
    /// # Errors
    /// If they set one that makes no sense.
    pub fn new(flat: &mut Flat, options: &Options) -> Result<Limit, Diagnostic> {
        let lanes = flat.color;
        let inputs = lanes.map(|lane| of_inputs(&mut flat.polys, lane).min(255.0));
        let inputs = inputs.into_iter().fold(0.0, f64::max);
        let steps = match options.settings.get(MAX_ERROR.name) {
            Some(text) => asked(text)?,
            None => inputs + LIMIT,
        };
        Ok(Limit { inputs, steps })
    }

    /// The largest error that is accepted. One of 255 steps is none: it says nothing.
    pub fn allowed(self) -> f64 {
        self.steps.min(255.0 - 1e-6)
    }

    /// Decides whether a set-up is near enough to its source; a warning if it is not quite. `bound` is the largest
    /// difference of a colour.
    ///
    /// # Errors
    /// If it is not, with the setting that allows it.
    pub fn check(self, flat: &Flat, bound: f64, target: &str) -> Result<Diagnostics, Diagnostic> {
        if bound > self.allowed() {
            return Err(self.refusal(flat, bound, target));
        }
        let mut warnings = Diagnostics::new();
        if bound - self.inputs > NOTICEABLE {
            let inputs = self.inputs;
            let message = format!("the result may be off by {bound:.1} of 255 steps");
            let warning = Diagnostic::warning(codes::warning::COMBINER_ERROR, message);
            let warning = warning.at(flat.spans[0], "this colour");
            warnings.push(warning.with_note(format!(
                "the rounding of the inputs to bytes costs {inputs:.1} of them, the stages the rest"
            )));
        }
        Ok(warnings)
    }

    /// The error about a set-up that is off by too much, with the setting that allows it.
    pub fn refusal(self, flat: &Flat, bound: f64, target: &str) -> Diagnostic {
        let (limit, inputs) = (self.steps, self.inputs);
        let message = format!(
            "the combiners of {target} may be off by {bound:.1} of 255 steps here; {limit:.1} are allowed"
        );
        let error = Diagnostic::error(codes::target::UNSUPPORTED, message)
            .at(flat.spans[0], "this colour")
            .with_note(format!(
                "the rounding of the inputs to bytes alone may cost {inputs:.1} steps"
            ));
        if bound < 255.0 {
            error.with_help(format!(
                "allow it: --target-option {}={:.0}",
                MAX_ERROR.name,
                bound.ceil()
            ))
        } else {
            error
        }
    }
}

fn asked(text: &str) -> Result<f64, Diagnostic> {
    let number = text.parse::<f64>().ok();
    number
        .filter(|number| (0.0..=255.0).contains(number))
        .ok_or_else(|| {
            let message = format!("max-error={text}: a number of steps between 0 and 255 is due");
            Diagnostic::error(codes::target::SETTING, message)
        })
}
