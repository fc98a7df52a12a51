//! A set-up of the fragment side as method words, and what their fields say: the only place with fields.
//!
//! Methods and fields: the headers of nxdk; meaning: NV_register_combiners, NV_register_combiners2 and
//! NV_texture_shader. What is captured on hardware, or copied from emulators, is said where it matters.

mod fog;
mod texture;

pub use fog::{
    FOG_COLOR, FOG_COLOR_FILE, FOG_ENABLE, FOG_GEN_MODE, FOG_MODE, FOG_OF_VERTEX, FOG_PARAMS,
};
pub use retroshade_combiner::Side;
pub use retroshade_combiner::pairs::Words;
pub use texture::{DEPENDENT, Mode, ROWS};

use std::collections::BTreeSet;

/// General combiners.
pub const STAGES: u32 = 8;
/// Texture stages.
pub const UNITS: u32 = 4;

/// SET_COMBINER_ALPHA_ICW, a word for each stage.
pub const ALPHA_ICW: u32 = 0x260;
/// SET_COMBINER_SPECULAR_FOG_CW0: A B C D of the final combiner.
pub const CW0: u32 = 0x288;
/// SET_COMBINER_SPECULAR_FOG_CW1: E F G and flags.
pub const CW1: u32 = 0x28C;
/// SET_LIGHT_CONTROL. Without [`SPECULAR_ALPHA`] the alpha of colour 1 is 1, whatever a vertex program writes to oD1.
/// (Captures `Specular/ControlFlags_VS`, `ControlFlagsNoLight_VS` and `ControlFlagsLightDisable_VS` of nxdk_pgraph_tests;
/// xemu does the same.)
pub const LIGHT_CONTROL: u32 = 0x294;
/// Bit of LIGHT_CONTROL: alpha of colour 1 comes from the material's specular colour, which is oD1 of a program.
pub const SPECULAR_ALPHA: u32 = 1 << 17;
/// SET_ALPHA_TEST_ENABLE.
pub const ALPHA_ENABLE: u32 = 0x300;
/// SET_ALPHA_FUNC: 0x200 and the number of the function.
pub const ALPHA_FUNC: u32 = 0x33C;
/// SET_ALPHA_REF: a byte.
pub const ALPHA_REF: u32 = 0x340;
/// SET_SPECULAR_ENABLE: without it colour 1 reads 0, 0, 0, 1.
pub const SPECULAR_ENABLE: u32 = 0x3B8;
/// SET_COMBINER_FACTOR0 and 1, a word for each stage.
pub const FACTORS: [u32; 2] = [0xA60, 0xA80];
/// SET_COMBINER_ALPHA_OCW.
pub const ALPHA_OCW: u32 = 0xAA0;
/// SET_COMBINER_COLOR_ICW.
pub const COLOR_ICW: u32 = 0xAC0;
/// SET_SHADER_CLIP_PLANE_MODE: four bits for each texture stage, s in the lowest; a set bit discards where the
/// coordinate is not below 0, a clear one where it is. (xemu's comparisons, the constants of the XDK.)
pub const CLIP_MODE: u32 = 0x17F8;
/// SET_TEXTURE_SET_BUMP_ENV_MAT, scale and offset: six floats, 64 bytes from stage to stage. The matrix comes as what the
/// source's blue adds to x and to y, then what its green adds to y and to x: the order of D3DTSS_BUMPENVMAT00, 01, 11, 10
/// in Cxbx-Reloaded and of xemu's registers.
pub const BUMP_MATRIX: u32 = 0x1B28;
/// The file of a record's constants that has these matrices, one for each texture stage.
pub const BUMP: &str = "bump";
/// The file of a record's constants that has the factor of the luminance and what is added to it: the fifth and sixth of
/// those floats.
pub const LUMINANCE: &str = "luminance";
/// SET_EYE_VECTOR: three floats, the way to the eye of [`Mode::DotSpecularConstant`].
pub const EYE_VECTOR: u32 = 0x181C;
/// SET_SPECULAR_FOG_FACTOR: the final combiner's constant colours.
pub const FINAL_FACTORS: [u32; 2] = [0x1E20, 0x1E24];
/// SET_COMBINER_COLOR_OCW.
pub const COLOR_OCW: u32 = 0x1E40;
/// SET_COMBINER_CONTROL.
pub const CONTROL: u32 = 0x1E60;
/// SET_SHADER_STAGE_PROGRAM.
pub const PROGRAM: u32 = 0x1E70;
/// SET_DOT_RGBMAPPING.
pub const DOT_MAPPING: u32 = 0x1E74;
/// The mapping that `expand` of fp20compiler sets; others are written beside it.
pub const EXPANDED: u32 = 2;
/// SET_SHADER_OTHER_STAGE_INPUT.
pub const OTHER_INPUT: u32 = 0x1E78;

