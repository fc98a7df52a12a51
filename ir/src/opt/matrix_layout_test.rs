//! Tests of the layout of matrices.

use super::MATRIX_LAYOUT;
use crate::MatrixLayout;
use crate::opt::testing::{agrees, machines};
use crate::opt::{COMPOSITE, CSE, DCE, INDEX, SIMPLIFY};
use crate::text::print;

fn shader(body: &str) -> String {
    format!(
        "shader vertex \"a\"\ninput in0 \"v\" vec4\nuniform uniform0 \"m\" mat4\n\
         uniform uniform1 \"n\" mat3[3]\nuniform uniform2 \"i\" int\n\
         output out0 \"gl_Position\" vec4 builtin=position\nbody {{\n%0:f4 = input in0[0]\n\
         %1:f4 = uniform uniform0[0] %2:f4 = uniform uniform0[1]\n\
         %3:f4 = uniform uniform0[2] %4:f4 = uniform uniform0[3]\n\
         %5:i1 = uniform uniform2[0]\n\
         %6:f3 = uniform_indexed uniform1[0 + 3 * %5]\n\
         %7:f3 = uniform_indexed uniform1[1 + 3 * %5]\n\
         %8:f3 = uniform_indexed uniform1[2 + 3 * %5]\n{body}}}\n"
    )
}

/// What the pass makes of a body where matrices must lie in rows.
fn in_rows(body: &str) -> Vec<String> {
    let passes = [INDEX, MATRIX_LAYOUT, SIMPLIFY, CSE, DCE];
    let machines = machines().into_iter().map(|mut machine| {
        machine.index.uniforms = true;
        machine.matrices = MatrixLayout::Rows;
        let text = shader(body);
        agrees(
            &[INDEX, CSE, MATRIX_LAYOUT, COMPOSITE, CSE, DCE],
            &machine,
            &text,
            1e-5,
        );
        print(&agrees(&passes, &machine, &text, 1e-5))
    });
    machines.collect()
}

#[test]
fn matrix_times_vector_is_inner_products() {
    let body = "%10:f4 = matvec %1, %2, %3, %4, %0
                %11:f3 = matvec %6, %7, %8, %0.wyx
                %13:f4 = compose %10.xy, %11.zx
                %14:f4 = add %10, %13
                yield %14\n";
    for text in in_rows(body) {
        assert_eq!(text.matches(" rows").count(), 2, "{text}");
        assert!(!text.contains("matvec"), "{text}");
        // One for each lane that is used.
        assert_eq!(text.matches("dot ").count(), 6);
    }
    // Parts of a matrix.
    in_rows(
        "%10:f3 = matvec %1.xyz, %2.xyz, %3.xyz, %0.xyz
         %12:f2 = matvec %1.wy, %3.wy, %10.xy
         %13:f4 = compose %10.xy, %12
         yield %13\n",
    );
}

#[test]
fn uses_do_not_change_the_layout() {
    // Columns, lanes of them, elements, computed columns and lanes of those.
    let reads = "%10:f4 = add %1, %4.wwww
                 %11:f3 = add %6, %8.zxy
                 %12:f4 = uniform_indexed uniform0[0 + 1 * %5]
                 %13:f3 = uniform_indexed uniform1[3 + 1 * %5]
                 %14:f3 = uniform_indexed uniform1[4 + 1 * %5]
                 %15:f1 = extract %12, %5
                 %16:f3 = add %11, %13 %17:f3 = add %16, %14
                 %18:f4 = compose %17, %15 %19:f4 = add %10, %12 %20:f4 = add %18, %19
                 yield %20\n";
    for text in in_rows(reads) {
        assert_eq!(text.matches(" rows").count(), 2, "{text}");
    }
    // The layout is what the machine says, and what a declaration says before that.
    for mut machine in machines() {
        machine.index.uniforms = true;
        machine.matrices = MatrixLayout::Columns;
        let body = "%10:f4 = matvec %1, %2, %3, %4, %0 yield %10\n";
        let plain = shader(body);
        assert!(!print(&agrees(&[MATRIX_LAYOUT, DCE], &machine, &plain, 1e-5)).contains(" rows"));
        let declared = plain.replace("mat4\n", "mat4 declared=rows\n");
        let text = print(&agrees(&[MATRIX_LAYOUT, DCE], &machine, &declared, 1e-5));
        assert!(text.contains("mat4 rows declared=rows"), "{text}");
        for matrices in [MatrixLayout::Rows, MatrixLayout::Columns] {
            machine.matrices = matrices;
            let declared = plain.replace("mat4\n", "mat4 declared=columns\n");
            let text = print(&agrees(&[MATRIX_LAYOUT, DCE], &machine, &declared, 1e-5));
            assert!(text.contains("mat4 declared=columns"), "{text}");
        }
    }
}

