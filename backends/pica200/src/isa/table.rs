//! The instruction table: name, code, layout and meaning of every instruction.

use super::formats as f;
use super::{Form, LaneMask};
use retroshade_kit::isa::Table;
use retroshade_kit::machine::numbers::{Comparison, Function};

/// A row of [`TABLE`].
pub type Row = retroshade_kit::isa::Row<Info>;

/// What a row says besides the encoding.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The instruction.
    pub opcode: Opcode,
    /// How its operands are written and encoded.
    pub form: Form,
    /// What it makes of its sources.
    pub meaning: Meaning,
}

/// What an instruction makes of its vector sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A function of each written lane.
    Lanes(Function),
    /// Of each written lane the product of two sources, and a third one added to it.
    MultiplyAdd,
    /// A function of x, in every written lane.
    First(Function),
    /// The inner product of so many lanes, in every written lane.
    Dot(u8),
    /// The inner product of three lanes and w of the second source, in every written lane.
    HomogeneousDot,
    /// `dst`
    Distance,
    /// `litp`, which sets the flags as well.
    Lighting,
    /// Writes the address registers.
    Address,
    /// Writes both flags.
    Compare,
    /// Nothing: there are none. It steers the program.
    Control,
}

impl Meaning {
    /// The positions of a source that matter when the lanes of `mask` are written.
    pub const fn positions(self, source: usize, mask: LaneMask) -> LaneMask {
        let of = LaneMask::from_bits;
        match self {
            Meaning::Control => LaneMask::NONE,
            Meaning::Lanes(_) | Meaning::MultiplyAdd => mask,
            Meaning::First(_) => LaneMask::X,
            Meaning::Dot(3) => LaneMask::XYZ,
            Meaning::Dot(_) => LaneMask::ALL,
            Meaning::HomogeneousDot if source == 0 => LaneMask::XYZ,
            Meaning::HomogeneousDot => LaneMask::ALL,
            Meaning::Distance if source == 0 => mask.and(of(0b0110)),
            Meaning::Distance => mask.and(of(0b1010)),
            Meaning::Lighting => mask.and(of(0b0010)).or(of(0b1001)),
            Meaning::Compare => of(0b0011),
            Meaning::Address => mask.and(of(0b0011)),
        }
    }
}

macro_rules! instructions {
    ($($opcode:ident $name:literal $code:literal $format:ident $form:ident $meaning:expr, $note:literal;)*) => {
        /// An instruction of the set. Inverted forms, which differ in the source that may be a
        /// uniform, are instructions of their own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the table's notes say what each of them does")]
        pub enum Opcode {
            $($opcode,)*
        }

        static ROWS: &[Row] = &[$(Row {
            name: $name,
            format: &f::$format,
            code: $code,
            fixed: fixed(Form::$form),
            info: Info {
                opcode: Opcode::$opcode,
                form: Form::$form,
                meaning: $meaning,
            },
            note: $note,
        },)*];
    };
}

/// Fields of a layout that some forms do not use.
const fn fixed(form: Form) -> &'static [(&'static str, u64)] {
    match form {
        Form::Call => &[("refx", 0), ("refy", 0), ("combine", 0)],
        Form::BreakFlags => &[("target", 0), ("length", 0)],
        Form::JumpFlags => &[("length", 0)],
        _ => &[],
    }
}

use Function::{
    Add, Compare, Copy, Exp2, Floor, Log2, Maximum, Minimum, Multiply, Reciprocal,
    ReciprocalSquareRoot,
};
use Meaning::{
    Address, Control, Distance, Dot, First, HomogeneousDot, Lanes, Lighting, MultiplyAdd,
};

