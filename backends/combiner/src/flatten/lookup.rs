//! Lookups and where they find their texels.

use super::values::Lane;
use super::{Flattening, refuse};
use crate::poly::{Atom, Poly, Polys};
use crate::shader::{Coordinate, Kind, Lookup};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{InstData, LevelOfDetail, SamplerKind, TextureOp};

impl Flattening<'_> {
    pub(super) fn lookup(
        &mut self,
        data: &InstData,
        texture: TextureOp,
    ) -> Result<Vec<Lane>, Diagnostic> {
        let target = self.abilities.target;
        if texture.level != LevelOfDetail::Implicit || texture.indexed {
            let message = format!(
                "{target}'s texture units choose the level of detail and the texture themselves"
            );
            return Err(refuse(
                codes::target::UNSUPPORTED,
                data.span,
                message,
                "chosen here",
            )
            .with_help(
                "use `texture2D` without a bias, and set the bias where the texture is bound",
            ));
        }
        let sampler = &self.shader.interface.samplers[texture.sampler];
        let is_cube = sampler.kind == SamplerKind::Cube;
        let direction = if is_cube && !texture.projective {
            self.cube_by_direction(data)?
        } else {
            None
        };
        let kind = match (is_cube, texture.projective) {
            (true, false) => Kind::Cube,
            (true, true) => return Err(self.computed(data, "a cube's direction is divided")),
            (false, true) => Kind::Projective,
            (false, false) => Kind::Plain,
        };
        let coordinate = match direction {
            Some(coordinate) => coordinate,
            None => {
                let lanes = self.numbers(data.args[0])?;
                self.coordinate(data, &lanes, kind)?
            }
        };
        let leaves = sampler.leaves();
        let leaf = leaves
            .iter()
            .rev()
            .find(|leaf| leaf.first_element <= texture.element);
        let name = match leaf {
            Some(leaf) if leaf.array.is_some() => {
                format!("{}[{}]", leaf.name, texture.element - leaf.first_element)
            }
            Some(leaf) => leaf.name.clone(),
            None => sampler.name.clone(),
        };
        let (bind, binding) = (sampler.bind.clone(), sampler.binding);
        let lookup = Lookup {
            sampler: name,
            ty: if is_cube { "samplerCube" } else { "sampler2D" },
            bind,
            binding,
            kind,
            coordinate,
            span: data.span,
        };
        let known = self.lookups.iter().position(|other| {
            other.sampler == lookup.sampler
                && other.kind == lookup.kind
                && other.coordinate == lookup.coordinate
        });
        let number = known.unwrap_or_else(|| {
            self.lookups.push(lookup);
            self.lookups.len() - 1
        }) as u32;
        let lanes = (0..4).map(|lane| Lane::Number(self.polys.of_atom(Atom::Lookup(number, lane))));
        Ok(lanes.collect())
    }

    pub(super) fn coordinate(
        &mut self,
        data: &InstData,
        lanes: &[Poly],
        kind: Kind,
    ) -> Result<Coordinate, Diagnostic> {
        if self.abilities.dependent_lookups
            && kind != Kind::Projective
            && let Some(dots) = self.dots(data, lanes)?
        {
            return Ok(dots);
        }
        if self.abilities.dependent_lookups
            && kind == Kind::Plain
            && let Some(moved) = self.moved(data, lanes)?
        {
            return Ok(moved);
        }
        self.handed_over(data, lanes)
    }

    /// A coordinate of which nothing is computed here.
    pub(super) fn handed_over(
        &mut self,
        data: &InstData,
        lanes: &[Poly],
    ) -> Result<Coordinate, Diagnostic> {
        let mut varying = None;
        let mut lookup = None;
        let mut parts = Vec::with_capacity(lanes.len());
        for lane in lanes {
            let atom = self.polys.as_atom(*lane).map(|atom| self.polys.atom(atom));
            match atom {
                Some(Atom::Varying(number, part)) if *varying.get_or_insert(*number) == *number => {
                    parts.push(*part);
                }
                Some(Atom::Lookup(number, part)) if *lookup.get_or_insert(*number) == *number => {
                    parts.push(*part);
                }
                Some(Atom::Lookup(..)) => {
                    return Err(self.dependent(data));
                }
                _ => return self.affine(data, lanes),
            }
        }
        match (varying, lookup) {
            (Some(number), None) => Ok(Coordinate::Varying(number, parts)),
            (None, Some(number)) if self.abilities.dependent_lookups => match parts[..] {
                // Alpha and red, or green and blue.
                [3, 0] | [1, 2] => Ok(Coordinate::Lookup(number, [parts[0], parts[1]])),
                _ => Err(self.dependent(data)),
            },
            (None, Some(_)) => Err(self.dependent(data)),
            _ => self.affine(data, lanes),
        }
    }

    /// A coordinate that the vertex program can compute, since interpolation keeps affine functions.
    fn affine(&mut self, data: &InstData, lanes: &[Poly]) -> Result<Coordinate, Diagnostic> {
        for lane in lanes {
            let mut atoms = Vec::new();
            self.polys
                .visit_atoms(*lane, &mut |atom| atoms.push(atom.clone()));
            if atoms.iter().any(|atom| matches!(atom, Atom::Lookup(..))) {
                return Err(self.dependent(data));
            }
            let degree = |polys: &Polys| {
                let degrees = polys.terms(*lane).iter().map(|term| {
                    let varying = |atom| matches!(polys.atom(atom), Atom::Varying(..));
                    let factors = polys.factors(term.factors).iter();
                    let own = factors.filter(|(atom, _)| varying(*atom));
                    own.map(|(_, exponent)| u32::from(*exponent)).sum::<u32>()
                });
                degrees.max().unwrap_or(0)
            };
            let nested = atoms
                .iter()
                .any(|atom| matches!(atom, Atom::Clamped(_) | Atom::Holds(_)));
            if nested || degree(&self.polys) > 1 {
                let why = "it is not a sum of varyings times uniforms and literals";
                return Err(self.computed(data, why));
            }
        }
        if self.abilities.linked {
            Ok(Coordinate::Affine(lanes.to_vec()))
        } else {
            Err(self.alone(data))
        }
    }

    fn alone(&self, data: &InstData) -> Diagnostic {
        let target = self.abilities.target;
        let message = format!(
            "{target} computes no texture coordinates for each fragment, but the vertex program could compute this one"
        );
        refuse(
            codes::target::UNSUPPORTED,
            data.span,
            message,
            "looked up here",
        )
        .with_help(
            "compile both shaders together: `retroshade link` moves it into the vertex program",
        )
    }

    pub(super) fn dependent(&self, data: &InstData) -> Diagnostic {
        let target = self.abilities.target;
        let message =
            format!("on {target} a lookup's coordinate cannot come from another lookup like this");
        let error = refuse(
            codes::target::UNSUPPORTED,
            data.span,
            message,
            "a dependent lookup",
        );
        let error = if self.abilities.dependent_lookups {
            error
        .with_note("its lanes `.ar` or `.gb` can be a coordinate, and inner products of its `.rgb` with varyings")
        .with_note("its `.bg` as signed bytes can move a coordinate that is handed over: `uv + m * (t * 255.0 - 256.0 * step(0.5, t)) / 127.0`")
        } else {
            error
        };
        error.with_help("draw the first texture into a second one, or compute the coordinate in the vertex shader")
    }

    fn computed(&self, data: &InstData, what: &str) -> Diagnostic {
        let target = self.abilities.target;
        let message = format!("{target} computes no texture coordinates for each fragment: {what}");
        refuse(codes::target::UNSUPPORTED, data.span, message, "looked up here")
            .with_help("hand over the coordinate itself: compute it in the vertex shader and pass it on unchanged")
    }
}
