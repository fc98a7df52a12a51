//! What operations of a lifted shader mean.

use retroshade_diagnostics::fault::Fault;
use retroshade_ir::Stage;

/// How a program is lifted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What its operations become.
    pub semantics: Semantics,
    /// What its position is.
    pub position: Position,
}

impl Options {
    /// Takes over a flag of the command line, as `--semantics=exact`.
    ///
    /// # Errors
    /// One that there is not, or a value that it does not have.
    pub fn apply(&mut self, flag: &str) -> Result<(), Fault> {
        match flag.split_once('=') {
            Some(("--semantics", "readable")) => self.semantics = Semantics::Readable,
            Some(("--semantics", "exact")) => self.semantics = Semantics::Exact,
            Some(("--semantics", other)) => {
                return Err(format!("--semantics={other}: there are readable, exact").into());
            }
            Some(("--position", "native")) => self.position = Position::Native,
            Some(("--position", "clip")) => self.position = Position::Clip,
            Some(("--position", other)) => {
                return Err(format!("--position={other}: there are native, clip").into());
            }
            _ => return Err(format!("{flag}: there is no such flag of lifting").into()),
        }
        Ok(())
    }
}

/// The space of `gl_Position` in a lifted shader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Position {
    /// As the program leaves it for the machine behind it.
    #[default]
    Native,
    /// Clip space, in the range of z that the machine has: without the viewport transform and the division by w, and without
    /// the uniforms of the driver.
    Clip,
}

/// What the operations of a machine become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Semantics {
    /// Those of the language, in the words of a source: `normalize`, products of matrices.
    #[default]
    Readable,
    /// What the machine computes of every number, one operation after the other. Denormals are not told apart from zero.
    Exact,
}

/// Whose rules operations follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// Those of IEEE 754, which are the language's.
    Ieee,
    /// NV2A: a product with zero is zero, sums and products of finite numbers are finite, -0 is below 0, and what is no number
    /// above all (`retroshade_nv2a::sim::Ieee`).
    Nv2a,
    /// PICA200: zero times infinity is zero, the second operand of `min` and `max` wins where there is no order
    /// (`retroshade_pica200::isa::compute`).
    Pica200,
}

impl Arithmetic {
    /// That of a processor; `None` where sources say it.
    ///
    /// # Errors
    /// An exact shader of a processor whose numbers no shader has.
    pub(crate) fn of(
        semantics: Semantics,
        target: &str,
        stage: Stage,
    ) -> Result<Option<Arithmetic>, Fault> {
        if semantics == Semantics::Readable {
            return Ok(None);
        }
        match (target, stage) {
            ("nv2a", Stage::Vertex) => Ok(Some(Arithmetic::Nv2a)),
            ("pica200", Stage::Vertex) => Ok(Some(Arithmetic::Pica200)),
            ("lima", Stage::Fragment) => Err(
                "the fragment processor of the Mali-400 computes in half floats, which no shader language rounds to: \
                 there is no exact source, leave --semantics out"
                    .into(),
            ),
            ("nv2a" | "pica200", Stage::Fragment) => Err(
                "combiners compute in steps of 1/255, of which there is no exact source: leave --semantics out"
                    .into(),
            ),
            _ => Ok(Some(Arithmetic::Ieee)),
        }
    }
}
