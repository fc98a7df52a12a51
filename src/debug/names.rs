//! What people call registers: by the assembly, or by the variable that is there.

use super::state::State;
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::Shape;
use retroshade_kit::machine::{Kind, Recording, RegisterName, lanes_of};
use retroshade_kit::reflect::{Reflection, Variable};

/// The place of a variable.
#[derive(Clone, Debug)]
struct Known {
    name: String,
    /// True if the program finds it, rather than makes it.
    is_given: bool,
    /// Registers with the lane of each number, in GL's order.
    lanes: Vec<(String, usize)>,
    /// The number of elements of an array, columns of a matrix; 1 for others.
    elements: usize,
    /// The numbers of a column or vector.
    width: usize,
}

/// Registers of a recording with their lanes; `None` for one that holds nothing in the whole run.
type Lanes = Vec<(Option<usize>, usize)>;

impl Known {
    /// The lanes in the registers of a recording. An input and an output may be in registers of one name.
    fn held(&self, lanes: &[(String, usize)], recording: &Recording) -> Lanes {
        let index = |name: &str| {
            let mut registers = recording.registers.iter();
            registers.position(|one| one.name == name && is_given(one) == self.is_given)
        };
        let lanes = lanes.iter().map(|(name, lane)| (index(name), *lane));
        lanes.collect()
    }
}

/// The variables of a program.
#[derive(Clone, Debug, Default)]
pub struct Names {
    variables: Vec<Known>,
    samplers: Vec<String>,
}

/// A value that is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// As the user called it.
    pub name: String,
    /// The registers with their lanes that hold it; `None` for one that holds nothing in the whole run.
    pub lanes: Vec<(Option<usize>, usize)>,
    /// How many of them are written together.
    pub width: usize,
}

impl Names {
    /// The names of a record.
    pub fn of(record: &Reflection) -> Names {
        let lists = [
            (&record.uniforms, true),
            (&record.inputs, true),
            (&record.outputs, false),
            (&record.driver_uniforms, true),
        ];
        let all = lists.into_iter().flat_map(|(list, is_given)| {
            let list = list.iter();
            list.map(move |variable| (variable, is_given))
        });
        let known = |(variable, is_given): (&Variable, bool)| {
            let shape = Shape::from_glsl(&variable.ty)?;
            Some(Known {
                name: variable.name.clone(),
                is_given,
                lanes: lanes(variable)?,
                elements: variable
                    .array
                    .map_or(shape.columns.into(), |count| count as usize),
                width: shape.rows.into(),
            })
        };
        Names {
            variables: all.filter_map(known).collect(),
            samplers: record.samplers.iter().map(|one| one.name.clone()).collect(),
        }
    }

    /// Gives lanes of a register, or of a variable that is called as one, a further name: that of a varying where programs
    /// know registers only.
    pub fn also(&mut self, name: &str, register: &str, components: &str) {
        if self.variables.iter().any(|known| known.name == name) {
            return;
        }
        let here = |known: &&Known| {
            let mut lanes = known.lanes.iter();
            known.name == register || lanes.any(|(own, _)| own == register)
        };
        let Some(known) = self.variables.iter().find(here) else {
            return;
        };
        let named = |lane: usize| components.chars().any(|one| lane_of(one) == Some(lane));
        let lanes = known.lanes.iter().filter(|(_, lane)| named(*lane));
        let lanes: Vec<(String, usize)> = lanes.cloned().collect();
        let known = Known {
            name: name.to_owned(),
            is_given: known.is_given,
            elements: 1,
            width: lanes.len(),
            lanes,
        };
        self.variables.push(known);
    }

    /// The variables that have a register, or part of it.
    pub fn of_register(&self, register: &RegisterName) -> Vec<&str> {
        let here = |known: &&Known| {
            let mut lanes = known.lanes.iter();
            known.is_given == is_given(register) && lanes.any(|(name, _)| *name == register.name)
        };
        let known = self.variables.iter().filter(here);
        known.map(|known| known.name.as_str()).collect()
    }

