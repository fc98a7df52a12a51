//! E05xx: assembly text.

super::codes! {
    /// A line the assembler cannot read.
    SYNTAX = "E0501", "assembly-syntax", "The assembly text does not follow the grammar of the target's \
        assembler at this place.";
}
