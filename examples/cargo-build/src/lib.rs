//! What a renderer does with compiled shaders, without `std` as on the console itself.

#![no_std]
#![deny(warnings)]
#![forbid(unsafe_code)]

/// The programs and where everything in them lives.
pub mod shaders {
    include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
}

use shaders::{Layout, Register};

/// The uniform registers of a vertex unit.
pub struct Uniforms {
    registers: [[f32; 4]; 96],
}

impl Uniforms {
    /// All registers zero.
    pub const fn new() -> Uniforms {
        Uniforms {
            registers: [[0.0; 4]; 96],
        }
    }

    /// Puts a matrix, given by columns as OpenGL has it, where the program reads it.
    pub fn set_matrix(&mut self, register: Register, columns: &[[f32; 4]; 4]) {
        let rows = matches!(register.layout, Layout::Rows { .. });
        for group in 0..register.count as usize {
            for lane in 0..4 {
                self.registers[register.index as usize + group][lane] = if rows {
                    columns[lane][group]
                } else {
                    columns[group][lane]
                };
            }
        }
    }

    /// One register.
    pub fn get(&self, index: u32) -> [f32; 4] {
        self.registers[index as usize]
    }
}

impl Default for Uniforms {
    fn default() -> Uniforms {
        Uniforms::new()
    }
}
