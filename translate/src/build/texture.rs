//! Lookups.

use super::{Builder, Built};
use naga::{BinaryOperator, Expression, Handle, Literal, SampleLevel};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::entity::EntityRef;
use retroshade_ir::{LevelOfDetail, SamplerKind, Stage, Swizzle, TextureOp, Use};

impl Builder<'_> {
    pub(super) fn texture(
        &mut self,
        texture: TextureOp,
        args: &[Use],
    ) -> Built<Handle<Expression>> {
        let key = (texture.sampler.index(), texture.element);
        let Some(&(image, sampler)) = self.images.get(&key) else {
            let message = "a texture is looked up that was not declared";
            return Err(Diagnostic::bug("translate", message));
        };
        let image = self.body.add(Expression::GlobalVariable(image));
        let sampler = self.body.add(Expression::GlobalVariable(sampler));
        let lanes = match self.shader.interface.samplers[texture.sampler].kind {
            SamplerKind::Cube => 3,
            SamplerKind::D2 | SamplerKind::External => 2,
        };
        let coordinate = if texture.projective {
            let divisor = args[0].then(Swizzle::splat(lanes, lanes));
            let dividend = args[0].then(Swizzle::identity(lanes));
            let (dividend, divisor) = (self.operand(dividend), self.operand(divisor));
            self.binary(BinaryOperator::Divide, dividend, divisor)
        } else {
            self.operand(args[0])
        };
        let vertex = self.shader.stage == Stage::Vertex;
        let level = match texture.level {
            // As a literal, since naga spells `Zero` in HLSL as no function is called.
            LevelOfDetail::Implicit | LevelOfDetail::Bias if vertex => {
                SampleLevel::Exact(self.body.literal(Literal::F32(0.0)))
            }
            LevelOfDetail::Implicit => SampleLevel::Auto,
            LevelOfDetail::Bias => SampleLevel::Bias(self.operand(args[1])),
            LevelOfDetail::Explicit => SampleLevel::Exact(self.operand(args[1])),
            LevelOfDetail::Gradient => SampleLevel::Gradient {
                x: self.operand(args[1]),
                y: self.operand(args[2]),
            },
        };
        Ok(self.body.add(Expression::ImageSample {
            image,
            sampler,
            gather: None,
            coordinate,
            array_index: None,
            offset: None,
            level,
            depth_ref: None,
            clamp_to_edge: false,
        }))
    }
}
