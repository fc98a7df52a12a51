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
/// Errors above this many are worth a warning.
const NOTICEABLE: f64 = 2.0;

/// Decides whether a set-up is near enough to its source; a warning if it is not quite. `bound` is the largest
/// difference of a colour, in steps of 1/255.
///
/// Where the source itself has a large gain, bytes are too coarse for it on any machine. So the stages may add
/// 8 steps, or as much again as the rounding of inputs and uniforms alone may cost.
///
/// # Errors
/// If it is not, with the setting that allows it.
pub fn check(
    flat: &mut Flat,
    bound: f64,
    target: &str,
    options: &Options,
) -> Result<Diagnostics, Diagnostic> {
    let lanes = flat.color;
    let inputs = lanes.map(|lane| of_inputs(&mut flat.polys, lane).min(255.0));
    let inputs = inputs.into_iter().fold(0.0, f64::max);
    let limit = match options.settings.get(MAX_ERROR.name) {
        Some(text) => asked(text)?,
        None => inputs + LIMIT.max(inputs),
    };
    if bound > limit || bound >= 255.0 {
        let message = format!(
            "the combiners of {target} may be off by {bound:.1} of 255 steps here; {limit:.1} are allowed"
        );
        let error = Diagnostic::error(codes::target::UNSUPPORTED, message)
            .at(flat.spans[0], "this colour")
            .with_note(format!(
                "the rounding of the inputs to bytes alone may cost {inputs:.1} steps"
            ));
        return Err(match bound < 255.0 {
            true => error.with_help(format!(
                "allow it: --target-option {}={:.0}",
                MAX_ERROR.name,
                bound.ceil()
            )),
            false => error,
        });
    }
    let mut warnings = Diagnostics::new();
    if bound > NOTICEABLE {
        let message = format!("the result may be off by {bound:.1} of 255 steps");
        let warning = Diagnostic::warning(codes::warning::COMBINER_ERROR, message);
        warnings.push(warning.at(flat.spans[0], "this colour"));
    }
    Ok(warnings)
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
