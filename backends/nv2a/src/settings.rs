//! What users may set for this target alone.

use crate::generate::{DEFAULT_ACCURACY, DEFAULT_BUDGET};
use crate::isa::CONSTANTS;
use crate::position::{DEFAULT_VIEWPORT, Wanted};
use crate::select::Accuracy;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_kit::position::CLIP_DEPTH;
use retroshade_kit::target::Options;

/// What [`Options::settings`] may say of this target.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// `math`: `auto`, `fast` or `exact`.
    pub accuracy: Accuracy,
    /// `viewport`: the register of the scale; the offset is in the next one.
    pub viewport: [u8; 2],
    /// `end`: `last` (the last slot ends the program) or `marker` (an empty slot does).
    pub end_marker: bool,
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
    pub fn of(options: &Options) -> Result<Settings, Diagnostic> {
        let mut settings = Settings {
            accuracy: DEFAULT_ACCURACY,
            viewport: DEFAULT_VIEWPORT,
            end_marker: false,
            budget: DEFAULT_BUDGET,
            seed: 1,
        };
        options.refuse_sampler_states("nv2a")?;
        for (name, value) in &options.settings {
            if !settings.take(name, value) {
                let message = format!("nv2a does not understand the setting `{name}={value}`");
                return Err(
                    Diagnostic::error(codes::target::SETTING, message).with_help(
                        "settings: math=auto|fast|exact, viewport=0..190, end=last|marker, invert-y=on|off, clip-depth=gl|native, nan-clamp=on|off, budget=N, seed=N",
                    ),
                );
            }
        }
        Ok(settings)
    }

    /// What is wanted of the position.
    pub(crate) fn position(&self, options: &Options) -> Wanted {
        Wanted {
            space: options.position,
            viewport: self.viewport,
        }
    }

    /// Takes one setting and tells whether it was understood.
    fn take(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("math", value) => match Accuracy::parse(value) {
                Some(accuracy) => self.accuracy = accuracy,
                None => return false,
            },
            ("viewport", value) => match viewport(value) {
                Some(pair) => self.viewport = pair,
                None => return false,
            },
            // Done before the passes.
            ("nan-clamp" | "invert-y", "on" | "off") | (CLIP_DEPTH, _) => {}
            ("budget", value) => match value.parse() {
                Ok(nodes) => self.budget = nodes,
                Err(_) => return false,
            },
            ("seed", value) => match value.parse() {
                Ok(seed) => self.seed = seed,
                Err(_) => return false,
            },
            ("end", "last") => self.end_marker = false,
            ("end", "marker") => self.end_marker = true,
            _ => return false,
        }
        true
    }
}

fn viewport(value: &str) -> Option<[u8; 2]> {
    let first: u8 = value.parse().ok()?;
    (u32::from(first) + 1 < CONSTANTS).then_some([first, first + 1])
}
