//! Files that the tests build, read back, cut and changed.

use crate::sample::{Block, binary, deflated, file, packed};
use crate::{Contents, Value, read};

const STRINGS: &[&str] = &[
    "mov op, va0\n",
    "mov v0, va1",
    "mov oc, v0",
    "\n",
    "join",
    "use",
    "a word",
];
const NAMES: &[u8] = &[5, 6];

/// Texts that the tests are after.
fn wanted(text: &str) -> bool {
    text.starts_with("mov ")
}

fn texts(contents: &Contents) -> Vec<(&str, usize)> {
    let text = |item: &crate::Item| match &item.value {
        Value::Text(_) => true,
        Value::Bytes(_) => false,
    };
    let items = contents.items.iter().filter(|item| text(item));
    items
        .map(|item| match &item.value {
            Value::Text(text) => (&**text, item.group),
            Value::Bytes(_) => ("", 0),
        })
        .collect()
}

fn of_code(methods: &[&[u8]]) -> Contents {
    let block = Block {
        strings: STRINGS,
        names: NAMES,
        methods,
    };
    let contents = read(&file(&[block.tag()]), &wanted).unwrap();
    assert_eq!(contents.faults, []);
    contents
}

/// `use("mov op, va0\n" + "mov v0, va1"); use("mov oc, v0");`
const CALLS: &[u8] = &[
    0x5d, 2, 0x2c, 1, 0x2c, 2, 0xa0, 0x4f, 2, 1, 0x5d, 2, 0x2c, 3, 0x4f, 2, 1, 0x47,
];

#[test]
fn sums_of_constants_are_one_text() {
    let found = of_code(&[CALLS]);
    let sum = "mov op, va0\nmov v0, va1";
    assert_eq!(texts(&found), [(sum, 1), ("mov oc, v0", 1)]);
    // Its first piece.
    assert_eq!(found.items[0].length, 12);
    let bytes = file(&[Block {
        strings: STRINGS,
        names: NAMES,
        methods: &[CALLS],
    }
    .tag()]);
    let place = found.items[0].place[0];
    assert_eq!(&bytes[place..place + 11], b"mov op, va0");
}

#[test]
fn joined_lists_are_one_text() {
    // var list = ["mov op, va0\n", "mov v0, va1"]; use(list.join("\n"));
    let code = &[
        0x2c, 1, 0x2c, 2, 0x56, 2, 0xd5, 0x5d, 2, 0xd1, 0x2c, 4, 0x46, 1, 1, 0x4f, 2, 1, 0x47,
    ];
    let found = of_code(&[code]);
    // The constant that nothing uses comes last, in a group of its own.
    assert_eq!(
        texts(&found),
        [("mov op, va0\n\nmov v0, va1", 1), ("mov oc, v0", 2)]
    );
}

#[test]
fn a_text_that_grows_in_a_local_is_found_once() {
    // var code = "mov op, va0\n"; code += "mov v0, va1"; return code;
    let code = &[
        0x2c, 1, 0x85, 0xd5, 0xd1, 0x2c, 2, 0xa0, 0x85, 0xd5, 0xd1, 0x48,
    ];
    let found = of_code(&[code]);
    assert_eq!(
        texts(&found),
        [("mov op, va0\nmov v0, va1", 1), ("mov oc, v0", 2)]
    );
}

#[test]
fn nothing_is_known_where_control_comes_from_elsewhere() {
    // var code = "mov op, va0\n"; if (x) code += "mov v0, va1"; use(code);
    let code = &[
        0x2c, 1, 0xd5, 0xd2, 0x12, 5, 0, 0, 0xd1, 0x2c, 2, 0xa0, 0xd5, 0x5d, 2, 0xd1, 0x4f, 2, 1,
        0x47,
    ];
    let found = of_code(&[code]);
    let one = ("mov op, va0\nmov v0, va1", 1);
    assert_eq!(texts(&found), [one, ("mov oc, v0", 2)]);
}

#[test]
fn lists_of_bytes_are_arrays() {
    // [-96, 200, 161, 0]
    let code = &[0x24, 0xa0, 0x2e, 1, 0x2f, 1, 0x24, 0, 0x56, 4, 0x48];
    let found = of_code(&[code]);
    assert_eq!(found.items[0].value, Value::Bytes(vec![0xa0, 200, 161, 0]));
}

