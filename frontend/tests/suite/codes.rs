//! Provokes every code of the checker, and only that code.

use crate::support;

use retroshade_diagnostics::codes::{self, Code, semantic, warning};
use retroshade_ir::Stage;
use support::check;

/// Code, the words of the message that matter, the shader. `V`, `F`: ESSL 1.00; `V3`, `F3`: ESSL 3.00,
/// with `#version` and default precision in front; `Bare` is `F` without default precision,
/// `Warn` is `F` with derivatives set to `warn`.
type Row = (Code, &'static str, Kind, &'static str);

#[derive(Clone, Copy, Debug)]
enum Kind {
    V,
    F,
    V3,
    F3,
    Bare,
    Warn,
}
use Kind::{Bare, F, F3, V, V3, Warn};

impl Kind {
    fn stage(self) -> Stage {
        match self {
            V | V3 => Stage::Vertex,
            F | F3 | Bare | Warn => Stage::Fragment,
        }
    }

    fn text(self, body: &str) -> String {
        match self {
            V | Bare => body.to_owned(),
            F => format!("precision mediump float;\n{body}"),
            Warn => {
                let extension = "#extension GL_OES_standard_derivatives : warn";
                format!("{extension}\nprecision mediump float;\n{body}")
            }
            V3 => format!("#version 300 es\n{body}"),
            F3 => format!("#version 300 es\nprecision mediump float;\n{body}"),
        }
    }
}

