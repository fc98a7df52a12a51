//! TS1.0: what the texture stages do.

use super::parse::{Reader, wrong};
use super::tokens::note;
use crate::fragment::isa::{
    BUMP_MATRIX, CLIP_MODE, DOT_MAPPING, EXPANDED, EYE_VECTOR, Mode, OTHER_INPUT, PROGRAM, ROWS,
};
use retroshade_diagnostics::Diagnostic;

/// What a clip plane keeps, by its bit in CLIP_MODE.
pub(super) const COMPARATORS: [&str; 2] = ["GEQUAL_TO_ZERO", "LESS_THAN_ZERO"];

impl Reader<'_, '_> {
    /// The lines up to the general combiners.
    pub(super) fn textures(&mut self) -> Result<(), Diagnostic> {
        // What no line names is off.
        self.words.entry(PROGRAM).or_default();
        self.words.entry(OTHER_INPUT).or_default();
        let mut unit = 0;
        while !self.peek().is_empty() && !self.peek().starts_with("!!") {
            if self.peek().starts_with('#') {
                let note = self.take();
                self.note(note)?;
                continue;
            }
            let name = self.take();
            let Some(mode) = mode(name.text).filter(|_| unit < 4) else {
                return Err(wrong(
                    name.span,
                    format!("`{}` is no texture stage {unit}", name.text),
                ));
            };
            *self.words.entry(PROGRAM).or_default() |= mode.code() << (5 * unit);
            self.expect("(")?;
            match mode {
                Mode::Clip => self.comparators(unit)?,
                _ if mode.is_dependent() => self.feed(mode, unit)?,
                _ => {}
            }
            if name.text.ends_with("const_eye_1of3") && self.peek() == "," {
                self.eye()?;
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

    /// What clip planes compare: s, t, r and q. Without arguments that is the application's.
    fn comparators(&mut self, unit: u32) -> Result<(), Diagnostic> {
        if self.peek() == ")" {
            return Ok(());
        }
        let mut bits = 0;
        for coordinate in 0..4 {
            if coordinate > 0 {
                self.expect(",")?;
            }
            let token = self.take();
            let kept = COMPARATORS.iter().position(|name| *name == token.text);
            let Some(kept) = kept else {
                let message = format!(
                    "`{}` is no comparison of a clip plane: {} or {}",
                    token.text, COMPARATORS[0], COMPARATORS[1]
                );
                return Err(wrong(token.span, message));
            };
            bits |= (kept as u32) << coordinate;
        }
        *self.words.entry(CLIP_MODE).or_default() |= bits << (4 * unit);
        Ok(())
    }

    /// The vector to the eye, behind the first of three inner products.
    fn eye(&mut self) -> Result<(), Diagnostic> {
        for place in 0..3 {
            self.expect(",")?;
            let number = self.number()?;
            self.words.insert(EYE_VECTOR + 4 * place, number.to_bits());
        }
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
    match name {
        "texture_1d" | "texture_rectangle" => return Some(Mode::Plain),
        "offset_rectangle" => return Some(Mode::Bump),
        "offset_rectangle_scale" => return Some(Mode::BumpLuminance),
        _ => {}
    }
    let in_rows = ROWS.iter().find_map(|(row, modes)| {
        let place = name.strip_prefix(row)?;
        let mut parts = (1..).zip(modes.iter());
        let found = parts.find(|(number, _)| place == format!("_{number}of{}", modes.len()));
        found.map(|(_, mode)| *mode)
    });
    let mut alone = Mode::ALL.iter().copied();
    in_rows.or_else(|| alone.find(|mode| mode.text() == Some(name)))
}

/// The name of a texture stage. That of an inner product is the name of the row that it and its neighbours are.
pub(super) fn name(modes: &[Mode], unit: usize) -> String {
    let mode = modes[unit];
    if let Some(name) = mode.text() {
        return name.to_owned();
    }
    let places = ROWS.iter().flat_map(|(row, parts)| {
        let own = parts.iter().enumerate().filter(|(_, part)| **part == mode);
        own.map(move |(place, _)| (*row, *parts, place))
    });
    let fits = |(_, parts, place): &(&str, &[Mode], usize)| {
        let first = unit.checked_sub(*place);
        first.is_some_and(|first| modes[first..].starts_with(parts))
    };
    let found = places.clone().find(fits).or(places.clone().next());
    found.map_or_else(
        || "nop".to_owned(),
        |(row, parts, place)| format!("{row}_{}of{}", place + 1, parts.len()),
    )
}
