#version 310 es
#extension GL_EXT_geometry_shader : require
// Particles on cubic curves, after devkitPro's example of the name. Each primitive is four control points; of each particle
// the same random numbers move all four, so that every particle has a curve of its own, on which it is a square.
layout(lines_adjacency) in;
layout(triangle_strip, max_vertices = 256) out;
precision highp float;
// The number of particles, the time, and how much faster than the slowest, and how fast at least, they go.
uniform vec4 particles;
// Four sequences x' = (a x + b) mod m, of which each is a random number of 0 to 1: a, b, m, 1/m, and where they begin.
uniform vec4 generator;
uniform vec4 seed;
in vec4 vLook[];
in mat4 vSpread[];
out vec4 gColor;
out vec2 gTexCoord0;
vec4 moved(int i, vec3 by) {
    return gl_in[i].gl_Position + vSpread[i] * vec4(by, 0.0);
}
void corner(vec4 middle, vec4 look, vec2 side) {
    gl_Position = middle;
    gl_Position.xy += side * look.xy * middle.w;
    gColor = vec4(look.w);
    gTexCoord0 = side * 0.5 + 0.5;
    EmitVertex();
}
void main() {
    vec4 state = seed;
    for (float left = particles.x; left > 0.0; left -= 1.0) {
        state = state * generator.x + generator.y;
        state -= floor(state * generator.w) * generator.z;
        vec4 random = state * generator.w;
        vec3 by = random.xyz * 2.0 - 1.0;
        float t = fract(particles.y * (random.w * particles.z + particles.w));
        // The shares of the control points at t, Bernstein's polynomials.
        float s = 1.0 - t;
        vec4 share = vec4(s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t);
        vec4 middle = vec4(0.0), look = vec4(0.0);
        for (int i = 0; i < 4; i++) {
            middle += moved(i, by) * share[i];
            look += vLook[i] * share[i];
        }
        corner(middle, look, vec2(-1.0, -1.0));
        corner(middle, look, vec2(1.0, -1.0));
        corner(middle, look, vec2(-1.0, 1.0));
        corner(middle, look, vec2(1.0, 1.0));
        EndPrimitive();
    }
}
