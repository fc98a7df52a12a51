//! Containers and formats of a compiled program.

use crate::compile::common::{at, shader};
use retroshade_kit::target::{Assembler, Position, Target};
use retroshade_nv2a::NV2A;

const SOURCE: &str = r#"shader vertex "scaled.vert"
    input in0 "a_position" vec4
    uniform uniform0 "u_mvp" mat4 rows
    output out0 "gl_Position" vec4 builtin=position
    body {
      %0:f4 = input in0[0]
      %1:f1 = const 0.5
      %2:f4 = uniform uniform0[3]
      %3:f4 = mul %0, %1.xxxx
      %4:f1 = dot %2, %3
      %5:f4 = compose %3.xyz, %4
      yield %5
    }"#;

#[test]
fn every_container_reads_back() {
    for container in ["raw", "xvu"] {
        let mut options = at(Position::Clip);
        options.container = Some(container.to_owned());
        let compiled = NV2A.compile(&shader(SOURCE), &options).unwrap();
        let binary = compiled.as_binary();
        let text = NV2A.read(binary).unwrap().disassemble().unwrap();
        assert!(compiled.assembly.ends_with(&text), "{container}: {text}");
    }
    let mut options = at(Position::Clip);
    options.container = Some("elf".to_owned());
    assert!(NV2A.compile(&shader(SOURCE), &options).is_err());
}

#[test]
fn c_formats_name_registers_and_values() {
    let compiled = NV2A.compile(&shader(SOURCE), &at(Position::Clip)).unwrap();
    let inl = NV2A.format(&compiled, "inl", "scaled").unwrap().unwrap();
    assert!(
        inl.contains("//var float4x4 u_mvp :  : c[0], 4 : 1 : 1\n"),
        "{inl}"
    );
    assert!(inl.contains("//const c[4] = 0.5 0 0 0\n"), "{inl}");
    let slots = inl
        .lines()
        .filter(|line| line.starts_with("0x00000000, 0x"))
        .count();
    assert_eq!(slots, compiled.reflection.stats.instructions as usize);
    let header = NV2A.format(&compiled, "h", "scaled").unwrap().unwrap();
    for line in [
        "static const uint32_t scaled_program[] = {",
        "#define SCALED_UNIFORM_U_MVP 96 /* mat4, 4 registers, a row in each register */",
        "#define SCALED_ATTRIBUTE_A_POSITION 0 /* vec4 */",
        "#define SCALED_CONSTANTS 1",
        "    { 100, { 0.5f, 0.0f, 0.0f, 0.0f } },",
    ] {
        assert!(header.contains(line), "{line}\n{header}");
    }
    assert!(NV2A.format(&compiled, "png", "scaled").is_none());
}

#[test]
fn listings_assemble_to_the_same_words() {
    let compiled = NV2A
        .compile(&shader(SOURCE), &at(Position::Native))
        .unwrap();
    let file = retroshade_diagnostics::FileId(0);
    let again = NV2A
        .assemble(file, &compiled.assembly, None, &at(Position::Native))
        .unwrap();
    assert_eq!(again.binary, compiled.binary);
}
