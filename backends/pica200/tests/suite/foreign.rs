//! Files of other tools: the memory of an emulator as its debugger dumps it, and containers in the order of nihstro's
//! assembler. Both are made here from picasso's layout, byte by byte.

use indexmap::IndexMap;
use retroshade_diagnostics::FileId;
use retroshade_kit::machine::{RegisterImage, Watch};
use retroshade_kit::target::{Assembler, Binary, MachineCode, Options};
use retroshade_pica200::PICA200;
use retroshade_pica200::container::{Constant, Shbin};
use retroshade_pica200::text::{AssembleOptions, assemble, disassemble};

const TEXT: &str = ".fvec unused[2], mvp[4], tint\n.constf k(0.0, 1.0, 2.0, 0.5)\n.in pos v1\n\
    .out p position\n.out c color\n.proc helper\nmul r0, tint, pos\nmov c, r0\n.end\n\
    .proc main\ndp4 p.x, mvp[0], pos\ndp4 p.y, mvp[1], pos\ndp4 p.z, mvp[2], pos\n\
    dp4 p.w, mvp[3], pos\ncall helper\ncmp k.x, lt, lt, pos\nifc cmp.x\nnop\n.else\nnop\n.end\nnop\nend\n.end\n";

fn build(text: &str) -> Shbin {
    let files = [(FileId(0), text)];
    let options = AssembleOptions::default();
    assemble(&files, options).unwrap().shbin
}

/// Little-endian bytes of words.
fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn halves(halves: &[u16]) -> Vec<u8> {
    halves.iter().flat_map(|half| half.to_le_bytes()).collect()
}

/// A row of the constant table.
fn constant(constant: &Constant) -> Vec<u8> {
    let (kind, index, value) = match *constant {
        Constant::Boolean { index, value } => (0, index, [value.into(), 0, 0, 0]),
        Constant::Integer { index, value } => (1, index, [u32::from_le_bytes(value), 0, 0, 0]),
        Constant::Float { index, value } => (2, index, value),
    };
    [halves(&[kind, index.into()]), words(&value)].concat()
}

/// The output table.
fn outputs(shbin: &Shbin) -> Vec<u8> {
    let rows = shbin.executables[0].output_map.iter();
    let row = rows.map(|row| {
        let kind = halves(&[row.semantic.number(), row.register.into()]);
        [kind, words(&[row.mask.bits().into()])].concat()
    });
    row.collect::<Vec<_>>().concat()
}

/// Descriptors as the file has them: a word and a word of zeros each.
fn descriptors(words: &[u32]) -> Vec<u8> {
    words
        .iter()
        .flat_map(|word| [word.to_le_bytes(), [0; 4]].concat())
        .collect()
}

/// What the debuggers of Citra and Azahar write: all 4096 words and descriptors of the unit behind three headers, no end
/// of the program, no masks and no names, every boolean and integer as a constant.
fn dumped(shbin: &Shbin) -> Vec<u8> {
    let executable = &shbin.executables[0];
    let mut code = shbin.code.clone();
    // What another program has left there.
    code.resize(4096, 0xdead_beef);
    let mut table = shbin.descriptors.clone();
    table.resize(4096, 0x1234_5678);
    let mut constants: Vec<Constant> = (0..16)
        .map(|index| Constant::Boolean {
            index,
            value: false,
        })
        .collect();
    constants.extend((0..4).map(|index| Constant::Integer {
        index,
        value: [0; 4],
    }));
    constants.extend(&executable.constants);
    let (headers, entry) = (12 + 28, 64);
    let memory = [words(&code), descriptors(&table)].concat();
    let (outputs, rows) = (outputs(shbin), executable.output_map.len() as u32);
    let output_table = (entry + memory.len()) as u32;
    let constant_table = output_table + outputs.len() as u32;
    let code_offset = 28 + entry as u32;
    [
        b"DVLB".to_vec(),
        words(&[1, headers]),
        b"DVLP".to_vec(),
        words(&[0, code_offset, 4096, code_offset + 4 * 4096, 4096, 0]),
        b"DVLE".to_vec(),
        words(&[0, executable.start, 0, 0, 0]),
        words(&[constant_table, constants.len() as u32, 0, 0]),
        words(&[output_table, rows, 0, 0, 0, 0]),
        memory,
        outputs,
        constants.iter().flat_map(constant).collect(),
    ]
    .concat()
}

