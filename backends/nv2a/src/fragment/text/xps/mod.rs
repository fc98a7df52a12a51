//! Pixel shaders of the XDK's assembler, `xps.1.1`: Direct3D 8's ps.1.1 with the forms of a general combiner (`xmma`, `xmmc`,
//! `xdm`, `xdd`) and the final combiner (`xfc`).
//!
//! Each instruction is a general combiner, or one side of one where `+` joins a colour and an alpha instruction. A text
//! sets what it says and nothing else, as those of nvparse do.

mod instruction;
mod operand;
mod stages;
mod textures;

use crate::fragment::isa::{
    ALPHA_ICW, ALPHA_OCW, COLOR_ICW, COLOR_OCW, CONTROL, CW0, CW1, FACTORS, FINAL_FACTORS, MUX_MSB,
    OWN_FACTORS, STAGES, Setup, Words, color_word, constant_byte,
};
use crate::text::defines;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_kit::text::{Cursor, Syntax, error, error_of, lex};
use stages::{Last, Stage};
use std::collections::BTreeMap;

const SYNTAX: Syntax = Syntax {
    line_comments: &[";", "//"],
    block_comments: true,
    word_start: "",
    word_rest: "",
};

/// The final combiner of a text without `xfc`: the colour and alpha of r0.
const R0: [u32; 2] = [0x0000_000c, 0x0000_1c00];

/// True if a text begins with the version that this language has.
pub(crate) fn is_header(word: &str) -> bool {
    matches!(word, "xps.1.0" | "xps.1.1")
}

struct Parser<'t, 'a> {
    cursor: Cursor<'t, 'a>,
    words: Words,
    /// Values of constants, by number.
    constants: BTreeMap<u32, u32>,
    stages: Vec<Stage>,
    last: Option<Last>,
    /// Some instruction chooses by the alpha of r0.
    chooses: bool,
    /// What `_sat` says of registers: those whose negative values count as 0, as colour and alpha.
    saturated: [[bool; 16]; 2],
}

/// Reads a whole text. A constant without `def` is the application's; it belongs in a factor of each combiner that reads it, the
/// first one that an instruction names in factor 0, the second in factor 1.
///
/// # Errors
/// Everything that is wrong with the text.
pub(super) fn parse(file: FileId, text: &str) -> Result<Setup, Diagnostics> {
    let (tokens, mut errors) = lex(&SYNTAX, file, text);
    let tokens = defines::replaced(&tokens, &mut errors);
    let mut parser = Parser {
        cursor: Cursor::new(&tokens),
        words: Words::new(),
        constants: BTreeMap::new(),
        stages: Vec::new(),
        last: None,
        chooses: false,
        saturated: [[false; 16]; 2],
    };
    loop {
        parser.cursor.skip_newlines();
        if parser.cursor.at_end() || errors.len() >= 100 {
            break;
        }
        if let Err(diagnostic) = parser.statement() {
            errors.push(diagnostic);
            parser.cursor.skip_line();
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
    Ok(parser.setup())
}

impl Parser<'_, '_> {
    fn statement(&mut self) -> Result<(), Diagnostic> {
        let token = self.cursor.peek();
        let name = token.text.to_ascii_lowercase();
        match name.as_str() {
            "xps" => {
                if !self.stages.is_empty() {
                    return Err(error(
                        token.span,
                        "the version comes first",
                        "behind instructions",
                    ));
                }
                self.cursor.skip_line();
                Ok(())
            }
            "#" => Err(defines::for_a_preprocessor(&mut self.cursor)),
            "def" => self.definition(),
            _ if name.starts_with("tex") => self.texture(),
            _ => self.arithmetic(),
        }
    }

    /// `def c0, 1.0, 0.5, 0.0, 1.0`: bytes, the nearest ones.
    fn definition(&mut self) -> Result<(), Diagnostic> {
        self.cursor.advance();
        let token = self.cursor.word("a constant")?;
        let number = constant_number(token.text).ok_or_else(|| {
            let message = format!("`{}` is no constant", token.text);
            error_of(codes::assembler::REGISTER, token.span, message, "c0 and on")
        })?;
        let mut color = [0; 4];
        for lane in &mut color {
            self.cursor.punct(',')?;
            let start = self.cursor.peek().span;
            let value = defines::number(&mut self.cursor)?;
            if !(0.0..=1.0).contains(&value) {
                let span = start.to(self.cursor.last_span());
                let message = "constants of the combiners are colours from 0 to 1";
                return Err(error(span, message, "out of range"));
            }
            *lane = constant_byte(value);
        }
        self.constants.insert(number, color_word(color));
        self.cursor.line_end()
    }

    /// The words of everything that was read.
    fn setup(self) -> Setup {
        let Parser {
            mut words,
            constants,
            stages,
            last,
            chooses,
            ..
        } = self;
        let count = stages.len().clamp(1, STAGES as usize) as u32;
        let own = stages.iter().any(|stage| stage.constants != [None; 2]);
        let control = count | if chooses { MUX_MSB } else { 0 } | if own { OWN_FACTORS } else { 0 };
        words.insert(CONTROL, control);
        let idle = Stage::default();
        let all = stages.iter().chain(stages.is_empty().then_some(&idle));
        let give = |words: &mut Words, method: u32, constant: Option<u32>| {
            let value = constant.and_then(|number| constants.get(&number));
            words.extend(value.map(|value| (method, *value)));
        };
        for (number, stage) in (0..).zip(all) {
            let [color, alpha] = stage.words();
            words.extend([
                (COLOR_ICW + 4 * number, color.0),
                (COLOR_OCW + 4 * number, color.1),
                (ALPHA_ICW + 4 * number, alpha.0),
                (ALPHA_OCW + 4 * number, alpha.1),
            ]);
            for (base, constant) in FACTORS.iter().zip(stage.constants) {
                give(&mut words, base + 4 * number, constant);
            }
        }
        let [cw0, cw1] = last.as_ref().map_or(R0, |last| last.words);
        words.extend([(CW0, cw0), (CW1, cw1)]);
        for (method, constant) in FINAL_FACTORS
            .iter()
            .zip(last.map_or([None; 2], |last| last.constants))
        {
            give(&mut words, *method, constant);
        }
        Setup { words }
    }
}

/// The number of a constant such as `c7`.
fn constant_number(text: &str) -> Option<u32> {
    let digits = text.strip_prefix(['c', 'C'])?;
    digits.parse().ok().filter(|number| *number < 16)
}
