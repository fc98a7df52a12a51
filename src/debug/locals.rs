//! Local variables of the source: what they hold between two steps, and where.

use super::origins::{Origins, SourceLine};
use super::state::State;
use crate::{Compiler, Source};
use retroshade_diagnostics::Span;
use retroshade_ir::locals::Locals;
use retroshade_ir::run::RunInputs;
use retroshade_ir::{LANES, Scalar, deep};
use retroshade_kit::machine::{Kind, Recording};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::Binary;
use retroshade_prove::{Followed, Lane, Stay, Tracks, Version, follow};
use std::collections::BTreeMap;

/// What is said of what the program does not keep, as other debuggers say it.
pub const OPTIMISED_OUT: &str = "optimised out";

/// For each register whether it has no lane but the first.
fn single(recording: &Recording) -> Vec<bool> {
    let start = recording.start.iter();
    let mut single: Vec<bool> = start
        .map(|lanes| lanes.iter().skip(1).all(Option::is_none))
        .collect();
    for change in recording.steps.iter().flat_map(|step| &step.changes) {
        if let Some(one) = single.get_mut(change.register) {
            *one &= change.lane == 0;
        }
    }
    single
}

/// The local variables of a program that ran.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    names: Locals,
    versions: Vec<Version>,
    /// The line of each assignment.
    places: Vec<Option<SourceLine>>,
    /// See [`single`].
    single: Vec<bool>,
    /// The steps up to which something is known.
    until: usize,
    /// What the search for them panicked with.
    defect: Option<String>,
}

/// A variable, or a part of one, between two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalRow {
    /// The function.
    pub function: String,
    /// The variable and the part: `color`, `light.color`, `m[0]`.
    pub name: String,
    /// The lanes: numbers, `-` for what was never assigned, [`OPTIMISED_OUT`].
    pub value: String,
    /// The registers with their lanes: `ft0.xyz`; `constant` where it is one. Empty where there is none.
    pub registers: String,
    /// The line that assigned it.
    pub line: Option<SourceLine>,
}

/// A variable that a user names, or lanes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalName {
    /// Variables and parts.
    parts: Vec<(usize, usize)>,
    /// The lanes, if not all.
    lanes: Option<Vec<usize>>,
}

/// A lane at some point.
enum Now {
    Unset,
    Constant(f32),
    Lost,
    In(usize, usize),
}

