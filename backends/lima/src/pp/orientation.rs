//! What `--invert-y` makes of a fragment shader: for pictures whose rows run downwards in memory, which the
//! vertex program turns over, what the chip says of rows is turned back (docs/lima-pp.md, "Interface").

use retroshade_diagnostics::Span;
use retroshade_ir::{
    Builtin, Constant, Inst, Op, Scalar, Shader, Shape, Swizzle, Type, Uniform, Use, Variable,
};

/// The uniform with the height of the picture in pixels, which the runtime supplies to shaders that read the row.
pub(super) const HEIGHT: &str = "gl_mali_FragCoordHeight";

/// Turns `gl_PointCoord.y`, `gl_FragCoord.y` and `dFdy`.
pub fn turn_rows(shader: &mut Shader) {
    // The printed form of a shader that has been through here is turned already.
    let turned = |uniform: &Variable| uniform.name == HEIGHT;
    if shader.interface.uniforms.values().any(turned) {
        return;
    }
    let mut height = None;
    for region in shader.live_regions() {
        let old = std::mem::take(&mut shader.regions[region].insts);
        let mut insts = Vec::with_capacity(old.len());
        for inst in old {
            let mut turn = Turn {
                shader,
                before: &mut insts,
                span: Span::NONE,
            };
            turn.instruction(inst, &mut height);
            insts.push(inst);
        }
        shader.regions[region].insts = insts;
    }
}

/// An instruction that is being changed, with room for others in front of it.
struct Turn<'a> {
    shader: &'a mut Shader,
    before: &'a mut Vec<Inst>,
    span: Span,
}

impl Turn<'_> {
    fn instruction(&mut self, inst: Inst, height: &mut Option<Uniform>) {
        let data = &self.shader.insts[inst];
        self.span = data.span;
        let builtin = match data.op {
            Op::Input { input, .. } => self.shader.interface.inputs[input].builtin,
            Op::Dfdy => {
                let operand = data.args[0];
                let ty = Type::float(operand.lanes());
                let negated = self.emit(Op::Neg, &[operand], ty);
                self.shader.insts[inst].args[0] = negated;
                return;
            }
            _ => return,
        };
        let op = data.op;
        let lanes = self.shader.ty(self.shader.result(inst)).lanes;
        let end = match builtin {
            Some(Builtin::PointCoord) => {
                let one = Constant::floats(&[1.0]);
                self.emit(Op::Constant(one), &[], Type::float(1))
            }
            Some(Builtin::FragCoord) => {
                let interface = &mut self.shader.interface;
                let uniform = *height.get_or_insert_with(|| {
                    let shape = Shape::vector(Scalar::Float, 1);
                    interface.uniforms.push(Variable::new(HEIGHT, shape))
                });
                self.emit(Op::Uniform { uniform, slot: 0 }, &[], Type::float(1))
            }
            _ => return,
        };
        let place = self.emit(op, &[], Type::float(lanes));
        let lane = |lane| place.then(Swizzle::splat(lane, 1));
        let row = self.emit(Op::Sub, &[end, lane(1)], Type::float(1));
        let all = (0..lanes).map(|at| if at == 1 { row } else { lane(at) });
        let all: Vec<Use> = all.collect();
        let data = &mut self.shader.insts[inst];
        data.op = Op::Compose;
        data.args = all.as_slice().into();
    }

    fn emit(&mut self, op: Op, args: &[Use], ty: Type) -> Use {
        let inst = self
            .shader
            .make_inst(op, args, &[ty], Vec::new(), self.span);
        self.before.push(inst);
        self.shader.whole(self.shader.result(inst))
    }
}

#[cfg(test)]
mod tests {
    use super::{HEIGHT, turn_rows};
    use retroshade_diagnostics::FileId;
    use retroshade_ir::run::RunInputs;
    use retroshade_ir::{Shader, eval, text, verify};

    #[test]
    fn rows_are_turned_and_columns_stay() {
        let source = r#"shader fragment "rows.frag"
    input in0 "gl_FragCoord" vec4 builtin=frag_coord
    input in1 "gl_PointCoord" vec2 builtin=point_coord
    output out0 "gl_FragColor" vec4 builtin=frag_color
    body {
      %0:f4 = input in0[0]
      %1:f2 = input in1[0]
      %2:f1 = dfdy %0.z
      %3:f4 = compose %0.xy, %1
      %4:f4 = add %3, %2.xxxx
      yield %4
    }"#;
        let mut shader = text::parse(source, FileId(0)).unwrap();
        let json = r#"{"mode": "quads", "frag_coord": [[0.5, 0.5, 0, 1], [1.5, 0.5, 0, 1], [0.5, 1.5, 4, 1], [1.5, 1.5, 4, 1]],
            "point_coord": [[0.25, 0.125], [0.25, 0.125], [0.25, 0.125], [0.25, 0.125]],
            "uniforms": {"gl_mali_FragCoordHeight": [48]}}"#;
        let inputs = RunInputs::from_json(json, FileId(0)).unwrap();
        let row = |shader: &Shader| {
            eval::run(shader, &inputs).unwrap().outputs["gl_FragColor"][0].clone()
        };
        assert_eq!(row(&shader), [4.5, 4.5, 4.25, 4.125]);
        turn_rows(&mut shader);
        verify::verify_after(&shader, "the turn").unwrap();
        assert_eq!(row(&shader), [-3.5, 43.5, -3.75, -3.125]);
        assert!(
            shader
                .interface
                .uniforms
                .values()
                .any(|one| one.name == HEIGHT)
        );
        // What is printed in between is turned once.
        let printed = text::print(&shader);
        turn_rows(&mut shader);
        assert_eq!(text::print(&shader), printed);
    }
}
