// The record gave `u[0].m1` three elements where the program has a register for one.
precision highp float;
struct S { float m0; float m1[3]; float m2; };
uniform S u[3];
varying float v;
void main() {
    float first = u[0].m1[0];
    float chosen = v < 1.0 ? u[int(clamp(v * 0.0, 0.0, 2.0))].m0 : 1.0;
    if (u[2].m2 < 1.0) chosen = u[int(clamp(u[2].m0 * 0.0, 0.0, 2.0))].m0;
    gl_FragColor = vec4(first, chosen, u[0].m2, 1.0);
}