/// What nihstro writes: a program header of seven words, the code before the executable, labels, no masks, and uniforms
/// in the order of the source.
fn of_nihstro(shbin: &Shbin) -> Vec<u8> {
    let executable = &shbin.executables[0];
    let program = [words(&shbin.code), descriptors(&shbin.descriptors)].concat();
    let (mut names, mut uniforms) = (b"main\0".to_vec(), Vec::new());
    for symbol in executable.symbols.iter().rev() {
        let base = match symbol.file.letter() {
            'v' => 0x00,
            'c' => 0x10,
            'i' => 0x70,
            _ => 0x78,
        };
        uniforms.push(words(&[names.len() as u32]));
        uniforms.push(halves(&[
            base + u16::from(symbol.first),
            base + u16::from(symbol.last),
        ]));
        names.extend(symbol.name.bytes().chain([0]));
    }
    let constants: Vec<u8> = executable.constants.iter().flat_map(constant).collect();
    let labels = words(&[0, executable.start, 0, 0]);
    let (outputs, uniforms) = (outputs(shbin), uniforms.concat());
    let mut tables = Vec::new();
    let mut offset = 64;
    for (rows, size) in [
        (&constants, 20),
        (&labels, 16),
        (&outputs, 8),
        (&uniforms, 8),
        (&names, 1),
    ] {
        tables.extend([offset, (rows.len() / size) as u32]);
        offset += rows.len() as u32;
    }
    let after_code = 28 + 4 * shbin.code.len() as u32;
    let sizes = [shbin.code.len(), shbin.descriptors.len()].map(|size| size as u32);
    [
        b"DVLB".to_vec(),
        words(&[1, 12 + 28 + program.len() as u32]),
        b"DVLP".to_vec(),
        words(&[0, 28, sizes[0], after_code, sizes[1], 0]),
        program,
        b"DVLE".to_vec(),
        words(&[0, executable.start, executable.end, 0, 0]),
        words(&tables),
        [constants, labels, outputs, uniforms, names].concat(),
    ]
    .concat()
}

fn read(bytes: &[u8]) -> Box<dyn MachineCode> {
    let side_files = IndexMap::new();
    let program = Binary {
        bytes,
        container: None,
        stage: None,
        side_files: &side_files,
    };
    PICA200.read(program).unwrap()
}

/// The position that a program computes for `v1` = (1, 2, 3, 4) with uniforms that are their numbers.
fn position(bytes: &[u8]) -> Vec<[f32; 4]> {
    let registers = (0..96).map(|register| (register, [register as f32; 4]));
    let image = RegisterImage {
        samples: 1,
        inputs: [("v".to_owned(), [(1, vec![[1.0, 2.0, 3.0, 4.0]])].into())].into(),
        uniforms: [("c".to_owned(), registers.collect())].into(),
        ..RegisterImage::default()
    };
    let outcome = read(bytes).simulate(&image, &mut Watch::default()).unwrap();
    outcome.outputs["o"].values().flatten().copied().collect()
}

#[test]
fn dumps_of_emulators_are_cut_to_what_the_code_names() {
    let own = build(TEXT);
    let bytes = dumped(&own);
    let shbin = Shbin::from_bytes(&bytes).unwrap();
    assert_eq!(shbin.code, own.code);
    assert_eq!(shbin.descriptors, own.descriptors);
    let (found, wanted) = (&shbin.executables[0], &own.executables[0]);
    assert_eq!((found.start, found.end), (wanted.start, wanted.end));
    assert_eq!(found.output_map, wanted.output_map);
    assert_eq!(position(&bytes), position(&own.to_bytes()));
    let code = read(&bytes);
    assert_eq!(code.verify(&Options::default()).unwrap(), []);
    assert_eq!(code.interface().unwrap().inputs[0].name, "v1");
    let text = code.disassemble().unwrap();
    assert!(text.contains("masks of inputs and outputs"), "{text}");
    let again = build(&text);
    assert_eq!(
        (&again.code, &again.descriptors),
        (&own.code, &own.descriptors)
    );
    assert_eq!(again.executables[0].outputs, wanted.outputs);
    // What it is made into is a file as any other.
    assert_eq!(
        disassemble(&again).unwrap().lines().next(),
        Some(".out - position o0")
    );
}

#[test]
fn containers_of_nihstro_are_shown_with_what_their_text_does_not_say() {
    let own = build(TEXT);
    let bytes = of_nihstro(&own);
    assert_eq!(position(&bytes), position(&own.to_bytes()));
    let text = read(&bytes).disassemble().unwrap();
    for said in [
        "not to the same file",
        "symbols lie in another order",
        ".fvec mvp[4]",
    ] {
        assert!(text.contains(said), "{text}");
    }
    assert_eq!(build(&text), own);
    // Files of our own have no such head.
    assert!(!disassemble(&own).unwrap().contains(';'));
}

#[test]
fn damaged_dumps_are_survived() {
    let bytes = dumped(&build(TEXT));
    for length in (0..bytes.len()).step_by(977) {
        assert!(Shbin::from_bytes(&bytes[..length]).is_err(), "{length}");
    }
    // Entries behind the code.
    for start in [4096_u32, u32::MAX] {
        let mut spoilt = bytes.clone();
        spoilt[48..52].copy_from_slice(&start.to_le_bytes());
        let shbin = Shbin::from_bytes(&spoilt).unwrap();
        assert!(shbin.code.is_empty(), "{start}");
        assert!(
            shbin
                .simulate(
                    &RegisterImage {
                        samples: 1,
                        ..RegisterImage::default()
                    },
                    &mut Watch::default()
                )
                .is_err()
        );
    }
}
