//! E018x and E019x: the grammar of ESSL, found by the parser.

super::codes! {
    /// A token that the grammar does not allow at its place.
    SYNTAX = "E0180", "syntax", "The grammar of ESSL does not allow this token here. The message says what was \
        found and what could stand there.";
    /// A word the language version reserves.
    RESERVED_WORD = "E0181", "reserved-word", "The word is reserved by this version of the language and cannot be \
        used as a name, so that later versions can give it a meaning.";
    /// An operator the language version reserves.
    RESERVED_OPERATOR = "E0182", "reserved-operator", "ESSL 1.00 reserves the operators % & | ^ ~ << >> and their \
        assignments. They work on integers in ESSL 3.00. `mod(x, y)` computes a remainder of floats; the logical \
        operators are && || ^^.";
    /// Constructs inside constructs beyond the limit.
    NESTING = "E0183", "nesting-too-deep", "Parentheses, blocks, statements and operators nest more levels deep \
        than the compiler accepts. Split the expression or statement, or use a loop.";
    /// A chain of operators beyond the limit.
    CHAIN = "E0184", "chain-too-long", "A chain of operators or a comma expression has more terms than the \
        compiler accepts. Split it into several statements, or use a loop.";
    /// Something of ESSL 3.00 in ESSL 1.00, or the reverse.
    OTHER_VERSION = "E0185", "other-version", "The construct belongs to another version of the language than the \
        one the source declares with #version. Without #version a source is ESSL 1.00.";
    /// A bracket that is never closed.
    UNCLOSED = "E0186", "unclosed-bracket", "The file ends, or something else must end, before the bracket is \
        closed. The message shows where it was opened.";
    /// A structure or block without members.
    EMPTY_STRUCT = "E0187", "empty-structure", "A structure or a uniform block must have at least one member.";
    /// A name used as a type that is none.
    UNKNOWN_TYPE = "E0188", "unknown-type", "The name stands where a type is needed, but no structure of that name \
        is in scope.";
    /// More statements in a function than the compiler accepts.
    STATEMENTS = "E0189", "too-many-statements", "The function has more statements than the compiler accepts. \
        Split it into several functions, or use loops.";
    /// A function inside a function.
    NESTED_FUNCTION = "E0190", "nested-function", "Functions are defined at global scope only.";
}
