//! Programs that people run on the original Xbox, and what the compiler makes of the same
//! computation: fewer slots than compilers need, at most as many as people and the XDK.

#[path = "../support/nv2a_hand.rs"]
mod programs;

use programs::{HEAD, peers, row, stats};
use retroshade_testing::expect_part;
use std::path::Path;

const BEGIN: &str = "<!-- hand-made programs: printed by benches/nv2a_hand.rs, kept by tests/suite/nv2a_hand.rs -->\n";
const END: &str = "<!-- end of hand-made programs -->\n";

#[test]
fn peers_are_beaten_or_met() {
    let mut table = HEAD.to_owned();
    for peer in peers() {
        let stats = stats(&peer);
        let compiler_made = peer.tool.starts_with("cgc");
        let most = if compiler_made {
            peer.slots - 1
        } else {
            peer.slots
        };
        assert!(
            stats.instructions <= most,
            "{}: {} slots, the peer has {}",
            peer.name,
            stats.instructions,
            peer.slots
        );
        table += &row(&peer, &stats);
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/nv2a.md");
    if let Err(problem) = expect_part(&page, BEGIN, END, &table) {
        panic!("{problem}\nto accept: RETROSHADE_BLESS=1 cargo test --test suite nv2a_hand");
    }
}
