//! NV2A: texture stages, general combiners, the final one, the alpha test.

use super::{Registers, kept, ordered, outputs, texel};
use crate::domain::{Domain, Value};
use crate::machine::Outputs;
use crate::verdict::Verdict;
use retroshade_kit::reflect::Sampler;
use retroshade_nv2a::fragment::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF, BUMP, CONTROL, CW1, DOT_MAPPING, FOG_COLOR,
    FOG_COLOR_FILE, Half, Input, LUMINANCE, Mapping, Mode, Register, STAGES, Setup, Side, keeps,
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
    let undefined = domain.undefined();
    let mut machine = Machine {
        setup,
        given: registers,
        registers: [[undefined; 4]; 16],
        domain,
    };
    machine.registers[0] = [machine.domain.whole(0); 4];
    machine.start(samplers)?;
    for stage in 0..setup.count().min(STAGES) {
        machine.stage(stage)?;
    }
    let color = machine.last();
    let mut discarded = false;
    if setup.word(ALPHA_ENABLE) == 1 {
        let byte = (setup.word(ALPHA_REF) & 255) as u8;
        let [reference, ..] = registers.color("alpharef", 0, [byte; 4], domain);
        let order = ordered(domain, color[3], reference);
        discarded = !keeps(setup.word(ALPHA_FUNC), (order as i8 + 1) as u8, 1);
    }
    Ok(outputs(color, discarded))
}

struct Machine<'a> {
    setup: &'a Setup,
    given: &'a Registers,
    registers: [[Value; 4]; 16],
    domain: &'a mut Domain,
}

