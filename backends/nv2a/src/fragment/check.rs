//! Rules that a set-up can break.

use super::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_ICW, ALPHA_OCW, ALPHA_REF, BUMP_MATRIX, CLIP_MODE, COLOR_ICW,
    COLOR_OCW, CONTROL, CW0, CW1, DOT_MAPPING, EYE_VECTOR, FOG_COLOR, FOG_OF_VERTEX, Half, MUX_MSB,
    Mode, OPERATIONS, OTHER_INPUT, OWN_FACTORS, PROGRAM, Register, STAGES, Setup, Side,
};
use retroshade_diagnostics::fault::Fault;

fn fault<T>(message: String) -> Result<T, Fault> {
    Err(Fault::from(message))
}

/// Checks that every word means something.
///
/// # Errors
/// The first rule that is broken.
pub fn legality(setup: &Setup) -> Result<(), Fault> {
    if !setup.has_combiners() && !setup.has_textures() {
        return fault("it sets neither combiners nor texture stages".to_owned());
    }
    if setup.has_combiners() {
        combiners_are_legal(setup)?;
    }
    test_is_legal(setup)?;
    fog_is_legal(setup)?;
    floats_are_whole(setup)?;
    textures_are_legal(setup)
}

fn combiners_are_legal(setup: &Setup) -> Result<(), Fault> {
    let (control, count) = (setup.word(CONTROL), setup.count());
    if !(1..=STAGES).contains(&count) || control & !(OWN_FACTORS | MUX_MSB | 15) != 0 {
        return fault(format!("CONTROL {control:08X}"));
    }
    for stage in 0..count {
        let halves = setup.stage(stage);
        for (side, half) in Side::BOTH.into_iter().zip(&halves) {
            half_is_legal(half, side)
                .map_err(|why| Fault::from(format!("stage {stage} {}: {why}", side.name())))?;
        }
        let [rgb, alpha] = halves;
        for (product, blue) in rgb.output.blue.iter().enumerate() {
            let register = rgb.output.to[product];
            if *blue && register != 0 && alpha.output.to.contains(&register) {
                return fault(format!(
                    "stage {stage}: blue to alpha and the alpha side write one register"
                ));
            }
        }
    }
    last_is_legal(setup)
}

fn half_is_legal(half: &Half, side: Side) -> Result<(), Fault> {
    let output = half.output;
    if OPERATIONS.iter().all(|(code, _)| *code != output.operation) || output.rest != 0 {
        return Err(format!("output word {:08X}", output.word()).into());
    }
    if side == Side::Alpha && (output.dot.contains(&true) || output.blue.contains(&true)) {
        return Err("inner product or blue to alpha on the alpha side".into());
    }
    if output.dot.contains(&true) && output.to[2] != 0 {
        return Err("an inner product leaves no sum".into());
    }
    let written: Vec<Register> = output
        .to
        .iter()
        .filter(|to| **to != 0)
        .map(|to| Register(*to))
        .collect();
    for (number, register) in written.iter().enumerate() {
        if !register.is_writable() {
            return Err(format!("writes {}", register.name().unwrap_or("nothing")).into());
        }
        if written[..number].contains(register) {
            return Err("two results in one register".into());
        }
    }
    for input in half.inputs {
        let only_final = matches!(input.register, Register::SUM | Register::PRODUCT);
        if input.register.name().is_none() || only_final {
            return Err(format!("reads register {}", input.register.0).into());
        }
        if input.register == Register::FOG && input.alpha {
            return Err("the fog factor is for the final combiner only".into());
        }
    }
    Ok(())
}

fn last_is_legal(setup: &Setup) -> Result<(), Fault> {
    for (number, input) in setup.last().iter().enumerate() {
        let name = ["A", "B", "C", "D", "E", "F", "G"][number];
        if input.mapping as u8 > 1 {
            return fault(format!(
                "final combiner: mapping {} of {name}",
                input.mapping as u8
            ));
        }
        let special = matches!(input.register, Register::SUM | Register::PRODUCT);
        let wrong = special && number >= 4 || input.register == Register::SUM && number == 0;
        if input.register.name().is_none() || wrong {
            return fault(format!(
                "final combiner: {name} reads register {}",
                input.register.0
            ));
        }
        if special && input.alpha {
            return fault("final combiner: the sum and the product have no alpha".into());
        }
    }
    match setup.word(CW1) & 0x1F {
        0 => Ok(()),
        _ => fault(format!("CW1 {:08X}", setup.word(CW1))),
    }
}