#[test]
fn rows_of_blended_matrices_are_blended_rows() {
    // Three columns of two elements, times numbers, with either sign; a vector on either side.
    let blend = "%10:f3 = uniform_indexed uniform1[3 + 3 * %5] %11:f3 = uniform_indexed uniform1[4 + 3 * %5]
                 %12:f3 = uniform_indexed uniform1[5 + 3 * %5]
                 %13:f3 = mul %6, %0.xxx %14:f3 = mul %7, %0.xxx %15:f3 = mul %0.xxx, %8
                 %16:f3 = mul %0.www, %10 %17:f3 = mul %11, %0.www %18:f3 = mul %12, %0.www
                 %20:f3 = sub %13, %16 %21:f3 = sub %14, %17 %22:f3 = sub %15, %18\n";
    for vector in ["%0.xyz", "%0.yzw"] {
        let body = format!(
            "{blend}%23:f3 = matvec %20, %21, %22, {vector} %24:f1 = dot %20, %0.xyz
             %25:f4 = compose %23, %24 yield %25\n"
        );
        for text in in_rows(&body) {
            // Three rows of each, and no column is composed but what the vector's product needs.
            assert_eq!(text.matches("mul ").count(), 6, "{text}");
            assert_eq!(text.matches("compose ").count(), 1, "{text}");
        }
    }
    // Other numbers for a column: no matrix.
    let body = format!("{blend}%23:f3 = mul %12, %0.zzz %24:f3 = sub %15, %23
                        %25:f3 = matvec %20, %21, %24, %0.xyz %26:f4 = compose %25, %0.x yield %26\n");
    for text in in_rows(&body) {
        assert!(text.matches("compose ").count() > 1, "{text}");
    }
}

#[test]
fn sums_of_columns_and_transposed_products_are_products() {
    // v.x * M[0] + v.y * M[1] + v.z * M[2] + M[3], and another that is used within.
    let sum = "%10:f4 = mul %1, %0.xxxx %11:f4 = mul %0.yyyy, %2 %12:f4 = add %10, %11
               %13:f4 = mul %3, %0.zzzz %14:f4 = add %12, %13 %15:f4 = add %14, %4
               %16:f2 = mul %6.zx, %0.ww %17:f2 = add %16, %7.zx
               %18:f4 = compose %17, %17 %19:f4 = add %15, %18 yield %19\n";
    for text in in_rows(sum) {
        assert_eq!(text.matches("dot ").count(), 6, "{text}");
        assert!(!text.contains("mul "), "{text}");
    }
    let transposed = "%10:f4 = compose %1.x, %2.x, %3.x, %4.x %11:f4 = compose %1.y, %2.y, %3.y, %4.y
                      %12:f4 = compose %1.z, %2.z, %3.z, %4.z %13:f4 = compose %1.w, %2.w, %3.w, %4.w
                      %14:f4 = matvec %10, %11, %12, %13, %0 yield %14\n";
    for mut machine in machines()
        .into_iter()
        .filter(|machine| machine.arithmetic.quick_dot)
    {
        machine.matrices = MatrixLayout::Columns;
        let text = shader(transposed);
        let text = print(&agrees(&[MATRIX_LAYOUT, DCE], &machine, &text, 1e-5));
        assert_eq!(text.matches("dot ").count(), 4, "{text}");
    }
    for text in in_rows(transposed) {
        assert!(!text.contains("dot "), "{text}");
    }
}

#[test]
fn vector_times_matrix_in_rows_is_one_sum_of_rows() {
    let body = "%10:f1 = dot %0, %1 %11:f1 = dot %2, %0 %12:f1 = dot %0, %3
                %13:f1 = dot %0, %4 %14:f4 = compose %10, %11, %12, %13
                %15:f1 = dot %0.xy, %6.zx %16:f1 = dot %0.xy, %7.zx
                %17:f4 = compose %15, %16, %15, %16 %18:f4 = add %14, %17 yield %18\n";
    for text in in_rows(body) {
        assert_eq!(text.matches("matvec").count(), 2, "{text}");
        assert!(!text.contains("dot "), "{text}");
    }
}
