//! NV2A, the original Xbox's GPU: vertex programs.

pub mod decode;
pub mod encode;
pub mod isa;
pub mod program;
pub mod sim;
pub mod text;
