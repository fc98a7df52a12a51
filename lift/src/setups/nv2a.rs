//! Texture stages and register combiners of the Xbox.

use super::expressions::Expressions;
use super::given::Given;
use super::known::Known;
use super::shaded::{Shaded, Test};
use crate::blocks::row::Steps;
use retroshade_combiner::numbers::{HasNumbers, Numbers};
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::effects::{File, Kind, Place};
use retroshade_kit::machine::numbers::VectorFunction;
use retroshade_kit::machine::symbols::Symbol;
use retroshade_nv2a::fragment::execute::{Bit, Fragments, Machine, second_color};
use retroshade_nv2a::fragment::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF, BUMP, BUMP_MATRIX, FOG_COLOR, FOG_COLOR_FILE, LUMINANCE,
    Mode, Register, STAGES, Setup, keeps,
};
use retroshade_nv2a::fragment::lookups::{self, Textures, textures};

/// The registers of combiners, by their numbers.
const REGISTERS: File = File::new("register", Kind::Temporary);

/// The file of a record that has the outputs of vertex programs.
const HANDED: &str = "o";
/// The numbers of the colours among them, of the fog's factor, and of the first coordinate.
const COLORS: [u32; 2] = [3, 4];
const FOG: u32 = 5;
const COORDINATE: u32 = 9;

/// True for registers that hold numbers in [0, 1].
pub(super) fn is_color(file: &str, index: u32) -> bool {
    file == HANDED && (COLORS.contains(&index) || index == FOG)
}

/// The constants that a set-up reads.
pub(super) fn constants(setup: &Setup) -> Vec<Known> {
    let read = setup.constants_read();
    let all = (0..=STAGES).flat_map(|stage| [(0, stage), (1, stage)]);
    let read = all.filter(|(which, stage)| {
        let is_own = index(setup, *which, *stage) == *stage;
        is_own && read.contains(&setup.factor_method(*which, *stage))
    });
    let there = |method: u32| setup.words.contains_key(&method);
    let mut constants: Vec<Known> = read
        .map(|(which, stage)| {
            let is_there = there(setup.factor_method(which, stage));
            let bytes = is_there.then(|| setup.factor(which, stage));
            Known::color(FILES[which], stage, bytes)
        })
        .collect();
    if setup.reads(|input| input.register == Register::FOG && !input.alpha) {
        let bytes = there(FOG_COLOR).then(|| setup.word(FOG_COLOR).to_le_bytes());
        constants.push(Known::color(FOG_COLOR_FILE, 0, bytes));
    }
    if setup.word(ALPHA_ENABLE) == 1 {
        let byte = there(ALPHA_REF).then(|| (setup.word(ALPHA_REF) & 255) as u8);
        constants.push(Known::color(REFERENCE, 0, byte.map(|byte| [byte; 4])));
    }
    for (unit, mode) in (0..).zip(setup.modes()) {
        for (file, words, letters) in [(BUMP, 0..4, "xyzw"), (LUMINANCE, 4..6, "xy")] {
            if words.end <= mode.map_or(0, Mode::numbers) {
                let first = BUMP_MATRIX + 64 * unit + 4 * words.start;
                constants.push(Known {
                    file,
                    index: unit,
                    letters,
                    numbers: there(first).then(|| floats(setup, file, unit)),
                });
            }
        }
    }
    constants
}

/// The files of constant colours in a record.
const FILES: [&str; 2] = ["c0", "c1"];
/// That of the reference of the alpha test.
const REFERENCE: &str = "alpharef";

/// The number that a record has for the constant of a stage: that of the first, where all stages share it.
fn index(setup: &Setup, which: usize, stage: u32) -> u32 {
    let is_shared = setup.factor_method(which, stage) == setup.factor_method(which, 0);
    if is_shared { 0 } else { stage }
}

/// The numbers of a texture stage: its matrix, or the scale and the offset of its luminance.
fn floats(setup: &Setup, file: &str, unit: u32) -> [f32; 4] {
    let first = match file {
        LUMINANCE => 16,
        _ => 0,
    };
    let word = |place: u32| setup.word(BUMP_MATRIX + 64 * unit + first + 4 * place);
    [0, 1, 2, 3].map(|place| f32::from_bits(word(place)))
}

/// Runs a set-up.
///
/// # Errors
/// What no shader can say, or nothing is known of.
pub(super) fn run(
    setup: &Setup,
    given: &Given,
    expressions: &mut Expressions,
    steps: &mut Steps,
) -> Result<Shaded, Fault> {
    if !setup.has_combiners() {
        return Err(
            "texture stages alone give no colour: the combiners are in another file".into(),
        );
    }
    let [zero, one] = [0.0, 1.0].map(|number| expressions.literal(number));
    let [first, second] = COLORS.map(|number| given.handed(HANDED, number, expressions));
    let colors = [first, second_color(setup, second, zero, one)];
    let bytes = setup.word(FOG_COLOR).to_le_bytes();
    let [red, green, blue, _] = given.color(FOG_COLOR_FILE, 0, bytes, expressions);
    // Without fog the register is 1.
    let factor = if given.hands_over(HANDED, FOG) {
        given.handed(HANDED, FOG, expressions)[0]
    } else {
        one
    };
    let mut numbers = Lifted {
        setup,
        given,
        expressions,
    };
    let found = textures(setup, &mut numbers)?;
    let fog = [red, green, blue, factor];
    let mut machine = Machine::new(setup, colors, found, fog, &mut numbers);
    steps.push(held(&machine));
    for stage in 0..setup.count().min(STAGES) {
        machine.stage(stage, &mut numbers)?;
        steps.push(held(&machine));
    }
    let color = machine.last(&mut numbers);
    let test = (setup.word(ALPHA_ENABLE) == 1).then(|| {
        let byte = (setup.word(ALPHA_REF) & 255) as u8;
        let [reference, ..] = given.color(REFERENCE, 0, [byte; 4], numbers.expressions);
        let keeps = |a, b| keeps(setup.word(ALPHA_FUNC), a, b);
        Test::new(keeps, color[3], reference)
    });
    Ok(Shaded { color, test })
}

