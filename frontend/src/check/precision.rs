//! Default precisions and their scopes.

use crate::dialect::Dialect;
use crate::syntax::{SamplerShape, SamplerType};
use crate::typed::{Base, SamplerKind, ScalarKind, Type};
use retroshade_ir::{Precision, Stage};

/// What a precision can be set for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// `float`, its vectors, matrices.
    Float,
    /// `int`, `uint`, their vectors.
    Int,
    /// `sampler2D`
    Sampler2D,
    /// `samplerCube`
    SamplerCube,
    /// `samplerExternalOES`
    SamplerExternal,
    /// Samplers no program can use.
    OtherSampler,
}

impl Subject {
    /// What the precision of a type depends on; `None` for types without precision.
    pub(super) fn of(ty: Type) -> Option<Subject> {
        match ty.base {
            Base::Vector {
                scalar: ScalarKind::Float,
                ..
            }
            | Base::Matrix { .. } => Some(Subject::Float),
            Base::Vector {
                scalar: ScalarKind::Int | ScalarKind::Uint,
                ..
            } => Some(Subject::Int),
            Base::Sampler(SamplerKind::D2) => Some(Subject::Sampler2D),
            Base::Sampler(SamplerKind::Cube) => Some(Subject::SamplerCube),
            Base::Sampler(SamplerKind::External) => Some(Subject::SamplerExternal),
            Base::Vector {
                scalar: ScalarKind::Bool,
                ..
            }
            | Base::Void
            | Base::Struct(_) => None,
        }
    }

    /// Returns the subject that a sampler type in a `precision` statement sets.
    pub(super) fn of_sampler(sampler: SamplerType) -> Subject {
        match (sampler.shape, sampler.scalar, sampler.shadow) {
            (SamplerShape::D2, ScalarKind::Float, false) => Subject::Sampler2D,
            (SamplerShape::Cube, ScalarKind::Float, false) => Subject::SamplerCube,
            (SamplerShape::External, _, _) => Subject::SamplerExternal,
            _ => Subject::OtherSampler,
        }
    }
}

/// The defaults of one scope.
#[derive(Clone, Copy, Debug)]
struct Defaults {
    float: Option<Precision>,
    int: Option<Precision>,
    sampler_2d: Option<Precision>,
    sampler_cube: Option<Precision>,
    sampler_external: Option<Precision>,
}

/// The defaults of all open scopes.
#[derive(Debug)]
pub(super) struct Precisions {
    current: Defaults,
    outer: Vec<Defaults>,
}

impl Precisions {
    /// The precisions that the language sets before the shader says anything.
    pub(super) fn new(stage: Stage, dialect: Dialect) -> Precisions {
        let (float, int) = match stage {
            // Desktop GLSL has the words, but computes everything in 32 bits.
            _ if dialect.is_desktop() => (Some(Precision::High), Precision::High),
            // For fp20 a float is what the combiners have.
            Stage::Fragment if dialect.is_cg() => (Some(Precision::Medium), Precision::Medium),
            Stage::Vertex | Stage::Geometry => (Some(Precision::High), Precision::High),
            Stage::Fragment => (None, Precision::Medium),
        };
        let low = Some(Precision::Low);
        let current = Defaults {
            float,
            int: Some(int),
            sampler_2d: low,
            sampler_cube: low,
            sampler_external: low,
        };
        Precisions {
            current,
            outer: Vec::new(),
        }
    }

    /// Opens a scope that inherits all defaults.
    pub(super) fn open(&mut self) {
        self.outer.push(self.current);
    }

    /// Leaves a scope.
    pub(super) fn close(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.current = outer;
        }
    }

    /// The default for a subject.
    pub(super) fn get(&self, subject: Subject) -> Option<Precision> {
        match subject {
            Subject::Float => self.current.float,
            Subject::Int => self.current.int,
            Subject::Sampler2D => self.current.sampler_2d,
            Subject::SamplerCube => self.current.sampler_cube,
            Subject::SamplerExternal => self.current.sampler_external,
            Subject::OtherSampler => None,
        }
    }

    /// Sets the default for a subject to the end of the scope.
    pub(super) fn set(&mut self, subject: Subject, precision: Precision) {
        let slot = match subject {
            Subject::Float => &mut self.current.float,
            Subject::Int => &mut self.current.int,
            Subject::Sampler2D => &mut self.current.sampler_2d,
            Subject::SamplerCube => &mut self.current.sampler_cube,
            Subject::SamplerExternal => &mut self.current.sampler_external,
            Subject::OtherSampler => return,
        };
        *slot = Some(precision);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_end_with_their_scope() {
        let mut precisions = Precisions::new(Stage::Fragment, Dialect::Essl);
        assert_eq!(precisions.get(Subject::Float), None);
        precisions.open();
        precisions.set(Subject::Float, Precision::High);
        assert_eq!(precisions.get(Subject::Float), Some(Precision::High));
        precisions.close();
        assert_eq!(precisions.get(Subject::Float), None);
        assert_eq!(precisions.get(Subject::Int), Some(Precision::Medium));
    }
}
