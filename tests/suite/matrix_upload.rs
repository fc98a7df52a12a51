//! What applications upload for a matrix is what the programs read: sixteen floats of memory through C code
//! that asks the header for the layout, and the registers that an Xbox program finds after a `memcpy`.

use retroshade::{
    Binary, Compiled, Compiler, Matrices, Position, Source, Stage, Target, find_target, format,
};
use retroshade_kit::machine::{RegisterImage, Watch};
use std::path::Path;
use std::process::Command;

type Register = [f32; 4];

/// The memory of a transformation: of OpenGL's columns, or of rows for row vectors.
const MEMORY: [f32; 16] = [
    0.5, 1.0, -2.0, 0.25, 3.0, -1.5, 0.75, 4.0, -0.5, 2.5, 1.25, -3.0, 6.0, -7.0, 8.0, 1.5,
];
const POINT: Register = [0.5, 0.25, -0.75, 1.0];

/// What the transformation makes of a point.
fn transformed(memory: &[f32; 16], point: Register) -> Register {
    let lane = |lane: usize| (0..4).map(|k| point[k] * memory[4 * k + lane]).sum();
    std::array::from_fn(lane)
}

fn compiled(
    target: &'static dyn Target,
    text: &str,
    position: Position,
    matrices: Option<Matrices>,
) -> Compiled {
    let mut compiler = Compiler::new(target);
    compiler.options.position = position;
    compiler.options.matrices = matrices;
    let source = Source::new("program.vert", Stage::Vertex, text);
    let compilation = compiler.compile(&source);
    let messages = format!("{:?}", compilation.diagnostics);
    compilation.result.unwrap_or_else(|| panic!("{messages}"))
}

/// `gl_Position` for a point, with a matrix in four registers.
fn position(
    target: &'static dyn Target,
    program: &Compiled,
    matrix: [Register; 4],
    point: Register,
) -> Register {
    let reflection = &program.reflection;
    let place = |variable: &retroshade_kit::reflect::Variable| {
        (variable.file.clone().unwrap(), variable.index.unwrap())
    };
    let mut image = RegisterImage {
        samples: 1,
        ..RegisterImage::default()
    };
    for constant in reflection.constants.iter().filter(|c| !c.embedded) {
        let value = std::array::from_fn(|lane| constant.value.get(lane).map_or(0.0, |v| v.0));
        let file = image.uniforms.entry(constant.file.clone()).or_default();
        file.insert(constant.index, value);
    }
    let (file, first) = place(&reflection.uniforms[0]);
    let file = image.uniforms.entry(file).or_default();
    file.extend((first..).zip(matrix));
    let (file, index) = place(&reflection.inputs[0]);
    let file = image.inputs.entry(file).or_default();
    file.insert(index, vec![point]);
    let binary = Binary {
        stage: Some(Stage::Vertex),
        ..program.as_binary()
    };
    let code = target.read(binary).unwrap();
    let outcome = code.simulate(&image, &mut Watch::default()).unwrap();
    let mut outputs = reflection.outputs.iter();
    let output = outputs.find(|output| output.builtin.as_deref() == Some("position"));
    let (file, index) = place(output.unwrap());
    outcome.outputs[&file][&index][0]
}

#[track_caller]
fn same(found: Register, expected: Register, what: &str) {
    let near = |(one, other): (&f32, &f32)| (one - other).abs() <= 1e-3 * other.abs().max(1.0);
    let all = found.iter().zip(&expected).all(near);
    assert!(all, "{what}: {found:?}, not {expected:?}");
}

const PROGRAM: &str = "attribute vec4 aPosition; uniform mat4 uMatrix;
    void main() { gl_Position = uMatrix * aPosition; }";

