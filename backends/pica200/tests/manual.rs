//! The manual page says what the instruction table says.

use retroshade_pica200::isa::manual;
use std::path::PathBuf;

const BEGIN: &str = "<!-- instructions: printed from the table -->\n";
const END: &str = "<!-- end of instructions -->\n";

/// With RETROSHADE_BLESS=1 the page is rewritten.
#[test]
fn the_instruction_list_of_the_manual_is_current() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/pica200.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let wanted = format!("{before}{BEGIN}{}{END}{after}", manual());
    if page != wanted && std::env::var_os("RETROSHADE_BLESS").is_some_and(|v| v == "1") {
        std::fs::write(&path, &wanted).unwrap();
        return;
    }
    assert_eq!(
        page, wanted,
        "run the test with RETROSHADE_BLESS=1 to renew the list"
    );
}
