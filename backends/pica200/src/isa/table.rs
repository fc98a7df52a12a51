//! The instruction table: name, code, layout, what is read, and the meaning of every instruction.

use super::alu::{self, Eval};
use super::formats as f;
use super::{Form, Reads};
use retroshade_kit::isa::Table;

/// A row of [`TABLE`].
pub type Row = retroshade_kit::isa::Row<Info>;

/// What a row says besides the encoding.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The instruction.
    pub opcode: Opcode,
    /// How its operands are written and encoded.
    pub form: Form,
    /// Which positions of its sources matter.
    pub reads: Reads,
    /// What it does.
    pub meaning: Meaning,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// Writes the lanes of its mask with what the function gives.
    Arithmetic(Eval),
    /// As `Arithmetic`, and sets the flags by the signs of x and w.
    Lighting(Eval),
    /// Writes the address registers.
    Address,
    /// Writes both flags.
    Compare,
    /// Steers the program.
    Flow(Flow),
}

/// What an instruction does to the program counter and its stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// Nothing.
    Nop,
    /// Ends the program.
    End,
    /// Leaves the innermost loop.
    Break,
    /// Runs a range of words and comes back.
    Call,
    /// Runs one of two blocks.
    If,
    /// Repeats a block.
    Loop,
    /// Goes elsewhere.
    Jump,
    /// Chooses the place of the vertex that `emit` makes.
    SetEmit,
    /// Makes a vertex.
    Emit,
}

macro_rules! instructions {
    ($($opcode:ident $name:literal $code:literal $format:ident $form:ident $reads:ident $meaning:expr, $note:literal;)*) => {
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
                reads: Reads::$reads,
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

const fn flow(flow: Flow) -> Meaning {
    Meaning::Flow(flow)
}

const fn math(eval: Eval) -> Meaning {
    Meaning::Arithmetic(eval)
}

instructions! {
    Add "add" 0x00 TWO Two Lanewise math(alu::add), "s1 + s2";
    Dp3 "dp3" 0x01 TWO Two Three math(alu::dp3), "x1 x2 + y1 y2 + z1 z2 in every written lane";
    Dp4 "dp4" 0x02 TWO Two Four math(alu::dp4), "x1 x2 + y1 y2 + z1 z2 + w1 w2 in every written lane";
    Dph "dph" 0x03 TWO Two Homogeneous math(alu::dph), "x1 x2 + y1 y2 + z1 z2 + w2 in every written lane";
    Dst "dst" 0x04 TWO Two Distance math(alu::dst), "(1, y1 y2, z1, w2)";
    Ex2 "ex2" 0x05 ONE One First math(alu::ex2), "2 to the s1.x in every written lane";
    Lg2 "lg2" 0x06 ONE One First math(alu::lg2), "logarithm of s1.x to base 2 in every written lane; NaN below 0, -inf for 0";
    Litp "litp" 0x07 ONE One Lighting Meaning::Lighting(alu::litp), "(max(x, 0), y clamped to ±127.996, 0, max(w, 0)); cmp.x = x >= 0, cmp.y = w >= 0";
    Mul "mul" 0x08 TWO Two Lanewise math(alu::mul), "s1 s2; zero times infinity is zero";
    Sge "sge" 0x09 TWO Two Lanewise math(alu::sge), "s1 >= s2 ? 1 : 0";
    Slt "slt" 0x0A TWO Two Lanewise math(alu::slt), "s1 < s2 ? 1 : 0";
    Flr "flr" 0x0B ONE One Lanewise math(alu::flr), "largest integer not above s1";
    Max "max" 0x0C TWO Two Lanewise math(alu::max), "s1 > s2 ? s1 : s2";
    Min "min" 0x0D TWO Two Lanewise math(alu::min), "s1 < s2 ? s1 : s2";
    Rcp "rcp" 0x0E ONE One First math(alu::rcp), "1 / s1.x in every written lane";
    Rsq "rsq" 0x0F ONE One First math(alu::rsq), "1 / sqrt(s1.x) in every written lane";
    Mova "mova" 0x12 ADDRESS Address Address Meaning::Address, "a0.x, a0.y = s1.x, s1.y without their fractions";
    Mov "mov" 0x13 ONE One Lanewise math(alu::mov), "s1";
    Dphi "dphi" 0x18 TWO_INVERTED TwoInverted Homogeneous math(alu::dph), "dph whose second source may be a uniform";
    Dsti "dsti" 0x19 TWO_INVERTED TwoInverted Distance math(alu::dst), "dst whose second source may be a uniform";
    Sgei "sgei" 0x1A TWO_INVERTED TwoInverted Lanewise math(alu::sge), "sge whose second source may be a uniform";
    Slti "slti" 0x1B TWO_INVERTED TwoInverted Lanewise math(alu::slt), "slt whose second source may be a uniform";
    Break "break" 0x20 BARE Bare None flow(Flow::Break), "leaves the innermost loop";
    Nop "nop" 0x21 BARE Bare None flow(Flow::Nop), "nothing";
    End "end" 0x22 BARE Bare None flow(Flow::End), "ends the program";
    Breakc "breakc" 0x23 FLAGS BreakFlags None flow(Flow::Break), "break if the flags say so";
    Call "call" 0x24 FLAGS Call None flow(Flow::Call), "runs a procedure";
    Callc "callc" 0x25 FLAGS CallFlags None flow(Flow::Call), "call if the flags say so";
    Callu "callu" 0x26 BOOLEAN CallBoolean None flow(Flow::Call), "call if the boolean uniform is true";
    Ifu "ifu" 0x27 BOOLEAN IfBoolean None flow(Flow::If), "runs one of two blocks by a boolean uniform";
    Ifc "ifc" 0x28 FLAGS IfFlags None flow(Flow::If), "runs one of two blocks by the flags";
    Loop "for" 0x29 LOOP Loop None flow(Flow::Loop), "runs a block i.x + 1 times; aL starts at i.y and grows by i.z";
    Emit "emit" 0x2A BARE Bare None flow(Flow::Emit), "makes a vertex of the outputs; geometry programs only";
    Setemit "setemit" 0x2B SET_EMIT SetEmit None flow(Flow::SetEmit), "chooses the vertex slot, whether a primitive ends, and its winding; geometry programs only";
    Jmpc "jmpc" 0x2C FLAGS JumpFlags None flow(Flow::Jump), "jumps if the flags say so";
    Jmpu "jmpu" 0x2D BOOLEAN_JUMP JumpBoolean None flow(Flow::Jump), "jumps if the boolean uniform is true, or false if inverted";
    Cmp "cmp" 0x17 COMPARE Compare Compare Meaning::Compare, "cmp.x = s1.x op s2.x; cmp.y = s1.y op s2.y";
    Madi "madi" 0x6 THREE_INVERTED ThreeInverted Lanewise math(alu::mad), "mad whose third source may be a uniform";
    Mad "mad" 0x7 THREE Three Lanewise math(alu::mad), "s1 s2 + s3; the descriptor number is below 32";
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
                assert_eq!(inverted.info().reads, row.info.reads);
                assert_ne!(inverted.info().form.wide(), row.info.form.wide());
            }
        }
    }
}
