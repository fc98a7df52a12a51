//! Bit layouts. Names of fields: `dst`, `index`, `source1`..`source3`, `descriptor`; `x`, `y`
//! (operators of `cmp`); `refx`, `refy`, `combine` (condition); `boolean`, `integer`, `target`,
//! `length`, `inverted`; `vertex`, `primitive`, `winding`.

use retroshade_kit::isa::{Format, Kind, code, field, number, zero};

pub(super) static BARE: Format = Format {
    name: "0",
    width: 32,
    fields: &[code(26, 32), zero(0, 26)],
};

pub(super) static TWO: Format = Format {
    name: "1",
    width: 32,
    fields: &[
        code(26, 32),
        number("dst", 21, 26),
        number("index", 19, 21),
        number("source1", 12, 19),
        number("source2", 7, 12),
        number("descriptor", 0, 7),
    ],
};

pub(super) static TWO_INVERTED: Format = Format {
    name: "1i",
    width: 32,
    fields: &[
        code(26, 32),
        number("dst", 21, 26),
        number("index", 19, 21),
        number("source1", 14, 19),
        number("source2", 7, 14),
        number("descriptor", 0, 7),
    ],
};

pub(super) static ONE: Format = Format {
    name: "1u",
    width: 32,
    fields: &[
        code(26, 32),
        number("dst", 21, 26),
        number("index", 19, 21),
        number("source1", 12, 19),
        zero(7, 12),
        number("descriptor", 0, 7),
    ],
};

pub(super) static ADDRESS: Format = Format {
    name: "1u without destination",
    width: 32,
    fields: &[
        code(26, 32),
        zero(21, 26),
        number("index", 19, 21),
        number("source1", 12, 19),
        zero(7, 12),
        number("descriptor", 0, 7),
    ],
};

/// The operators 6 and 7 do not exist.
pub(super) static COMPARE: Format = Format {
    name: "1c",
    width: 32,
    fields: &[
        code(27, 32),
        field("x", 24, 27, Kind::Below(6)),
        field("y", 21, 24, Kind::Below(6)),
        number("index", 19, 21),
        number("source1", 12, 19),
        number("source2", 7, 12),
        number("descriptor", 0, 7),
    ],
};

pub(super) static FLAGS: Format = Format {
    name: "2",
    width: 32,
    fields: &[
        code(26, 32),
        number("refx", 25, 26),
        number("refy", 24, 25),
        number("combine", 22, 24),
        number("target", 10, 22),
        zero(8, 10),
        number("length", 0, 8),
    ],
};

pub(super) static BOOLEAN: Format = Format {
    name: "3",
    width: 32,
    fields: &[
        code(26, 32),
        number("boolean", 22, 26),
        number("target", 10, 22),
        zero(8, 10),
        number("length", 0, 8),
    ],
};

pub(super) static BOOLEAN_JUMP: Format = Format {
    name: "3 with inversion",
    width: 32,
    fields: &[
        code(26, 32),
        number("boolean", 22, 26),
        number("target", 10, 22),
        zero(1, 10),
        number("inverted", 0, 1),
    ],
};

pub(super) static LOOP: Format = Format {
    name: "3 with integer",
    width: 32,
    fields: &[
        code(26, 32),
        zero(24, 26),
        number("integer", 22, 24),
        number("target", 10, 22),
        zero(0, 10),
    ],
};

pub(super) static SET_EMIT: Format = Format {
    name: "4",
    width: 32,
    fields: &[
        code(26, 32),
        number("vertex", 24, 26),
        number("primitive", 23, 24),
        number("winding", 22, 23),
        zero(0, 22),
    ],
};

pub(super) static THREE: Format = Format {
    name: "5",
    width: 32,
    fields: &[
        code(29, 32),
        number("dst", 24, 29),
        number("index", 22, 24),
        number("source1", 17, 22),
        number("source2", 10, 17),
        number("source3", 5, 10),
        number("descriptor", 0, 5),
    ],
};

pub(super) static THREE_INVERTED: Format = Format {
    name: "5i",
    width: 32,
    fields: &[
        code(29, 32),
        number("dst", 24, 29),
        number("index", 22, 24),
        number("source1", 17, 22),
        number("source2", 12, 17),
        number("source3", 5, 12),
        number("descriptor", 0, 5),
    ],
};
