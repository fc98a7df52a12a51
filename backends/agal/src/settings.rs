//! The settings that a user may give, checked.

use crate::isa::{File, Opcode, Program, Token, Version};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::Stage;
use retroshade_kit::settings::{
    self, CLIP_DEPTHS, INVARIANT_POSITION, INVERT_Y, NAN_CLAMP, SEED, Setting,
};
use retroshade_kit::target::{Optimize, Options};

/// The client that is to run a program.
const PROFILE: Setting = Setting::words(
    "agal-profile",
    &[
        "all",
        "flash",
        "ruffle",
        "openfl",
        "baseline",
        "baselineConstrained",
        "baselineExtended",
        "standard",
        "standardConstrained",
        "standardExtended",
        "enhanced",
    ],
);

const SETTINGS: &[Setting] = &[
    PROFILE,
    INVERT_Y,
    INVARIANT_POSITION,
    CLIP_DEPTHS,
    Setting {
        refused: &[("on", "does not say what `min` and `max` make of NaN")],
        ..NAN_CLAMP
    },
    settings::BUDGET,
    // The searches make no random choices.
    SEED,
];

/// The client that is to run a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Any that takes the version.
    #[default]
    All,
    /// Flash Player and AIR, with a profile that has all that the version has.
    Flash,
    /// Ruffle.
    Ruffle,
    /// OpenFL.
    OpenFl,
    /// Stage3D's profile for the oldest chips: version 1, few native instructions.
    BaselineConstrained,
    /// Stage3D's profile of version 2 for chips with few samplers and one colour.
    StandardConstrained,
}

impl Profile {
    fn from_name(name: &str) -> Option<Profile> {
        Some(match name {
            "all" => Profile::All,
            "flash" | "baseline" | "baselineExtended" | "standard" | "standardExtended"
            | "enhanced" => Profile::Flash,
            "ruffle" => Profile::Ruffle,
            "openfl" => Profile::OpenFl,
            "baselineConstrained" => Profile::BaselineConstrained,
            "standardConstrained" => Profile::StandardConstrained,
            _ => return None,
        })
    }

    /// How many registers of a file the client has: Ruffle has the constants, samplers and outputs of
    /// version 1 in all versions.
    pub(crate) fn registers(self, version: Version, stage: Stage, file: File) -> u16 {
        let narrow = matches!(
            file,
            File::Constant | File::Sampler | File::Output | File::Depth
        );
        match self {
            Profile::Ruffle if narrow => Version::V1.registers(stage, file),
            Profile::StandardConstrained
                if matches!(file, File::Sampler | File::Output | File::Varying) =>
            {
                Version::V1.registers(stage, file)
            }
            _ => version.registers(stage, file),
        }
    }

    /// What a program has too much of for the native code that the profile's chips have room for: at most
    /// 64 instructions, 32 lookups of which four may be different, and no comparisons (Adobe's table of the
    /// profile).
    pub(crate) fn excess(self, program: &Program) -> Option<String> {
        if self != Profile::BaselineConstrained || program.stage == Stage::Vertex {
            return None;
        }
        let count =
            |is: fn(&Token) -> bool| program.tokens.iter().filter(|token| is(token)).count();
        let lookups = count(|token| token.sampler.is_some());
        let others = program.tokens.len() - lookups;
        let comparisons = [Opcode::Sge, Opcode::Slt, Opcode::Seq, Opcode::Sne];
        let compares = program
            .tokens
            .iter()
            .any(|token| comparisons.contains(&token.opcode));
        let limit = |what: &str, most: usize, found: usize| {
            (found > most).then(|| format!("at most {most} {what}, but the program has {found}"))
        };
        let too_many = limit("lookups", 4, lookups).or(limit("other tokens", 64, others));
        too_many
            .or(compares.then(|| "no `sge`, `slt`, `seq` and `sne`, which choices need".to_owned()))
    }

    /// The target as messages name it.
    pub(crate) fn owner(self, target: &'static str) -> &'static str {
        match (self, target) {
            (Profile::Ruffle, "agal2") => "agal2 on Ruffle",
            (Profile::StandardConstrained, _) => "the profile standardConstrained",
            _ => target,
        }
    }
}

/// What the options ask of one program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Who runs it.
    pub(crate) profile: Profile,
    /// Steps of the search for an order.
    pub(crate) order_steps: u64,
    /// Steps of the search for fewer temporaries, for each operation.
    pub(crate) refine_steps: u64,
    /// Restarts of the search for registers, for each order.
    pub(crate) register_restarts: u32,
}

