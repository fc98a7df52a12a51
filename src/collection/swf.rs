//! Programs of Flash: AGAL in byte arrays, and texts for its mini assembler in the code.

use super::{Collection, Extent, Found, scan};
use crate::registry::flash;
use crate::verify::{Contents, Subject, verify};
use crate::{Stage, Target, TargetOptions};
use indexmap::IndexMap;
use retroshade_diagnostics::fault::Fault;
use retroshade_swf::{Item, Value};

/// Finds the programs in a file.
///
/// # Errors
/// The file is damaged.
pub(super) fn find(bytes: &[u8]) -> Result<Collection, Fault> {
    let [lowest, ..] = flash();
    let wanted = |text: &str| lowest.is_text(text) || written_bytes(text).is_some();
    let contents = retroshade_swf::read(bytes, &wanted)?;
    let mut programs = Vec::new();
    let mut groups = Vec::new();
    for item in &contents.items {
        match &item.value {
            Value::Text(text) => match written_bytes(text) {
                Some(bytes) => programs.extend(in_bytes(item, &bytes)),
                None => programs.push(in_text(item, text)),
            },
            Value::Bytes(bytes) => programs.extend(in_bytes(item, bytes)),
        }
        groups.resize(programs.len(), item.group);
    }
    pair(&mut programs, &groups);
    Ok(Collection {
        programs,
        faults: contents.faults,
        searched: "AGAL in byte arrays and strings (0xa0, version, 0xa1), and texts for its mini assembler in ActionScript 3"
            .to_owned(),
    })
}

/// The bytes of a program that a string holds: as hexadecimal digits, which classes of `retroshade link` have, or a byte a letter.
fn written_bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let begins = digits
        .get(..2)
        .is_some_and(|first| first.eq_ignore_ascii_case(b"a0"));
    if begins && digits.iter().all(u8::is_ascii_hexdigit) {
        let digit = |digit: u8| char::from(digit).to_digit(16);
        let pairs = digits.as_chunks::<2>().0.iter();
        let bytes = pairs.map(|[high, low]| Some((digit(*high)? << 4 | digit(*low)?) as u8));
        return bytes.collect();
    }
    if !text.starts_with('\u{a0}') {
        return None;
    }
    text.chars()
        .map(|letter| u8::try_from(u32::from(letter)).ok())
        .collect()
}

/// A text, for the lowest version that takes it.
fn in_text(item: &Item, text: &str) -> Found {
    let [lowest, ..] = flash();
    let subject = Subject {
        name: String::new(),
        contents: Contents::Text(text.to_owned()),
        stage: lowest.stage_of_text(text).ok(),
        side_files: IndexMap::new(),
    };
    let options = TargetOptions::default();
    let is_program = |target: &&'static dyn Target| {
        let found = verify(*target, std::slice::from_ref(&subject), &options);
        subject.stage.is_some() && found.result.is_some()
    };
    let takes = flash().into_iter().find(is_program);
    Found {
        place: item.place.clone(),
        length: text.len(),
        target: takes.unwrap_or(lowest),
        stage: subject.stage,
        extent: match takes {
            Some(_) => Extent::Whole,
            None => Extent::Part,
        },
        contents: subject.contents,
        partner: None,
    }
}

/// All programs in a byte array.
fn in_bytes(item: &Item, bytes: &[u8]) -> Vec<Found> {
    let mut found = scan::programs(bytes, &flash());
    for program in &mut found {
        // Bytes that code lists are where the code is.
        let offset = if item.length == bytes.len() {
            program.place[0]
        } else {
            0
        };
        program.place.clone_from(&item.place);
        if let Some(last) = program.place.last_mut() {
            *last += offset;
        }
    }
    found
}

/// Marks a vertex and a fragment program that follow each other in a method, or among the byte arrays, as a pair, and the only
/// two of a file.
fn pair(programs: &mut [Found], groups: &[usize]) {
    let free = |found: &Found| found.extent == Extent::Whole && found.partner.is_none();
    for second in 1..programs.len() {
        let first = second - 1;
        let [one, other] = &programs[first..=second] else {
            continue;
        };
        if are_pair(one, other)
            && free(one)
            && free(other)
            && groups.get(first) == groups.get(second)
        {
            marry(programs, first, second);
        }
    }
    let left = programs.iter().enumerate().filter(|(_, found)| free(found));
    let left: Vec<usize> = left.map(|(number, _)| number).collect();
    if let [first, second] = left[..]
        && are_pair(&programs[first], &programs[second])
    {
        marry(programs, first, second);
    }
}

fn are_pair(one: &Found, other: &Found) -> bool {
    let stages = [one.stage, other.stage];
    let both = [Some(Stage::Vertex), Some(Stage::Fragment)];
    stages == both || stages == [both[1], both[0]]
}

fn marry(programs: &mut [Found], first: usize, second: usize) {
    programs[first].partner = Some(second);
    programs[second].partner = Some(first);
}
