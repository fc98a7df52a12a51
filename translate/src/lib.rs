//! Writes shaders in the languages of today's machines: WGSL, SPIR-V, HLSL, MSL, GLSL.
//!
//! A shader of the IR becomes a module of naga, which naga's validator checks and its writers print. The module is built
//! here and not by naga's own reader of GLSL, so that what was lifted from a program, and what was read from WGSL or
//! SPIR-V, takes the same way as a source in ESSL.
//!
//! ```text
//! language   the languages, and what each has no words for
//! prepare    passes, and the clip space of the position
//! layout     uniforms in one block                      locations  numbers of attributes, varyings, colours
//! interface  all numbers that the world has to know     record     the same as JSON         names   identifiers
//! build      the module                                 write      the text
//! ```

#![forbid(unsafe_code)]

mod build;
mod interface;
mod language;
mod layout;
mod locations;
mod names;
mod prepare;
mod record;
mod write;

pub use interface::{Interface, Texture};
pub use language::{GlslVersion, Language};
pub use layout::{Block, Member, Storage};
pub use locations::{Located, Varyings};
pub use prepare::Position;
pub use record::SCHEMA;

use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::deep;
use retroshade_ir::outline::Function;
use retroshade_ir::{MatrixLayout, Shader, Stage};

/// How a shader is written.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The version, for [`Language::Glsl`].
    pub glsl: GlslVersion,
    /// What becomes of `gl_Position` of a vertex shader.
    pub position: Position,
    /// True if `gl_Position.y` gets the other sign than `position` gives it.
    pub invert_y: bool,
    /// How matrix uniforms lie whose declarations do not say; in columns if nothing is said.
    pub matrices: Option<MatrixLayout>,
    /// The varyings that get locations; `None` for those that the shader itself declares.
    pub varyings: Option<Varyings>,
    /// The bind group (WGSL), descriptor set (SPIR-V) or register space (HLSL) of everything the shader reads; 0 for vertex
    /// shaders and 1 for fragment shaders if nothing is said.
    pub group: Option<u32>,
    /// True if only what is needed is done to the shader before it is written.
    pub unoptimized: bool,
    /// Functions that are called where the shader computes what they do.
    pub functions: Vec<Function>,
}

/// A shader in another language.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The text in UTF-8, with a line end; the words of a module for SPIR-V, least significant byte first.
    pub bytes: Vec<u8>,
    /// Where its uniforms, textures, attributes and varyings lie.
    pub interface: Interface,
    /// What is lost on the way.
    pub warnings: Diagnostics,
}

/// Writes a shader in a language.
///
/// `shader` is what the frontend or the lifter leaves, with the locations of varyings if its source gives any.
///
/// # Errors
/// E0306: what the language has no words for, at the place in the source where there is one. A defect of this crate or of
/// naga is a bug, as elsewhere.
pub fn translate(
    shader: &Shader,
    language: Language,
    options: &Options,
) -> Result<Translated, Diagnostics> {
    let done = deep::guarded(|| translated(shader, language, options));
    done.unwrap_or_else(|panic| Err(Diagnostic::bug("translate", panic).into()))
}

fn translated(
    shader: &Shader,
    language: Language,
    options: &Options,
) -> Result<Translated, Diagnostics> {
    if shader.stage == Stage::Geometry {
        let message = "geometry shaders are not translated: WGSL and MSL have no such stage";
        return Err(Diagnostic::error(codes::target::UNSUPPORTED, message).into());
    }
    let mut shader = shader.clone();
    let clip_depth = prepare::prepare(&mut shader, language, options)?;
    let warnings = language.check(&mut shader)?;
    let mut interface = Interface::new(&shader, language, options, clip_depth)?;
    let module = build::module(&shader, language, &interface, &options.functions)?;
    let bytes = write::write(&module, &shader, language, options, &mut interface)?;
    Ok(Translated {
        bytes,
        interface,
        warnings,
    })
}
