//! Tokens from operations with registers, and the proof that every read finds its value.

use super::code::{Code, Lane, Lanes, Matrix, Op, Target, components};
use super::graph::{Var, overwritten, var_of, written};
use super::units::{Copy, Units};
use crate::isa::{
    Dest, File, Indirect, Mask, Opcode, Program, Second, Source, Swizzle, Token, Version,
};
use retroshade_diagnostics::Span;
use retroshade_ir::Stage;
use retroshade_kit::registers::{Allocation, Checker};

/// A program and the source of each token.
#[derive(Clone, Debug)]
pub(crate) struct Emitted {
    /// The program.
    pub(crate) program: Program,
    /// One for each token.
    pub(crate) spans: Vec<Span>,
}

/// Where the variables lie.
pub(crate) struct Homes<'a> {
    units: &'a Units,
    /// For each variable its component.
    cells: Vec<Option<Cell>>,
    /// For each variable the one whose value it holds: of a copy what was copied.
    originals: Vec<Var>,
}

/// A component of a temporary.
type Cell = (u16, u8);

impl<'a> Homes<'a> {
    /// The allocation has a place for each unit that is not empty.
    pub(crate) fn new(units: &'a Units, allocation: &Allocation) -> Homes<'a> {
        let mut cells = vec![None; units.unit_of.len()];
        let filled = units.units.iter().filter(|members| !members.is_empty());
        for (members, place) in filled.zip(&allocation.places) {
            for (member, component) in members.iter().zip(&place.components) {
                if let Some(var) = member.var
                    && let Some(cell) = cells.get_mut(var.index())
                {
                    *cell = Some((place.register, *component));
                }
            }
        }
        for (var, home) in units.homes.iter().enumerate() {
            cells[var] = cells.get(home.index()).copied().flatten();
        }
        let mut originals: Vec<Var> = (0..cells.len() as u32).map(Var).collect();
        for (from, to) in units.copies.iter().flat_map(|copy| &copy.lanes) {
            if let Some(original) = originals.get_mut(to.index()) {
                *original = *from;
            }
        }
        Homes {
            units,
            cells,
            originals,
        }
    }

    fn cell(&self, var: Var) -> Result<Cell, String> {
        let cell = self.cells.get(var.index()).copied().flatten();
        cell.ok_or_else(|| missing(var))
    }

    /// The value that a variable holds: a copy holds what it was copied from.
    fn original(&self, var: Var) -> u64 {
        let original = self.originals.get(var.index()).copied().unwrap_or(var);
        original.0.into()
    }

    /// The register of all lanes that an operation writes.
    fn register(&self, op: &Op) -> Result<u16, String> {
        let Target::Value(value, mask) = op.target else {
            return Err("no value is written".to_owned());
        };
        let lane = mask.lanes().next().ok_or("nothing is written")?;
        Ok(self.cell(Var::new(value, lane))?.0)
    }
}

fn missing(var: Var) -> String {
    format!("variable {} has no register", var.0)
}

/// Emits a program in an order.
///
/// # Errors
/// A sentence about a contradiction in the compiler's own work.
pub(crate) fn emit(
    code: &Code,
    order: &[usize],
    homes: &Homes,
    version: Version,
    stage: Stage,
) -> Result<Emitted, String> {
    let mut emitter = Emitter {
        code,
        homes,
        checker: Checker::new(),
        tokens: Vec::with_capacity(code.ops.len() + homes.units.copies.len()),
        spans: Vec::with_capacity(code.ops.len() + homes.units.copies.len()),
    };
    let mut copies = homes.units.copies.iter().peekable();
    for (place, &index) in order.iter().enumerate() {
        let op = code
            .ops
            .get(index)
            .ok_or("the order names an operation that does not exist")?;
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
    homes: &'a Homes<'a>,
    checker: Checker,
    tokens: Vec<Token>,
    spans: Vec<Span>,
}

impl Emitter<'_> {
    fn copy(&mut self, copy: &Copy, span: Span) -> Result<(), String> {
        let (mut mask, mut lanes, mut register) = (Mask::NONE, [None; 4], None);
        let mut source = None;
        for (from, to) in &copy.lanes {
            let (from_cell, to_cell) = (self.homes.cell(*from)?, self.homes.cell(*to)?);
            self.read_cell(*from, from_cell)?;
            if register.is_some_and(|register| register != to_cell.0)
                || source.is_some_and(|source| source != from_cell.0)
            {
                return Err("a copy is spread over registers".to_owned());
            }
            (register, source) = (Some(to_cell.0), Some(from_cell.0));
            mask = mask.with(Mask::lane(to_cell.1));
            lanes[usize::from(to_cell.1 & 3)] = Some(from_cell.1);
        }
        for (_, to) in &copy.lanes {
            let (register, component) = self.homes.cell(*to)?;
            self.checker
                .write(register, component, self.homes.original(*to));
        }
        let (Some(register), Some(source)) = (register, source) else {
            return Ok(());
        };
        let dest = Dest {
            file: File::Temporary,
            number: register,
            mask,
        };
        let a = Source::direct(File::Temporary, source, filled(lanes));
        self.tokens.push(Token::new(Opcode::Mov, dest, a, None));
        self.spans.push(span);
        Ok(())
    }

    /// An operation and those under it; `operand` counts the operands of both.
    fn op(&mut self, index: usize, op: &Op, operand: &mut usize) -> Result<(), String> {
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
            self.read_cell(old, self.homes.cell(old)?)?;
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
            let (register, component) = self.homes.cell(new)?;
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

    fn dest(&self, op: &Op) -> Result<(Option<Dest>, [Option<u8>; 4]), String> {
        let mut from = [None; 4];
        match op.target {
            Target::None => {
                from[0] = Some(0);
                Ok((None, from))
            }
            Target::Output { file, number, from } => {
                let mask = components(&from).with(op.besides());
                Ok((Some(Dest { file, number, mask }), from))
            }
            Target::Value(value, mask) => {
                let register = self.homes.register(op)?;
                let fixed = self
                    .code
                    .values
                    .get(value.index())
                    .is_some_and(|info| info.fixed);
                let mut written_mask = Mask::NONE;
                if let (true, Some((_, all))) = (fixed, written(self.code, op)) {
                    written_mask = all;
                }
                for lane in mask.lanes() {
                    let (home, component) = self.homes.cell(Var::new(value, lane))?;
                    if home != register || (fixed && component != lane) {
                        return Err(format!("lane {lane} of value {} is out of place", value.0));
                    }
                    from[usize::from(component & 3)] = Some(lane);
                    written_mask = written_mask.with(Mask::lane(component));
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
    fn write(&mut self, op: &Op, dest: Option<Dest>) -> Result<(), String> {
        let (Target::Value(value, mask), Some(dest)) = (op.target, dest) else {
            return Ok(());
        };
        for component in dest.mask.lanes() {
            self.checker.clobber(dest.number, component);
        }
        for lane in mask.lanes() {
            let var = Var::new(value, lane);
            let (register, component) = self.homes.cell(var)?;
            self.checker.write(register, component, var.0.into());
        }
        Ok(())
    }

    fn read_cell(&self, var: Var, cell: Cell) -> Result<(), String> {
        let wanted = self.homes.original(var);
        self.checker
            .read(cell.0, cell.1, wanted)
            .map_err(|fault| fault.to_string())
    }

    fn source(
        &self,
        index: usize,
        operand: usize,
        op: &Op,
        lanes: &Lanes,
        from: &[Option<u8>; 4],
    ) -> Result<Option<Source>, String> {
        if lanes.is_empty() {
            return Ok(None);
        }
        let lanewise = op.is_lanewise() || matches!(op.target, Target::None);
        // Which lane of the operand each component of the swizzle shows.
        let place = |component: usize| match lanewise {
            true => from[component].map(usize::from),
            false => (component < lanes.len()).then_some(component),
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
                return Err(format!(
                    "an operand of `{}` is spread over registers",
                    op.opcode.row().name
                ));
            }
            found = Some(source);
            *shown = Some(part);
        }
        let source = found
            .ok_or_else(|| format!("an operand of `{}` is undefined", op.opcode.row().name))?;
        Ok(Some(Source {
            swizzle: filled(swizzle),
            ..source
        }))
    }

    /// The register of a lane, with any swizzle, and the component.
    fn lane(
        &self,
        index: usize,
        operand: usize,
        lane: Lane,
    ) -> Result<Option<(Source, u8)>, String> {
        let direct = |file, number| Source::direct(file, number, Swizzle::IDENTITY);
        match lane {
            Lane::Undefined => Ok(None),
            Lane::Literal(_) => Err("a literal has no register".to_owned()),
            Lane::Register(file, number, component) => Ok(Some((direct(file, number), component))),
            Lane::Indirect(number, component) => Ok(Some((self.indirect(number)?, component))),
            Lane::Value(..) => {
                let Some(var) = var_of(lane) else {
                    return Ok(None);
                };
                let renamed = self.homes.units.renamed.get(&(index, operand));
                let var = renamed
                    .and_then(|list| list.iter().find(|(from, _)| *from == var))
                    .map_or(var, |(_, to)| *to);
                let cell = self.homes.cell(var)?;
                self.read_cell(var, cell)?;
                Ok(Some((direct(File::Temporary, cell.0), cell.1)))
            }
        }
    }

    fn indirect(&self, number: u32) -> Result<Source, String> {
        let index = self
            .code
            .indices
            .get(number as usize)
            .ok_or("an index does not exist")?;
        let (file, number, lane) = match index.lane {
            Lane::Register(file, number, lane) => (file, number, lane),
            lane => {
                let var = var_of(lane).ok_or("an index is in no register")?;
                let cell = self.homes.cell(var)?;
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

    fn matrix(&self, matrix: Matrix) -> Result<Source, String> {
        match matrix {
            Matrix::Direct(number) => Ok(Source::direct(File::Constant, number, Swizzle::IDENTITY)),
            Matrix::Indirect(index) => self.indirect(index),
        }
    }
}

/// A swizzle whose components that nobody cares for repeat one that is read: the runtime wants
/// every component of a swizzle to be written.
fn filled(parts: [Option<u8>; 4]) -> Swizzle {
    let first = parts.iter().flatten().next().copied().unwrap_or(0);
    let mut last = first;
    Swizzle::new(parts.map(|part| {
        last = part.unwrap_or(last);
        last
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_components_repeat_their_neighbour() {
        assert_eq!(
            filled([Some(2), Some(1), None, None]),
            Swizzle::new([2, 1, 1, 1])
        );
        assert_eq!(
            filled([None, Some(3), None, Some(0)]),
            Swizzle::new([3, 3, 3, 0])
        );
        assert!(filled([None, Some(1), None, None]).is_scalar());
    }
}
