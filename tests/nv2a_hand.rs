//! Programs that people run on the original Xbox, and what the compiler makes of the same
//! computation: fewer slots than compilers need, at most as many as people and the XDK.

#[path = "support/nv2a_hand.rs"]
mod nv2a_hand;

use nv2a_hand::{HEAD, peers, row, stats};
use std::path::Path;

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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/nv2a.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("where the table begins");
    let (found, after) = rest.split_once(END).expect("where the table ends");
    if std::env::var_os("RETROSHADE_BLESS").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}"))
            .expect("a writable page");
        return;
    }
    assert_eq!(
        found, table,
        "RETROSHADE_BLESS=1 cargo test --test nv2a_hand"
    );
}
