//! A Haxe class with both programs of a pair, for Stage3D in Flash and OpenFL.
//!
//! The class imports nothing but `haxe.io.Bytes`, so that it fits Flash, OpenFL and tools alike. In OpenFL
//! `ByteArray.fromBytes(Cube.vertexProgram())` is what `Program3D.upload` takes.

use super::class::{Class, Half, Spelling, comment};
use std::fmt::Write;

const SPELLING: Spelling = Spelling {
    indent: "    ",
    comment_end: "**/",
    integer: ["public static inline var ", ":Int = "],
    text: ["static inline var ", ":String ="],
    extremes: [
        "Math.NaN",
        "Math.POSITIVE_INFINITY",
        "Math.NEGATIVE_INFINITY",
    ],
};

/// The class of a pair.
pub fn class(class: &Class) -> String {
    let mut text = String::from("// Made by retroshade.\n");
    // Writing to a text cannot fail.
    if !class.package.is_empty() {
        let _ = writeln!(text, "package {};", class.package);
    }
    let _ = write!(
        text,
        "\nimport haxe.io.Bytes;\n\n/** {} and {}. **/\nclass {} {{\n{}",
        comment(class.vertex.source()),
        comment(class.fragment.source()),
        class.name,
        SPELLING.constants(class)
    );
    for half in class.halves() {
        let _ = write!(
            text,
            "\n    /** The literals of the {name} program: four components for each register from the first on. **/\n    \
             public static final {stage}_CONSTANTS:Array<{{register:Int, values:Array<Float>}}> = {uploads};\n\n    \
             /** The {name} program. **/\n    \
             public static function {name}Program():Bytes {{\n        \
             return Bytes.ofHex({stage}_CODE);\n    }}\n\n{code}",
            name = half.name,
            stage = half.stage,
            uploads = uploads(&half),
            code = SPELLING.code(&half)
        );
    }
    text.push_str("}\n");
    text
}

fn uploads(half: &Half<'_>) -> String {
    let uploads: String = Class::uploads(half.program)
        .iter()
        .map(|upload| {
            let (register, values) = (upload.register, SPELLING.numbers(&upload.values));
            format!("\n        {{register: {register}, values: [{values}]}},")
        })
        .collect();
    match uploads.as_str() {
        "" => "[]".to_owned(),
        uploads => format!("[{uploads}\n    ]"),
    }
}
