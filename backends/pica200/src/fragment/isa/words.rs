//! Set-ups to register words and back: the only place that knows the fields of the fragment side.

use super::{
    ALPHA_TEST, BUFFER_COLOR, FOG_COLOR, Fog, Function, Half, Lanes, Operand, REGISTERS, STAGE,
    STORES, Setup, Side, Source, Stage, TEXUNIT_CONFIG, Test, UNITS, UPDATE_BUFFER, Words,
    color_word, fault, mask, needed,
};
use retroshade_diagnostics::fault::Fault;

/// Bits of TEXUNIT_CONFIG.
const ALWAYS_ON: u32 = 1 << 12;
const CLEAR_CACHE: u32 = 1 << 16;
const SHARE_COORDINATES: u32 = 1 << 13;
const UNIT_3: u32 = 1 << 10;

/// The bit where an operand's source and modifier start: rgb and alpha have a nibble each, alpha's modifiers
/// follow those of rgb without a gap.
fn shifts(side: Side, number: usize) -> (u32, u32) {
    let number = number as u32;
    match side {
        Side::Rgb => (4 * number, 4 * number),
        Side::Alpha => (16 + 4 * number, 12 + 4 * number),
    }
}

/// The number of an operand's modifier.
fn modifier(operand: Operand, side: Side) -> u32 {
    let lanes = match (side, operand.lanes) {
        (Side::Rgb, lanes) => lanes.code(),
        (Side::Alpha, Lanes::Rgb | Lanes::Alpha) => 0,
        (Side::Alpha, Lanes::Red) => 2,
        (Side::Alpha, Lanes::Green) => 4,
        (Side::Alpha, Lanes::Blue) => 6,
    };
    lanes | u32::from(operand.invert)
}

fn lanes_of(modifier: u32, side: Side) -> Option<Lanes> {
    match side {
        Side::Rgb => Lanes::of(modifier & !1),
        Side::Alpha => match modifier & 6 {
            0 => Some(Lanes::Alpha),
            2 => Some(Lanes::Red),
            4 => Some(Lanes::Green),
            _ => Some(Lanes::Blue),
        },
    }
}

pub(crate) fn stage_words(stage: &Stage) -> [u32; 5] {
    let [mut sources, mut modifiers, mut functions, mut scales] = [0; 4];
    for side in Side::BOTH {
        let half = stage.half(side);
        for (number, operand) in half.operands.iter().enumerate() {
            let Some(operand) = operand else { continue };
            let (source, shift) = shifts(side, number);
            sources |= operand.source.code() << source;
            modifiers |= modifier(*operand, side) << shift;
        }
        let high = match side {
            Side::Rgb => 0,
            Side::Alpha => 16,
        };
        functions |= half.function.code() << high;
        scales |= u32::from(half.scale) << high;
    }
    [
        sources,
        modifiers,
        functions,
        color_word(stage.color),
        scales,
    ]
}

/// The words of all registers that a set-up writes.
pub fn encode(setup: &Setup) -> Words {
    let mut words = Words::new();
    let mut stores = setup.fog.code() | u32::from(setup.density) << 3 | u32::from(setup.flip) << 16;
    for (number, (base, stage)) in STAGE.iter().zip(&setup.stages).enumerate() {
        words.extend((*base..).zip(stage_words(stage)));
        if number < STORES {
            for (kept, first) in stage.store.iter().zip([8, 12]) {
                stores |= u32::from(*kept) << (first + number);
            }
        }
    }
    let mut units = ALWAYS_ON | CLEAR_CACHE;
    for (unit, coordinates) in setup.units.iter().enumerate() {
        match (unit, coordinates) {
            (_, None) => {}
            (3, Some(set)) => units |= UNIT_3 | u32::from(*set & 3) << 8,
            (2, Some(1)) => units |= 1 << 2 | SHARE_COORDINATES,
            (unit, Some(_)) => units |= 1 << unit,
        }
    }
    let test = setup.alpha_test.map_or(0, |(test, reference)| {
        1 | test.code() << 4 | u32::from(reference) << 8
    });
    words.insert(TEXUNIT_CONFIG, units);
    words.insert(UPDATE_BUFFER, stores);
    words.insert(BUFFER_COLOR, color_word(setup.buffer));
    words.insert(ALPHA_TEST, test);
    if let Some([red, green, blue]) = setup.fog_color {
        words.insert(FOG_COLOR, color_word([red, green, blue, 0]));
    }
    words
}

