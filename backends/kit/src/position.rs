//! What `-finvert-y`, `-finvariant-position` and `--clip-depth` make of `gl_Position`, and what `gl_DepthRange` is, the same on every
//! target.
//!
//! A machine's clip volume has its own range of z ([`ClipDepth`]). What the source puts into z is told by
//! the setting `clip-depth`:
//!
//! * `native`: what the machine wants; nothing is changed.
//! * `gl`: -w to w, as OpenGL has it; the program brings it to the machine's range.
//! * without the setting: what an ESSL shader computes stays, for it is the application's matrix that decides;
//!   a WGSL shader's 0 to w is brought to the machine's range, since its language leaves no choice.
//!
//! Only a position that leaves the program as the machine wants it is changed: `--position clip` is the
//! shader's own, and with `--position divide` the viewport in the application's matrix says what z is.

use crate::options::{CLIP_DEPTH, INVERT_Y, Options, Position};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{Builtin, ClipDepth, Constant, Op, Shader, Stage, opt};

/// The name of the setting.
pub(crate) const INVARIANT: &str = "invariant-position";

/// Changes what a vertex shader leaves in `gl_Position` as the options ask, and sets `gl_DepthRange`. `machine` is the range of z that
/// the machine's clip volume has.
///
/// # Errors
/// A value that the setting does not have, and a range with a position that is not to be changed.
pub fn adapt(shader: &mut Shader, options: &Options, machine: ClipDepth) -> Result<(), Diagnostic> {
    let source = source_depth(shader, options)?;
    replace_depth_range(shader);
    if shader.stage != Stage::Vertex {
        return Ok(());
    }
    if options.is_on(INVARIANT) {
        let mut outputs = shader.interface.outputs.values_mut();
        if let Some(position) = outputs.find(|output| output.builtin == Some(Builtin::Position)) {
            position.invariant = true;
        }
    }
    if options.is_on(INVERT_Y) {
        opt::invert_y(shader);
    }
    if let Some(source) = source.filter(|_| options.position == Position::Native) {
        opt::convert_depth(shader, source, machine);
        shader.interface.clip_depth = machine;
    }
    Ok(())
}

/// Puts numbers in the place of `gl_DepthRange`, which no machine has: programs get GL's default.
pub fn replace_depth_range(shader: &mut Shader) {
    for region in shader.live_regions() {
        for index in 0..shader.regions[region].insts.len() {
            let inst = shader.regions[region].insts[index];
            let Op::Uniform { uniform, .. } = shader.insts[inst].op else {
                continue;
            };
            let value = match shader.interface.uniforms[uniform].name.as_str() {
                "gl_DepthRange.near" => 0.0,
                "gl_DepthRange.far" | "gl_DepthRange.diff" => 1.0,
                _ => continue,
            };
            shader.insts[inst].op = Op::Constant(Constant::floats(&[value]));
        }
    }
}

/// The range of z in the source, if it is to be changed.
fn source_depth(shader: &Shader, options: &Options) -> Result<Option<ClipDepth>, Diagnostic> {
    let refuse = |message: String| Diagnostic::error(codes::target::SETTING, message);
    let written = shader.interface.clip_depth;
    match options.settings.get(CLIP_DEPTH).map(String::as_str) {
        None => Ok(Some(written).filter(|depth| *depth != ClipDepth::MinusWToW)),
        Some("native") => Ok(None),
        Some("gl") if options.position == Position::Native => Ok(Some(ClipDepth::MinusWToW)),
        Some("gl") => Err(refuse(format!(
            "`--clip-depth gl` changes z, but `--position {}` leaves it to the application",
            options.position.name()
        ))
        .with_help("leave one of the two out")),
        Some(other) => Err(
            refuse(format!("`{other}` is no value of `{CLIP_DEPTH}`")).with_help(
                "gl: z runs from -w to w in the source; native: z is what the machine wants",
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_diagnostics::{SourceFile, SourceMap};
    use retroshade_ir::eval;
    use retroshade_ir::run::RunInputs;

    /// z at w = 4 of what a shader with z = 2 becomes.
    fn z(depth: ClipDepth, options: &Options, machine: ClipDepth) -> Result<f32, Diagnostic> {
        let text = "shader vertex \"a\"\noutput out0 \"gl_Position\" vec4 builtin=position\n\
                    body {\n  %0:f4 = const (1.0, 3.0, 2.0, 4.0)\n  yield %0\n}\n";
        let file = SourceMap::new().add(SourceFile::new("a", text));
        let mut shader = retroshade_ir::text::parse(text, file).unwrap();
        shader.interface.clip_depth = depth;
        adapt(&mut shader, options, machine)?;
        let outputs = eval::run(&shader, &RunInputs::default()).unwrap().outputs;
        Ok(outputs["gl_Position"][0][2])
    }

    fn options(position: Position, clip_depth: Option<&str>) -> Options {
        let mut options = Options {
            position,
            ..Options::default()
        };
        let setting = clip_depth.map(|value| (CLIP_DEPTH.to_owned(), value.to_owned()));
        options.settings.extend(setting);
        options
    }

    #[test]
    fn the_language_or_the_setting_says_what_z_is() {
        use ClipDepth::{MinusWToW, MinusWToZero, ZeroToW};
        for (source, setting, machine, wanted) in [
            (MinusWToW, None, ZeroToW, 2.0),
            (MinusWToW, Some("native"), ZeroToW, 2.0),
            (MinusWToW, Some("gl"), ZeroToW, 3.0),
            (MinusWToW, Some("gl"), MinusWToZero, -1.0),
            (MinusWToW, Some("gl"), MinusWToW, 2.0),
            (ZeroToW, None, ZeroToW, 2.0),
            (ZeroToW, None, MinusWToZero, -2.0),
            (ZeroToW, None, MinusWToW, 0.0),
            (ZeroToW, Some("native"), MinusWToW, 2.0),
            (ZeroToW, Some("gl"), ZeroToW, 3.0),
        ] {
            let found = z(source, &options(Position::Native, setting), machine);
            assert_eq!(found.unwrap(), wanted, "{source:?} {setting:?} {machine:?}");
        }
    }

    #[test]
    fn a_position_of_the_applications_own_stays() {
        for position in [Position::Clip, Position::Divide] {
            let found = z(
                ClipDepth::ZeroToW,
                &options(position, None),
                ClipDepth::MinusWToW,
            );
            assert_eq!(found.unwrap(), 2.0);
            let error = z(
                ClipDepth::ZeroToW,
                &options(position, Some("gl")),
                ClipDepth::ZeroToW,
            );
            assert_eq!(error.unwrap_err().code, codes::target::SETTING);
        }
        let error = z(
            ClipDepth::ZeroToW,
            &options(Position::Native, Some("d3d")),
            ClipDepth::ZeroToW,
        );
        assert!(error.unwrap_err().message.contains("`d3d`"));
    }
}
