//! The page of `retroshade explore`, and the server on loopback that it comes from.
//!
//! ```text
//! page     the files of the page, which are part of the program, with a server or by themselves
//! gate     which requests are answered
//! server   listening, answering
//! turns    how many questions are answered at once
//! ```
//!
//! Nothing here knows shaders: what the page asks for goes to an [`Api`], bytes in, JSON out. No request
//! reads or writes a file.
//!
//! Who may ask is decided in `gate`: the address has a random token, `Host` must be the server's own, which
//! refuses names that others point at the loopback address, and `Origin`, where a browser sends it, the page's.

#![forbid(unsafe_code)]

#[cfg(feature = "server")]
mod gate;
mod page;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod turns;

pub use page::{HOVER, asset_names, site};
#[cfg(feature = "server")]
pub use server::{Api, MOST_BYTES, Server};
