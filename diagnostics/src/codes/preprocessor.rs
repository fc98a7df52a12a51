//! E02xx: directives, macros and tokens.

super::codes! {
    /// A directive of `#if` family that never ends.
    UNTERMINATED_CONDITIONAL = "E0201", "unterminated-conditional", "An #if, #ifdef or #ifndef has no #endif \
        in the same file.";
    /// A `/*` without `*/`.
    UNTERMINATED_COMMENT = "E0202", "unterminated-comment", "A comment that begins with /* runs to the end of \
        the file. Comments do not nest: the first */ ends a comment.";
    /// A character that no token can contain.
    INVALID_CHARACTER = "E0203", "invalid-character", "ESSL programs consist of ASCII letters, digits and the \
        characters _ . + - / * % < > [ ] ( ) { } ^ | & ~ = ! : ; , ? and white space. `#` may only begin a \
        directive; the operators # and ## of C do not exist, not even in a macro that nothing uses. Other characters are allowed in comments only.";
    /// A literal that is not well formed.
    INVALID_NUMBER = "E0204", "invalid-number", "The number is not a literal of this language version: a digit \
        does not belong to its base, letters follow it, or it has a suffix that the version does not know. \
        ESSL 1.00 has no suffixes; ESSL 3.00 knows `u` behind integers and `f` behind floats.";
    /// An integer beyond 32 bits.
    INTEGER_TOO_LARGE = "E0205", "integer-too-large", "Integer literals have 32 bits: the largest is 4294967295, \
        or 0xFFFFFFFF.";
    /// A `#version` that is malformed or asks for another language.
    INVALID_VERSION = "E0206", "invalid-version", "retroshade compiles ESSL 1.00 (`#version 100`, or no #version \
        at all) and ESSL 3.00 (`#version 300 es`). Versions such as 120, 330 or 450 belong to desktop GLSL, which \
        is another language.";
    /// A `#version` behind something else.
    MISPLACED_VERSION = "E0207", "misplaced-version", "#version must stand before everything else in the source \
        except comments and white space, once, and not in an included file.";
    /// A word after `#` that is no directive.
    UNKNOWN_DIRECTIVE = "E0208", "unknown-directive", "The directives are #define, #undef, #if, #ifdef, #ifndef, \
        #elif, #else, #endif, #error, #pragma, #extension, #version, #line and #include.";
    /// A directive whose words do not follow its form.
    MALFORMED_DIRECTIVE = "E0209", "malformed-directive", "The directive lacks a word it needs, or has one it \
        cannot have.";
    /// `#else`, `#elif` or `#endif` without a beginning, or after `#else`.
    UNMATCHED_CONDITIONAL = "E0210", "unmatched-conditional", "An #elif, #else or #endif needs an #if, #ifdef or \
        #ifndef before it in the same file, and after #else only #endif may follow.";
    /// A macro defined twice with different meanings.
    MACRO_REDEFINED = "E0211", "macro-redefined", "A macro may be defined again only with the same parameters \
        and the same tokens. Use #undef to give it another meaning.";
    /// A macro name that is not the user's to define.
    RESERVED_MACRO = "E0212", "reserved-macro", "Macro names that begin with `GL_` are reserved, in ESSL 1.00 also \
        `defined`. The predefined macros can be neither defined nor undefined.";
    /// A parameter list that is not one.
    MACRO_PARAMETERS = "E0213", "macro-parameters", "The parameters of a macro are different names, separated by \
        commas, between parentheses that follow the macro's name without a blank. ESSL has no `...`.";
    /// A use of a function-like macro that does not fit its definition.
    MACRO_ARGUMENTS = "E0214", "macro-arguments", "A function-like macro takes as many arguments as it has \
        parameters, and its list of arguments must end in the file where it begins.";
    /// A name in a condition that is no macro.
    UNDEFINED_IN_CONDITION = "E0215", "undefined-in-condition", "In an #if or #elif, ESSL does not take names that \
        are not defined as macros for 0, as C does. Use `defined(NAME)` or #ifdef, which may also guard the name: \
        `#if defined(N) && N > 2`.";
    /// A condition that is no integer expression.
    INVALID_CONDITION = "E0216", "invalid-condition", "The condition of #if and #elif is an expression of \
        integers, `defined`, parentheses and the operators + - ~ ! * / % << >> < > <= >= == != & ^ | && ||.";
    /// A division by zero in a condition.
    CONDITION_DIVISION = "E0217", "condition-division", "The condition divides by zero.";
    /// `#error`.
    ERROR_DIRECTIVE = "E0218", "error-directive", "The source itself refuses to be compiled in this configuration, \
        by an #error directive.";
    /// `#extension … : require` of an extension that is not there.
    EXTENSION_UNSUPPORTED = "E0219", "extension-unsupported", "The source requires an extension that retroshade \
        does not know, or that the target or language version does not have.";
    /// An `#extension` that is not well formed.
    INVALID_EXTENSION = "E0220", "invalid-extension", "The form is `#extension NAME : BEHAVIOR` with the behaviours \
        require, enable, warn and disable; the name `all` goes with warn and disable only. In ESSL 3.00 it must \
        stand before the first declaration.";
    /// A `#line` that is not well formed.
    INVALID_LINE = "E0221", "invalid-line", "The forms are `#line LINE`, `#line LINE STRING` and \
        `#line LINE \"FILE\"`, with integer expressions for LINE and STRING.";
    /// A file named by `#include` that cannot be had.
    INCLUDE_NOT_FOUND = "E0222", "include-not-found", "The included file was not found or could not be read. It is \
        looked for in the folder of the including file, then in the folders given with -I, in order.";
    /// Includes inside includes without end.
    INCLUDE_DEPTH = "E0223", "include-depth", "Files include each other too deeply, probably in a circle. An \
        include guard (#ifndef, #define, #endif) or `#pragma once` breaks it.";
    /// Macros that grow beyond measure.
    MACRO_BUDGET = "E0224", "macro-budget", "The expansion of the macros takes more steps than a source of this \
        size can need. Macros that name each other twice double with each level.";
    /// A text beyond the size limit.
    SOURCE_TOO_LARGE = "E0225", "source-too-large", "The source, with everything it includes, is larger than the \
        compiler accepts.";
    /// More tokens than the compiler accepts.
    TOO_MANY_TOKENS = "E0226", "too-many-tokens", "After preprocessing the source has more tokens than the \
        compiler accepts.";
    /// A word beyond the length limit.
    IDENTIFIER_TOO_LONG = "E0227", "identifier-too-long", "Identifiers may have at most 1024 characters.";
    /// Macro invocations inside arguments of macro invocations without end.
    MACRO_DEPTH = "E0228", "macro-depth", "Invocations of function-like macros stand inside the arguments of \
        others, more levels deep than the compiler accepts.";
    /// `#pragma shader_stage` with another word than a stage.
    INVALID_STAGE = "E0229", "invalid-stage", "The form is `#pragma shader_stage(vertex)` or `(fragment)`. The \
        targets have no other stages.";
    /// A string outside `#include` and `#line`.
    STRING_LITERAL = "E0230", "string-literal", "ESSL has no strings. Text between double quotes is allowed in \
        #include and #line, and anything may stand in #error and #pragma.";
}
