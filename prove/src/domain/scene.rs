//! What a run finds outside of its program: reals for lookups and derivatives that points otherwise draw.

use super::{Detail, Value};
use retroshade_ir::texture::Texture;
use std::collections::BTreeMap;

/// The textures of a run.
#[derive(Debug, Default)]
pub(crate) struct Scene {
    /// By unit.
    pub(crate) textures: BTreeMap<u32, Texture>,
    /// True if samples have neighbours: derivatives are then numbers that one sample does not tell.
    pub(crate) quads: bool,
}

impl Scene {
    /// The texel; NaN where the sample alone does not tell it.
    pub(super) fn texel(&self, unit: u32, place: &[Value], detail: Detail) -> [f64; 4] {
        const UNKNOWN: [f64; 4] = [f64::NAN; 4];
        let Some(texture) = self.textures.get(&unit) else {
            return UNKNOWN;
        };
        let implicit = if self.quads && texture.has_levels() {
            f64::NAN
        } else {
            0.0
        };
        let level = match detail {
            Detail::None => implicit,
            Detail::Bias(bias) => implicit + bias.real,
            Detail::Level(level) => level.real,
        };
        if level.is_nan() {
            return UNKNOWN;
        }
        let at = |lane: usize| place.get(lane).map_or(0.0, |lane| lane.real as f32);
        let texel = texture.sample([at(0), at(1), at(2)], level as f32);
        texel.map(f64::from)
    }

    /// A derivative.
    pub(super) fn derivative(&self) -> fn(f64) -> f64 {
        if self.quads { |_| f64::NAN } else { |_| 0.0 }
    }
}
