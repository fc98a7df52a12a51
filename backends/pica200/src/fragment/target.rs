//! What the target does with set-ups that are there already: disassembles, checks and runs them.

use super::check::check;
use super::interface;
use super::isa::{FOG_COLOR_FILE, STAGES, Setup};
use super::sim::{self, Arithmetic};
use super::text;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::texture::TextureKind;
use retroshade_kit::finding::Finding;
use retroshade_kit::listing::{Encoded, Style, no_instructions};
use retroshade_kit::machine::{Kind, Outcome, Register, RegisterImage, UNSET, Watch};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::schedule::Schedule;
use retroshade_kit::target::{MachineCode, Options};

/// Whether a text is a set-up: what its first line begins with tells.
pub(crate) fn is_text(source: &str) -> bool {
    let lines = source.lines().map(|line| line.split("//").next());
    let mut words = lines.flatten().flat_map(str::split_whitespace);
    let stages = (0..STAGES).map(|number| format!("stage{number}"));
    words.next().is_some_and(|word| {
        SETTINGS.contains(&word) || stages.into_iter().any(|stage| stage == word)
    })
}

/// Words that begin lines of a set-up that are no stages.
const SETTINGS: [&str; 5] = ["units", "buffer", "alphatest", "fog", "fogcolor"];

/// How its text is written: each stage is a line.
pub(crate) const LISTING: Style = Style {
    comment: "//",
    names: true,
    is_instruction: |line| line.trim_start().starts_with("stage"),
    lists_operations: false,
};

impl MachineCode for Setup {
    fn disassemble(&self) -> Result<String, Diagnostics> {
        Ok(text::print(self))
    }

    fn verify(&self, _: &Options) -> Result<Vec<Finding>, Diagnostics> {
        Ok(check(self))
    }

    fn instructions(&self) -> Result<Vec<Encoded>, Diagnostics> {
        Err(no_instructions("pica200").into())
    }

    fn schedule(&self, _: &Reflection) -> Result<Schedule, Diagnostics> {
        Err(no_instructions("pica200").into())
    }

    fn interface(&self) -> Result<Reflection, Diagnostics> {
        Ok(interface::interface(self))
    }

    /// The settings of the watch may say `arithmetic=integer` or `rounded`.
    fn simulate(&self, image: &RegisterImage, watch: &mut Watch) -> Result<Outcome, Diagnostics> {
        let setup = with_constants(self.clone(), image);
        let arithmetic = match watch.settings.get("arithmetic").map(String::as_str) {
            Some("integer") => Arithmetic::Integer,
            None | Some("rounded") => Arithmetic::Rounded,
            Some(other) => {
                let message = format!("arithmetic={other}: integer or rounded is due");
                return Err(Diagnostic::error(codes::target::SETTING, message).into());
            }
        };
        let mut outcome = Outcome {
            executed: setup.length() as u64,
            ..Outcome::default()
        };
        let mut colors = Vec::with_capacity(image.samples);
        let textures = textures(&setup, image);
        let shade = |sample: usize| {
            let bytes = |register: Register| register.map(sim::byte);
            let fragment = sim::Fragment {
                color: bytes(
                    image
                        .input("color", 0, sample, UNSET)
                        .map(|lane| lane.clamp(0.0, 1.0)),
                ),
                light: [0, 1].map(|k| bytes(image.input("light", k, sample, [0.0; 4]))),
                textures: std::array::from_fn(|unit| bytes(textures[unit][sample])),
                fog: {
                    let [factor, ..] = image.input("fog", 0, sample, [1.0; 4]);
                    let factor = if factor.is_nan() { 1.0 } else { factor };
                    (factor.clamp(0.0, 1.0) * f32::from(sim::CLEAR)).round() as u16
                },
            };
            let mut recorder = watch.records(sample);
            if let Some(recorder) = &mut recorder {
                for (unit, texel) in (0..).zip(fragment.textures) {
                    if setup.units[unit].is_some() {
                        recorder.hold(Kind::Pipeline, &format!("tex{unit}"), numbers(texel));
                    }
                }
            }
            let shaded = sim::run_watched(
                &setup,
                &fragment,
                arithmetic,
                &mut |stage, result, buffer| {
                    // Those behind the last one of the text hand on what they get.
                    let recorder = recorder.as_mut().filter(|_| stage < setup.length());
                    if let Some(recorder) = recorder {
                        recorder.begin(stage);
                        recorder.write(Kind::Temporary, "prev", 15, numbers(result));
                        recorder.hold(Kind::Temporary, "buffer", numbers(buffer));
                    }
                },
            );
            if let Some(recorder) = recorder {
                recorder.hold(Kind::Output, "color", numbers(shaded.color));
                if shaded.discarded {
                    recorder.say("discarded");
                }
            }
            shaded
        };
        for shaded in (0..image.samples).map(shade) {
            colors.push(numbers(shaded.color));
            outcome.discarded.push(shaded.discarded);
        }
        outcome
            .outputs
            .entry("out".into())
            .or_default()
            .insert(0, colors);
        Ok(outcome)
    }
}

/// A colour as numbers from 0 to 1.
fn numbers(color: [u8; 4]) -> Register {
    color.map(|byte| f32::from(byte) / 255.0)
}

/// The set-up with the constants that the application computed.
fn with_constants(mut setup: Setup, image: &RegisterImage) -> Setup {
    let set = |color: &mut super::isa::Color, file: &str, index: u32| {
        let values = image.uniform(file, index);
        for (byte, value) in color.iter_mut().zip(values) {
            if !value.is_nan() {
                *byte = sim::byte(value);
            }
        }
    };
    for (stage, index) in setup.stages.iter_mut().zip(0..) {
        set(&mut stage.color, "const", index);
    }
    set(&mut setup.buffer, "buffer", 0);
    if let Some([red, green, blue]) = setup.fog_color {
        let mut color = [red, green, blue, 0];
        set(&mut color, FOG_COLOR_FILE, 0);
        setup.fog_color = Some([color[0], color[1], color[2]]);
    }
    if let Some((_, reference)) = &mut setup.alpha_test {
        let mut color = [*reference; 4];
        set(&mut color, "alpharef", 0);
        *reference = color[0];
    }
    setup
}

/// What each unit finds for each sample.
fn textures(setup: &Setup, image: &RegisterImage) -> [Vec<Register>; 4] {
    std::array::from_fn(|unit| {
        let nothing = vec![[0.0; 4]; image.samples];
        let (Some(set), Some(texture)) = (setup.units[unit], image.textures.get(&(unit as u32)))
        else {
            return nothing;
        };
        let coordinates: Vec<[f32; 3]> = (0..image.samples)
            .map(|sample| {
                let [x, y, z, _] = image.input("texcoord", set.into(), sample, UNSET);
                match (texture.kind() == TextureKind::Cube, z.is_nan()) {
                    (true, _) => [x, y, z],
                    (false, true) => [x, y, 0.0],
                    (false, false) => [x / z, y / z, 0.0],
                }
            })
            .collect();
        let look = |sample: usize| {
            let level = image.implicit_level(texture, &coordinates, sample);
            texture.sample(coordinates[sample], level)
        };
        (0..image.samples).map(look).collect()
    })
}
