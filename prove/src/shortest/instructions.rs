//! The instructions that a machine has, as its table says, in terms of the registers of one program.

use retroshade_agal::isa::{Meaning, Second, TABLE, Version};
use retroshade_ir::Stage;
use retroshade_kit::machine::numbers::{Function, VectorFunction};

/// What an instruction computes for a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// A function of one lane of each source, any since sources have swizzles.
    Lanes(Function),
    /// A sum of so many products of lanes.
    Product(u32),
    /// A difference of two products of lanes.
    Cross,
    /// A lane over the length of three.
    Direction,
    /// Lane i is a sum of so many products of lanes of the first source and the i-th of some registers.
    Matrix { width: u32, rows: u32 },
}

/// A source of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// Of the registers that results depend on.
    Register(usize),
    /// A register of numbers that the program has itself. A register that no result depends on is none but this: with
    /// any other numbers in it the program computes the same.
    Literal,
    /// What the other instruction made.
    Made,
}

/// The registers of a matrix operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// Registers that follow one another.
    Registers([Operand; 4]),
    /// Temporaries: any of these may be at any place.
    Temporaries(Vec<Operand>),
}

impl Rows {
    /// What may be the row of a lane.
    pub(super) fn of(&self, lane: usize) -> &[Operand] {
        match self {
            Rows::Registers(rows) => &rows[lane..=lane],
            Rows::Temporaries(any) => any,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Instruction {
    pub(super) operation: Operation,
    pub(super) first: Operand,
    pub(super) second: Option<Operand>,
    /// The second source of a matrix operation, in place of `second`.
    pub(super) rows: Option<Rows>,
}

/// A register that results depend on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Register {
    pub(super) file: String,
    pub(super) number: u32,
    pub(super) kind: Kind,
    /// True if its numbers can be any, also below 0.
    pub(super) is_unbounded: bool,
    /// True if the program can have literals in some of its lanes.
    pub(super) has_literals: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Constant,
    Input,
    /// The result of a lookup, in whatever temporary.
    Texel,
}

/// The operations of AGAL that a program of rational functions and roots has any use for. What a transcendental function, a
/// derivative or a lookup of its own gives is a number that no other makes: where the result does not depend on it, a
/// literal does as well.
fn agal(version: Version, stage: Stage) -> Vec<Operation> {
    let rows = TABLE.rows.iter().map(|row| row.info);
    let here = rows.filter(|info| {
        let place = info.place;
        (!place.version_2 || version >= Version::V2)
            && (!place.fragment_only || stage == Stage::Fragment)
    });
    let operation = here.filter_map(|info| match info.meaning {
        Meaning::Lanes(Function::Exp2 | Function::Log2 | Function::Sine | Function::Cosine) => None,
        Meaning::Lanes(function) => Some(Operation::Lanes(function)),
        Meaning::Product(width) => Some(Operation::Product(width.into())),
        Meaning::Vector(VectorFunction::Cross) => Some(Operation::Cross),
        Meaning::Vector(_) => Some(Operation::Direction),
        Meaning::Matrix { width } => Some(Operation::Matrix {
            width: width.into(),
            rows: match info.second {
                Second::Matrix(rows) => rows.into(),
                Second::None | Second::Source | Second::Sampler => 1,
            },
        }),
        Meaning::Derivative { .. }
        | Meaning::Lookup
        | Meaning::Kill
        | Meaning::If(_)
        | Meaning::Else
        | Meaning::EndIf => None,
    });
    operation.collect()
}

/// A machine with one operation in an instruction.
pub(super) struct Machine {
    operations: Vec<Operation>,
    /// How many instructions a program has at least that decides anything by its data, beside those that compute results.
    /// `None` if it cannot.
    pub(super) choice: Option<u32>,
}

impl Machine {
    /// The machine of a target and a stage; `None` where none is known here.
    pub(super) fn of(target: &str, stage: Stage) -> Option<Machine> {
        let version = match target {
            "agal1" => Version::V1,
            "agal2" => Version::V2,
            "agal3" => Version::V3,
            _ => return None,
        };
        let choice = match (stage, version) {
            // An index may be an attribute as it is.
            (Stage::Vertex, _) => Some(0),
            (Stage::Fragment, Version::V1) => None,
            // Beginning and end of a conditional.
            (Stage::Fragment, _) => Some(2),
            (Stage::Geometry, _) => return None,
        };
        Some(Machine {
            operations: agal(version, stage),
            choice,
        })
    }

    /// All instructions on some registers, and if `made` those that read the result of another one.
    pub(super) fn instructions(&self, registers: &[Register], made: bool) -> Vec<Instruction> {
        let mut operands: Vec<Operand> = (0..registers.len()).map(Operand::Register).collect();
        operands.push(Operand::Literal);
        if made {
            operands.push(Operand::Made);
        }
        let is_constant = |operand: Operand| match operand {
            Operand::Register(register) => registers[register].kind == Kind::Constant,
            Operand::Literal => true,
            Operand::Made => false,
        };
        let mut all = Vec::new();
        for &operation in &self.operations {
            for &first in &operands {
                let instruction = Instruction {
                    operation,
                    first,
                    second: None,
                    rows: None,
                };
                let is_unary = match operation {
                    Operation::Lanes(function) => function.arity() == 1,
                    Operation::Direction => true,
                    Operation::Product(_) | Operation::Cross | Operation::Matrix { .. } => false,
                };
                if let Operation::Matrix { .. } = operation {
                    for (rows, constant) in matrices(registers, &operands) {
                        if !(constant && is_constant(first)) {
                            all.push(Instruction {
                                rows: Some(rows),
                                ..instruction.clone()
                            });
                        }
                    }
                } else if is_unary {
                    // The others read no constant (docs/agal.md).
                    if operation == Operation::Lanes(Function::Copy) || !is_constant(first) {
                        all.push(instruction);
                    }
                } else {
                    let seconds = operands.iter().copied();
                    let seconds =
                        seconds.filter(|&other| !(is_constant(first) && is_constant(other)));
                    all.extend(seconds.map(|second| Instruction {
                        second: Some(second),
                        ..instruction.clone()
                    }));
                }
            }
        }
        if made {
            all.retain(Instruction::reads_made);
        }
        all
    }
}

/// The matrix operands on some registers, and whether they are constants.
fn matrices(registers: &[Register], operands: &[Operand]) -> Vec<(Rows, bool)> {
    let mut all: Vec<(Rows, bool)> = Vec::new();
    for register in registers
        .iter()
        .filter(|register| register.kind != Kind::Texel)
    {
        for start in register.number.saturating_sub(3)..=register.number {
            let rows = [0, 1, 2, 3].map(|row| {
                let is_row =
                    |other: &Register| other.file == register.file && other.number == start + row;
                let found = registers.iter().position(is_row);
                found.map_or(Operand::Literal, Operand::Register)
            });
            let rows = (Rows::Registers(rows), register.kind == Kind::Constant);
            if !all.contains(&rows) {
                all.push(rows);
            }
        }
    }
    all.push((Rows::Registers([Operand::Literal; 4]), true));
    let is_temporary = |operand: &Operand| match *operand {
        Operand::Register(register) => registers[register].kind == Kind::Texel,
        Operand::Literal => false,
        Operand::Made => true,
    };
    let temporaries: Vec<Operand> = operands.iter().copied().filter(is_temporary).collect();
    if !temporaries.is_empty() {
        all.push((Rows::Temporaries(temporaries), false));
    }
    all
}

impl Instruction {
    /// Its sources but for the first.
    pub(super) fn others(&self) -> impl Iterator<Item = Operand> {
        let rows = match &self.rows {
            None => &[][..],
            Some(Rows::Registers(rows)) => rows,
            Some(Rows::Temporaries(any)) => any,
        };
        self.second.into_iter().chain(rows.iter().copied())
    }

    fn reads_made(&self) -> bool {
        self.first == Operand::Made || self.others().any(|operand| operand == Operand::Made)
    }

    /// True if a source may be a literal.
    pub(super) fn has_literal(&self, registers: &[Register]) -> bool {
        let mut operands = self.others().chain([self.first]);
        operands.any(|operand| match operand {
            Operand::Register(register) => registers[register].has_literals,
            Operand::Literal => true,
            Operand::Made => false,
        })
    }

    /// True if its results are polynomials of its sources, where every comparison has come out.
    pub(super) fn is_polynomial(&self) -> bool {
        !matches!(
            self.operation,
            Operation::Direction
                | Operation::Lanes(
                    Function::Divide
                        | Function::Reciprocal
                        | Function::SquareRoot
                        | Function::ReciprocalSquareRoot
                        | Function::Power
                )
        )
    }

    /// The registers that it reads, a bit each.
    pub(super) fn reads(&self) -> u64 {
        let operands = self.others().chain([self.first]);
        operands.fold(0, |all, operand| match operand {
            Operand::Register(register) => all | 1 << register,
            Operand::Literal | Operand::Made => all,
        })
    }
}
