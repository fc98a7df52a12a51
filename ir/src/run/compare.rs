//! Compares results with expectations, for `run --check` and for tests.
//!
//! Only samples that the expectation calls robust count, and of them only components that are
//! finite there. The largest difference allowed in a sample is relative to its *scale*: 1, or the
//! magnitude of its largest expected output if that is larger.

use super::{Expected, Row, RunOutputs};

/// How far a result may be from its expectation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Largest difference as a fraction of the sample's scale.
    pub relative: f64,
    /// Multiplied by the sample's sensitivity to a relative 2^-21: what badly conditioned samples
    /// may differ in addition.
    pub sensitivity: f64,
    /// The same for the sensitivity to a relative 2^-11.
    pub coarse_sensitivity: f64,
}

/// The functions of a shader, as far as they decide how exact it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Functions {
    /// None that machines approximate by polynomials.
    Plain,
    /// Sine, cosine, tangent or an inverse of one among them.
    Trigonometric,
}

impl Functions {
    const fn relative(self, plain: f64) -> f64 {
        match self {
            Functions::Plain => plain,
            Functions::Trigonometric => 2e-3,
        }
    }
}

impl Tolerance {
    /// Arithmetic in 32-bit floats: room for another order of operations.
    pub const fn float32(functions: Functions) -> Tolerance {
        Tolerance {
            relative: functions.relative(1e-4),
            sensitivity: 8.0,
            coarse_sensitivity: 0.0,
        }
    }

    /// 32-bit floats with constants of 16 significant bits.
    pub const fn short_constants(functions: Functions) -> Tolerance {
        Tolerance {
            sensitivity: 64.0,
            ..Tolerance::float32(functions)
        }
    }

    /// Programs whose constants are half floats, run in 32-bit arithmetic.
    pub const fn half_constants(functions: Functions) -> Tolerance {
        Tolerance {
            relative: functions.relative(1.0 / 2048.0),
            ..Tolerance::float32(functions)
        }
    }

    /// Arithmetic in half floats: a step of a colour of 8 bits.
    pub const fn half() -> Tolerance {
        Tolerance {
            relative: 1.0 / 256.0,
            sensitivity: 8.0,
            coarse_sensitivity: 4.0,
        }
    }
}

/// What a comparison found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// A sentence for each output that differs, with its worst component. Empty: all agree.
    pub differences: Vec<String>,
    /// Number of components that were looked at.
    pub compared: usize,
    /// The largest error as a multiple of its tolerance.
    pub worst: f64,
}

