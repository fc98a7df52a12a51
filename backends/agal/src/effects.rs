//! What tokens read and write, and where control goes.

use crate::isa::{File, LaneMask, Meaning, Opcode, Program, Source, Token};
use retroshade_ir::Stage;
use retroshade_kit::machine::Kind;
use retroshade_kit::machine::effects::{self, Decoded, Effect, Flow, From, Place, Read};

/// AGAL has one unit; these are kinds of tokens.
const UNITS: [&str; 3] = ["arithmetic", "texture", "control"];
const ARITHMETIC: usize = 0;
const TEXTURE: usize = 1;
const CONTROL: usize = 2;

impl Decoded for Program {
    fn units(&self) -> Vec<&'static str> {
        UNITS.to_vec()
    }

    fn texture_file(&self) -> &'static str {
        File::Sampler.prefix(self.stage)
    }

    fn len(&self) -> usize {
        self.tokens.len()
    }

    fn effects(&self, instruction: usize) -> Vec<Effect> {
        let token = self.tokens.get(instruction);
        token
            .map(|token| effect(token, self.stage))
            .into_iter()
            .collect()
    }

    fn flow(&self, instruction: usize) -> Flow {
        let Some(token) = self.tokens.get(instruction) else {
            return Flow::default();
        };
        let (falls, target) = match token.opcode.info().meaning {
            // Where the comparison does not hold, control goes on behind the `els`.
            Meaning::If(_) => {
                let end = self.end_of_branch(instruction);
                let is_else = end.is_some_and(|end| self.tokens[end].opcode == Opcode::Els);
                (true, end.map(|end| end + usize::from(is_else)))
            }
            // It is the end of the first branch.
            Meaning::Else => (false, self.end_of_branch(instruction)),
            _ => (true, None),
        };
        Flow {
            falls,
            target,
            ends: instruction + 1 == self.tokens.len(),
        }
    }
}

impl Program {
    /// The `els` or `eif` that ends the branch which a token begins; `None` where there is none.
    fn end_of_branch(&self, first: usize) -> Option<usize> {
        let mut depth = 0usize;
        let tokens = self.tokens.iter().enumerate().skip(first + 1);
        for (number, token) in tokens {
            match token.opcode.info().meaning {
                Meaning::If(_) => depth += 1,
                Meaning::Else | Meaning::EndIf if depth == 0 => return Some(number),
                Meaning::EndIf => depth -= 1,
                _ => {}
            }
        }
        None
    }
}

/// Returns the registers that a token reads and writes.
fn effect(token: &Token, stage: Stage) -> Effect {
    let unit = match token.opcode.info().meaning {
        Meaning::Lookup => TEXTURE,
        Meaning::Kill | Meaning::If(_) | Meaning::Else | Meaning::EndIf => CONTROL,
        _ => ARITHMETIC,
    };
    let mut effect = Effect {
        unit,
        ..Effect::default()
    };
    let lanes = token.lanes_read();
    if let Some(source) = token.a {
        let lanes = source.swizzle.read_by(lanes);
        effect.reads.extend(reads(&source, lanes, 1, stage));
    }
    if let Some(source) = token.b {
        let rows = token.opcode.info().rows();
        // The rows of a matrix are read as they are.
        let lanes = match rows {
            1 => source.swizzle.read_by(lanes),
            _ => lanes,
        };
        effect.reads.extend(reads(&source, lanes, rows, stage));
    }
    if let Some(sampler) = token.sampler {
        effect.reads.push(Read::outside(From::Texture {
            unit: sampler.number.into(),
            ty: if sampler.is_cube() {
                "samplerCube"
            } else {
                "sampler2D"
            },
        }));
    }
    if let Some(dest) = token.dest {
        effect
            .writes
            .extend(lanes_of(dest.file, dest.number, dest.mask, stage));
    }
    effect
}

