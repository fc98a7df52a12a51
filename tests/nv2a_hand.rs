//! Programs that people run on the original Xbox, and what the compiler makes of the same
//! computation: fewer slots than compilers need, at most as many as people and the XDK.

#[path = "support/nv2a_hand.rs"]
mod nv2a_hand;
#[path = "support/page.rs"]
mod page;

use nv2a_hand::{HEAD, peers, row, stats};

const BEGIN: &str =
    "<!-- hand-made programs: printed by benches/nv2a_hand.rs, kept by tests/nv2a_hand.rs -->\n";
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
    page::keep("nv2a.md", BEGIN, END, &table, "nv2a_hand");
}
