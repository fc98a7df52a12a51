//! Wxxxx: what leaves the result valid but deserves a look.

super::codes! {
    /// A stray `;` at global scope.
    STRAY_SEMICOLON = "W0101", "stray-semicolon", "ESSL has no empty declaration: a lone `;` outside a function is an error. Most drivers \
        take it all the same; -Wno-error=stray-semicolon makes it a warning.";
    /// A global initialised by something that is not constant.
    NONCONST_GLOBAL = "W0110", "nonconstant-global", "ESSL asks for constant expressions as initialisers of global variables. Many drivers also accept uniforms and \
        other globals there and evaluate them before `main`. -Wno-error=nonconstant-global has this compiler do the same; the assignment moved into `main` works everywhere.";
    /// A matrix of three or four columns made from another in ESSL 1.00.
    MATRIX_FROM_MATRIX = "W0111", "matrix-from-matrix", "ESSL 1.00 reserves constructors such as `mat3(m4)`. Those between `mat3` and `mat4`, which take the rotation out of a transformation \
        or make one of a rotation, are in wide use, and all drivers accept them with the meaning of ESSL 3.00: the upper left part is taken, and missing elements are those of the identity.";
    /// A name with two underscores in a row.
    RESERVED_UNDERSCORES = "W0112", "reserved-underscores", "Names that contain `__` are reserved by ESSL. Many drivers accept them; -Wno-error=reserved-underscores makes it a warning.";
    /// Another matrix made from a matrix in ESSL 1.00.
    MAT2_CONVERSION = "W0118", "mat2-conversion", "ESSL 1.00 reserves constructors that make a matrix from a matrix. Drivers that know ESSL 3.00 accept `mat2(m3)` or `mat4(m2)` all the same: \
        the upper left part is taken, and missing elements are those of the identity.";
    /// The size of an array in front of the name in ESSL 1.00.
    ARRAY_BEFORE_NAME = "W0120", "array-before-name", "In ESSL 1.00 the size of an array stands behind the name: `float a[2]`. `float[2] a` belongs to ESSL 3.00, \
        though some drivers accept it in both; -Wno-error=array-before-name makes it a warning.";
    /// An integer that a float cannot hold.
    WIDE_INTEGER = "W0119", "wide-integer", "The machines hold integers in 32-bit floats, or shorter ones, which are exact up to 16777216. \
        Arithmetic with larger integers is rounded, and operations on their bits give other results than in OpenGL ES.";
    /// A place of a uniform or block, in a dialect that has such places.
    IGNORED_LAYOUT = "W0121", "ignored-layout", "Locations of uniforms, and sets, bindings and offsets of blocks have no meaning on these machines. Registers are given in order, \
        or by --bind and `#pragma retroshade bind`; the reflection says where everything is.";
    /// A loop that a minimal ESSL 1.00 implementation need not accept.
    APPENDIX_A_LOOP = "W0113", "appendix-a-loop", "Appendix A of ESSL 1.00 guarantees only `for (int i = constant; i < constant; i += constant)` loops whose counter is not written in the body. \
        Other loops work where driver and machine allow.";
    /// An index that a minimal ESSL 1.00 implementation need not accept.
    APPENDIX_A_INDEX = "W0114", "appendix-a-index", "Appendix A of ESSL 1.00 guarantees, in fragment shaders and for samplers, only indices made of constants and loop counters. \
        Other indices work where driver and machine allow.";
    /// A function that may end without returning its value.
    MISSING_RETURN = "W0115", "missing-return", "The end of a function with a result can be reached without `return`: the result is undefined then.";
    /// A use of an extension whose behaviour is `warn`.
    EXTENSION_USED = "W0116", "extension-used", "The shader set the behaviour of an extension to `warn` and uses it here.";
    /// A declaration that declares nothing.
    EMPTY_DECLARATION = "W0117", "empty-declaration", "A declaration such as `float;` introduces no name and has no effect.";
    /// A uniform that no statement reads.
    UNUSED_UNIFORM = "W0122", "unused-uniform", "Nothing reads the uniform, so that the program has no register for it. Looked for by its name, as by \
        `shaderInstanceGetUniformLocation` of the 3DS, it is not there.";
    /// An attribute that no statement reads.
    UNUSED_ATTRIBUTE = "W0123", "unused-attribute", "Nothing reads the attribute, so that the program has no register for it, and the vertices need not have it.";
    /// A varying that is not written, or not read.
    UNUSED_VARYING = "W0124", "unused-varying", "The vertex shader never writes the varying, or the fragment shader never reads it. It takes no register \
        where it stands; what the other shader of the pair computes for it is work for nothing.";
    /// A variable that no statement uses.
    UNUSED_VARIABLE = "W0125", "unused-variable", "The variable is declared and never read or written.";
    /// A function that `main` does not reach.
    UNUSED_FUNCTION = "W0126", "unused-function", "Neither `main` nor a function that it calls calls this one. Functions of included files are not looked at: \
        libraries have more of them than a shader needs.";
    /// A division of integers by zero.
    DIVISION_BY_ZERO = "W0127", "division-by-zero", "The divisor of the integers is zero. ESSL leaves the result undefined, and machines without integers give something else \
        on each target.";
    /// An operation whose result the language leaves undefined, whatever the inputs are.
    UNDEFINED_MATH = "W0128", "undefined-math", "A negative number to a power that is not a small whole literal, 0 to the power of 0 or less, and the direction of a zero \
        vector are undefined: one target gives no number, another infinity, a third some number. A negative base is all right where the exponent is the literal -1, \
        0, 1, 2, 3 or 4, which every target takes for a product.";
    /// A power whose base may be negative.
    NEGATIVE_BASE = "W0129", "negative-base", "`pow` of a negative base is undefined, and no number on most targets: black or white dots in the picture. Nothing in the shader \
        shows that the base of this one is not negative. `abs` or `max(x, 0.0)` around the base, or a literal exponent of 2, 3 or 4, makes it defined. Shown with \
        -Wnegative-base or -Wextra only, since most such bases never are negative.";
    /// A vertex shader that leaves the position open.
    MISSING_POSITION = "W0130", "missing-position", "The vertex shader never writes `gl_Position`, so that its vertices are anywhere or nowhere: nothing is drawn. A vertex program \
        that only hands values to a geometry program may do without.";
    /// A loop that nothing leaves.
    ENDLESS_LOOP = "W0131", "endless-loop", "The condition of the loop is always true, or missing, and its body has no `break`, `return` or `discard`: on the machine the program \
        hangs, and the whole picture with it.";
    /// A vector of Cg that becomes a smaller one.
    CUT_VECTOR = "W0132", "cut-vector", "Where Cg wants a smaller vector or matrix it takes the first components of the given one, so that a component that was forgotten \
        elsewhere goes unnoticed. cgc warns as well (C7011). A swizzle or a cast says that it is meant.";
    /// A fraction that half floats have no bits for.
    HALF_FRACTION = "W0524", "half-fraction", "Half floats have 11 bits of significand: numbers from 1024 up have no fraction, and a fraction taken from them is 0. \
        The usual noise, `fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453)`, is 0 everywhere on Mali's fragment processor. Multiply by less than 64, or look \
        noise up in a texture.";
    /// A loop that half floats cannot count.
    HALF_LOOP = "W0525", "half-loop", "Half floats have 11 bits of significand: 2048 and 1 are 2048, so that a counter on Mali's fragment processor stays there, and a loop \
        that waits for a larger one never ends. In steps of 2 it reaches 4096. Count in larger steps, or in two loops, one within the other.";
    /// A varying without an output register of its own.
    CROWDED_OUTPUTS = "W0405", "crowded-outputs", "The target has fewer output registers than the shader has varyings. The varying named shares a register \
        with another one, or goes to one that the hardware takes for something else. Bind varyings to registers to choose yourself.";
    /// A varying that a fixed fragment stage reads elsewhere than its declaration says.
    APART_REGISTER = "W0411", "apart-register", "Names and types of varyings say which register of a fixed fragment stage each has, so that shaders which are compiled apart \
        agree. What this shader does with the varying needs another register, such as one coordinate for two textures, or a colour that has the name of a coordinate. \
        The record says which; a vertex program must be made for it, as `retroshade link` does.";
    /// A shader that is compiled without the one that it asks to do work for it.
    ALONE = "W0414", "alone", "`#pragma retroshade per_vertex` asks for computations to be moved into the vertex shader. A fragment shader that is compiled by itself \
        computes them for each fragment, or is refused where its machine cannot. Where both shaders are linked, they move.";
    /// A uniform that some functions of the library named by --engine do not set.
    ENGINE_CALL = "W0415", "engine-call", "The library that --engine names has functions for integers and truths, which set registers of their own kinds. This uniform is computed with, \
        so that it is in a register of floats, and the functions for floats set it.";
    /// An assembler macro whose destination or temporary is its source.
    MACRO_OVERWRITES_SOURCE = "W0511", "macro-overwrites-source", "A macro of the NV2A assembler expands to several instructions.         When its destination or its temporary is also its source, the later ones read what the earlier ones wrote.";
    /// An attribute that NV_vertex_program and the chip number differently.
    RENUMBERED_ATTRIBUTE = "W0512", "renumbered-attribute", "NV_vertex_program has texture coordinates at v[8] and up, the NV2A at v9 and up.         The application must send the data to the chip's number.";
    /// A pair whose result in r1 nobody knows.
    BOTH_UNITS_WRITE_R1 = "W0513", "both-units-write-r1", "Both operations of an NV2A slot write r1. Emulators disagree about which result stays, and         no console test tells.";
    /// A mask on the destination of an assembler macro.
    MACRO_MASK = "W0514", "macro-mask", "A macro of the NV2A assembler writes the lanes that its mask names. nv2a-vsh ignores the mask and \
        writes all lanes, so that the same text makes another program there.";
    /// A character of an AGAL text that other assemblers pass over.
    STRAY_CHARACTER = "W0516", "stray-character", "Adobe's AGAL assembler looks for opcodes and registers and passes over what stands between them, such as a comma behind the \
        opcode or a `+` at the end of a line. Texts that are in use have those; they mean the same without.";
    /// An instruction whose result goes nowhere.
    NO_DESTINATION = "W0515", "no-destination", "`_` as a destination means that the operation writes no register: it takes a place in its slot and has \
        no effect.";
    /// A number that a half float does not hold exactly.
    HALF_CONSTANT = "W0521", "half-constant", "Constants of Mali fragment programs are half floats: 11 bits of significand, at most 65504. The number \
        is rounded to the nearest one, or cannot be represented at all.";
    /// A result that leaves the range of half floats.
    HALF_OVERFLOW = "W0522", "half-overflow", "Results of Mali fragment programs are half floats, which end at 65504; what is larger becomes infinite, and what is computed from \
        that often is no number at all. Scale the operands down first, or take remainders and fractions earlier.";
    /// Colours that no frame buffer of the chip takes.
    DROPPED_COLOR = "W0523", "dropped-color", "The frame buffer of Mali-200/400 has one colour. In OpenGL ES a colour without a draw buffer is dropped, \
        so what the shader writes to the others goes nowhere, and is not computed. A picture of each takes a drawing of its own.";
    /// Precision that the fragment processor does not have.
    HALF_PRECISION = "W0321", "half-precision", "The fragment processor of Mali-200/400 computes in half floats: 11 bits of significand, at most 65504. \
        A variable declared `highp` has no more than that.";
    /// A colour that combiner stages only come near.
    COMBINER_ERROR = "W0322", "combiner-error", "Combiner stages compute in steps of 1/255, and every product is rounded. The record's `max_error` is a bound on \
        the difference from the exact colour; the warning says that the stages add more than two steps to what the rounding of their inputs costs. \
        Fewer multiplications, or a smaller gain, lose less.";
    /// A program that some rule of the machine calls dangerous.
    HAZARD = "W0401", "hazard", "The program does something that is known to hang or confuse the machine in some cases, though \
        programs exist that get away with it. The message names the rule.";
    /// A program that is shown or run although it breaks a rule of its machine.
    ILLEGAL_PROGRAM = "W0406", "illegal-code", "The program breaks a rule that the hardware or the runtime's verifier enforces. It is \
        shown or simulated all the same, and an error where 3DS programs are assembled, unless -Wno-error=illegal-code has them made with this warning; on the machine it would be refused, hang, or do what nobody knows.";
    /// A varying that the fixed pipeline of PICA200 cannot take.
    UNMAPPED_VARYING = "W0403", "unmapped-varying", "The fragment stage of PICA200 is fixed: it takes colour, three texture coordinates, a normal \
        quaternion and a view vector. The varying is none of these, so that nothing would read it, and is left out with all \
        that computes it. If a geometry program follows, `--target-option geometry=on` keeps it.";
    /// gl_PointSize on a chip without points.
    NO_POINT_SIZE = "W0404", "no-point-size", "The chip draws no points. What the shader writes to gl_PointSize is dropped.";
    /// More attributes than the runtime library loads.
    MANY_ATTRIBUTES = "W0408", "many-attributes", "The vertex unit of PICA200 has more input registers than citro3d's `C3D_AttrInfo` has room for: 12. \
        A program that reads more of them needs other code to load its vertices.";
    /// A number of an assembly text that picasso reads as another one.
    NUMBER_PREFIX = "W0407", "number-prefix", "picasso converts a constant with C's `atof`, and the size of an array with `atoi`: they stop without a word where the number ends, so that `1.0/128.0` is 1, and `[32*2]` are 32 registers. \
        The text is taken as picasso takes it; write the number that is meant.";
    /// A program of another optimisation level than the one that was asked for.
    OTHER_LEVEL = "W0410", "other-level", "At the level that was asked for, the program does not fit the machine; what another level makes of the shader does. \
        The message names that level, and what does not fit otherwise. Asking for that level makes the same program without the warning.";
    /// A name of an assembly text that hides a register.
    HIDDEN_REGISTER = "W0409", "hidden-register", "picasso takes a declaration such as `.out o1 position`, whose name is that of a register, and gives \
        it the next free one, which may be another: the name then means that one, and nothing in the text names the register it hides. The text is taken as picasso takes it.";
    /// Components of a write mask that are out of order.
    MASK_ORDER = "W0402", "mask-order", "A write mask is a set of components. Written in another order than xyzw it may look like a \
        swizzle, which destinations do not have.";
    /// A cube map without mipmaps.
    FLAT_CUBE = "W0302", "flat-cube", "The flags of a sampler ask for lookups into a cube map without mipmaps. Stage3D has an error \
        for that (3704), though many programs do it and run.";
    /// Points are drawn by no program of this target, or have one size.
    NO_POINTS = "W0301", "no-points", "The shader sets `gl_PointSize`, but the target draws no points, or all of them one pixel large, so \
        that it has no effect.";
    /// A varying that the vertex shader declares and never writes.
    UNWRITTEN_VARYING = "W0701", "unwritten-varying", "The fragment shader reads a varying that the vertex shader declares, \
        but never writes. Its value is undefined in OpenGL ES; here it is 0.";
    /// A uniform of both shaders with two precisions.
    UNIFORM_PRECISION = "W0702", "uniform-precision", "Uniforms of both shaders of a pair with one name are one variable: ESSL demands \
        the same precision. The default precision of floats is `highp` in vertex shaders and whatever the source says in fragment shaders, \
        so that a uniform of both needs a qualifier. -Wno-error=uniform-precision makes it a warning.";
    /// A file with several programs of which one was taken.
    SEVERAL_PROGRAMS = "W0803", "several-programs", "A SHBIN file may hold several programs, such as a vertex program and the geometry program that follows it. \
        One is taken: the first vertex program, or the one that --program names by its number, from 0, or its stage.";
    /// A part of a file that could not be read.
    UNREAD_PART = "W0804", "unread-part", "A part of a file that holds programs among other things is damaged or of a kind that is not known. Programs in it are \
        not found, those in other parts are.";
    /// A vertex and a fragment program that were compiled apart and do not agree.
    VARYINGS_APART = "W0703", "varyings-apart", "A vertex and a fragment shader that are compiled apart get the registers of their varyings from \
        their declarations: name, type, order. These two declare other varyings, or the fragment stage can read one only where the vertex program does not write it, \
        so that values go to the wrong place. `retroshade link` compiles them for each other; so does [[pairs]] in the description of a pack. If they do not belong together, \
        -Wno-error=varyings-apart makes it a warning.";
    /// Work that was to be done for each vertex and stays.
    NOTHING_MOVED = "W0704", "nothing-moved", "`--per-vertex` or `#pragma retroshade per_vertex` asks for computations to be moved into the vertex shader. Only those of varyings, \
        uniforms and numbers can move: lookups, derivatives and what is computed of them stay.";
    /// A picture without a visible pixel.
    EMPTY_PICTURE = "W0805", "empty-picture", "Every pixel of the picture is transparent: the vertices are outside of it, all fragments are discarded, or their alpha is 0. \
        Defaults for matrices of bones and the like seldom put vertices where the eye is.";
    /// A value that `render` put in for one that was not given.
    DEFAULT_VALUE = "W0801", "default-value", "A uniform, texture or attribute was not given, and the picture shows a default: by its name, such as the time or a matrix of \
        the built-in view, else 0.5, or a checkerboard. --set NAME=VALUE and --inputs give values; -Werror=default-value insists on them.";
    /// A stage of a pair for which the target has no programs.
    INTERPRETED_STAGE = "W0802", "interpreted-stage", "The fixed fragment stage of the target cannot do what the fragment shader of a pair does. In the picture the reference interpreter computes it, in 32-bit floats.";
}

