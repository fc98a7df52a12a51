//! The manual page says what the tables say.

use retroshade_nv2a::isa::manual::table;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/nv2a.md");
const BEGIN: &str = "<!-- instructions: printed from the tables -->\n";
const END: &str = "<!-- end of instructions -->\n";

#[test]
fn the_instruction_table_is_current() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("where the table begins");
    let (found, after) = rest.split_once(END).expect("where the table ends");
    if std::env::var_os("RETROSHADE_BLESS").is_some() {
        std::fs::write(PAGE, format!("{before}{BEGIN}{}{END}{after}", table())).unwrap();
        return;
    }
    assert_eq!(
        found,
        table(),
        "RETROSHADE_BLESS=1 cargo test -p retroshade-nv2a --test manual"
    );
}
