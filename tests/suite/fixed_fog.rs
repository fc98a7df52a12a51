//! Fog behind the stages of the 3DS, and in the final combiner of the Xbox.

use super::fixed_beside::{HEAD, compare, refusal};

/// A varying that is bound to the fog stands for its factor.
fn foggy(body: &str) -> String {
    format!(
        "#pragma retroshade bind clear fog\n{HEAD}varying float clear;\n\
         void main() {{ vec4 t = texture2D(one, uv); {body} }}\n"
    )
}

/// The last mix with it is the fog.
#[test]
fn a_last_mix_with_the_fog_is_the_fog_of_the_3ds() {
    let body = "gl_FragColor = vec4(mix(level.rgb, min(t.rgb * 2.0, 1.0), clear), t.a);";
    let compiled = compare("pica200", &["integer", "rounded"], &foggy(body));
    let text = &compiled.assembly;
    assert!(text.contains("fog linear"), "{text}");
    assert_eq!(compiled.reflection.stats.more["stages"], 1);
    for (body, says) in [
        ("gl_FragColor = t * clear;", "is the factor of the fog"),
        (
            "gl_FragColor = vec4(mix(t.rgb, level.rgb, clear), 1.0);",
            "is the factor of the fog",
        ),
        (
            "gl_FragColor = vec4(mix(level.rgb, t.rgb * 2.0, clear), 1.0);",
            "clamps a colour before it mixes it with the fog's",
        ),
    ] {
        let said = refusal("pica200", &foggy(body));
        assert!(said.contains(says), "{body}: {said}");
    }
}

/// There it is an operand of the final combiner: whatever that does with it.
#[test]
fn the_fog_is_in_the_final_combiner_of_the_xbox() {
    for (body, stages, words) in [
        (
            "gl_FragColor = vec4(mix(level.rgb, t.rgb * tint.rgb, clear), t.a);",
            0,
            "out.rgb = lerp(unsigned(fog.a), unsigned(final_product), unsigned(fog.rgb));",
        ),
        (
            "gl_FragColor = vec4(mix(vec3(1.0, 0.5, 0.25), min(t.rgb + tint.rgb, 1.0), clear), t.a * tint.a);",
            1,
            "# fog_color #ff8040",
        ),
        // Without a mix the register's colour is not written.
        (
            "gl_FragColor = vec4(mix(t.rgb, tint.rgb, clear), clear);",
            0,
            "out.a = unsigned(fog.a);",
        ),
        (
            "gl_FragColor = vec4(t.rgb * (1.0 - clear), 1.0);",
            0,
            "unsigned_invert(fog.a)",
        ),
    ] {
        let compiled = compare("nv2a", &["exact", "fixed"], &foggy(body));
        let text = &compiled.assembly;
        assert!(text.contains(words), "{body}\n{text}");
        assert!(text.contains("# fog from oFog"), "{text}");
        assert_eq!(
            text.contains("# fog_color"),
            text.contains("fog.rgb"),
            "{text}"
        );
        assert_eq!(compiled.reflection.stats.more["stages"], stages, "{text}");
        let inputs = &compiled.reflection.inputs;
        let factor = inputs.iter().find(|one| one.name == "clear").unwrap();
        assert_eq!(factor.register.as_deref(), Some("oFog"));
        assert_eq!(
            (factor.index, factor.components.as_deref()),
            (Some(5), Some("x"))
        );
    }
}

#[test]
fn what_is_no_fog_is_refused_on_the_xbox() {
    for (text, says) in [
        (
            foggy("gl_FragColor = min(t * clear + tint, 1.0) * tint;"),
            "the final combiner alone reads",
        ),
        // Alpha is no product there.
        (
            foggy("gl_FragColor = t * clear;"),
            "the final combiner alone reads",
        ),
        (
            foggy("gl_FragColor = vec4(mix(level.rgb, t.rgb * 2.0, clear), t.a);"),
            "the color in [0, 1]",
        ),
        (
            foggy("gl_FragColor = vec4(mix(level.rgb, t.rgb, clear.x) + clear.y, t.a);")
                .replace("varying float clear", "varying vec3 clear"),
            "which is one number",
        ),
        (
            foggy("gl_FragColor = vec4(mix(level.rgb, t.rgb, clear) * v1.x, t.a);").replace(
                "bind clear fog",
                "bind clear fog\n#pragma retroshade bind v1 oFog",
            ),
            "cannot be in `oFog`",
        ),
    ] {
        let said = refusal("nv2a", &text);
        assert!(said.contains(says), "{text}: {said}");
    }
    // What is bound and not read takes nothing.
    let compiled = compare("nv2a", &["exact"], &foggy("gl_FragColor = t * tint;"));
    assert!(!compiled.assembly.contains("fog"), "{}", compiled.assembly);
}
