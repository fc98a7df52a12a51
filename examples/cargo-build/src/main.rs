//! Shows what a program for the console would upload.

use spinning_cube::Uniforms;
use spinning_cube::shaders::{cube_vert, sky_vert};

fn main() {
    println!("cube: {} words", cube_vert::CODE_WORDS.len());
    println!("sky: {} words", sky_vert::CODE_WORDS.len());
    println!("position in v{}", cube_vert::A_POSITION.index);
    println!("lights: {}", cube_vert::U_LIGHT_COLOR.elements);
    for constant in cube_vert::CONSTANTS {
        println!("upload {}{} = {:?}", constant.file, constant.index, constant.value);
    }
    let mut uniforms = Uniforms::new();
    let mut moved = [[0.0; 4]; 4];
    for (lane, column) in moved.iter_mut().enumerate() {
        column[lane] = 1.0;
    }
    moved[3][0] = 5.0;
    uniforms.set_matrix(cube_vert::U_PROJECTION, &moved);
    // Rows: the translation is the last component of the first register.
    println!("first row {:?}", uniforms.get(cube_vert::U_PROJECTION.index));
}