#[test]
fn every_compression_and_files_in_files_are_read() {
    let block = Block {
        strings: STRINGS,
        names: NAMES,
        methods: &[CALLS],
    };
    let plain = file(&[binary(&[0xa0, 1, 2]), block.tag()]);
    let found = read(&plain, &wanted).unwrap();
    assert_eq!(found.items.len(), 3);
    assert_eq!(found.items[0].value, Value::Bytes(vec![0xa0, 1, 2]));
    assert_eq!(read(&deflated(&plain), &wanted).unwrap(), found);
    assert_eq!(read(&packed(&plain), &wanted).unwrap(), found);
    let outer = deflated(&file(&[binary(&deflated(&plain))]));
    let inner = read(&outer, &wanted).unwrap();
    let values = |contents: &Contents| -> Vec<Value> {
        contents
            .items
            .iter()
            .map(|item| item.value.clone())
            .collect()
    };
    assert_eq!(values(&inner), values(&found));
    assert_eq!(inner.items[0].place.len(), 2);
    assert_eq!(inner.items[0].place[1], found.items[0].place[0]);
}

#[test]
fn what_cannot_be_read_says_why() {
    let refused = |bytes: &[u8]| read(bytes, &wanted).unwrap_err().to_string();
    assert_eq!(
        refused(b"PK\x03\x04"),
        "no SWF file: it begins with none of FWS, CWS, ZWS"
    );
    assert_eq!(
        refused(b"FWS\x0d"),
        "truncated: the header of an SWF has 8 bytes"
    );
    let plain = file(&[binary(&[7; 3000])]);
    let cut = deflated(&plain);
    let message = refused(&cut[..cut.len() / 2]);
    assert!(
        message.starts_with("the compressed part is truncated or damaged: "),
        "{message}"
    );
    let cut = packed(&plain);
    let message = refused(&cut[..cut.len() - 10]);
    assert!(
        message.starts_with("the compressed part is truncated or damaged: "),
        "{message}"
    );
    let message = refused(&cut[..12]);
    assert_eq!(
        message,
        "truncated: the header of an SWF with LZMA has 17 bytes"
    );
    let mut huge = deflated(&plain);
    huge[4..8].copy_from_slice(&[0xff; 4]);
    assert!(refused(&huge).ends_with("256 MiB are read at most"));
    assert_eq!(
        refused(&plain[..12]),
        "header of the movie: truncated: 4 bytes are wanted, 2 are left"
    );
    // The file ends within a tag: what is before it is there.
    let two = file(&[binary(&[1; 40]), binary(&[2; 40])]);
    let found = read(&two[..two.len() - 10], &wanted).unwrap();
    assert_eq!(found.items.len(), 1);
    let fault = found.faults[0].to_string();
    assert_eq!(
        fault,
        "tag at byte 66: truncated: 46 bytes are wanted, 38 are left"
    );
}

/// A stream of bits that is always the same.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[test]
fn changed_files_are_read_or_refused() {
    let block = Block {
        strings: STRINGS,
        names: NAMES,
        methods: &[CALLS, &[0x24, 0xa0, 0x2e, 1, 0x56, 2, 0x48]],
    };
    let plain = file(&[binary(&[0xa0; 64]), block.tag()]);
    let mut state = 0x2545_f491_4f6c_dd1d;
    for original in [plain.clone(), deflated(&plain), packed(&plain)] {
        for _ in 0..4000 {
            let mut bytes = original.clone();
            for _ in 0..=next(&mut state) % 4 {
                let at = (next(&mut state) % bytes.len() as u64) as usize;
                // The length decides how much is inflated at most, which takes time.
                if !(6..8).contains(&at) {
                    bytes[at] = next(&mut state) as u8;
                }
            }
            bytes.truncate(bytes.len() - (next(&mut state) % 8) as usize);
            let _ = read(&bytes, &wanted);
        }
    }
}

#[test]
fn code_that_doubles_a_text_ends() {
    // A long text, then `dup, add` many times.
    let mut code = vec![0x2c, 1];
    code.extend([0x2a, 0xa0].repeat(100_000));
    code.push(0x48);
    let found = of_code(&[&code]);
    assert!(found.items.len() < 40);
}
