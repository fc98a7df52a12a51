//! E0110 to E0189: what a program that follows the grammar may still do wrong.

super::codes! {
    /// A name declared twice in one scope.
    REDECLARED = "E0110", "redeclared", "Two declarations of one scope introduce the same name, as in `float a; vec2 a;`. \
        A name may be declared again only in an inner scope, where it hides the outer one. The parameters of a \
        function and its outermost block are one scope, and so are the parts of a `for` and its body. Rename one of the two.";
    /// A value of another type than its destination.
    TYPE_MISMATCH = "E0111", "type-mismatch", "An initialiser, an assigned value, a returned value or an operand of `?:` has \
        another type than the one that is required. ESSL converts nothing implicitly: `float f = 1;` must be written \
        `float f = 1.0;`, and an `int` becomes a `float` only through the constructor `float(i)`.";
    /// An operator that is not defined for its operands.
    OPERAND_TYPES = "E0112", "operand-types", "The operator does not exist for operands of these types. Arithmetic needs \
        operands of the same element type, and vectors of the same size or a scalar on one side; `<` and its kin compare scalars \
        only; `!`, `&&`, `||` and `^^` need `bool`. For vectors there are functions: `lessThan(a, b)`, `not(a)`.";
    /// No overload takes these arguments.
    NO_OVERLOAD = "E0113", "no-matching-overload", "A function of this name exists, but none with these parameter types. Arguments are \
        never converted: write `sin(1.0)`, not `sin(1)`. The message lists the overloads there are.";
    /// A constructor that cannot be made from its arguments.
    CONSTRUCTOR = "E0114", "constructor-arguments", "A constructor got too few components, an argument that would not be used, or an argument that \
        it cannot convert. `vec4(v2)` lacks two components; `vec2(a, b, c)` has one argument too many; a structure needs exactly one argument of the \
        right type for each member.";
    /// An expression that must be constant is not.
    NOT_CONSTANT = "E0115", "not-constant", "Here a constant expression is required: literals, `const` variables, built-in constants, \
        and operators, constructors and built-in functions of these. Uniforms, attributes, varyings, ordinary variables and calls of \
        user functions are not constant.";
    /// Something that cannot be written is written.
    NOT_ASSIGNABLE = "E0116", "not-assignable", "The target of an assignment, of `++` or `--`, or of an `out` or `inout` argument must be a variable \
        that may be written, or a part of one. Uniforms, attributes, varyings of a fragment shader, constants, `const` parameters and the \
        values of expressions cannot be written, and no component may occur twice in a swizzle that is written.";
    /// A swizzle that selects what is not there.
    SWIZZLE = "E0117", "bad-swizzle", "A swizzle has one to four letters of one of the sets `xyzw`, `rgba`, `stpq`, each naming a component the vector \
        has: `v.zz` needs at least a `vec3`. Scalars have no components in ESSL.";
    /// A member the structure does not have.
    UNKNOWN_MEMBER = "E0118", "unknown-member", "The structure or uniform block has no member of this name, or the value left of the dot has no members at all.";
    /// A constant index outside of its array, vector or matrix.
    INDEX_RANGE = "E0119", "index-out-of-range", "A constant index must lie between 0 and the number of elements minus one.";
    /// What cannot be indexed, or cannot be an index.
    INDEX = "E0120", "bad-index", "Arrays, vectors and matrices can be indexed, by a scalar `int` (or `uint` in ESSL 3.00): write `a[int(f)]` for a float `f`.";
    /// A condition that is no scalar bool.
    CONDITION = "E0121", "condition-not-bool", "The condition of `if`, `?:` and of loops must be a scalar `bool`. Numbers are not truth \
        values in ESSL: write `n != 0`; for a vector write `any(v)` or `all(v)`.";
    /// A name that belongs to the language.
    RESERVED_NAME = "E0122", "reserved-name", "Names that begin with `gl_` belong to the language and cannot be declared.";
    /// A qualifier that does not belong there.
    QUALIFIER = "E0123", "bad-qualifier", "A qualifier is repeated, out of order, or has no meaning at this place. The order is `invariant`, interpolation \
        (`flat`, `smooth`), storage (`const`, `attribute`, `varying`, `uniform`, `in`, `out`), precision. `attribute`, `varying` and \
        `uniform` are for global variables only.";
    /// A type that cannot cross the interface.
    INTERFACE_TYPE = "E0124", "interface-type", "In ESSL 1.00 attributes are floats, float vectors and matrices, and varyings are these or arrays of these. \
        ESSL 3.00 adds integers, which must be `flat` between the stages. Convert: pass an integer as a float and round it in the shader.";
    /// The size of an array is missing or not allowed.
    ARRAY_SIZE = "E0125", "array-size", "The size of an array must be a constant integral expression greater than zero. ESSL 1.00 has no arrays \
        without a size and no arrays of arrays.";
    /// What ESSL 1.00 does not allow with arrays.
    ARRAY_USE = "E0126", "array-use", "In ESSL 1.00 an array, or a structure with an array in it, can be indexed and passed to functions, but not initialised, assigned, compared, \
        selected with `?:` or returned. Copy the elements one by one, or use ESSL 3.00.";
    /// What cannot be done with samplers.
    SAMPLER_USE = "E0127", "sampler-use", "A sampler can only be a uniform or an `in` parameter, alone, in an array or in a structure. It cannot be a local variable, \
        assigned, computed with or returned.";
    /// A value of type void.
    VOID_USE = "E0128", "void-use", "`void` has no values: there are no variables of this type, and the call of a function that returns nothing cannot be an operand.";
    /// No default precision for a type that needs one.
    NO_PRECISION = "E0129", "no-precision", "In a fragment shader `float` has no default precision. Write `precision mediump float;` (or `highp`) \
        at the top of the shader, or a precision before the type of each declaration.";
    /// A precision where it has no meaning.
    PRECISION = "E0130", "bad-precision", "A precision can be given to floats, integers, vectors and matrices of these, and samplers; never to `bool` or structures. \
        A default can be set only for `float`, `int` and sampler types: `precision mediump float;` covers vectors and matrices too.";
    /// A variable that cannot be invariant.
    INVARIANT = "E0131", "bad-invariant", "`invariant` applies to outputs of the vertex shader (and in ESSL 1.00 to inputs of the fragment shader), at global scope, after \
        the variable was declared.";
    /// A function head that cannot be.
    FUNCTION_HEAD = "E0132", "bad-function", "The head of a function has an error: a parameter or result of a type that is not allowed there, a structure defined in it, \
        or a declaration that contradicts an earlier one. Overloads must differ in the types of their parameters; the result type and the \
        qualifiers of parameters do not count.";
    /// A function with two bodies or, in ESSL 1.00, two prototypes.
    FUNCTION_REDEFINED = "E0133", "function-redefined", "A function may have one body only. In ESSL 1.00 it may also have one prototype only.";
    /// A function that is called but has no body.
    MISSING_BODY = "E0134", "missing-body", "The function is declared and called but never defined. ESSL shaders are complete: there are no libraries to link with.";
    /// A function that calls itself.
    RECURSION = "E0135", "recursion", "A function calls itself, directly or through others. ESSL forbids recursion even where it is never executed, because its machines have no stack. \
        Use a loop.";
    /// `main` is missing or not `void main()`.
    MAIN = "E0136", "bad-main", "A shader starts at `void main()`, without parameters, which it must define.";
    /// A jump that leads nowhere.
    JUMP = "E0137", "bad-jump", "`break` belongs into a loop or a `switch`, `continue` into a loop, and `discard` into fragment shaders.";
    /// A return that does not fit the function.
    RETURN = "E0138", "bad-return", "A function with a result returns a value of exactly that type; a `void` function returns none.";
    /// A structure that cannot be.
    STRUCTURE = "E0139", "bad-structure", "The members of a structure have a type and a precision, but no storage qualifier, and a structure cannot be defined \
        inside another one: define it before.";
    /// A `switch` that cannot be.
    SWITCH = "E0140", "bad-switch", "The selector of a `switch` and its labels are scalars of the same integer type; labels are constant, occur once, and stand \
        directly in the body of the `switch`, which ends with a statement.";
    /// A built-in that needs an `#extension` line.
    EXTENSION_NEEDED = "E0141", "extension-needed", "The built-in name exists only with an extension of the language, which must be asked for at the top of the shader: \
        `#extension GL_OES_standard_derivatives : enable`.";
    /// A built-in of the other stage.
    WRONG_STAGE = "E0142", "wrong-stage", "Some built-in variables, functions and qualifiers exist in one kind of shader only: `gl_Position` and attributes in vertex shaders, \
        `gl_FragColor` and the bias of texture lookups in fragment shaders.";
    /// What the language version of the shader does not have.
    WRONG_VERSION = "E0143", "wrong-version", "ESSL 1.00 and 3.00 are different languages. A shader that begins with `#version 300 es` has `in`, `out`, `texture` and integers with all operators, but no \
        `attribute`, `varying`, `texture2D` or `gl_FragColor`; without that line it is the other way round.";
    /// Outputs of a fragment shader that exclude each other.
    FRAGMENT_OUTPUTS = "E0144", "fragment-outputs", "A fragment shader writes `gl_FragColor` or elements of `gl_FragData`, never both. In ESSL 3.00, several outputs need a \
        `layout(location = N)` each, all different.";
    /// A layout qualifier that has no meaning.
    LAYOUT = "E0145", "bad-layout", "A `layout(…)` names something that does not exist, does not apply to this declaration, or has a value that is out of range.";
    /// A part of the language that retroshade does not support.
    UNSUPPORTED_FEATURE = "E0146", "unsupported-language-feature", "This part of ESSL cannot run on any machine that retroshade compiles for, such as three-dimensional and integer textures or \
        the bit patterns of floats. It is refused while the language is checked.";
    /// A program that is larger than the compiler accepts.
    TOO_LARGE = "E0147", "too-large", "The compiler limits arrays to 65,536 elements, types to 16 MiB, and what must be kept in memory together, far more than any target holds. The message says \
        which limit it is.";
    /// A name that is something else than what its use demands.
    WRONG_KIND = "E0148", "wrong-kind-of-name", "The name is known, but it is a function where a value is needed, a variable where a function is needed, or a variable where a type is needed. \
        A variable hides functions and structures of the same name from its declaration to the end of its scope.";
    /// A built-in function defined again.
    BUILTIN_REDEFINED = "E0149", "built-in-redefined", "In ESSL 1.00 built-in functions can be overloaded with other parameter types but not replaced; in ESSL 3.00 their \
        names cannot be used for functions at all. Rename the function.";
    /// A constant without a value.
    CONST_WITHOUT_VALUE = "E0150", "const-without-value", "A `const` variable never changes, so it must get its value where it is declared: `const float half = 0.5;`.";
    /// A variable that cannot have an initialiser.
    INITIALIZER = "E0151", "bad-initializer", "Uniforms, attributes, varyings, inputs and outputs get their values from outside of the shader or from its statements: they cannot be initialised.";
    /// A uniform block that cannot be.
    BLOCK = "E0152", "bad-block", "Only uniforms can be grouped in blocks, at global scope. Their members are no samplers and carry no storage qualifier of another kind, and an array of blocks is indexed \
        by a constant.";
}
