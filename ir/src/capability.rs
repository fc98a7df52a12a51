//! What is legal for a target after the passes: the question every lowering pass asks.
//!
//! A backend fills in one [`Capabilities`] for each of its programs (stage and version) as a `const`
//! or a small function. The passes bring a shader into that form or refuse it with a diagnostic; what
//! a set does not contain never reaches selection.

use crate::{MatrixLayout, OpKind, Scalar, Variable};

/// A set of operation kinds, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpSet([u64; 2]);

// Discriminants of `OpKind` are its bit numbers.
const _: () = assert!(OpKind::ALL.len() <= 128);

impl OpSet {
    /// No operation.
    pub const EMPTY: OpSet = OpSet([0; 2]);

    /// The listed kinds.
    pub const fn of(kinds: &[OpKind]) -> OpSet {
        let mut set = OpSet::EMPTY;
        let mut next = 0;
        while next < kinds.len() {
            set = set.with(kinds[next]);
            next += 1;
        }
        set
    }

    /// Every kind there is.
    pub const fn all() -> OpSet {
        OpSet::of(OpKind::ALL)
    }

    /// This set and one more.
    pub const fn with(mut self, kind: OpKind) -> OpSet {
        let bit = kind as usize;
        self.0[bit / 64] |= 1 << (bit % 64);
        self
    }

    /// This set without one.
    pub const fn without(mut self, kind: OpKind) -> OpSet {
        let bit = kind as usize;
        self.0[bit / 64] &= !(1 << (bit % 64));
        self
    }

    /// What is in either set.
    pub const fn union(self, other: OpSet) -> OpSet {
        OpSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// True if a kind is in it.
    pub const fn contains(self, kind: OpKind) -> bool {
        let bit = kind as usize;
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The kinds in it, in the order of the operation table.
    pub fn iter(self) -> impl Iterator<Item = OpKind> {
        OpKind::ALL
            .iter()
            .copied()
            .filter(move |&kind| self.contains(kind))
    }
}

/// A set of vector widths 1 to 4: bit n is n lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths(u8);

impl Widths {
    /// 1 to 4 lanes.
    pub const ANY: Widths = Widths(0b11110);
    /// One lane only.
    pub const SCALAR: Widths = Widths(0b00010);

    /// The listed widths, each 1 to 4.
    pub const fn of(widths: &[u8]) -> Widths {
        let mut set = 0;
        let mut next = 0;
        while next < widths.len() {
            assert!(widths[next] >= 1 && widths[next] <= 4);
            set |= 1 << widths[next];
            next += 1;
        }
        Widths(set)
    }

    /// True if a width is in it.
    pub const fn contains(self, lanes: u8) -> bool {
        lanes < 8 && self.0 >> lanes & 1 == 1
    }
}

/// The vector width a machine computes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorWidth {
    /// Each lane is an operation of its own (lima GP): vectors are split, nothing is packed.
    Scalar,
    /// Registers of four lanes with swizzles and write masks: scalars are packed.
    Vec4,
}

/// The instructions that multiply uniform matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniformMatrices {
    /// True if one instruction multiplies a uniform matrix of at least three columns with a vector. If not, that takes
    /// one for each column, as it does with a computed matrix on every machine.
    pub whole: bool,
    /// Instructions that each column of a product of two uniform matrices costs above that, since no instruction reads
    /// two uniforms.
    pub column_copies: u32,
}

/// How a machine rounds results, as far as chip and emulators agree about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultRounding {
    /// To the nearest number of [`Arithmetic::significand_bits`].
    Nearest,
    /// To the nearest such number or towards zero.
    NearestOrTowardZero,
    /// Such that at least these bits are kept.
    Unknown,
}

/// What a machine computes with, and how exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arithmetic {
    /// Bits of a float's significand, the leading one included: 24 in 32-bit floats. Integers below
    /// two to this power are exact.
    pub significand_bits: u8,
    /// How results are rounded.
    pub rounding: ResultRounding,
    /// Bits of the significand that a literal keeps. Where that is less than `significand_bits`, results may
    /// keep no more either, and quotients of ints are corrected by what they leave.
    pub literal_bits: u8,
    /// True if there are integers. If not, ints become floats that hold integers.
    pub ints: bool,
    /// True if there are values of type bool. If not, they become floats 0 and 1, and the only bools
    /// left are comparisons (`Lt Ge Eq Ne` of floats in one lane) that directly feed `If`, `Discard`
    /// or, in as many lanes as it has, a native `Select`.
    pub bools: bool,
    /// True if 0 * inf = 0 * NaN = 0 on this machine, which makes select by multiplication safe.
    pub zero_times_anything: bool,
    /// True if an inner product takes no longer than a product, so that sums of products are better as
    /// inner products.
    pub quick_dot: bool,
    /// True if each lane of a native `Select` has a condition of its own. If not, a select in several
    /// lanes has one condition for all of them.
    pub select_per_lane: bool,
}