instructions! {
    Add "add" 0x00 TWO Two Lanes(Add), "s1 + s2";
    Dp3 "dp3" 0x01 TWO Two Dot(3), "x1 x2 + y1 y2 + z1 z2 in every written lane";
    Dp4 "dp4" 0x02 TWO Two Dot(4), "x1 x2 + y1 y2 + z1 z2 + w1 w2 in every written lane";
    Dph "dph" 0x03 TWO Two HomogeneousDot, "x1 x2 + y1 y2 + z1 z2 + w2 in every written lane";
    Dst "dst" 0x04 TWO Two Distance, "(1, y1 y2, z1, w2)";
    Ex2 "ex2" 0x05 ONE One First(Exp2), "2 to the s1.x in every written lane";
    Lg2 "lg2" 0x06 ONE One First(Log2), "logarithm of s1.x to base 2 in every written lane; NaN below 0, -inf for 0";
    Litp "litp" 0x07 ONE One Lighting, "(max(x, 0), y clamped to ±127.996, 0, max(w, 0)); cmp.x = x >= 0, cmp.y = w >= 0";
    Mul "mul" 0x08 TWO Two Lanes(Multiply), "s1 s2; zero times infinity is zero";
    Sge "sge" 0x09 TWO Two Lanes(Compare(Comparison::GREATER_OR_EQUAL)), "s1 >= s2 ? 1 : 0";
    Slt "slt" 0x0A TWO Two Lanes(Compare(Comparison::LESS)), "s1 < s2 ? 1 : 0";
    Flr "flr" 0x0B ONE One Lanes(Floor), "largest integer not above s1";
    Max "max" 0x0C TWO Two Lanes(Maximum), "s1 > s2 ? s1 : s2";
    Min "min" 0x0D TWO Two Lanes(Minimum), "s1 < s2 ? s1 : s2";
    Rcp "rcp" 0x0E ONE One First(Reciprocal), "1 / s1.x in every written lane";
    Rsq "rsq" 0x0F ONE One First(ReciprocalSquareRoot), "1 / sqrt(s1.x) in every written lane";
    Mova "mova" 0x12 ADDRESS Address Address, "a0.x, a0.y = s1.x, s1.y without their fractions";
    Mov "mov" 0x13 ONE One Lanes(Copy), "s1";
    Dphi "dphi" 0x18 TWO_INVERTED TwoInverted HomogeneousDot, "dph whose second source may be a uniform";
    Dsti "dsti" 0x19 TWO_INVERTED TwoInverted Distance, "dst whose second source may be a uniform";
    Sgei "sgei" 0x1A TWO_INVERTED TwoInverted Lanes(Compare(Comparison::GREATER_OR_EQUAL)), "sge whose second source may be a uniform";
    Slti "slti" 0x1B TWO_INVERTED TwoInverted Lanes(Compare(Comparison::LESS)), "slt whose second source may be a uniform";
    Break "break" 0x20 BARE Bare Control, "leaves the innermost loop";
    Nop "nop" 0x21 BARE Bare Control, "nothing";
    End "end" 0x22 BARE Bare Control, "ends the program";
    Breakc "breakc" 0x23 FLAGS BreakFlags Control, "break if the flags say so";
    Call "call" 0x24 FLAGS Call Control, "runs a procedure";
    Callc "callc" 0x25 FLAGS CallFlags Control, "call if the flags say so";
    Callu "callu" 0x26 BOOLEAN CallBoolean Control, "call if the boolean uniform is true";
    Ifu "ifu" 0x27 BOOLEAN IfBoolean Control, "runs one of two blocks by a boolean uniform";
    Ifc "ifc" 0x28 FLAGS IfFlags Control, "runs one of two blocks by the flags";
    Loop "for" 0x29 LOOP Loop Control, "runs a block i.x + 1 times; aL starts at i.y and grows by i.z";
    Emit "emit" 0x2A BARE Bare Control, "makes a vertex of the outputs; geometry programs only";
    Setemit "setemit" 0x2B SET_EMIT SetEmit Control, "chooses the vertex slot, whether a primitive ends, and its winding; geometry programs only";
    Jmpc "jmpc" 0x2C FLAGS JumpFlags Control, "jumps if the flags say so";
    Jmpu "jmpu" 0x2D BOOLEAN_JUMP JumpBoolean Control, "jumps if the boolean uniform is true, or false if inverted";
    Cmp "cmp" 0x17 COMPARE Compare Meaning::Compare, "cmp.x = s1.x op s2.x; cmp.y = s1.y op s2.y";
    Madi "madi" 0x6 THREE_INVERTED ThreeInverted MultiplyAdd, "mad whose third source may be a uniform";
    Mad "mad" 0x7 THREE Three MultiplyAdd, "s1 s2 + s3; the descriptor number is below 32";
}

/// The instruction set.
pub static TABLE: Table<Info> = Table { rows: ROWS };

impl Opcode {
    /// The row of the table.
    pub fn row(self) -> &'static Row {
        // The macro makes the rows in the order of the variants.
        &ROWS[self as usize]
    }

    /// What the row says besides the encoding.
    pub fn info(self) -> &'static Info {
        &self.row().info
    }

    /// The mnemonic.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Whether it runs a procedure.
    pub const fn is_call(self) -> bool {
        matches!(self, Opcode::Call | Opcode::Callc | Opcode::Callu)
    }

    /// Whether it opens a condition.
    pub const fn is_if(self) -> bool {
        matches!(self, Opcode::Ifc | Opcode::Ifu)
    }

    /// Whether it goes to a label.
    pub const fn is_jump(self) -> bool {
        matches!(self, Opcode::Jmpc | Opcode::Jmpu)
    }

    /// Whether it leaves a loop.
    pub const fn is_break(self) -> bool {
        matches!(self, Opcode::Break | Opcode::Breakc)
    }

    /// The form whose other source may be a uniform, where there is one.
    pub const fn inverted(self) -> Option<Opcode> {
        match self {
            Opcode::Dph => Some(Opcode::Dphi),
            Opcode::Dst => Some(Opcode::Dsti),
            Opcode::Sge => Some(Opcode::Sgei),
            Opcode::Slt => Some(Opcode::Slti),
            Opcode::Mad => Some(Opcode::Madi),
            _ => None,
        }
    }

    /// The plain form of an inverted one, and `self` otherwise.
    pub const fn plain(self) -> Opcode {
        match self {
            Opcode::Dphi => Opcode::Dph,
            Opcode::Dsti => Opcode::Dst,
            Opcode::Sgei => Opcode::Sge,
            Opcode::Slti => Opcode::Slt,
            Opcode::Madi => Opcode::Mad,
            plain => plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_kit::roundtrip::table_round_trips;

    #[test]
    fn the_table_is_sound() {
        assert_eq!(TABLE.problems(), Vec::<String>::new());
    }

    #[test]
    fn rows_and_opcodes_agree() {
        for row in TABLE.rows {
            assert_eq!(row.info.opcode.row().name, row.name);
        }
    }

    #[test]
    fn every_row_round_trips() {
        assert_eq!(table_round_trips(&TABLE, 200, 1), Ok(()));
    }

    #[test]
    fn inverted_forms_differ_in_the_wide_source_only() {
        for row in TABLE.rows {
            if let Some(inverted) = row.info.opcode.inverted() {
                assert_eq!(inverted.plain(), row.info.opcode);
                assert_eq!(inverted.info().meaning, row.info.meaning);
                assert_ne!(inverted.info().form.wide(), row.info.form.wide());
            }
        }
    }
}
