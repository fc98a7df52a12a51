//! A set-up of the fragment side as data, and the register words that hold it.
//!
//! Register layout: libctru's register and enum headers and Azahar's register structures agree.

pub use retroshade_combiner::Side;
use retroshade_combiner::pairs::Numbers;
pub use retroshade_combiner::pairs::Words;
use retroshade_diagnostics::fault::Fault;

/// Combiner stages.
pub const STAGES: usize = 6;
/// Stages whose result can be stored in the buffer: the first four.
pub const STORES: usize = 4;
/// Texture units with textures; unit 3 is the procedural one.
pub const UNITS: usize = 3;

/// TEXUNIT_CONFIG: which units are on, and their coordinates.
pub const TEXUNIT_CONFIG: u32 = 0x080;
/// TEXENV_UPDATE_BUFFER: fog mode and what stages store.
pub const UPDATE_BUFFER: u32 = 0x0E0;
/// FOG_COLOR: written only where fog is on.
pub const FOG_COLOR: u32 = 0x0E1;
/// The file of a record's constants that has it.
pub const FOG_COLOR_FILE: &str = "fogcolor";
/// TEXENV_BUFFER_COLOR: what the buffer holds at first.
pub const BUFFER_COLOR: u32 = 0x0FD;
/// FRAGOP_ALPHA_TEST.
pub const ALPHA_TEST: u32 = 0x104;
/// The first of the five registers of each stage: sources, operands, functions, colour, scales.
pub const STAGE: [u32; STAGES] = [0x0C0, 0x0C8, 0x0D0, 0x0D8, 0x0F0, 0x0F8];

/// Registers that every set-up writes.
pub fn needed() -> impl Iterator<Item = u32> {
    let stages = STAGE.iter().flat_map(|base| (0..5).map(move |k| base + k));
    stages.chain([TEXUNIT_CONFIG, UPDATE_BUFFER, BUFFER_COLOR, ALPHA_TEST])
}

/// The bits of a register that exist; `None` for registers that are no part of a set-up.
pub fn mask(register: u32) -> Option<u32> {
    let stage = STAGE
        .iter()
        .find(|base| (**base..**base + 5).contains(&register));
    if let Some(base) = stage {
        const MASKS: [u32; 5] = [0x0FFF_0FFF, 0x0077_7FFF, 0x000F_000F, !0, 0x0003_0003];
        return MASKS.get((register - base) as usize).copied();
    }
    match register {
        TEXUNIT_CONFIG => Some(0x0001_3707),
        UPDATE_BUFFER => Some(0x0001_FF0F),
        FOG_COLOR => Some(0x00FF_FFFF),
        BUFFER_COLOR => Some(!0),
        ALPHA_TEST => Some(0x0000_FF71),
        _ => None,
    }
}

/// Red, green, blue, alpha in steps of 1/255.
pub type Color = [u8; 4];

/// A colour as registers hold it: red in the lowest byte.
pub fn color_word(color: Color) -> u32 {
    u32::from_le_bytes(color)
}

fn fault<T>(message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::from(message.into()))
}

macro_rules! codes {
    ($(#[$m:meta])* $name:ident { $($(#[$vm:meta])* $variant:ident = $code:literal $text:literal,)* }) => {
        $(#[$m])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vm])* $variant,)* }

        impl $name {
            /// All of them, in the order of their codes.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// The number in the register.
            pub const fn code(self) -> u32 {
                match self { $($name::$variant => $code,)* }
            }

            /// As assembly spells it.
            pub const fn text(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// By its number.
            pub fn of(code: u32) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.code() == code)
            }

            /// By its name.
            pub fn named(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.text() == text)
            }
        }
    };
}

codes! {
    /// What a stage reads.
    Source {
        /// The vertex program's colour, interpolated.
        Color = 0 "color",
        /// Primary colour of the lighting unit.
        Light0 = 1 "light0",
        /// Secondary colour of the lighting unit.
        Light1 = 2 "light1",
        /// Texture unit 0.
        Texture0 = 3 "tex0",
        /// Texture unit 1.
        Texture1 = 4 "tex1",
        /// Texture unit 2.
        Texture2 = 5 "tex2",
        /// The procedural texture.
        Texture3 = 6 "tex3",
        /// The buffer: what a stage at least two before stored, or its first colour.
        Buffer = 13 "buffer",
        /// The stage's own constant colour.
        Constant = 14 "const",
        /// The result of the stage before.
        Previous = 15 "prev",
    }
}

impl Source {
    /// The texture unit behind it.
    pub fn unit(self) -> Option<u32> {
        let unit = self.code().wrapping_sub(Source::Texture0.code());
        (unit <= UNITS as u32).then_some(unit)
    }

