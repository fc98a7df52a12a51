//! Shaders in the languages of today's machines: WGSL, SPIR-V, HLSL, MSL, GLSL (`docs/translating.md`).
//!
//! ```
//! use retroshade::translate::{Language, Translator};
//! use retroshade::{Source, Stage};
//!
//! let source = Source::new(
//!     "flat.frag",
//!     Stage::Fragment,
//!     "precision mediump float; uniform vec4 uColor; void main() { gl_FragColor = uColor; }",
//! );
//! let translated = Translator::new(Language::Wgsl).translate(&source).result.unwrap();
//! let text = String::from_utf8(translated.bytes).unwrap();
//! assert!(text.contains("@fragment"));
//! assert_eq!(translated.interface.block.size, 16);
//! ```

pub use retroshade_translate::{
    Block, GlslVersion, Interface, Language, Located, Member, Options, Position, SCHEMA, Storage,
    Texture, Translated, Varyings, translate,
};

use crate::compiler::{Compilation, LanguageOptions, Source, guarded};
use crate::link::read_located_pair;
use retroshade_diagnostics::Diagnostics;
#[cfg(feature = "lift")]
use retroshade_ir::ClipDepth;
#[cfg(feature = "lift")]
use retroshade_kit::target;

/// Translates sources to one language.
#[derive(Clone, Debug)]
pub struct Translator {
    /// The language of the results.
    pub target: Language,
    /// How sources are read.
    pub language: LanguageOptions,
    /// How results are written.
    pub options: Options,
}

/// A vertex and a fragment shader whose varyings have the same locations.
#[derive(Clone, Debug)]
pub struct TranslatedPair {
    /// The vertex shader.
    pub vertex: Translated,
    /// The fragment shader.
    pub fragment: Translated,
}

impl Translator {
    /// With default options.
    pub fn new(target: Language) -> Translator {
        Translator {
            target,
            language: LanguageOptions::default(),
            options: Options::default(),
        }
    }

    /// Translates a source. Its varyings get locations by the order of their names, so that both stages of a pair meet if
    /// they declare the same varyings.
    pub fn translate(&self, source: &Source) -> Compilation<Translated> {
        guarded(source, || {
            let lowered = self.language.lower_located(source);
            lowered.and_then(|shader, warnings| {
                written(translate(&shader, self.target, &self.options)?, warnings)
            })
        })
    }

    /// Translates a vertex and a fragment source, given in either order. They are checked against each other as GL's
    /// linker does, and the names of the varyings of both decide on their locations.
    pub fn translate_pair(&self, one: &Source, other: &Source) -> Compilation<TranslatedPair> {
        let read = read_located_pair(&self.language, one, other);
        read.and_then(|(vertex, fragment), warnings| {
            let mut varyings = Varyings::of(&vertex);
            varyings.add(&fragment);
            let options = Options {
                varyings: Some(varyings),
                ..self.options.clone()
            };
            let mut half = |shader| written(translate(shader, self.target, &options)?, warnings);
            Ok(TranslatedPair {
                vertex: half(&vertex)?,
                fragment: half(&fragment)?,
            })
        })
    }
}

/// Writes a shader that was lifted from a program.
///
/// Where the program leaves a position in the clip space of its machine, z is brought from the machine's range to that of
/// the language. A position on the screen, as programs of the Xbox and of the Mali-400 have it, stays as it is.
///
/// # Errors
/// As [`translate`].
#[cfg(feature = "lift")]
pub fn translate_lifted(
    lifted: &retroshade_lift::Lifted,
    language: Language,
    options: &Options,
) -> Result<Translated, Diagnostics> {
    let mut shader = lifted.shader.clone();
    let mut options = options.clone();
    let range = match (
        lifted.record.target.as_str(),
        lifted.record.placement.position,
    ) {
        (name, _) if name.starts_with("agal") => Some(ClipDepth::ZeroToW),
        ("pica200", target::Position::Native) => Some(ClipDepth::MinusWToZero),
        (_, target::Position::Clip) => Some(ClipDepth::MinusWToW),
        _ if lifted.position == retroshade_lift::Position::Clip => {
            Some(lifted.shader.interface.clip_depth)
        }
        _ => None,
    };
    // How matrices lay in the registers of the program does not bind another machine.
    for uniform in shader.interface.uniforms.values_mut() {
        uniform.declared = None;
    }
    // Passes know nothing of machines whose arithmetic the functions are.
    if !lifted.functions.is_empty() {
        options.functions = lifted.functions.clone();
        options.unoptimized = true;
    }
    match range {
        Some(range) => shader.interface.clip_depth = range,
        None => options.position = Position::AsWritten,
    }
    translate(&shader, language, &options)
}

fn written(mut translated: Translated, all: &mut Diagnostics) -> Result<Translated, Diagnostics> {
    all.extend(std::mem::take(&mut translated.warnings));
    Ok(translated)
}
