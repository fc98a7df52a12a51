// The larger of zero and something: of lanes of a uniform, and of what a condition asks for as well.
// target: all
// run: u=(1.5,-2,3,-4) a=(0.5,1,2,1) -> gl_Position=(1.5,3,2.5,0.25)
// run: u=(1.5,-2,3,-4) a=(-0.5,1,2,1) -> gl_Position=(1.5,3,2,-9)
// run: u=(1.5,-2,3,-4) a=(0,1,2,1) -> gl_Position=(1.5,3,2,0.25)
// limit: pica200 words <= 14
attribute vec4 a;
uniform vec4 u;

void main() {
    vec2 light = max(u.xz, 0.0);
    float positive = max(a.x, 0.0);
    float weight = 0.0;
    if (a.x >= 0.0) {
        weight = inversesqrt(light.y * light.y + 7.0) * a.y;
    } else {
        weight = light.y * -3.0;
    }
    gl_Position = vec4(light, positive + a.z, weight);
}
