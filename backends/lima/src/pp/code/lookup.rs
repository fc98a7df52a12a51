//! Lookups, and what is fetched for the varying unit.

/// What is fetched for the varying unit without a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Input {
    /// A varying: its number.
    Varying(u8),
    /// Relative to this varying: the operand is the offset.
    VaryingIndexed(u8),
    /// gl_FragCoord with the reciprocal of w.
    FragCoord,
    /// gl_PointCoord
    PointCoord,
    /// gl_FrontFacing
    FrontFacing,
}

/// The division by a component on the way to the texture unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Projection {
    /// None.
    #[default]
    None,
    /// By the third.
    Z,
    /// By the fourth.
    W,
}

/// The coordinate of a lookup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Coordinate {
    /// Straight from a varying; `half` selects the upper two components.
    Varying {
        /// The number.
        index: u8,
        /// `zw`.
        upper: bool,
    },
    /// From a value: the first operand.
    Value,
}

/// A lookup. Operands: the coordinate if it is a value, the level or bias, the sampler's offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lookup {
    /// Number of the sampler.
    pub sampler: u16,
    /// True if it is a cube map.
    pub cube: bool,
    /// The coordinate.
    pub coordinate: Coordinate,
    /// The division.
    pub projection: Projection,
    /// Whether there is a level (`Some(true)`) or a bias.
    pub level: Option<bool>,
    /// True if the sampler has an offset.
    pub indexed: bool,
}
