//! Tests that every target instantiates in a few lines: what is encoded decodes to the same, what
//! is printed assembles to the same, and no word makes a decoder panic.
//!
//! The functions return a description of the first failure, so that a test is
//! `assert_eq!(table_round_trips(&TABLE, 100, 1), Ok(()))`.

use crate::isa::{Kind, Row, Table, Values};
use crate::random::Random;
use retroshade_diagnostics::fault::Checked;

/// Random operands for a row, within the limits of its fields and with its pins in place.
fn random_values<T>(row: &Row<T>, random: &mut Random) -> Values {
    let mut values = Values::of(row.format);
    for field in row.format.fields {
        let limit = match field.kind {
            Kind::Below(limit) => limit,
            // One more than the largest value, 0 (meaning all 64 bits) on overflow.
            Kind::Number | Kind::Signed => field.range.max().wrapping_add(1),
            Kind::Code | Kind::Fixed(_) | Kind::Ignored(_) => continue,
        };
        let value = match random.below(8) {
            0 => 0,
            1 => limit.wrapping_sub(1),
            _ if limit == 0 => random.bits(),
            _ => random.below(limit),
        };
        values.set(field.name, value);
    }
    for (name, value) in row.fixed {
        values.set(name, *value);
    }
    values
}

/// `decode(encode(x)) == x` for each row and `count` random operand sets, and
/// `encode(decode(w)) == w` for `count` random words of each row's code.
///
/// # Errors
/// Describes the first case that fails.
pub fn table_round_trips<T>(table: &Table<T>, count: u64, seed: u64) -> Checked {
    let mut random = Random::new(seed);
    for row in table.rows {
        for _ in 0..count {
            let values = random_values(row, &mut random);
            let words = row
                .encode(&values)
                .map_err(|e| format!("{}: {values:?}: {e}", row.name))?;
            let (found, decoded) = table
                .decode(&words)
                .map_err(|e| format!("{}: {words:08x?} does not decode: {e}", row.name))?;
            if found.name != row.name || decoded != values {
                return Err(format!(
                    "{}: {values:?} came back as {} {decoded:?}",
                    row.name, found.name
                )
                .into());
            }
        }
        let exact = !row
            .format
            .fields
            .iter()
            .any(|field| matches!(field.kind, Kind::Ignored(_)));
        for _ in 0..count {
            let mut words = row
                .encode(&random_values(row, &mut random))
                .unwrap_or_default();
            flip(&mut words, &mut random);
            if let Ok((found, values)) = table.decode(&words) {
                let again = found
                    .encode(&values)
                    .map_err(|e| format!("{}: {e}", found.name))?;
                if exact && found.name == row.name && again != trimmed(&words, row) {
                    return Err(
                        format!("{}: {words:08x?} re-encodes to {again:08x?}", row.name).into(),
                    );
                }
            }
        }
    }
    Ok(())
}

fn trimmed<T>(words: &[u32], row: &Row<T>) -> Vec<u32> {
    let mut words = words.to_vec();
    let spare = (32 - row.format.width % 32) % 32;
    if let Some(last) = words.last_mut() {
        *last &= u32::MAX >> spare;
    }
    words
}

fn flip(words: &mut [u32], random: &mut Random) {
    for _ in 0..=random.below(3) {
        let index = random.below(words.len() as u64) as usize;
        if let Some(word) = words.get_mut(index) {
            *word ^= 1 << random.below(32);
        }
    }
}

/// Feeds random byte strings to a reader. `read` gives `None` where it refuses and otherwise what
/// writing the result gives back, which must be the same bytes.
///
/// # Errors
/// Describes the first case that fails.
pub fn random_bytes_round_trip(
    start: &[u8],
    unit: usize,
    count: u64,
    seed: u64,
    read: impl Fn(&[u8]) -> Option<Vec<u8>>,
) -> Checked {
    let mut random = Random::new(seed);
    for _ in 0..count {
        let mut bytes = start.to_vec();
        for _ in 0..unit as u64 * random.below(4) {
            // Zero bytes are common in real programs and get past more checks.
            bytes.push(if random.one_in(2) {
                0
            } else {
                random.bits() as u8
            });
        }
        if let Some(again) = read(&bytes)
            && again != bytes
        {
            return Err(format!("{bytes:02x?} came back as {again:02x?}").into());
        }
    }
    Ok(())
}

/// `assemble(print(x)) == x` for `count` random programs.
///
/// # Errors
/// Describes the first case that fails.
pub fn text_round_trips<P: PartialEq + std::fmt::Debug, E: std::fmt::Display>(
    count: u64,
    seed: u64,
    generate: impl Fn(&mut Random) -> P,
    print: impl Fn(&P) -> String,
    assemble: impl Fn(&str) -> Result<P, E>,
) -> Checked {
    let mut random = Random::new(seed);
    for _ in 0..count {
        let program = generate(&mut random);
        let text = print(&program);
        let again = assemble(&text).map_err(|e| format!("{e}\n{text}"))?;
        if again != program {
            return Err(format!("{text}came back as {again:#?}\ninstead of {program:#?}").into());
        }
    }
    Ok(())
}

/// Feeds mutations of a text to an assembler, which must neither panic nor hang.
pub fn mutated_text_is_survived(text: &str, count: u64, seed: u64, assemble: impl Fn(&str)) {
    let mut random = Random::new(seed);
    let characters: Vec<char> = text.chars().collect();
    let spice: Vec<char> = "xyzw.,;[]<>()+-0123456789_$^%@#/\n\t \"\\{}:=é\u{0}"
        .chars()
        .collect();
    for _ in 0..count {
        let mut changed = characters.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(changed.len() as u64 + 1) as usize;
            match random.below(3) {
                0 if at < changed.len() => {
                    changed.remove(at);
                }
                1 => changed.truncate(at.max(1)),
                _ => changed.insert(at, *random.pick(&spice).unwrap_or(&' ')),
            }
        }
        assemble(&changed.into_iter().collect::<String>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::{Format, code, number, zero};

    static FORMAT: Format = Format {
        name: "f",
        width: 40,
        fields: &[code(0, 4), number("a", 4, 36), zero(36, 40)],
    };
    static ROWS: [Row<()>; 1] = [Row {
        name: "op",
        format: &FORMAT,
        code: 9,
        fixed: &[],
        info: (),
        note: "",
    }];

    #[test]
    fn a_sound_table_passes() {
        assert_eq!(table_round_trips(&Table { rows: &ROWS }, 50, 1), Ok(()));
    }

    #[test]
    fn a_reader_that_loses_bits_is_caught() {
        let lossy = |bytes: &[u8]| Some(bytes.iter().map(|byte| byte & 0x7f).collect());
        assert!(random_bytes_round_trip(&[1, 2], 4, 50, 1, lossy).is_err());
        let strict = |bytes: &[u8]| bytes.is_ascii().then(|| bytes.to_vec());
        assert_eq!(random_bytes_round_trip(&[1, 2], 4, 50, 1, strict), Ok(()));
    }

    #[test]
    fn text_that_reads_back_differently_is_caught() {
        let generate = |random: &mut Random| random.below(100);
        let right = text_round_trips(20, 1, generate, u64::to_string, str::parse);
        assert_eq!(right, Ok(()));
        let zero = |text: &str| text.parse().map(|_: u64| 0);
        assert!(text_round_trips(20, 1, generate, u64::to_string, zero).is_err());
    }
}