impl Machine<'_> {
    /// Colours, fog and textures.
    fn start(&mut self, samplers: &[Sampler]) -> Result<(), Verdict> {
        let domain = &mut *self.domain;
        let bytes = self.setup.word(FOG_COLOR).to_le_bytes();
        let [red, green, blue, _] = self.given.color(FOG_COLOR_FILE, 0, bytes, domain);
        let [factor, ..] = self.given.input("o", 5);
        let factor = factor.unwrap_or(domain.undefined());
        self.registers[3] = [red, green, blue, kept(domain, factor, 0.0, 1.0)];
        for (number, register) in [3, 4].into_iter().zip(Register::COLORS) {
            let color = self.given.handed("o", number, domain);
            self.registers[usize::from(register.0)] =
                color.map(|lane| kept(domain, lane, 0.0, 1.0));
        }
        let mut dots = [[domain.undefined(); 4]; 4];
        for unit in 0..4 {
            self.registers[8 + unit] = self.texture(unit, samplers, &mut dots[0])?;
        }
        // Alpha of spare 0 starts as that of texture 0.
        self.registers[12][3] = self.registers[8][3];
        Ok(())
    }

    fn texture(
        &mut self,
        unit: usize,
        samplers: &[Sampler],
        dots: &mut [Value; 4],
    ) -> Result<[Value; 4], Verdict> {
        let mode = self.setup.modes()[unit].unwrap_or(Mode::None);
        let feed = self.setup.feed(unit);
        let domain = &mut *self.domain;
        let fed = feed.map_or([domain.undefined(); 4], |from| self.registers[8 + from]);
        let own = self.given.handed("o", 9 + unit as u32, domain);
        let number = unit as u32;
        if mode.is_dot() {
            let color = match self.setup.word(DOT_MAPPING) >> (4 * (unit - 1)) & 15 {
                0 => fed,
                1 => fed.map(|lane| signed(domain, lane, 128.0)),
                _ => {
                    return Err(Verdict::Undecided(
                        "this mapping of inner products is not modelled".to_owned(),
                    ));
                }
            };
            dots[unit] = domain.dot(&own[..3], &color[..3]);
        }
        let zero = domain.whole(0);
        Ok(match mode {
            Mode::None => [zero, zero, zero, domain.whole(1)],
            Mode::Dot => [zero; 4],
            Mode::Pass => own.map(|lane| kept(domain, lane, 0.0, 1.0)),
            Mode::Plain => {
                let place = [0, 1].map(|lane| domain.div(own[lane], own[3]));
                texel(samplers, number, &place, domain)
            }
            Mode::Cube => texel(samplers, number, &own[..3], domain),
            Mode::AlphaRed => texel(samplers, number, &[fed[3], fed[0]], domain),
            Mode::GreenBlue => texel(samplers, number, &[fed[1], fed[2]], domain),
            Mode::DotPlain => texel(samplers, number, &dots[unit - 1..=unit], domain),
            Mode::DotCube => texel(samplers, number, &dots[1..], domain),
            Mode::DotSpecular => {
                let lanes = [1, 2, 3].map(|unit| self.given.handed("o", 9 + unit, domain)[3]);
                let normal = [dots[1], dots[2], dots[3]];
                let (cosine, square) = (domain.dot(&normal, &lanes), domain.dot(&normal, &normal));
                let ratio = domain.div(cosine, square);
                let twice = domain.add(ratio, ratio);
                let mirrored: [Value; 3] = std::array::from_fn(|lane| {
                    let along = domain.mul(twice, normal[lane]);
                    domain.sub(along, lanes[lane])
                });
                texel(samplers, number, &mirrored, domain)
            }
            Mode::Bump | Mode::BumpLuminance => {
                let [green, blue] = [1, 2].map(|lane| turned(domain, fed[lane]));
                let [blue_x, blue_y, green_y, green_x] = self.given.floats(BUMP, number, domain);
                let x = domain.dot(&[blue_x, green_x], &[blue, green]);
                let y = domain.dot(&[blue_y, green_y], &[blue, green]);
                let place = [domain.add(own[0], x), domain.add(own[1], y)];
                let mut color = texel(samplers, number, &place, domain);
                if mode == Mode::BumpLuminance {
                    let [scale, offset, ..] = self.given.floats(LUMINANCE, number, domain);
                    let scaled = domain.mul(scale, fed[0]);
                    let factor = domain.add(scaled, offset);
                    for lane in &mut color[..3] {
                        let product = domain.mul(*lane, factor);
                        *lane = kept(domain, product, 0.0, 1.0);
                    }
                }
                color
            }
            _ => {
                return Err(Verdict::Undecided(format!(
                    "texture stage {unit} is not modelled"
                )));
            }
        })
    }

    fn read(&mut self, input: Input, stage: u32, side: Side) -> [Value; 3] {
        let value = match input.register.constant() {
            Some(which) => {
                let own =
                    self.setup.factor_method(which, stage) != self.setup.factor_method(which, 0);
                let index = if own { stage } else { 0 };
                let bytes = self.setup.factor(which, stage);
                let file = ["c0", "c1"][which];
                self.given.color(file, index, bytes, self.domain)
            }
            None => self.registers[usize::from(input.register.0)],
        };
        let lanes = match side {
            _ if input.alpha => [value[3]; 3],
            Side::Alpha => [value[2]; 3],
            Side::Rgb => [value[0], value[1], value[2]],
        };
        lanes.map(|lane| mapped(self.domain, input.mapping, lane))
    }

    /// All inputs are read before anything is written.
    fn stage(&mut self, stage: u32) -> Result<(), Verdict> {
        let mut writes: Vec<(usize, usize, Value)> = Vec::new();
        let halves = self.setup.stage(stage);
        let second = if halves.iter().any(|half| half.output.mux) {
            self.chooses_second()?
        } else {
            false
        };
        for (side, half) in Side::BOTH.into_iter().zip(&halves) {
            let results = self.products(half, stage, side, second);
            let output = half.output;
            for (number, lanes) in results.into_iter().enumerate() {
                let register = usize::from(output.to[number]);
                if register == 0 {
                    continue;
                }
                let lanes = lanes.map(|lane| self.result(output.operation, lane));
                if side == Side::Alpha {
                    writes.push((register, 3, lanes[0]));
                    continue;
                }
                writes.extend((0..3).map(|lane| (register, lane, lanes[lane])));
                if number < 2 && output.blue[number] {
                    writes.push((register, 3, lanes[2]));
                }
            }
        }
        for (register, lane, value) in writes {
            self.registers[register][lane] = value;
        }
        Ok(())
    }

    fn chooses_second(&mut self) -> Result<bool, Verdict> {
        if self.setup.word(CONTROL) >> 8 & 15 == 0 {
            return Err(Verdict::Undecided(
                "choices by the least significant bit are not modelled".to_owned(),
            ));
        }
        let half = self.domain.exact(0.5);
        Ok(ordered(self.domain, self.registers[12][3], half).is_ge())
    }

    /// AB, CD and their sum or choice.
    fn products(&mut self, half: &Half, stage: u32, side: Side, second: bool) -> [[Value; 3]; 3] {
        let inputs = half.inputs.map(|input| self.read(input, stage, side));
        let domain = &mut *self.domain;
        let mut product = |number: usize| {
            let (a, b) = (inputs[2 * number], inputs[2 * number + 1]);
            if half.output.dot[number] {
                [domain.dot(&a, &b); 3]
            } else {
                std::array::from_fn(|lane| domain.mul(a[lane], b[lane]))
            }
        };
        let (ab, cd) = (product(0), product(1));
        let sum = match (half.output.mux, second) {
            (false, _) => std::array::from_fn(|lane| domain.add(ab[lane], cd[lane])),
            (true, false) => ab,
            (true, true) => cd,
        };
        [ab, cd, sum]
    }

    /// Bias, scale and limits of a result.
    fn result(&mut self, operation: u32, value: Value) -> Value {
        let domain = &mut *self.domain;
        let half = domain.exact(0.5);
        let value = match operation & 1 {
            1 => domain.sub(value, half),
            _ => value,
        };
        let scale = domain.exact([1.0, 2.0, 4.0, 0.5][(operation >> 1 & 3) as usize]);
        let scaled = domain.mul(value, scale);
        kept(domain, scaled, -1.0, 1.0)
    }

    fn last(&mut self) -> [Value; 4] {
        let flags = self.setup.word(CW1);
        let [a, b, c, d, e, f, g] = self.setup.last();
        let one = self.domain.whole(1);
        for lane in 0..3 {
            let domain = &mut *self.domain;
            let mut side = |register: usize, flag: u32| {
                let value = kept(domain, self.registers[register][lane], 0.0, 1.0);
                match flags >> flag & 1 {
                    1 => domain.sub(one, value),
                    _ => value,
                }
            };
            let (second, spare) = (side(5, 6), side(12, 5));
            let sum = domain.add(second, spare);
            self.registers[14][lane] = match flags & 0x80 {
                0 => sum,
                _ => kept(domain, sum, 0.0, 1.0),
            };
        }
        let (e, f) = (
            self.read(e, STAGES, Side::Rgb),
            self.read(f, STAGES, Side::Rgb),
        );
        for lane in 0..3 {
            self.registers[15][lane] = self.domain.mul(e[lane], f[lane]);
        }
        let [a, b, c, d] = [a, b, c, d].map(|input| self.read(input, STAGES, Side::Rgb));
        let [alpha, ..] = self.read(g, STAGES, Side::Alpha);
        let domain = &mut *self.domain;
        let color: [Value; 3] = std::array::from_fn(|lane| {
            let mixed = domain.mix(c[lane], b[lane], a[lane]);
            domain.add(mixed, d[lane])
        });
        let [red, green, blue] = color;
        [red, green, blue, alpha].map(|lane| kept(domain, lane, 0.0, 1.0))
    }
}

