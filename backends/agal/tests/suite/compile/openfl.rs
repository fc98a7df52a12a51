//! Programs for OpenFL, whose converter gives each constant register one type by its first use.

use crate::compile::common::{check_for, shader};
use retroshade_agal::AGAL1;
use retroshade_agal::container::read_raw;
use retroshade_agal::rules::check_openfl;
use retroshade_diagnostics::{Diagnostics, codes};
use retroshade_kit::target::Options;

fn compile(source: &str) -> Result<String, Diagnostics> {
    let mut options = Options::default();
    options
        .settings
        .insert("agal-profile".to_owned(), "openfl".to_owned());
    let compiled = check_for(&AGAL1, &shader(source), &options)?;
    let program = read_raw(&compiled.binary).expect("a program");
    assert_eq!(check_openfl(&program), [], "{}", compiled.assembly);
    Ok(compiled.assembly)
}

/// A shader with the product of a matrix and the position in `%10`.
fn product(body: &str) -> String {
    let source = format!(
        r#"shader vertex "a"
        input in0 "aPos" vec4
        uniform uniform0 "uMvp" mat4 rows
        output out0 "gl_Position" vec4 builtin=position
        output out1 "vColor" vec4
        body {{
          %0:f4 = input in0[0]
          %1:f4 = uniform uniform0[0]
          %2:f4 = uniform uniform0[1]
          %3:f4 = uniform uniform0[2]
          %4:f4 = uniform uniform0[3]
          %5:f1 = dot %1, %0
          %6:f1 = dot %2, %0
          %7:f1 = dot %3, %0
          %8:f1 = dot %4, %0
          %10:f4 = compose %5, %6, %7, %8
          {body}
        }}"#
    );
    compile(&source).unwrap_or_else(|errors| panic!("{errors:#?}\n{source}"))
}

#[test]
fn components_of_a_matrix_are_read_before_its_products() {
    let text = product("%11:f1 = mul %0.x, %1.x\nyield %10, %11.xxxx");
    assert_eq!(text, "mul v0, va0.x, vc0.x\nm44 op, va0, vc0\n");
    // Other rows are registers of their own.
    let text = product("%11:f4 = mul %10, %2.xxxx\nyield %10, %11");
    assert!(text.starts_with("m44"), "{text}");
}

#[test]
fn a_product_that_components_of_its_matrix_wait_for_is_divided() {
    let text = product("%11:f4 = mul %10, %1.xxxx\nyield %10, %11");
    assert_eq!(text.matches("dp4").count(), 4, "{text}");
}

#[test]
fn a_component_beside_a_product_is_computed_before_it() {
    let text = product("%11:f1 = mul %0.x, %1.x\n%12:f4 = compose %5, %6, %7, %11\nyield %0, %12");
    assert_eq!(
        text,
        "mul vt0.x, va0.x, vc0.x\nm44 v0, va0, vc0\nmov op, va0\nmov v0.w, vt0.x\n"
    );
}

#[test]
fn an_array_that_is_indexed_and_not_is_refused() {
    let errors = compile(
        r#"shader vertex "a"
        input in0 "aPos" vec4
        uniform uniform0 "uColors" vec4[4]
        output out0 "gl_Position" vec4 builtin=position
        body {
          %0:f4 = input in0[0]
          %1:f1 = const 0
          %2:f1 = sge %0.x, %1
          %3:f4 = uniform_indexed uniform0[0+1*%2]
          %4:f4 = uniform uniform0[0]
          %5:f4 = add %3, %4
          yield %5
        }"#,
    )
    .unwrap_err();
    let error = errors.iter().next().expect("an error");
    assert_eq!(error.code, codes::target::SETTING);
    assert!(error.message.contains("`vc0`"), "{}", error.message);
}
