// A choice in an arm of a choice between values that are chosen as well.
// run: a=(1,2,3,4) b=1 u=(0,0) -> gl_Position=(2,2,2,2)
// run: a=(4,3,2,1) b=1 u=(0,0) -> gl_Position=(2,2,2,2)
attribute vec4 a;
uniform bool b;
uniform vec2 u;

void main() {
    vec3 p = b ? vec3(1.0) : u.ggg + a.qqt + 1.0;
    float q = dot(vec4(1.0), a) * 8.0 * 0.125;
    if (b) {
        if (1.0 < u.x) {
            p.rg = vec2(1.0);
        } else {
            if (1.0 > u.y) {
                q = 1.0;
            }
        }
    }
    gl_Position = q + p.yxxy;
}
