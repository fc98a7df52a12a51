//! An ActionScript 3 class with both programs of a pair, for Stage3D.
//!
//! The class needs nothing but the player's own packages: it holds the bytes as text, the registers as
//! constants, and uploads programs and literals.

use super::class::{Class, Spelling, comment};
use std::fmt::Write;

const SPELLING: Spelling = Spelling {
    indent: "        ",
    comment_end: "*/",
    integer: ["public static const ", ":int = "],
    text: ["private static const ", ":String ="],
    extremes: ["NaN", "Infinity", "-Infinity"],
};

/// The class of a pair.
pub fn class(class: &Class) -> String {
    let mut text = String::new();
    let package = match class.package.as_str() {
        "" => "package".to_owned(),
        package => format!("package {package}"),
    };
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
         public final class {}\n    {{\n{}",
        comment(class.vertex.source()),
        comment(class.fragment.source()),
        class.name,
        SPELLING.constants(class)
    );
    text.push_str(UPLOAD);
    for half in class.halves() {
        for upload in Class::uploads(half.program) {
            let _ = writeln!(
                text,
                "            context.setProgramConstantsFromVector(Context3DProgramType.{}, {}, new <Number>[{}]);",
                half.stage,
                upload.register,
                SPELLING.numbers(&upload.values)
            );
        }
    }
    text.push_str("        }\n");
    for half in class.halves() {
        let (name, stage) = (half.name, half.stage);
        let _ = write!(
            text,
            "\n        /** The {name} program. */\n        \
             public static function {name}Program():ByteArray\n        {{\n            \
             return bytes({stage}_CODE);\n        }}\n\n{}",
            SPELLING.code(&half)
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
