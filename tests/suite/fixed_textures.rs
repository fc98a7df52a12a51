//! What the Xbox's texture stages do beyond lookups at coordinates that are handed over.

use super::fixed_beside::{HEAD, beside, compare, refusal};

#[test]
fn textures_are_looked_up_by_inner_products() {
    for (body, word) in [
        (
            "gl_FragColor = texture2D(other, vec2(dot(t.rgb, v1), dot(t.rgb, v2)));",
            "dot_product_2d_2of2(tex0)",
        ),
        (
            "gl_FragColor = textureCube(sky, t.rgb * mat3(v1, v2, v3));",
            "dot_product_cube_map_3of3(tex0)",
        ),
        (
            "vec3 n = (t.rgb * 255.0 - 128.0) / 127.0; gl_FragColor = t * textureCube(sky, vec3(dot(n, v1), dot(n, v2), dot(n, v3)));",
            "dot_product_cube_map_3of3(expand(tex0))",
        ),
        (
            "gl_FragColor = texture2D(other, t.ar) * tint;",
            "dependent_ar(tex0)",
        ),
    ] {
        let (_, assembly) = beside(body);
        assert!(assembly.contains(word), "{body}\n{assembly}");
    }
}

/// Blue and green of a lookup, as signed bytes, times a matrix of uniforms and literals.
#[test]
fn coordinates_are_moved_by_signed_bytes_of_a_lookup() {
    let signed = "vec2 s = (t.bg * 255.0 - 256.0 * step(0.5, t.bg)) / 127.0;";
    let matrix = "mat2(level.x, level.y, -0.125, level.z * level.w)";
    for (body, words) in [
        (
            "gl_FragColor = texture2D(other, uv + s * 0.25) * tint;",
            "offset_2d(tex0, 0.25, 0, 0.25, 0)",
        ),
        (
            "gl_FragColor = texture2D(other, v2.yz + vec2(s.y, s.x * 0.5));",
            "offset_2d(tex0, 0, 0.5, 0, 1)",
        ),
        (
            &format!("gl_FragColor = t * texture2D(other, {matrix} * s + v1.xy);"),
            "offset_2d(tex0, 0, 0, 0, -0.125)",
        ),
    ] {
        let (_, assembly) = beside(&format!("{signed} {body}"));
        assert!(assembly.contains(words), "{body}\n{assembly}");
    }
    let by_hand = "float b = t.b >= 0.5 ? t.b * 255.0 - 256.0 : t.b * 255.0;";
    let (_, assembly) = beside(&format!(
        "{by_hand} gl_FragColor = texture2D(other, uv + vec2(b, 0.0) * (level.y / 127.0));"
    ));
    assert!(
        assembly.contains("offset_2d(tex0, 0, 0, 0, 0)"),
        "{assembly}"
    );
}

/// The red of the same texel scales what is looked up, in place of a product of combiners.
#[test]
fn luminance_scales_what_is_looked_up() {
    let moved = "vec2 s = (t.bg * 255.0 - 256.0 * step(0.5, t.bg)) / 127.0; vec4 c = texture2D(other, uv + s * 0.25);";
    let scaled = "offset_2d_scale(tex0, 0.25, 0, 0.25, 0, ";
    for (body, words, stages) in [
        ("gl_FragColor = vec4(c.rgb * t.r, tint.a);", "1, 0);", 0),
        (
            "gl_FragColor = vec4(c.rgb * (t.r * 0.75 + 0.25) * tint.rgb, 1.0);",
            "0.75, 0.25);",
            0,
        ),
        (
            "gl_FragColor = vec4(c.rgb * (1.0 - t.r * level.r) + tint.rgb * t.a, t.a);",
            // The application puts -level.r in.
            "0, 1);",
            0,
        ),
        (
            "gl_FragColor = vec4(clamp(tint.rgb - c.rgb * mix(0.5, 1.0, t.r), 0.0, 1.0), t.a);",
            "0.5, 0.5);",
            1,
        ),
        // Red in all lanes.
        (
            "gl_FragColor = vec4(max(level.rgb - c.rrr * t.r, 0.0), 1.0);",
            "1, 0);",
            2,
        ),
        // Above 1 the product is clamped, and alpha stays.
        (
            "gl_FragColor = vec4(min(c.rgb * (t.r * 2.0 + 0.25), 1.0), c.a);",
            "2, 0.25);",
            0,
        ),
        ("gl_FragColor = vec4(c.rgb * t.r, c.a);", "1, 0);", 0),
        // It is a product of combiners, too, where more comes behind it.
        (
            "gl_FragColor = vec4(c.rgb * (t.r + 0.25) * tint.rgb, 1.0);",
            "0.5, 0.125);",
            1,
        ),
        (
            "gl_FragColor = vec4(c.rgb * (t.r + 0.5) * 0.5 + c.rgb * 0.25, 1.0);",
            "0.5, 0.5);",
            0,
        ),
    ] {
        let (found, assembly) = beside(&format!("{moved} {body}"));
        let wanted = format!("{scaled}{words}");
        assert!(assembly.contains(&wanted), "{body}\n{assembly}");
        assert!(found <= stages, "{body}: {found}\n{assembly}");
    }
    // What scales red alone is no luminance.
    let body = "gl_FragColor = vec4(c.r * t.r, c.gb, 1.0);";
    let (_, assembly) = beside(&format!("{moved} {body}"));
    assert!(assembly.contains("offset_2d(tex0"), "{body}\n{assembly}");
}

