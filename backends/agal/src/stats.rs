//! The counts that `--stats` prints.

use crate::isa::{File, Program};
use retroshade_ir::entity::EntitySet;
use retroshade_kit::reflect::Stats;

/// Counts tokens, temporaries, constants and lookups.
pub(crate) fn stats(program: &Program) -> Stats {
    let (mut temporaries, mut constants) = (EntitySet::new(), EntitySet::new());
    let mut note = |file, number: u16| match file {
        File::Temporary => temporaries.insert(u32::from(number)),
        File::Constant => constants.insert(u32::from(number)),
        _ => false,
    };
    let mut lookups = 0;
    for token in &program.tokens {
        if let Some(dest) = token.dest {
            note(dest.file, dest.number);
        }
        for (source, rows) in [(token.a, 1), (token.b, token.opcode.info().rows())] {
            let Some(source) = source.filter(|source| source.indirect.is_none()) else {
                continue;
            };
            for row in 0..rows {
                note(source.file, source.number.saturating_add(row));
            }
        }
        lookups += u64::from(token.sampler.is_some());
    }
    let tokens = program.tokens.len() as u32;
    Stats {
        instructions: tokens,
        words: 6 * tokens,
        registers: temporaries.iter().count() as u32,
        schedule_bound: None,
        shader_bound: None,
        more: [
            ("constants".to_owned(), constants.iter().count() as u64),
            ("lookups".to_owned(), lookups),
        ]
        .into_iter()
        .collect(),
    }
}
