#version 310 es
#extension GL_EXT_geometry_shader : require
// Each point becomes a square of two triangles, unless it is behind the eye.
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
precision highp float;
in vec2 vRadius[];
in vec4 vColor[];
out vec4 gColor;
out vec2 gTexCoord0;
void corner(vec2 side) {
    gl_Position = gl_in[0].gl_Position;
    gl_Position.xy += side * vRadius[0];
    gTexCoord0 = side * 0.5 + 0.5;
    gColor = vColor[0];
    EmitVertex();
}
void main() {
    if (gl_in[0].gl_Position.w <= 0.0) return;
    corner(vec2(-1.0, -1.0));
    corner(vec2(1.0, -1.0));
    corner(vec2(-1.0, 1.0));
    corner(vec2(1.0, 1.0));
    EndPrimitive();
}
