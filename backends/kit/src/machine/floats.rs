//! Single precision for a group of samples: the numbers of simulators.

use super::numbers::{
    Comparison, Detail, Function, GROUP, Locations, Numbers, Outside, Samples, VectorFunction,
};
use super::runner::{self, Execute, Stop};
use super::trap::Trap;
use super::{Recorder, RegisterImage, Watch};
use retroshade_ir::texture::TextureKind;

/// A number of each sample of a group of [`GROUP`], or of as many as machines run together.
pub type Group<const COUNT: usize = GROUP> = [f32; COUNT];

/// Floats of the samples from one on, with results rounded by a function.
#[derive(Clone, Copy, Debug)]
pub struct Floats<const COUNT: usize = GROUP> {
    /// The number of the group's first sample.
    pub first: usize,
    /// Whether the samples are the pixels of a quad.
    pub quads: bool,
    /// What registers hold of a result.
    pub round: fn(f32) -> f32,
    /// What functions give; [`Function::of_floats`] where the chip is not known to differ.
    pub compute: fn(Function, &[f32]) -> f32,
    /// What registers hold that nobody set.
    pub unset: f32,
    /// The address that an offset which is no finite number leads to; `None` where that is a fault.
    pub astray: Option<i64>,
    samples: Samples,
}

impl<const COUNT: usize> Floats<COUNT> {
    /// The numbers of a group that begins with a sample.
    pub fn new(first: usize, quads: bool, round: fn(f32) -> f32) -> Floats<COUNT> {
        Floats {
            first,
            quads,
            round,
            compute: Function::of_floats,
            unset: f32::NAN,
            astray: None,
            samples: 0,
        }
    }

    fn takes_part(&self, sample: usize) -> bool {
        self.samples >> sample & 1 == 1
    }
}

/// Runs a machine for every sample of an image, [`GROUP`] at a time, and gives how many instructions the busiest sample
/// executed, at most `most` for a group. `begin` makes the machine of a group, `record` tells a recorder what an instruction
/// did to a sample, by its number in the group, and `end` takes the results of the first samples of a group.
///
/// # Errors
/// See [`Stop`].
pub fn run_groups<M: Execute<Floats>>(
    image: &RegisterImage,
    most: u64,
    watch: &mut Watch,
    mut begin: impl FnMut(usize) -> (M, Floats),
    record: impl Fn(&M, &mut Floats, usize, usize, &mut Recorder),
    mut end: impl FnMut(&M, usize),
) -> Result<u64, Stop> {
    let mut busiest = 0;
    for first in (0..image.samples).step_by(GROUP) {
        let (mut machine, mut numbers) = begin(first);
        let count = GROUP.min(image.samples - first);
        let recorder = watch.recorder.as_mut();
        let mut recorder = recorder.filter(|one| (first..first + count).contains(&one.sample));
        let look = |machine: &mut M, numbers: &mut Floats, instruction, samples: Samples| {
            let Some(recorder) = &mut recorder else {
                return;
            };
            let sample = recorder.sample - first;
            if samples >> sample & 1 == 1 {
                record(machine, numbers, instruction, sample, recorder);
            }
        };
        let executed = runner::run(&mut machine, &mut numbers, count, most, look)?;
        busiest = executed.into_iter().take(count).fold(busiest, u64::max);
        end(&machine, count);
    }
    Ok(busiest)
}

impl<const COUNT: usize> Numbers for Floats<COUNT> {
    type Value = Group<COUNT>;
    type Address = [i64; COUNT];

    fn begin(&mut self, _: usize, samples: Samples) {
        self.samples = samples;
    }

    fn taking_part(&self) -> Samples {
        self.samples
    }

    fn literal(&mut self, number: f32) -> Group<COUNT> {
        [number; COUNT]
    }

    fn integer(&mut self, number: i64) -> Group<COUNT> {
        [number as f32; COUNT]
    }

    fn unset(&mut self) -> Group<COUNT> {
        [self.unset; COUNT]
    }

    fn recorded(&mut self, value: Group<COUNT>, sample: usize) -> f32 {
        value[sample]
    }

    fn same(&self, a: Group<COUNT>, b: Group<COUNT>) -> bool {
        let same = |a: f32, b: f32| a == b || (a.is_nan() && b.is_nan());
        let mut pairs = a.into_iter().zip(b);
        pairs.all(|(a, b)| same(a, b))
    }

    fn outside(&mut self, image: &RegisterImage, from: Outside) -> Result<Group<COUNT>, Trap> {
        let mut group = [f32::NAN; COUNT];
        for (sample, number) in group.iter_mut().enumerate() {
            *number = from.of_sample(image, self.first + sample)?;
        }
        Ok(group)
    }

    fn apply(
        &mut self,
        function: Function,
        operands: &[Group<COUNT>],
    ) -> Result<Group<COUNT>, Trap> {
        let of = |n: usize, sample: usize| {
            let group = operands.get(n);
            group.map_or(f32::NAN, |group| group[sample])
        };
        // The first operand of one pixel of each pair, the second of the other.
        let pair = |sample: usize, bit: usize, first: bool| {
            if self.quads {
                if first {
                    of(0, sample | bit) + of(1, sample & !bit)
                } else {
                    of(0, sample & !bit) + of(1, sample | bit)
                }
            } else {
                0.0
            }
        };
        Ok(std::array::from_fn(|sample| match function {
            Function::AcrossQuad => pair(sample, 1, true),
            Function::AlongQuad => pair(sample, 2, false),
            _ => {
                let values = [0, 1, 2, 3].map(|n| of(n, sample));
                (self.compute)(function, &values[..operands.len().min(values.len())])
            }
        }))
    }