    /// The source that a texture unit feeds; `unit` is 0 to 3.
    pub fn of_unit(unit: u32) -> Option<Source> {
        Source::of(Source::Texture0.code() + unit).filter(|source| source.unit() == Some(unit))
    }
}

codes! {
    /// Which lanes of a source an operand sees. The number is the modifier's in rgb, without inversion.
    Lanes {
        /// Red, green, blue each in its place. Not on the alpha side.
        Rgb = 0 "rgb",
        /// Alpha, in rgb three times.
        Alpha = 2 "a",
        /// Red, in rgb three times.
        Red = 4 "r",
        /// Green, in rgb three times.
        Green = 8 "g",
        /// Blue, in rgb three times.
        Blue = 12 "b",
    }
}

impl Lanes {
    /// The lane that is replicated; `None` for [`Lanes::Rgb`].
    pub fn single(self) -> Option<usize> {
        match self {
            Lanes::Rgb => None,
            Lanes::Red => Some(0),
            Lanes::Green => Some(1),
            Lanes::Blue => Some(2),
            Lanes::Alpha => Some(3),
        }
    }

    /// The selection of one lane, 0 to 3.
    pub fn of_lane(lane: usize) -> Lanes {
        match lane {
            0 => Lanes::Red,
            1 => Lanes::Green,
            2 => Lanes::Blue,
            _ => Lanes::Alpha,
        }
    }
}

/// A source as a function sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operand {
    /// Where from.
    pub source: Source,
    /// Which lanes.
    pub lanes: Lanes,
    /// One minus the value.
    pub invert: bool,
}

impl Operand {
    /// Lanes in their places: rgb on that side, alpha on the other.
    pub const fn plain(source: Source, side: Side) -> Operand {
        let lanes = match side {
            Side::Rgb => Lanes::Rgb,
            Side::Alpha => Lanes::Alpha,
        };
        Operand {
            source,
            lanes,
            invert: false,
        }
    }
}

codes! {
    /// What a stage computes from its operands A, B, C. The result is clamped to [0, 1].
    Function {
        /// A
        Replace = 0 "replace",
        /// A B
        Modulate = 1 "modulate",
        /// A + B
        Add = 2 "add",
        /// A + B - 1/2
        AddSigned = 3 "add_signed",
        /// A C + B (1 - C)
        Interpolate = 4 "interpolate",
        /// A - B
        Subtract = 5 "subtract",
        /// 4 times the inner product of A - 1/2 and B - 1/2, in rgb.
        Dot3 = 6 "dot3",
        /// As `Dot3`, in alpha, too.
        Dot3Alpha = 7 "dot3a",
        /// A B + C
        MultiplyAdd = 8 "multiply_add",
        /// min(A + B, 1) C
        AddMultiply = 9 "add_multiply",
    }
}

impl Function {
    /// How many operands count.
    pub fn operands(self) -> usize {
        match self {
            Function::Replace => 1,
            Function::Interpolate | Function::MultiplyAdd | Function::AddMultiply => 3,
            _ => 2,
        }
    }

    /// Whether it is one of the inner products, which the alpha side does not have.
    pub fn is_dot(self) -> bool {
        matches!(self, Function::Dot3 | Function::Dot3Alpha)
    }
}

/// One side of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// The function.
    pub function: Function,
    /// A, B, C; those that the function does not use are `None`.
    pub operands: [Option<Operand>; 3],
    /// The result is multiplied by 1, 2 or 4 and clamped: the exponent 0, 1 or 2.
    pub scale: u8,
}

impl Half {
    /// A function of some operands, not scaled. Operands beyond those that the function has are left out.
    pub fn new(function: Function, operands: &[Operand]) -> Half {
        let mut half = Half {
            function,
            operands: [None; 3],
            scale: 0,
        };
        let used = operands.iter().take(function.operands());
        for (slot, operand) in half.operands.iter_mut().zip(used) {
            *slot = Some(*operand);
        }
        half
    }

    /// Hands on the result of the stage before.
    pub fn pass(side: Side) -> Half {
        Half::new(Function::Replace, &[Operand::plain(Source::Previous, side)])
    }

    /// The operands that count.
    pub fn used(&self) -> impl Iterator<Item = Operand> + '_ {
        self.operands.iter().flatten().copied()
    }

    /// A, B, C as the machine reads them on a side; those that the function does not use are anything. `first`: in a stage
    /// that has none before it A and B read the third's source instead.
    pub fn read(&self, side: Side, first: bool) -> [Operand; 3] {
        let mut read = self
            .operands
            .map(|operand| operand.unwrap_or(Operand::plain(Source::Color, side)));
        let third = read[2].source;
        let replaced = read[..2]
            .iter_mut()
            .filter(|operand| first && operand.source == Source::Previous);
        replaced.for_each(|operand| operand.source = third);
        read
    }
}

