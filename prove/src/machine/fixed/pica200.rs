//! PICA200: texture units, six stages with their buffer, the alpha test, fog.

use super::{Registers, kept, ordered, outputs, texel};
use crate::domain::{Domain, Value};
use crate::machine::Outputs;
use crate::verdict::Verdict;
use retroshade_combiner::numbers::HasNumbers;
use retroshade_kit::reflect::Sampler;
use retroshade_pica200::fragment::execute::{self, Fragments};
use retroshade_pica200::fragment::isa::{FOG_COLOR_FILE, Fog, Setup};

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
    let mut unit = |file: &str, number: u32| {
        let color = registers.handed(file, number, domain);
        color.map(|lane| kept(domain, lane, 0.0, 1.0))
    };
    let (color, light) = (unit("color", 0), [0, 1].map(|number| unit("light", number)));
    let textures = [0, 1, 2, 3].map(|number| lookup(setup, registers, samplers, number, domain));
    let given = execute::Given {
        color,
        light,
        textures,
    };
    let mut numbers = Given {
        setup,
        registers,
        domain,
    };
    let mut color = execute::run(setup, given, &mut numbers, |_, _, _| {});
    let domain = numbers.domain;
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

/// What a set-up is given at a point.
struct Given<'a> {
    setup: &'a Setup,
    registers: &'a Registers,
    domain: &'a mut Domain,
}

impl HasNumbers for Given<'_> {
    type Numbers = Domain;

    fn numbers(&mut self) -> &mut Domain {
        self.domain
    }
}

impl Fragments for Given<'_> {
    fn constant(&mut self, stage: usize) -> [Value; 4] {
        let bytes = self.setup.stages[stage].color;
        self.registers
            .color("const", stage as u32, bytes, self.domain)
    }

    fn buffer(&mut self) -> [Value; 4] {
        self.registers
            .color("buffer", 0, self.setup.buffer, self.domain)
    }

    fn centred(&mut self, a: [Value; 3], b: [Value; 3]) -> Value {
        let domain = &mut *self.domain;
        let half = domain.exact(0.5);
        let [a, b] = [a, b].map(|lanes| lanes.map(|lane| domain.sub(lane, half)));
        let sum = domain.dot(&a, &b);
        domain.mul(sum, domain.whole(4))
    }
}
