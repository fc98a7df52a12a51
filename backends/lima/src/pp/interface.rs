//! Which register every variable lives in.

use super::isa::{SAMPLERS, UNIFORMS, VARYINGS};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::{Builtin, Input, Op, SamplerId, Shader, Uniform, Variable};

/// Where a uniform starts: its vector, and its first component if it shares the vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniformPlace {
    /// Number of the first vector.
    pub index: u32,
    /// First component.
    pub lane: u8,
}

/// The places of all variables that are used.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The first varying of each input that is no built-in.
    pub varyings: IndexMap<Input, u32>,
    /// The place of each uniform.
    pub uniforms: IndexMap<Uniform, UniformPlace>,
    /// The first sampler.
    pub samplers: IndexMap<SamplerId, u32>,
    /// Inputs that are built-in variables.
    pub builtins: Vec<Input>,
}

/// One file of places.
struct File {
    letter: &'static str,
    taken: Vec<bool>,
    limit: u32,
    code: retroshade_diagnostics::Code,
    what: &'static str,
}

impl File {
    fn new(
        letter: &'static str,
        limit: u32,
        code: retroshade_diagnostics::Code,
        what: &'static str,
    ) -> File {
        File {
            letter,
            taken: vec![false; limit as usize],
            limit,
            code,
            what,
        }
    }

    fn free(&self, first: u32, count: u32) -> bool {
        let end = first.checked_add(count).filter(|end| *end <= self.limit);
        let range = end.and_then(|end| self.taken.get(first as usize..end as usize));
        range.is_some_and(|range| range.iter().all(|taken| !taken))
    }

    fn take(&mut self, first: u32, count: u32) {
        let taken = self.taken.iter_mut().skip(first as usize);
        taken.take(count as usize).for_each(|taken| *taken = true);
    }

    /// The place that the source or an option fixes.
    fn fixed(&self, bind: Option<&str>, location: Option<u32>) -> Option<Result<u32, String>> {
        let Some(text) = bind else {
            return location.map(Ok);
        };
        let number = text.strip_prefix(self.letter).and_then(|n| n.parse().ok());
        Some(number.ok_or_else(|| text.to_owned()))
    }

    fn place(&mut self, want: &Wanted<'_>, needed: u32) -> Result<u32, Diagnostic> {
        let fixed = self.fixed(want.bind, want.location);
        let first = match fixed {
            Some(Ok(first)) if self.free(first, want.count) => Some(first),
            Some(fixed) => {
                let register = match fixed {
                    Ok(first) => format!("{}{first}", self.letter),
                    Err(text) => text,
                };
                let message = format!(
                    "`{}` cannot be in `{register}`: it does not exist or holds something else",
                    want.name
                );
                return Err(Diagnostic::error(codes::target::BINDING, message)
                    .at(want.span, "declared here"));
            }
            None => (0..self.limit).find(|first| self.free(*first, want.count)),
        };
        let first = first.ok_or_else(|| {
            let (what, limit) = (self.what, self.limit);
            let message = format!("lima: {what} need {needed} places, there are {limit}");
            let label = format!("no {} places in a row are left", want.count);
            Diagnostic::error(self.code, message).at(want.span, label)
        })?;
        self.take(first, want.count);
        Ok(first)
    }
}

/// What a variable asks for.
struct Wanted<'a> {
    name: &'a str,
    bind: Option<&'a str>,
    location: Option<u32>,
    count: u32,
    span: retroshade_diagnostics::Span,
}