impl Variables {
    /// The variables of a program that was made of a source and recorded; none of a source in a language whose variables
    /// are not known. `compiler` says with which options the program was made, `from` has the sources as they are shown.
    pub fn follow(
        compiler: &Compiler,
        source: &Source,
        (binary, record): (Binary<'_>, &Reflection),
        (inputs, sample): (&RunInputs, usize),
        (from, recording): (&Origins, &Recording),
    ) -> Variables {
        let lowered = compiler.language.lower_with_locals(source);
        let Some((shader, locals, sources)) = lowered.and_then(|lowered| {
            let (shader, locals) = lowered.result?;
            Some((shader, locals, lowered.sources))
        }) else {
            return Variables::default();
        };
        let mut options = compiler.options.clone();
        record.placement.put_into(&mut options);
        let followed = Followed {
            shader: &shader,
            locals: &locals,
            binary: Binary {
                stage: Some(shader.stage),
                ..binary
            },
            reflection: record,
            options: &options,
            inputs,
            sample,
            recording,
        };
        // A defect there is none of the program that is looked at, which can be gone through all the same.
        let Tracks { versions, until } = match deep::guarded(|| follow(followed)) {
            Ok(tracks) => tracks,
            Err(panic) => {
                return Variables {
                    defect: Some(panic.to_string()),
                    ..Variables::default()
                };
            }
        };
        let spans: Vec<Span> = versions.iter().map(|version| version.span).collect();
        let own = Origins::of_spans(&sources, &spans);
        let place = |place: &Option<SourceLine>| {
            let place = (*place)?;
            let name = &own.sources.get(place.file)?.name;
            let file = from.sources.iter().position(|one| one.name == *name)?;
            Some(SourceLine {
                file,
                line: place.line,
            })
        };
        Variables {
            places: own.places.iter().map(place).collect(),
            single: single(recording),
            names: locals,
            versions,
            until,
            defect: None,
        }
    }

    /// The variables that have a value, by functions, `main` first.
    pub fn rows(&self, recording: &Recording, state: &State) -> Vec<LocalRow> {
        if let Some(panic) = &self.defect {
            return vec![LocalRow {
                function: "main".to_owned(),
                name: "?".to_owned(),
                value: format!("a defect of retroshade ended the search for variables: {panic}"),
                registers: String::new(),
                line: None,
            }];
        }
        let mut rows: Vec<LocalRow> = self
            .current(state.at())
            .into_values()
            .map(|number| self.row(number, recording, state))
            .collect();
        let order: Vec<&String> = self
            .names
            .variables
            .iter()
            .map(|local| &local.function)
            .collect();
        rows.sort_by_key(|row| {
            let first = order.iter().position(|name| **name == row.function);
            (row.function != "main", first)
        });
        rows
    }

    /// For each variable and part the number of the assignment that counts.
    fn current(&self, at: usize) -> BTreeMap<(usize, usize), usize> {
        let versions = self.versions.iter().enumerate();
        let made = versions.filter(|(_, version)| version.from <= at && at <= self.until);
        made.map(|(number, version)| ((version.variable, version.part), number))
            .collect()
    }

    fn row(&self, number: usize, recording: &Recording, state: &State) -> LocalRow {
        let version = &self.versions[number];
        let local = &self.names.variables[version.variable];
        let part = &local.parts[version.part];
        let lanes = lanes_now(version, state.at());
        LocalRow {
            function: local.function.clone(),
            name: format!("{}{}", local.name, part.path),
            value: value(&lanes, part.ty.scalar, recording, state),
            registers: self.registers(&lanes, recording),
            line: self.places.get(number).copied().flatten(),
        }
    }

    /// `ft0.xyz ft1.x`: registers in the order of the variable's lanes.
    fn registers(&self, lanes: &[Now], recording: &Recording) -> String {
        let mut runs: Vec<(usize, Vec<usize>)> = Vec::new();
        for lane in lanes {
            if let Now::In(register, lane) = lane {
                match runs.last_mut().filter(|(last, _)| last == register) {
                    Some((_, run)) => run.push(*lane),
                    None => runs.push((*register, vec![*lane])),
                }
            }
        }
        if runs.is_empty() && lanes.iter().any(|lane| matches!(lane, Now::Constant(_))) {
            return "constant".to_owned();
        }
        let run = |(register, run): &(usize, Vec<usize>)| {
            let name = recording.registers.get(*register).map(|one| &one.name);
            let name = name.map_or("?", String::as_str);
            let is_single = self.single.get(*register).copied().unwrap_or(false);
            match run[..] {
                [0] if is_single => name.to_owned(),
                [0, 1, 2, 3] => name.to_owned(),
                _ => format!("{name}.{}", letters(run)),
            }
        };
        let runs: Vec<String> = runs.iter().map(run).collect();
        runs.join(" ")
    }

    /// The variables that a register holds, with their lanes there: `color.xyz`.
    pub fn in_register(&self, register: usize, at: usize) -> Vec<String> {
        let mut names = Vec::new();
        for number in self.current(at).into_values() {
            let version = &self.versions[number];
            let here = |lane: &Lane| match lane {
                Lane::Held(stays) => stays
                    .iter()
                    .any(|stay| covers(stay, at) && stay.register == register),
                Lane::Unset | Lane::Constant(_) => false,
            };
            let lanes = version.lanes.iter().enumerate();
            let lanes: Vec<usize> = lanes
                .filter(|(_, lane)| here(lane))
                .map(|(lane, _)| lane)
                .collect();
            let local = &self.names.variables[version.variable];
            let name = format!("{}{}", local.name, local.parts[version.part].path);
            if lanes.len() == version.lanes.len() {
                names.push(name);
            } else if !lanes.is_empty() {
                names.push(format!("{name}.{}", letters(&lanes)));
            }
        }
        names.dedup();
        names
    }

    /// What a user means by `color`, `color.xy`, `light.color`, `m[0]`, or by one of these behind a function and `::`.
    pub fn find(&self, name: &str) -> Option<LocalName> {
        let (function, name) = match name.split_once("::") {
            Some((function, name)) => (Some(function), name),
            None => (None, name),
        };
        let named = |wanted: &str| {
            let all = self.names.variables.iter().enumerate();
            let here = all.filter(|(_, local)| function.is_none_or(|one| one == local.function));
            let mut found: Vec<(&str, Vec<(usize, usize)>)> = Vec::new();
            for (variable, local) in here {
                let parts = (0..local.parts.len()).map(|part| (variable, part));
                let is_part = |part: &(usize, usize)| {
                    local.name == wanted
                        || format!("{}{}", local.name, local.parts[part.1].path) == wanted
                };
                let parts: Vec<(usize, usize)> = parts.filter(is_part).collect();
                if !parts.is_empty() {
                    found.push((&local.function, parts));
                }
            }
            found.sort_by_key(|(function, _)| *function != "main");
            found.into_iter().next().map(|(_, parts)| parts)
        };
        if let Some(parts) = named(name) {
            return Some(LocalName { parts, lanes: None });
        }
        let (base, swizzle) = name.rsplit_once('.')?;
        let parts = named(base)?;
        let [(variable, part)] = parts[..] else {
            return None;
        };
        let count = usize::from(self.names.variables[variable].parts[part].ty.lanes);
        let lane = |letter| {
            let all = ["xyzw", "rgba", "stpq"];
            let lane = all.iter().find_map(|letters| letters.find(letter));
            lane.filter(|lane| *lane < count)
        };
        let lanes: Option<Vec<usize>> = swizzle.chars().map(lane).collect();
        Some(LocalName {
            parts,
            lanes: Some(lanes?),
        })
    }

    /// The value of a variable; `-` where it has none yet.
    pub fn value(&self, name: &LocalName, recording: &Recording, state: &State) -> String {
        let current = self.current(state.at());
        let part = |place: &(usize, usize)| {
            let Some(number) = current.get(place) else {
                return "-".to_owned();
            };
            let version = &self.versions[*number];
            let scalar = self.names.variables[place.0].parts[place.1].ty.scalar;
            let mut all: Vec<Option<Now>> = lanes_now(version, state.at())
                .into_iter()
                .map(Some)
                .collect();
            let lanes = match &name.lanes {
                None => all.into_iter().flatten().collect(),
                Some(chosen) => {
                    let chosen = chosen.iter();
                    let lanes = chosen.filter_map(|lane| all.get_mut(*lane)?.take());
                    lanes.collect::<Vec<Now>>()
                }
            };
            value(&lanes, scalar, recording, state)
        };
        let parts: Vec<String> = name.parts.iter().map(part).collect();
        parts.join("; ")
    }

    /// The steps up to which something is known.
    pub fn until(&self) -> usize {
        self.until
    }

    /// The names of all, for messages.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.variables.iter().map(|local| local.name.as_str())
    }

