//! Tokens from operations with registers, and the proof that every read finds its value.

use super::code::{Code, Lane, Lanes, Matrix, Op, Target, components};
use super::graph::{Var, overwritten, var_of, written};
use super::units::{Copy, Units};
use crate::isa::{
    Dest, File, Indirect, LaneMask, Opcode, Program, Second, Source, Swizzle, Token, Version,
};
use retroshade_diagnostics::Span;
use retroshade_ir::Stage;
use retroshade_kit::registers::{Allocation, Checker, Fault};
use std::fmt;

/// A program and the source of each token.
#[derive(Clone, Debug)]
pub(crate) struct Emitted {
    pub(crate) program: Program,
    /// One for each token.
    pub(crate) spans: Vec<Span>,
}

/// The components that the allocation assigned to variables.
pub(crate) struct Assignment<'a> {
    units: &'a Units,
    /// For each variable its component.
    cells: Vec<Option<Cell>>,
    /// For each variable the one whose value it holds: of a copy what was copied.
    originals: Vec<Var>,
}

/// A component of a temporary.
type Cell = (u16, u8);

impl<'a> Assignment<'a> {
    /// The allocation has a place for each unit that is not empty.
    pub(crate) fn new(units: &'a Units, allocation: &Allocation) -> Assignment<'a> {
        let mut cells = vec![None; units.unit_of.len()];
        let filled = units.units.iter().filter(|members| !members.is_empty());
        for (members, place) in filled.zip(&allocation.places) {
            for (member, component) in members.iter().zip(&place.components) {
                if let Some(var) = member.var {
                    cells[var.index()] = Some((place.register, *component));
                }
            }
        }
        for (var, representative) in units.representatives.iter().enumerate() {
            cells[var] = cells[representative.index()];
        }
        let mut originals: Vec<Var> = (0..cells.len() as u32).map(Var).collect();
        for (from, to) in units.copies.iter().flat_map(|copy| &copy.lanes) {
            originals[to.index()] = *from;
        }
        Assignment {
            units,
            cells,
            originals,
        }
    }

    fn cell(&self, var: Var) -> Result<Cell, Contradiction> {
        self.cells[var.index()].ok_or(Contradiction::NoRegister(var))
    }

    /// The value that a variable holds: a copy holds what it was copied from.
    fn original(&self, var: Var) -> u64 {
        self.originals[var.index()].0.into()
    }

    /// The register of all lanes that an operation writes.
    fn register(&self, op: &Op) -> Result<u16, Contradiction> {
        let Target::Value(value, mask) = op.target else {
            return Err(Contradiction::NoResult(op.opcode));
        };
        let lane = mask.lanes().next();
        let lane = lane.ok_or(Contradiction::NoResult(op.opcode))?;
        Ok(self.cell(Var::new(value, lane))?.0)
    }
}

/// A contradiction in the compiler's own work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contradiction {
    /// The order names an operation that does not exist.
    Order(usize),
    /// A variable has no register.
    NoRegister(Var),
    /// A literal, or an index, is in no register.
    NoPlace(Lane),
    /// An operation whose result a register was asked for writes none.
    NoResult(Opcode),
    /// A variable lies at another component than its instruction writes, or in another register than its value.
    OutOfPlace(Var),
    /// What one operand of an operation reads lies in several registers.
    Scattered(Opcode),
    /// An operand of an operation was never defined.
    Undefined(Opcode),
    /// An operation stands under a comparison that no conditional around it makes.
    Unconditional(Opcode),
    /// A register does not hold what is read.
    Read(Fault),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |opcode: &Opcode| opcode.row().name;
        match self {
            Contradiction::Order(op) => write!(f, "there is no operation {op}"),
            Contradiction::NoRegister(var) => write!(f, "variable {} has no register", var.0),
            Contradiction::NoPlace(lane) => write!(f, "{lane:?} has no register"),
            Contradiction::NoResult(op) => write!(f, "`{}` writes no value", name(op)),
            Contradiction::OutOfPlace(var) => write!(f, "variable {} is out of place", var.0),
            Contradiction::Scattered(op) => {
                write!(f, "an operand of `{}` is spread over registers", name(op))
            }
            Contradiction::Undefined(op) => write!(f, "an operand of `{}` is undefined", name(op)),
            Contradiction::Unconditional(op) => {
                write!(f, "`{}` is not under its condition", name(op))
            }
            Contradiction::Read(fault) => fault.fmt(f),
        }
    }
}

