//! What is done to a shader before it is written.

use crate::{Language, Options};
use retroshade_diagnostics::Diagnostics;
use retroshade_ir::opt::{
    ARRAYS, CSE, DCE, INDEX, MATRIX_LAYOUT, SIMPLIFY, convert_depth, invert_y,
};
use retroshade_ir::pass::{Hooks, Pass, Pipeline};
use retroshade_ir::{Capabilities, ClipDepth, Indexing, MatrixLayout, Shader, Stage};

/// What becomes of `gl_Position` of a vertex shader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Position {
    /// Brought to the clip space of the language's machines: z to the range of [`Language::clip_depth`], near to near and
    /// far to far, and for Vulkan y downwards.
    #[default]
    Native,
    /// Left as the shader writes it.
    AsWritten,
}

/// What a shader may not do without: one sampler is looked up at a time, and matrices lie as their declarations say.
const NEEDED: &[Pass] = &[INDEX, MATRIX_LAYOUT, DCE];

/// Constants are folded, equal values found, arrays that only literals index become values. Branches and loops stay.
const READABLE: &[Pass] = &[SIMPLIFY, DCE, ARRAYS, SIMPLIFY, CSE, DCE];

/// Brings a shader into the form in which it is written. Returns the range of z that its position has then.
pub(crate) fn prepare(
    shader: &mut Shader,
    language: Language,
    options: &Options,
) -> Result<ClipDepth, Diagnostics> {
    let capabilities = Capabilities {
        target: language.name(),
        index: Indexing {
            samplers: false,
            ..Indexing::ALL
        },
        matrices: options.matrices.unwrap_or(MatrixLayout::Columns),
        ..Capabilities::FULL
    };
    let mut pipeline = Pipeline::new(NEEDED);
    if !options.unoptimized {
        pipeline = pipeline.then(READABLE);
    }
    let depth = place(shader, language, options);
    let result = pipeline.run(shader, &capabilities, &mut Hooks::default());
    result.map_err(Diagnostics::from)?;
    Ok(depth)
}

/// True if `gl_Position.y` gets the other sign.
pub(crate) fn inverts_y(language: Language, options: &Options) -> bool {
    let native = options.position == Position::Native;
    options.invert_y != (native && language == Language::SpirV)
}

/// Brings `gl_Position` to where the machine wants it.
fn place(shader: &mut Shader, language: Language, options: &Options) -> ClipDepth {
    let own = shader.interface.clip_depth;
    if shader.stage != Stage::Vertex {
        return own;
    }
    let native = options.position == Position::Native;
    if inverts_y(language, options) {
        invert_y(shader);
    }
    if !native {
        return own;
    }
    let wanted = language.clip_depth();
    if own != wanted {
        convert_depth(shader, own, wanted);
    }
    wanted
}