    fn apply_vector(
        &mut self,
        function: VectorFunction,
        operands: &[Group<COUNT>],
    ) -> Result<[Group<COUNT>; 4], Trap> {
        let mut lanes = [[f32::NAN; COUNT]; 4];
        for sample in 0..COUNT {
            let operands: Vec<f32> = operands.iter().map(|group| group[sample]).collect();
            for (lane, value) in lanes.iter_mut().zip(function.of_floats(&operands)) {
                lane[sample] = value;
            }
        }
        Ok(lanes)
    }

    fn rounded(&mut self, value: Group<COUNT>) -> Group<COUNT> {
        value.map(self.round)
    }

    fn jumps(&mut self, comparison: Comparison, a: Group<COUNT>, b: Group<COUNT>) -> Samples {
        let holds = |sample: &usize| {
            let order = a[*sample].partial_cmp(&b[*sample]);
            order.is_some_and(|order| comparison.holds(order))
        };
        let holding = (0..COUNT).filter(holds);
        holding.fold(0, |samples, sample| samples | 1 << sample)
    }

    fn holding(&mut self, condition: Group<COUNT>) -> Samples {
        let holding = (0..COUNT).filter(|sample| condition[*sample] != 0.0);
        holding.fold(0, |samples, sample| samples | 1 << sample)
    }

    fn merged(&mut self, new: Group<COUNT>, old: Group<COUNT>) -> Group<COUNT> {
        self.merged_for(self.samples, new, old)
    }

    fn merged_for(
        &mut self,
        samples: Samples,
        new: Group<COUNT>,
        old: Group<COUNT>,
    ) -> Group<COUNT> {
        std::array::from_fn(|sample| match samples >> sample & 1 {
            1 => new[sample],
            _ => old[sample],
        })
    }

    fn address(
        &mut self,
        base: i64,
        offset: Option<Group<COUNT>>,
    ) -> Result<Option<[i64; COUNT]>, Trap> {
        let mut addresses = [base; COUNT];
        for (sample, address) in addresses.iter_mut().enumerate() {
            // Nobody asks where a sample would access memory that does not.
            if let Some(offset) = offset.filter(|_| self.takes_part(sample)) {
                let offset = offset[sample];
                *address = match self.astray {
                    _ if offset.is_finite() => base.saturating_add(offset.trunc() as i64),
                    Some(astray) => astray,
                    None => return Err(Trap::Offset(offset)),
                };
            }
        }
        Ok(Some(addresses))
    }

    fn displaced(&self, address: [i64; COUNT], by: i64) -> [i64; COUNT] {
        address.map(|address| address.saturating_add(by))
    }

    fn locations(&self, address: [i64; COUNT]) -> Locations {
        let mut locations = Locations::new();
        for (sample, address) in address.into_iter().enumerate() {
            match locations.iter_mut().find(|(known, _)| *known == address) {
                Some((_, samples)) => *samples |= 1 << sample,
                None => locations.push((address, 1 << sample)),
            }
        }
        locations
    }

    fn accessed(&mut self, value: Group<COUNT>, _: [i64; COUNT]) -> Group<COUNT> {
        value
    }

    fn lookup(
        &mut self,
        image: &RegisterImage,
        unit: [i64; COUNT],
        coordinates: &[Group<COUNT>],
        detail: Detail<Group<COUNT>>,
    ) -> Result<[Group<COUNT>; 4], Trap> {
        let places: [[f32; 3]; COUNT] = std::array::from_fn(|sample| {
            [0, 1, 2].map(|lane| {
                coordinates
                    .get(lane)
                    .map_or(f32::NAN, |group| group[sample])
            })
        });
        let wanted = match coordinates.len() {
            3 => TextureKind::Cube,
            _ => TextureKind::D2,
        };
        let mut found = [[f32::NAN; COUNT]; 4];
        for sample in (0..COUNT).filter(|sample| self.takes_part(*sample)) {
            let unit = unit[sample];
            let texture = u32::try_from(unit).ok();
            let texture = texture.and_then(|index| image.textures.get(&index));
            let texture = texture.ok_or(Trap::NoTexture(unit))?;
            if (texture.kind() == TextureKind::Cube) != (wanted == TextureKind::Cube) {
                return Err(Trap::TextureKind(unit));
            }
            let implicit = || image.implicit_level(texture, &places, sample);
            let level = match detail {
                Detail::Level(level) => level[sample],
                Detail::Bias(bias) => implicit() + bias[sample],
                Detail::Implicit => implicit(),
                Detail::Ignored(_) => 0.0,
            };
            let value = texture.sample(places[sample], level);
            for (lane, value) in found.iter_mut().zip(value) {
                lane[sample] = value;
            }
        }
        Ok(found)
    }
}
