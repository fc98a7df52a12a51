// A loop that is left early stays one, and leaves by its branch alone: nothing is copied on the way out.
// target: lima pica200
// run: a_position=(1,2,3,1) a_step=(1,2,3,4) a_start=(2,4,6,8) a_count=3.0 -> v_sum=(2,4,6,8)
// run: a_position=(1,2,3,1) a_step=(1,2,3,4) a_start=(6,4,6,8) a_count=0.0 -> v_sum=(6,4,6,8)
// run: a_position=(1,2,3,1) a_step=(1,2,3,4) a_start=(2,4,6,16) a_count=100.0 -> v_sum=(2,4,6,8)
// limit: lima instructions <= 15
attribute vec4 a_position;
attribute vec4 a_step;
attribute vec4 a_start;
attribute float a_count;
varying vec4 v_sum;

void main() {
    vec4 sum = a_start;
    for (int i = 0; i < 40; i++) {
        if (float(i) >= a_count) break;
        sum = sum * 0.5 + a_step;
    }
    v_sum = sum;
    gl_Position = a_position;
}
