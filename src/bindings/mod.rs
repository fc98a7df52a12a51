//! What the code around a shader needs to know of its program, in the languages people write it in.
//!
//! ```text
//! mod     the model: programs with their registers, units and literals under names of their own
//! names   GL names to identifiers
//! rust    a `no_std` module          c       a C header
//! json    everything, for all other languages
//! class   a pair of programs as a class, for actionscript and haxe
//! ```
//!
//! Every language prints the same [`Program`]s, so that a register has one name everywhere. The text
//! depends on the programs alone: there are no absolute paths and no times in it.

pub mod actionscript;
pub mod c;
mod class;
pub mod haxe;
pub mod json;
mod names;
pub mod rust;

pub use class::{Class, ClassError, ClassLanguage};
pub use names::{constant_name, module_names, unique};

use retroshade_kit::reflect::{self, Constant, Layout, Reflection};
use retroshade_kit::target::Compiled;
use std::path::Path;

impl ClassLanguage {
    /// The text of a class.
    pub fn text(self, class: &Class) -> String {
        match self {
            ClassLanguage::ActionScript => actionscript::class(class),
            ClassLanguage::Haxe => haxe::class(class),
        }
    }
}

/// A compiled program and the names of everything in it.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its own name in lower case, an identifier in every language: `cube_vert`.
    pub name: String,
    /// Where the program was written, relative to the folder of all outputs, with `/` between the
    /// parts; `None` if it stands in the bindings alone.
    pub file: Option<String>,
    /// The program in the container asked for.
    pub code: Vec<u8>,
    /// Everything known of it.
    pub reflection: Reflection,
    /// Variables that are in registers: attributes or varyings, outputs, uniforms, driver uniforms, in
    /// the order of the reflection.
    pub registers: Vec<Register>,
    /// Texture units.
    pub units: Vec<Unit>,
    /// Literals that must be uploaded before drawing. What the program carries itself is left out.
    pub constants: Vec<Constant>,
    /// Constants that the application computes of uniforms, once for each draw.
    pub computed: Vec<Constant>,
}

/// What a variable is to its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An input of a vertex program.
    Attribute,
    /// What a vertex program gives to a fragment program.
    Varying,
    /// Position and point size; colours and depth.
    Output,
    /// A uniform of the shader.
    Uniform,
    /// A value that the target demands of the application.
    Driver,
}

/// A variable and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    /// What it is.
    pub kind: Kind,
    /// The name as a constant, unique in the program: `U_MVP`, `A_POSITION`.
    pub identifier: String,
    /// The register file as the target's assembly spells it.
    pub file: String,
    /// The number of its first register in that file.
    pub index: u32,
    /// The number of registers that it touches, at least 1.
    pub count: u32,
    /// The record: type, array, strides, layout.
    pub variable: reflect::Variable,
}

/// A sampler and its texture unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The name as a constant, unique in the program: `S_TEXTURE`.
    pub identifier: String,
    /// The first unit that the code names.
    pub index: u32,
    /// The number of units that an array of samplers takes; 1 for a single one.
    pub count: u32,
    /// The record.
    pub sampler: reflect::Sampler,
}

impl Program {
    /// The model of a program. `name` is made an identifier of lower-case letters; to name several
    /// programs apart use [`module_names`].
    pub fn new(name: &str, compiled: &Compiled) -> Program {
        let reflection = &compiled.reflection;
        let vertex = reflection.stage == "vertex";
        let input = if vertex {
            Kind::Attribute
        } else {
            Kind::Varying
        };
        let parts = [
            (input, &reflection.inputs),
            (Kind::Output, &reflection.outputs),
            (Kind::Uniform, &reflection.uniforms),
            (Kind::Driver, &reflection.driver_uniforms),
        ];
        let mut taken = Vec::new();
        let mut registers = Vec::new();
        for (kind, variables) in parts {
            for variable in variables {
                let varying = kind == Kind::Output && vertex && variable.builtin.is_none();
                let kind = if varying { Kind::Varying } else { kind };
                registers.extend(register(kind, variable, &mut taken));
            }
        }
        let units = reflection.samplers.iter().map(|sampler| Unit {
            identifier: unique(
                constant_name("S", &["s", "t", "u"], &sampler.name),
                &mut taken,
            ),
            index: sampler.index,
            count: sampler.array.unwrap_or(1).max(1),
            sampler: sampler.clone(),
        });
        let constants = reflection.constants.iter();
        let constants = constants.filter(|constant| !constant.embedded).cloned();
        let (computed, constants) =
            constants.partition(|constant: &Constant| constant.expression.is_some());
        Program {
            name: names::module_name(name),
            file: None,
            code: compiled.binary.clone(),
            units: units.collect(),
            registers,
            constants,
            computed,
            reflection: reflection.clone(),
        }
    }