/// A combiner stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Red, green, blue.
    pub rgb: Half,
    /// Alpha. Where rgb is [`Function::Dot3Alpha`] only the scale counts.
    pub alpha: Half,
    /// The stage's constant colour.
    pub color: Color,
    /// Whether rgb and alpha of the result go to the buffer; only in the first [`STORES`] stages.
    pub store: [bool; 2],
}

impl Default for Stage {
    /// Hands on what it gets, as C3D_TexEnvInit leaves a stage.
    fn default() -> Stage {
        Stage {
            rgb: Half::pass(Side::Rgb),
            alpha: Half::pass(Side::Alpha),
            color: [255; 4],
            store: [false; 2],
        }
    }
}

impl Stage {
    /// One side.
    pub fn half(&self, side: Side) -> &Half {
        match side {
            Side::Rgb => &self.rgb,
            Side::Alpha => &self.alpha,
        }
    }

    /// Whether the result is that of the stage before.
    pub fn passes(&self) -> bool {
        self.rgb == Half::pass(Side::Rgb) && self.alpha == Half::pass(Side::Alpha)
    }

    /// The operands that count, with their sides.
    pub fn used(&self) -> impl Iterator<Item = (Side, Operand)> + '_ {
        let alpha = (self.rgb.function != Function::Dot3Alpha).then_some(&self.alpha);
        let rgb = self.rgb.used().map(|operand| (Side::Rgb, operand));
        rgb.chain(
            alpha
                .into_iter()
                .flat_map(Half::used)
                .map(|operand| (Side::Alpha, operand)),
        )
    }
}

codes! {
    /// When a fragment stays.
    Test {
        /// It never does.
        Never = 0 "never",
        /// It always does.
        Always = 1 "always",
        /// Alpha is the reference.
        Equal = 2 "==",
        /// It is not.
        NotEqual = 3 "!=",
        /// Alpha is smaller.
        Less = 4 "<",
        /// Or equal.
        LessEqual = 5 "<=",
        /// Alpha is greater.
        Greater = 6 ">",
        /// Or equal.
        GreaterEqual = 7 ">=",
    }
}

impl Test {
    /// Whether a fragment stays.
    pub fn keeps(self, alpha: u8, reference: u8) -> bool {
        match self {
            Test::Never => false,
            Test::Always => true,
            Test::Equal => alpha == reference,
            Test::NotEqual => alpha != reference,
            Test::Less => alpha < reference,
            Test::LessEqual => alpha <= reference,
            Test::Greater => alpha > reference,
            Test::GreaterEqual => alpha >= reference,
        }
    }
}

codes! {
    /// What comes after the stages.
    Fog {
        /// Nothing.
        Off = 0 "off",
        /// A blend with the fog's colour.
        Linear = 5 "linear",
        /// Gas.
        Gas = 7 "gas",
    }
}

/// All that a fragment shader decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// For each texture unit that is on, the set of coordinates that it takes. Units 0 and 1 take their own,
    /// unit 2 its own or 1, unit 3 any.
    pub units: [Option<u8>; 4],
    /// The stages.
    pub stages: [Stage; STAGES],
    /// What the buffer holds from stage 1 on until something stored arrives.
    pub buffer: Color,
    /// The alpha test and its reference.
    pub alpha_test: Option<(Test, u8)>,
    /// Fog mode.
    pub fog: Fog,
    /// Bit 3 of the fog's register: where gas takes its density from.
    pub density: bool,
    /// Bit 16 of it: whether depth counts the other way.
    pub flip: bool,
    /// The fog's colour, where the set-up says it.
    pub fog_color: Option<[u8; 3]>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            units: [None; 4],
            stages: [Stage::default(); STAGES],
            buffer: [0; 4],
            alpha_test: None,
            fog: Fog::Off,
            density: false,
            flip: false,
            fog_color: None,
        }
    }
}

impl Setup {
    /// How many stages there are up to the last that does something.
    pub fn length(&self) -> usize {
        let last = self.stages.iter().rposition(|stage| !stage.passes());
        last.map_or(0, |last| last + 1)
    }

    /// Whether an operand reads the buffer.
    pub fn reads_buffer(&self) -> bool {
        let mut operands = self.stages.iter().flat_map(Stage::used);
        operands.any(|(_, operand)| operand.source == Source::Buffer)
    }
}

mod registers;
mod words;
pub use registers::Registers;
pub(crate) use words::stage_words;
pub use words::{decode, encode};

/// How words are called after the registers that they are written to.
pub(crate) const REGISTERS: Numbers = Numbers {
    name: "register",
    digits: 3,
};
