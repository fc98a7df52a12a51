//! The arithmetic that a machine runs in.
//!
//! What an instruction does is written once for each machine, in terms of [`Numbers`]: a simulator's floats of a group of
//! samples that go in step, or what a prover computes with. Each kind of number says what it makes of the
//! [functions](super::functions) of units.

use super::trap::Trap;
use super::{Register, RegisterImage, UNSET};
use retroshade_ir::Builtin;

pub use super::functions::{Comparison, Function, VectorFunction};

/// The most samples of a group: the pixels of a quad.
pub const GROUP: usize = 4;

/// Samples of a group: bit k for the k-th.
pub type Samples = u8;

/// A number that comes to a program from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outside {
    /// A lane of a uniform's register.
    Uniform {
        /// The register file.
        file: &'static str,
        /// The register.
        number: u32,
        /// The lane, 0 to 3.
        lane: u8,
    },
    /// A lane of an attribute or varying.
    Input {
        /// The register file.
        file: &'static str,
        /// The register.
        number: u32,
        /// The lane, 0 to 3.
        lane: u8,
        /// What the machine finds where nobody set it.
        missing: f32,
    },
    /// A component of what another unit of the chip gives.
    Builtin {
        /// What it is.
        builtin: Builtin,
        /// The component, 0 to 3.
        lane: u8,
    },
}

impl Outside {
    /// The number of a sample; NaN where it has none.
    ///
    /// # Errors
    /// What the data do not have for any sample.
    pub fn of_sample(self, image: &RegisterImage, sample: usize) -> Result<f32, Trap> {
        let of = |rows: &Option<Vec<Register>>, what, lane: u8| {
            let rows = rows.as_ref().ok_or(Trap::NoData(what))?;
            let row = rows.get(sample).copied().unwrap_or(UNSET);
            Ok(row[usize::from(lane & 3)])
        };
        match self {
            Outside::Uniform { file, number, lane } => {
                Ok(image.uniform(file, number)[usize::from(lane & 3)])
            }
            Outside::Input {
                file,
                number,
                lane,
                missing,
            } => {
                let register = image.input(file, number, sample, [missing; 4]);
                Ok(register[usize::from(lane & 3)])
            }
            Outside::Builtin { builtin, lane } => match builtin {
                Builtin::FragCoord => of(&image.frag_coord, "gl_FragCoord", lane),
                Builtin::LastFragColor => of(&image.last_color, "frame buffer to read", lane),
                Builtin::PointCoord => {
                    let rows = image.point_coord.as_ref();
                    let rows = rows.ok_or(Trap::NoData("gl_PointCoord"))?;
                    let row = rows.get(sample).map(|row| row.get(usize::from(lane)));
                    Ok(row.flatten().copied().unwrap_or(f32::NAN))
                }
                Builtin::LastFragDepth => {
                    let rows = image.last_depth.as_ref();
                    let rows = rows.ok_or(Trap::NoData("frame buffer to read"))?;
                    Ok(rows.get(sample).copied().unwrap_or(f32::NAN))
                }
                Builtin::FrontFacing => {
                    let rows = image.front_facing.as_ref();
                    let front = rows.and_then(|rows| rows.get(sample)).copied();
                    Ok(f32::from(u8::from(front.unwrap_or(true))))
                }
                other => Err(Trap::NoData(other.name())),
            },
        }
    }
}

/// The level of detail of a lookup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detail<T> {
    /// That of the derivatives.
    Implicit,
    /// That and a number more.
    Bias(T),
    /// That and a number more, of which a sampler takes no notice that knows the largest level alone.
    Ignored(T),
    /// This.
    Level(T),
}

/// Which component of a file a read at an address is after: number `address * width + lane` of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// The register file, or the memory.
    pub file: &'static str,
    /// Components from one location to the next: 4 where locations are registers.
    pub width: u8,
    /// The component of a location, below `width`.
    pub lane: u8,
}

impl Component {
    /// A lane of the registers of a file.
    pub const fn of_registers(file: &'static str, lane: u8) -> Component {
        Component {
            file,
            width: 4,
            lane,
        }
    }
}

/// The memory locations that the samples of a group access, each with the samples that do. At most [`GROUP`].
pub type Locations = Vec<(i64, Samples)>;

/// Numbers that a machine can be run in.
pub trait Numbers {
    /// A number for each sample of a group.
    type Value: Copy;
    /// Where each sample of a group accesses memory.
    type Address: Copy;

    /// An instruction begins in which these samples take part. Others keep what they hold, and nothing is demanded of
    /// what they compute.
    fn begin(&mut self, instruction: usize, samples: Samples);

    /// The samples that take part.
    fn taking_part(&self) -> Samples;

    /// A number that is written in the program.
    fn literal(&mut self, number: f32) -> Self::Value;

