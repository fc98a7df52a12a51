//! The settings that a user may give, checked.

use crate::container::Container;
use crate::interface::{Consumer, InputMode};
use crate::machine::NanResult;
use crate::schedule::{BUDGET, Procedures};
use crate::select::{self, Pass};
use crate::simulate::FLOAT24;
use crate::{FINISH, PIPELINE, PLAIN};
use retroshade_combiner::limit::MAX_ERROR;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{Shader, Stage};
use retroshade_kit::settings::{
    self, CLIP_DEPTHS, INVARIANT_POSITION, INVERT_Y, NAN_CLAMP, SEED, SWITCH, Setting,
};
use retroshade_kit::target::{Optimize, Options};

/// The setting that says whether a geometry program follows.
pub(crate) const GEOMETRY: &str = "geometry";

/// The setting that says where a geometry program finds its input.
const INPUT_MODE: &str = "gsh";

pub(crate) const SETTINGS: &[Setting] = &[
    INVERT_Y,
    INVARIANT_POSITION,
    CLIP_DEPTHS,
    NAN_CLAMP,
    Setting::words(GEOMETRY, SWITCH),
    Setting::words(INPUT_MODE, &["point", "fixed", "variable"]),
    settings::BUDGET,
    // The searches make no random choices.
    SEED,
    // For the assembler.
    Setting::words("nop", SWITCH),
    FLOAT24,
    // For fragments.
    MAX_ERROR,
];

/// The values of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) container: Container,
    /// True if the assembler puts `nop`s where blocks may not end.
    pub(crate) padding: bool,
    pub(crate) selection: select::Settings,
    pub(crate) procedures: Procedures,
    /// The number of times that the search for registers may begin again.
    pub(crate) budget: u32,
}

/// What the options say reads the varyings of a program of a stage.
pub(crate) fn consumer(stage: Stage, options: &Options) -> Consumer {
    if stage == Stage::Vertex && options.is_on(GEOMETRY) {
        Consumer::GeometryProgram
    } else {
        Consumer::Pipeline
    }
}

/// The mode that is asked for.
pub(crate) fn input_mode(options: &Options) -> Option<InputMode> {
    let said = options.settings.get(INPUT_MODE)?;
    let mut modes = InputMode::NAMES.into_iter();
    modes.find_map(|(name, mode)| (name == said).then_some(mode))
}

impl Settings {
    /// Reads the options.
    ///
    /// # Errors
    /// Names the option that does not exist, has an unknown value, or cannot be met.
    pub(crate) fn read(options: &Options) -> Result<Settings, Diagnostic> {
        let refuse = |message: String| Diagnostic::error(codes::target::SETTING, message);
        options.refuse_divide("pica200")?;
        options.refuse_sampler_states("pica200")?;
        let name = options.container.as_deref();
        let container = settings::container("pica200", Container::NAMES, Container::parse, name)?;
        if options.settings.contains_key("matrices") {
            return Err(refuse("pica200 has no setting `matrices`".into())
                .with_help("`--matrices=rows`, `columns` or `auto` says how matrices lie"));
        }
        settings::check("pica200", SETTINGS, &options.settings)?;
        let padding = options
            .settings
            .get("nop")
            .is_none_or(|value| value == "on");
        let selection = select::Settings {
            optimize: options.optimize != Optimize::None,
            nan: if options.is_on("nan-clamp") {
                NanResult::Number
            } else {
                NanResult::Any
            },
            consumer: consumer(Stage::Vertex, options),
            input: input_mode(options),
            invariant: false,
        };
        Ok(Settings {
            container,
            padding,
            selection,
            procedures: match options.optimize {
                Optimize::Size => Procedures::Always,
                Optimize::None | Optimize::Normal | Optimize::Most => Procedures::IfNeeded,
            },
            budget: settings::budget(&options.settings).unwrap_or(BUDGET),
        })
    }

    /// The same for a shader, whose interface has a say as well.
    pub(crate) fn of(shader: &Shader, options: &Options) -> Result<Settings, Diagnostic> {
        let mut settings = Settings::read(options)?;
        settings.selection.invariant = shader.has_invariant_output();
        settings.selection.consumer = consumer(shader.stage, options);
        Ok(settings)
    }

    /// What every program goes through.
    pub(crate) fn pipeline(&self) -> &'static [Pass] {
        if self.selection.optimize {
            PIPELINE
        } else {
            PLAIN
        }
    }

    /// Ways from lanes to vectors.
    pub(crate) fn finish(&self) -> &'static [&'static [Pass]] {
        match (self.selection.optimize, FINISH.split_last()) {
            (false, Some((last, _))) => std::slice::from_ref(last),
            _ => &FINISH,
        }
    }
}
