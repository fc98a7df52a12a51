//! E05xx: assembly text.

super::codes! {
    /// A line the assembler cannot read.
    SYNTAX = "E0501", "assembly-syntax", "The assembly text does not follow the grammar of the target's \
        assembler at this place.";
    /// A mnemonic or directive that does not exist.
    INSTRUCTION = "E0502", "unknown-instruction", "The target has no instruction or directive of this name, or \
        has it only in another stage or version.";
    /// A register that does not exist.
    REGISTER = "E0503", "unknown-register", "The target has no register of this name or number here: the name is \
        not known, belongs to the other stage, or the number is beyond the end of the register file.";
    /// An operand that the instruction does not take.
    OPERAND = "E0504", "wrong-operand", "The instruction takes another number of operands, or an operand of \
        another kind, mask or swizzle than the one written.";
    /// Operations that the target cannot issue together.
    SLOT = "E0511", "slot-conflict", "Operations that were joined in one instruction slot cannot share it: they need the same         port, register field, unit or destination for different things.";
}