fn mapped(domain: &mut Domain, mapping: Mapping, e: Value) -> Value {
    if mapping == Mapping::Signed {
        return e;
    }
    if mapping == Mapping::SignedNegate {
        return domain.neg(e);
    }
    let (one, half) = (domain.whole(1), domain.exact(0.5));
    let positive = kept(domain, e, 0.0, f64::INFINITY);
    match mapping {
        Mapping::UnsignedInvert => {
            let unit = kept(domain, positive, 0.0, 1.0);
            domain.sub(one, unit)
        }
        Mapping::Expand | Mapping::ExpandNegate => {
            let twice = domain.add(positive, positive);
            match mapping {
                Mapping::Expand => domain.sub(twice, one),
                _ => domain.sub(one, twice),
            }
        }
        Mapping::HalfBias => domain.sub(positive, half),
        Mapping::HalfBiasNegate => domain.sub(half, positive),
        _ => positive,
    }
}

/// A byte b as (b - zero) / 127.
fn signed(domain: &mut Domain, color: Value, zero: f64) -> Value {
    let byte = domain.mul(color, domain.whole(255));
    let moved = domain.sub(byte, domain.exact(zero));
    domain.div(moved, domain.whole(127))
}

/// A byte that is negative from 128 on. What lies between 127 and 128 is no byte.
fn turned(domain: &mut Domain, color: Value) -> Value {
    let byte = color.real * 255.0;
    if (127.0..128.0).contains(&byte) {
        domain.unstable = true;
    }
    signed(domain, color, if byte >= 128.0 { 256.0 } else { 0.0 })
}