#[rustfmt::skip] // A row is a line.
const ROWS: &[Row] = &[
    // Names and scopes.
    (codes::language::UNKNOWN_NAME, "unknown variable `x`", V, "void main() { x + x; x = 1.0; }"),
    (codes::language::UNKNOWN_NAME, "unknown variable `nope`", V, "void main() { float a = nope; }"),
    (codes::language::UNKNOWN_NAME, "unknown function `nope`", V, "void main() { float a = nope(1.0); }"),
    (semantic::REDECLARED, "`a` is declared twice", V, "float a; vec2 a; void main() {}"),
    (semantic::REDECLARED, "`a` is declared twice", V3, "float f(int a) { int a; return 1.0; } void main() {}"),
    (semantic::REDECLARED, "`a` is declared twice", V, "float f(int a, int a) { return 1.0; } void main() {}"),
    (semantic::REDECLARED, "`a` is declared twice", V, "float f(int a) { int a; int a; return 1.0; } void main() {}"),
    (semantic::REDECLARED, "`a` hides the parameter that it is made of", V, "float f(float a) { float a = a + 1.0; return a; } void main() {}"),
    (semantic::REDECLARED, "`f` is declared twice", V, "float f; void f() {} void main() {}"),
    (semantic::REDECLARED, "member `a` is declared twice", V, "struct S { float a; int a; }; void main() {}"),
    (semantic::RESERVED_NAME, "`gl_x` is reserved", V, "float gl_x; void main() {}"),
    (warning::RESERVED_UNDERSCORES, "`a__b` is reserved", V, "float a__b; void main() {}"),
    (semantic::WRONG_KIND, "`f` is a function, not a value", V, "float f() { return 1.0; } void main() { float a = f; }"),
    (semantic::WRONG_KIND, "`a` is a variable, not a function", V, "float a; void main() { a(); }"),
    (semantic::WRONG_KIND, "built-in function", V, "void main() { float a = sin; }"),
    // Types.
    (semantic::TYPE_MISMATCH, "initialiser of `a`: expected `float`, found `int`", V, "void main() { float a = 1; }"),
    (semantic::TYPE_MISMATCH, "assignment: expected `vec2`, found `vec3`", V, "void main() { vec2 a; a = vec3(1.0); }"),
    (semantic::TYPE_MISMATCH, "returned value: expected `float`, found `bool`", V, "float f() { return true; } void main() {}"),
    (semantic::TYPE_MISMATCH, "choices of `?:` differ", V, "void main() { float a = true ? 1.0 : 1; }"),
    (semantic::TYPE_MISMATCH, "label: expected `int`, found `uint`", V3, "uniform int n; void main() { switch (n) { case 1u: break; } }"),
    (semantic::OPERAND_TYPES, "`+` cannot take `float` and `int`", V, "void main() { float a = 1.0 + 1; }"),
    (semantic::OPERAND_TYPES, "`*=` cannot take `vec3` and `mat2`", V, "void main() { vec3 a; a *= mat2(1.0); }"),
    (semantic::OPERAND_TYPES, "`*` cannot take `mat3x4` and `mat3x4`", V3, "uniform mat3x4 m; void main() { mat3x4 r = m * m; }"),
    (semantic::OPERAND_TYPES, "`*=` cannot take `mat2x3` and `mat2x3`", V3, "uniform mat2x3 m; void main() { mat2x3 r = m; r *= m; }"),
    (semantic::OPERAND_TYPES, "`<` cannot take `vec2` and `vec2`", V, "void main() { vec2 a; bool b = a < a; }"),
    (semantic::OPERAND_TYPES, "`!` cannot take `bvec2`", V, "void main() { bvec2 a; a = !a; }"),
    (semantic::OPERAND_TYPES, "`-` cannot take `bool`", V, "void main() { bool a; a = -a; }"),
    (semantic::OPERAND_TYPES, "`+` cannot take `bool`", V, "void main() { bool a; a = +a; }"),
    (semantic::OPERAND_TYPES, "`++` cannot take `bool`", V, "void main() { bool a; ++a; }"),
    (semantic::OPERAND_TYPES, "`%` cannot take `float` and `float`", V3, "void main() { float a = 1.0 % 2.0; }"),
    (semantic::OPERAND_TYPES, "`<<` cannot take `int` and `ivec2`", V3, "uniform int n; void main() { int a = n << ivec2(1); }"),
    (semantic::NO_OVERLOAD, "no overload `sin(int)`", V, "void main() { float a = sin(1); }"),
    (semantic::NO_OVERLOAD, "no overload `f(float)`", V, "void f(int a) {} void main() { f(1.0); }"),
    (semantic::CONSTRUCTOR, "`vec4` needs 4 components, but 2 are given", V, "void main() { vec4 a = vec4(1.0, 2.0); }"),
    (semantic::CONSTRUCTOR, "this argument would not be used", V, "void main() { vec2 a = vec2(1.0, 2.0, 3.0); }"),
    (semantic::CONSTRUCTOR, "a matrix only alone", V, "void main() { mat3 a = mat3(mat2(1.0), 1.0); }"),
    (semantic::CONSTRUCTOR, "`S` has 1 member, but 2 are given", V, "struct S { int a; }; void main() { S s = S(1, 2); }"),
    (semantic::CONSTRUCTOR, "member `a` of `S`: expected `int`, found `float`", V, "struct S { int a; }; void main() { S s = S(1.0); }"),
    (semantic::CONSTRUCTOR, "`float` cannot be made of `S`", V, "struct S { int a; }; void main() { float a = float(S(1)); }"),
    (semantic::CONSTRUCTOR, "`float[2]` has 2 elements, but 1 is given", V3, "void main() { float a[2] = float[2](1.0); }"),
    (semantic::CONSTRUCTOR, "element of `float[1]`: expected `float`, found `int`", V3, "void main() { float a[1] = float[](1); }"),
    (semantic::CONSTRUCTOR, "no constructor of `sampler2D`", V, "void main() { sampler2D(1); }"),
    (warning::MATRIX_FROM_MATRIX, "`mat3` from `mat4` is reserved", V, "void main() { mat3 a = mat3(mat4(1.0)); }"),
    (warning::MAT2_CONVERSION, "`mat2` from `mat3` is reserved", V, "void main() { mat2 a = mat2(mat3(1.0)); }"),
    (warning::MAT2_CONVERSION, "`mat4` from `mat2` is reserved", V, "void main() { mat4 a = mat4(mat2(1.0)); }"),
    (semantic::CONDITION, "must be `bool`, this is `int`", V, "void main() { if (1) {} }"),
    (semantic::CONDITION, "this declares `int`", V, "void main() { while (int i = 1) {} }"),
    (semantic::VOID_USE, "a variable cannot be `void`", V, "void a; void main() {}"),
    (semantic::VOID_USE, "a value is needed", V, "void f() {} void main() { float a = 1.0 + f(); }"),
    (semantic::VOID_USE, "no arrays of `void`", V, "void a[2]; void main() {}"),
    // Constants.
    (semantic::NOT_CONSTANT, "the value of the constant `a`", V, "uniform int u; const int a = u; void main() {}"),
    (semantic::NOT_CONSTANT, "initialiser of the global `a`", V, "attribute float u; float a = u; void main() {}"),
    (semantic::NOT_CONSTANT, "initialiser of the global `a`", V3, "uniform float u; float a = u; void main() {}"),
    (semantic::NOT_CONSTANT, "a label must be constant", V3, "uniform int n; void main() { switch (n) { case n: break; } }"),
    (warning::WIDE_INTEGER, "larger than 16777216", V, "void main() { int a = 16777217; }"),
    (warning::WIDE_INTEGER, "larger than 16777216", V3, "uint a = 0xffffffffu; void main() {}"),
    (warning::NONCONST_GLOBAL, "initialiser of the global `a`", V, "uniform float u; float a = u; void main() {}"),
    (semantic::CONST_WITHOUT_VALUE, "the constant `a` has no value", V, "const float a; void main() {}"),
    (semantic::INITIALIZER, "`a` cannot be initialised", V, "uniform float a = 1.0; void main() {}"),
    // Writing.
    (semantic::NOT_ASSIGNABLE, "`u` cannot be assigned", V, "uniform float u; void main() { u = 1.0; }"),
    (semantic::NOT_ASSIGNABLE, "`k` cannot be changed by `++`", V, "const int k = 1; void main() { k++; }"),
    (semantic::NOT_ASSIGNABLE, "occurs twice", V, "void main() { vec2 a; a.xx = a; }"),
    (semantic::NOT_ASSIGNABLE, "`a` cannot be assigned", V, "void f(const int a) { a = 1; } void main() {}"),
    (semantic::NOT_ASSIGNABLE, "cannot be passed to an `out` parameter", V, "void f(out int a) {} void main() { f(1); }"),
    (semantic::NOT_ASSIGNABLE, "this expression cannot be assigned", V, "void main() { int a; +a = 1; }"),
    // Parts.
    (semantic::SWIZZLE, "`.xq` is no swizzle of `vec4`", V, "void main() { vec4 a; a.xq; }"),
    (semantic::SWIZZLE, "`.z` is no swizzle of `vec2`", V, "void main() { vec2 a; a.z; }"),
    (semantic::SWIZZLE, "`float` has no member `x`", V, "void main() { float a; a.x; }"),
    (semantic::UNKNOWN_MEMBER, "`S` has no member `b`", V, "struct S { int a; }; void main() { S s; s.b; }"),
    (semantic::UNKNOWN_MEMBER, "`float[2]` has no member `x`", V, "void main() { float a[2]; a.x; }"),
    (semantic::UNKNOWN_MEMBER, "block has no member `b`", V3, "uniform B { int a; } i; void main() { i.b; }"),
    (semantic::UNKNOWN_MEMBER, "`float` has no method `length`", V3, "void main() { float a; a.length(); }"),
    (semantic::INDEX_RANGE, "the index 2 is out of range", V, "void main() { vec2 a; a[2]; }"),
    (semantic::INDEX_RANGE, "the index -1 is out of range", V, "void main() { float a[2]; a[-1]; }"),
    (semantic::INDEX, "an index must be an integer", V, "void main() { vec2 a; a[1.0]; }"),
    (semantic::INDEX, "`float` cannot be indexed", V, "void main() { float a; a[0]; }"),
    (semantic::INDEX, "`gl_FragData` needs a constant index", F, "void main() { int n = 0; gl_FragData[n++] = vec4(1.0); }"),
    (semantic::INDEX, "`c` needs a constant index", F3, "uniform int n; out vec4 c[2]; void main() { c[n] = vec4(1.0); }"),
    (semantic::INDEX, "samplers needs a constant index", F3, "uniform sampler2D s[2]; uniform int n; void main() { texture(s[n], vec2(0.0)); }"),
    // Declarations.
    (semantic::QUALIFIER, "`uniform` is not allowed on a local variable", V, "void main() { uniform float a; }"),
    (semantic::QUALIFIER, "`uniform` must stand before `lowp`", V, "lowp uniform float a; void main() {}"),
    (semantic::QUALIFIER, "`lowp` is given twice", V, "uniform lowp lowp float a; void main() {}"),
    (semantic::QUALIFIER, "`highp` contradicts `lowp`", V, "uniform lowp highp float a; void main() {}"),
    (semantic::QUALIFIER, "`flat` is not allowed", V3, "flat uniform int a; void main() {}"),
    (semantic::QUALIFIER, "`const` is not allowed", V, "void f(const out float a) {} void main() {}"),
    (semantic::QUALIFIER, "`uniform` is not allowed on a parameter", V, "void f(uniform float a) {} void main() {}"),
    (semantic::INTERFACE_TYPE, "an attribute cannot be `int`", V, "attribute int a; void main() {}"),
    (semantic::INTERFACE_TYPE, "a varying cannot be `bool`", V3, "out bool a; void main() {}"),
    (semantic::INTERFACE_TYPE, "must be `flat`", F3, "in highp int a; void main() {}"),
    (semantic::INTERFACE_TYPE, "a varying cannot be `S`", V3, "struct S { float a[2]; }; out S s; void main() {}"),
    (semantic::INTERFACE_TYPE, "a varying cannot be `S[2]`", V3, "struct S { float a; }; out S s[2]; void main() {}"),
    (semantic::REDECLARED, "`B` is declared twice", V3, "uniform B { float a; }; float B; void main() {}"),
    (semantic::WRONG_KIND, "`B` is a block, not a value", V3, "uniform B { float a; }; void main() { B; }"),
    (semantic::INTERFACE_TYPE, "an output cannot be `mat2`", F3, "out mat2 a; void main() {}"),
    (semantic::ARRAY_SIZE, "must be a positive integer constant", V, "float a[0]; void main() {}"),
    (semantic::ARRAY_SIZE, "must be a positive integer constant", V, "uniform int n; void main() { float a[n]; }"),
    (semantic::ARRAY_SIZE, "an array needs a size here", V3, "void f(float a[]) {} void main() {}"),
    (semantic::ARRAY_SIZE, "needs an initialiser", V3, "void main() { float a[]; }"),
    (semantic::TOO_LARGE, "an array of 100000 elements is too long", V, "float a[100000]; void main() {}"),
    (semantic::TOO_LARGE, "is too large", V, "struct S { mat4 a[65536]; }; struct T { S s; S t; S u; S v; }; T t[2]; void main() {}"),
    (semantic::ARRAY_USE, "`float[2]` cannot be assigned", V, "void main() { float a[2], b[2]; a = b; }"),
    (semantic::ARRAY_USE, "cannot be initialised", V, "void main() { float a[2]; float b[2] = a; }"),
    (semantic::ARRAY_USE, "`==` cannot compare `float[2]`", V, "void main() { float a[2]; bool b = a == a; }"),
    (semantic::ARRAY_USE, "`?:` cannot give `float[2]`", V, "void main() { float a[2]; (true ? a : a)[0]; }"),
    (semantic::ARRAY_USE, "cannot return `S`", V, "struct S { float a[2]; }; S f() { S s; return s; } void main() {}"),
    (semantic::SAMPLER_USE, "`sampler2D` cannot be a local variable", V, "void main() { sampler2D s; }"),
    (semantic::SAMPLER_USE, "must be a uniform", V, "sampler2D s; void main() {}"),
    (semantic::SAMPLER_USE, "cannot be assigned", V, "uniform sampler2D s, t; void main() { s = t; }"),
    (semantic::SAMPLER_USE, "`+` cannot take", V, "uniform sampler2D s; void main() { s + s; }"),
    (semantic::SAMPLER_USE, "only be an `in` parameter", V, "void f(out sampler2D s) {} void main() {}"),
    (semantic::SAMPLER_USE, "cannot return", V, "sampler2D f(); void main() {}"),
    (semantic::NO_PRECISION, "no precision for `vec4`", Bare, "varying vec4 a; varying float b; void main() {}"),
    (semantic::NO_PRECISION, "no precision for `float`", Bare, "struct S { highp float a; }; void main() { { precision highp float; } float b; }"),
    (semantic::PRECISION, "`bool` has no precision", V, "lowp bool a; void main() {}"),
    (semantic::PRECISION, "a default precision can be set", V, "precision lowp vec2; void main() {}"),
    (semantic::INVARIANT, "only outputs can be invariant", V, "invariant uniform float a; void main() {}"),
    (semantic::INVARIANT, "`a` cannot be invariant", V, "uniform float a; invariant a; void main() {}"),
    (semantic::STRUCTURE, "cannot be defined inside another one", V, "struct S { struct T { int a; } t; }; void main() {}"),
    (semantic::STRUCTURE, "may have a precision only", V, "struct S { uniform int a; }; void main() {}"),
    (semantic::BLOCK, "only uniforms can be grouped", V3, "out B { float a; }; void main() {}"),
    (semantic::BLOCK, "`sampler2D` cannot be in a uniform block", V3, "uniform B { sampler2D a; }; void main() {}"),
    (semantic::BLOCK, "cannot be defined inside a uniform block", V3, "uniform B { struct S { float a; } s; }; void main() {}"),
    (semantic::LAYOUT, "layout `std140` is for a whole uniform block", V3, "uniform B { layout(std140) float a; }; void main() {}"),
    (semantic::LAYOUT, "layout `packed` is for a whole uniform block", V3, "uniform B { layout(packed, row_major) mat4 a; }; void main() {}"),
    (semantic::LAYOUT, "layout `shared` is for a whole uniform block", V3, "uniform B { layout(shared) float a; } b; void main() {}"),
    (semantic::BLOCK, "a constant index within its size", V3, "uniform B { float a; } b[2]; void main() { b[2].a; }"),
    (semantic::BLOCK, "a member of the block is needed", V3, "uniform B { float a; } b[2]; void main() { b.a; }"),
    (semantic::QUALIFIER, "`flat` is not allowed in a uniform block", V3, "uniform B { flat int a; }; void main() {}"),
    (semantic::LAYOUT, "layout `offset` has no meaning", V3, "layout(offset = 1) in float a; void main() {}"),
    (semantic::LAYOUT, "must be at most", V3, "layout(location = 1000) in float a; void main() {}"),
    (semantic::LAYOUT, "needs a value", V3, "layout(location) in float a; void main() {}"),
    (semantic::LAYOUT, "the location 1 is used twice", V3, "layout(location = 0) in mat2 a; layout(location = 1) in float b; void main() {}"),
    (semantic::LAYOUT, "layout `row_major` is for uniform blocks", V3, "layout(row_major) uniform mat4 a; void main() {}"),
    (semantic::LAYOUT, "layout `column_major` has no meaning", V3, "layout(column_major) in mat4 a; void main() {}"),
    (semantic::LAYOUT, "layout `row_major` takes no value", V3, "layout(row_major = 1) uniform B { mat4 a; }; void main() {}"),
    (semantic::LAYOUT, "layout `binding` is for samplers", V3, "layout(binding = 1) uniform float a; void main() {}"),
    (semantic::TOO_LARGE, "the uniform block has 10000 members", V3, "uniform B { float a; float b; } c[5000]; void main() {}"),
    (warning::ARRAY_BEFORE_NAME, "belong to ESSL 3.00", V, "float f(float[2] a) { return a[0]; } void main() {}"),
    (warning::STRAY_SEMICOLON, "`;` without a declaration", V, "float a;; void main() {}"),
    (warning::EMPTY_DECLARATION, "no name", V, "float; void main() {}"),
    // Functions.
    (semantic::FUNCTION_HEAD, "differs from another function in its result only", V, "int f(); float f(); void main() {}"),
    (semantic::FUNCTION_HEAD, "qualifiers of the parameters of `f` changed", V, "void f(in int a); void f(out int a) {} void main() {}"),
    (semantic::FUNCTION_HEAD, "in the head of a function", V, "void f(struct S { int a; } s) {} void main() {}"),
    (semantic::FUNCTION_HEAD, "inside of another one", V, "void main() { void f(); }"),
    (semantic::FUNCTION_REDEFINED, "`f` is defined twice", V, "void f() {} void f() {} void main() {}"),
    (semantic::FUNCTION_REDEFINED, "`f` is declared twice", V, "void f(); void f(); void main() {}"),
    (semantic::BUILTIN_REDEFINED, "`sin` cannot be redefined", V, "float sin(float a) { return a; } void main() {}"),
    (semantic::BUILTIN_REDEFINED, "`sin` cannot be redefined or overloaded", V3, "float sin(int a) { return 1.0; } void main() {}"),
    (semantic::MISSING_BODY, "`f` is called but never defined", V, "void f(); void main() { f(); }"),
    (semantic::RECURSION, "`f` calls itself", V, "void f() { f(); } void main() {}"),
    (semantic::RECURSION, "through others", V, "void g(); void f() { g(); } void g() { f(); } void main() {}"),
    (semantic::MAIN, "no `main`", V, "void f() {}"),
    (semantic::MAIN, "no `main`", V, "void main();"),
    (semantic::MAIN, "must be declared as `void main()`", V, "int main() { return 1; }"),
    (semantic::RETURN, "a value of type `int` must be returned", V, "int f() { return; } void main() {}"),
    (semantic::RETURN, "a `void` function returns no value", V, "void main() { return 1; }"),
    (semantic::RETURN, "`f` returns no value", V, "int f() {} void main() {}"),
    (warning::MISSING_RETURN, "`f` may end without a value", V, "int f(bool a) { if (a) return 1; } void main() {}"),
    // Statements.
    (semantic::JUMP, "`break` stands outside", V, "void main() { break; }"),
    (semantic::JUMP, "`continue` stands outside", V3, "uniform int n; void main() { switch (n) { case 1: continue; } }"),
    (semantic::JUMP, "`discard` exists in fragment shaders only", V, "void main() { discard; }"),
    (semantic::SWITCH, "a selector must be an integer", V3, "void main() { switch (1.0) { default: break; } }"),
    (semantic::SWITCH, "a label occurs twice", V3, "uniform int n; void main() { switch (n) { case 1: case 1: break; } }"),
    (semantic::SWITCH, "before the first label", V3, "uniform int n; void main() { switch (n) { n; case 1: break; } }"),
    (semantic::SWITCH, "must follow the last label", V3, "uniform int n; void main() { switch (n) { case 1: } }"),
    (semantic::SWITCH, "outside of a `switch`", V3, "uniform int n; void main() { switch (n) { case 1: { case 2: break; } } }"),
    (warning::APPENDIX_A_LOOP, "a `while` loop", V, "void main() { while (false) {} }"),
    (warning::APPENDIX_A_LOOP, "written in its body", V, "void main() { for (int i = 0; i < 3; i++) { i = 2; } }"),
    (warning::APPENDIX_A_INDEX, "this index", F, "uniform int n; uniform vec4 a; void main() { a[n]; }"),
    // Built-ins.
    (semantic::EXTENSION_NEEDED, "`dFdx` needs the extension `GL_OES_standard_derivatives`", F, "void main() { dFdx(1.0); }"),
    (semantic::EXTENSION_NEEDED, "`gl_FragDepthEXT` needs", F, "void main() { gl_FragDepthEXT = 1.0; }"),
    (semantic::EXTENSION_NEEDED, "`samplerExternalOES` needs", F, "uniform samplerExternalOES s; void main() {}"),
    (warning::EXTENSION_USED, "`dFdx` uses the extension", Warn, "void main() { float a; dFdx(a); }"),
    (semantic::WRONG_STAGE, "`gl_FragCoord` exists in fragment shaders only", V, "void main() { gl_FragCoord; }"),
    (semantic::WRONG_STAGE, "`attribute` exists in vertex shaders only", F, "attribute float a; void main() {}"),
    (semantic::WRONG_STAGE, "`texture2D(sampler2D, vec2, float)` exists in fragment shaders only", V, "uniform sampler2D s; void main() { texture2D(s, vec2(0.0), 1.0); }"),
    (semantic::WRONG_VERSION, "`texture2D` exists in ESSL 1.00 only", F3, "uniform sampler2D s; void main() { texture2D(s, vec2(0.0)); }"),
    (semantic::WRONG_VERSION, "`round` exists in ESSL 3.00 only", V, "void main() { round(1.0); }"),
    (semantic::WRONG_VERSION, "`out` on a global variable exists in ESSL 3.00 only", F, "out vec4 color; void main() {}"),
    (semantic::UNSUPPORTED_FEATURE, "three-dimensional textures", V3, "uniform lowp sampler3D s; void main() {}"),
    (semantic::UNSUPPORTED_FEATURE, "`floatBitsToInt` is not supported", V3, "void main() { floatBitsToInt(1.0); }"),
    (semantic::FRAGMENT_OUTPUTS, "both `gl_FragColor` and `gl_FragData`", F, "void main() { gl_FragColor = gl_FragData[0] = vec4(1.0); }"),
    (semantic::FRAGMENT_OUTPUTS, "`b` needs a location", F3, "layout(location = 0) out vec4 a; out vec4 b; void main() {}"),
    (semantic::FRAGMENT_OUTPUTS, "the location 1 is used twice", F3, "layout(location = 0) out vec4 a[2]; layout(location = 1) out vec4 b; void main() {}"),
];

