//! Selection: from the intermediate representation to instructions of the chip on lanes that have
//! no register yet.
//!
//! ```text
//! interface   registers of inputs, uniforms and outputs; semantics of varyings by name
//! lower       vector operations to operations on lanes
//! fuse        sums and products: common factors, literal factors, mad
//! sink        what one arm of a condition needs is computed there
//! join        copies to outputs and across conditions vanish
//! reroll      copies of the same code become a counted loop
//! light       maxima with zero become `litp` where that is shorter
//! legal       what one instruction cannot read together is copied
//! tidy        what nobody needs goes
//! ```

pub mod code;
mod fuse;
pub mod interface;
mod join;
mod legal;
pub(crate) mod light;
pub mod live;
mod lower;
mod propagate;
mod reroll;
pub mod semantics;
mod sink;
mod tidy;

use code::Code;
use interface::{Places, Usage};
use retroshade_diagnostics::Diagnostics;
use retroshade_ir::Shader;

/// What selection made.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The instructions.
    pub code: Code,
    /// Where the interface lives.
    pub places: Places,
}

/// How selection goes about a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether to look for shorter code.
    pub optimize: bool,
    /// Whether `litp` may be used.
    pub lighting: bool,
    /// Whether the larger and the smaller of two values is the one that is a number, if the other is
    /// none.
    pub prefer_numbers: bool,
    /// Whether a geometry program follows and takes the varyings that the fixed pipeline does not.
    pub geometry: bool,
}

/// Selects instructions for a shader that went through the target's pipeline.
///
/// # Errors
/// Too many variables for the registers, bindings that cannot be, operations that the chip cannot
/// do.
pub fn select(shader: &Shader, settings: Settings) -> Result<Selected, Diagnostics> {
    let decisions = lower::Decisions::of(shader);
    let usage = Usage::of(shader, &decisions);
    let places = interface::place(shader, &usage, settings.geometry)?;
    let mut code =
        lower::Lowering::new(shader, &places, &decisions, settings.prefer_numbers).run()?;
    tidy::tidy(&mut code);
    if settings.optimize {
        fuse::rewrite(&mut code);
    }
    propagate::propagate(&mut code);
    tidy::tidy(&mut code);
    if settings.optimize {
        sink::sink(&mut code);
    }
    join::join(&mut code);
    tidy::tidy(&mut code);
    if settings.optimize {
        reroll::reroll(&mut code);
        join::join(&mut code);
        tidy::tidy(&mut code);
        if settings.lighting && !code.ordered {
            light::light(&mut code);
        }
    }
    legal::legalise(&mut code);
    tidy::tidy(&mut code);
    Ok(Selected { code, places })
}