impl Arithmetic {
    /// 32-bit floats and nothing else.
    pub const FLOATS: Arithmetic = Arithmetic {
        significand_bits: 24,
        rounding: ResultRounding::Nearest,
        literal_bits: 24,
        ints: false,
        bools: false,
        zero_times_anything: false,
        quick_dot: false,
        select_per_lane: true,
    };

    /// 32-bit floats, ints and bools.
    pub const FULL: Arithmetic = Arithmetic {
        ints: true,
        bools: true,
        ..Arithmetic::FLOATS
    };
}

/// How `if` may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branches {
    /// An `if` both of whose arms together cost at most this many operations is flattened all the same.
    /// 0 keeps all.
    pub flatten_cost: u32,
    /// How many `if` may stand inside one another; deeper ones are flattened.
    pub nesting: u32,
    /// True if derivatives and lookups may stand inside of `if`. If not, an `if` with one of these is
    /// flattened.
    pub quads: bool,
}

impl Branches {
    /// Wherever the shader has them.
    pub const ANY: Branches = Branches {
        flatten_cost: 0,
        nesting: u32::MAX,
        quads: true,
    };
}

/// How `loop` may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loops {
    /// A loop is unrolled all the same if that gives at most this many instructions.
    pub unroll_small: u32,
    /// But not if the shader may leave it early and a round that it may not reach begins after more
    /// instructions than this: each such round stands in a condition of its own.
    pub unroll_leaving: u32,
    /// As `unroll_small`, for a loop that indexes an array of booleans which the target cannot index
    /// ([`Indexing::boolean_file`]).
    pub unroll_choosing: u32,
    /// As `unroll_small`, for a loop that makes vertices whose numbers in their strip change from round to round, so that it
    /// would choose the slot of each.
    pub unroll_emitting: u32,
    /// Lanes of results that may be computed before a loop and live around it because no round changes
    /// them. 0 leaves all in the loop.
    pub hoisted_lanes: u32,
    /// True if going back to the start of a loop takes a jump of its own, so that a test is better at its end.
    pub turned: bool,
}

impl Loops {
    /// As the shader has them.
    pub const ANY: Loops = Loops {
        unroll_small: 0,
        unroll_leaving: u32::MAX,
        unroll_choosing: 0,
        unroll_emitting: 0,
        hoisted_lanes: 0,
        turned: false,
    };
}

/// Kinds of memory that a value may index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indexing {
    /// Uniforms.
    pub uniforms: bool,
    /// With `uniforms`: the letter of a register file that nothing indexes, in which uniforms of type bool lie
    /// ([`Indexing::in_boolean_file`]).
    pub boolean_file: Option<char>,
    /// With `uniforms`: whether literals lie in the same memory, so that arrays of literals can be indexed
    /// there ([`Variable::values`](crate::Variable::values)).
    pub literals: bool,
    /// Inputs.
    pub inputs: bool,
    /// Samplers.
    pub samplers: bool,
    /// Memory objects (arrays of the invocation).
    pub arrays: bool,
}

impl Indexing {
    /// Nothing.
    pub const NONE: Indexing = Indexing {
        uniforms: false,
        boolean_file: None,
        literals: false,
        inputs: false,
        samplers: false,
        arrays: false,
    };

    /// Everything that a shader indexes.
    pub const ALL: Indexing = Indexing {
        uniforms: true,
        boolean_file: None,
        literals: false,
        inputs: true,
        samplers: true,
        arrays: true,
    };

    /// True if a uniform lies in the file of booleans: it is a bool or an array of bools, and is not bound to a
    /// register of another file. The declaration alone decides.
    pub fn in_boolean_file(&self, uniform: &Variable) -> bool {
        let Some(letter) = self.boolean_file else {
            return false;
        };
        let shape = uniform.shape;
        let bind = uniform.bind.as_deref();
        shape.scalar == Scalar::Bool
            && shape.rows == 1
            && shape.columns == 1
            && bind.is_none_or(|bind| bind.starts_with(letter))
    }

    /// True if a uniform can be indexed by a value.
    pub fn can_index(&self, uniform: &Variable) -> bool {
        self.uniforms && !self.in_boolean_file(uniform)
    }
}

