//! Uniforms in one block of memory, as `std140` of OpenGL lays it out, which every language here can say.
//!
//! Every uniform that the shader declares has its place, used or not: equal declarations give equal blocks, so that two
//! stages can share one buffer, and an edit of the code moves nothing.

use retroshade_ir::entity::SecondaryMap;
use retroshade_ir::{MatrixLayout, Scalar, Shader, Uniform, Variable};

/// How a uniform is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// A scalar or a vector.
    Vector,
    /// A matrix, or several, of columns that are 16 bytes apart.
    Matrix,
    /// A row of slots that are 16 bytes apart, each in the first lanes of a vector of four.
    Slots,
}

/// A uniform in the block.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The uniform.
    pub uniform: Uniform,
    /// Its name in the block.
    pub name: String,
    /// How it is stored.
    pub storage: Storage,
    /// Bytes from the start of the block.
    pub offset: u32,
    /// Bytes, up to the last of its own.
    pub size: u32,
    /// Bytes from one element of an array to the next.
    pub stride: Option<u32>,
    /// True if the shader reads it.
    pub used: bool,
}

/// The uniforms of a shader.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// In the order of their declarations.
    pub members: Vec<Member>,
    /// Bytes, a multiple of 16; 0 where there are no uniforms.
    pub size: u32,
}

/// Bytes of a lane.
const LANE: u32 = 4;
/// Bytes that elements of arrays and columns of matrices are apart.
const SLOT: u32 = 16;

impl Block {
    /// Lays out the uniforms of a shader. `used` says which ones it reads.
    pub(crate) fn new(shader: &Shader, used: &SecondaryMap<Uniform, bool>) -> Block {
        let mut block = Block::default();
        let mut names = crate::names::Names::default();
        for (uniform, variable) in shader.interface.uniforms.iter() {
            let storage = storage(variable);
            let lanes = u32::from(variable.slot_lanes());
            let (align, size) = match storage {
                Storage::Vector => (LANE * lanes.next_power_of_two(), LANE * lanes),
                Storage::Matrix | Storage::Slots => (SLOT, SLOT * variable.slots()),
            };
            let offset = block.size.next_multiple_of(align);
            let apart = SLOT * variable.slots_per_element();
            block.members.push(Member {
                uniform,
                name: names.free(&variable.name),
                storage,
                offset,
                size,
                stride: variable.shape.array.map(|_| apart),
                used: used[uniform],
            });
            block.size = offset + size;
        }
        block.size = block.size.next_multiple_of(SLOT);
        block
    }
}

fn storage(variable: &Variable) -> Storage {
    let is_matrix = variable.shape.columns > 1;
    match (is_matrix, variable.shape.array, variable.slot_lanes()) {
        // Columns of two lanes are 8 bytes apart in some languages.
        (true, _, 3..) => Storage::Matrix,
        (false, None, _) => Storage::Vector,
        _ => Storage::Slots,
    }
}

/// The scalar as which a uniform is stored: nothing outside of a shader is a bool.
pub(crate) fn stored(variable: &Variable) -> (Scalar, bool) {
    match variable.shape.scalar {
        Scalar::Bool => (Scalar::Int, true),
        scalar => (scalar, variable.unsigned),
    }
}

/// The word for a layout of matrices in the record.
pub(crate) fn layout_name(variable: &Variable) -> Option<&'static str> {
    let is_matrix = variable.shape.columns > 1;
    is_matrix.then_some(match variable.layout {
        MatrixLayout::Columns => "columns",
        MatrixLayout::Rows => "rows",
    })
}
