// A loop that gives what a round made, or another variable where it is left in the middle.
// target: lima pica200
// run: a_position=(1,2,3,1) a_start=(1,2,10,0) a_count=3.0 a_step=1.0 -> v_left=(8,5,8)
// run: a_position=(1,2,3,1) a_start=(1,2.5,3,0) a_count=10.0 a_step=1.0 -> v_left=(2,3.5,3.5)
// run: a_position=(1,2,3,1) a_start=(1,2,10,0) a_count=-1.0 a_step=1.0 -> v_left=(1,2,1)
attribute vec4 a_position;
attribute vec4 a_start;
attribute float a_count;
attribute float a_step;
varying vec3 v_left;

void main() {
    float a = a_start.x;
    float b = a_start.y;
    float left = a_start.x;
    for (float i = 0.0; i < a_count; i += a_step) {
        if (b > a_start.z) {
            left = b;
            break;
        }
        a *= 2.0;
        b += 1.0;
        left = a;
    }
    v_left = vec3(a, b, left);
    gl_Position = a_position;
}
