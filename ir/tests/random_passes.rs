//! Random shaders must mean the same before and after the passes of every kind of target.
//!
//! A failure names its seed: `generate::sample(seed, &knobs)` gives the shader again.

use retroshade_diagnostics::Severity;
use retroshade_ir::generate::{Knobs, Sample, sample};
use retroshade_ir::pass::{After, Hooks};
use retroshade_ir::{Capabilities, OpKind, OpSet, Shader, VectorWidth, Widths, eval, pipeline};

/// Machines of different kinds: what may stand, next to nothing, branches and loops, scalars.
fn machines() -> Vec<Capabilities> {
    let derivatives = OpSet::of(&[OpKind::Dfdx, OpKind::Dfdy]);
    let minimal = Capabilities {
        native: Capabilities::MINIMAL.native.union(derivatives),
        ..Capabilities::MINIMAL
    };
    let more = [
        OpKind::Sin,
        OpKind::Cos,
        OpKind::Mad,
        OpKind::Dot,
        OpKind::Abs,
        OpKind::Select,
    ];
    let branchy = Capabilities {
        target: "branchy",
        native: minimal.native.union(OpSet::of(&more)),
        dot: Widths::ANY,
        branches: true,
        loops: true,
        index_uniforms: true,
        ..Capabilities::MINIMAL
    };
    let scalar = Capabilities {
        target: "scalar",
        width: VectorWidth::Scalar,
        ..minimal.clone()
    };
    vec![Capabilities::FULL, minimal, branchy, scalar]
}

/// What is wrong with the passes of a machine on a sample, or that it was refused.
fn fault(sample: &Sample, machine: &Capabilities) -> Result<(), String> {
    let run =
        |shader: &Shader| eval::run(shader, &sample.inputs).map_err(|errors| format!("{errors:?}"));
    let wanted = run(&sample.shader)?;
    let mut shader = sample.shader.clone();
    let mut last = "";
    let mut look = |name: &'static str, _: &Shader| last = name;
    let mut hooks = Hooks {
        verify: true,
        print_after: After::All,
        look: Some(&mut look),
        ..Hooks::default()
    };
    let result = pipeline::standard(machine).run(&mut shader, machine, &mut hooks);
    if let Err(error) = result {
        let refused = error.severity == Severity::Error;
        let what = if refused { "refused" } else { "broken" };
        return Err(format!(
            "{what} after {last}: {} {:?}",
            error.message, error.notes
        ));
    }
    match sample.difference(&wanted, &run(&shader)?) {
        Some(difference) => Err(format!("{difference}\nafter the passes\n{shader}")),
        None => Ok(()),
    }
}

/// Runs samples through the passes of all machines. `approximation` is how far their polynomials are
/// off.
fn check(knobs: &Knobs, seeds: std::ops::Range<u64>, approximation: f32) {
    for seed in seeds {
        let mut sample = sample(seed, knobs);
        sample.error = 2.0 * sample.error + approximation;
        for machine in machines() {
            if let Err(fault) = fault(&sample, &machine) {
                panic!(
                    "seed {seed} on {}: {fault}\nbefore\n{}",
                    machine.target, sample.shader
                );
            }
        }
    }
}

fn closed() -> Knobs {
    Knobs {
        open_loops: false,
        ..Knobs::default()
    }
}

#[test]
fn small_programs_without_approximations() {
    let knobs = Knobs {
        operations: 25,
        angles: false,
        ..closed()
    };
    check(&knobs, 0..60, 0.0);
}

#[test]
fn programs_with_everything() {
    check(&closed(), 1000..1040, 1e-3);
}

#[test]
#[ignore = "minutes: for a machine that has nothing else to do"]
fn many_programs() {
    for (operations, seeds) in [(15, 0..20_000), (60, 20_000..30_000), (200, 30_000..32_000)] {
        let knobs = Knobs {
            operations,
            ..closed()
        };
        check(&knobs, seeds, 1e-3);
    }
}
