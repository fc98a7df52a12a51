// Two results of a loop that every round makes alike, and a loop of no round that gives what it began with.
// target: lima pica200
// run: a_position=(1,2,3,1) a_start=0.25 a_count=-1.0 a_step=1.0 -> v_left=(0.25,0.25)
// run: a_position=(1,2,3,1) a_start=0.25 a_count=2.0 a_step=1.0 -> v_left=(2.25,2.25)
attribute vec4 a_position;
attribute float a_start;
attribute float a_count;
attribute float a_step;
varying vec2 v_left;

void main() {
    float a = a_start;
    float b = a_start;
    for (float i = 0.0; i < a_count; i += a_step) {
        a = a * 2.0 + b;
        b = a;
    }
    v_left = vec2(a, b);
    gl_Position = a_position;
}
