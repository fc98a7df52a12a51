//! Pictures that the page gives to samplers.

use super::{ask, first_pixel, flat, steps};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

const SHADER: &str = "precision mediump float;\nuniform sampler2D uOne;\nuniform sampler2D uTwo[2];\nvarying vec2 vUv;\n\
    void main() {\n    gl_FragColor = texture2D(uOne, vUv) + texture2D(uTwo[1], vUv);\n}\n";

/// A PNG file of some pixels in a row, in base 64.
fn png(pixels: &[[u8; 4]]) -> String {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.len() as u32, 1);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a header");
    writer
        .write_image_data(pixels.as_flattened())
        .expect("pixels");
    writer.finish().expect("an end");
    BASE64_STANDARD.encode(file)
}

fn drawn(textures: &Value) -> Value {
    let mut question = flat(&json!({}));
    question["source"] = SHADER.into();
    question["textures"] = textures.clone();
    ask("picture", &question)
}

#[test]
fn samplers_take_the_pictures_of_the_page() {
    let (red, green) = (png(&[[255, 0, 0, 255]]), png(&[[0, 51, 0, 0]]));
    let answer = drawn(
        &json!({ "uOne": { "png": red }, "uTwo[1]": { "png": green }, "uGone": { "png": "" } }),
    );
    assert_eq!(first_pixel(&answer), [255, 51, 0, 255], "{answer}");
    let samplers = json!([
        { "name": "uOne", "type": "sampler2D" },
        { "name": "uTwo[0]", "type": "sampler2D" },
        { "name": "uTwo[1]", "type": "sampler2D" },
    ]);
    assert_eq!(answer["picture"]["samplers"], samplers);
    // Without them textures are those of `render`.
    assert_ne!(first_pixel(&drawn(&json!({}))), [255, 51, 0, 255]);
}

#[test]
fn a_filter_can_be_left_out() {
    let black_and_white = png(&[[0, 0, 0, 255], [255, 255, 255, 255]]);
    let levels = |nearest: bool| {
        let texture = json!({ "png": black_and_white, "nearest": nearest });
        let dark = json!({ "png": png(&[[0, 0, 0, 0]]) });
        let mut question = flat(&json!({}));
        question["source"] = SHADER.into();
        question["textures"] = json!({ "uOne": texture, "uTwo[1]": dark });
        (question["width"], question["height"]) = (1.into(), 1.into());
        // The middle of the picture, between both texels.
        first_pixel(&ask("picture", &question))[0]
    };
    assert!((120..136).contains(&levels(false)), "{}", levels(false));
    assert!([0, 255].contains(&levels(true)), "{}", levels(true));
}

#[test]
fn steps_look_up_the_same_pictures() {
    let question = |textures: Value| {
        json!({
            "source": SHADER, "stage": "fragment", "target": "lima", "level": "normal", "width": 16, "height": 12,
            "time": 0.0, "surface": "suited", "values": {}, "x": 3, "y": 3, "vertex": null, "textures": textures,
        })
    };
    // Halves of a fifth and two fifths.
    let given = json!({ "uOne": { "png": png(&[[51, 0, 0, 255]]) }, "uTwo[1]": { "png": png(&[[0, 102, 0, 0]]) } });
    let answer = ask("steps", &question(given));
    let text = answer["steps"]["steps"].to_string();
    assert!(
        text.contains("0.1999") && text.contains("0.3999"),
        "{answer}"
    );
    let without = steps(SHADER, "fragment", "lima", (3, 3), None);
    assert_ne!(without["steps"]["steps"], answer["steps"]["steps"]);
}

#[test]
fn what_is_no_picture_is_said() {
    for (bytes, said) in [("%", "not in base 64"), ("aGVsbG8=", "PNG")] {
        let answer = drawn(&json!({ "uOne": { "png": bytes } }));
        let message = answer["diagnostics"][0]["message"].to_string();
        assert!(message.contains("uOne"), "{answer}");
        assert!(answer["diagnostics"].to_string().contains(said), "{answer}");
    }
    // A name is that of a sampler, and no file's.
    let answer = drawn(&json!({ "/etc/passwd": { "png": "" }, "../a.png": { "png": "" } }));
    assert!(answer["picture"].is_object(), "{answer}");
}
