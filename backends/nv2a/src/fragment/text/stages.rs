//! TS1.0: what the texture stages do.

use super::parse::{Reader, wrong};
use super::tokens::note;
use crate::fragment::isa::{BUMP_MATRIX, DOT_MAPPING, EXPANDED, Mode, OTHER_INPUT, PROGRAM};
use retroshade_diagnostics::Diagnostic;

impl Reader<'_, '_> {
    /// The lines up to the general combiners.
    pub(super) fn textures(&mut self) -> Result<(), Diagnostic> {
        let mut unit = 0;
        while !self.peek().is_empty() && !self.peek().starts_with("!!") {
            let name = self.take();
            let Some(mode) = mode(name.text).filter(|_| unit < 4) else {
                return Err(wrong(
                    name.span,
                    format!("`{}` is no texture stage {unit}", name.text),
                ));
            };
            *self.words.entry(PROGRAM).or_default() |= mode.code() << (5 * unit);
            self.expect("(")?;
            if mode.is_dependent() {
                self.feed(mode, unit)?;
            }
            self.expect(")")?;
            self.expect(";")?;
            self.mapping(mode, unit)?;
            unit += 1;
        }
        Ok(())
    }

    /// How an inner product reads bytes, where `expand` alone does not say it.
    fn mapping(&mut self, mode: Mode, unit: u32) -> Result<(), Diagnostic> {
        let Some(number) = note(self.peek()).strip_prefix("dot_mapping ") else {
            return Ok(());
        };
        let number = number.trim().parse::<u32>().ok();
        let Some(number) = number.filter(|number| *number < 8 && mode.is_dot()) else {
            let message = "`# dot_mapping 1` stands behind an inner product, with a number up to 7";
            return Err(wrong(self.span(), message));
        };
        self.at += 1;
        let shift = 4 * (unit - 1);
        let word = self.words.entry(DOT_MAPPING).or_default();
        *word = *word & !(15 << shift) | number << shift;
        Ok(())
    }

    /// The arguments of a stage that reads an earlier one.
    fn feed(&mut self, mode: Mode, unit: u32) -> Result<(), Diagnostic> {
        let expanded = self.eat("expand");
        if expanded {
            self.expect("(")?;
        }
        let from = self.take();
        let number = from
            .text
            .strip_prefix("tex")
            .and_then(|digit| digit.parse::<u32>().ok());
        let Some(number) = number.filter(|number| *number < unit) else {
            let message = format!("`{}` is no earlier texture stage", from.text);
            return Err(wrong(from.span, message));
        };
        if mode.is_dot() {
            self.words.entry(DOT_MAPPING).or_default();
        }
        if expanded {
            self.expect(")")?;
            *self.words.entry(DOT_MAPPING).or_default() |= EXPANDED << (4 * (unit - 1));
        }
        let shift = [0, 0, 16, 20][unit as usize];
        *self.words.entry(OTHER_INPUT).or_default() |= number << shift;
        if matches!(mode, Mode::Bump | Mode::BumpLuminance) {
            let mut place = BUMP_MATRIX + 64 * unit;
            while self.eat(",") {
                let number = self.number()?;
                self.words.insert(place, number.to_bits());
                place += 4;
            }
        }
        Ok(())
    }
}

/// What a texture stage of a name does.
fn mode(name: &str) -> Option<Mode> {
    let parts = [
        "dot_product_2d_1of2",
        "dot_product_cube_map_1of3",
        "dot_product_cube_map_2of3",
        "dot_product_reflect_cube_map_eye_from_qs_1of3",
        "dot_product_reflect_cube_map_eye_from_qs_2of3",
    ];
    match name {
        "texture_1d" | "texture_rectangle" => Some(Mode::Plain),
        _ if parts.contains(&name) => Some(Mode::Dot),
        _ => Mode::ALL
            .iter()
            .copied()
            .find(|mode| mode.text() == Some(name)),
    }
}
