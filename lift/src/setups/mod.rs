//! Set-ups of combiners: fragment stages that run no programs.
//!
//! A set-up is one basic block, whose steps are its combiners. They are run by the chip's own description
//! (`execute` and `lookups` of its fragments) in [expressions](expressions) that know their ranges: what registers clamp
//! is clamped in the shader where that can matter.
//!
//! ```text
//! setup        set-ups of all chips
//! expressions  symbols with the ranges of what they stand for
//! given        varyings, uniforms and textures by the registers that a record names
//! known        constants that a set-up has, for records
//! shaded       what a fragment becomes
//! uniforms     what the application computes of uniforms
//! nv2a         texture stages and register combiners of the Xbox
//! pica200      texture units and combiner stages of the 3DS
//! ```

mod expressions;
mod given;
mod known;
mod nv2a;
mod pica200;
mod setup;
mod shaded;
mod uniforms;

pub(crate) use setup::SetUp;
