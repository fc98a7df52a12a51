//! Fragment programs whose words, fields and text are known.

use retroshade_diagnostics::FileId;
use retroshade_lima::pp::isa::Unit;
use retroshade_lima::pp::{Program, text};
use serde_json::Value;

macro_rules! vectors {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../vectors/", $name, ".json"))),)*]
    };
}

const FRAGMENT: &[(&str, &str)] = vectors! {
    "f_bools_frag"
    "f_cmp_neg_frag"
    "f_cmpvec_frag"
    "f_deriv_y_frag"
    "f_discard_else_frag"
    "f_discard_frag"
    "f_discard_tex_frag"
    "f_eqvec_frag"
    "f_exp2_frag"
    "f_fragdata_frag"
    "f_if_nest_frag"
    "f_if_small_frag"
    "f_if_tex_frag"
    "f_ints_frag"
    "f_larr_dyn_frag"
    "f_larr_frag"
    "f_loop_const_frag"
    "f_loop_lane_frag"
    "f_loop_nest_frag"
    "f_mad_chain_frag"
    "f_mandel_frag"
    "f_mat3_frag"
    "f_mat4_frag"
    "f_matelem_frag"
    "f_mix_frag"
    "f_norm4_frag"
    "f_norm_frag"
    "f_pack_frag"
    "f_phong_frag"
    "f_pointcoord_frag"
    "f_refract_frag"
    "f_ret_frag"
    "f_sign_frag"
    "f_sincos_frag"
    "f_sinvec_frag"
    "f_smooth_frag"
    "f_spill_loop_frag"
    "f_sqrt_frag"
    "f_step_frag"
    "f_swzw_frag"
    "f_tex_bias_const_frag"
    "f_tex_bias_frag"
    "f_tex_frag"
    "f_tex_projv_frag"
    "f_uarr_dyn_frag"
    "f_uarr_frag"
    "f_uniform_frag"
    "f_uniform_mul_frag"
    "f_varying_frag"
    "f_varying_swz_frag"
    "f_while_frag"
    "hw_clear"
    "hw_reload"
};

fn load() -> impl Iterator<Item = (&'static str, Value)> {
    FRAGMENT
        .iter()
        .map(|(name, text)| (*name, serde_json::from_str(text).unwrap()))
}

fn words(vector: &Value) -> Vec<u32> {
    let instructions = vector["instructions"].as_array().unwrap();
    instructions
        .iter()
        .flat_map(|instruction| instruction["words"].as_array().unwrap())
        .map(|word| u32::from_str_radix(word.as_str().unwrap(), 16).unwrap())
        .collect()
}

fn lines(vector: &Value) -> String {
    let lines = vector["asm"].as_array().unwrap();
    lines
        .iter()
        .map(|line| format!("{}\n", line.as_str().unwrap()))
        .collect()
}

/// The name of a unit in the files.
fn key(unit: Unit) -> &'static str {
    match unit {
        Unit::Varying => "varying",
        Unit::Texture => "texture",
        Unit::Load => "uniform",
        Unit::VectorMul => "vmul",
        Unit::ScalarMul => "smul",
        Unit::VectorAdd => "vadd",
        Unit::ScalarAdd => "sadd",
        Unit::Combine => "combine",
        Unit::Store => "temp",
        Unit::Branch => "branch",
        Unit::Const0 => "const0",
        Unit::Const1 => "const1",
    }
}

#[test]
fn words_decode_to_the_known_fields_and_back() {
    for (name, vector) in load() {
        let program = Program::decode(&words(&vector)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let known = vector["instructions"].as_array().unwrap();
        assert_eq!(program.instructions.len(), known.len(), "{name}");
        let offsets = program.offsets();
        for ((instruction, offset), known) in program.instructions.iter().zip(offsets).zip(known) {
            assert_eq!(Some(offset as u64), known["offset"].as_u64(), "{name}");
            let units = known["units"].as_object().unwrap();
            assert_eq!(instruction.operations().count(), units.len(), "{name}");
            let control = &known["control"];
            assert_eq!(Some(u64::from(instruction.stop)), control["stop"].as_u64());
            assert_eq!(Some(u64::from(instruction.sync)), control["sync"].as_u64());
            for operation in instruction.operations() {
                for (field, value) in operation.fields() {
                    let known = units[key(operation.op.unit)][field.name].as_i64();
                    assert_eq!(Some(value), known, "{name} {offset} {}", field.name);
                }
            }
        }
        assert_eq!(program.encode().unwrap(), words(&vector), "{name}");
        program.check().unwrap_or_else(|e| panic!("{name}: {e}"));
    }
}

#[test]
fn text_assembles_to_the_known_words_and_prints_the_same() {
    for (name, vector) in load() {
        let (program, _) = text::assemble(FileId(0), &lines(&vector))
            .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        assert_eq!(program.encode().unwrap(), words(&vector), "{name}");
        let again = Program::decode(&words(&vector)).unwrap();
        assert_eq!(text::disassemble(&again), lines(&vector), "{name}");
    }
}
