//! The numbers of a program beside those of the interpreter.

use retroshade_ir::run::RunOutputs;

/// Relative error of results where rounding functions stand in the program.
const ROUNDING: f64 = 1e-2;

/// Of outputs that no hardware changes.
pub(super) const AS_WRITTEN: fn(&str, f32) -> f32 = |_, number| number;

/// The largest difference, told, and by how much: infinite where no tolerance allows it. `wanted` has one
/// run for each value of what is undefined; where these differ, anything is right, and with several runs no number
/// is: what is undefined may be none in machine code. `rounded` tells the
/// outputs that are not exact; `interpolated` what the chip makes of a number of an output.
pub(super) fn difference(
    wanted: &[RunOutputs],
    rounded: &[(String, f64)],
    interpolated: &dyn Fn(&str, f32) -> f32,
    found: &RunOutputs,
) -> Option<(String, f64)> {
    let (first, others) = wanted.split_first()?;
    let mut worst: Option<(String, f64)> = None;
    for (name, rows) in &first.outputs {
        let Some(values) = found.outputs.get(name) else {
            // A machine without a size of points warns, and does without.
            if name == "gl_PointSize" || is_open(name, first, others) {
                continue;
            }
            return Some((format!("{name} is missing"), f64::INFINITY));
        };
        let mut inexact = rounded.iter();
        let inexact = inexact.find(|(inexact, _)| inexact == name);
        let allowed = inexact.map_or(0.0, |(_, size)| size * ROUNDING);
        for (index, (row, values)) in rows.iter().zip(values).enumerate() {
            let lost = is_discarded(first, index);
            if others.iter().any(|run| is_discarded(run, index) != lost) {
                continue;
            }
            if is_discarded(found, index) != lost {
                let message = format!("sample {index} is discarded: {}, wanted {lost}", !lost);
                return Some((message, f64::INFINITY));
            }
            for (lane, (&wanted, &value)) in row.iter().zip(values).enumerate() {
                let same = |run: &RunOutputs| run.outputs[name][index][lane] == wanted;
                let open = value.is_nan() && !others.is_empty();
                if lost || open || !wanted.is_finite() || !others.iter().all(same) {
                    continue;
                }
                let [told, meant] = [value, wanted].map(|number| interpolated(name, number));
                let off = (f64::from(told) - f64::from(meant)).abs();
                let off = if off.is_nan() { f64::INFINITY } else { off };
                if off > allowed && worst.as_ref().is_none_or(|(_, most)| off > *most) {
                    let place = format!("{name}[{lane}] of sample {index}");
                    worst = Some((format!("{place} is {value}, wanted {wanted}"), off));
                }
            }
        }
    }
    worst
}

/// True if an output has no value anywhere that does not depend on what is undefined: a program may leave it out.
fn is_open(name: &str, first: &RunOutputs, others: &[RunOutputs]) -> bool {
    let rows = &first.outputs[name];
    (0..rows.len()).all(|index| {
        (0..rows[index].len()).all(|lane| {
            let wanted = rows[index][lane];
            let differs = |run: &RunOutputs| run.outputs[name][index][lane] != wanted;
            others.iter().any(differs)
        })
    })
}

fn is_discarded(outputs: &RunOutputs, index: usize) -> bool {
    let list = outputs.discarded.as_ref();
    list.is_some_and(|list| list.get(index).copied().unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outputs(values: &[(&str, f32)]) -> RunOutputs {
        let outputs = values
            .iter()
            .map(|(name, value)| (name.to_string(), vec![vec![*value]]));
        RunOutputs {
            outputs: outputs.collect(),
            ..RunOutputs::default()
        }
    }

    #[test]
    fn an_output_without_a_defined_value_may_be_left_out() {
        let wanted = [
            outputs(&[("a", 1.0), ("b", 0.0)]),
            outputs(&[("a", 1.0), ("b", 7.0)]),
        ];
        let found = outputs(&[("a", 1.0)]);
        assert_eq!(difference(&wanted, &[], &AS_WRITTEN, &found), None);
        let missing =
            difference(&wanted[..1], &[], &AS_WRITTEN, &found).map(|(message, _)| message);
        assert_eq!(missing.as_deref(), Some("b is missing"));
    }

    #[test]
    fn what_is_undefined_may_be_no_number() {
        let wanted = [outputs(&[("a", 1.0)]), outputs(&[("a", 1.0)])];
        let of = |wanted: &[RunOutputs], number: f32| {
            difference(wanted, &[], &AS_WRITTEN, &outputs(&[("a", number)])).is_some()
        };
        assert!(!of(&wanted, f32::NAN) && of(&wanted[..1], f32::NAN));
        assert!(of(&wanted, 2.0) && of(&wanted, f32::INFINITY));
    }

    #[test]
    fn what_the_hardware_limits_may_be_beyond_its_limits() {
        let wanted = [outputs(&[("a", 0.0), ("b", 0.0)])];
        let limited = |name: &str, number: f32| match name {
            "a" => number.clamp(0.0, 1.0),
            _ => number,
        };
        let told = |values: &[(&str, f32)]| difference(&wanted, &[], &limited, &outputs(values));
        assert_eq!(told(&[("a", -9.0), ("b", 0.0)]), None);
        assert!(told(&[("a", 0.5), ("b", 0.0)]).is_some());
        let (message, by) = told(&[("a", 0.0), ("b", -9.0)]).unwrap();
        assert_eq!(
            (message.as_str(), by),
            ("b[0] of sample 0 is -9, wanted 0", 9.0)
        );
    }
}
