//! Selection: the shader's operations to the chip's, on virtual registers.
//!
//! ```text
//! lower      the body to nodes whose operands name a source for each lane
//! indices    values of a0
//! math       functions the chip has in part
//! compare    comparisons in spite of two zeros
//! precision  which values are below highp
//! fold       lanes that are 0 or an operand
//! transpose  dot products by columns
//! combine    patterns the chip rewards
//! outputs    which node writes which output itself
//! realise    virtual registers, literals
//! share      operands that read several nodes
//! sweep      what nobody reads
//! conflicts  two constants or attributes in one operation
//! print      the result as text
//! ```

pub mod code;
mod combine;
mod compare;
mod conflicts;
mod fold;
pub mod graph;
mod homes;
mod indices;
mod literals;
mod lower;
mod math;
mod outputs;
mod precision;
mod print;
mod realise;
mod share;
mod sweep;
mod transpose;

pub use lower::Request;
pub use math::Accuracy;
pub use print::print;

use crate::interface::ConstantMap;
use code::Code;
use graph::Graph;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::Shader;

/// Choices that pay in some shaders and cost in others; the scheduler's result decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strategy {
    /// A copy of lanes and literals is one multiply-add by 1 and 0 instead of two copies.
    pub merge_literals: bool,
}

impl Strategy {
    /// Every combination, the usual one first.
    pub const ALL: [Strategy; 2] = [
        Strategy {
            merge_literals: true,
        },
        Strategy {
            merge_literals: false,
        },
    ];
}

/// The nodes of a shader after patterns were applied, in several ways where there are any: with
/// lanes folded or not, since an operation that computes a literal beside other lanes saves a copy,
/// and with scattered dot products by columns or as they are. The first is the usual choice.
///
/// # Errors
/// An operation that the passes should have replaced.
pub fn graphs(shader: &Shader, request: &Request<'_>) -> Result<Vec<Graph>, Diagnostic> {
    let plain = lower::lower(shader, request)?;
    let mut folded = plain.clone();
    let mut graphs = vec![plain];
    if fold::fold(&mut folded) {
        graphs.insert(0, folded);
    }
    let mut transposed = graphs.first().cloned().unwrap_or_default();
    if transpose::transpose(&mut transposed) {
        graphs.insert(0, transposed);
    }
    for graph in &mut graphs {
        combine::combine(graph);
    }
    Ok(graphs)
}

/// Operations on virtual registers. Literals take constant registers from `constants`.
///
/// # Errors
/// If literals do not find constant registers, and defects.
pub fn code(
    mut graph: Graph,
    strategy: &Strategy,
    constants: &mut ConstantMap,
) -> Result<Code, Diagnostic> {
    let emits = outputs::assign(&mut graph, strategy);
    let mut code = realise::realise(&mut graph, emits, strategy, constants)?;
    sweep::sweep(&mut code);
    conflicts::resolve(&mut code);
    code.find_layouts();
    Ok(code)
}