impl<'a> Wanted<'a> {
    fn of(variable: &'a Variable) -> Wanted<'a> {
        Wanted {
            name: &variable.name,
            bind: variable.bind.as_deref(),
            location: variable.location,
            count: variable.slots(),
            span: variable.span,
        }
    }

    fn is_fixed(&self) -> bool {
        self.bind.is_some() || self.location.is_some()
    }
}

/// Places a list, fixed ones first; the order of the rest is kept.
fn place_all<K: Copy + Eq + std::hash::Hash + Ord>(
    file: &mut File,
    list: &[(K, Wanted<'_>)],
    errors: &mut Diagnostics,
) -> IndexMap<K, u32> {
    let mut places = IndexMap::new();
    let needed = list.iter().map(|(_, want)| want.count).sum();
    for fixed in [true, false] {
        for (key, want) in list.iter().filter(|(_, want)| want.is_fixed() == fixed) {
            match file.place(want, needed) {
                Ok(first) => {
                    places.insert(*key, first);
                }
                Err(error) => errors.push(error),
            }
        }
    }
    places.sort_unstable_keys();
    places
}

/// Assigns every variable that the shader uses its place.
///
/// # Errors
/// Bindings that do not fit, and what there are not enough places for.
pub fn layout(shader: &Shader) -> Result<Layout, Diagnostics> {
    let mut errors = Diagnostics::new();
    let (mut inputs, mut samplers) = (Vec::new(), Vec::new());
    // Uniforms in the order of their first use, so that those used together lie together.
    let mut uniforms: IndexMap<Uniform, bool> = IndexMap::new();
    for region in shader.live_regions() {
        for inst in &shader.regions[region].insts {
            match shader.insts[*inst].op {
                Op::Input { input, .. } | Op::InputIndexed { input, .. } => inputs.push(input),
                Op::Uniform { uniform, .. } => {
                    uniforms.entry(uniform).or_default();
                }
                Op::UniformIndexed { uniform, .. } => {
                    uniforms.insert(uniform, true);
                }
                Op::Texture(texture) => samplers.push(texture.sampler),
                _ => {}
            }
        }
    }
    inputs.sort_unstable();
    inputs.dedup();
    samplers.sort_unstable();
    samplers.dedup();
    let mut layout = Layout::default();
    let mut wanted = Vec::new();
    for input in inputs {
        let variable = &shader.interface.inputs[input];
        match variable.builtin {
            None => wanted.push((input, Wanted::of(variable))),
            Some(
                Builtin::FragCoord
                | Builtin::PointCoord
                | Builtin::FrontFacing
                | Builtin::LastFragColor
                | Builtin::LastFragDepth,
            ) => {
                layout.builtins.push(input);
            }
            Some(_) => {
                let message = format!("lima fragment programs have no `{}`", variable.name);
                errors.push(
                    Diagnostic::error(codes::target::UNSUPPORTED, message)
                        .at(variable.span, "used by the shader"),
                );
            }
        }
    }
    let mut file = File::new("v", VARYINGS, codes::limit::VARYINGS, "varyings");
    layout.varyings = place_all(&mut file, &wanted, &mut errors);
    layout.uniforms = uniform_places(shader, &uniforms, &mut errors);
    let mut file = File::new("s", SAMPLERS, codes::limit::SAMPLERS, "samplers");
    let wanted: Vec<_> = samplers
        .iter()
        .map(|&id| {
            let sampler = &shader.interface.samplers[id];
            let want = Wanted {
                name: &sampler.name,
                bind: sampler.bind.as_deref(),
                location: sampler.binding,
                count: sampler.array.unwrap_or(1),
                span: sampler.span,
            };
            (id, want)
        })
        .collect();
    layout.samplers = place_all(&mut file, &wanted, &mut errors);
    match errors.has_errors() {
        true => Err(errors),
        false => Ok(layout),
    }
}

/// Uniforms of up to three components share vectors with others of their kind, so that one load
/// fetches what is used together; arrays, matrices and what is bound start vectors of their own.
fn uniform_places(
    shader: &Shader,
    uniforms: &IndexMap<Uniform, bool>,
    errors: &mut Diagnostics,
) -> IndexMap<Uniform, UniformPlace> {
    let mut file = File::new("u", UNIFORMS, codes::limit::CONSTANTS, "uniforms");
    let variable = |id: &Uniform| &shader.interface.uniforms[*id];
    let small = |id: &Uniform| {
        let variable = variable(id);
        let plain = variable.shape.array.is_none() && variable.shape.columns == 1;
        plain && variable.shape.rows < 4 && !Wanted::of(variable).is_fixed()
    };
    let large: Vec<_> = uniforms
        .keys()
        .filter(|id| !small(id))
        .map(|id| (*id, Wanted::of(variable(id))))
        .collect();
    let mut places: IndexMap<Uniform, UniformPlace> = place_all(&mut file, &large, errors)
        .into_iter()
        .map(|(id, index)| (id, UniformPlace { index, lane: 0 }))
        .collect();
    // First fit in order of first use: vectors that are open, and how full they are.
    let mut open: Vec<(u32, u8)> = Vec::new();
    for id in uniforms.keys().filter(|id| small(id)) {
        let lanes = variable(id).shape.rows;
        let found = open
            .iter_mut()
            .find(|(_, used)| used.saturating_add(lanes) <= 4);
        let place = match found {
            Some((index, used)) => {
                let lane = *used;
                *used += lanes;
                UniformPlace {
                    index: *index,
                    lane,
                }
            }
            None => {
                let want = Wanted {
                    count: 1,
                    ..Wanted::of(variable(id))
                };
                match file.place(&want, uniforms.len() as u32) {
                    Ok(index) => {
                        open.push((index, lanes));
                        UniformPlace { index, lane: 0 }
                    }
                    Err(error) => {
                        errors.push(error);
                        continue;
                    }
                }
            }
        };
        places.insert(*id, place);
    }
    places.sort_unstable_keys();
    places
}