/// Warnings about declarations that are never used.
pub const UNUSED: &[super::Code] = &[
    UNUSED_UNIFORM,
    UNUSED_ATTRIBUTE,
    UNUSED_VARYING,
    UNUSED_VARIABLE,
    UNUSED_FUNCTION,
];

/// Warnings that are shown only if a flag asks for them. Those about Appendix A of ESSL 1.00 are about drivers
/// that none of the targets has, and most bases of powers that might be negative never are.
pub const OFF_BY_DEFAULT: &[super::Code] = &[
    UNUSED_UNIFORM,
    UNUSED_ATTRIBUTE,
    UNUSED_VARYING,
    UNUSED_VARIABLE,
    UNUSED_FUNCTION,
    APPENDIX_A_LOOP,
    APPENDIX_A_INDEX,
    NEGATIVE_BASE,
];

/// Errors by ESSL that many drivers accept, unless a user asks by name for a warning.
pub const LENIENCIES: &[super::Code] = &[
    STRAY_SEMICOLON,
    NONCONST_GLOBAL,
    RESERVED_UNDERSCORES,
    ARRAY_BEFORE_NAME,
    UNIFORM_PRECISION,
    VARYINGS_APART,
    super::preprocessor_warning::MISPLACED_EXTENSION,
    super::preprocessor_warning::EXTRA_TOKENS,
];
