//! Registers for the varyings of a pair, and both programs in terms of them.

use super::Pair;
use super::check::{Partners, spelled};
use super::describe::{Names, describe};
use super::layouts;
use super::options::StageOptions;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::link::{
    self, Item, Trouble, Varying, place, reads, registers, registers_needed,
};
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Builtin, Input, Interpolation, Output, Shader, Variable};
use retroshade_kit::target::{Compiled, Options, Target, Varyings, has_sampler};

/// How a pair that was checked becomes two programs.
pub(super) struct Agreement<'a> {
    pub(super) target: &'static dyn Target,
    pub(super) options: &'a Options,
    pub(super) pack: bool,
    pub(super) partners: &'a Partners,
}

/// What the fragment program reads.
struct Wanted {
    varyings: Vec<Varying>,
    /// The names of the varyings in the fragment shader.
    names: Vec<String>,
    /// True if it needs the clip-space position.
    clip_position: bool,
}

impl Agreement<'_> {
    /// Makes both programs.
    ///
    /// # Errors
    /// Bindings that cannot be, more varyings than registers, and what the target cannot do.
    pub(super) fn make(
        &self,
        mut vertex: Shader,
        mut fragment: Shader,
        warnings: &mut Diagnostics,
    ) -> Result<Pair, Diagnostics> {
        let Some(between) = self.target.varyings() else {
            let message = format!("{} links no pairs", self.target.name());
            return Err(Diagnostic::error(codes::target::STAGE, message).into());
        };
        let mut options = self.bind(&mut vertex, &mut fragment, between)?;
        options.vertex.linked = true;
        options.fragment.linked = true;
        layouts::agree(&mut vertex, &mut fragment)?;
        let names = Names::of(&vertex, &fragment, self.partners);

        if let Some(laid_out) = self.target.laid_out(&fragment, &options.fragment)? {
            (fragment, options.fragment) = laid_out;
        }
        // What is read is known when all that can be folded is.
        self.target
            .prepare(&mut fragment, &options.fragment, &mut Hooks::default())?;
        let mut wanted = self.wanted(&fragment, &vertex, &names, between)?;
        self.place(&fragment, between, &mut wanted)?;
        let registers = registers(&fragment, &wanted.varyings);
        let in_fragment = |number: u32| format!("{}{number}", between.prefix);
        link::fragment(&mut fragment, &wanted.varyings, &registers, &in_fragment);
        // Once more, since what shares a register may be computed together.
        let mut bound = Options {
            bindings: Default::default(),
            ..options.fragment.clone()
        };
        bound
            .samplers
            .retain(|name, _| has_sampler(&fragment, name));
        self.target
            .prepare(&mut fragment, &bound, &mut Hooks::default())?;
        let fragment_program = self.program(&fragment, &bound, warnings)?;
        layouts::follow(&mut vertex, &fragment);

        let clip = clip_position(&fragment_program);
        let in_vertex = |number: u32| {
            let number = number.saturating_add(between.vertex_first);
            format!("{}{number}", between.prefix)
        };
        let needed = link::vertex(&mut vertex, &wanted.varyings, &registers, &in_vertex, clip);
        if let Some(laid_out) = self.target.laid_out(&vertex, &options.vertex)? {
            (vertex, options.vertex) = laid_out;
        }
        self.target
            .prepare(&mut vertex, &options.vertex, &mut Hooks::default())?;
        link::fill(&mut vertex, &needed);
        let vertex_program = self.program(&vertex, &options.vertex, warnings)?;

        let mut pair = Pair {
            vertex: vertex_program,
            geometry: None,
            fragment: fragment_program,
            varyings: Vec::new(),
            dropped: Vec::new(),
        };
        let named: Vec<_> = wanted.names.into_iter().zip(wanted.varyings).collect();
        describe(&mut pair, &names, &named, &registers, between)?;
        self.target.check_pair(&pair.vertex, &pair.fragment)?;
        Ok(pair)
    }

    fn program(
        &self,
        shader: &Shader,
        options: &Options,
        warnings: &mut Diagnostics,
    ) -> Result<Compiled, Diagnostics> {
        let mut compiled = self.target.generate(shader, options)?;
        compiled.reflection.source.clone_from(&shader.name);
        warnings.extend(std::mem::take(&mut compiled.warnings));
        Ok(compiled)
    }

    /// Gives each shader the bindings that concern it; those of varyings go to the fragment shader's.
    fn bind(
        &self,
        vertex: &mut Shader,
        fragment: &mut Shader,
        between: Varyings,
    ) -> Result<StageOptions, Diagnostics> {
        let mut errors = Diagnostics::new();
        let varyings: Vec<(Input, Output)> = self
            .partners
            .iter()
            .map(|(one, other)| (*one, *other))
            .collect();
        for (input, output) in varyings {
            let theirs = vertex.interface.outputs[output].bind.take();
            let Some(theirs) = theirs else {
                continue;
            };
            let output = &vertex.interface.outputs[output];
            let input = &mut fragment.interface.inputs[input];
            let lane = lane_of(&theirs, between).and_then(|lane| {
                let first = between.vertex_first.saturating_mul(4);
                lane.checked_sub(first)
            });
            let Some(lane) = lane else {
                errors.push(no_register(output, &theirs, between, between.vertex_first));
                continue;
            };
            let ours = input.bind.as_deref().map(|ours| lane_of(ours, between));
            if ours.is_some_and(|ours| ours != Some(lane)) {
                let message = format!("the varying `{}` is bound to two registers", input.name);
                errors.push(
                    Diagnostic::error(codes::target::BINDING, message)
                        .at(input.span, input.bind.clone().unwrap_or_default())
                        .and_at(output.span, theirs),
                );
                continue;
            }
            let component = ["x", "y", "z", "w"]
                .get((lane % 4) as usize)
                .unwrap_or(&"x");
            input.bind = Some(format!("{}{}.{component}", between.prefix, lane / 4));
        }
        let options = StageOptions::of(self.options, vertex, fragment, &mut errors);
        if errors.is_empty() {
            Ok(options)
        } else {
            Err(errors)
        }
    }

    /// The varyings that the fragment program reads after all passes.
    fn wanted(
        &self,
        fragment: &Shader,
        vertex: &Shader,
        names: &Names,
        between: Varyings,
    ) -> Result<Wanted, Diagnostics> {
        let read = reads(fragment);
        let mut errors = Diagnostics::new();
        let mut wanted = Wanted {
            varyings: Vec::new(),
            names: Vec::new(),
            clip_position: false,
        };
        for (input, variable) in fragment.interface.inputs.iter() {
            let read = &read[input];
            if read.is_nothing() {
                continue;
            }
            if variable.builtin == Some(Builtin::FragCoord) {
                wanted.clip_position = between.clip_position;
            }
            if variable.builtin.is_some() {
                continue;
            }
            let Some(output) = names.partner(&variable.name) else {
                let bug = format!("`{}` has no partner", variable.name);
                return Err(Diagnostic::bug("link", bug).into());
            };
            if variable.interpolation == Interpolation::Flat {
                let output = &vertex.interface.outputs[output];
                errors.push(flat(self.target, variable, output));
                continue;
            }
            wanted.names.push(variable.name.clone());
            wanted.varyings.push(Varying {
                output,
                input,
                lane: 0,
                step: 4,
                read: read.lanes.clone(),
                whole: read.indexed || variable.interpolation != Interpolation::Smooth,
            });
        }
        if errors.is_empty() {
            Ok(wanted)
        } else {
            Err(errors)
        }
    }

    /// Gives each varying its place.
    fn place(
        &self,
        fragment: &Shader,
        between: Varyings,
        wanted: &mut Wanted,
    ) -> Result<(), Diagnostics> {
        let variable = |varying: &Varying| &fragment.interface.inputs[varying.input];
        let mut items = Vec::with_capacity(wanted.varyings.len());
        for varying in &wanted.varyings {
            items.push(item(variable(varying), varying, between)?);
        }
        let clip = u32::from(wanted.clip_position);
        let mut places = self.placed(&items, between.registers, clip);
        if self.pack && matches!(places, Err(Trouble::Full(_))) {
            // Elements of an array in one register are harder to look up with, so only where they must.
            items.iter_mut().for_each(|item| item.tight = !item.alone);
            places = self.placed(&items, between.registers, clip);
        }
        match places {
            Ok(places) => {
                let placed = places.into_iter().zip(&items);
                for (varying, (lane, item)) in wanted.varyings.iter_mut().zip(placed) {
                    varying.lane = lane;
                    varying.step = item.step();
                }
                Ok(())
            }
            Err(Trouble::Fixed(index)) => {
                let varying = wanted.varyings.get(index);
                Err(varying.map_or_else(
                    || Diagnostic::bug("link", "no such varying").into(),
                    |varying| {
                        let variable = variable(varying);
                        let bind = variable.bind.clone().unwrap_or_default();
                        no_register(variable, &bind, between, 0).into()
                    },
                ))
            }
            Err(Trouble::Full(_)) => Err(self.too_many(fragment, between, wanted, &items).into()),
        }
    }

    /// Places for items that leave registers for the position in clip space.
    fn placed(&self, items: &[Item], registers: u32, clip: u32) -> Result<Vec<u32>, Trouble> {
        let places = place(items, registers, self.pack)?;
        let mut used: Vec<u32> = items
            .iter()
            .zip(&places)
            .flat_map(|(item, lane)| {
                (0..item.slots).map(move |slot| (lane + slot * item.step()) / 4)
            })
            .collect();
        used.sort_unstable();
        used.dedup();
        if used.len() as u32 + clip <= registers {
            Ok(places)
        } else {
            Err(Trouble::Full(0))
        }
    }

    fn too_many(
        &self,
        fragment: &Shader,
        between: Varyings,
        wanted: &Wanted,
        items: &[Item],
    ) -> Diagnostic {
        let target = self.target.name();
        let clip = u32::from(wanted.clip_position);
        let needed = registers_needed(items, self.pack).map(|needed| needed.saturating_add(clip));
        let needed = needed.map_or("more than 4096".to_owned(), |needed| needed.to_string());
        let message = format!(
            "{target} has {} registers for the varyings of a pair, but this one needs {needed}",
            between.registers
        );
        let mut error = Diagnostic::error(codes::link::PAIR_VARYINGS, message);
        let mut list: Vec<String> = Vec::new();
        for (varying, item) in wanted.varyings.iter().zip(items) {
            let variable = &fragment.interface.inputs[varying.input];
            let lanes = u32::from(item.lanes).saturating_mul(item.slots);
            let size = format!("`{}` {lanes}", variable.name);
            list.push(size);
            let label = format!("`{}` takes {lanes} components", spelled(variable));
            error = match &error.primary {
                None => error.at(variable.span, label),
                Some(_) => error.and_at(variable.span, label),
            };
        }
        if wanted.clip_position {
            list.push("the position for `gl_FragCoord` 4".to_owned());
        }
        let error = error.with_note(format!(
            "components: {}; a register holds 4",
            list.join(", ")
        ));
        if self.pack {
            error
        } else {
            error.with_help("let small varyings share registers: --varyings=packed")
        }
    }
}