    /// What a name refers to: a register, a variable, or lanes of one of them after a dot. `locals` are others that there
    /// are, for a message.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn find(
        &self,
        name: &str,
        recording: &Recording,
        locals: &[&str],
    ) -> Result<Watched, Fault> {
        let whole = |name: &str| {
            let register = recording
                .find(name)
                .or_else(|| recording.find(&plain(name)));
            match register {
                Some(register) => {
                    let lanes = (0..4).map(|lane| (Some(register), lane));
                    Some((lanes.collect(), 4))
                }
                None => self.variable(name, recording),
            }
        };
        let watched = |lanes, width| Watched {
            name: name.to_owned(),
            lanes,
            width,
        };
        if let Some((lanes, width)) = whole(name) {
            return Ok(watched(lanes, width));
        }
        if let Some((base, letters)) = name.rsplit_once('.')
            && let Some((all, width)) = whole(base)
        {
            let lane = |letter| {
                all.get(lane_of(letter).filter(|lane| *lane < width)?)
                    .cloned()
            };
            let lanes: Option<Vec<_>> = letters.chars().map(lane).collect();
            return lanes
                .map(|lanes| watched(lanes, width))
                .ok_or_else(|| format!("`{base}` has no lanes `{letters}`").into());
        }
        Err(self.unknown(name, locals).into())
    }

    /// The lanes of a variable, of an element of an array or of a column of a matrix, and how many belong together.
    fn variable(&self, name: &str, recording: &Recording) -> Option<(Lanes, usize)> {
        let known = |name: &str| self.variables.iter().find(|known| known.name == name);
        if let Some(known) = known(name) {
            return Some((known.held(&known.lanes, recording), known.width));
        }
        let (base, element) = name.strip_suffix(']')?.rsplit_once('[')?;
        let (known, element) = (known(base)?, element.parse::<usize>().ok()?);
        let length = known.lanes.len().checked_div(known.elements)?;
        let mut elements = known.lanes.chunks_exact(length.max(1));
        Some((known.held(elements.nth(element)?, recording), known.width))
    }

    fn unknown(&self, name: &str, locals: &[&str]) -> String {
        if self.samplers.iter().any(|sampler| sampler == name) {
            return format!("`{name}` is a sampler: what its lookups give is in registers");
        }
        let names: Vec<&str> = self
            .variables
            .iter()
            .map(|known| known.name.as_str())
            .chain(locals.iter().copied())
            .collect();
        let known = if names.is_empty() {
            String::new()
        } else {
            format!("; there are {}", names.join(", "))
        };
        format!(
            "`{name}` is no register with a value in this run, and no uniform, input, output or local variable{known}"
        )
    }
}

impl Watched {
    /// The value, a `-` for what holds nothing: `1, 0.5; -, 3`, with a semicolon between vectors.
    pub fn value(&self, recording: &Recording, state: &State) -> String {
        let lane = |(register, lane): &(Option<usize>, usize)| {
            let register = (*register)?;
            let value = state.held(register).get(*lane).copied().flatten()?;
            Some(recording.registers.get(register)?.kind.spelled(value))
        };
        let values: Vec<Option<String>> = self.lanes.iter().map(lane).collect();
        let group = |values: &[Option<String>]| {
            // Registers of fewer lanes end with what they do not have.
            let last = values.iter().rposition(Option::is_some).unwrap_or(0);
            let values = values.iter().take(last + 1);
            let values = values.map(|value| value.as_deref().unwrap_or(NOTHING));
            values.collect::<Vec<_>>().join(", ")
        };
        let groups = values.chunks(self.width.max(1)).map(group);
        groups.collect::<Vec<_>>().join("; ")
    }
}

/// How a lane that holds nothing is shown.
const NOTHING: &str = "-";

/// True if a program finds a register, rather than makes it.
fn is_given(register: &RegisterName) -> bool {
    matches!(register.kind, Kind::Input | Kind::Uniform)
}

/// A lane as people read it.
pub(super) fn spelled(kind: Kind, value: Option<f32>) -> String {
    value.map_or_else(|| NOTHING.to_owned(), |value| kind.spelled(value))
}

fn lane_of(letter: char) -> Option<usize> {
    let all = ["xyzw", "rgba"];
    all.iter().find_map(|letters| letters.find(letter))
}

/// `c[5]` for `c5`.
fn plain(name: &str) -> String {
    match name
        .split_once('[')
        .and_then(|(file, rest)| Some((file, rest.strip_suffix(']')?)))
    {
        Some((file, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{file}{number}")
        }
        _ => name.to_owned(),
    }
}

/// The lanes of a variable with the names of their registers; `None` for what is in none.
fn lanes(variable: &Variable) -> Option<Vec<(String, usize)>> {
    let first = variable.register.as_deref();
    let spelled = first.map(|register| register.split('.').next().unwrap_or(register));
    let file = variable.file.as_deref().unwrap_or_default();
    let index = variable.index?;
    let named = spelled.map_or_else(|| format!("{file}{index}"), str::to_owned);
    // A record from elsewhere may be at odds with itself.
    let lanes = lanes_of(variable).ok()?;
    let lane = |lane: u32| {
        let register = later(&named, (lane / 4).checked_sub(index)?);
        Some((register, (lane % 4) as usize))
    };
    lanes.into_iter().map(lane).collect()
}

/// The name of the register that comes so many after another: `c7` is 2 after `c5`.
fn later(register: &str, count: u32) -> String {
    let digits = register
        .trim_end_matches(|letter: char| letter.is_ascii_digit())
        .len();
    let (file, number) = register.split_at(digits);
    match number.parse::<u32>() {
        Ok(number) => format!("{file}{}", number.saturating_add(count)),
        Err(_) if count == 0 => register.to_owned(),
        Err(_) => format!("{file}{count}"),
    }
}
