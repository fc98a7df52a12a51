//! The tests of the library and the tool, in one program, which is linked once: `cargo test --test suite golden` runs a part.

mod agal_hand;
mod any_arguments;
mod architecture;
mod bindings;
#[path = "../support/browser.rs"]
#[expect(
    dead_code,
    reason = "the tests of the explorer's page do more in a browser"
)]
mod browser;
mod build_systems;
mod c_forms;
mod cargo_build;
mod cli;
mod completions;
mod constructs;
mod dap;
mod dependencies;
mod dist;
mod errors;
mod exact_quotients;
mod exactness;
mod explore_server;
mod file_access;
mod fixed_beside;
mod fixed_colors;
mod fixed_fog;
mod fixed_fragments;
mod fixed_proofs;
mod fixed_textures;
mod flash_example;
#[path = "../support/folders.rs"]
mod folders;
mod geometry;
mod golden;
mod imports;
mod invariant;
mod languages;
mod levels;
mod lima_fragments;
mod lima_sources;
mod listing;
mod locals;
mod mali_example;
mod matrix_layouts;
mod matrix_upload;
mod npm;
mod nv2a_hand;
mod pica_booleans;
mod pica_example;
mod pica_hand;
mod pictures;
#[path = "../support/pixels.rs"]
mod pixels;
mod porting;
mod positions;
#[path = "../support/project.rs"]
mod project;
mod proof;
mod release;
#[path = "../support/site.rs"]
mod site;
mod small_stack;
mod spellings;
#[path = "../support/translated.rs"]
mod translated;
mod translations;
mod xbox_example;
