use super::*;
use crate::decode;
use retroshade_kit::bits::bytes_from_words;
use std::fmt::Write;

const SLOT: Words = [0, 0x0020_001b, 0x0836_106c, 0x2070_f800];
const LAST: Words = [0, 0x0020_001b, 0x0836_106c, 0x2070_f801];

fn header(method: u32, count: u32) -> u32 {
    count << 18 | method
}

/// Two slots in two bursts, combiners, and a draw.
fn buffer() -> Vec<u32> {
    let mut words = vec![header(LOAD, 1), 0];
    words.push(header(0x0b00, 4));
    words.extend(SLOT);
    words.push(header(0x0b00, 4));
    words.extend(LAST);
    words.extend([header(0x0288, 2), 0x0c, 0x1c00, header(CONTROL, 1), 1]);
    words.extend([header(BEGIN_END, 1), 5]);
    // Inline vertices, all to one method.
    words.extend([0x4000_0000 | header(0x1818, 3), 1, 2, 3]);
    words.extend([header(BEGIN_END, 1), 0]);
    words
}

fn expected(sent: &[Sent]) {
    let [vertex, fragment] = sent else {
        panic!("{sent:?}");
    };
    assert_eq!(vertex.stage, Stage::Vertex);
    assert_eq!(container::read(&vertex.bytes, None), Ok(vec![SLOT, LAST]));
    assert_eq!(fragment.stage, Stage::Fragment);
    let setup = settings::read(&fragment.bytes).unwrap();
    let words: Vec<(u32, u32)> = setup.words.into_iter().collect();
    assert_eq!(words, [(0x288, 0x0c), (0x28c, 0x1c00), (CONTROL, 1)]);
}

#[test]
fn programs_are_found_in_push_buffers() {
    let bytes = bytes_from_words(&buffer());
    assert!(is_recording(&bytes));
    expected(&sent(&bytes));
    assert_eq!(sent(&bytes)[0].start, 12);
    // Among other bytes, and cut.
    let mut inside = vec![0xff; 64];
    inside.extend(&bytes);
    inside.extend([0xff; 64]);
    assert!(!is_recording(&inside));
    expected(&sent(&inside));
    assert_eq!(sent(&inside)[0].start, 64 + 12);
    for length in 0..bytes.len() {
        let _ = sent(&bytes[..length]);
    }
    // Slots without commands are a program, no recording.
    let slots = bytes_from_words(&[SLOT, LAST].concat());
    assert!(!is_recording(&slots));
    assert_eq!(sent(&slots), []);
    assert!(decode::decode(&[SLOT, LAST]).is_ok());
}

/// The commands of a push buffer as lines of a log.
fn log(line: impl Fn(u32, u32) -> String) -> String {
    let commands = words::recordings(&bytes_from_words(&buffer())).remove(0);
    let mut text =
        String::from("nv2a_pgraph_flip_stall\nnv2a_pgraph_method 5: 0x44 -> 0x0310 X 0x1\n");
    for Command { method, value, .. } in commands {
        let _ = writeln!(text, "nv2a_pgraph_method 0: {}", line(method, value));
    }
    text
}

#[test]
fn programs_are_found_in_logs_of_every_form() {
    let plain = log(|method, value| format!("0x97 -> 0x{method:04x} NV097_SOME[20] 0x{value:x}"));
    let both =
        log(|method, value| format!("0x97 -> NV097_SOME[2]<0x{method:x}> ({value} <0x{value:x}>)"));
    let fields = log(|method, value| {
        format!(
            "NV20_KELVIN_PRIMITIVE<0x97> -> NV097_SOME<0x{method:X}> (0x{value:X} {{Count:1, Mux:MSB}})"
        )
    });
    for text in [plain, both, fields] {
        assert!(is_recording(text.as_bytes()), "{text}");
        expected(&sent(text.as_bytes()));
    }
    assert!(!is_recording(b"a -> b 0x97\n"));
    assert!(!is_recording(b"/* Slot 0: 0x00000000 0x00EC001B */"));
}

#[test]
fn each_program_is_listed_once() {
    let mut words = buffer();
    words.extend(buffer());
    expected(&sent(&bytes_from_words(&words)));
    // Other combiners for the second draw.
    words.extend([header(CONTROL, 1), 0x101, header(BEGIN_END, 1), 5]);
    assert_eq!(sent(&bytes_from_words(&words)).len(), 3);
}

#[test]
fn changed_recordings_are_read_or_refused() {
    let mut random = retroshade_kit::random::Random::new(11);
    let (words, text) = (
        bytes_from_words(&buffer()),
        log(|method, value| format!("0x97 -> 0x{method:04x} NV097_SOME[20] 0x{value:x}")),
    );
    for original in [words, text.into_bytes()] {
        for _ in 0..3000 {
            let mut bytes = original.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len() as u64) as usize;
                bytes[at] = random.bits() as u8;
            }
            let _ = (is_recording(&bytes), sent(&bytes));
        }
    }
}
