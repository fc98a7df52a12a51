//! Numbers of attributes, varyings and colours.
//!
//! Attributes and colours are numbered in the order of their declarations. Varyings are numbered by the order of their
//! names, letter by letter as bytes: so a vertex and a fragment shader that declare the same varyings meet without knowing
//! each other. A location in the source is kept, and the others go round it.

use retroshade_ir::{Builtin, Shader, Stage, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// Varyings that get locations: the number of slots by name, and the location where the source gives one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Varyings {
    declared: BTreeMap<String, (u32, Option<u32>)>,
}

impl Varyings {
    /// The varyings that a shader declares.
    pub fn of(shader: &Shader) -> Varyings {
        let mut varyings = Varyings::default();
        varyings.add(shader);
        varyings
    }

    /// Adds those that another shader declares.
    pub fn add(&mut self, shader: &Shader) {
        let interface = &shader.interface;
        let variables: Vec<&Variable> = match shader.stage {
            Stage::Vertex | Stage::Geometry => interface.outputs.values().collect(),
            Stage::Fragment => interface.inputs.values().collect(),
        };
        for variable in variables {
            if is_varying(variable) {
                let entry = self.declared.entry(variable.name.clone());
                let known = entry.or_insert((variable.slots(), variable.location));
                known.0 = known.0.max(variable.slots());
                known.1 = known.1.or(variable.location);
            }
        }
    }

    fn numbers(&self) -> BTreeMap<&str, u32> {
        let wanted = self.declared.iter();
        let wanted = wanted.map(|(name, &(slots, location))| (name.as_str(), slots, location));
        numbered(wanted).into_iter().collect()
    }
}

/// True if a variable between the stages has a location. The position that programs of Flash hand on is one of them.
fn is_varying(variable: &Variable) -> bool {
    matches!(variable.builtin, None | Some(Builtin::ClipPosition))
}

/// A variable and the first of its locations; each slot has one, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Located {
    /// The variable.
    pub variable: Variable,
    /// The location of slot 0; `None` of what the language has a word for.
    pub location: Option<u32>,
}

/// Inputs and outputs of a shader with their locations, in the order of its interface.
pub(crate) fn locate(shader: &Shader, varyings: &Varyings) -> (Vec<Located>, Vec<Located>) {
    let interface = &shader.interface;
    let inputs: Vec<&Variable> = interface.inputs.values().collect();
    let outputs: Vec<&Variable> = interface.outputs.values().collect();
    let between = |variables: &[&Variable]| {
        let numbers = varyings.numbers();
        let located = |variable: &&Variable| Located {
            variable: (*variable).clone(),
            location: numbers
                .get(variable.name.as_str())
                .copied()
                .filter(|_| is_varying(variable)),
        };
        variables.iter().map(located).collect()
    };
    match shader.stage {
        Stage::Vertex | Stage::Geometry => (in_order(&inputs), between(&outputs)),
        Stage::Fragment => (between(&inputs), in_order(&outputs)),
    }
}

/// In the order of declaration; colours that are `gl_FragColor` or `gl_FragData` begin at 0.
fn in_order(variables: &[&Variable]) -> Vec<Located> {
    let has_place = |variable: &Variable| {
        matches!(
            variable.builtin,
            None | Some(Builtin::FragColor | Builtin::FragData)
        )
    };
    let wanted = variables.iter().enumerate();
    let wanted = wanted.filter(|(_, variable)| has_place(variable));
    let wanted = wanted.map(|(index, variable)| (index, variable.slots(), variable.location));
    let numbers: BTreeMap<usize, u32> = numbered(wanted).into_iter().collect();
    let located = |(index, variable): (usize, &&Variable)| Located {
        variable: (*variable).clone(),
        location: numbers.get(&index).copied(),
    };
    variables.iter().enumerate().map(located).collect()
}

/// Gives each of several things a row of numbers: those that ask for one have it, the others the lowest that are free.
fn numbered<K: Copy>(wanted: impl Iterator<Item = (K, u32, Option<u32>)> + Clone) -> Vec<(K, u32)> {
    let mut taken = BTreeSet::new();
    for (_, slots, location) in wanted.clone() {
        if let Some(location) = location {
            taken.extend(location..location.saturating_add(slots));
        }
    }
    let mut next = |slots: u32| {
        let is_free = |first: &u32| (*first..first + slots).all(|number| !taken.contains(&number));
        // There are fewer numbers taken than there are numbers.
        let first = (0..).find(is_free).unwrap_or_default();
        taken.extend(first..first + slots);
        first
    };
    wanted
        .map(|(key, slots, location)| (key, location.unwrap_or_else(|| next(slots))))
        .collect()
}