    /// The assignments in order, with the places of their lanes, for views that go through steps themselves.
    pub fn versions(&self) -> impl Iterator<Item = (&Version, Option<SourceLine>)> {
        let places = self.places.iter().copied();
        self.versions.iter().zip(places)
    }

    /// The table of names.
    pub fn table(&self) -> &Locals {
        &self.names
    }
}

/// True if a register holds a number between two steps.
fn covers(stay: &Stay, at: usize) -> bool {
    (stay.from..stay.to).contains(&at)
}

/// Where the lanes are: in as few registers as can be.
fn lanes_now(version: &Version, at: usize) -> Vec<Now> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let held = |lane: &Lane| match lane {
        Lane::Held(stays) => stays
            .iter()
            .filter(|stay| covers(stay, at))
            .copied()
            .collect(),
        Lane::Unset | Lane::Constant(_) => Vec::new(),
    };
    let all: Vec<Vec<Stay>> = version.lanes.iter().map(held).collect();
    for stays in &all {
        let mut registers: Vec<usize> = stays.iter().map(|stay| stay.register).collect();
        registers.dedup();
        for register in registers {
            *counts.entry(register).or_default() += 1;
        }
    }
    let count = |stay: &&Stay| counts.get(&stay.register).copied().unwrap_or(0);
    let now = |(lane, stays): (&Lane, &Vec<Stay>)| match lane {
        Lane::Unset => Now::Unset,
        Lane::Constant(number) => Now::Constant(*number),
        Lane::Held(_) => {
            let best = stays
                .iter()
                .max_by_key(|stay| (count(stay), std::cmp::Reverse(stay.register)));
            best.map_or(Now::Lost, |stay| Now::In(stay.register, stay.lane))
        }
    };
    version.lanes.iter().zip(&all).map(now).collect()
}

fn value(lanes: &[Now], scalar: Scalar, recording: &Recording, state: &State) -> String {
    if !lanes.is_empty() && lanes.iter().all(|lane| matches!(lane, Now::Lost)) {
        return OPTIMISED_OUT.to_owned();
    }
    let spelled = |number: f32| {
        let kind = match scalar {
            Scalar::Bool => Kind::Flag,
            Scalar::Float | Scalar::Int => Kind::Temporary,
        };
        kind.spelled(number)
    };
    let lane = |lane: &Now| match lane {
        Now::Unset => "-".to_owned(),
        Now::Constant(number) => spelled(*number),
        Now::Lost => OPTIMISED_OUT.to_owned(),
        Now::In(register, lane) => {
            let held = state.held(*register).get(*lane).copied().flatten();
            recording
                .registers
                .get(*register)
                .and(held)
                .map_or("-".to_owned(), spelled)
        }
    };
    let lanes: Vec<String> = lanes.iter().map(lane).collect();
    lanes.join(", ")
}

fn letters(lanes: &[usize]) -> String {
    let letters = lanes.iter().filter_map(|lane| LANES.get(*lane));
    letters.collect()
}
