//! A program of a file as it runs.

use crate::container::{self, Constant, Kind, Shbin};
use crate::isa::{Decoded, Instruction, LaneMask, Undecodable, float24};
use retroshade_kit::machine::{Register, RegisterImage};
use std::collections::BTreeMap;

/// A program ready to run.
#[derive(Clone, Debug)]
pub struct Executable {
    pub(super) words: Vec<Result<Decoded, Undecodable>>,
    pub(super) start: usize,
    pub(super) is_geometry: bool,
    /// What the file gives the uniform registers, by their numbers.
    pub(super) floats: BTreeMap<u8, Register>,
    pub(super) integers: BTreeMap<u8, [u8; 4]>,
    pub(super) booleans: BTreeMap<u8, bool>,
    /// The output registers that the file names, with their lanes.
    pub(crate) mapped: Vec<(u8, LaneMask)>,
}

impl Executable {
    /// The `index`-th executable of a file; `None` if there are fewer.
    pub fn new(shbin: &Shbin, index: usize) -> Option<Executable> {
        let executable: &container::Executable = shbin.executables.get(index)?;
        let mapped = executable.output_map.iter();
        let mut program = Executable {
            words: shbin.decode(),
            start: executable.start as usize,
            is_geometry: executable.kind != Kind::Vertex,
            floats: BTreeMap::new(),
            integers: BTreeMap::new(),
            booleans: BTreeMap::new(),
            mapped: mapped.map(|o| (o.register & 15, o.mask)).collect(),
        };
        for constant in &executable.constants {
            match *constant {
                Constant::Boolean { index, value } => {
                    program.booleans.insert(index & 15, value);
                }
                Constant::Integer { index, value } => {
                    program.integers.insert(index & 3, value);
                }
                Constant::Float { index, value } => {
                    program.floats.insert(index, value.map(float24::to_f32));
                }
            }
        }
        Some(program)
    }

    /// Whether it is a geometry program.
    pub fn is_geometry(&self) -> bool {
        self.is_geometry
    }

    /// The instruction of a word; `None` if it is none.
    pub fn instruction(&self, word: usize) -> Option<&Instruction> {
        Some(&self.words.get(word)?.as_ref().ok()?.instruction)
    }

    /// The float registers that the file fills, with what they hold.
    pub fn numbers(&self) -> impl Iterator<Item = (u8, Register)> {
        self.floats.iter().map(|(number, value)| (*number, *value))
    }

    /// True if the file says what a boolean register holds.
    pub fn sets_boolean(&self, register: u8) -> bool {
        self.booleans.contains_key(&register)
    }

    /// What the file gives an integer register: the rounds behind the first, the start and the step of `aL`.
    pub fn integer(&self, register: u8) -> Option<[u8; 4]> {
        self.integers.get(&register).copied()
    }

    /// What a float uniform register holds.
    pub fn float(&self, register: u8, image: &RegisterImage) -> Register {
        let constant = self.floats.get(&register).copied();
        constant.unwrap_or_else(|| image.uniform("c", register.into()))
    }
}
