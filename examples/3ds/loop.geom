#version 310 es
#extension GL_EXT_geometry_shader : require
// One step of Loop's subdivision: each triangle becomes four. A primitive is a triangle of a closed mesh and the ring of
// vertices around it, counter-clockwise, from the one across the side from corner 2 to corner 0. The last component of a
// corner's colour is its valence n; n - 3 ring vertices further begins the part of the next corner.
layout(vertices = 32, main_vertices = 3) in;
layout(triangle_strip, max_vertices = 8) out;
precision highp float;
uniform mat4 projection;
in vec4 vColor[];
out vec3 gColor;
vec4 opposite[3];
vec4 smoothed[3];
// The new place of a corner; the ring is read from `first` on.
int corner(int i, int first) {
    int last = first + int(vColor[i].w) - 3;
    vec4 sum = gl_in[(i + 1) % 3].gl_Position + gl_in[(i + 2) % 3].gl_Position;
    for (int at = first; at < last; at++) sum += gl_in[at].gl_Position;
    // Only the last part of the ring ends where it began.
    opposite[i] = gl_in[i == 2 ? 3 : last].gl_Position;
    sum += opposite[i];
    float weight = vColor[i].w > 3.5 ? 0.375 : 0.5625;
    smoothed[i] = mix(gl_in[i].gl_Position, sum / vColor[i].w, weight);
    return last;
}
void put(vec4 place, vec3 color) {
    gl_Position = projection * place;
    gColor = color;
    EmitVertex();
}
void main() {
    int first = corner(0, 3);
    first = corner(1, first);
    corner(2, first);
    vec4 side[3];
    vec3 color[3];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        side[i] = (gl_in[i].gl_Position + gl_in[j].gl_Position) * 0.375
            + (gl_in[(i + 2) % 3].gl_Position + opposite[i]) * 0.125;
        color[i] = (vColor[i].rgb + vColor[j].rgb) * 0.5;
    }
    put(smoothed[0], vColor[0].rgb);
    put(side[0], color[0]);
    put(side[2], color[2]);
    put(side[1], color[1]);
    put(smoothed[2], vColor[2].rgb);
    EndPrimitive();
    put(side[0], color[0]);
    put(smoothed[1], vColor[1].rgb);
    put(side[1], color[1]);
    EndPrimitive();
}