/// What is legal for a target after the passes.
///
/// Start from [`Capabilities::MINIMAL`] and add. [`Capabilities::FULL`] lets everything stand, for
/// tests and for printing what the target-independent passes do.
#[derive(Clone, Debug, PartialEq)]
pub struct Capabilities {
    /// The target's name as messages spell it, such as `agal1`.
    pub target: &'static str,
    /// Operations that selection accepts; others are expanded into these. Constants, undefined
    /// values, plain inputs and uniforms and `compose` are always accepted and need not be listed.
    ///
    /// What a `vec4` machine without them should list: `Neg` (folded into operands everywhere), `Abs`
    /// if it is an operand modifier or an instruction. `Select` in the set means a select on a float
    /// condition; without it selects become arithmetic on 0 and 1.
    pub native: OpSet,
    /// Operations of `native` that exist for one lane only (`rcp` on most chips): wider ones are split.
    pub scalar_only: OpSet,
    /// Widths in which `Dot` exists, if it is native.
    pub dot: Widths,
    /// Widths in which `Normalize` exists, if it is native.
    pub normalize: Widths,
    /// The types and operations that the target computes with.
    pub arithmetic: Arithmetic,
    /// True if the larger of 0 and a result costs nothing, since the operation that makes the result can do that too.
    pub free_clamps: bool,
    /// The limits of `if`; with `None` every `if` is flattened.
    pub branches: Option<Branches>,
    /// How `loop` may stand; with `None` loops unroll completely or are refused.
    pub loops: Option<Loops>,
    /// How many instructions unrolling may create in the whole shader before it gives up.
    pub unroll_budget: u32,
    /// What may be indexed by a value.
    pub index: Indexing,
    /// True if lookups divide the coordinate by its last lane.
    pub projective_textures: bool,
    /// How matrix uniforms lie whose declarations do not say.
    pub matrices: MatrixLayout,
    /// What products with uniform matrices cost.
    pub uniform_matrices: UniformMatrices,
    /// The width it computes in.
    pub width: VectorWidth,
}

impl Capabilities {
    /// A machine with add, mul, min, max, negation and nothing else, which unrolls and flattens
    /// everything and indexes nothing.
    pub const MINIMAL: Capabilities = Capabilities {
        target: "minimal",
        native: OpSet::of(&[
            OpKind::Neg,
            OpKind::Add,
            OpKind::Mul,
            OpKind::Min,
            OpKind::Max,
            OpKind::Rcp,
            OpKind::Rsqrt,
            OpKind::Exp2,
            OpKind::Log2,
            OpKind::Floor,
            OpKind::SetLt,
            OpKind::SetGe,
            OpKind::Texture,
            OpKind::Discard,
        ]),
        scalar_only: OpSet::EMPTY,
        dot: Widths::of(&[]),
        normalize: Widths::of(&[]),
        arithmetic: Arithmetic::FLOATS,
        free_clamps: false,
        branches: None,
        loops: None,
        unroll_budget: 20_000,
        index: Indexing::NONE,
        projective_textures: false,
        matrices: MatrixLayout::Columns,
        uniform_matrices: UniformMatrices {
            whole: false,
            column_copies: 0,
        },
        width: VectorWidth::Vec4,
    };

    /// A machine that does everything the representation can say.
    pub const FULL: Capabilities = Capabilities {
        target: "full",
        native: OpSet::all(),
        dot: Widths::ANY,
        normalize: Widths::ANY,
        arithmetic: Arithmetic::FULL,
        branches: Some(Branches::ANY),
        loops: Some(Loops::ANY),
        index: Indexing::ALL,
        projective_textures: true,
        ..Capabilities::MINIMAL
    };

    /// How a matrix uniform must lie: as its declaration says, else as all do.
    pub fn layout(&self, matrix: &Variable) -> MatrixLayout {
        matrix.declared.unwrap_or(self.matrices)
    }

    /// True if an operation in a number of lanes may reach selection.
    pub fn accepts(&self, kind: OpKind, lanes: u8) -> bool {
        self.native.contains(kind)
            && match kind {
                OpKind::Dot => self.dot.contains(lanes),
                OpKind::Normalize => self.normalize.contains(lanes),
                _ => lanes == 1 || !self.scalar_only.contains(kind),
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let kinds = [OpKind::Neg, OpKind::Loop, OpKind::Dot];
        let set = OpSet::of(&kinds);
        for &kind in OpKind::ALL {
            assert_eq!(set.contains(kind), kinds.contains(&kind), "{}", kind.name());
            assert!(set.with(kind).contains(kind));
            assert!(!set.without(kind).contains(kind));
        }
        assert_eq!(set.iter().count(), 3);
        assert_eq!(OpSet::all().iter().count(), OpKind::ALL.len());
    }

    #[test]
    fn widths_restrict_reductions() {
        let machine = Capabilities {
            native: OpSet::of(&[OpKind::Dot, OpKind::Rcp, OpKind::Mul]),
            scalar_only: OpSet::of(&[OpKind::Rcp]),
            dot: Widths::of(&[3, 4]),
            ..Capabilities::MINIMAL
        };
        assert!(machine.accepts(OpKind::Dot, 3) && !machine.accepts(OpKind::Dot, 2));
        assert!(machine.accepts(OpKind::Rcp, 1) && !machine.accepts(OpKind::Rcp, 2));
        assert!(machine.accepts(OpKind::Mul, 4) && !machine.accepts(OpKind::Add, 1));
    }
}
