//! Where positions end up on the machines: near and far plane, and the middle between them, whatever range of
//! z the source has and whatever the options say of it.

use retroshade::{Compiler, Position, Source, Stage, find_target};
use retroshade_ir::run::{InputData, RunInputs, UniformData};
use retroshade_kit::machine::{Watch, place};

const GLSL: &str = "attribute vec4 a; void main() { gl_Position = a; }";
const WGSL: &str =
    "@vertex fn main(@location(0) a: vec4<f32>) -> @builtin(position) vec4<f32> { return a; }";

/// Scale and offset of z in the viewport constants.
type Viewport = (f32, f32);

/// For a depth buffer of 24 bits, as Direct3D's range of z and as OpenGL's wants it (docs/nv2a.md).
const FROM_ZERO: Viewport = (16_777_215.0, 0.0);
const FROM_MINUS_W: Viewport = (8_388_607.5, 8_388_607.5);

struct Case {
    target: &'static str,
    source: &'static str,
    position: Position,
    clip_depth: Option<&'static str>,
    viewport: Viewport,
    /// z of the source at the near and the far plane, as multiples of w.
    planes: [f32; 2],
    /// z there, half way, and as far behind the far plane as that is from the near one: as multiples of w,
    /// unless the program divides.
    wanted: [f32; 4],
}

impl Case {
    fn compiler(&self) -> Compiler {
        let mut compiler = Compiler::new(find_target(self.target).unwrap());
        compiler.options.position = self.position;
        let setting = self
            .clip_depth
            .map(|value| ("clip-depth".to_owned(), value.to_owned()));
        compiler.options.settings.extend(setting);
        compiler
    }

    fn source(&self) -> Source {
        match self.source {
            WGSL => Source::wgsl("a.wgsl", Some(Stage::Vertex), WGSL),
            other => Source::new("a.vert", Stage::Vertex, other),
        }
    }

    /// z of each sample on the machine, over its w where the program does not divide.
    fn run(&self) -> Vec<f32> {
        let compiler = self.compiler();
        let compiled = compiler
            .compile(&self.source())
            .result
            .expect("a right shader");
        let [near, far] = self.planes;
        let values = [0.0, 1.0, 0.5, 2.0].map(|share| {
            let z = near + share * (far - near);
            vec![0.25, -0.5, 4.0 * z, 4.0]
        });
        let mut inputs = RunInputs::default();
        let values = values.to_vec();
        inputs.attributes.insert(
            "a".to_owned(),
            InputData {
                shape: None,
                values,
            },
        );
        let (scale, offset) = self.viewport;
        for (name, value) in [
            ("viewport_scale", vec![320.0, -240.0, scale, 0.0]),
            ("viewport_offset", vec![320.0, 240.0, offset, 0.0]),
        ] {
            let data = UniformData { shape: None, value };
            inputs.uniforms.insert(name.to_owned(), data);
        }
        let image = place(&compiled.reflection, &inputs).unwrap();
        let target = compiler.target;
        let code = target.read(compiled.as_binary()).unwrap();
        let outcome = code.simulate(&image, &mut Watch::default()).unwrap();
        let position = compiled.reflection.outputs.iter();
        let position = position.filter(|output| output.builtin.as_deref() == Some("position"));
        let mut place =
            position.map(|output| (output.file.clone().unwrap(), output.index.unwrap()));
        let (file, index) = place.next_back().expect("a position");
        let divides =
            self.target == "lima" || self.target == "nv2a" && self.position != Position::Clip;
        let samples = outcome.outputs[&file][&index].iter();
        samples
            .map(|[_, _, z, w]| if divides { *z } else { z / w })
            .collect()
    }
}

fn check(cases: &[Case]) {
    for case in cases {
        let found = case.run();
        let close = found
            .iter()
            .zip(case.wanted)
            .all(|(found, wanted)| (found - wanted).abs() <= 1e-6 * wanted.abs().max(1.0));
        assert!(
            close && found.len() == 4,
            "{} {:?} {:?}: {found:?}, wanted {:?}\n{}",
            case.target,
            case.position,
            case.clip_depth,
            case.wanted,
            case.source
        );
    }
}

const CASE: Case = Case {
    target: "pica200",
    source: GLSL,
    position: Position::Native,
    clip_depth: None,
    viewport: FROM_ZERO,
    planes: [-1.0, 1.0],
    wanted: [0.0; 4],
};