    /// A number that the machine itself has.
    fn integer(&mut self, number: i64) -> Self::Value;

    /// What nobody set.
    fn unset(&mut self) -> Self::Value;

    /// What a recording has for a number of a sample of the group; NaN for numbers of which none is made.
    fn recorded(&mut self, _value: Self::Value, _sample: usize) -> f32 {
        f32::NAN
    }

    /// True if two values are the same number, whatever the data are.
    fn same(&self, a: Self::Value, b: Self::Value) -> bool;

    /// What comes from outside: data of the run.
    ///
    /// # Errors
    /// Data that the run does not have.
    fn outside(&mut self, image: &RegisterImage, from: Outside) -> Result<Self::Value, Trap>;

    /// A function of a lane.
    ///
    /// # Errors
    /// What these numbers cannot compute.
    fn apply(&mut self, function: Function, operands: &[Self::Value]) -> Result<Self::Value, Trap>;

    /// A function of several lanes. Lanes that it does not give are unset.
    ///
    /// # Errors
    /// What these numbers cannot compute.
    fn apply_vector(
        &mut self,
        function: VectorFunction,
        operands: &[Self::Value],
    ) -> Result<[Self::Value; 4], Trap>;

    /// A result as registers hold it.
    fn rounded(&mut self, value: Self::Value) -> Self::Value;

    /// The samples for which control follows a comparison.
    fn jumps(&mut self, comparison: Comparison, a: Self::Value, b: Self::Value) -> Samples;

    /// The samples for which control follows a number: those where it is not 0.
    fn holding(&mut self, condition: Self::Value) -> Samples;

    /// The samples for which control follows a flag: what [`Function::Compare`] gave, which decided how the numbers lie.
    fn flagged(&mut self, flag: Self::Value) -> Samples {
        self.holding(flag)
    }

    /// True if a boolean register of uniforms is set.
    fn switched(&mut self, image: &RegisterImage, file: &'static str, number: u32) -> bool {
        // Data may know 0 by the number next to it.
        image.uniform(file, number)[0].is_normal()
    }

    /// What an integer register of uniforms holds: eight bits, to whose ends what is beyond them is cut off. NaN is 0.
    fn bytes(&mut self, image: &RegisterImage, file: &'static str, number: u32) -> [u8; 4] {
        image.uniform(file, number).map(|lane| lane as u8)
    }

    /// The new value for the samples that take part, the old one for the others.
    fn merged(&mut self, new: Self::Value, old: Self::Value) -> Self::Value;

    /// The new value for some samples, the old one for the others.
    fn merged_for(&mut self, samples: Samples, new: Self::Value, old: Self::Value) -> Self::Value;

    /// The address `base`, with the integer part of an offset if there is one; `None` where nothing is known of the offset.
    ///
    /// # Errors
    /// An offset that is no number.
    fn address(
        &mut self,
        base: i64,
        offset: Option<Self::Value>,
    ) -> Result<Option<Self::Address>, Trap>;

    /// The address so many locations on.
    fn displaced(&self, address: Self::Address, by: i64) -> Self::Address;

    /// The locations of an address, in the order of the samples.
    fn locations(&self, address: Self::Address) -> Locations;

    /// A component of a file at an address of which these numbers know no location: `None` for numbers that
    /// always know, which then read what is there.
    fn indexed(&mut self, _component: Component, _address: Self::Address) -> Option<Self::Value> {
        None
    }

    /// A value that was accessed at an address.
    fn accessed(&mut self, value: Self::Value, address: Self::Address) -> Self::Value;

    /// A lookup in the texture unit of an address by two coordinates, or by three in a cube.
    ///
    /// # Errors
    /// A unit without such a texture.
    fn lookup(
        &mut self,
        image: &RegisterImage,
        unit: Self::Address,
        coordinates: &[Self::Value],
        detail: Detail<Self::Value>,
    ) -> Result<[Self::Value; 4], Trap>;
}

/// Reads a component of a file at an address; `read` gives what a location holds.
///
/// # Errors
/// Those of `read`.
pub fn load<N: Numbers>(
    numbers: &mut N,
    component: Component,
    address: N::Address,
    mut read: impl FnMut(&mut N, i64) -> Result<N::Value, Trap>,
) -> Result<N::Value, Trap> {
    if let Some(value) = numbers.indexed(component, address) {
        return Ok(value);
    }
    let mut found = None;
    for (location, samples) in numbers.locations(address) {
        let value = read(numbers, location)?;
        found = Some(match found {
            None => value,
            Some(others) => numbers.merged_for(samples, value, others),
        });
    }
    let value = found.unwrap_or_else(|| numbers.unset());
    Ok(numbers.accessed(value, address))
}
