//! Fragments to colours.

use super::budget::Budget;
use super::raster::Fragment;
use super::{Program, Size};
use retroshade_diagnostics::Diagnostics;
use retroshade_ir::Stage;
use retroshade_ir::run::{InputData, Mode, Row, RunInputs, RunOutputs, UniformData};
use std::ops::Range;

/// The most invocations that run side by side.
pub(super) const MOST_TOGETHER: usize = 1024;

/// Fragments that are computed together, in whole quads, and what they read.
pub(super) struct Batch {
    pub(super) fragments: Vec<Fragment>,
    /// A row for each fragment.
    pub(super) varyings: Vec<(String, Vec<Row>)>,
}

impl Batch {
    /// Keeps the quad of the nearest fragment at a pixel. Says which fragment of the quad that is.
    pub(super) fn keep_pixel(&mut self, (x, y): (u32, u32)) -> Option<usize> {
        let here = self.fragments.iter().enumerate();
        let here = here.filter(|(_, one)| one.covered && (one.x, one.y) == (x, y));
        let (number, _) = here.min_by(|(_, one), (_, other)| one.depth.total_cmp(&other.depth))?;
        let is_kept = |other: usize| other / 4 == number / 4;
        retain(&mut self.fragments, is_kept);
        for (_, rows) in &mut self.varyings {
            retain(rows, is_kept);
        }
        Some(number % 4)
    }

    /// What a fragment program reads, with the uniforms and textures that were given.
    pub(super) fn inputs(&self, size: Size, given: &RunInputs) -> RunInputs {
        self.part(0..self.fragments.len(), size, given)
    }

    /// What a fragment program reads for some of the fragments, whole quads of them.
    fn part(&self, part: Range<usize>, size: Size, given: &RunInputs) -> RunInputs {
        let (width, height) = (size.width as f32, size.height as f32);
        let fragments = self.fragments.get(part.clone()).unwrap_or_default();
        let centre = |fragment: &Fragment| [fragment.x as f32 + 0.5, fragment.y as f32 + 0.5];
        let window = |fragment: &Fragment| {
            let [x, y] = centre(fragment);
            vec![x, y, fragment.depth, fragment.inverse_w]
        };
        let point = |fragment: &Fragment| {
            let [x, y] = centre(fragment);
            vec![x / width, 1.0 - y / height]
        };
        let mut inputs = RunInputs {
            stage: Some(Stage::Fragment),
            sample_count: Some(fragments.len()),
            mode: Mode::Quads,
            uniforms: given.uniforms.clone(),
            textures: given.textures.clone(),
            frag_coord: Some(fragments.iter().map(window).collect()),
            point_coord: Some(fragments.iter().map(point).collect()),
            front_facing: Some(fragments.iter().map(|fragment| fragment.front).collect()),
            ..RunInputs::default()
        };
        // What a driver says of the picture, to programs that turn its rows.
        let rows = UniformData {
            shape: None,
            value: vec![height],
        };
        inputs
            .uniforms
            .insert("gl_mali_FragCoordHeight".to_owned(), rows);
        for (name, rows) in &self.varyings {
            let data = InputData {
                shape: None,
                values: rows.get(part.clone()).unwrap_or_default().to_vec(),
            };
            inputs.varyings.insert(name.clone(), data);
        }
        inputs
    }

    /// Leaves out quads of which nothing is nearest, where depth alone decides what is seen.
    fn keep_nearest(&mut self, band: &Band) {
        let mut depths = band.depths.clone();
        let at = |fragment: &Fragment| band.at(fragment);
        for fragment in self.fragments.iter().filter(|fragment| fragment.covered) {
            if let Some(depth) = depths.get_mut(at(fragment)) {
                *depth = depth.min(fragment.depth);
            }
        }
        let seen = |fragment: &Fragment| {
            let nearest = depths.get(at(fragment)).copied();
            fragment.covered && nearest.is_some_and(|nearest| fragment.depth <= nearest)
        };
        let quads = self.fragments.chunks(4);
        let kept: Vec<bool> = quads.map(|quad| quad.iter().any(seen)).collect();
        let is_kept = |number: usize| kept.get(number / 4).copied().unwrap_or(false);
        retain(&mut self.fragments, is_kept);
        for (_, rows) in &mut self.varyings {
            retain(rows, is_kept);
        }
    }
}

/// Keeps the entries of some numbers.
fn retain<T>(list: &mut Vec<T>, is_kept: impl Fn(usize) -> bool) {
    let mut numbers = 0..;
    list.retain(|_| numbers.next().is_some_and(&is_kept));
}

/// Some rows of the frame buffer, the lowest first.
pub(super) struct Band {
    size: Size,
    first: u32,
    colors: Vec<[u8; 4]>,
    depths: Vec<f32>,
}

impl Band {
    /// The rows from `first` to below `end`, transparent and far away.
    pub(super) fn new(size: Size, (first, end): (u32, u32)) -> Band {
        let pixels = ((end - first) * size.width) as usize;
        Band {
            size,
            first,
            colors: vec![[0; 4]; pixels],
            depths: vec![f32::INFINITY; pixels],
        }
    }

    /// Computes the fragments and keeps those that are nearest. `inputs` has the uniforms and textures.
    pub(super) fn draw(
        &mut self,
        program: &Program,
        inputs: &RunInputs,
        mut batch: Batch,
        budget: &Budget,
    ) -> Result<(), Diagnostics> {
        if program.is_opaque() {
            batch.keep_nearest(self);
        }
        let count = batch.fragments.len();
        let size = self.size;
        let read = |part: Range<usize>| batch.part(part, size, inputs);
        for start in (0..count).step_by(MOST_TOGETHER) {
            let part = start..(start + MOST_TOGETHER).min(count);
            program.run_within(budget, part, &read, &mut |part, outputs| {
                let fragments = batch.fragments.get(part).unwrap_or_default();
                for (number, fragment) in fragments.iter().enumerate() {
                    self.write(fragment, number, &outputs);
                }
            })?;
        }
        Ok(())
    }

    /// The index of a fragment's pixel; beyond the end where it is in none of the rows.
    fn at(&self, fragment: &Fragment) -> usize {
        ((fragment.y - self.first) * self.size.width + fragment.x) as usize
    }

    fn write(&mut self, fragment: &Fragment, number: usize, outputs: &RunOutputs) {
        let gone = outputs.discarded.as_ref().and_then(|gone| gone.get(number));
        if !fragment.covered || gone == Some(&true) {
            return;
        }
        let at = self.at(fragment);
        let row = |name: &str| outputs.outputs.get(name).and_then(|rows| rows.get(number));
        let written = row("gl_FragDepth").and_then(|row| row.first());
        let depth = written.copied().unwrap_or(fragment.depth);
        let (Some(color), Some(nearest)) = (self.colors.get_mut(at), self.depths.get_mut(at))
        else {
            return;
        };
        // A depth that is no number is not nearer.
        if depth < *nearest {
            *nearest = depth;
            let value = |lane: usize| row("gl_FragColor").and_then(|row| row.get(lane)).copied();
            // NaN becomes 0, as on the machines that clamp with `max` first.
            *color = [0, 1, 2, 3].map(|lane| (value(lane).unwrap_or(0.0) * 255.0 + 0.5) as u8);
        }
    }

    /// The pixels, the lowest row first.
    pub(super) fn into_pixels(self) -> Vec<[u8; 4]> {
        self.colors
    }
}