impl Comparison {
    /// True if nothing differs.
    pub fn agrees(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Compares `got` with `expected`. What is not comparable agrees, with no component compared.
pub fn compare(expected: &Expected, got: &RunOutputs, tolerance: Tolerance) -> Comparison {
    let mut result = Comparison::default();
    if expected.not_comparable.is_some() {
        return result;
    }
    let samples: Vec<Sample> = samples(expected, tolerance);
    let gone = |sample: usize| flag(got.discarded.as_deref(), sample, false);
    for (index, sample) in samples.iter().enumerate() {
        if sample.counts && sample.allowed.is_finite() && sample.discarded != gone(index) {
            result.worst = f64::INFINITY;
            result.differences.push(format!(
                "sample {index} is {}, but should be {}",
                kept(gone(index)),
                kept(sample.discarded)
            ));
            break;
        }
    }
    for (name, rows) in &expected.outputs {
        let Some(found) = got.outputs.get(name) else {
            result.worst = f64::INFINITY;
            result
                .differences
                .push(format!("output `{name}` is missing"));
            continue;
        };
        let mut worst: Option<(f64, String)> = None;
        let mut wrong = 0usize;
        for (index, (row, sample)) in rows.iter().zip(&samples).enumerate() {
            if !sample.counts || sample.discarded || gone(index) {
                continue;
            }
            for (lane, &wanted) in row
                .iter()
                .enumerate()
                .filter(|(_, wanted)| wanted.is_finite())
            {
                let value = found.get(index).and_then(|row| row.get(lane));
                let value = value.copied().unwrap_or(f32::NAN);
                let error = (f64::from(value) - f64::from(wanted)).abs() / sample.allowed;
                // A NaN differs from any number, whatever is allowed.
                let error = if value.is_nan() { f64::INFINITY } else { error };
                result.compared += 1;
                result.worst = result.worst.max(error);
                wrong += usize::from(error > 1.0);
                if error > 1.0 && worst.as_ref().is_none_or(|(most, _)| error > *most) {
                    let text = format!(
                        "{name}[{lane}] of sample {index} is {value:?}, expected {wanted:?}"
                    );
                    worst = Some((error, text));
                }
            }
        }
        if let Some((_, text)) = worst {
            result
                .differences
                .push(format!("{text}; {wrong} components of `{name}` differ"));
        }
    }
    result
}

struct Sample {
    /// True if it is robust.
    counts: bool,
    discarded: bool,
    /// Largest difference.
    allowed: f64,
}

fn samples(expected: &Expected, tolerance: Tolerance) -> Vec<Sample> {
    let count = expected.outputs.values().map(Vec::len).max().unwrap_or(0);
    let count = count.max(expected.discarded.as_ref().map_or(0, Vec::len));
    let sample = |index: usize| {
        let outputs = expected.outputs.values().filter_map(|rows| rows.get(index));
        let scale = outputs
            .flatten()
            .filter(|value| value.is_finite())
            .fold(1.0f64, |scale, value| scale.max(f64::from(value.abs())));
        // A single number is for all samples.
        let of_sample = |list: &Option<Row>| {
            let number = list.as_ref().and_then(|list| match list.as_slice() {
                [only] => Some(only),
                list => list.get(index),
            });
            f64::from(number.copied().unwrap_or(0.0))
        };
        let fine = tolerance.sensitivity * of_sample(&expected.sensitivity);
        let coarse = tolerance.coarse_sensitivity * of_sample(&expected.coarse_sensitivity);
        let grown = fine.max(coarse);
        Sample {
            counts: flag(expected.robust.as_deref(), index, true),
            discarded: flag(expected.discarded.as_deref(), index, false),
            allowed: (tolerance.relative * scale).max(grown),
        }
    };
    (0..count).map(sample).collect()
}

fn flag(list: Option<&[bool]>, index: usize, default: bool) -> bool {
    list.and_then(|list| list.get(index))
        .copied()
        .unwrap_or(default)
}

fn kept(discarded: bool) -> &'static str {
    if discarded { "discarded" } else { "kept" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(rows: &[&[f32]]) -> Expected {
        let mut expected = Expected::default();
        let rows = rows.iter().map(|row| row.to_vec()).collect();
        expected.outputs.insert("o".into(), rows);
        expected
    }

    fn got(rows: &[&[f32]]) -> RunOutputs {
        RunOutputs {
            outputs: expected(rows).outputs,
            ..RunOutputs::default()
        }
    }

    const PLAIN: Tolerance = Tolerance::float32(Functions::Plain);

    #[test]
    fn allows_a_fraction_of_the_scale() {
        let wanted = expected(&[&[100.0, 1.0]]);
        assert!(compare(&wanted, &got(&[&[100.0, 1.009]]), PLAIN).agrees());
        let found = compare(&wanted, &got(&[&[100.0, 1.011]]), PLAIN);
        assert_eq!(found.compared, 2);
        assert!(found.differences[0].starts_with("o[1] of sample 0 is 1.011, expected 1.0"));
    }

    #[test]
    fn allows_what_ill_conditioned_samples_move() {
        let mut wanted = expected(&[&[1.0], &[1.0]]);
        wanted.sensitivity = Some(vec![0.0, 0.01]);
        assert!(compare(&wanted, &got(&[&[1.0], &[1.07]]), PLAIN).agrees());
        assert!(!compare(&wanted, &got(&[&[1.07], &[1.0]]), PLAIN).agrees());
    }

    #[test]
    fn skips_what_is_undefined_or_not_robust() {
        let mut wanted = expected(&[&[f32::NAN, 1.0], &[5.0, 5.0]]);
        wanted.robust = Some(vec![true, false]);
        let found = compare(&wanted, &got(&[&[3.0, 1.0], &[0.0, 0.0]]), PLAIN);
        assert!(found.agrees());
        assert_eq!(found.compared, 1);
    }

    #[test]
    fn skips_what_is_not_comparable() {
        let mut wanted = expected(&[&[1.0]]);
        wanted.not_comparable = Some("fragile".into());
        let found = compare(&wanted, &RunOutputs::default(), PLAIN);
        assert!(found.agrees() && found.compared == 0);
    }

    #[test]
    fn a_nan_or_a_missing_row_is_a_difference() {
        let wanted = expected(&[&[1.0]]);
        assert!(!compare(&wanted, &got(&[&[f32::NAN]]), PLAIN).agrees());
        assert!(!compare(&wanted, &got(&[]), PLAIN).agrees());
        assert!(!compare(&wanted, &RunOutputs::default(), PLAIN).agrees());
    }

    #[test]
    fn discarding_must_agree_and_colours_of_discarded_samples_do_not_count() {
        let mut wanted = expected(&[&[0.0], &[1.0]]);
        wanted.discarded = Some(vec![true, false]);
        let mut found = got(&[&[9.0], &[1.0]]);
        assert!(!compare(&wanted, &found, PLAIN).agrees());
        found.discarded = Some(vec![true, false]);
        assert!(compare(&wanted, &found, PLAIN).agrees());
    }
}
