//! Programs with data to run them on.
//!
//! ```text
//! world        the interface of a program, and its data
//! leaf         literals, variables, elements
//! float        expressions of floats            matrix     of matrices
//! whole        of ints and uints                truth      of bools
//! structure    structures, whole and by fields  rounding   expressions that round
//! program      functions, `main` and outputs    statement  statements of both
//! aggregate    statements of arrays, matrices   repetition loops
//! never        what is never executed, what is never written
//! ```
//!
//! Each seed draws the features its programs have, so that some programs have little of everything and
//! others much of a few things.

mod aggregate;
mod float;
mod leaf;
mod matrix;
mod never;
mod program;
mod repetition;
mod rounding;
mod statement;
mod structure;
mod truth;
mod whole;
mod world;

use crate::bounds::Bounds;
use crate::text::{Expr, Program, Type};
use retroshade_ir::Stage;
use retroshade_ir::random::Random;
use retroshade_ir::run::RunInputs;
use structure::Structure;

/// Requests to the generator; the rest is the seed's choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knobs {
    /// The stage; `None`: either.
    pub stage: Option<Stage>,
    /// About how many statements; `None`: mostly few, sometimes so many that targets have to refuse it.
    pub statements: Option<u32>,
    /// Whether it is ESSL 3.00; `None`: sometimes.
    pub essl300: Option<bool>,
    /// Outputs that it has beside its own: their names, lanes, and what they must lie within.
    pub outputs: Vec<(String, u8, Bounds)>,
    /// Names are numbered from here.
    pub first_name: u32,
    /// Neither undefined values nor window coordinates.
    pub plain: bool,
}

/// A program and what to run it on.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What made it.
    pub seed: u64,
    /// The stage.
    pub stage: Stage,
    /// The program.
    pub program: Program,
    /// The data, of a few samples.
    pub inputs: RunInputs,
    /// For each output that is not exact, how far it may be off in 32-bit floats.
    pub rounded: Vec<(String, f64)>,
    /// The largest magnitude of any output.
    pub size: f64,
    /// The inputs by name: their lanes, and what they lie within.
    pub reads: Vec<(String, u8, Bounds)>,
}

/// A vertex and a fragment program that belong together.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Writes what the other reads.
    pub vertex: Sample,
    /// The varyings have no data of their own.
    pub fragment: Sample,
}

/// What a seed's programs have.
#[derive(Clone, Copy, Debug)]
struct Features {
    essl300: bool,
    matrices: bool,
    arrays: bool,
    ints: bool,
    functions: bool,
    branches: bool,
    loops: bool,
    textures: bool,
    discard: bool,
    undefined: bool,
    dead_code: bool,
    rounding: bool,
    /// Structures.
    structures: bool,
    /// Macros that take arguments.
    macros: bool,
    /// Variables that functions share.
    globals: bool,
    /// `gl_FragCoord` and its like.
    builtins: bool,
    /// Interfaces near what chips have room for.
    crowded: bool,
    /// Blocks and expressions inside one another, many times.
    deep: bool,
    /// Many values at once.
    pressure: bool,
    /// Bitwise operations of ESSL 3.00.
    bits: bool,
}

/// An expression and what is known of it.
#[derive(Clone, Debug)]
struct Value {
    expr: Expr,
    bounds: Bounds,
}

/// Something with a name that may be read.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    ty: Type,
    /// Elements, if it is an array.
    length: Option<u32>,
    /// Of each lane.
    bounds: Bounds,
    /// True if it may be assigned to.
    is_local: bool,
    /// What any value assigned here must be within: that of a variable of the code around a loop.
    limit: Option<Bounds>,
    /// True if functions may change it, so that all that is ever known of it is its limit.
    is_global: bool,
}

impl Variable {
    /// One that is not an array and is only read.
    fn new(name: &str, ty: Type, bounds: Bounds) -> Variable {
        Variable {
            name: name.to_owned(),
            ty,
            length: None,
            bounds,
            is_local: false,
            limit: None,
            is_global: false,
        }
    }
}

/// A function of the program.
#[derive(Clone, Debug)]
struct Function {
    name: String,
    /// Types, and whether it is an `out` or `inout` parameter.
    parameters: Vec<(Type, bool)>,
    result: Type,
    bounds: Bounds,
}

/// What arguments of functions lie within.
const ARGUMENT: Bounds = Bounds {
    low: -8.0,
    high: 8.0,
    step: 3,
    constant: false,
};

/// Bounds of ints.
const INT: Bounds = Bounds {
    low: -1000.0,
    high: 1000.0,
    step: 0,
    constant: false,
};

/// What variables of the code around a loop stay within while it goes round.
const CARRIED: Bounds = Bounds {
    low: -16.0,
    high: 16.0,
    step: 3,
    constant: false,
};

/// What variables without a value are taken for.
const UNDEFINED: Bounds = Bounds {
    low: -4.0,
    high: 4.0,
    step: 1,
    constant: false,
};

struct Generator {
    random: Random,
    stage: Stage,
    features: Features,
    head: String,
    inputs: RunInputs,
    /// What is in scope, oldest first.
    variables: Vec<Variable>,
    functions: Vec<Function>,
    reads: Vec<(String, u8, Bounds)>,
    structures: Vec<Structure>,
    /// Outputs that another program reads.
    wanted: Vec<(String, u8, Bounds)>,
    samplers: Vec<String>,
    /// The numbers that literals are taken from.
    literals: Vec<f64>,
    /// Names given.
    names: u32,
    /// Statements still to be made.
    left: u32,
    /// Loops around.
    loops: u32,
    /// Blocks around.
    depth: u32,
    /// Inside a function: its result, and what its results were so far.
    returns: Option<(Type, Bounds)>,
}

