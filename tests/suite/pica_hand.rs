//! Programs that people wrote by hand for the 3DS, and what the compiler makes of the same
//! computation: at most as many words, and at most those of a better version where one is known.

#[path = "../support/pica_hand.rs"]
mod programs;

use programs::{HEAD, compile, peers, row, source, target};
use retroshade::LanguageOptions;
use retroshade_ir::Shader;
use retroshade_ir::run::RunInputs;
use retroshade_ir::run::compare::Functions;
use retroshade_kit::agreement::{compare_on, data};
use retroshade_testing::expect_part;
use std::path::Path;

const BEGIN: &str = "<!-- hand-written programs: printed by benches/pica_hand.rs, kept by tests/suite/pica_hand.rs -->\n";
const END: &str = "<!-- end of hand-written programs -->\n";

#[test]
fn peers_are_beaten_or_met() {
    let mut table = HEAD.to_owned();
    for peer in peers() {
        let words = u64::from(compile(&peer).reflection.stats.words);
        let most = peer
            .best_known
            .map_or(peer.words, |best| best.min(peer.words));
        assert!(
            words <= most,
            "{}: {words} words, the peer has {most}",
            peer.file
        );
        table += &row(&peer, words);
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pica200.md");
    if let Err(problem) = expect_part(&page, BEGIN, END, &table) {
        panic!("{problem}\nto accept: RETROSHADE_BLESS=1 cargo test --test suite pica_hand");
    }
}

/// Random data; bone indices are whole numbers, and each bone takes three of 84 registers.
fn inputs(shader: &Shader, seed: u64) -> RunInputs {
    let mut inputs = data(shader, seed);
    for (name, attribute) in &mut inputs.attributes {
        if name.ends_with("Index") {
            for number in attribute.values.iter_mut().flatten() {
                *number = (number.abs() * 8.9).floor();
            }
        }
    }
    inputs
}

#[test]
fn their_code_computes_what_the_shaders_say() {
    for peer in peers() {
        let shader = LanguageOptions::default().lower(&source(&peer)).result;
        let shader = shader.expect("a right shader");
        let compiled = compile(&peer);
        for seed in 0..8 {
            let inputs = inputs(&shader, seed);
            let tolerance = target().tolerance(Functions::Plain);
            compare_on(target(), &shader, &compiled, &inputs, tolerance);
        }
    }
}
