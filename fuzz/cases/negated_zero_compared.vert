attribute vec4 a1;
attribute vec3 a2;
uniform float u3;
varying vec4 dummy6;
void main() {
    dummy6 = a1;
    vec4 x7 = (bool(fract(u3)) ? vec2(0.25, -1.375) : vec2(3.25, 3.625)).yxyx;
    vec3 x9 = (bool((-a2.y)) ? vec3(5.75, 3.75, 3.625) : vec3(-0.125, -1.125, 3.25));
    gl_Position = (x7 + x9.zyxy);
}
