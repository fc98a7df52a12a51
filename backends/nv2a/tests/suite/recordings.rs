//! A program in a file with a header: it is recognized, says what it reads, and is recorded slot by slot.

use indexmap::IndexMap;
use retroshade_diagnostics::FileId;
use retroshade_ir::Stage;
use retroshade_kit::machine::{Kind, Recorder, RegisterImage, Watch};
use retroshade_kit::target::{Assembler, Binary, Options};
use retroshade_nv2a::NV2A;

const PROGRAM: &str = "arl a0, v0.x\nmov r0.xy, v0\nmul r0.zw, v0, c[1]\nrcp r2.x, v0.z\n\
                       mov oPos, r0\nmov c[0].x, v1\n";

#[test]
fn slots_of_a_file_are_recorded() {
    let options = Options {
        container: Some("xvu".to_owned()),
        ..Options::default()
    };
    let compiled = NV2A
        .assemble(FileId(0), PROGRAM, Some(Stage::Vertex), &options)
        .unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert!(NV2A.recognizes(&compiled.binary));
    assert!(!NV2A.recognizes(&compiled.binary[4..]));
    let code = NV2A.read(Binary {
        bytes: &compiled.binary,
        container: Some("xvu"),
        stage: None,
        side_files: &IndexMap::new(),
    });
    let code = code.unwrap();
    let record = code.interface().unwrap();
    let names = |variables: &[retroshade_kit::reflect::Variable]| -> Vec<String> {
        variables.iter().map(|one| one.name.clone()).collect()
    };
    assert_eq!(names(&record.inputs), ["v0", "v1"]);
    assert_eq!(names(&record.uniforms), ["c1"]);
    let inputs = [
        (0, vec![[2.5, 4.0, 0.5, 1.0]]),
        (1, vec![[7.0, 0.0, 0.0, 1.0]]),
    ];
    let image = RegisterImage {
        samples: 1,
        inputs: [("v".to_owned(), inputs.into())].into(),
        uniforms: [("c".to_owned(), [(1, [2.0; 4])].into())].into(),
        ..RegisterImage::default()
    };
    let mut watch = Watch {
        recorder: Some(Recorder::new(0)),
        ..Watch::default()
    };
    code.simulate(&image, &mut watch).unwrap();
    let recording = watch.recorder.unwrap().finish();
    let steps = recording.steps.iter();
    let effects: Vec<(usize, String)> = steps
        .map(|step| (step.instruction, recording.effect(step)))
        .collect();
    let wanted = [
        (0, "a0.x = 2"),
        (1, "r0.xy = 2.5, 4"),
        (2, "r0.zw = 1, 2"),
        (3, "r2.x = 2"),
        (4, "oPos.xyzw = 2.5, 4, 1, 2"),
        (5, "c0.x = 7"),
    ];
    assert_eq!(effects, wanted.map(|(at, effect)| (at, effect.to_owned())));
    // The units hold the lanes that they computed for a slot.
    let pipeline = |name: &str, lane: usize, step: usize| {
        let changes = recording.steps[step].changes.iter();
        let mut changes = changes.filter(|change| {
            let register = &recording.registers[change.register];
            (register.kind, register.name.as_str(), change.lane) == (Kind::Pipeline, name, lane)
        });
        changes.next().map(|change| change.to)
    };
    assert_eq!(pipeline("mac", 0, 1), Some(Some(2.5)));
    assert_eq!(pipeline("mac", 0, 2), Some(None));
    assert_eq!(pipeline("mac", 2, 2), Some(Some(1.0)));
    assert_eq!(pipeline("mac", 2, 3), Some(None));
    assert_eq!(pipeline("ilu", 0, 3), Some(Some(2.0)));
    assert_eq!(pipeline("ilu", 0, 4), Some(None));
}
