#version 310 es
#extension GL_EXT_geometry_shader : require
// The six faces of a cuboid, whose eight corners come as a primitive of eight vertices: bit 0 of a corner's number is its
// side in x, bit 1 in y, bit 2 in z. Corners that two faces share are made once where the first is still in its slot.
layout(vertices = 8) in;
layout(triangle_strip, max_vertices = 24) out;
precision highp float;
in vec4 vColor[];
out vec4 gColor;
void corner(int which) {
    gl_Position = gl_in[which].gl_Position;
    gColor = vColor[which];
    EmitVertex();
}
void face(int a, int b, int c, int d) {
    corner(a);
    corner(b);
    corner(c);
    corner(d);
    EndPrimitive();
}
void main() {
    face(0, 4, 2, 6);
    face(2, 6, 3, 7);
    face(3, 7, 1, 5);
    face(1, 5, 0, 4);
    face(4, 5, 6, 7);
    face(1, 0, 3, 2);
}