/// A value is tested behind its product with a uniform, with a reference that is scaled alike.
#[test]
fn a_factor_of_alpha_may_be_tested() {
    let text = |alpha: &str| {
        format!(
            "{HEAD}void main() {{ vec4 t = texture2D(one, uv); if (t.a < 0.3) discard;\n\
             gl_FragColor = vec4(t.rgb * tint.rgb, {alpha}); }}\n"
        )
    };
    for (target, arithmetic) in [("nv2a", "exact"), ("pica200", "integer")] {
        let compiled = compare(target, &[arithmetic], &text("t.a * level.b"));
        let mut constants = compiled.reflection.constants.iter();
        let reference = constants.find(|one| one.file == "alpharef").unwrap();
        let expression = format!("{:?}", reference.expression.as_ref().unwrap());
        assert!(expression.contains("level"), "{expression}");
        assert!(expression.contains("0.3"), "{expression}");
        // A factor below 0 turns the comparison round.
        for alpha in ["t.a * (level.b - 0.5)", "t.a * tint.a", "t.g"] {
            let refusal = refusal(target, &text(alpha));
            assert!(refusal.contains("the alpha that is written"), "{refusal}");
        }
    }
}

/// A mirror image at a normal of three inner products, whose length the chip divides by.
#[test]
fn cubes_are_looked_up_by_mirror_images() {
    let normal = "normalize(t.rgb * mat3(v1, v2, v3))";
    let signed = "normalize(((t.rgb * 255.0 - 128.0) / 127.0) * mat3(v1, v2, v3))";
    for (incident, normal, expanded) in [
        ("-tint.rgb", normal, false),
        ("-tint.gbr", signed, true),
        ("-normalize(tint.rgb)", normal, false),
        ("normalize(-tint.rgb)", normal, false),
    ] {
        let text = format!(
            "{HEAD}void main() {{ vec4 t = texture2D(one, uv);\n\
             gl_FragColor = textureCube(sky, reflect({incident}, {normal})); }}\n"
        );
        let compiled = compare("nv2a", &["exact", "fixed"], &text);
        let words = if expanded {
            "dot_product_reflect_cube_map_eye_from_qs_3of3(expand(tex0))"
        } else {
            "dot_product_reflect_cube_map_eye_from_qs_3of3(tex0)"
        };
        assert!(compiled.assembly.contains(words), "{}", compiled.assembly);
        let eyes = compiled.reflection.inputs.iter();
        let eyes = eyes.filter(|one| one.name == "tint");
        let eyes: Vec<_> = eyes.map(|one| one.components.as_deref()).collect();
        assert_eq!(eyes, [Some("w"); 3]);
    }
    for (coordinate, says) in [
        (
            "reflect(-v1, normalize(v2))",
            "mirrors at a normal of three inner products",
        ),
        (
            "reflect(-v1, t.rgb * mat3(v1, v2, v3))",
            "cannot come from another lookup",
        ),
        (
            "normalize(t.rgb * mat3(v1, v2, v3)) * v1.x",
            "take square roots",
        ),
        (
            "reflect(v1, normalize(t.rgb * mat3(v1, v2, v3)))",
            "the vertex program could compute this one",
        ),
        (
            "reflect(-t.rgb, normalize(t.rgb * mat3(v1, v2, v3)))",
            "cannot come from another lookup",
        ),
    ] {
        let text = format!(
            "{HEAD}void main() {{ vec4 t = texture2D(one, uv); gl_FragColor = textureCube(sky, {coordinate}); }}\n"
        );
        let said = refusal("nv2a", &text);
        assert!(said.contains(says), "{coordinate}: {said}");
    }
}

/// The length of a direction is no matter to a cube.
#[test]
fn cubes_are_looked_up_by_normalised_vectors() {
    for (target, arithmetics) in [
        ("pica200", ["integer", "rounded"]),
        ("nv2a", ["exact", "fixed"]),
    ] {
        let text = |length: &str| {
            format!(
                "{HEAD}void main() {{ gl_FragColor = textureCube(sky, {length}(v1)) * tint; }}\n"
            )
        };
        let plain = compare(target, &arithmetics, &text(""));
        let normalised = compare(target, &arithmetics, &text("normalize"));
        assert_eq!(plain.binary, normalised.binary);
        let said = refusal(
            target,
            &format!("{HEAD}void main() {{ gl_FragColor = vec4(normalize(v1), 1.0); }}\n"),
        );
        assert!(said.contains("square roots"), "{said}");
    }
}

#[test]
fn other_coordinates_from_lookups_are_refused() {
    for (coordinate, says) in [
        (
            "uv + t.rg * 0.1",
            "moves coordinates by blue and green of one lookup",
        ),
        ("uv + t.bg * 0.1", "reads its bytes from 128 on as negative"),
        (
            "uv + v1.x * (t.bg * 255.0 - 256.0 * step(0.5, t.bg)) / 127.0",
            "is the same for all fragments",
        ),
        (
            "uv + (t.bg * 255.0 - 256.0 * step(0.25, t.bg)) / 127.0",
            "reads its bytes from 128 on as negative",
        ),
        (
            "vec2(dot(t.rgb * 2.0 - 1.0, v1), dot(t.rgb * 2.0 - 1.0, v2))",
            "(b - 128) / 127",
        ),
        (
            "vec2(dot(t.rgb, v1), uv.x)",
            "cannot come from another lookup",
        ),
        ("t.rg", "cannot come from another lookup"),
    ] {
        let text = format!(
            "precision highp float;\nvarying vec2 uv;\nvarying vec3 v1, v2;\nuniform sampler2D one, other;\n\
             void main() {{ vec4 t = texture2D(one, uv); gl_FragColor = texture2D(other, {coordinate}); }}\n"
        );
        let said = refusal("nv2a", &text);
        assert!(said.contains(says), "{coordinate}: {said}");
    }
}
