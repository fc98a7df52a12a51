//! A Haxe class with both programs of a pair, for Stage3D in Flash and OpenFL.
//!
//! The class imports nothing but `haxe.io.Bytes`, so that it fits Flash, OpenFL and tools alike. In OpenFL
//! `ByteArray.fromBytes(Cube.vertexProgram())` is what `Program3D.upload` takes.

use super::class::{Class, Upload};
use std::fmt::Write;

/// The class of a pair.
pub fn class(class: &Class) -> String {
    let mut text = String::from("// Made by retroshade.\n");
    let comment = super::class::comment;
    // Writing to a text cannot fail.
    if !class.package.is_empty() {
        let _ = writeln!(text, "package {};", class.package);
    }
    let _ = write!(
        text,
        "\nimport haxe.io.Bytes;\n\n/** {} and {}. **/\nclass {} {{\n    \
         /** The version of AGAL that both programs are in. **/\n    \
         public static inline var AGAL_VERSION:Int = {};\n",
        comment(class.vertex.source()),
        comment(class.fragment.source()),
        class.name,
        class.version()
    );
    for entry in class.entries() {
        let _ = write!(
            text,
            "\n    /** {} **/\n    public static inline var {}:Int = {};\n",
            comment(&entry.comment),
            entry.name,
            entry.value
        );
    }
    let programs = [
        ("vertex", "VERTEX", &class.vertex),
        ("fragment", "FRAGMENT", &class.fragment),
    ];
    for ((name, stage, program), assembly) in programs.into_iter().zip(&class.assembly) {
        let uploads: String = Class::uploads(program)
            .iter()
            .map(|upload| {
                let (register, values) = (upload.register, numbers(upload));
                format!("\n        {{register: {register}, values: [{values}]}},")
            })
            .collect();
        let uploads = match uploads.as_str() {
            "" => "[]".to_owned(),
            uploads => format!("[{uploads}\n    ]"),
        };
        let _ = write!(
            text,
            "\n    /** The literals of the {name} program: four components for each register from the first on. **/\n    \
             public static final {stage}_CONSTANTS:Array<{{register:Int, values:Array<Float>}}> = {uploads};\n\n    \
             /** The {name} program. **/\n    \
             public static function {name}Program():Bytes {{\n        \
             return Bytes.ofHex({stage}_CODE);\n    }}\n\n{}    \
             static inline var {stage}_CODE:String =\n        {};\n",
            super::class::listing(assembly, "    "),
            Class::hex(&program.code)
                .iter()
                .map(|line| format!("\"{line}\""))
                .collect::<Vec<_>>()
                .join(" +\n        ")
        );
    }
    text.push_str("}\n");
    text
}

fn numbers(upload: &Upload) -> String {
    let number = |value: &f32| match *value {
        value if value.is_nan() => "Math.NaN".to_owned(),
        value if value == f32::INFINITY => "Math.POSITIVE_INFINITY".to_owned(),
        value if value == f32::NEG_INFINITY => "Math.NEGATIVE_INFINITY".to_owned(),
        value => value.to_string(),
    };
    let numbers: Vec<String> = upload.values.iter().map(number).collect();
    numbers.join(", ")
}