/// Bit of CONTROL: MUX tests the most significant bit of spare 0 alpha.
pub const MUX_MSB: u32 = 0x100;
/// Bits of CONTROL: each stage has constant colours of its own.
pub const OWN_FACTORS: u32 = 0x11000;

/// Red, green, blue, alpha in steps of 1/255.
pub type Color = [u8; 4];

/// A colour as registers hold it: alpha, red, green, blue from the top.
pub fn color_word([red, green, blue, alpha]: Color) -> u32 {
    u32::from_be_bytes([alpha, red, green, blue])
}

/// The byte that a constant is: the nearest to a number between 0 and 1.
pub fn constant_byte(number: f64) -> u8 {
    (number.clamp(0.0, 1.0) * 255.0 + 0.5).floor() as u8
}

/// The colour of a word.
pub fn color_of(word: u32) -> Color {
    let [alpha, red, green, blue] = word.to_be_bytes();
    [red, green, blue, alpha]
}

/// A register of the combiners, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register(pub u8);

impl Register {
    /// Reads 0; as a destination throws the result away.
    pub const ZERO: Register = Register(0);
    /// The constant colours.
    pub const CONSTANTS: [Register; 2] = [Register(1), Register(2)];
    /// The fog's colour; its factor in alpha, for the final combiner only.
    pub const FOG: Register = Register(3);
    /// The interpolated colours.
    pub const COLORS: [Register; 2] = [Register(4), Register(5)];
    /// Spare 0, whose alpha starts as that of texture 0.
    pub const SPARE0: Register = Register(12);
    /// Spare 1.
    pub const SPARE1: Register = Register(13);
    /// Spare 0 plus the second colour, in the final combiner.
    pub const SUM: Register = Register(14);
    /// E times F, in the final combiner.
    pub const PRODUCT: Register = Register(15);

    /// The result of a texture stage; `unit` is 0 to 3.
    pub const fn texture(unit: u32) -> Register {
        Register(8 + unit as u8)
    }

    /// As RC1.0 spells it; `None` for numbers without a register.
    pub fn name(self) -> Option<&'static str> {
        NAMES
            .iter()
            .find(|(number, _)| *number == self.0)
            .map(|(_, name)| *name)
    }

    /// By its name.
    pub fn named(name: &str) -> Option<Register> {
        let found = NAMES.iter().find(|(_, own)| *own == name);
        found.map(|(number, _)| Register(*number))
    }

    /// True if a combiner can write it, not counting [`Register::ZERO`].
    pub fn is_writable(self) -> bool {
        matches!(self.0, 4 | 5 | 8..=13)
    }

    /// Whether it has a place in the list of constants.
    pub fn constant(self) -> Option<usize> {
        Register::CONSTANTS.iter().position(|one| *one == self)
    }
}

const NAMES: [(u8, &str); 14] = [
    (0, "zero"),
    (1, "const0"),
    (2, "const1"),
    (3, "fog"),
    (4, "col0"),
    (5, "col1"),
    (8, "tex0"),
    (9, "tex1"),
    (10, "tex2"),
    (11, "tex3"),
    (12, "spare0"),
    (13, "spare1"),
    (14, "color_sum"),
    (15, "final_product"),
];

/// The input mapping: what a product reads for a register's value e.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Mapping {
    /// max(0, e)
    Unsigned,
    /// 1 - clamp(e, 0, 1)
    UnsignedInvert,
    /// 2 max(0, e) - 1
    Expand,
    /// 1 - 2 max(0, e)
    ExpandNegate,
    /// max(0, e) - 1/2
    HalfBias,
    /// 1/2 - max(0, e)
    HalfBiasNegate,
    /// e
    Signed,
    /// -e
    SignedNegate,
}

impl Mapping {
    /// In the order of their codes.
    pub const ALL: [Mapping; 8] = [
        Mapping::Unsigned,
        Mapping::UnsignedInvert,
        Mapping::Expand,
        Mapping::ExpandNegate,
        Mapping::HalfBias,
        Mapping::HalfBiasNegate,
        Mapping::Signed,
        Mapping::SignedNegate,
    ];
}

/// Which combiner reads an input; the final one has half of the mappings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combiner {
    /// A general one.
    General,
    /// The final one.
    Final,
}

