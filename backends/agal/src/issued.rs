//! What each token does, for pictures and counts of programs. AGAL has one unit; its columns tell kinds of tokens
//! apart.

use crate::isa::{File, LaneMask, Meaning, Opcode, Program, Source, Swizzle, Token};
use crate::text::print_token;
use retroshade_ir::Stage;
use retroshade_kit::machine::Kind;
use retroshade_kit::schedule::{Cell, File as Places, Read, Row, Schedule, Step};

const ARITHMETIC: usize = 0;
const TEXTURE: usize = 1;
const CONTROL: usize = 2;

/// Describes a program.
pub(crate) fn schedule(program: &Program) -> Schedule {
    let row = |token: &Token| Row {
        cells: vec![cell(token, program.stage)],
    };
    Schedule {
        units: vec!["arithmetic", "texture", "control"],
        rows: program.tokens.iter().map(row).collect(),
        steps: steps(&program.tokens),
        ..Schedule::default()
    }
}

fn places(file: File, stage: Stage) -> Places {
    Places {
        name: file.prefix(stage),
        kind: match file {
            File::Temporary => Kind::Temporary,
            _ => Kind::Output,
        },
    }
}

fn cell(token: &Token, stage: Stage) -> Cell {
    let info = token.opcode.info();
    let unit = match info.meaning {
        Meaning::Lookup => TEXTURE,
        Meaning::Kill | Meaning::If(_) | Meaning::Else | Meaning::EndIf => CONTROL,
        _ => ARITHMETIC,
    };
    let mut cell = Cell {
        unit,
        text: print_token(token, stage),
        ..Cell::default()
    };
    let positions = positions(token);
    for (source, rows) in [(token.a, 1), (token.b, info.rows())] {
        let Some(source) = source else { continue };
        // The rows of a matrix are read as they are.
        let swizzle = match rows {
            1 => source.swizzle,
            _ => Swizzle::IDENTITY,
        };
        reads(&source, swizzle, positions, rows, stage, &mut cell.reads);
    }
    if let Some(dest) = token.dest {
        let file = places(dest.file, stage);
        cell.writes
            .extend(file.lanes(dest.number, dest.mask.bits()));
    }
    cell
}

/// The positions of sources that a token looks at.
fn positions(token: &Token) -> LaneMask {
    let written = token.dest.map_or(LaneMask::X, |dest| dest.mask);
    match (token.opcode, token.opcode.info().meaning) {
        (Opcode::Dp3, _) | (_, Meaning::Vector(_)) => LaneMask::XYZ,
        (_, Meaning::Reduce(_)) => LaneMask::ALL,
        (_, Meaning::Matrix { width }) => LaneMask::from_bits((1 << width) - 1),
        (_, Meaning::Lookup) => match token.sampler.is_some_and(|sampler| sampler.is_cube()) {
            true => LaneMask::XYZ,
            false => LaneMask::from_bits(3),
        },
        _ => written,
    }
}

fn reads(
    source: &Source,
    swizzle: Swizzle,
    positions: LaneMask,
    rows: u16,
    stage: Stage,
    reads: &mut Vec<Read>,
) {
    if let Some(indirect) = source.indirect {
        let file = places(indirect.file, stage);
        let lanes = file.lanes(indirect.number, 1 << (indirect.lane & 3));
        reads.extend(lanes.map(Read::place));
        return;
    }
    if source.file != File::Temporary {
        return;
    }
    let lanes = positions.lanes().map(|lane| swizzle.lane(lane));
    let lanes = lanes.fold(0, |mask, lane| mask | 1 << lane);
    for number in (source.number..).take(rows.into()) {
        let places = places(source.file, stage).lanes(number, lanes);
        reads.extend(places.map(Read::place));
    }
}

/// Blocks of `if` are left out or run as a whole.
fn steps(tokens: &[Token]) -> Vec<Step> {
    let mut steps = Schedule::straight(tokens.len());
    // The `if`s that are open, and the `else` of each that has come.
    let mut open: Vec<(usize, Option<usize>)> = Vec::new();
    let jump = |steps: &mut Vec<Step>, from: usize, to: usize| {
        if let Some(step) = steps.get_mut(from) {
            step.next.push(to);
        }
    };
    for (number, token) in tokens.iter().enumerate() {
        match token.opcode.info().meaning {
            Meaning::If(_) => open.push((number, None)),
            Meaning::Else => {
                if let Some((from, other)) = open.last_mut() {
                    jump(&mut steps, *from, number + 1);
                    *other = Some(number);
                }
            }
            Meaning::EndIf => match open.pop() {
                Some((_, Some(other))) => {
                    // What comes to an `else` from above goes on behind the block.
                    if let Some(step) = steps.get_mut(other) {
                        step.next = vec![number];
                    }
                }
                Some((from, None)) => jump(&mut steps, from, number),
                None => {}
            },
            _ => {}
        }
    }
    steps
}
