//! A shader for the 3DS in the manner of citro3d-rs: the macro takes the place of that crate's own `include_shader!`.
//!
//! The types of the console's libraries are stood in for by small ones here, so that the example compiles and runs on any
//! machine: `Shader::from_bytes` in place of `shader::Library::from_bytes`, `Instance` in place of `Instance` and its uniforms.

use retroshade_shader::{Constant, Registers, store_constants};

mod lit {
    retroshade_shader::include_shader!("shaders/lit.vert", pica200, "-O3");
}

/// The shader unit as citro3d sees it: 96 float registers.
struct Instance {
    floats: [[f32; 4]; 96],
}

impl Registers for Instance {
    fn register(&mut self, file: &'static str, index: u32) -> &mut [f32; 4] {
        // citro3d: `C3D_FVUnifWritePtr(GPU_VERTEX_SHADER, index, 1)`; `b` and `i` are written by other functions.
        assert_eq!(file, "c", "this shader has no booleans and integers");
        &mut self.floats[index as usize]
    }
}

/// A vertex shader ready to be bound.
struct Shader<'a> {
    words: &'a [u8],
    constants: &'a [Constant],
}

impl<'a> Shader<'a> {
    /// The container begins with its magic number.
    fn from_bytes(words: &'a [u8], constants: &'a [Constant]) -> Option<Shader<'a>> {
        words
            .starts_with(b"DVLB")
            .then_some(Shader { words, constants })
    }
}

fn main() {
    let shader = Shader::from_bytes(lit::CODE, lit::CONSTANTS).expect("a compiled shader");
    let mut instance = Instance {
        floats: [[0.0; 4]; 96],
    };
    store_constants(&mut instance, shader.constants);
    let mut mvp = [[0.0; 4]; 4];
    for (lane, column) in mvp.iter_mut().enumerate() {
        column[lane] = 1.0;
    }
    lit::set_u_mvp(&mut instance, mvp);
    lit::set_u_tint(&mut instance, [1.0, 0.5, 0.25, 1.0]);
    println!("{} bytes of shader", shader.words.len());
    for attribute in lit::Vertex::ATTRIBUTES {
        // citro3d: `attr_info.add_loader(register, Format::Float, components)`
        let register = attribute.register.index;
        println!(
            "v{register}: {} floats of {} at {}",
            attribute.components, attribute.name, attribute.offset
        );
    }
    let triangle = [lit::Vertex {
        position: [0.0, 0.5, -1.0],
        normal: [0.0, 0.0, 1.0],
        tex_coord: [0.5, 1.0],
    }; 3];
    println!("{} bytes of vertices", triangle.len() * lit::Vertex::STRIDE);
}
