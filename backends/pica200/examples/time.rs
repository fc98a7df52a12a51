//! x
use retroshade_ir::Stage;
use retroshade_ir::generate::{Knobs, sample};
use retroshade_kit::target::{Options, Target};
use retroshade_pica200::PICA200;
use std::time::Instant;
fn main() {
    let knobs = Knobs {
        stage: Some(Stage::Vertex),
        ..Knobs::default()
    };
    let (mut a, mut b) = (0.0, 0.0);
    let mut worst = (0.0, 0);
    for seed in 0..200 {
        let sample = sample(seed, &knobs);
        let mut shader = sample.shader.clone();
        let t = Instant::now();
        if PICA200
            .prepare(&mut shader, &Options::default(), &mut Default::default())
            .is_err()
        {
            continue;
        }
        a += t.elapsed().as_secs_f64();
        let t = Instant::now();
        let c = PICA200.generate(&shader, &Options::default());
        let d = t.elapsed().as_secs_f64();
        b += d;
        if d > worst.0 {
            worst = (d, seed);
        }
        if seed % 20 == 0 {
            println!(
                "{seed} {:.4} {}",
                d,
                c.map(|c| c.reflection.stats.words).unwrap_or(0)
            );
        }
    }
    println!("prepare {a:.3} generate {b:.3} worst {worst:?}");
}
