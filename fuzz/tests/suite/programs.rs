//! Random programs on every target: each at one level that its seed chooses, the longest searches at a
//! few. What fails shrinks with `cargo run -p retroshade-fuzz -- programs --seeds N..N+1`.

use retroshade::{Optimize, targets};
use retroshade_fuzz::text::Initial;
use retroshade_fuzz::{Judge, Knobs, PairJudge, Verdict, pair, sample};
use std::ops::Range;

/// Programs in all tests together: 400.
fn check(seeds: Range<u64>) {
    let work = || {
        let mut faults = Vec::new();
        let (mut right, mut all) = (0u32, 0u32);
        for seed in seeds {
            let sample = sample(seed, &Knobs::default());
            let text = || sample.program.text(Initial::Missing);
            let judge = match Judge::new(&sample) {
                Ok(judge) => judge,
                Err(failure) => {
                    faults.push(format!("seed {seed}: {failure}\n{}", text()));
                    continue;
                }
            };
            let level = match seed % 3 {
                0 => Optimize::None,
                1 => Optimize::Normal,
                _ => Optimize::Size,
            };
            for &target in targets() {
                if !judge.suits(target) {
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
            let target = targets()[(seed / 2) as usize % targets().len()];
            if seed % 2 == 0
                && judge.suits(target)
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
    if let Err(panic) = retroshade_ir::deep::guarded(work) {
        panic!("{panic}");
    }
}

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

#[test]
fn fifty_pairs() {
    let work = || {
        let (mut right, mut all, mut faults) = (0u32, 0u32, Vec::new());
        for seed in 0..50 {
            let pair = pair(seed, &Knobs::default());
            let judge = PairJudge::new(&pair).unwrap_or_else(|failure| panic!("{seed}: {failure}"));
            for &target in targets() {
                if target.varyings().is_none() {
                    continue;
                }
                all += 1;
                match judge.on(target, Optimize::Normal) {
                    Verdict::Right | Verdict::Rounded => right += 1,
                    Verdict::Refused(_) => {}
                    Verdict::Failed(failure) => faults.push(format!("seed {seed}: {failure}")),
                }
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        assert!(
            right * 10 > all * 8,
            "targets refuse too much: {right} of {all}"
        );
    };
    if let Err(panic) = retroshade_ir::deep::guarded(work) {
        panic!("{panic}");
    }
}
