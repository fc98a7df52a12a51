//! The interface lines and the arrays.

use super::{Parsed, Parser};
use crate::entity::EntityRef;
use crate::text::ARRAY_LENGTH;
use crate::{
    ArrayData, Builtin, Interpolation, MatrixLayout, Nesting, Precision, Sampler, SamplerKind,
    Scalar, Variable,
};

impl Parser<'_> {
    pub(super) fn declarations(&mut self) -> Parsed<()> {
        loop {
            if self.accept_word("input") {
                let variable = self.variable("in", self.shader.interface.inputs.len())?;
                self.shader.interface.inputs.push(variable);
            } else if self.accept_word("uniform") {
                let variable = self.variable("uniform", self.shader.interface.uniforms.len())?;
                self.shader.interface.uniforms.push(variable);
            } else if self.accept_word("output") {
                let variable = self.variable("out", self.shader.interface.outputs.len())?;
                self.shader.interface.outputs.push(variable);
            } else if self.accept_word("sampler") {
                let sampler = self.sampler()?;
                self.shader.interface.samplers.push(sampler);
            } else if self.accept_word("array") {
                let array = self.array()?;
                self.shader.arrays.push(array);
            } else {
                return Ok(());
            }
        }
    }

    /// The name of an entity, which must be the next of its kind.
    fn declared(&mut self, prefix: &str, index: usize) -> Parsed<()> {
        let wanted = format!("{prefix}{index}");
        if self.accept_word(&wanted) {
            Ok(())
        } else {
            Err(self.fault(format!("expected `{wanted}`")))
        }
    }

    fn length(&mut self) -> Parsed<Option<u32>> {
        if !self.accept('[') {
            return Ok(None);
        }
        let length = self.number()?;
        if length == 0 || length > ARRAY_LENGTH {
            return Err(self.fault_before(format!("an array has 1 to {ARRAY_LENGTH} elements")));
        }
        self.mark(']')?;
        Ok(Some(length))
    }

    fn variable(&mut self, prefix: &str, index: usize) -> Parsed<Variable> {
        self.declared(prefix, index)?;
        let name = self.string()?;
        let ty = self.any_word("a GLSL type")?;
        let Some(mut variable) = Variable::of_type(name, ty, None) else {
            return Err(self.fault_before(format!("`{ty}` is no GLSL type")));
        };
        variable.shape.array = self.length()?;
        while !self.ends_declaration() {
            self.attribute(&mut variable)?;
        }
        variable.span = self.span()?;
        Ok(variable)
    }

    fn ends_declaration(&self) -> bool {
        ![
            "rows",
            "declared",
            "builtin",
            "precision",
            "flat",
            "centroid",
            "invariant",
            "location",
            "bind",
            "nested",
            "values",
        ]
        .iter()
        .any(|word| self.is_word(word))
    }

    fn attribute(&mut self, variable: &mut Variable) -> Parsed<()> {
        match self.any_word("an attribute")? {
            "rows" if variable.shape.columns > 1 => variable.layout = MatrixLayout::Rows,
            "declared" if variable.shape.columns > 1 => {
                self.mark('=')?;
                let layout = self.choice(MatrixLayout::ALL, |layout| layout.name())?;
                variable.declared = Some(layout);
            }
            "flat" => variable.interpolation = Interpolation::Flat,
            "centroid" => variable.interpolation = Interpolation::Centroid,
            "invariant" => variable.invariant = true,
            "location" => {
                self.mark('=')?;
                variable.location = Some(self.number()?);
            }
            "bind" => {
                self.mark('=')?;
                variable.bind = Some(self.string()?);
            }
            "nested" => variable.nesting = Some(self.nesting()?),
            "values" => variable.values = Some(self.values()?),
            "builtin" => {
                self.mark('=')?;
                variable.builtin = Some(self.choice(Builtin::ALL, Builtin::name)?);
            }
            "precision" => {
                self.mark('=')?;
                let all = [Precision::Low, Precision::Medium, Precision::High];
                variable.precision = Some(self.choice(&all, Precision::name)?);
            }
            _ => return Err(self.fault_before("only matrices have rows")),
        }
        Ok(())
    }

    /// `=(0.5, 2.0)`
    fn values(&mut self) -> Parsed<Vec<f32>> {
        self.mark('=')?;
        self.mark('(')?;
        let mut values = vec![f32::from_bits(self.literal(Scalar::Float)?)];
        while self.accept(',') {
            values.push(f32::from_bits(self.literal(Scalar::Float)?));
        }
        self.mark(')')?;
        Ok(values)
    }

    pub(super) fn choice<T: Copy>(&mut self, all: &[T], name: fn(T) -> &'static str) -> Parsed<T> {
        let found = self.any_word("a name")?;
        match all.iter().find(|&&item| name(item) == found) {
            Some(&item) => Ok(item),
            None => {
                let names: Vec<String> = all
                    .iter()
                    .map(|&item| format!("`{}`", name(item)))
                    .collect();
                Err(self.fault_before(format!("expected one of {}", names.join(", "))))
            }
        }
    }

    /// `=(2, 3)[4]`
    fn nesting(&mut self) -> Parsed<Nesting> {
        self.mark('=')?;
        self.mark('(')?;
        let mut around = vec![self.number()?];
        while self.accept(',') {
            around.push(self.number()?);
        }
        self.mark(')')?;
        let inner = self.length()?;
        Ok(Nesting { around, inner })
    }

    fn sampler(&mut self) -> Parsed<Sampler> {
        self.declared("sampler", self.shader.interface.samplers.len())?;
        let name = self.string()?;
        let all = [SamplerKind::D2, SamplerKind::Cube, SamplerKind::External];
        let kind = self.choice(&all, SamplerKind::name)?;
        let array = self.length()?;
        let mut binding = None;
        if self.accept_word("binding") {
            self.mark('=')?;
            binding = Some(self.number()?);
        }
        let mut bind = None;
        if self.accept_word("bind") {
            self.mark('=')?;
            bind = Some(self.string()?);
        }
        let mut flags = None;
        if self.accept_word("flags") {
            self.mark('=')?;
            flags = Some(self.string()?);
        }
        let nesting = if self.accept_word("nested") {
            Some(self.nesting()?)
        } else {
            None
        };
        Ok(Sampler {
            name,
            kind,
            array,
            binding,
            bind,
            flags,
            nesting,
            span: self.span()?,
        })
    }

    fn array(&mut self) -> Parsed<ArrayData> {
        self.declared("array", self.shader.arrays.len())?;
        let name = self.string()?;
        let ty = self.ty()?;
        let Some(len) = self.length()? else {
            return Err(self.fault("expected `[` and a length"));
        };
        Ok(ArrayData {
            name,
            ty,
            len,
            span: self.span()?,
        })
    }

    /// An entity that the text declared.
    pub(super) fn known<K: EntityRef>(&mut self, prefix: &str, count: usize) -> Parsed<K> {
        self.entity(prefix, count).map(K::new)
    }
}
