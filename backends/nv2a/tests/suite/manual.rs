//! The manual page says what the tables say.

use retroshade_nv2a::isa::manual::table;
use retroshade_testing::expect_part;
use std::path::Path;

const BEGIN: &str = "<!-- instructions: printed from the tables -->\n";
const END: &str = "<!-- end of instructions -->\n";

#[test]
fn the_instruction_table_is_current() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/nv2a.md");
    if let Err(problem) = expect_part(&page, BEGIN, END, &table()) {
        panic!(
            "{problem}\nto accept: RETROSHADE_BLESS=1 cargo test -p retroshade-nv2a --test suite manual"
        );
    }
}
