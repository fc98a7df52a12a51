#version 300 es
precision highp float;
in vec3 v1;
uniform vec3 u10[5];
out vec4 color;
void main() {
    mat4 m14 = mat4(1.0);
    vec4 e15;
    mat4 m17 = mat4(1.0);
    vec3 t27[2];
    t27[1] = floor(u10[4]);
    color = ((t27[int(clamp(e15[3], 0.0, 1.0))].xxxx + m17[int(clamp(v1[1], 0.0, 3.0))]) + m14[int(clamp(t27[1].x, 0.0, 3.0))]);
}