fn test_is_legal(setup: &Setup) -> Result<(), Fault> {
    let [enable, function, reference] =
        [ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF].map(|method| setup.word(method));
    let known = function == 0 || (0x200..=0x207).contains(&function);
    if enable > 1 || enable == 1 && (!known || reference > 255) {
        fault(format!("alpha test {enable:X} {function:X} {reference:X}"))
    } else {
        Ok(())
    }
}

fn fog_is_legal(setup: &Setup) -> Result<(), Fault> {
    let own = FOG_OF_VERTEX.map(|(method, word)| match setup.words.get(&method) {
        None => Some(false),
        Some(there) => (*there == word).then_some(true),
    });
    if own != [Some(true); 6] && own != [Some(false); 6] {
        return fault("the fog's factor is something other than oFog".into());
    }
    match setup.word(FOG_COLOR) >> 24 {
        0 => Ok(()),
        _ => fault(format!("fog colour {:08X}", setup.word(FOG_COLOR))),
    }
}

/// Checks that the way to the eye comes with all three components.
fn floats_are_whole(setup: &Setup) -> Result<(), Fault> {
    let there = [0, 4, 8].map(|place| setup.words.contains_key(&(EYE_VECTOR + place)));
    if there.contains(&true) && there.contains(&false) {
        fault("the eye vector lacks a component".to_owned())
    } else {
        Ok(())
    }
}

fn textures_are_legal(setup: &Setup) -> Result<(), Fault> {
    let (modes, inputs) = (setup.modes(), setup.other_inputs());
    if setup.word(PROGRAM) >> 20 != 0 {
        return fault(format!("stage program {:08X}", setup.word(PROGRAM)));
    }
    if setup.word(OTHER_INPUT) >> 24 != 0 {
        return fault(format!("other stage input {:08X}", setup.word(OTHER_INPUT)));
    }
    if setup.word(DOT_MAPPING) & !0x777 != 0 {
        return fault(format!("dot mapping {:08X}", setup.word(DOT_MAPPING)));
    }
    if setup.word(CLIP_MODE) >> 16 != 0 {
        return fault(format!("clip plane mode {:08X}", setup.word(CLIP_MODE)));
    }
    for (unit, mode) in modes.iter().enumerate() {
        let known = mode.filter(|mode| mode.stages().contains(&(unit as u32)));
        let Some(mode) = known else {
            return fault(format!(
                "texture stage {unit} cannot do what its program says"
            ));
        };
        // Also where the mode reads none: no program leaves a number there that is no earlier stage.
        if inputs[unit] as usize >= unit.max(1) {
            return fault(format!(
                "texture stage {unit} is fed by stage {}",
                inputs[unit]
            ));
        }
        let before = |number: usize| modes[number];
        let missing = match mode {
            Mode::DotPlain | Mode::DotDepth => before(unit - 1) != Some(Mode::Dot),
            Mode::DotCube | Mode::DotVolume | Mode::DotSpecular | Mode::DotSpecularConstant => {
                before(1) != Some(Mode::Dot)
                    || !matches!(before(2), Some(Mode::Dot | Mode::DotDiffuse))
            }
            _ => false,
        };
        if missing {
            return fault(format!(
                "texture stage {unit} lacks the inner products before it"
            ));
        }
    }
    Ok(())
}

/// Checks that everything is written that the set-up reads, so that no state of an earlier draw counts.
///
/// # Errors
/// The methods that are missing.
pub fn completeness(setup: &Setup) -> Result<(), Fault> {
    let mut needed = vec![CW0, CW1, ALPHA_ENABLE, CONTROL, PROGRAM, OTHER_INPUT];
    for stage in 0..setup.count() {
        needed.extend([ALPHA_ICW, ALPHA_OCW, COLOR_ICW, COLOR_OCW].map(|base| base + 4 * stage));
    }
    needed.extend(setup.constants_read());
    let second = setup.second_color_words().into_iter();
    needed.extend(second.map(|(method, _)| method));
    if setup.word(ALPHA_ENABLE) == 1 {
        needed.extend([ALPHA_FUNC, ALPHA_REF]);
    }
    for (unit, mode) in (0..).zip(setup.modes()) {
        let numbers = mode.map_or(0, Mode::numbers);
        needed.extend((0..numbers).map(|number| BUMP_MATRIX + 64 * unit + 4 * number));
        match mode {
            Some(Mode::Clip) => needed.push(CLIP_MODE),
            Some(Mode::DotSpecularConstant) => needed.push(EYE_VECTOR),
            _ => {}
        }
    }
    needed.sort_unstable();
    needed.dedup();
    let missing: Vec<String> = needed
        .iter()
        .filter(|method| !setup.words.contains_key(method))
        .map(|method| format!("{method:04X}"))
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        fault(format!("methods not written: {}", missing.join(" ")))
    }
}
