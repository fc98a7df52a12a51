//! The tests of the front end, in one program, which is linked once:
//! `cargo test -p retroshade-frontend --test suite accepted` runs a part.

mod accepted;
mod cg;
mod check;
mod codes;
mod construct_values;
mod crossref;
mod directives;
mod effects;
mod essl300;
mod essl_constructs;
mod geometry;
mod hostile;
mod limits;
mod lowering;
mod parse;
mod preprocess;
mod random;
mod running;
mod spelling;
mod spirv;
mod support;
mod text;
mod text_codes;
mod wgsl;
