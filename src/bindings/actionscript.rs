//! An ActionScript 3 class with both programs of a pair, for Stage3D.
//!
//! The class needs nothing but the player's own packages: it holds the bytes as text, the registers as
//! constants, and uploads programs and literals.

use super::class::{Class, Upload};
use std::fmt::Write;

/// The class of a pair.
pub fn class(class: &Class) -> String {
    let mut text = String::new();
    let package = match class.package.as_str() {
        "" => "package".to_owned(),
        package => format!("package {package}"),
    };
    let (vertex, fragment) = (class.vertex.source(), class.fragment.source());
    // Writing to a text cannot fail.
    let _ = write!(
        text,
        "// Made by retroshade.\n{package}\n{{\n    \
         import flash.display3D.Context3D;\n    \
         import flash.display3D.Context3DProgramType;\n    \
         import flash.display3D.Program3D;\n    \
         import flash.utils.ByteArray;\n    \
         import flash.utils.Endian;\n\n    \
         /** {} and {}. */\n    \
         public final class {}\n    {{\n        \
         /** The version of AGAL that both programs are in. */\n        \
         public static const AGAL_VERSION:int = {};\n",
        super::class::comment(vertex),
        super::class::comment(fragment),
        class.name,
        class.version()
    );
    for entry in class.entries() {
        let _ = write!(
            text,
            "\n        /** {} */\n        public static const {}:int = {};\n",
            super::class::comment(&entry.comment),
            entry.name,
            entry.value
        );
    }
    text.push_str(UPLOAD);
    for (stage, program) in [("VERTEX", &class.vertex), ("FRAGMENT", &class.fragment)] {
        for upload in Class::uploads(program) {
            let _ = writeln!(
                text,
                "            context.setProgramConstantsFromVector(Context3DProgramType.{stage}, {}, new <Number>[{}]);",
                upload.register,
                numbers(&upload)
            );
        }
    }
    text.push_str("        }\n");
    let programs = [
        ("vertex", "VERTEX", &class.vertex),
        ("fragment", "FRAGMENT", &class.fragment),
    ];
    for ((name, stage, program), assembly) in programs.into_iter().zip(&class.assembly) {
        let _ = write!(
            text,
            "\n        /** The {name} program. */\n        \
             public static function {name}Program():ByteArray\n        {{\n            \
             return bytes({stage}_CODE);\n        }}\n\n{}        \
             private static const {stage}_CODE:String =\n            {};\n",
            super::class::listing(assembly, "        "),
            Class::hex(&program.code)
                .iter()
                .map(|line| format!("\"{line}\""))
                .collect::<Vec<_>>()
                .join(" +\n            ")
        );
    }
    text.push_str(BYTES);
    text
}

const UPLOAD: &str = "
        /** A new program in a context. */
        public static function upload(context:Context3D):Program3D
        {
            var program:Program3D = context.createProgram();
            program.upload(vertexProgram(), fragmentProgram());
            return program;
        }

        /** Sets the registers that hold the literals of both programs: once before drawing, and again if
            another program has used them. */
        public static function uploadConstants(context:Context3D):void
        {
";

const BYTES: &str = "
        private static function bytes(digits:String):ByteArray
        {
            var code:ByteArray = new ByteArray();
            code.endian = Endian.LITTLE_ENDIAN;
            for (var at:int = 0; at < digits.length; at += 2)
            {
                code.writeByte(parseInt(digits.substr(at, 2), 16));
            }
            code.position = 0;
            return code;
        }
    }
}
";

fn numbers(upload: &Upload) -> String {
    let number = |value: &f32| match *value {
        value if value.is_nan() => "NaN".to_owned(),
        value if value == f32::INFINITY => "Infinity".to_owned(),
        value if value == f32::NEG_INFINITY => "-Infinity".to_owned(),
        value => value.to_string(),
    };
    let numbers: Vec<String> = upload.values.iter().map(number).collect();
    numbers.join(", ")
}
