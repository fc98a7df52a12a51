// A loop with two ways out that hand on different variables, of which the last test is one.
// target: lima pica200
// run: a_position=(1,2,3,1) a_start=(1,2,7,0) a_limit=3.0 -> v_left=(4,4,4)
// run: a_position=(1,2,3,1) a_start=(1,49,7,0) a_limit=1000.0 -> v_left=(4,51,51)
// run: a_position=(1,2,3,1) a_start=(0,-80,7,0) a_limit=3.0 -> v_left=(0,20,7)
attribute vec4 a_position;
attribute vec4 a_start;
attribute float a_limit;
varying vec3 v_left;

void main() {
    float a = a_start.x;
    float b = a_start.y;
    float left = a_start.z;
    for (int i = 0; i < 100; i++) {
        if (a > a_limit) {
            left = a;
            break;
        }
        a *= 2.0;
        b += 1.0;
        if (b > 50.0) {
            left = b;
            break;
        }
    }
    v_left = vec3(a, b, left);
    gl_Position = a_position;
}
