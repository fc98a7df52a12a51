//! Random programs on every target: each at one level that its seed chooses, the longest searches at a
//! few. What fails shrinks with `cargo run -p retroshade-fuzz --example fuzz -- --seeds N..N+1`.

use retroshade::{Optimize, targets};
use retroshade_fuzz::text::Initial;
use retroshade_fuzz::{Judge, Knobs, Verdict, sample};
use std::ops::Range;

/// Programs in all tests together: 400.
fn check(seeds: Range<u64>) {
    let work = || {
        let mut faults = Vec::new();
        let (mut right, mut all) = (0u32, 0u32);
        for seed in seeds {
            if PENDING.contains(&seed) {
                continue;
            }
            let sample = sample(seed, &Knobs::default());
            let text = || sample.program.text(Initial::Missing);
            let judge = match Judge::new(&sample) {
                Ok(judge) => judge,
                Err(failure) => {
                    faults.push(format!("seed {seed}: {}\n{}", failure.message, text()));
                    continue;
                }
            };
            let level = match seed % 3 {
                0 => Optimize::None,
                1 => Optimize::Normal,
                _ => Optimize::Size,
            };
            for &target in targets() {
                if !target.stages().contains(&sample.stage) {
                    continue;
                }
                all += 1;
                match judge.on(target, level) {
                    Verdict::Right | Verdict::Rounded => right += 1,
                    Verdict::Refused(_) => {}
                    Verdict::Failed(failure) => {
                        faults.push(format!("seed {seed}: {failure:?}\n{}", text()));
                    }
                }
            }
            let target = targets()[seed as usize % targets().len()];
            if target.stages().contains(&sample.stage)
                && let Err(failure) = judge.printed(target, level)
            {
                faults.push(format!("seed {seed}: {failure:?}\n{}", text()));
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n\n"));
        assert!(
            right * 10 > all * 8,
            "targets refuse too much: {right} of {all}"
        );
    };
    if let Err(panic) = retroshade::ir::deep::guarded(work) {
        panic!("{panic}");
    }
}

/// Programs of known defects that are still to be mended, by their seeds.
const PENDING: [u64; 0] = [];

#[test]
fn the_first_hundred() {
    check(0..100);
}

#[test]
fn the_second_hundred() {
    check(100..200);
}

#[test]
fn the_third_hundred() {
    check(200..300);
}

#[test]
fn the_fourth_hundred() {
    check(300..400);
}
