//! State that a fragment needs beside combiners and texture stages, and that the application may hold itself: the alpha
//! test, whether there is a second colour, the fog.

use super::check::completeness;
use super::isa::{
    ALPHA_ENABLE, FOG_ENABLE, Input, LIGHT_CONTROL, OTHER_INPUT, PROGRAM, Register, SPECULAR_ALPHA,
    SPECULAR_ENABLE, STAGES, Setup, Side,
};
use retroshade_diagnostics::fault::Fault;

/// What a fragment shader sets of the state that outlives a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// What the program defines: a test where it discards, a second colour and fog where it reads them. All else stays
    /// as the application has it.
    #[default]
    Program,
    /// All that decides the colour of a draw, so that nothing of an earlier draw shines through.
    Draw,
}

impl State {
    /// The words of the setting `state`, in the order of the variants.
    pub const NAMES: &[&str] = &["program", "draw"];

    /// By its name, which [`State::NAMES`] has.
    pub fn named(name: Option<&str>) -> State {
        match name {
            Some("draw") => State::Draw,
            _ => State::Program,
        }
    }

    /// As the record has it; `None` for the usual one.
    pub fn recorded(self) -> Option<String> {
        (self == State::Draw).then(|| State::NAMES[1].to_owned())
    }
}

/// Which lanes of the interpolated second colour a set-up reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SecondColor {
    /// Red, green or blue: SPECULAR_ENABLE has to be 1.
    pub rgb: bool,
    /// Alpha: LIGHT_CONTROL has to let it through, too.
    pub alpha: bool,
}

impl Setup {
    /// What is read of the second colour before a combiner writes something else into its register.
    pub fn second_color(&self) -> SecondColor {
        let second = Register::COLORS[1];
        let (mut read, mut written) = (SecondColor::default(), 0u8);
        let mut note = |input: Input, side: Side, written: u8| {
            let alpha = input.alpha;
            let lanes = match (alpha, side) {
                (true, _) => 8,
                (false, Side::Alpha) => 4,
                (false, Side::Rgb) => 7,
            };
            let is_sum = input.register == Register::SUM;
            if (input.register == second || is_sum) && lanes & !written != 0 {
                read.alpha |= alpha;
                read.rgb |= !alpha;
            }
        };
        for stage in 0..self.count().min(STAGES) {
            for (side, half) in Side::BOTH.into_iter().zip(self.stage(stage)) {
                half.live_inputs()
                    .for_each(|input| note(input, side, written));
            }
            let own = self.written(stage).into_iter();
            written |= own
                .filter(|(register, _)| *register == second)
                .fold(0, |all, (_, lanes)| all | lanes);
        }
        let [a, b, c, d, e, f, g] = self.last();
        let colors = [a, b, c, d];
        let product = colors.iter().any(|one| one.register == Register::PRODUCT);
        let factors = [e, f].into_iter().filter(|_| product);
        for input in colors.into_iter().chain(factors) {
            note(input, Side::Rgb, written);
        }
        note(g, Side::Alpha, written);
        read
    }

    /// The words that let the lanes of the second colour through which combiners read.
    pub fn second_color_words(&self) -> Vec<(u32, u32)> {
        let read = self.second_color();
        let mut words = Vec::new();
        if read.alpha {
            words.push((LIGHT_CONTROL, SPECULAR_ALPHA));
        }
        if read.rgb || read.alpha {
            words.push((SPECULAR_ENABLE, 1));
        }
        words
    }

    /// Adds what decides a draw and is not there: texture stages that are off, no alpha test, the second colour.
    ///
    /// # Errors
    /// What only the program can say is missing: the combiners, constants.
    pub fn complete(&mut self) -> Result<(), Fault> {
        if !self.has_combiners() {
            let message = "the combiners are missing, without which texture stages give no colour";
            return Err(Fault::from(message.to_owned()));
        }
        let off = [ALPHA_ENABLE, PROGRAM, OTHER_INPUT].map(|method| (method, 0));
        for (method, word) in self.second_color_words().into_iter().chain(off) {
            self.words.entry(method).or_insert(word);
        }
        completeness(self)
    }

    /// Methods that hold after the draw, by what the shader wants them for.
    pub(crate) fn lasting(&self) -> Vec<(&'static str, Vec<u32>)> {
        type Contains = fn(u32) -> bool;
        let groups: [(&str, Contains); 3] = [
            ("the alpha test", |method| {
                (ALPHA_ENABLE..=super::isa::ALPHA_REF).contains(&method)
            }),
            ("the second colour", |method| {
                method == SPECULAR_ENABLE || method == LIGHT_CONTROL
            }),
            ("the fog", |method| {
                (super::isa::FOG_MODE..=FOG_ENABLE + 4).contains(&method)
                    || (super::isa::FOG_PARAMS..super::isa::FOG_PARAMS + 12).contains(&method)
            }),
        ];
        let own = groups.map(|(name, is)| {
            let methods = self.words.keys().copied();
            (
                name,
                methods.filter(|method| is(*method)).collect::<Vec<u32>>(),
            )
        });
        own.into_iter()
            .filter(|(_, methods)| !methods.is_empty())
            .collect()
    }
}
