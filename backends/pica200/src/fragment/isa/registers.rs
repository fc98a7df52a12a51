//! The registers of stages, for all who follow a set-up through them: simulator, error bounds and prover.

use super::{Operand, Source};

/// What operands of a stage can read: red, green, blue, alpha.
#[derive(Clone, Copy, Debug)]
pub struct Registers<T> {
    /// The interpolated colour.
    pub color: [T; 4],
    /// The colours of the lighting unit.
    pub light: [[T; 4]; 2],
    /// The results of the texture units.
    pub textures: [[T; 4]; 4],
    /// The result of the stage before.
    pub previous: [T; 4],
    /// The buffer.
    pub buffer: [T; 4],
    /// The stage's own colour.
    pub constant: [T; 4],
}

impl<T: Copy> Registers<T> {
    /// What an operand reads, but for its inversion.
    pub fn read(&self, operand: Operand) -> [T; 3] {
        let value = match operand.source {
            Source::Color => self.color,
            Source::Light0 => self.light[0],
            Source::Light1 => self.light[1],
            Source::Texture0 => self.textures[0],
            Source::Texture1 => self.textures[1],
            Source::Texture2 => self.textures[2],
            Source::Texture3 => self.textures[3],
            Source::Buffer => self.buffer,
            Source::Constant => self.constant,
            Source::Previous => self.previous,
        };
        let [red, green, blue, _] = value;
        let single = operand.lanes.single().map(|lane| [value[lane]; 3]);
        single.unwrap_or([red, green, blue])
    }

    /// Keeps the result of a stage; `next` is the buffer that the next one finds.
    pub fn keep(&mut self, result: [T; 4], store: [bool; 2], next: &mut [T; 4]) {
        self.previous = result;
        self.buffer = *next;
        if store[0] {
            next[..3].copy_from_slice(&result[..3]);
        }
        if store[1] {
            next[3] = result[3];
        }
    }
}