/// The set-up that words describe.
///
/// # Errors
/// Registers that are missing or no part of a set-up, bits that do not exist, codes without a meaning.
pub fn decode(words: &Words) -> Result<Setup, Fault> {
    for (register, word) in words {
        match mask(*register) {
            None => return Err(REGISTERS.unknown(*register)),
            Some(mask) if word & !mask != 0 => {
                let bits = word & !mask;
                return fault(format!(
                    "register {register:03X}: bits {bits:08X} do not exist"
                ));
            }
            Some(_) => {}
        }
    }
    let missing: Vec<String> = needed()
        .filter(|register| !words.contains_key(register))
        .map(|register| format!("{register:03X}"))
        .collect();
    if !missing.is_empty() {
        return fault(format!("registers not written: {}", missing.join(" ")));
    }
    let word = |register: u32| words.get(&register).copied().unwrap_or(0);
    let stores = word(UPDATE_BUFFER);
    let mut setup = Setup {
        units: units(word(TEXUNIT_CONFIG)),
        buffer: word(BUFFER_COLOR).to_le_bytes(),
        density: stores >> 3 & 1 == 1,
        flip: stores >> 16 & 1 == 1,
        ..Setup::default()
    };
    let Some(fog) = Fog::of(stores & 7) else {
        return fault(format!("there is no fog mode {}", stores & 7));
    };
    setup.fog = fog;
    for (number, base) in STAGE.iter().enumerate() {
        let registers: [u32; 5] = std::array::from_fn(|k| word(base + k as u32));
        let kept = |first: usize| number < STORES && stores >> (first + number) & 1 == 1;
        setup.stages[number] = Stage {
            store: [kept(8), kept(12)],
            ..stage(registers).map_err(|fault| fault.within("stage", number))?
        };
    }
    let test = word(ALPHA_TEST);
    if test & 1 == 1 {
        let kind = Test::of(test >> 4 & 7).unwrap_or(Test::Always);
        setup.alpha_test = Some((kind, (test >> 8) as u8));
    }
    setup.fog_color = words.get(&FOG_COLOR).map(|word| {
        let [red, green, blue, _] = word.to_le_bytes();
        [red, green, blue]
    });
    Ok(setup)
}

fn units(word: u32) -> [Option<u8>; 4] {
    let mut units = [None; 4];
    for (unit, coordinates) in units.iter_mut().enumerate().take(UNITS) {
        *coordinates = (word >> unit & 1 == 1).then_some(unit as u8);
    }
    if units[2].is_some() && word & SHARE_COORDINATES != 0 {
        units[2] = Some(1);
    }
    units[3] = (word & UNIT_3 != 0).then_some((word >> 8 & 3) as u8);
    units
}

fn stage(words: [u32; 5]) -> Result<Stage, Fault> {
    let [_, _, functions, color, scales] = words;
    let mut stage = Stage {
        color: color.to_le_bytes(),
        ..Stage::default()
    };
    stage.rgb = half(words, Side::Rgb, functions & 15, scales & 3)?;
    if stage.rgb.function == Function::Dot3Alpha {
        // What the alpha side says does not count.
        stage.alpha.scale = (scales >> 16 & 3) as u8;
        if stage.alpha.scale == 3 {
            return fault("there is no alpha scale 3");
        }
        return Ok(stage);
    }
    stage.alpha = half(words, Side::Alpha, functions >> 16 & 15, scales >> 16 & 3)?;
    Ok(stage)
}

fn half(words: [u32; 5], side: Side, function: u32, scale: u32) -> Result<Half, Fault> {
    let [sources, modifiers, ..] = words;
    let name = side.name();
    let known = Function::of(function).filter(|known| side == Side::Rgb || !known.is_dot());
    let Some(known) = known else {
        return fault(format!("there is no {name} function {function}"));
    };
    if scale == 3 {
        return fault(format!("there is no {name} scale 3"));
    }
    let mut operands = [None; 3];
    for (number, slot) in operands.iter_mut().enumerate().take(known.operands()) {
        let (source, shift) = shifts(side, number);
        let (source, bits) = (sources >> source & 15, modifiers >> shift);
        let bits = bits & if side == Side::Rgb { 15 } else { 7 };
        let Some(source) = Source::of(source) else {
            return fault(format!("there is no source {source}"));
        };
        let Some(lanes) = lanes_of(bits, side) else {
            return fault(format!("there is no {name} modifier {bits}"));
        };
        *slot = Some(Operand {
            source,
            lanes,
            invert: bits & 1 == 1,
        });
    }
    Ok(Half {
        function: known,
        operands,
        scale: scale as u8,
    })
}
