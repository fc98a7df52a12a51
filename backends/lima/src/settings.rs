//! The settings that a user may give.

use retroshade_diagnostics::Diagnostic;
use retroshade_kit::machine::Watch;
use retroshade_kit::settings::{
    self, BUDGET, CLIP_DEPTHS, INVARIANT_POSITION, INVERT_Y, NAN_CLAMP, SEED, SWITCH, Setting,
};

/// Whether the simulator of fragment programs rounds results to half floats.
const HALF: Setting = Setting::words("half", SWITCH);

pub(crate) const SETTINGS: &[Setting] = &[
    INVERT_Y,
    INVARIANT_POSITION,
    CLIP_DEPTHS,
    Setting {
        refused: &[("on", "does not say what its `min` and `max` make of NaN")],
        ..NAN_CLAMP
    },
    BUDGET,
    SEED,
    HALF,
];

/// Whether results of a run are rounded to half floats, where the settings of the watch say it.
///
/// # Errors
/// A setting that the target has not.
pub(crate) fn half(watch: &Watch) -> Result<Option<bool>, Diagnostic> {
    settings::check("lima", SETTINGS, &watch.settings)?;
    let asked = watch.settings.get(HALF.name);
    Ok(asked.map(|value| value == "on"))
}