/// The refusal of a varying that is not interpolated.
pub(super) fn flat(target: &dyn Target, input: &Variable, output: &Variable) -> Diagnostic {
    let message = format!(
        "{} interpolates every varying, but `{}` is flat",
        target.name(),
        input.name
    );
    Diagnostic::error(codes::link::FLAT_VARYING, message)
        .at(input.span, "read in the fragment shader")
        .and_at(output.span, "written in the vertex shader")
        .with_help("give all vertices of a primitive the same value in a `smooth` float varying")
}

/// The lane of a register name such as `v3` or `v3.zw`.
fn lane_of(bind: &str, between: Varyings) -> Option<u32> {
    let (register, components) = bind.split_once('.').unwrap_or((bind, "x"));
    let number: u16 = register.strip_prefix(between.prefix)?.parse().ok()?;
    let component = "xyzw".find(components.chars().next()?)?;
    Some(4 * u32::from(number) + component as u32)
}

fn no_register(variable: &Variable, bind: &str, between: Varyings, first: u32) -> Diagnostic {
    let prefix = between.prefix;
    let last = (between.registers + first).saturating_sub(1);
    let message = format!("`{}` cannot be in `{bind}`", variable.name);
    Diagnostic::error(codes::target::BINDING, message)
        .at(variable.span, "declared here")
        .with_note(format!(
            "the registers of varyings are {prefix}{first} to {prefix}{last}; another varying may be there already"
        ))
}

fn item(variable: &Variable, varying: &Varying, between: Varyings) -> Result<Item, Diagnostic> {
    let fixed = match &variable.bind {
        None => None,
        Some(bind) => {
            Some(lane_of(bind, between).ok_or_else(|| no_register(variable, bind, between, 0))?)
        }
    };
    let per_element = variable.slots_per_element().max(1);
    let slots = if varying.whole {
        variable.slots()
    } else {
        // All columns of the last element that is read.
        (varying.read.len() as u32).div_ceil(per_element) * per_element
    };
    Ok(Item {
        lanes: variable.slot_lanes(),
        slots,
        // A variable of its own starts a register.
        fixed: fixed.map(|lane| if varying.whole { lane / 4 * 4 } else { lane }),
        alone: varying.whole,
        tight: false,
    })
}

/// The register in which a fragment program expects the clip-space position.
fn clip_position(fragment: &Compiled) -> Option<String> {
    let name = Builtin::ClipPosition.name();
    let inputs = fragment.reflection.inputs.iter();
    let mut inputs = inputs.filter(|input| input.builtin.as_deref() == Some(name));
    inputs.next().and_then(|input| input.register.clone())
}
