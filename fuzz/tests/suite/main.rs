//! The tests of random programs and of what reads input, in one program, which is linked once:
//! `cargo test -p retroshade-fuzz --test suite cases` runs a part.

mod cases;
mod driver;
mod faults;
mod inputs;
mod mappable;
mod programs;