impl Settings {
    /// Reads the options.
    ///
    /// # Errors
    /// Names the setting that does not exist, has an unknown value, or cannot be met.
    pub(crate) fn read(
        target: &str,
        version: Version,
        options: &Options,
    ) -> Result<Settings, Diagnostic> {
        let (order_steps, refine_steps, register_restarts) = match options.optimize {
            Optimize::None => (1_000, 0, 4),
            Optimize::Normal | Optimize::Size => (5_000, 6, 16),
            Optimize::Most => (1_000_000, 10_000, 1_000),
        };
        let mut settings = Settings {
            order_steps,
            refine_steps,
            register_restarts,
            ..Settings::default()
        };
        let refuse = |message: String| Err(Diagnostic::error(codes::target::SETTING, message));
        options.refuse_divide(target)?;
        settings::check(target, SETTINGS, &options.settings)?;
        if let Some(steps) = settings::number(&options.settings, &settings::BUDGET) {
            settings.order_steps = steps;
        }
        let Some(profile) = options.settings.get(PROFILE.name) else {
            return Ok(settings);
        };
        // Programs keep the rules of all clients in any case.
        settings.profile = Profile::from_name(profile).unwrap_or_default();
        // The newest version that a profile takes (Adobe's documentation of Context3DProfile).
        let newest = match &**profile {
            "baseline" | "baselineExtended" => Version::V1,
            "standard" => Version::V2,
            _ => Version::V3,
        };
        if version > newest {
            let number = newest.number();
            return refuse(format!(
                "the profile {profile} takes versions up to {number}: use the target agal{number}"
            ));
        }
        let wrong = match settings.profile {
            Profile::OpenFl if version > Version::V1 => {
                "OpenFL takes version 1 only: use the target agal1"
            }
            Profile::Ruffle if version > Version::V2 => {
                "Ruffle takes versions 1 and 2: use the target agal1 or agal2"
            }
            Profile::BaselineConstrained if version > Version::V1 => {
                "the profile baselineConstrained has version 1 only: use the target agal1"
            }
            Profile::StandardConstrained if version != Version::V2 => {
                "the profile standardConstrained has version 2: use the target agal2"
            }
            _ => return Ok(settings),
        };
        refuse(wrong.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_kit::target::Position;

    fn read(version: Version, name: &str, value: &str) -> Result<Settings, Diagnostic> {
        let mut options = Options::default();
        options.settings.insert(name.into(), value.into());
        Settings::read("agal1", version, &options)
    }

    #[test]
    fn settings_are_read() {
        assert!(read(Version::V1, "clip-depth", "gl").is_ok());
        assert!(read(Version::V1, "invert-y", "on").is_ok());
        assert_eq!(read(Version::V1, "budget", "77").unwrap().order_steps, 77);
        assert!(read(Version::V1, "agal-profile", "openfl").is_ok());
    }

    #[test]
    fn profiles_of_air_have_versions() {
        for (version, profiles) in [
            (Version::V1, &["baseline", "baselineExtended"][..]),
            (Version::V2, &["standard"]),
            (Version::V3, &["standardExtended", "enhanced"]),
        ] {
            for profile in profiles {
                for asked in [Version::V1, Version::V2, Version::V3] {
                    let settings = read(asked, "agal-profile", profile);
                    assert_eq!(settings.is_ok(), asked <= version, "{profile} {asked:?}");
                }
            }
        }
    }

    #[test]
    fn ruffle_has_the_limits_of_version_1() {
        let settings = read(Version::V2, "agal-profile", "ruffle").unwrap();
        let count = |file| {
            settings
                .profile
                .registers(Version::V2, Stage::Fragment, file)
        };
        assert_eq!(count(File::Output), 1);
        assert_eq!(count(File::Depth), 0);
        assert_eq!(count(File::Constant), 28);
        assert_eq!(count(File::Temporary), 26);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for (version, name, value) in [
            (Version::V2, "agal-profile", "openfl"),
            (Version::V3, "agal-profile", "ruffle"),
            (Version::V1, "agal-profile", "away"),
            (Version::V1, "invert-y", "maybe"),
            (Version::V1, "nan-clamp", "on"),
            (Version::V1, "budget", "many"),
            (Version::V1, "unknown", "on"),
        ] {
            let error = read(version, name, value).unwrap_err();
            assert_eq!(error.code, codes::target::SETTING, "{name}={value}");
        }
        let options = Options {
            position: Position::Divide,
            ..Options::default()
        };
        assert!(Settings::read("agal1", Version::V1, &options).is_err());
    }
}
