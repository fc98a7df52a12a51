//! Texture instructions: what the texture stages do.

use super::Parser;
use crate::fragment::isa::{CLIP_MODE, DOT_MAPPING, Mode, OTHER_INPUT, PROGRAM, UNITS};
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_kit::text::{error, error_of};

/// Inner products that read bytes as numbers from -1 to 1 the way of Direct3D, which is the first of the chip's ways.
const SIGNED: u32 = 1;

/// What a text has to say about a stage.
struct Address {
    mode: Mode,
    /// Whether it names another stage, which this one reads.
    argument: bool,
}

impl Parser<'_, '_> {
    /// `tex t0`, `texbem t1, t0`
    pub(super) fn texture(&mut self) -> Result<(), Diagnostic> {
        let name = self.cursor.word("an instruction")?;
        let address = address_of(name.text)
            .map_err(|why| error_of(codes::assembler::INSTRUCTION, name.span, why, "not read"))?;
        let unit = self.stage()?;
        let span = name.span.to(self.cursor.last_span());
        if !address.mode.stages().contains(&unit) {
            let message = format!("texture stage {unit} cannot do this");
            return Err(error(span, message, "another stage can"));
        }
        let shift = 5 * unit;
        let program = self.words.entry(PROGRAM).or_default();
        if *program >> shift != 0 {
            let message = format!("t{unit} comes behind a later texture stage, or twice");
            return Err(error(span, message, "stages go up"));
        }
        *program |= address.mode.code() << shift;
        self.words.entry(OTHER_INPUT).or_default();
        if address.mode == Mode::Clip {
            // A fragment stays where no coordinate is below 0.
            self.words.entry(CLIP_MODE).or_default();
        }
        if address.argument {
            self.cursor.punct(',')?;
            self.from(unit, address.mode)?;
        }
        self.cursor.line_end()
    }

    /// `t0` to `t3`, as a number.
    fn stage(&mut self) -> Result<u32, Diagnostic> {
        let token = self.cursor.word("a texture stage")?;
        let (stage, suffix) = token.text.split_at(token.text.len().min(2));
        let number = stage
            .strip_prefix(['t', 'T'])
            .and_then(|text| text.parse().ok());
        let number = number.filter(|number: &u32| *number < UNITS);
        match (number, suffix) {
            (Some(number), "") => Ok(number),
            _ => {
                let message = format!("`{}` is no texture stage", token.text);
                Err(error_of(
                    codes::assembler::REGISTER,
                    token.span,
                    message,
                    "t0 to t3",
                ))
            }
        }
    }

    /// The stage that another one reads, with `_bx2` where an inner product reads signed numbers.
    fn from(&mut self, unit: u32, mode: Mode) -> Result<(), Diagnostic> {
        let token = self.cursor.word("an earlier texture stage")?;
        let lower = token.text.to_ascii_lowercase();
        let (name, signed) = match lower.strip_suffix("_bx2") {
            Some(name) => (name, true),
            None => (lower.as_str(), false),
        };
        let number = name
            .strip_prefix('t')
            .and_then(|text| text.parse::<u32>().ok());
        let Some(number) = number.filter(|number| *number < unit) else {
            let message = format!("`{}` is no earlier texture stage", token.text);
            return Err(error_of(
                codes::assembler::REGISTER,
                token.span,
                message,
                "here",
            ));
        };
        if signed && !mode.is_dot() {
            return Err(error(
                token.span,
                "only inner products read signed numbers",
                "here",
            ));
        }
        if mode.is_dot() {
            let mapping = if signed { SIGNED } else { 0 };
            *self.words.entry(DOT_MAPPING).or_default() |= mapping << (4 * (unit - 1));
        }
        let shift = match unit {
            2 => 16,
            3 => 20,
            _ => 0,
        };
        *self.words.entry(OTHER_INPUT).or_default() |= number << shift;
        Ok(())
    }
}

/// What a texture instruction asks of its stage, or why it is not read.
fn address_of(name: &str) -> Result<Address, Fault> {
    let of = |mode, argument| Ok(Address { mode, argument });
    match name.to_ascii_lowercase().as_str() {
        "tex" => of(Mode::Plain, false),
        "texcoord" => of(Mode::Pass, false),
        "texkill" => of(Mode::Clip, false),
        "texbem" => of(Mode::Bump, true),
        "texbeml" => of(Mode::BumpLuminance, true),
        "texreg2ar" => of(Mode::AlphaRed, true),
        "texreg2gb" => of(Mode::GreenBlue, true),
        "texm3x2pad" | "texm3x3pad" => of(Mode::Dot, true),
        "texm3x2tex" => of(Mode::DotPlain, true),
        "texm3x3vspec" => of(Mode::DotSpecular, true),
        "texm3x3tex" => Err(
            "`texm3x3tex` reads a cube map or a volume, which the text does not say: `dot_product_cube_map_3of3` and `dot_product_3d_3of3` of TS1.0 do".into(),
        ),
        "texm3x3spec" => Err(
            "`texm3x3spec` takes the eye from a constant, whose place is not documented: `dot_product_reflect_cube_map_const_eye_3of3` of TS1.0 does".into(),
        ),
        other => Err(format!("`{other}` is no texture instruction that is documented for this machine").into()),
    }
}
