//! Files that are no programs: each is refused for what is wrong with it, and what readers may leave out is left out.

use super::*;
use retroshade_kit::bits::bytes_from_words;

/// A file with one program.
fn file(kind: &[u8; 4], chunks: &[Vec<u8>]) -> Vec<u8> {
    let body = [vec![6, 0, 0, 0], chunks.concat()].concat();
    chunk(b"MBS1", &chunk(kind, &body))
}

/// A program of four words with something before them.
fn with(before: &[Vec<u8>]) -> Vec<u8> {
    let words = chunk(b"DBIN", &bytes_from_words(&[1, 2, 3, 4]));
    file(b"CVER", &[before.concat(), words])
}

/// A list of symbols whose entries are these bytes.
fn list(name: &[u8; 4], entries: &[u8]) -> Vec<Vec<u8>> {
    vec![chunk(name, &[&[1, 0, 0, 0], entries].concat())]
}

/// What a symbol begins with.
fn named() -> Vec<u8> {
    chunk(b"STRI", b"v\0\0\0")
}

/// The bytes of a symbol behind its name, without the offset.
const VECTOR: [u8; 14] = [2, 1, 4, 0, 4, 0, 0, 0, 4, 0, 16, 3, 0, 0];

/// The attribute `v` in register 3 with a byte changed.
fn attribute(at: usize, byte: u8) -> Vec<u8> {
    let mut record = [&VECTOR[..], &[12, 0]].concat();
    record[at] = byte;
    chunk(b"VATT", &[named(), record].concat())
}

/// The uniform `v` in register 3, with what follows its record.
fn uniform(behind: &[u8]) -> Vec<u8> {
    let record = [&VECTOR[..], &[0, 0, 12, 0, 255, 255]].concat();
    chunk(b"VUNI", &[&named(), &record, behind].concat())
}

fn refusal(bytes: &[u8]) -> String {
    read(bytes, Some(Container::Mbs), None)
        .unwrap_err()
        .to_string()
}

#[test]
fn each_fault_is_named() {
    let first = "the file ends inside its first chunk";
    let cut = "a symbol ends too early";
    let early = "a list of symbols ends too early";
    let lists = |name, entries: &[u8]| with(&list(name, entries));
    let uniforms = |behind: &[u8]| lists(b"SUNI", &[&[4, 0, 0, 0][..], &uniform(behind)].concat());
    let values = |words: &[u32]| uniforms(&chunk(b"VINI", &bytes_from_words(words)));
    let rows: Vec<(Vec<u8>, &str)> = vec![
        (Vec::new(), first),
        (b"MBS".to_vec(), first),
        (b"MBS1\x04\0\0".to_vec(), first),
        (b"MBS1\x04\0\0\0abc".to_vec(), first),
        (b"MBS1\xff\xff\xff\xffabcd".to_vec(), first),
        (chunk(b"MBS2", &[]), "the file does not start with `MBS1`"),
        (
            chunk(b"MBS1", &[]),
            "the file holds no program of this stage",
        ),
        (
            chunk(b"MBS1", &chunk(b"CGEO", &[0; 8])),
            "the file holds no program of this stage",
        ),
        (chunk(b"MBS1", b"CVER"), "the file ends inside a chunk"),
        (
            chunk(b"MBS1", &chunk(b"CVER", &[6, 0, 0])),
            "a program chunk without a core",
        ),
        (file(b"CVER", &[]), "the program chunk has no `DBIN`"),
        (
            file(b"CFRA", &[chunk(b"FSTA", &[])]),
            "the program chunk has no `DBIN`",
        ),
        (
            file(b"CVER", &[b"DBIN\x04\0\0".to_vec()]),
            "a program chunk ends too early",
        ),
        (
            file(b"CVER", &[chunk(b"DBIN", &[0; 7])]),
            "`DBIN` is no whole number of words",
        ),
        (
            with(&[chunk(b"SATT", &[0; 3])]),
            "a list of symbols without a count",
        ),
        (lists(b"SATT", b"VATT"), early),
        (lists(b"SVAR", b"VVAR\x01\0\0\0"), early),
        (lists(b"SUNI", b"\0\0\0\0VUNI"), early),
        (lists(b"SATT", &chunk(b"VATT", &[])), cut),
        (lists(b"SATT", &chunk(b"VATT", &named()[..11])), cut),
        (
            lists(b"SATT", &chunk(b"VATT", &chunk(b"STRX", b"v\0\0\0"))),
            "a symbol does not begin with its name",
        ),
        (lists(b"SATT", &attribute(1, 0)), "0 is no type of a symbol"),
        (lists(b"SATT", &attribute(1, 7)), "7 is no type of a symbol"),
        (
            lists(b"SATT", &attribute(1, 10)),
            "10 is no type of a symbol",
        ),
        (lists(b"SATT", &attribute(11, 0)), "0 is no precision"),
        (lists(b"SATT", &attribute(11, 4)), "4 is no precision"),
        (
            uniforms(&chunk(b"VINI", &[0; 5])),
            "initial values are no whole words",
        ),
        (uniforms(&chunk(b"VINI", &[])), cut),
        (values(&[5, 1, 2, 3, 4]), cut),
        (values(&[u32::MAX, 1]), cut),
    ];
    for (bytes, message) in rows {
        assert_eq!(refusal(&bytes), message, "{bytes:?}");
    }
    let raw = read(&[0; 6], None, None).unwrap_err().to_string();
    assert_eq!(raw, "6 bytes are no whole number of words");
    let told = malformed(ReadError::Code(9, "type of a symbol"));
    assert_eq!(
        (told.code, told.message.as_str()),
        (
            codes::container::MALFORMED,
            "no lima program: 9 is no type of a symbol"
        )
    );
}

