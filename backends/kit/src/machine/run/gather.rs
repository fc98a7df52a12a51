//! Outputs from registers back to names.

use super::contradiction;
use super::lanes::lanes_of;
use crate::machine::Outcome;
use crate::reflect::{Reflection, Variable};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::run::{Row, RunOutputs};

/// Collects the outputs that the reflection lists. Lanes that nobody wrote or that are not live are NaN.
///
/// # Errors
/// If an output is listed twice or its entry makes no sense.
pub fn gather(
    reflection: &Reflection,
    outcome: &Outcome,
    samples: usize,
) -> Result<RunOutputs, Diagnostic> {
    let mut outputs = RunOutputs {
        format: outcome.format,
        emitted: outcome.emitted.clone(),
        ..RunOutputs::default()
    };
    let rows = match &outcome.emitted {
        Some(emitted) => emitted.vertices.iter().sum(),
        None => samples,
    };
    let discards = reflection
        .features
        .iter()
        .any(|feature| feature == "discard");
    let discarded = |sample: usize| outcome.discarded.get(sample).copied().unwrap_or(false);
    for variable in &reflection.outputs {
        let file = variable.file.as_deref().unwrap_or("");
        let lanes = lanes_of(variable)?;
        let read = |lane: u32, sample: usize| {
            let register = outcome
                .outputs
                .get(file)
                .and_then(|file| file.get(&(lane / 4)));
            let register = register.and_then(|samples| samples.get(sample));
            register.map_or(f32::NAN, |register| register[lane as usize % 4])
        };
        let lanes: Vec<(bool, u32)> = (0..)
            .zip(lanes)
            .map(|(at, lane)| (variable.is_live(at), lane))
            .collect();
        let row = |sample: usize, lanes: &[(bool, u32)]| -> Row {
            if discarded(sample) {
                vec![0.0; lanes.len()]
            } else {
                lanes
                    .iter()
                    .map(|(live, lane)| if *live { read(*lane, sample) } else { f32::NAN })
                    .collect()
            }
        };
        // Each colour is an output of its own.
        let whole = lanes.len().max(1);
        let part = match variable.builtin.as_deref() {
            Some("frag_data") => whole.min(4),
            _ => whole,
        };
        for slot in 0..whole / part {
            let lanes = &lanes[(slot * part).min(lanes.len())..];
            let lanes = &lanes[..part.min(lanes.len())];
            let rows = (0..rows).map(|sample| row(sample, lanes)).collect();
            let name = name_of(reflection, variable, slot);
            if outputs.outputs.insert(name.clone(), rows).is_some() {
                return Err(contradiction(format!(
                    "the output `{name}` is listed twice"
                )));
            }
        }
    }
    if discards || outcome.discarded.contains(&true) {
        outputs.discarded = Some((0..samples).map(discarded).collect());
    }
    Ok(outputs)
}

/// The name under which results are written, as in the interpreter's: the first colour is `gl_FragColor` however the
/// source calls it.
fn name_of(reflection: &Reflection, variable: &Variable, slot: usize) -> String {
    let colours = reflection.outputs.iter().filter(|output| {
        let fragment = reflection.stage == "fragment";
        fragment
            && output
                .builtin
                .as_deref()
                .is_none_or(|name| name != "frag_depth")
    });
    let first = colours.min_by_key(|output| output.index);
    let name = match variable.builtin.as_deref() {
        Some("position") => "gl_Position",
        Some("point_size") => "gl_PointSize",
        Some("frag_data") if slot > 0 => return format!("gl_FragData[{slot}]"),
        Some("frag_color" | "frag_data") => "gl_FragColor",
        Some("frag_depth") => "gl_FragDepth",
        _ if first.is_some_and(|first| first.name == variable.name) => "gl_FragColor",
        _ => &variable.name,
    };
    name.to_owned()
}
