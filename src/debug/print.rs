//! Registers, code and source as plain text.

use super::locals::LocalRow;
use super::names::spelled;
use super::program::CodeRow;
use super::session::Session;
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::{Kind, RegisterName};

impl Session {
    /// True if the last step changed a register.
    pub fn changed(&self, register: usize) -> bool {
        let last = self.at().checked_sub(1);
        let step = last.and_then(|last| self.recording().steps.get(last));
        step.is_some_and(|step| {
            step.changes
                .iter()
                .any(|change| change.register == register)
        })
    }

    /// The registers that hold something, with their numbers: those of a kind, or those of all kinds that
    /// programs change.
    pub fn shown(&self, kind: Option<Kind>) -> Vec<(usize, &RegisterName)> {
        let all = self.recording().registers.iter().enumerate();
        let mut shown: Vec<_> = all
            .filter(|(index, register)| {
                let fits = match kind {
                    Some(kind) => register.kind == kind,
                    None => !matches!(register.kind, Kind::Input | Kind::Uniform),
                };
                fits && self.state().held(*index).iter().any(Option::is_some)
            })
            .collect();
        let order = |kind: Kind| Kind::ALL.iter().position(|one| *one == kind);
        shown.sort_by_cached_key(|(_, register)| (order(register.kind), by_number(&register.name)));
        shown
    }

    /// The variables in a register: those of the interface, and local ones for as long as they are there.
    pub fn variables_in(&self, index: usize, register: &RegisterName) -> String {
        let program = self.program();
        let names = program.names.of_register(register).into_iter();
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.extend(program.locals.in_register(index, self.at()));
        names.join(", ")
    }

    /// The local variables, and whether the last step changed what is said of them.
    pub fn locals(&self) -> Vec<(LocalRow, bool)> {
        let (program, recording) = (self.program(), self.recording());
        let rows = program.locals.rows(recording, self.state());
        let before = self.at().checked_sub(1).map(|at| {
            let mut state = self.state().clone();
            state.go(recording, at);
            program.locals.rows(recording, &state)
        });
        let is_same = |row: &LocalRow, other: &LocalRow| {
            (&row.function, &row.name, &row.value) == (&other.function, &other.name, &other.value)
        };
        let changed = |row: &LocalRow| {
            let before = before.as_ref();
            before.is_some_and(|before| !before.iter().any(|other| is_same(row, other)))
        };
        let rows = rows.into_iter();
        rows.map(|row| {
            let changed = changed(&row);
            (row, changed)
        })
        .collect()
    }

    pub(super) fn local_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut last = None;
        for (row, changed) in self.locals() {
            if last.as_ref() != Some(&row.function) {
                lines.push(format!("{}:", row.function));
                last = Some(row.function);
            }
            let sign = if changed { '*' } else { ' ' };
            let place = row.line.map(|line| self.program().from.spelled(line));
            let (name, value, registers) = (row.name, row.value, row.registers);
            let line = format!(
                "{sign} {name:<10} {value:<40} {registers:<10} {}",
                place.unwrap_or_default()
            );
            lines.push(line.trim_end().to_owned());
        }
        if lines.is_empty() {
            lines.push("no local variable is known to have a value yet".to_owned());
        }
        lines
    }

    pub(super) fn registers(&self, kind: Option<Kind>) -> Vec<String> {
        let mut lines = Vec::new();
        let mut last = None;
        for (index, register) in self.shown(kind) {
            let RegisterName { kind, name } = register;
            if last != Some(*kind) {
                lines.push(format!("{}:", kind.name()));
                last = Some(*kind);
            }
            let sign = if self.changed(index) { '*' } else { ' ' };
            let value = value_of(*kind, self.state().held(index));
            let names = self.variables_in(index, register);
            let line = format!("{sign} {name:<10} {value:<40} {names}");
            lines.push(line.trim_end().to_owned());
        }
        if lines.is_empty() {
            lines.push("nothing is in these registers yet".to_owned());
        }
        lines
    }

    pub(super) fn code(&self, around: usize) -> Vec<String> {
        let traced = &self.program().traced;
        let next = self.program().next_instruction(self.at());
        let row = next.and_then(|number| traced.row_of(number));
        let here = row.unwrap_or(traced.code.len());
        let rows = traced.code.iter().enumerate();
        let near = rows.filter(|(row, _)| row.abs_diff(here) <= around);
        let line = |(number, row): (usize, &CodeRow)| {
            let sign = if number == here { "=>" } else { "  " };
            let place = row
                .instruction
                .and_then(|number| self.program().from.of(number));
            let place = place.map_or(String::new(), |place| self.program().from.spelled(place));
            let number = row
                .instruction
                .map_or(String::new(), |number| number.to_string());
            format!("{sign}{number:>3}  {:<44}  {place}", row.text)
                .trim_end()
                .to_owned()
        };
        let title = (self.walk.parts.len() > 1).then(|| self.program().title.clone());
        title.into_iter().chain(near.map(line)).collect()
    }

    pub(super) fn source(&self, around: usize) -> Result<Vec<String>, Fault> {
        let next = self.program().next_place(self.at());
        let last = self
            .at()
            .checked_sub(1)
            .and_then(|at| self.program().next_place(at));
        let place = next
            .or(last)
            .ok_or("nothing tells the line of this instruction")?;
        let from = &self.program().from;
        let text = from
            .sources
            .get(place.file)
            .filter(|text| !text.lines.is_empty());
        let text =
            text.ok_or_else(|| format!("the text of {} is not at hand", from.spelled(place)))?;
        let lines = text.lines.iter().zip(1..);
        let near = lines.filter(|(_, number)| place.line.abs_diff(*number) <= around);
        let line = |(line, number): (&String, usize)| {
            let sign = if number == place.line { "=>" } else { "  " };
            format!("{sign}{number:>3}  {line}").trim_end().to_owned()
        };
        Ok(near.map(line).collect())
    }
}

/// The lanes of a register, those at the end that hold nothing left out.
pub(super) fn value_of(kind: Kind, held: [Option<f32>; 4]) -> String {
    let count = held
        .iter()
        .rposition(Option::is_some)
        .map_or(0, |last| last + 1);
    let lanes = held.iter().take(count).map(|lane| spelled(kind, *lane));
    lanes.collect::<Vec<_>>().join(", ")
}

/// The key by which names of registers are sorted: `r2` is before `r10`.
fn by_number(name: &str) -> (String, u32, String) {
    let digits = name
        .find(|letter: char| letter.is_ascii_digit())
        .unwrap_or(name.len());
    let (file, rest) = name.split_at(digits);
    let end = rest
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(rest.len());
    let (number, rest) = rest.split_at(end);
    (
        file.to_owned(),
        number.parse().unwrap_or(0),
        rest.to_owned(),
    )
}
