//! NV2A: texture stages, general combiners, the final one, the alpha test.

use super::{Registers, kept, ordered, outputs, texel};
use crate::domain::{Domain, Value};
use crate::machine::Outputs;
use crate::verdict::Verdict;
use retroshade_combiner::numbers::HasNumbers;
use retroshade_kit::reflect::Sampler;
use retroshade_nv2a::fragment::execute::{Bit, Fragments, Machine};
use retroshade_nv2a::fragment::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF, FOG_COLOR, FOG_COLOR_FILE, STAGES, Setup, keeps,
};
use retroshade_nv2a::fragment::lookups::{Place, Textures, textures};

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
    let mut numbers = Given {
        setup,
        registers,
        samplers,
        domain,
    };
    let domain = &mut *numbers.domain;
    let bytes = setup.word(FOG_COLOR).to_le_bytes();
    let [red, green, blue, _] = registers.color(FOG_COLOR_FILE, 0, bytes, domain);
    let [factor, ..] = registers.input("o", 5);
    let factor = factor.unwrap_or(domain.undefined());
    let fog = [red, green, blue, kept(domain, factor, 0.0, 1.0)];
    let colors = [3, 4].map(|number| {
        let color = registers.handed("o", number, domain);
        color.map(|lane| kept(domain, lane, 0.0, 1.0))
    });
    let found = textures(setup, &mut numbers)?;
    let mut machine = Machine::new(setup, colors, found, fog, &mut numbers);
    for stage in 0..setup.count().min(STAGES) {
        machine.stage(stage, &mut numbers)?;
    }
    let color = machine.last(&mut numbers);
    let domain = numbers.domain;
    let mut discarded = false;
    if setup.word(ALPHA_ENABLE) == 1 {
        let byte = (setup.word(ALPHA_REF) & 255) as u8;
        let [reference, ..] = registers.color("alpharef", 0, [byte; 4], domain);
        let order = ordered(domain, color[3], reference);
        discarded = !keeps(setup.word(ALPHA_FUNC), (order as i8 + 1) as u8, 1);
    }
    Ok(outputs(color, discarded))
}

/// What a set-up is given at a point.
struct Given<'a> {
    setup: &'a Setup,
    registers: &'a Registers,
    samplers: &'a [Sampler],
    domain: &'a mut Domain,
}

impl Given<'_> {
    /// A byte b as (b - zero) / 127.
    fn signed_by(&mut self, color: Value, zero: f64) -> Value {
        let domain = &mut *self.domain;
        let byte = domain.mul(color, domain.whole(255));
        let moved = domain.sub(byte, domain.exact(zero));
        domain.div(moved, domain.whole(127))
    }
}

impl HasNumbers for Given<'_> {
    type Numbers = Domain;

    fn numbers(&mut self) -> &mut Domain {
        self.domain
    }
}

impl Fragments for Given<'_> {
    type Choice = bool;
    type Fault = Verdict;

    fn unset(&mut self) -> Value {
        self.domain.undefined()
    }

    fn dot(&mut self, a: [Value; 3], b: [Value; 3]) -> Value {
        self.domain.dot(&a, &b)
    }

    fn constant(&mut self, which: usize, stage: u32) -> [Value; 4] {
        let setup = self.setup;
        let own = setup.factor_method(which, stage) != setup.factor_method(which, 0);
        let index = if own { stage } else { 0 };
        let bytes = setup.factor(which, stage);
        let file = ["c0", "c1"][which];
        self.registers.color(file, index, bytes, self.domain)
    }

    fn choice(&mut self, alpha: Value, bit: Bit) -> Result<bool, Verdict> {
        match bit {
            Bit::Most => {
                let half = self.domain.exact(0.5);
                Ok(ordered(self.domain, alpha, half).is_ge())
            }
            Bit::Least => Err(Verdict::Undecided(
                "choices by the least significant bit are not modelled".to_owned(),
            )),
        }
    }

    fn chosen(&mut self, choice: bool, clear: Value, set: Value) -> Value {
        if choice { set } else { clear }
    }
}

impl Textures for Given<'_> {
    fn coordinate(&mut self, unit: u32) -> [Value; 4] {
        self.registers.handed("o", 9 + unit, self.domain)
    }

    fn floats(&mut self, file: &'static str, unit: u32) -> [Value; 4] {
        self.registers.floats(file, unit, self.domain)
    }

    fn signed(&mut self, color: Value) -> Value {
        self.signed_by(color, 128.0)
    }

    /// What lies between 127 and 128 is no byte.
    fn turned(&mut self, color: Value) -> Value {
        let byte = color.real * 255.0;
        if (127.0..128.0).contains(&byte) {
            self.domain.unstable = true;
        }
        self.signed_by(color, if byte >= 128.0 { 256.0 } else { 0.0 })
    }

    fn texel(&mut self, unit: u32, place: Place<Value>) -> Result<[Value; 4], Verdict> {
        let domain = &mut *self.domain;
        let place = match place {
            Place::Plane(place) => place.to_vec(),
            Place::Divided(place, by) => place.map(|lane| domain.div(lane, by)).to_vec(),
            Place::Direction(place) => place.to_vec(),
            Place::Mirrored { normal, eye } => {
                let cosine = domain.dot(&normal, &eye);
                let square = domain.dot(&normal, &normal);
                let ratio = domain.div(cosine, square);
                let twice = domain.add(ratio, ratio);
                let lanes = normal.into_iter().zip(eye);
                let mirrored = lanes.map(|(normal, eye)| {
                    let along = domain.mul(twice, normal);
                    domain.sub(along, eye)
                });
                mirrored.collect()
            }
        };
        Ok(texel(self.samplers, unit, &place, domain))
    }
}