/// What some lanes of a source and of the registers behind it read: of an indirect one the index. Which constant that
/// finds, code does not tell.
fn reads(source: &Source, lanes: LaneMask, rows: u16, stage: Stage) -> Vec<Read> {
    let places: Vec<Place> = match source.indirect {
        Some(index) => {
            let lane = LaneMask::lane(index.lane & 3);
            lanes_of(index.file, index.number, lane, stage).collect()
        }
        None => {
            let numbers = (source.number..).take(rows.into());
            numbers
                .flat_map(|number| lanes_of(source.file, number, lanes, stage))
                .collect()
        }
    };
    places.into_iter().map(Read::place).collect()
}

fn lanes_of(
    file: File,
    number: u16,
    lanes: LaneMask,
    stage: Stage,
) -> impl Iterator<Item = Place> + use<> {
    let file = effects::File::new(file.prefix(stage), file.kind(stage));
    file.lanes(number, lanes.bits())
}

impl File {
    /// Returns the use of the file's registers in a stage.
    pub fn kind(self, stage: Stage) -> Kind {
        match (self, stage) {
            (File::Temporary, _) => Kind::Temporary,
            (File::Constant, _) => Kind::Uniform,
            (File::Output | File::Depth, _) | (File::Varying, Stage::Vertex) => Kind::Output,
            _ => Kind::Input,
        }
    }
}

impl Token {
    /// The lanes of the sources, before their swizzles, that the result depends on.
    fn lanes_read(&self) -> LaneMask {
        let flat = self.sampler.is_some_and(|sampler| !sampler.is_cube());
        match self.opcode.info().meaning.lanes_read() {
            Some(_) if flat => LaneMask::from_bits(3),
            Some(lanes) => lanes,
            None => self.dest.map_or(LaneMask::NONE, |dest| dest.mask),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::Version;
    use crate::text::assemble;
    use retroshade_diagnostics::FileId;
    use retroshade_kit::machine::RegistersRead;

    fn program(stage: Stage, text: &str) -> Program {
        let assembly = assemble(FileId(0), text, stage, Version::V2);
        assembly.unwrap().program
    }

    fn read(program: &Program, token: usize) -> Vec<String> {
        let effects = program.effects(token).into_iter();
        let reads = effects.flat_map(|effect| effect.reads);
        let places = reads.filter_map(|read| match read.from {
            From::Place(place) => Some(place.to_string()),
            _ => None,
        });
        places.collect()
    }

    #[test]
    fn reads_are_the_lanes_that_count() {
        let vertex = program(
            Stage::Vertex,
            "m33 vt0.xyz, va0, vc4\nadd vt1.yz, vt0.xxyw, vc[va1.z+7]\ndp3 op, vt0.zyxw, vc9",
        );
        let rows = |number: usize| ["x", "y", "z"].map(|lane| format!("vc{number}.{lane}"));
        let mut product = ["x", "y", "z"].map(|lane| format!("va0.{lane}")).to_vec();
        product.extend([4, 5, 6].into_iter().flat_map(rows));
        assert_eq!(read(&vertex, 0), product);
        assert_eq!(read(&vertex, 1), ["vt0.x", "vt0.y", "va1.z"]);
        assert_eq!(read(&vertex, 2)[..3], ["vt0.x", "vt0.y", "vt0.z"]);
        let fragment = program(Stage::Fragment, "tex oc, v0.zwxy, fs3 <2d>");
        assert_eq!(read(&fragment, 0), ["v0.z", "v0.w"]);
        let found = RegistersRead::of(&fragment);
        assert_eq!(found.textures[&("fs", 3)], "sampler2D");
        assert!(found.inputs.contains(&("v", 0)));
    }

    #[test]
    fn blocks_are_jumps() {
        let text = "mov ft0, v0\nife v0.x, v0.y\nifg v0.x, v0.z\nmov ft0, v1\neif\nels\nmov ft0, v2\neif\nmov oc, ft0";
        let fragment = program(Stage::Fragment, text);
        let next = |token: usize| fragment.flow(token).next(token, fragment.len());
        assert_eq!(next(1), [2, 6], "behind the `els`");
        assert_eq!(next(2), [3, 4]);
        assert_eq!(next(5), [7], "the first branch ends there");
        assert_eq!(next(8), [0usize; 0]);
        assert!(fragment.flow(8).ends && !fragment.flow(7).ends);
    }
}
