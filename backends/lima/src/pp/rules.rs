//! What makes an instruction and a program legal, beyond operations of the table.

use super::effects::effect;
use super::isa::{Form, Instruction, Layout, Meaning, Operation, Register, To, Unit, exists};
use super::program::Program;
use retroshade_diagnostics::fault::{Checked, Fault, demand};
use retroshade_ir::LANES;

impl Instruction {
    /// Demands that the instruction is none of which only the words are known.
    ///
    /// # Errors
    /// Why they are none.
    pub(super) fn known(&self) -> Checked {
        if self.raw.is_empty() {
            Ok(())
        } else {
            match Instruction::decode(&self.raw) {
                Ok(_) => Err("no known instruction".into()),
                Err(fault) => Err(fault),
            }
        }
    }

    /// Demands what all programs known to work keep to: an instruction has at least one unit, it does not
    /// stop if it may also branch, and the two units of a pair do not write one component, of which
    /// nobody knows which would be last.
    fn check_shape(&self) -> Checked {
        demand(
            self.operations().next().is_some(),
            "an instruction without a unit",
        )?;
        let branch = self.operation(Unit::Branch);
        let branches = branch.is_some_and(|branch| branch.op.layout == Layout::Branch);
        demand(!(self.stop && branches), "`stop` together with a branch")?;
        for pair in [
            [Unit::VectorMul, Unit::ScalarMul],
            [Unit::VectorAdd, Unit::ScalarAdd],
        ] {
            let [wide, narrow] = pair.map(|unit| self.operation(unit).map(effect));
            let (Some(wide), Some(narrow)) = (wide, narrow) else {
                continue;
            };
            let mut both = narrow.writes.iter();
            if let Some(place) = both.find(|place| wide.writes.contains(place)) {
                let name = LANES[usize::from(place.lane & 3)];
                let ([wide, narrow], number) = (pair.map(Unit::name), place.number);
                return Err(format!("{wide} and {narrow} both write ${number}.{name}").into());
            }
        }
        Ok(())
    }

    /// Checks one instruction.
    ///
    /// # Errors
    /// What it does that the machine cannot.
    pub fn check(&self) -> Checked {
        self.known()?;
        self.check_shape()?;
        if self.needs_sync() && !self.sync {
            return Err("a lookup or derivative needs `sync`".into());
        }
        for operation in self.operations() {
            let checked = self.check_operation(operation);
            checked.map_err(|fault| fault.within(operation.op.unit.name(), None))?;
        }
        Ok(())
    }

    fn check_operation(&self, operation: &Operation) -> Checked {
        let op = operation.op;
        for number in op.row.sources() {
            self.check_source(operation.sources[number].register, op.unit)?;
        }
        match op.row.meaning {
            Meaning::Select => demand(
                self.operation(Unit::ScalarMul).is_some(),
                "`sel` needs the scalar multiplier for its condition",
            )?,
            Meaning::Lookup { cube, .. } => self.check_coordinate(cube)?,
            Meaning::Branch(_) => {
                let sampled =
                    |number: usize| operation.sources[number].register == Register::Sampled;
                demand(
                    !op.row.sources().any(sampled),
                    "a branch cannot compare `^tex_sampler`",
                )?;
            }
            _ => {}
        }
        if op.row.forms.contains(&Form::Address) && operation.address.width(op.layout).is_none() {
            return Err(format!("unknown alignment {}", operation.address.code).into());
        }
        if let Some(offset) = operation.address.offset {
            register(Register::from_component(offset))?;
        }
        match operation.dest.to {
            To::Register(number) => register(Register::General(number)),
            To::Nothing { .. } | To::Coordinate => Ok(()),
        }
    }

    /// A source: a register, or what another unit of the same instruction makes.
    fn check_source(&self, source: Register, reader: Unit) -> Checked {
        let Some(unit) = source.unit(reader) else {
            return register(source);
        };
        if self.operation(unit).is_some() {
            return Ok(());
        }
        let name = source.name(reader);
        Err(match source {
            Register::Product { .. } => {
                format!("`{name}` is read, but the {} is off", unit.name())
            }
            _ => format!("`{name}` is read, but nothing makes it here"),
        }
        .into())
    }

    /// Demands a coordinate for a lookup.
    fn check_coordinate(&self, cube: bool) -> Checked {
        let load = self.operation(Unit::Varying);
        let load = load.ok_or("a lookup needs the varying unit for its coordinate")?;
        let direction = matches!(
            load.op.row.meaning,
            Meaning::VaryingDirection | Meaning::Direction
        );
        demand(
            cube == direction,
            "the coordinate is loaded for another kind of texture",
        )
    }
}

fn register(register: Register) -> Checked {
    match register {
        Register::General(number) if exists(number) => Ok(()),
        _ => Err(format!("there is no register ${}", register.component(0) >> 2).into()),
    }
}

impl Program {
    /// Checks every instruction, where branches go, and that control cannot run off the end.
    ///
    /// # Errors
    /// The first fault, with the number of its instruction.
    pub fn check(&self) -> Checked {
        match self.faults().into_iter().next() {
            None => Ok(()),
            Some((None, fault)) => Err(fault),
            Some((Some(index), fault)) => Err(fault.within("instruction", index)),
        }
    }

    /// Everything [`Program::check`] looks for, with the numbers of the instructions.
    pub fn faults(&self) -> Vec<(Option<usize>, Fault)> {
        let offsets = self.offsets();
        let mut faults = Vec::new();
        for (index, instruction) in self.instructions.iter().enumerate() {
            let checks = [
                instruction.check(),
                self.check_target(index, &offsets),
                self.check_prefetch(index),
            ];
            let found = checks.into_iter().filter_map(Result::err);
            faults.extend(found.map(|fault| (Some(index), fault)));
        }
        if !self.instructions.last().is_some_and(Instruction::leaves) {
            faults.push((None, "control runs off the end of the program".into()));
        }
        faults
    }

    fn check_target(&self, index: usize, offsets: &[usize]) -> Checked {
        let instruction = self.instructions.get(index);
        let branch = instruction.and_then(|one| one.operation(Unit::Branch));
        let Some(branch) = branch.filter(|branch| branch.op.layout == Layout::Branch) else {
            return Ok(());
        };
        let target = self.branch_target(index, offsets);
        let target = target.ok_or("the branch goes nowhere")?;
        let length = self.instructions.get(target).map_or(0, Instruction::words);
        let said = usize::from(branch.jump.length) == length;
        demand(said, "the branch gives a wrong length")
    }

    fn check_prefetch(&self, index: usize) -> Checked {
        let prefetch = self.instructions.get(index).and_then(|one| one.prefetch);
        let next = self.instructions.get(index + 1).map(Instruction::words);
        let (Some(prefetch), Some(next)) = (prefetch, next) else {
            return Ok(());
        };
        let short = prefetch.enabled && usize::from(prefetch.next) < next;
        demand(!short, "the length of the next instruction is too small")
    }
}
