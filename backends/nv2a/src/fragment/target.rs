//! What the target does with set-ups that are there already: disassembles and runs them.

use super::isa::{
    self, ALPHA_REF, BUMP, BUMP_MATRIX, FACTORS, FINAL_FACTORS, FOG_COLOR, FOG_COLOR_FILE,
    LUMINANCE, STAGES, Setup, UNITS, color_of, color_word, constant_byte,
};
use super::sim::{self, Arithmetic};
use super::state::State;
use super::text;
use super::textures::textures;
use super::{execute, interface};
use crate::settings::{ARITHMETIC, STATE};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_kit::finding::Finding;
use retroshade_kit::listing::{Encoded, Style, no_instructions};
use retroshade_kit::machine::{Kind, Outcome, Recorder, RegisterImage, Watch};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::schedule::Schedule;
use retroshade_kit::target::{MachineCode, Options};

/// How its text is written. A combiner takes several lines, of which the first stands for it; the final one begins
/// with its colour.
pub(crate) const LISTING: Style = Style {
    comment: "#",
    names: true,
    is_instruction: |line| line.trim() == "{" || line.starts_with("out.rgb"),
    lists_operations: false,
};

/// What the setting `state` says.
pub(crate) fn state(options: &Options) -> State {
    State::named(options.settings.get(STATE.name).map(String::as_str))
}

impl MachineCode for Setup {
    fn disassemble(&self) -> Result<String, Diagnostics> {
        Ok(text::print(self))
    }

    /// Reading checks every rule.
    fn verify(&self, _: &Options) -> Result<Vec<Finding>, Diagnostics> {
        Ok(Vec::new())
    }

    fn instructions(&self) -> Result<Vec<Encoded>, Diagnostics> {
        Err(no_instructions("nv2a").into())
    }

    fn schedule(&self, _: &Reflection) -> Result<Schedule, Diagnostics> {
        Err(no_instructions("nv2a").into())
    }

    fn interface(&self) -> Result<Reflection, Diagnostics> {
        Ok(interface::interface(self))
    }

    /// The settings of the watch may say `arithmetic=exact` or `fixed`.
    fn simulate(&self, image: &RegisterImage, watch: &mut Watch) -> Result<Outcome, Diagnostics> {
        if !self.has_combiners() {
            let message =
                "the texture stages alone give no colour: the combiners are in another file";
            return Err(Diagnostic::error(codes::target::UNSUPPORTED, message).into());
        }
        let reads_texels = self.reads(|input| (8..12).contains(&input.register.0));
        if reads_texels && !self.has_textures() {
            let message = "the combiners read textures, but the texture stages are in another file";
            return Err(Diagnostic::error(codes::target::UNSUPPORTED, message).into());
        }
        let setup = with_constants(self.clone(), image);
        let arithmetic = match watch.settings.get(ARITHMETIC.name).map(String::as_str) {
            None | Some("exact") => Arithmetic::Exact,
            Some("fixed") => Arithmetic::Fixed,
            Some(other) => {
                let message = format!("arithmetic={other}: exact or fixed is due");
                return Err(Diagnostic::error(codes::target::SETTING, message).into());
            }
        };
        let textures = textures(&setup, image)?;
        let fog = |sample: usize| {
            let [red, green, blue, _] = setup.word(FOG_COLOR).to_le_bytes();
            let [factor, ..] = image.input("o", 5, sample, [1.0; 4]);
            let factor = if factor.is_nan() {
                1.0
            } else {
                factor.clamp(0.0, 1.0)
            };
            let [red, green, blue] = [red, green, blue].map(|byte| f64::from(byte) / 255.0);
            [red, green, blue, factor.into()]
        };
        let color = |index: u32, sample: usize| {
            let mut lanes = image.input("o", index, sample, [0.0, 0.0, 0.0, 1.0]);
            if index == 4 {
                lanes = execute::second_color(&setup, lanes, 0.0, 1.0);
            }
            lanes.map(|lane| {
                f64::from(if lane.is_nan() {
                    0.0
                } else {
                    lane.clamp(0.0, 1.0)
                })
            })
        };
        let shade = |sample: usize| {
            let fragment = sim::Fragment {
                colors: [color(3, sample), color(4, sample)],
                textures: std::array::from_fn(|unit| textures[unit][sample].map(f64::from)),
                fog: fog(sample),
            };
            match watch.records(sample) {
                Some(recorder) => record(recorder, &setup, &fragment, arithmetic),
                None => sim::run(&setup, &fragment, arithmetic),
            }
        };
        let mut outcome = Outcome {
            executed: setup.length().into(),
            ..Outcome::default()
        };
        let mut colors = Vec::with_capacity(image.samples);
        for shaded in (0..image.samples).map(shade) {
            colors.push(shaded.color.map(|lane| lane as f32));
            outcome.discarded.push(shaded.discarded);
        }
        let file = outcome.outputs.entry("out".into()).or_default();
        file.insert(0, colors);
        Ok(outcome)
    }
}

