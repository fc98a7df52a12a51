//! PICA200: texture units, six stages with their buffer, the alpha test, fog.

use super::{Registers, kept, ordered, outputs, texel};
use crate::domain::{Domain, Value};
use crate::machine::Outputs;
use crate::verdict::Verdict;
use retroshade_kit::reflect::Sampler;
use retroshade_pica200::fragment::isa::{
    self, FOG_COLOR_FILE, Fog, Function, Half, STORES, Setup, Side,
};

/// Runs a set-up.
///
/// # Errors
/// What is not modelled.
pub(crate) fn run(
    setup: &Setup,
    registers: &Registers,
    samplers: &[Sampler],
    domain: &mut Domain,
) -> Result<Outputs, Verdict> {
    let zero = domain.whole(0);
    let unit =
        |domain: &mut Domain, color: [Value; 4]| color.map(|lane| kept(domain, lane, 0.0, 1.0));
    let mut machine = Machine {
        registers: isa::Registers {
            color: [zero; 4],
            light: [[zero; 4]; 2],
            textures: [[zero; 4]; 4],
            previous: [zero; 4],
            buffer: [zero; 4],
            constant: [zero; 4],
        },
        domain,
    };
    let domain = &mut *machine.domain;
    let color = registers.handed("color", 0, domain);
    machine.registers.color = unit(domain, color);
    for (number, light) in (0..).zip(&mut machine.registers.light) {
        let color = registers.handed("light", number, domain);
        *light = unit(domain, color);
    }
    for (number, texture) in (0..).zip(&mut machine.registers.textures) {
        *texture = lookup(setup, registers, samplers, number, domain);
    }
    let mut next = registers.color("buffer", 0, setup.buffer, domain);
    for (number, stage) in setup.stages.iter().enumerate() {
        let index = number as u32;
        machine.registers.constant = registers.color("const", index, stage.color, machine.domain);
        let rgb = machine.side(&stage.rgb, Side::Rgb, number);
        let [alpha, ..] = match stage.rgb.function {
            Function::Dot3Alpha => rgb,
            _ => machine.side(&stage.alpha, Side::Alpha, number),
        };
        let domain = &mut *machine.domain;
        let mut scaled = |value: Value, half: &Half| {
            let scale = domain.whole(1 << half.scale);
            let value = domain.mul(value, scale);
            kept(domain, value, 0.0, 1.0)
        };
        let [red, green, blue] = rgb.map(|value| scaled(value, &stage.rgb));
        let result = [red, green, blue, scaled(alpha, &stage.alpha)];
        let store = stage.store.map(|store| store && number < STORES);
        machine.registers.keep(result, store, &mut next);
    }
    let domain = &mut *machine.domain;
    let mut color = machine.registers.previous;
    let mut discarded = false;
    if let Some((test, byte)) = setup.alpha_test {
        let [reference, ..] = registers.color("alpharef", 0, [byte; 4], domain);
        let order = ordered(domain, color[3], reference);
        discarded = !test.keeps((order as i8 + 1) as u8, 1);
    }
    match setup.fog {
        Fog::Off => {}
        Fog::Gas => return Err(Verdict::Undecided("gas is not modelled".to_owned())),
        Fog::Linear => {
            let [red, green, blue] = setup.fog_color.unwrap_or_default();
            let fog = registers.color(FOG_COLOR_FILE, 0, [red, green, blue, 0], domain);
            let [factor, ..] = registers.input("fog", 0);
            let factor = factor.unwrap_or(domain.undefined());
            let factor = kept(domain, factor, 0.0, 1.0);
            for (lane, fog) in color.iter_mut().zip(fog).take(3) {
                *lane = domain.mix(fog, *lane, factor);
            }
        }
    }
    Ok(outputs(color, discarded))
}

/// What a texture unit finds. Its kind is no part of the set-up.
fn lookup(
    setup: &Setup,
    registers: &Registers,
    samplers: &[Sampler],
    unit: u32,
    domain: &mut Domain,
) -> [Value; 4] {
    let Some(set) = setup.units[unit as usize] else {
        return [domain.undefined(); 4];
    };
    let undefined = domain.undefined();
    let place = registers.input("texcoord", set.into());
    let [x, y, z, _] = place.map(|lane| lane.unwrap_or(undefined));
    let own = samplers.iter().find(|one| one.index == unit);
    match own.and_then(|one| one.kind.as_deref()) {
        Some("cube") => texel(samplers, unit, &[x, y, z], domain),
        Some("proj") => {
            let place = [domain.div(x, z), domain.div(y, z)];
            texel(samplers, unit, &place, domain)
        }
        _ => texel(samplers, unit, &[x, y], domain),
    }
}

struct Machine<'a> {
    registers: isa::Registers<Value>,
    domain: &'a mut Domain,
}

impl Machine<'_> {
    /// The result of one side before its scale; of alpha all three lanes are the same.
    fn side(&mut self, half: &Half, side: Side, number: usize) -> [Value; 3] {
        let one = self.domain.whole(1);
        let [a, b, c] = half.read(side, number == 0).map(|operand| {
            let lanes = self.registers.read(operand);
            if operand.invert {
                lanes.map(|lane| self.domain.sub(one, lane))
            } else {
                lanes
            }
        });
        let domain = &mut *self.domain;
        if half.function.is_dot() {
            let half = domain.exact(0.5);
            let [a, b] = [a, b].map(|lanes| lanes.map(|lane| domain.sub(lane, half)));
            let sum = domain.dot(&a, &b);
            let sum = domain.mul(sum, domain.whole(4));
            return [kept(domain, sum, 0.0, 1.0); 3];
        }
        std::array::from_fn(|lane| {
            let (a, b, c) = (a[lane], b[lane], c[lane]);
            let value = match half.function {
                Function::Replace | Function::Dot3 | Function::Dot3Alpha => a,
                Function::Modulate => domain.mul(a, b),
                Function::Add => domain.add(a, b),
                Function::AddSigned => {
                    let sum = domain.add(a, b);
                    domain.sub(sum, domain.exact(0.5))
                }
                Function::Interpolate => domain.mix(b, a, c),
                Function::Subtract => domain.sub(a, b),
                Function::MultiplyAdd => {
                    let product = domain.mul(a, b);
                    domain.add(product, c)
                }
                Function::AddMultiply => {
                    let sum = domain.add(a, b);
                    let sum = kept(domain, sum, 0.0, 1.0);
                    domain.mul(sum, c)
                }
            };
            kept(domain, value, 0.0, 1.0)
        })
    }
}
