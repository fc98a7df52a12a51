//! The manual page says what the instruction table says.

use retroshade_pica200::isa::manual;
use retroshade_testing::expect_part;
use std::path::Path;

const BEGIN: &str = "<!-- instructions: printed from the table -->\n";
const END: &str = "<!-- end of instructions -->\n";

#[test]
fn the_instruction_list_of_the_manual_is_current() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pica200.md");
    if let Err(problem) = expect_part(&page, BEGIN, END, &manual()) {
        panic!(
            "{problem}\nto accept: RETROSHADE_BLESS=1 cargo test -p retroshade-pica200 --test suite manual"
        );
    }
}
