//! `D3DPIXELSHADERDEF`, the form in which games hold a set-up: 60 little-endian words, which the runtime of the XDK writes to
//! the methods of the same names, in the same ascending order. (Layout and offsets: the declarations in Cxbx and other
//! emulators, and in debug information of games, which agree.)
//!
//! The last three words say which constants of Direct3D the runtime puts into which factors before a draw. They are not read:
//! the factors have the values of the definition. The alpha test and fog are states of the runtime, and no part of it.

use super::isa::{
    ALPHA_ICW, ALPHA_OCW, CLIP_MODE, COLOR_ICW, COLOR_OCW, CONTROL, CW0, CW1, DOT_MAPPING, FACTORS,
    FINAL_FACTORS, Input, Mapping, OTHER_INPUT, PROGRAM, Register, STAGES, Setup,
};

/// Bytes of a definition.
const LENGTH: usize = 240;

/// The methods that words are for, each with how many words follow each other; then come the words about constants.
const METHODS: [(u32, u32); 15] = [
    (ALPHA_ICW, STAGES),
    (CW0, 1),
    (CW1, 1),
    (FACTORS[0], STAGES),
    (FACTORS[1], STAGES),
    (ALPHA_OCW, STAGES),
    (COLOR_ICW, STAGES),
    (CLIP_MODE, 1),
    (FINAL_FACTORS[0], 1),
    (FINAL_FACTORS[1], 1),
    (COLOR_OCW, STAGES),
    (CONTROL, 1),
    (PROGRAM, 1),
    (DOT_MAPPING, 1),
    (OTHER_INPUT, 1),
];

/// The set-up of a definition; `None` for bytes of another length. Words that nothing reads are left out: those of stages
/// that CONTROL does not count, constants, what only some modes of texture stages need.
///
/// A definition without a final combiner hands spare 0 on, as the runtime does while it mixes no fog.
pub(super) fn read(bytes: &[u8]) -> Option<Setup> {
    let (words, []) = bytes.as_chunks::<4>() else {
        return None;
    };
    if bytes.len() != LENGTH {
        return None;
    }
    let words = words.iter().map(|word| u32::from_le_bytes(*word));
    let methods = METHODS
        .iter()
        .flat_map(|(first, count)| (0..*count).map(move |number| first + 4 * number));
    let mut setup = Setup {
        words: methods.zip(words).collect(),
    };
    if setup.word(CW0) == 0 && setup.word(CW1) == 0 {
        let spare = |alpha| Input {
            register: Register::SPARE0,
            alpha,
            mapping: Mapping::Unsigned,
        };
        let inputs = [Input::ZERO, Input::ZERO, Input::ZERO, spare(false)];
        let word = u32::from_be_bytes(inputs.map(Input::byte));
        setup.words.insert(CW0, word);
        setup.words.insert(CW1, u32::from(spare(true).byte()) << 8);
    }
    let (count, constants) = (setup.count(), setup.constants_read());
    let modes = setup.modes();
    let is_used = |method: u32| {
        let in_row = |first: u32| (first..first + 4 * STAGES).contains(&method);
        let rows = [ALPHA_ICW, ALPHA_OCW, COLOR_ICW, COLOR_OCW];
        if let Some(first) = rows.into_iter().find(|first| in_row(*first)) {
            return (method - first) / 4 < count;
        }
        if FACTORS.into_iter().any(in_row) || FINAL_FACTORS.contains(&method) {
            return constants.contains(&method);
        }
        match method {
            CLIP_MODE => modes.contains(&Some(super::isa::Mode::Clip)),
            DOT_MAPPING => modes.iter().flatten().any(|mode| mode.is_dot()),
            _ => true,
        }
    };
    setup.words.retain(|method, _| is_used(*method));
    Some(setup)
}
