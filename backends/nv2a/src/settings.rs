//! What users may set for this target alone.

use crate::fragment::state::State;
use crate::isa::CONSTANTS;
use crate::position::{DEFAULT_VIEWPORT, PositionOptions};
use crate::select::Accuracy;
use crate::text::End;
use retroshade_combiner::limit::MAX_ERROR;
use retroshade_diagnostics::Diagnostic;
use retroshade_kit::settings::{
    self, BUDGET, CLIP_DEPTHS, INVARIANT_POSITION, INVERT_Y, NAN_CLAMP, SEED, Setting,
};
use retroshade_kit::target::Options;

/// Slots that the search at `-O3` may fill unless the user says otherwise.
pub(crate) const DEFAULT_BUDGET: u32 = 200_000;
/// How exact functions are without a setting.
const DEFAULT_ACCURACY: Accuracy = Accuracy::ByPrecision;

/// How exact functions are.
const MATH: Setting = Setting::words("math", &["auto", "fast", "exact"]);
/// The first of two constants with the viewport.
const VIEWPORT: Setting = Setting::other("viewport", "0..190");
/// What ends a program.
const END: Setting = Setting::words("end", &["last", "marker"]);

/// How much state fragments set.
pub(crate) const STATE: Setting = Setting::words("state", State::NAMES);

/// How `run` computes: vertex programs rounding to the nearest or exactly as the chip, fragments without rounding or in
/// steps of 1/255.
pub(crate) const ARITHMETIC: Setting =
    Setting::words("arithmetic", &["nearest", "hardware", "exact", "fixed"]);

pub(crate) const SETTINGS: &[Setting] = &[
    MATH,
    VIEWPORT,
    END,
    INVERT_Y,
    INVARIANT_POSITION,
    CLIP_DEPTHS,
    NAN_CLAMP,
    BUDGET,
    SEED,
    // For fragments.
    MAX_ERROR,
    STATE,
    // For simulators.
    ARITHMETIC,
];

/// What [`Options::settings`] may say of this target.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// `math`: `auto`, `fast` or `exact`.
    pub accuracy: Accuracy,
    /// `viewport`: the register of the scale; the offset is in the next one.
    pub viewport: [u8; 2],
    /// `end`: `last` (the last slot ends the program) or `marker` (an empty slot does).
    pub end: End,
    /// `budget`: slots that the search at `-O3` may fill.
    pub budget: u32,
    /// `seed`: where pseudo-random choices start.
    pub seed: u64,
}

impl Settings {
    /// Reads the settings.
    ///
    /// # Errors
    /// A setting that is not known, or a value that makes no sense.
    pub fn read(options: &Options) -> Result<Settings, Diagnostic> {
        let mut found = Settings {
            accuracy: DEFAULT_ACCURACY,
            viewport: DEFAULT_VIEWPORT,
            end: End::LastSlot,
            budget: DEFAULT_BUDGET,
            seed: 1,
        };
        options.refuse_sampler_states("nv2a")?;
        settings::check("nv2a", SETTINGS, &options.settings)?;
        let given = |setting: &Setting| options.settings.get(setting.name);
        if let Some(accuracy) = given(&MATH).and_then(|value| Accuracy::parse(value)) {
            found.accuracy = accuracy;
        }
        if let Some(value) = given(&VIEWPORT) {
            found.viewport =
                viewport(value).ok_or_else(|| settings::refuse_value("nv2a", &VIEWPORT, value))?;
        }
        if given(&END).is_some_and(|value| value == "marker") {
            found.end = End::Marker;
        }
        if let Some(budget) = settings::budget(&options.settings) {
            found.budget = budget;
        }
        if let Some(seed) = settings::number(&options.settings, &SEED) {
            found.seed = seed;
        }
        Ok(found)
    }

    /// What is wanted of the position.
    pub(crate) fn position(&self, options: &Options) -> PositionOptions {
        PositionOptions {
            space: options.position,
            viewport: self.viewport,
        }
    }
}

fn viewport(value: &str) -> Option<[u8; 2]> {
    let first: u8 = value.parse().ok()?;
    (u32::from(first) + 1 < CONSTANTS).then_some([first, first + 1])
}
