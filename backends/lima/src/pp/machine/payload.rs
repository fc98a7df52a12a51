//! What belongs to an opcode besides its name, in the text form: words in quotes.

use super::{Kind, Opcode, Target};
use crate::pp::code::{Condition, Coordinate, Input, Lookup, Projection};
use crate::pp::isa::OutMod;

const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// The kind with what its payload says left out.
pub(super) fn without(kind: &Kind) -> Kind {
    let target = Target {
        number: 0,
        indexed: false,
    };
    match *kind {
        Kind::Input(Input::Varying(_)) => Kind::Input(Input::Varying(0)),
        Kind::Input(Input::VaryingIndexed(_)) => Kind::Input(Input::VaryingIndexed(0)),
        Kind::Lookup(lookup) => super::lookup(lookup.cube),
        Kind::Store(_) => Kind::Store(target),
        Kind::StoreLane(..) => Kind::StoreLane(target, 0),
        Kind::Discard(_) => Kind::Discard(Condition::ALWAYS),
        kind => kind,
    }
}

pub(super) fn words(op: Opcode) -> Vec<String> {
    let mut words = match op.kind {
        Kind::Input(Input::Varying(number) | Input::VaryingIndexed(number)) => {
            vec![format!("v{number}")]
        }
        Kind::Lookup(lookup) => of_lookup(&lookup),
        Kind::Store(to) => of_target(to, ""),
        Kind::StoreLane(to, lane) => {
            of_target(to, &format!(".{}", COMPONENTS[usize::from(lane & 3)]))
        }
        _ => Vec::new(),
    };
    if op.modifier != OutMod::None {
        words.push(op.modifier.suffix().trim_start_matches('_').to_owned());
    }
    words
}

fn of_target(to: Target, component: &str) -> Vec<String> {
    let mut words = vec![format!("m{}{component}", to.number)];
    if to.indexed {
        words.push("indexed".to_owned());
    }
    words
}

fn of_lookup(lookup: &Lookup) -> Vec<String> {
    let mut words = vec![format!("s{}", lookup.sampler)];
    if let Coordinate::Varying { index, upper } = lookup.coordinate {
        words.push(format!("v{index}{}", if upper { ".zw" } else { "" }));
    }
    let projection = match lookup.projection {
        Projection::None => None,
        Projection::Z => Some("/z"),
        Projection::W => Some("/w"),
    };
    let level = lookup
        .level
        .map(|explicit| if explicit { "level" } else { "bias" });
    let indexed = lookup.indexed.then_some("indexed");
    let more = [projection, level, indexed].into_iter().flatten();
    words.extend(more.map(str::to_owned));
    words
}

/// An opcode with what a word says; `None` if it says nothing of this opcode.
pub(super) fn apply(op: Opcode, word: &str) -> Option<Opcode> {
    if let Some(modifier) = modifier(word) {
        return Some(Opcode { modifier, ..op });
    }
    let kind = match op.kind {
        Kind::Input(Input::Varying(_)) => Kind::Input(Input::Varying(numbered(word, 'v')?)),
        Kind::Input(Input::VaryingIndexed(_)) => {
            Kind::Input(Input::VaryingIndexed(numbered(word, 'v')?))
        }
        Kind::Lookup(lookup) => Kind::Lookup(with_word(lookup, word)?),
        Kind::Store(to) => Kind::Store(target(to, word)?),
        Kind::StoreLane(to, lane) => match word.split_once('.') {
            Some((memory, component)) => {
                let lane = COMPONENTS.iter().position(|known| *known == component)?;
                Kind::StoreLane(target(to, memory)?, lane as u8)
            }
            None => Kind::StoreLane(target(to, word)?, lane),
        },
        _ => return None,
    };
    Some(Opcode { kind, ..op })
}

fn modifier(word: &str) -> Option<OutMod> {
    let mut all = OutMod::ALL.into_iter();
    all.find(|modifier| modifier.suffix().strip_prefix('_') == Some(word))
}

fn numbered<T: std::str::FromStr>(word: &str, letter: char) -> Option<T> {
    word.strip_prefix(letter)?.parse().ok()
}

fn target(to: Target, word: &str) -> Option<Target> {
    match word {
        "indexed" => Some(Target {
            indexed: true,
            ..to
        }),
        _ => Some(Target {
            number: numbered(word, 'm')?,
            ..to
        }),
    }
}

fn with_word(lookup: Lookup, word: &str) -> Option<Lookup> {
    let mut lookup = lookup;
    match word {
        "/z" => lookup.projection = Projection::Z,
        "/w" => lookup.projection = Projection::W,
        "level" => lookup.level = Some(true),
        "bias" => lookup.level = Some(false),
        "indexed" => lookup.indexed = true,
        _ => {
            if word.starts_with('s') {
                lookup.sampler = numbered(word, 's')?
            } else {
                let plain = word.strip_suffix(".zw");
                lookup.coordinate = Coordinate::Varying {
                    index: numbered(plain.unwrap_or(word), 'v')?,
                    upper: plain.is_some(),
                };
            }
        }
    }
    Some(lookup)
}
