//! Texture units and combiner stages of the 3DS.

use super::expressions::Expressions;
use super::given::Given;
use super::known::Known;
use super::shaded::{Shaded, Test};
use crate::blocks::row::Steps;
use retroshade_combiner::numbers::{HasNumbers, Numbers};
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::effects::{File, Kind};
use retroshade_kit::machine::symbols::Symbol;
use retroshade_kit::reflect::Variable;
use retroshade_pica200::fragment::execute::{self, Fragments};
use retroshade_pica200::fragment::isa::{FOG_COLOR_FILE, Fog, Setup, Source};

/// What each stage leaves.
const PREVIOUS: File = File::new("prev", Kind::Temporary);

/// The files of a record.
const COLOR: &str = "color";
const COORDINATE: &str = "texcoord";
const LIGHT: &str = "light";
const FOG: &str = "fog";
const CONSTANT: &str = "const";
const BUFFER: &str = "buffer";
const REFERENCE: &str = "alpharef";

/// True for registers that hold numbers in [0, 1].
pub(super) fn is_color(file: &str, _: u32) -> bool {
    [COLOR, LIGHT, FOG].contains(&file)
}

/// Says of registers of which nothing else is known what they are: the colour, which has no number in bindings, and
/// coordinates, of which a texture takes two.
pub(super) fn declare(inputs: &mut [Variable]) {
    for entry in inputs {
        let numbered = format!(
            "{}{}",
            entry.file.as_deref().unwrap_or(""),
            entry.index.unwrap_or(0)
        );
        if entry.name != numbered || entry.components.is_some() {
            continue;
        }
        match entry.file.as_deref() {
            Some(COLOR) => {
                entry.name = COLOR.to_owned();
                entry.register = Some(COLOR.to_owned());
            }
            Some(COORDINATE) => entry.ty = "vec2".to_owned(),
            _ => {}
        }
    }
}

/// True if an operand that counts reads a source.
fn reads(setup: &Setup, source: Source) -> bool {
    let mut operands = setup.stages.iter().flat_map(|stage| stage.used());
    operands.any(|(_, operand)| operand.source == source)
}

/// What other units than the vertex program give, of which records say nothing: the colours of the lighting unit, and how
/// little fog there is.
pub(super) fn given_by_units(setup: &Setup) -> Vec<Variable> {
    let variable = |name: &str, ty: &str, file: &str, index: u32| Variable {
        name: name.to_owned(),
        ty: ty.to_owned(),
        register: Some(name.to_owned()),
        file: Some(file.to_owned()),
        index: Some(index),
        ..Variable::default()
    };
    let mut given = Vec::new();
    if reads(setup, Source::Light0) {
        given.push(variable("light0", "vec4", LIGHT, 0));
    }
    if reads(setup, Source::Light1) {
        given.push(variable("light1", "vec4", LIGHT, 1));
    }
    if setup.fog == Fog::Linear {
        given.push(variable(FOG, "float", FOG, 0));
    }
    given
}

/// The constants that a set-up reads.
pub(super) fn constants(setup: &Setup) -> Vec<Known> {
    let mut constants = Vec::new();
    for (number, stage) in (0..).zip(&setup.stages) {
        let mut operands = stage.used();
        if operands.any(|(_, operand)| operand.source == Source::Constant) {
            constants.push(Known::color(CONSTANT, number, Some(stage.color)));
        }
    }
    if setup.reads_buffer() {
        constants.push(Known::color(BUFFER, 0, Some(setup.buffer)));
    }
    if let Some((_, byte)) = setup.alpha_test {
        constants.push(Known::color(REFERENCE, 0, Some([byte; 4])));
    }
    if let Some([red, green, blue]) = setup.fog_color {
        constants.push(Known::color(FOG_COLOR_FILE, 0, Some([red, green, blue, 0])));
    }
    constants
}

/// Runs a set-up.
///
/// # Errors
/// What no shader can say.
pub(super) fn run(
    setup: &Setup,
    given: &Given,
    expressions: &mut Expressions,
    steps: &mut Steps,
) -> Result<Shaded, Fault> {
    if setup.fog == Fog::Gas {
        return Err("gas is not lifted: its density is in a table of the chip".into());
    }
    let units = execute::Given {
        color: given.handed(COLOR, 0, expressions),
        light: [0, 1].map(|number| given.handed(LIGHT, number, expressions)),
        textures: [0, 1, 2, 3].map(|unit| texel(setup, given, unit, expressions)),
    };
    let mut numbers = Lifted {
        setup,
        given,
        expressions,
    };
    let mut color = execute::run(setup, units, &mut numbers, |_, result, _| {
        steps.push(PREVIOUS.lanes(0, 0b1111).zip(result).collect());
    });
    let test = setup.alpha_test.map(|(test, byte)| {
        let [reference, ..] = given.color(REFERENCE, 0, [byte; 4], numbers.expressions);
        Test::new(|a, b| test.keeps(a, b), color[3], reference)
    });
    if setup.fog == Fog::Linear {
        let [red, green, blue] = setup.fog_color.unwrap_or_default();
        let bytes = [red, green, blue, 0];
        let fog = given.color(FOG_COLOR_FILE, 0, bytes, numbers.expressions);
        let [factor, ..] = given.handed(FOG, 0, numbers.expressions);
        for (lane, fog) in color.iter_mut().zip(fog).take(3) {
            *lane = numbers.mix(fog, *lane, factor);
        }
    }
    Ok(Shaded { color, test })
}

/// What a texture unit finds. Its kind is no part of the set-up: the record says it, else it has two coordinates.
fn texel(setup: &Setup, given: &Given, unit: u32, expressions: &mut Expressions) -> [Symbol; 4] {
    let Some(set) = setup.units[unit as usize] else {
        return [expressions.literal(0.0); 4];
    };
    let [x, y, z, _] = given.handed(COORDINATE, set.into(), expressions);
    let coordinates = match given.kind(unit) {
        Some("cube") => vec![x, y, z],
        Some("proj") => [x, y].map(|lane| expressions.divided(lane, z)).to_vec(),
        _ => vec![x, y],
    };
    expressions.texel(given.texture(unit), &coordinates)
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
    fn constant(&mut self, stage: usize) -> [Symbol; 4] {
        let bytes = self.setup.stages[stage].color;
        self.given
            .color(CONSTANT, stage as u32, bytes, self.expressions)
    }

    fn buffer(&mut self) -> [Symbol; 4] {
        let bytes = self.setup.buffer;
        self.given.color(BUFFER, 0, bytes, self.expressions)
    }

    /// As the inner product of two vectors that textures and colours hold as numbers between 0 and 1.
    fn centred(&mut self, a: [Symbol; 3], b: [Symbol; 3]) -> Symbol {
        let one = self.number(1.0);
        let [a, b] = [a, b].map(|lanes| {
            lanes.map(|lane| {
                let twice = self.scaled(lane, 2.0);
                self.sub(twice, one)
            })
        });
        self.expressions.dot(a, b)
    }
}