/// What is wrong with a row, if anything.
fn problem(&(code, words, kind, body): &Row) -> Option<String> {
    let text = kind.text(body);
    let result = check("test", kind.stage(), &text);
    let messages: Vec<String> = result
        .diagnostics
        .iter()
        .map(|found| format!("{} {}", found.code.id, found.message))
        .collect();
    let accepted = code.id.starts_with('W') && !warning::LENIENCIES.contains(&code);
    let right = match &messages[..] {
        [only] => only.starts_with(code.id) && only.contains(words),
        _ => false,
    };
    let right = right && result.program.is_some() == accepted;
    (!right).then(|| {
        format!(
            "{} {words:?} expected for\n{text}\nfound {messages:?}",
            code.id
        )
    })
}

#[test]
fn every_row_gives_its_code_and_nothing_else() {
    let problems: Vec<String> = ROWS.iter().filter_map(problem).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

/// Warnings that are off until they are asked for, or that come after the check, which transcripts of the command line have,
/// and those of Cg, which has tests of its own.
const ELSEWHERE: &[&str] = &[
    "W0121", "W0122", "W0123", "W0124", "W0125", "W0126", "W0127", "W0128", "W0129", "W0130",
    "W0131", "W0132",
];

#[test]
fn every_code_of_the_checker_has_a_row() {
    let warnings = warning::ALL
        .iter()
        .filter(|code| code.id == "W0101" || ("W0110"..="W0199").contains(&code.id));
    let codes = semantic::ALL.iter().chain(warnings);
    let missing = codes.filter(|code| !ROWS.iter().any(|row| row.0 == **code));
    let missing: Vec<&str> = missing.map(|code| code.id).collect();
    assert_eq!(missing, ELSEWHERE);
}
