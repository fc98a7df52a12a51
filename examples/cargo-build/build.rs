//! Compiles the shaders for the Nintendo 3DS.

fn main() {
    retroshade::build::Build::new()
        .target("pica200")
        .include("shaders/include")
        .define("LIGHTS", "2")
        .file("shaders/cube.vert")
        .file("shaders/sky.vert")
        .bindings("shaders.rs")
        .run();
}