/// An input of a combiner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Input {
    /// The register.
    pub register: Register,
    /// Alpha, in rgb three times; else rgb, and blue on the alpha side.
    pub alpha: bool,
    /// The input mapping.
    pub mapping: Mapping,
}

impl Input {
    /// Reads 0.
    pub const ZERO: Input = Input {
        register: Register::ZERO,
        alpha: false,
        mapping: Mapping::Unsigned,
    };

    /// From its byte.
    pub fn of(byte: u8) -> Input {
        Input {
            register: Register(byte & 15),
            alpha: byte >> 4 & 1 == 1,
            mapping: Mapping::ALL[usize::from(byte >> 5)],
        }
    }

    /// The byte.
    pub fn byte(self) -> u8 {
        (self.mapping as u8) << 5 | u8::from(self.alpha) << 4 | self.register.0
    }
}

/// What is done to all results of one side of a stage.
pub const OPERATIONS: [(u32, &str); 6] = [
    (0, ""),
    (1, "bias_by_negative_one_half"),
    (2, "scale_by_two"),
    (3, "bias_by_negative_one_half_scale_by_two"),
    (4, "scale_by_four"),
    (6, "scale_by_one_half"),
];

/// Where the results of one side go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// Registers of AB, CD and their sum; 0 throws the result away.
    pub to: [u8; 3],
    /// AB and CD are inner products.
    pub dot: [bool; 2],
    /// The sum is AB or CD, by spare 0 alpha.
    pub mux: bool,
    /// The code of the operation, see [`OPERATIONS`].
    pub operation: u32,
    /// The blue of AB and of CD goes to alpha, too.
    pub blue: [bool; 2],
    /// Bits without a meaning.
    pub rest: u32,
}

impl Output {
    /// From its word.
    pub fn of(word: u32) -> Output {
        let bit = |number: u32| word >> number & 1 == 1;
        let register = |first: u32| (word >> first & 15) as u8;
        Output {
            to: [register(4), register(0), register(8)],
            dot: [bit(13), bit(12)],
            mux: bit(14),
            operation: word >> 15 & 7,
            blue: [bit(19), bit(18)],
            rest: word >> 20,
        }
    }

    /// The word.
    pub fn word(self) -> u32 {
        let [ab, cd, sum] = self.to.map(u32::from);
        let bit = |set: bool, number: u32| u32::from(set) << number;
        ab << 4
            | cd
            | sum << 8
            | bit(self.dot[0], 13)
            | bit(self.dot[1], 12)
            | bit(self.mux, 14)
            | self.operation << 15
            | bit(self.blue[0], 19)
            | bit(self.blue[1], 18)
            | self.rest << 20
    }

    /// True if anything is written.
    pub fn writes(self) -> bool {
        self.to != [0; 3]
    }
}

/// One side of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// A, B, C, D.
    pub inputs: [Input; 4],
    /// Where results go.
    pub output: Output,
}

impl Half {
    /// The inputs of products that some result keeps.
    pub fn live_inputs(&self) -> impl Iterator<Item = Input> {
        let [ab, cd, sum] = self.output.to.map(|to| to != 0);
        let live = [ab || sum, ab || sum, cd || sum, cd || sum];
        let inputs = self.inputs.into_iter().zip(live);
        inputs.filter_map(|(input, live)| live.then_some(input))
    }
}

/// The comparisons of the alpha test, in the order of their codes.
pub const TESTS: [&str; 8] = ["never", "<", "==", "<=", ">", "!=", ">=", "always"];

/// True if a fragment stays.
pub fn keeps(test: u32, alpha: u8, reference: u8) -> bool {
    match test & 7 {
        0 => false,
        1 => alpha < reference,
        2 => alpha == reference,
        3 => alpha <= reference,
        4 => alpha > reference,
        5 => alpha != reference,
        6 => alpha >= reference,
        _ => true,
    }
}

/// All that a fragment shader decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Methods and their words.
    pub words: Words,
}

impl Setup {
    /// A word; 0 where it is not written.
    pub fn word(&self, method: u32) -> u32 {
        self.words.get(&method).copied().unwrap_or(0)
    }

    /// True if it sets the combiners: texts and dumps may have the texture stages alone.
    pub fn has_combiners(&self) -> bool {
        self.words.contains_key(&CONTROL)
    }

    /// True if it sets what the texture stages do.
    pub fn has_textures(&self) -> bool {
        self.words.contains_key(&PROGRAM)
    }

