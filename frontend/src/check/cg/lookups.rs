//! Texture lookups of Cg.

use super::conversions::convert;
use super::operators::builtin;
use super::parts::{after, swizzled};
use crate::check::{Checked, Checker};
use crate::typed::{Base, BuiltinFunction as F, Expression, SamplerKind, ScalarKind, Type};
use retroshade_diagnostics::Span;
use retroshade_diagnostics::codes::semantic;
use retroshade_ir::Stage;

impl Checker<'_> {
    /// `tex2D(s, uv)` and its kin; the inner `None` if it does not take the arguments.
    pub(super) fn lookup(
        &mut self,
        name: &str,
        arguments: Vec<Expression>,
        span: Span,
    ) -> Option<Checked> {
        let (kind, way) = match name.strip_prefix("texCUBE") {
            Some(way) => (SamplerKind::Cube, way),
            None => (SamplerKind::D2, name.strip_prefix("tex2D")?),
        };
        let wanted = match kind {
            SamplerKind::Cube => 3,
            _ => 2,
        };
        let mut arguments = arguments.into_iter();
        let (Some(sampler), Some(place)) = (arguments.next(), arguments.next()) else {
            return Some(None);
        };
        let slopes: Vec<Expression> = arguments.collect();
        let is_sampler = sampler.ty == Type::plain(Base::Sampler(kind));
        let Some(lanes) = place.ty.lanes().filter(|_| is_sampler) else {
            return Some(None);
        };
        if kind == SamplerKind::D2 && way.is_empty() && lanes == 3 {
            let message = "`tex2D` with a float3 compares depths, which none of the machines does";
            let label = "write `.xy` to look up, `tex2Dproj` to divide by z";
            self.error(semantic::UNSUPPORTED_FEATURE, message, place.span, label);
            return None;
        }
        let float = |lanes| Type::vector(ScalarKind::Float, lanes);
        let color = float(4);
        let made = match (way, slopes.len()) {
            ("", 0) if lanes >= wanted => {
                let place = convert(place, float(wanted));
                builtin(F::Texture, vec![sampler, place], color, span)
            }
            ("", 2) if lanes >= wanted => {
                let fits = slopes.iter().all(|one| one.ty.lanes() >= Some(wanted));
                if !fits {
                    return Some(None);
                }
                let places = [place].into_iter().chain(slopes);
                let places = places.map(|one| convert(one, float(wanted)));
                let all = [sampler].into_iter().chain(places).collect();
                builtin(F::TextureGrad, all, color, span)
            }
            ("proj", 0) if lanes >= 3 => {
                let place = convert(place, float(lanes));
                builtin(F::TextureProj, vec![sampler, place], color, span)
            }
            ("bias" | "lod", 0) if lanes == 4 => {
                if way == "bias" && self.stage != Stage::Fragment {
                    let message = format!(
                        "`tex{}` exists in fragment programs only",
                        match kind {
                            SamplerKind::Cube => "CUBEbias",
                            _ => "2Dbias",
                        }
                    );
                    let label = "this is a vertex program";
                    self.error(semantic::WRONG_STAGE, message, span, label);
                    return None;
                }
                let (before, place) = self.once(convert(place, float(4)));
                let at = swizzled(place.clone(), (0..wanted).collect(), span);
                let level = swizzled(place, vec![3], span);
                let function = match way {
                    "bias" => F::Texture,
                    _ => F::TextureLod,
                };
                after(
                    before,
                    builtin(function, vec![sampler, at, level], color, span),
                )
            }
            _ => return Some(None),
        };
        Some(Some(made))
    }
}