/// The registers that the example's code makes for a program with this header.
fn uploaded(header: &[u8], rows: &str, columns: &str) -> [Register; 4] {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| std::fs::write(folder.path().join(name), text).unwrap();
    std::fs::create_dir(folder.path().join("3ds")).unwrap();
    write(
        "3ds/types.h",
        b"#include <stdint.h>\ntypedef uint32_t u32;\n",
    );
    write("program.h", header);
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/matrices/upload.c");
    write("upload.c", &std::fs::read(example).unwrap());
    let memory: Vec<String> = MEMORY.iter().map(|value| format!("{value:?}f")).collect();
    let main = format!(
        "#include <stdio.h>\n#include \"program.h\"\n#include \"upload.c\"\n\
         int main(void)\n{{\n\tstatic const float memory[16] = {{ {} }};\n\tfloat registers[4][4];\n\
         #if {rows}\n\tupload_rows(registers, memory);\n\
         #elif {columns}\n\tupload_columns(registers, memory);\n\
         #else\n#error the header says nothing of the layout\n#endif\n\
         \tfor (int i = 0; i < 16; i++)\n\t\tprintf(\"%.9g\\n\", registers[i / 4][i % 4]);\n\
         \treturn 0;\n}}\n",
        memory.join(", ")
    );
    write("main.c", main.as_bytes());
    let program = folder.path().join("program");
    let output = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror"])
        .args(["-Wno-unused-function", "-Wno-unused-const-variable", "-I"])
        .arg(folder.path())
        .arg("-o")
        .arg(&program)
        .arg(folder.path().join("main.c"))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let output = Command::new(&program).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let values: Vec<f32> = text.lines().map(|line| line.parse().unwrap()).collect();
    std::array::from_fn(|register| std::array::from_fn(|lane| values[4 * register + lane]))
}

#[test]
fn c_code_uploads_what_the_header_says() {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: no C compiler, so no code was compiled and nothing was compared");
        return;
    }
    for (name, own, form) in [
        ("pica200", "rows", "VSH_LAYOUT_{}_uMatrix"),
        ("agal1", "rows", "program_UNIFORM_uMatrix_LAYOUT_{}"),
        ("nv2a", "columns", "PROGRAM_UNIFORM_UMATRIX_LAYOUT_{}"),
        ("lima", "columns", "program_UNIFORM_uMatrix_LAYOUT_{}"),
    ] {
        let target = find_target(name).unwrap();
        for matrices in [None, Some(Matrices::Rows), Some(Matrices::Columns)] {
            let program = compiled(target, PROGRAM, Position::Clip, matrices);
            let layout = program.reflection.uniforms[0].layout.unwrap().name();
            assert_eq!(layout, matrices.map_or(own, Matrices::name), "{name}");
            let header = format(target, &program, "h", "program").unwrap();
            let [rows, columns] = ["ROWS", "COLUMNS"].map(|way| form.replace("{}", way));
            let registers = uploaded(&header, &rows, &columns);
            let found = position(target, &program, registers, POINT);
            let what = format!("{name} {matrices:?}");
            same(found, transformed(&MEMORY, POINT), &what);
        }
    }
}

/// Four floats of memory in each register, as nxdk's samples and ClassiCube upload matrices, draw what the
/// `MUL` and `MAD` of cgc's programs draw.
#[test]
fn memory_copied_to_an_xbox_is_the_matrix() {
    let target = find_target("nv2a").unwrap();
    let source = |product: &str| {
        format!("attribute vec4 p; uniform mat4 m; void main() {{ gl_Position = {product}; }}")
    };
    let pragma = |product: &str| format!("#pragma retroshade matrix m rows\n{}", source(product));
    let viewport = [
        320.0, 0.0, 0.0, 0.0, 0.0, -240.0, 0.0, 0.0, 0.0, 0.0, 65536.0, 0.0, 320.0, 240.0, 0.0, 1.0,
    ];
    let corner = [0.5, 0.5, 0.1, 1.0];
    assert_eq!(transformed(&viewport, corner), [480.0, 120.0, 6553.6, 1.0]);
    for (text, matrices) in [
        (source("m * p"), None),
        (
            source("p.x * m[0] + p.y * m[1] + p.z * m[2] + p.w * m[3]"),
            None,
        ),
        // What Cg calls `mul(p, m)`, word for word.
        (source("p * m"), Some(Matrices::Rows)),
        (pragma("p * m"), None),
    ] {
        for (memory, point, position_in) in [
            (&viewport, corner, Position::Divide),
            (&viewport, corner, Position::Clip),
            (&MEMORY, POINT, Position::Clip),
        ] {
            let program = compiled(target, &text, position_in, matrices);
            let (registers, rest) = memory.as_chunks::<4>();
            assert!(rest.is_empty());
            let registers = registers.try_into().unwrap();
            let found = position(target, &program, registers, point);
            same(found, transformed(memory, point), &text);
            // Four slots, as cgc's, and what the division takes.
            let slots = program.reflection.stats.instructions;
            let most = if position_in == Position::Clip { 4 } else { 7 };
            assert!(slots <= most, "{text}: {slots} slots");
        }
    }
}