/// Runs a set-up with a recording of its combiners.
fn record(
    recorder: &mut Recorder,
    setup: &Setup,
    fragment: &sim::Fragment,
    arithmetic: Arithmetic,
) -> sim::Shaded {
    // One combiner that does nothing is not in the text.
    let instructions = LISTING.instructions(&text::print(setup)).len() as u32;
    let count = instructions.saturating_sub(1);
    let shaded = sim::run_watched(setup, fragment, arithmetic, &mut |ran, registers| {
        let numbers = |register: isa::Register| {
            registers[usize::from(register.0 & 15)].map(|lane| lane as f32)
        };
        if let Some(stage) = ran.checked_sub(1).filter(|stage| *stage < count) {
            recorder.begin(stage as usize);
            for (register, lanes) in setup.written(stage) {
                let name = register.name().unwrap_or("?");
                recorder.write(Kind::Temporary, name, lanes, numbers(register));
            }
        }
        let all = (0..16).map(isa::Register);
        for register in all.filter(|register| register.is_writable()) {
            let name = register.name().unwrap_or("?");
            recorder.hold(Kind::Temporary, name, numbers(register));
        }
    });
    recorder.begin(count as usize);
    let color = shaded.color.map(|lane| lane as f32);
    recorder.write(Kind::Output, "out", 15, color);
    if shaded.discarded {
        recorder.say("discarded");
    }
    shaded
}

/// The set-up with the constants that the application computed.
fn with_constants(mut setup: Setup, image: &RegisterImage) -> Setup {
    for (which, file) in ["c0", "c1"].into_iter().enumerate() {
        for stage in 0..=STAGES {
            let method = match stage {
                STAGES => FINAL_FACTORS[which],
                stage => FACTORS[which] + 4 * stage,
            };
            let Some(word) = setup.words.get_mut(&method) else {
                continue;
            };
            let mut color = color_of(*word);
            for (byte, value) in color.iter_mut().zip(image.uniform(file, stage)) {
                if !value.is_nan() {
                    *byte = constant_byte(value.into());
                }
            }
            *word = color_word(color);
        }
    }
    let [reference, ..] = image.uniform("alpharef", 0);
    if !reference.is_nan() && setup.words.contains_key(&ALPHA_REF) {
        setup
            .words
            .insert(ALPHA_REF, constant_byte(reference.into()).into());
    }
    if let Some(word) = setup.words.get_mut(&FOG_COLOR) {
        let mut color = word.to_le_bytes();
        for (byte, value) in color.iter_mut().zip(image.uniform(FOG_COLOR_FILE, 0)) {
            if !value.is_nan() {
                *byte = constant_byte(value.into());
            }
        }
        *word = u32::from_le_bytes(color);
    }
    for unit in 1..UNITS {
        let [scale, offset, ..] = image.uniform(LUMINANCE, unit);
        let numbers = image.uniform(BUMP, unit).into_iter();
        for (place, number) in (0..).zip(numbers.chain([scale, offset])) {
            let word = setup.words.get_mut(&(BUMP_MATRIX + 64 * unit + 4 * place));
            if let Some(word) = word.filter(|_| !number.is_nan()) {
                *word = number.to_bits();
            }
        }
    }
    setup
}
