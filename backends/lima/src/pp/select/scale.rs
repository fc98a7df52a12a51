//! Results that leave the range of half floats: other ways of computing the same, else a warning.

use super::Select;
use crate::pp::half;
use crate::pp::range::Excess;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{Constant, Op, Scalar, Shader, Value, ValueDef};

/// From here on half floats are whole numbers.
const NO_FRACTION: f32 = 1024.0;

/// What the sum of squares of a scaled vector may reach: room for what bounds do not tell.
const ROOM: f64 = 16384.0;

impl Select<'_> {
    /// Plans the scaling of lengths that would overflow, and warns about everything else.
    pub(super) fn look_for_excess(&mut self) {
        let mut rest: Vec<Excess> = Vec::new();
        for excess in std::mem::take(&mut self.bounds.excesses) {
            match length(self.shader, &excess) {
                Some((value, scale)) => self.scales[value] = Some(scale),
                None => rest.push(excess),
            }
        }
        self.look_for_lost_fractions();
        self.look_for_stuck_loops();
        let Some(first) = rest.first() else {
            return;
        };
        let more = match rest.len() {
            1 => String::new(),
            2 => ", and so can one more result".to_owned(),
            count => format!(", and so can {} more results", count - 1),
        };
        let message = format!(
            "lima: this can reach {:.0}, but half floats end at {}{more}",
            first.reach,
            half::LARGEST
        );
        let span = self.shader.insts[first.inst].span;
        let warning = Diagnostic::warning(codes::warning::HALF_OVERFLOW, message);
        self.warnings
            .push(warning.at(span, "infinite on the hardware where it does"));
    }
}

impl Select<'_> {
    /// Warns about fractions of products with a factor that leaves no bits for a fraction.
    fn look_for_lost_fractions(&mut self) {
        for region in self.shader.live_regions() {
            for &inst in &self.shader.regions[region].insts {
                let data = &self.shader.insts[inst];
                let (Op::Fract, [value]) = (data.op, data.args.as_slice()) else {
                    continue;
                };
                let Some(factor) = large_factor(self.shader, value.value) else {
                    continue;
                };
                let message = format!(
                    "lima: the product with {factor} has no fraction in half floats: `fract` is 0"
                );
                let warning = Diagnostic::warning(codes::warning::HALF_FRACTION, message)
                    .at(data.span, "0 wherever the product reaches 1024")
                    .with_help("multiply by less than 64, or look noise up in a texture");
                self.warnings.push(warning);
            }
        }
    }
}

/// The constant factor of a product, if numbers of its size have no fraction in half floats.
fn large_factor(shader: &Shader, value: Value) -> Option<f32> {
    let ValueDef::Result(inst, _) = shader.values[value].def else {
        return None;
    };
    let data = &shader.insts[inst];
    if data.op != Op::Mul {
        return None;
    }
    let factors = data.args.iter().flat_map(|arg| {
        let constant = match shader.values[arg.value].def {
            ValueDef::Result(inst, _) => match shader.insts[inst].op {
                Op::Constant(constant) if constant.ty.scalar == Scalar::Float => Some(constant),
                _ => None,
            },
            ValueDef::Parameter(..) => None,
        };
        let lanes =
            |constant: Constant| (0..constant.ty.lanes).map(move |lane| constant.float(lane));
        constant.into_iter().flat_map(lanes)
    });
    { factors }.find(|factor| factor.is_finite() && factor.abs() >= NO_FRACTION)
}

/// For the square of a length from which only roots are taken: its value, and the power of two that
/// keeps it in range when the vector is multiplied by it.
fn length(shader: &Shader, excess: &Excess) -> Option<(Value, f32)> {
    let data = &shader.insts[excess.inst];
    let (Op::Dot, &[a, b], &[result]) = (data.op, data.args.as_slice(), data.results.as_slice())
    else {
        return None;
    };
    let rooted = |value: Value| {
        let regions = shader.live_regions().into_iter();
        regions
            .flat_map(|region| {
                let data = &shader.regions[region];
                let insts = data.insts.iter().map(|inst| &shader.insts[*inst]);
                let roots = insts.flat_map(move |data| {
                    let root = matches!(data.op, Op::Sqrt | Op::Rsqrt);
                    let uses = data.args.iter().filter(move |arg| arg.value == value);
                    uses.map(move |_| root)
                });
                let ends = data.end.uses().iter().filter(move |arg| arg.value == value);
                roots.chain(ends.map(|_| false)).collect::<Vec<bool>>()
            })
            .all(|root| root)
    };
    let mut scale = 1.0f64;
    while excess.reach * scale * scale > ROOM {
        scale /= 2.0;
    }
    // Smaller numbers than this have fewer bits.
    let normal = scale >= 1.0 / 16384.0;
    (a == b && normal && rooted(result)).then_some((result, scale as f32))
}