/// The sample of a seed.
pub fn sample(seed: u64, knobs: &Knobs) -> Sample {
    let mut random = Random::new(seed);
    let stage = knobs.stage.unwrap_or(if random.one_in(2) {
        Stage::Vertex
    } else {
        Stage::Fragment
    });
    let mut features = Features::draw(&mut random, stage);
    features.essl300 = knobs.essl300.unwrap_or(features.essl300);
    features.undefined &= !knobs.plain;
    features.builtins &= !knobs.plain;
    let left = knobs.statements.unwrap_or(match random.below(20) {
        0..=8 => 1 + random.below(4) as u32,
        9..=15 => 4 + random.below(8) as u32,
        16..=18 => 12 + random.below(18) as u32,
        _ => 30 + random.below(50) as u32,
    });
    let mut generator = Generator {
        random,
        stage,
        features,
        head: String::new(),
        inputs: RunInputs::default(),
        variables: Vec::new(),
        functions: Vec::new(),
        reads: Vec::new(),
        structures: Vec::new(),
        wanted: knobs.outputs.clone(),
        samplers: Vec::new(),
        literals: Vec::new(),
        names: knobs.first_name,
        left,
        loops: 0,
        depth: 0,
        returns: None,
    };
    generator.world();
    generator.program(seed)
}

/// The pair of a seed.
pub fn pair(seed: u64, knobs: &Knobs) -> Pair {
    let essl300 = knobs.essl300.unwrap_or(Random::new(!seed).one_in(6));
    let knobs = Knobs {
        essl300: Some(essl300),
        plain: true,
        ..knobs.clone()
    };
    let fragment = Knobs {
        stage: Some(Stage::Fragment),
        ..knobs.clone()
    };
    let fragment = sample(seed, &fragment);
    let vertex = Knobs {
        stage: Some(Stage::Vertex),
        outputs: fragment.reads.clone(),
        // Beyond the names of the fragment program: what has a name in both would have to be the same.
        first_name: 10_000,
        ..knobs
    };
    let vertex = sample(seed.wrapping_add(1 << 40), &vertex);
    Pair {
        vertex: Sample { seed, ..vertex },
        fragment,
    }
}

impl Features {
    fn draw(random: &mut Random, stage: Stage) -> Features {
        let mut often = || !random.one_in(3);
        let fragment = stage == Stage::Fragment;
        Features {
            matrices: often(),
            arrays: often(),
            ints: often(),
            functions: often(),
            branches: often(),
            loops: often(),
            textures: often() && fragment,
            undefined: !often(),
            dead_code: !often(),
            discard: fragment && random.one_in(5),
            rounding: random.one_in(5),
            essl300: random.one_in(8),
            structures: random.one_in(3),
            macros: random.one_in(5),
            globals: random.one_in(4),
            builtins: random.one_in(5),
            crowded: random.one_in(12),
            deep: random.one_in(8),
            pressure: random.one_in(8),
            bits: random.one_in(2),
        }
    }
}

impl Generator {
    /// True in `part` of `whole` cases.
    fn chance(&mut self, part: u64, whole: u64) -> bool {
        self.random.below(whole) < part
    }

    /// A number from `low` to `high`, both included.
    fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.random.below(u64::from(high - low + 1)) as u32
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        self.random.pick(list).cloned()
    }

    /// 1 to 4, mostly what shaders have.
    fn width(&mut self) -> u8 {
        self.pick(&[1, 1, 1, 2, 3, 3, 4, 4, 4]).unwrap_or(1)
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// The value, brought within limits by the functions that do so.
    fn fit(&mut self, value: Value, limit: Bounds) -> Value {
        let Value {
            mut expr,
            mut bounds,
        } = value;
        let ty = expr.ty;
        if bounds.step > limit.step {
            if limit.step == 0 || self.chance(1, 2) {
                expr = Expr::new(ty, "floor(@)", vec![expr]);
            } else {
                let unit = f64::from(limit.step).exp2();
                let text = format!("(floor(@ * {unit:?}) * {:?})", 1.0 / unit);
                expr = Expr::new(ty, &text, vec![expr]);
            }
            bounds = Bounds {
                low: bounds.low.floor(),
                high: bounds.high.ceil(),
                step: limit.step,
                ..bounds
            };
        }
        if bounds.low < limit.low || bounds.high > limit.high {
            let text = format!("clamp(@, {:?}, {:?})", limit.low, limit.high);
            expr = Expr::new(ty, &text, vec![expr]);
            bounds.low = bounds.low.clamp(limit.low, limit.high);
            bounds.high = bounds.high.clamp(limit.low, limit.high);
        }
        Value { expr, bounds }
    }
}

/// The lanes of a vector of floats.
fn lanes_of(ty: Type) -> u8 {
    match ty {
        Type::Float(lanes) => lanes,
        _ => 1,
    }
}

impl Value {
    fn new(ty: Type, text: &str, holes: Vec<Expr>, bounds: Bounds) -> Value {
        Value {
            expr: Expr::new(ty, text, holes),
            bounds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Knobs, sample};
    use crate::text::Initial;

    #[test]
    fn a_seed_is_a_program() {
        let text = |seed| {
            sample(seed, &Knobs::default())
                .program
                .text(Initial::Missing)
        };
        assert_eq!(text(5), text(5));
        assert_ne!(text(5), text(6));
    }
}