/// What all registers hold.
fn held(machine: &Machine<'_, Lifted<'_>>) -> Vec<(Place, Symbol)> {
    let registers = (0..).zip(machine.registers);
    let lanes = registers.flat_map(|(number, lanes)| REGISTERS.lanes(number, 0b1111).zip(lanes));
    lanes.collect()
}

/// A set-up in expressions.
struct Lifted<'a> {
    setup: &'a Setup,
    given: &'a Given,
    expressions: &'a mut Expressions,
}

impl HasNumbers for Lifted<'_> {
    type Numbers = Expressions;

    fn numbers(&mut self) -> &mut Expressions {
        self.expressions
    }
}

impl Fragments for Lifted<'_> {
    /// Whether the bit is 1, as a number.
    type Choice = Symbol;
    type Fault = Fault;

    fn unset(&mut self) -> Symbol {
        self.expressions.literal(0.0)
    }

    fn dot(&mut self, a: [Symbol; 3], b: [Symbol; 3]) -> Symbol {
        self.expressions.dot(a, b)
    }

    fn constant(&mut self, which: usize, stage: u32) -> [Symbol; 4] {
        let index = index(self.setup, which, stage);
        let bytes = self.setup.factor(which, stage);
        self.given
            .color(FILES[which], index, bytes, self.expressions)
    }

    fn choice(&mut self, alpha: Symbol, bit: Bit) -> Result<Symbol, Fault> {
        match bit {
            Bit::Most => {
                let half = self.expressions.literal(0.5);
                Ok(self.expressions.at_least(alpha, half))
            }
            Bit::Least => Err(
                "a choice by the least significant bit of alpha has no words in a shader".into(),
            ),
        }
    }

    fn chosen(&mut self, choice: Symbol, clear: Symbol, set: Symbol) -> Symbol {
        self.expressions.selected(choice, set, clear)
    }
}

impl Textures for Lifted<'_> {
    fn coordinate(&mut self, unit: u32) -> [Symbol; 4] {
        self.given
            .handed(HANDED, COORDINATE + unit, self.expressions)
    }

    fn floats(&mut self, file: &'static str, unit: u32) -> [Symbol; 4] {
        let words = floats(self.setup, file, unit);
        self.given.floats(file, unit, words, self.expressions)
    }

    fn signed(&mut self, color: Symbol) -> Symbol {
        let [steps, zero] = [255.0, 128.0].map(|number| self.expressions.literal(number));
        let byte = self.expressions.mul(color, steps);
        let moved = self.expressions.sub(byte, zero);
        self.of_largest(moved)
    }

    fn turned(&mut self, color: Symbol) -> Symbol {
        let numbers = [255.0, 256.0, 0.5].map(|number| self.expressions.literal(number));
        let [steps, turn, half] = numbers;
        let byte = self.expressions.mul(color, steps);
        let is_turned = self.expressions.at_least(color, half);
        let turn = self.expressions.mul(turn, is_turned);
        let moved = self.expressions.sub(byte, turn);
        self.of_largest(moved)
    }

    fn texel(&mut self, unit: u32, place: lookups::Place<Symbol>) -> Result<[Symbol; 4], Fault> {
        let expressions = &mut *self.expressions;
        let coordinates: Vec<Symbol> = match place {
            lookups::Place::Plane(place) => place.to_vec(),
            lookups::Place::Divided(place, by) => {
                place.map(|lane| expressions.divided(lane, by)).to_vec()
            }
            lookups::Place::Direction(place) => place.to_vec(),
            lookups::Place::Mirrored { normal, eye } => {
                let normal = expressions.vector(VectorFunction::Normalize, &normal);
                let zero = expressions.literal(0.0);
                let incident = eye.map(|lane| expressions.sub(zero, lane));
                let operands = [incident, normal].concat();
                expressions
                    .vector(VectorFunction::Reflect, &operands)
                    .to_vec()
            }
        };
        let unit = self.given.texture(unit);
        Ok(self.expressions.texel(unit, &coordinates))
    }
}

impl Lifted<'_> {
    /// A number of which 127 is the largest, as one of which 1 is.
    fn of_largest(&mut self, number: Symbol) -> Symbol {
        let largest = self.expressions.literal(127.0);
        self.expressions.divided(number, largest)
    }
}
