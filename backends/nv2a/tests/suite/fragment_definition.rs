//! `D3DPIXELSHADERDEF`: its words are those of a set-up, at the places that emulators and games agree on.

use retroshade_ir::Stage;
use retroshade_kit::target::{Binary, Target};
use retroshade_nv2a::NV2A;
use retroshade_nv2a::fragment::container;

/// The bytes of a definition with these words, by their offsets.
fn definition(words: &[(usize, u32)]) -> Vec<u8> {
    let mut bytes = vec![0; 240];
    for (offset, word) in words {
        bytes[*offset..offset + 4].copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// One combiner that multiplies a texture with the first colour, and adds a constant; the alpha side hands colour 0 on.
const WORDS: [(usize, u32); 9] = [
    // Alpha inputs, constant 0, alpha outputs.
    (0x00, 0x14_30_00_00),
    (0x28, 0xFF_40_80_20),
    (0x68, 0x0000_00C0),
    // Inputs and outputs of colours.
    (0x88, 0x08_04_01_20),
    (0xB4, 0x0000_0C00),
    // One combiner with constants of its own; a texture of two dimensions.
    (0xD4, 0x0001_1101),
    (0xD8, 0x0000_0001),
    // No constant of Direct3D.
    (0xE4, 0xFFFF_FFFF),
    (0xE8, 0xFFFF_FFFF),
];

#[test]
fn a_definition_is_a_set_up() {
    let bytes = definition(&WORDS);
    assert!(container::is_setup(&bytes));
    let (target, none): (&dyn Target, _) = (&NV2A, Default::default());
    // Nothing says the stage: it is no vertex program.
    let binary = Binary {
        bytes: &bytes,
        container: None,
        stage: None,
        side_files: &none,
    };
    assert_eq!(target.stage_of_binary(&binary).unwrap(), Stage::Fragment);
    let text = target.read(binary).unwrap().disassemble().unwrap();
    let expected = "!!TS1.0
texture_2d();
nop();
!!RC1.0
{
  const0 = (0.2510, 0.5020, 0.1255, 1.0000);
";
    assert!(text.starts_with(expected), "{text}");
    for part in ["sum();", "out.rgb = ", "out.a = unsigned(spare0.a);"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Words that nothing reads are no part of it.
    let setup = container::read(&bytes).unwrap();
    assert_eq!(setup.words.len(), 10, "{:X?}", setup.words);
    assert_eq!(container::read(&container::write(&setup)).unwrap(), setup);
}

/// Bytes of that length that say nothing are refused, and none of them panics.
#[test]
fn other_bytes_are_no_definition() {
    assert!(!container::is_setup(&[0; 240]));
    assert!(container::read(&[0; 240]).is_err());
    let mut bytes = definition(&WORDS);
    assert!(!container::is_setup(&bytes[..236]));
    for place in 0..bytes.len() {
        let byte = bytes[place];
        bytes[place] = !byte;
        // Whatever it says, it says it twice.
        if let Ok(setup) = container::read(&bytes) {
            assert_eq!(container::read(&container::write(&setup)).unwrap(), setup);
        }
        bytes[place] = byte;
    }
}
