//! The state of samplers in the code, and what clients make of it.

use crate::compile::common::{check, compile, shader};
use retroshade_agal::{AGAL1, AGAL2, Agal};
use retroshade_diagnostics::{Diagnostics, codes};
use retroshade_kit::target::{Compiled, Options, Target};

const LOOKUP: &str = r#"shader fragment "a"
    input in0 "a" vec3
    sampler sampler0 "uMap" d2 flags="nearest,clamp,dxt1"
    sampler sampler1 "uSky" cube
    output out0 "gl_FragColor" vec4 builtin=frag_color
    body {
      %0:f3 = input in0[0]
      %1:f1 = const -0.5
      %2:f4 = texture sampler0[0] %0.xy bias %1
      %3:f4 = texture sampler1[0] %0
      %4:f4 = add %2, %3
      yield %4
    }"#;

fn with(target: &Agal, flags: &[(&str, &str)], profile: &str) -> Result<Compiled, Diagnostics> {
    let mut options = Options::default();
    for (name, words) in flags {
        options.samplers.insert((*name).into(), (*words).into());
    }
    let setting = ("agal-profile".into(), profile.into());
    options.settings.extend([setting]);
    target.compile(&shader(LOOKUP), &options)
}

#[test]
fn words_of_options_come_after_those_of_the_source() {
    let text = compile(&AGAL1, LOOKUP).unwrap().assembly;
    for flags in [
        "<2d,dxt1,nearest,mipnone,clamp,-0.5>",
        "<cube,linear,miplinear,clamp>",
    ] {
        assert!(text.contains(flags), "{text}");
    }
    let flags = [("uMap", "linear, repeat_u_clamp_v,single,-1.5")];
    let text = with(&AGAL1, &flags, "all").unwrap().assembly;
    let wanted = "<2d,dxt1,linear,mipnone,repeat_u_clamp_v,single,-2>";
    assert!(text.contains(wanted), "{text}");
}

#[test]
fn flags_that_fit_nothing_are_refused() {
    for (name, words, profile, part) in [
        ("uMap", "bilinear", "all", "`bilinear` is no sampler flag"),
        ("uMap", "0.1", "all", "`0.1` is no sampler flag"),
        ("uMap", "3d", "all", "no client looks up 3d textures"),
        ("uMap", "cube", "all", "the dimension"),
        ("uSky", "repeat", "all", "can only be clamped"),
        ("uMap", "anisotropic4x", "openfl", "no anisotropic filters"),
        (
            "uMap",
            "clamp_u_repeat_v",
            "openfl",
            "wraps both directions",
        ),
    ] {
        let errors = with(&AGAL1, &[(name, words)], profile).unwrap_err();
        let error = errors.iter().next().unwrap();
        assert_eq!(error.code, codes::target::SETTING);
        assert!(error.message.contains(part), "{}", error.message);
    }
    let errors = with(&AGAL1, &[("uMap", "-16")], "all").unwrap_err();
    assert_eq!(
        errors.iter().next().unwrap().code,
        codes::target::UNSUPPORTED
    );
}

#[test]
fn a_cube_map_without_mipmaps_is_warned_of() {
    let compiled = with(&AGAL1, &[("uSky", "mipnone")], "all").unwrap();
    assert!(compiled.assembly.contains("<cube,linear,mipnone,clamp>"));
    let warning = compiled.warnings.iter().next().unwrap();
    assert_eq!(warning.code, codes::warning::FLAT_CUBE);
}

#[test]
fn biases_are_constant_and_one_for_each_sampler() {
    let source = |level: &str| {
        format!(
            r#"shader fragment "a"
            input in0 "a" vec3
            sampler sampler0 "uMap" d2
            output out0 "gl_FragColor" vec4 builtin=frag_color
            body {{
              %0:f3 = input in0[0]
              %1:f1 = const 2.0
              %2:f1 = const 0.3
              %3:f4 = texture sampler0[0] %0.xy bias %1
              %4:f4 = texture sampler0[0] %0.yz {level}
              %5:f4 = add %3, %4
              yield %5
            }}"#
        )
    };
    check(&source("bias %1"));
    for (level, part) in [
        ("bias %2", "in steps of 0.125"),
        ("", "one level of detail bias for all lookups"),
        ("bias %0.x", "a constant level of detail bias"),
        ("lod %1", "cannot choose the level"),
    ] {
        let errors = compile(&AGAL1, &source(level)).unwrap_err();
        let error = errors.iter().next().unwrap();
        assert_eq!(error.code, codes::target::UNSUPPORTED);
        assert!(error.message.contains(part), "{}", error.message);
    }
}

#[test]
fn colours_below_the_last_are_written_too() {
    let source = |outputs: &str, yields: &str| {
        format!(
            "shader fragment \"a\"\ninput in0 \"a\" vec4\n{outputs}\nbody {{\n%0:f4 = input in0[0]\n\
             %1:f4 = undefined\nyield {yields}\n}}\n"
        )
    };
    let located = "output out0 \"b\" vec4 location=2";
    let data = "output out0 \"gl_FragData\" vec4[4] builtin=frag_data";
    for (outputs, yields, last) in [(located, "%0", "fo2"), (data, "%0, %1, %1, %0.wzyx", "fo3")] {
        let text = compile(&AGAL2, &source(outputs, yields)).unwrap().assembly;
        for colour in ["oc", "fo1", "fo2", "fo3"] {
            let written = text
                .lines()
                .any(|line| line.contains(&format!(" {colour}, ")));
            assert_eq!(written, colour == "oc" || colour <= last, "{text}");
        }
    }
}

#[test]
fn only_colours_that_are_written_are_outputs() {
    let source = r#"shader fragment "a"
        input in0 "a" vec4
        output out0 "gl_FragData" vec4[4] builtin=frag_data
        output out1 "gl_FragDepthEXT" float builtin=frag_depth
        body {
          %0:f4 = input in0[0]
          %1:f4 = undefined
          yield %0, %0.wzyx, %1, %1, %0.x
        }"#;
    let text = compile(&AGAL2, source).unwrap().assembly;
    assert!(text.contains("fo1") && text.contains("od.x"), "{text}");
    assert!(!text.contains("fo2") && !text.contains("fo3"), "{text}");
    // Ruffle writes all colours to the first target, and has no depth.
    let mut options = Options::default();
    options
        .settings
        .insert("agal-profile".into(), "ruffle".into());
    let errors = AGAL2.compile(&shader(source), &options).unwrap_err();
    let error = errors.iter().next().unwrap();
    assert_eq!(error.code, codes::target::UNSUPPORTED);
    assert!(
        error.message.contains("agal2 on Ruffle"),
        "{}",
        error.message
    );
    assert!(compile(&AGAL1, source).is_err());
}