    /// How many general combiners CONTROL counts.
    pub fn count(&self) -> u32 {
        self.word(CONTROL) & 255
    }

    /// Number of the last general combiner that writes something, plus one.
    pub fn length(&self) -> u32 {
        let writes = |stage: &u32| self.stage(*stage).iter().any(|half| half.output.writes());
        let last = (0..self.count().min(STAGES)).rev().find(writes);
        last.map_or(0, |last| last + 1)
    }

    /// Both sides of a stage: rgb, alpha.
    pub fn stage(&self, stage: u32) -> [Half; 2] {
        let half = |inputs: u32, output: u32| Half {
            inputs: self.word(inputs + 4 * stage).to_be_bytes().map(Input::of),
            output: Output::of(self.word(output + 4 * stage)),
        };
        [half(COLOR_ICW, COLOR_OCW), half(ALPHA_ICW, ALPHA_OCW)]
    }

    /// The registers that a combiner writes, with their lanes: bit 3 is alpha.
    pub fn written(&self, stage: u32) -> Vec<(Register, u8)> {
        let [color, alpha] = self.stage(stage).map(|half| half.output);
        let colors = color
            .to
            .into_iter()
            .zip([color.blue[0], color.blue[1], false]);
        let colors = colors.map(|(to, blue)| (to, if blue { 15 } else { 7 }));
        let alphas = alpha.to.into_iter().map(|to| (to, 8));
        let all = colors.chain(alphas).filter(|(to, _)| *to != 0);
        all.map(|(to, lanes)| (Register(to), lanes)).collect()
    }

    /// A B C D E F G of the final combiner.
    pub fn last(&self) -> [Input; 7] {
        let [a, b, c, d] = self.word(CW0).to_be_bytes().map(Input::of);
        let [e, f, g, _] = self.word(CW1).to_be_bytes().map(Input::of);
        [a, b, c, d, e, f, g]
    }

    /// True if an input of any combiner is of a kind.
    pub fn reads(&self, is: impl Fn(Input) -> bool) -> bool {
        let sides = (0..self.count()).flat_map(|stage| self.stage(stage));
        let mut read = sides.flat_map(|half| half.inputs).chain(self.last());
        read.any(is)
    }

    /// The method that holds a constant colour as a stage sees it; stage 8 is the final combiner.
    pub fn factor_method(&self, which: usize, stage: u32) -> u32 {
        if stage == STAGES {
            return FINAL_FACTORS[which];
        }
        let own = self.word(CONTROL) >> (12 + 4 * which) & 15 != 0;
        FACTORS[which] + if own { 4 * stage } else { 0 }
    }

    /// The methods of the constant colours that some result depends on, ascending.
    pub fn constants_read(&self) -> BTreeSet<u32> {
        if !self.has_combiners() {
            return BTreeSet::new();
        }
        let general = (0..self.count().min(STAGES)).flat_map(|stage| {
            let inputs = self.stage(stage).into_iter();
            let inputs = inputs.flat_map(|half| half.live_inputs().collect::<Vec<_>>());
            inputs.map(move |input| (stage, input))
        });
        let all = general.chain(self.last().into_iter().map(|input| (STAGES, input)));
        all.filter_map(|(stage, input)| {
            let which = input.register.constant()?;
            Some(self.factor_method(which, stage))
        })
        .collect()
    }

    /// A constant colour as a stage sees it.
    pub fn factor(&self, which: usize, stage: u32) -> Color {
        color_of(self.word(self.factor_method(which, stage)))
    }

    /// What each texture stage does; `None` for codes without a meaning.
    pub fn modes(&self) -> [Option<Mode>; 4] {
        let word = self.word(PROGRAM);
        [0, 1, 2, 3].map(|unit| Mode::of(word >> (5 * unit) & 31))
    }

    /// Returns the stage that SHADER_OTHER_STAGE_INPUT names for each texture stage, whether or not its mode reads it.
    pub fn other_inputs(&self) -> [u32; 4] {
        let word = self.word(OTHER_INPUT);
        [0, word & 0xFFFF, word >> 16 & 15, word >> 20 & 15]
    }

    /// The earlier texture stage that one in a dependent mode reads; `None` for other modes, and for a number that is
    /// no earlier stage.
    pub fn feed(&self, unit: usize) -> Option<usize> {
        let mode = (*self.modes().get(unit)?)?;
        let from = *self.other_inputs().get(unit)? as usize;
        (mode.is_dependent() && from < unit).then_some(from)
    }
}
