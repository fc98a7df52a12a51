//! Bit layouts. Names of fields: `dst`, `index`, `source1`..`source3`, `descriptor`; `x`, `y`
//! (operators of `cmp`); `refx`, `refy`, `combine` (condition); `boolean`, `integer`, `target`,
//! `length`, `inverted`; `vertex`, `primitive`, `winding`.

use retroshade_kit::isa::{Format, Kind, code, field, number, zero};

macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident $name:literal = $($field:expr),*;)*) => {
        $($(#[$doc])* pub(super) static $format: Format = Format {
            name: $name,
            width: 32,
            fields: &[$($field),*],
        };)*
    };
}

formats! {
    BARE "0" =
        code(26, 32), zero(0, 26);
    TWO "1" =
        code(26, 32), number("dst", 21, 26), number("index", 19, 21), number("source1", 12, 19),
        number("source2", 7, 12), number("descriptor", 0, 7);
    TWO_INVERTED "1i" =
        code(26, 32), number("dst", 21, 26), number("index", 19, 21), number("source1", 14, 19),
        number("source2", 7, 14), number("descriptor", 0, 7);
    ONE "1u" =
        code(26, 32), number("dst", 21, 26), number("index", 19, 21), number("source1", 12, 19),
        zero(7, 12), number("descriptor", 0, 7);
    ADDRESS "1u without destination" =
        code(26, 32), zero(21, 26), number("index", 19, 21), number("source1", 12, 19), zero(7, 12),
        number("descriptor", 0, 7);
    /// The operators 6 and 7 do not exist.
    COMPARE "1c" =
        code(27, 32), field("x", 24, 27, Kind::Below(6)), field("y", 21, 24, Kind::Below(6)),
        number("index", 19, 21), number("source1", 12, 19), number("source2", 7, 12),
        number("descriptor", 0, 7);
    FLAGS "2" =
        code(26, 32), number("refx", 25, 26), number("refy", 24, 25), number("combine", 22, 24),
        number("target", 10, 22), zero(8, 10), number("length", 0, 8);
    BOOLEAN "3" =
        code(26, 32), number("boolean", 22, 26), number("target", 10, 22), zero(8, 10),
        number("length", 0, 8);
    BOOLEAN_JUMP "3 with inversion" =
        code(26, 32), number("boolean", 22, 26), number("target", 10, 22), zero(1, 10),
        number("inverted", 0, 1);
    LOOP "3 with integer" =
        code(26, 32), zero(24, 26), number("integer", 22, 24), number("target", 10, 22), zero(0, 10);
    SET_EMIT "4" =
        code(26, 32), number("vertex", 24, 26), number("primitive", 23, 24),
        number("winding", 22, 23), zero(0, 22);
    THREE "5" =
        code(29, 32), number("dst", 24, 29), number("index", 22, 24), number("source1", 17, 22),
        number("source2", 10, 17), number("source3", 5, 10), number("descriptor", 0, 5);
    THREE_INVERTED "5i" =
        code(29, 32), number("dst", 24, 29), number("index", 22, 24), number("source1", 17, 22),
        number("source2", 12, 17), number("source3", 5, 12), number("descriptor", 0, 5);
}