    /// The program as little-endian 32-bit words, where it is a whole number of them: on every target
    /// but AGAL, whose programs have an odd number of bytes.
    pub fn words(&self) -> Option<Vec<u32>> {
        let (words, rest) = self.code.as_chunks::<4>();
        rest.is_empty()
            .then(|| words.iter().map(|&word| u32::from_le_bytes(word)).collect())
    }

    /// The source's name without folders that exist on one machine only.
    pub fn source(&self) -> &str {
        let source = Path::new(&self.reflection.source);
        if source.is_absolute() {
            let name = source.file_name().and_then(|name| name.to_str());
            return name.unwrap_or(&self.name);
        }
        &self.reflection.source
    }
}

impl Kind {
    /// The letter before its constants, and the prefixes of GL names that mean the same.
    fn prefix(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Kind::Attribute => ("A", &["a"]),
            Kind::Varying => ("V", &["v", "gl"]),
            Kind::Output => ("O", &["o", "gl"]),
            Kind::Uniform => ("U", &["u"]),
            Kind::Driver => ("D", &["gl"]),
        }
    }

    /// In words, for comments.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Attribute => "attribute",
            Kind::Varying => "varying",
            Kind::Output => "output",
            Kind::Uniform => "uniform",
            Kind::Driver => "value for the driver to supply",
        }
    }
}

fn register(kind: Kind, variable: &reflect::Variable, taken: &mut Vec<String>) -> Option<Register> {
    let (prefix, synonyms) = kind.prefix();
    Some(Register {
        kind,
        file: variable.file.clone()?,
        index: variable.index?,
        count: register_count(variable),
        identifier: unique(constant_name(prefix, synonyms, &variable.name), taken),
        variable: variable.clone(),
    })
}

/// The number of registers that a variable touches, by the lanes that its record names.
pub fn register_count(variable: &reflect::Variable) -> u32 {
    let components = variable.components.as_deref().unwrap_or("x");
    let last = components
        .bytes()
        .filter_map(|letter| "xyzw".bytes().position(|known| known == letter))
        .max()
        .unwrap_or(0) as u64;
    let groups = u64::from(matrix_groups(variable).unwrap_or(1).max(1)) - 1;
    let elements = u64::from(variable.array.unwrap_or(1).max(1)) - 1;
    let last = last
        + groups * u64::from(variable.matrix_stride.unwrap_or(4))
        + elements.saturating_mul(u64::from(variable.stride.unwrap_or(4)));
    u32::try_from(last / 4 + 1).unwrap_or(u32::MAX)
}

/// How many groups of lanes a matrix has: rows or columns, whichever its layout keeps in one vector. `None`
/// for what is no matrix.
pub fn matrix_groups(variable: &reflect::Variable) -> Option<u32> {
    let size = variable.ty.strip_prefix("mat")?;
    let (columns, rows) = size.split_once('x').unwrap_or((size, size));
    let groups = match variable.layout {
        Some(Layout::Rows) => rows,
        Some(Layout::Columns) | None => columns,
    };
    groups.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(ty: &str, components: &str) -> reflect::Variable {
        reflect::Variable {
            ty: ty.into(),
            components: Some(components.into()),
            ..reflect::Variable::default()
        }
    }

    #[test]
    fn registers_are_counted_by_lanes() {
        assert_eq!(register_count(&place("vec3", "xyz")), 1);
        let mut matrix = place("mat3x2", "xyz");
        matrix.layout = Some(Layout::Rows);
        matrix.matrix_stride = Some(4);
        assert_eq!(register_count(&matrix), 2);
        matrix.layout = Some(Layout::Columns);
        assert_eq!(register_count(&matrix), 3);
        let mut bones = place("mat4", "xyzw");
        (bones.layout, bones.matrix_stride) = (Some(Layout::Rows), Some(4));
        (bones.array, bones.stride) = (Some(20), Some(16));
        assert_eq!(register_count(&bones), 80);
        // Scalars packed one after the other, from the second lane on: y z w x y.
        let mut packed = place("float", "y");
        (packed.array, packed.stride) = (Some(5), Some(1));
        assert_eq!(register_count(&packed), 2);
        // No lie of a record makes the arithmetic overflow.
        (packed.array, packed.stride) = (Some(u32::MAX), Some(u32::MAX));
        assert_eq!(register_count(&packed), u32::MAX);
    }
}
