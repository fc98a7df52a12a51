#version 300 es
// The choice was a sum in which the infinite arm counted 0 times, which is no number.
precision highp float;
in vec4 v;
out vec4 color;
void main() {
    vec4 t[5];
    t[2] = vec4(1.0);
    color = (v.w < -17.0 ? t[2] / 0.0 : v);
}