/// Emits a program in an order.
///
/// # Errors
/// A contradiction in the compiler's own work.
pub(crate) fn emit(
    code: &Code,
    order: &[usize],
    assignment: &Assignment,
    version: Version,
    stage: Stage,
) -> Result<Emitted, Contradiction> {
    let mut emitter = Emitter {
        code,
        assignment,
        checker: Checker::new(),
        tokens: Vec::with_capacity(code.ops.len() + assignment.units.copies.len()),
        spans: Vec::with_capacity(code.ops.len() + assignment.units.copies.len()),
    };
    let mut copies = assignment.units.copies.iter().peekable();
    for (place, &index) in order.iter().enumerate() {
        let op = code.ops.get(index).ok_or(Contradiction::Order(index))?;
        while let Some(copy) = copies.next_if(|copy| copy.place == place) {
            emitter.copy(copy, op.span)?;
        }
        emitter.op(index, op, &mut 0)?;
    }
    let program = Program {
        version,
        stage,
        tokens: emitter.tokens,
    };
    Ok(Emitted {
        program,
        spans: emitter.spans,
    })
}

struct Emitter<'a> {
    code: &'a Code,
    assignment: &'a Assignment<'a>,
    checker: Checker,
    tokens: Vec<Token>,
    spans: Vec<Span>,
}