/// The 3DS clips at -w and 0.
#[test]
fn the_3ds_has_its_near_plane_at_minus_w_and_its_far_plane_at_zero() {
    let wanted = [-1.0, 0.0, -0.5, 1.0];
    check(&[
        Case {
            planes: [-1.0, 0.0],
            wanted,
            ..CASE
        },
        Case {
            clip_depth: Some("native"),
            planes: [-1.0, 0.0],
            wanted,
            ..CASE
        },
        Case {
            clip_depth: Some("gl"),
            wanted,
            ..CASE
        },
        Case {
            source: WGSL,
            planes: [0.0, 1.0],
            wanted,
            ..CASE
        },
        Case {
            source: WGSL,
            clip_depth: Some("native"),
            planes: [-1.0, 0.0],
            wanted,
            ..CASE
        },
        Case {
            source: WGSL,
            clip_depth: Some("gl"),
            wanted,
            ..CASE
        },
    ]);
}

/// The Xbox compares what the viewport constants make of z with its depth buffer.
#[test]
fn the_xbox_fills_its_depth_buffer() {
    let xbox = Case {
        target: "nv2a",
        ..CASE
    };
    let full = 16_777_215.0;
    let wanted = [0.0, full, 0.5 * full, 2.0 * full];
    check(&[
        Case {
            planes: [0.0, 1.0],
            wanted,
            ..xbox
        },
        Case {
            viewport: FROM_MINUS_W,
            wanted,
            ..xbox
        },
        Case {
            clip_depth: Some("gl"),
            wanted,
            ..xbox
        },
        Case {
            source: WGSL,
            planes: [0.0, 1.0],
            wanted,
            ..xbox
        },
        Case {
            source: WGSL,
            clip_depth: Some("gl"),
            wanted,
            ..xbox
        },
    ]);
    let divided = [0.0, 1.0, 0.5, 2.0];
    let divide = Position::Divide;
    check(&[
        Case {
            position: divide,
            planes: [0.0, 1.0],
            wanted: divided,
            ..xbox
        },
        Case {
            position: divide,
            source: WGSL,
            planes: [0.0, 1.0],
            wanted: divided,
            ..xbox
        },
    ]);
}

#[test]
fn stage3d_clips_from_zero_and_opengl_from_minus_w() {
    let from_zero = [0.0, 1.0, 0.5, 2.0];
    for target in ["agal1", "agal2", "agal3"] {
        let flash = Case {
            target,
            wanted: from_zero,
            ..CASE
        };
        check(&[
            Case {
                planes: [0.0, 1.0],
                ..flash
            },
            Case {
                clip_depth: Some("gl"),
                ..flash
            },
            Case {
                source: WGSL,
                planes: [0.0, 1.0],
                ..flash
            },
            Case {
                source: WGSL,
                clip_depth: Some("gl"),
                ..flash
            },
        ]);
    }
    // The driver's viewport of the image that `run` assumes: depths are 0 to 1.
    let mali = Case {
        target: "lima",
        wanted: from_zero,
        ..CASE
    };
    check(&[
        Case { ..mali },
        Case {
            clip_depth: Some("gl"),
            ..mali
        },
        Case {
            source: WGSL,
            planes: [0.0, 1.0],
            ..mali
        },
        Case {
            source: WGSL,
            clip_depth: Some("native"),
            ..mali
        },
    ]);
}

#[test]
fn clip_leaves_z_as_it_is() {
    for target in ["pica200", "nv2a", "agal1"] {
        for source in [GLSL, WGSL] {
            let wanted = [-1.0, 1.0, 0.0, 3.0];
            check(&[Case {
                target,
                source,
                position: Position::Clip,
                wanted,
                ..CASE
            }]);
        }
    }
}

#[test]
fn what_the_setting_does_not_have_is_refused() {
    let refused = |case: Case| {
        let compilation = case.compiler().compile(&case.source());
        assert!(compilation.result.is_none());
        let codes = compilation
            .diagnostics
            .iter()
            .map(|message| message.code.id);
        codes.collect::<Vec<_>>()
    };
    for target in ["pica200", "nv2a", "agal1", "lima"] {
        let case = Case {
            target,
            clip_depth: Some("d3d"),
            ..CASE
        };
        assert_eq!(refused(case), ["E0303"], "{target}");
        let case = Case {
            target,
            clip_depth: Some("gl"),
            position: Position::Clip,
            ..CASE
        };
        assert_eq!(refused(case), ["E0303"], "{target}");
    }
}