#[test]
fn programs_cut_off_behind_a_whole_chunk_are_refused() {
    let body = [
        list(b"SATT", &attribute(0, 2)).concat(),
        chunk(b"DBIN", &bytes_from_words(&[1, 2, 3, 4])),
    ];
    let attributes = body[0].len();
    assert!(read(&file(b"CVER", &body), None, None).is_ok());
    let body = body.concat();
    for end in 0..body.len() {
        let wanted = match end {
            0 => "the program chunk has no `DBIN`",
            end if end == attributes => "the program chunk has no `DBIN`",
            _ => "a program chunk ends too early",
        };
        assert_eq!(
            refusal(&file(b"CVER", &[body[..end].to_vec()])),
            wanted,
            "{end}"
        );
    }
}

#[test]
fn symbols_cut_off_anywhere_are_refused() {
    for (name, entry, length) in [
        (b"SATT", b"VATT", 12 + 16),
        (b"SVAR", b"VVAR", 12 + 20),
        (b"SUNI", b"VUNI", 12 + 20),
    ] {
        let symbol = [&named()[..], &VECTOR, &[0, 0, 12, 0, 255, 255]].concat();
        for end in 0..=length {
            let bytes = with(&list(name, &chunk(entry, &symbol[..end])));
            let found = read(&bytes, None, None);
            if end == length {
                assert!(found.is_ok(), "{name:?}")
            } else {
                assert_eq!(refusal(&bytes), "a symbol ends too early", "{name:?} {end}")
            }
        }
    }
}

#[test]
fn what_is_not_known_is_passed_over() {
    let symbols = |bytes: &[u8]| read(bytes, None, None).unwrap().symbols;
    let unknown = chunk(b"XXXX", &[1, 2, 3]);
    let plain = symbols(&with(&list(b"SATT", &attribute(0, 2))));
    let more = [unknown.clone(), attribute(0, 2), unknown.clone()].concat();
    let chunks = [unknown.clone(), list(b"SATT", &more).concat()];
    assert_eq!(symbols(&with(&chunks)), plain);
    assert_eq!(
        (
            plain.attributes[0].name.as_str(),
            plain.attributes[0].offset
        ),
        ("v", 12)
    );
    // A list of uniforms with and without the number of components that they need.
    let needed = list(b"SUNI", &[&[4, 0, 0, 0][..], &uniform(&unknown)].concat());
    let bare = list(b"SUNI", &uniform(&[]));
    let found = symbols(&with(&needed));
    assert_eq!(found, symbols(&with(&bare)));
    assert_eq!(
        (found.uniforms[0].offset, found.uniforms[0].kind),
        (12, Kind::Float)
    );
    // Fewer values than there is room for, and a name that nothing ends.
    let values = chunk(b"VINI", &bytes_from_words(&[2, 7, 8, 9]));
    let found = symbols(&with(&list(b"SUNI", &uniform(&values))));
    assert_eq!(found.uniforms[0].initial, [7, 8]);
    let endless = [&chunk(b"STRI", b"abcd")[..], &VECTOR, &[12, 0]].concat();
    let found = symbols(&with(&list(b"SATT", &chunk(b"VATT", &endless))));
    assert_eq!(found.attributes[0].name, "abcd");
}

#[test]
fn the_program_of_a_stage_is_found_among_others() {
    let program = |kind: &[u8; 4], word: u32| {
        let words = chunk(b"DBIN", &bytes_from_words(&[word]));
        chunk(kind, &[&[0; 4][..], &words].concat())
    };
    let programs = [
        chunk(b"CGEO", &[0; 4]),
        program(b"CFRA", 1),
        program(b"CVER", 2),
        program(b"CVER", 3),
    ];
    let bytes = chunk(b"MBS1", &programs.concat());
    for (stage, found, words) in [
        (None, Stage::Fragment, [1]),
        (Some(Stage::Fragment), Stage::Fragment, [1]),
        (Some(Stage::Vertex), Stage::Vertex, [2]),
    ] {
        let contents = read(&bytes, None, stage).unwrap();
        assert_eq!(
            (contents.stage, &contents.words[..]),
            (Some(found), &words[..])
        );
    }
    // As bare words nothing is looked for, and the stage is what was asked for.
    let raw = read(&bytes, Some(Container::Raw), Some(Stage::Vertex)).unwrap();
    assert_eq!(raw.stage, Some(Stage::Vertex));
    assert_eq!(raw.words[0], u32::from_le_bytes(*b"MBS1"));
    for (name, container) in Container::NAMES
        .iter()
        .zip([Container::Mbs, Container::Raw])
    {
        assert_eq!(Container::parse(name), Some(container));
    }
    assert_eq!(Container::parse("elf"), None);
}
