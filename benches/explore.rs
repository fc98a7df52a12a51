//! What the page of `explore` waits for: the server's answers about a typical shader.
//!
//! `cargo test --release -p retroshade --test explore_page keystroke` measures what a user waits for: from a key to
//! the new machine code on the page.

use divan::{Bencher, counter::ItemsCount};
use retroshade::explore::Explorer;
use serde_json::json;

fn main() {
    divan::main();
}

/// One question about an example for each target.
#[divan::bench(args = ["compile", "schedule", "passes"], consts = [0, 1, 2])]
fn answer<const TARGET: usize>(bencher: Bencher, name: &str) {
    let target = ["lima", "agal1", "agal2"][TARGET];
    let question = json!({
        "source": include_str!("../examples/water.frag"),
        "stage": "fragment",
        "target": target,
        "level": "normal",
    });
    let body = question.to_string();
    let explorer = Explorer::default();
    let answer = || explorer.answer(name, body.as_bytes());
    assert!(
        answer().is_some_and(|answer| !answer.contains("\"fault\"")),
        "{target}"
    );
    bencher.counter(ItemsCount::new(1u32)).bench(answer);
}
