//! AGAL, the bytecode of Flash Stage3D, versions 1 to 3.
//!
//! ```text
//! target      names, limits, pipelines: what the rest of the compiler sees
//! capability  what is legal after the passes
//! conditionals  whether conditionals give a shorter program than arithmetic
//! generate    from a prepared shader to a verified program
//! search      which of several ways gives the shortest program
//! interface   which variables are active and where they lie; reflection
//! refusal     errors for programs that are too long or too wide, with the numbers
//! settings    options of the user, checked
//! machine     the chip as the machine IR sees it
//! select      from the representation to operations of the machine, and the passes of the pipelines below
//! schedule    order, registers, tokens, and the proof of the result
//! isa         registers, operands, tokens, the instruction table
//! text        the language of the mini assembler, in and out
//! effects     what tokens read and write, and where control goes
//! execute     what tokens do, in numbers of any kind
//! sim         runs decoded tokens in floats
//! container   the bytes around the tokens
//! rules       the rules of the runtime's verifier, and what some clients get wrong
//! ```

mod capability;
mod conditionals;
pub mod container;
mod effects;
mod execute;
mod generate;
mod interface;
pub mod isa;
pub mod machine;
mod refusal;
pub mod rules;
mod schedule;
mod search;
pub mod select;
mod settings;
pub mod sim;
mod stats;
mod target;
pub mod text;
mod unit;

pub use execute::Machine;
pub use target::{AGAL1, AGAL2, AGAL3, Agal};

use select::*;

/// What every program goes through.
pub const PIPELINE: &[Pass] = &[
    DCE,
    PREDICATE_IN_PLACE,
    LEGALIZE_READS,
    FOLD_PASSTHROUGH_LANES,
    WRITE_OUTPUTS,
    LEGALIZE_READS,
    DCE,
];

/// What follows, for each way to join operations ([`Vectorize`]): those with fewest operations are scheduled
/// first.
pub const FINISH: &[Pass] = &[
    VECTORIZE,
    COPY_TIED_OPERANDS,
    PACK_LITERALS,
    COMPONENTS_FIRST,
];

/// What a program that lacks temporaries goes through besides.
pub const SPREAD: &[Pass] = &[REMATERIALIZE, DCE];

/// What a program that lacks temporaries is tried with after that.
pub const NARROW: &[Pass] = &[SPLIT_PRODUCTS];

/// What every program goes through before it is scheduled.
pub const CONDITIONALS: &[Pass] = &[MERGE_PREDICATED];