impl Emitter<'_> {
    fn copy(&mut self, copy: &Copy, span: Span) -> Result<(), Contradiction> {
        let (mut mask, mut lanes, mut register) = (LaneMask::NONE, [None; 4], None);
        let mut source = None;
        for (from, to) in &copy.lanes {
            let (from_cell, to_cell) = (self.assignment.cell(*from)?, self.assignment.cell(*to)?);
            self.read_cell(*from, from_cell)?;
            if register.is_some_and(|register| register != to_cell.0)
                || source.is_some_and(|source| source != from_cell.0)
            {
                return Err(Contradiction::Scattered(Opcode::Mov));
            }
            (register, source) = (Some(to_cell.0), Some(from_cell.0));
            mask = mask.or(LaneMask::lane(to_cell.1));
            lanes[usize::from(to_cell.1 & 3)] = Some(from_cell.1);
        }
        for (_, to) in &copy.lanes {
            let (register, component) = self.assignment.cell(*to)?;
            self.checker
                .write(register, component, self.assignment.original(*to));
        }
        let (Some(register), Some(source)) = (register, source) else {
            return Ok(());
        };
        let dest = Dest {
            file: File::Temporary,
            number: register,
            mask,
        };
        let a = Source::direct(File::Temporary, source, Swizzle::filled(lanes));
        self.tokens.push(Token::new(Opcode::Mov, dest, a, None));
        self.spans.push(span);
        Ok(())
    }

    /// An operation and those under it; `operand` counts the operands of both.
    fn op(&mut self, index: usize, op: &Op, operand: &mut usize) -> Result<(), Contradiction> {
        // Guards of the blocks around it are not listed: one that is left would be dropped here.
        if op
            .guarded()
            .is_some_and(|guarded| !guarded.guards.is_empty())
        {
            return Err(Contradiction::Unconditional(op.opcode));
        }
        // For each component that is written, the lane of the operation.
        let (dest, from) = self.dest(op)?;
        let a = self.source(index, *operand, op, &op.a, &from)?;
        let second = op.opcode.info().second;
        let b = match (second, op.matrix) {
            (Second::Matrix(_), Some(matrix)) => Some(self.matrix(matrix)?),
            (Second::Source, _) => self.source(index, *operand + 1, op, &op.b, &from)?,
            _ => None,
        };
        *operand += 2;
        // Where it is not executed this is there.
        for (_, old) in overwritten(op) {
            self.read_cell(old, self.assignment.cell(old)?)?;
        }
        self.write(op, dest)?;
        self.tokens.push(Token {
            opcode: op.opcode,
            dest,
            a,
            b,
            sampler: op.sampler,
        });
        self.spans.push(op.span);
        if op.body().is_empty() {
            return Ok(());
        }
        self.checker.open();
        for inner in op.body() {
            self.op(index, inner, operand)?;
        }
        self.checker.close();
        for (new, _) in op.all().into_iter().flat_map(overwritten) {
            let (register, component) = self.assignment.cell(new)?;
            self.checker.write(register, component, new.0.into());
        }
        self.tokens.push(Token {
            opcode: Opcode::Eif,
            dest: None,
            a: None,
            b: None,
            sampler: None,
        });
        self.spans.push(op.span);
        Ok(())
    }

    fn dest(&self, op: &Op) -> Result<(Option<Dest>, [Option<u8>; 4]), Contradiction> {
        let mut from = [None; 4];
        match op.target {
            Target::None => {
                from[0] = Some(0);
                Ok((None, from))
            }
            Target::Output { file, number, from } => {
                let mask = components(&from).or(op.besides());
                Ok((Some(Dest { file, number, mask }), from))
            }
            Target::Value(value, mask) => {
                let register = self.assignment.register(op)?;
                let fixed = self.code.values[value.index()].fixed;
                let mut written_mask = LaneMask::NONE;
                if let (true, Some((_, all))) = (fixed, written(self.code, op)) {
                    written_mask = all;
                }
                for lane in mask.lanes() {
                    let (found, component) = self.assignment.cell(Var::new(value, lane))?;
                    if found != register || (fixed && component != lane) {
                        return Err(Contradiction::OutOfPlace(Var::new(value, lane)));
                    }
                    from[usize::from(component & 3)] = Some(lane);
                    written_mask = written_mask.or(LaneMask::lane(component));
                }
                Ok((
                    Some(Dest {
                        file: File::Temporary,
                        number: register,
                        mask: written_mask,
                    }),
                    from,
                ))
            }
        }
    }

    /// After the reads: what the registers hold now.
    fn write(&mut self, op: &Op, dest: Option<Dest>) -> Result<(), Contradiction> {
        let (Target::Value(value, mask), Some(dest)) = (op.target, dest) else {
            return Ok(());
        };
        for component in dest.mask.lanes() {
            self.checker.clobber(dest.number, component);
        }
        for lane in mask.lanes() {
            let var = Var::new(value, lane);
            let (register, component) = self.assignment.cell(var)?;
            self.checker.write(register, component, var.0.into());
        }
        Ok(())
    }

    fn read_cell(&self, var: Var, cell: Cell) -> Result<(), Contradiction> {
        let wanted = self.assignment.original(var);
        let found = self.checker.read(cell.0, cell.1, wanted);
        found.map_err(Contradiction::Read)
    }

    fn source(
        &self,
        index: usize,
        operand: usize,
        op: &Op,
        lanes: &Lanes,
        from: &[Option<u8>; 4],
    ) -> Result<Option<Source>, Contradiction> {
        if lanes.is_empty() {
            return Ok(None);
        }
        let lanewise = op.is_lanewise() || matches!(op.target, Target::None);
        // Which lane of the operand each component of the swizzle shows.
        let place = |component: usize| {
            if lanewise {
                from[component].map(usize::from)
            } else {
                (component < lanes.len()).then_some(component)
            }
        };
        let mut swizzle = [None; 4];
        let mut found: Option<Source> = None;
        for (component, shown) in swizzle.iter_mut().enumerate() {
            let Some(place) = place(component) else {
                continue;
            };
            let lane = lanes.at(place);
            let Some((source, part)) = self.lane(index, operand, lane)? else {
                continue;
            };
            if found.is_some_and(|found| found != source) {
                return Err(Contradiction::Scattered(op.opcode));
            }
            found = Some(source);
            *shown = Some(part);
        }
        let source = found.ok_or(Contradiction::Undefined(op.opcode))?;
        Ok(Some(Source {
            swizzle: Swizzle::filled(swizzle),
            ..source
        }))
    }

    /// The register of a lane, with any swizzle, and the component.
    fn lane(
        &self,
        index: usize,
        operand: usize,
        lane: Lane,
    ) -> Result<Option<(Source, u8)>, Contradiction> {
        let direct = |file, number| Source::direct(file, number, Swizzle::IDENTITY);
        match lane {
            Lane::Undefined => Ok(None),
            Lane::Literal(_) => Err(Contradiction::NoPlace(lane)),
            Lane::Register(file, number, component) => Ok(Some((direct(file, number), component))),
            Lane::Indirect(number, component) => Ok(Some((self.indirect(number)?, component))),
            Lane::Value(..) => {
                let Some(var) = var_of(lane) else {
                    return Ok(None);
                };
                let renamed = self.assignment.units.renamed.get(&(index, operand));
                let var = renamed
                    .and_then(|list| list.iter().find(|(from, _)| *from == var))
                    .map_or(var, |(_, to)| *to);
                let cell = self.assignment.cell(var)?;
                self.read_cell(var, cell)?;
                Ok(Some((direct(File::Temporary, cell.0), cell.1)))
            }
        }
    }

    fn indirect(&self, number: u32) -> Result<Source, Contradiction> {
        let index = self.code.indices[number as usize];
        let (file, number, lane) = match index.lane {
            Lane::Register(file, number, lane) => (file, number, lane),
            lane => {
                let var = var_of(lane).ok_or(Contradiction::NoPlace(lane))?;
                let cell = self.assignment.cell(var)?;
                self.read_cell(var, cell)?;
                (File::Temporary, cell.0, cell.1)
            }
        };
        let indirect = Some(Indirect {
            file,
            number,
            lane,
            offset: index.offset,
        });
        Ok(Source {
            file: File::Constant,
            number: 0,
            swizzle: Swizzle::IDENTITY,
            indirect,
        })
    }

    fn matrix(&self, matrix: Matrix) -> Result<Source, Contradiction> {
        match matrix {
            Matrix::Direct(number) => Ok(Source::direct(File::Constant, number, Swizzle::IDENTITY)),
            Matrix::Indirect(index) => self.indirect(index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Effort, ScheduleError, schedule};
    use super::*;
    use crate::machine::Stage3d;
    use retroshade_diagnostics::FileId;
    use retroshade_kit::mir::parse;

    const MERGED: &str = "if ifl [v0.z] [v0.w] {\n  %1 = mul [v0.y] [v0.y] over [%0]\n}\n";

    fn scheduled(conditional: &str) -> Result<usize, ScheduleError> {
        let text = format!(
            "mir agal lanes\nvector t0 = %0\nvector t1 = %1\nvector t2 = %2\n\
             %0 = add [v0.x] [v1.x]\n{conditional}%2 = mov [%1] -> o0 = %2 %2 %2 %2\n"
        );
        let program =
            parse::<Stage3d>(&text, FileId(0)).unwrap_or_else(|fault| panic!("{fault:?}"));
        let effort = Effort {
            order: 100,
            refine: 0,
            registers: 1,
            apart: false,
        };
        let scheduled = schedule(&program, Version::V2, Stage::Fragment, effort, usize::MAX)?;
        Ok(scheduled.map_or(0, |scheduled| scheduled.length()))
    }

    #[test]
    fn an_operation_is_not_emitted_without_its_condition() {
        assert_eq!(scheduled(MERGED).ok(), Some(5));
        let alone = "%1 = mul [v0.y] [v0.y] over [%0] when ifl [v0.z] [v0.w]\n";
        let fault = scheduled(alone).expect_err("no conditional was formed");
        let ScheduleError::Bug(contradiction) = fault else {
            panic!("{fault:?}");
        };
        assert_eq!(contradiction, Contradiction::Unconditional(Opcode::Mul));
    }
}
