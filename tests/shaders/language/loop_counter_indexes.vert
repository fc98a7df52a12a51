// Lists that a loop goes through by its counter, at the counter and beside it.
// target: pica200
// run: a=(1, 2, 3, 1) place=(-1, 0, 0, 1, 0, 1, 0.5, 2, 1, 2, 1, 1, 2, 0, 1.5, 2, 3, 1, 0, 1, -1, 2, 0.5, 2, 0, 0, 1, 1, 1, 1, 1.5, 2, 2, 2, 0, 1, 3, 0, 0.5, 2, -1, 1, 1, 1, 0, 2, 1.5, 2, 1, 0, 0, 1) color=(0, 0, 0, 1, 1, 1, 1, 1, 0, 2, 2, 1, 1, 0, 3, 1, 0, 1, 0, 1, 1, 2, 1, 1, 0, 0, 2, 1, 1, 1, 3, 1, 0, 2, 0, 1, 1, 0, 1, 1, 0, 1, 2, 1, 1, 2, 3, 1) -> gl_Position=(1.042264, 1.680681, 3.021118, 1.393501)
// limit: pica200 words <= 10
attribute vec4 a;
uniform vec4 place[13];
uniform vec4 color[12];

void main() {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 12; i++) {
        vec3 to = place[i].xyz - a.xyz;
        float near = max(dot(to, to) * place[i + 1].w, 0.5);
        sum += color[i] / near;
    }
    gl_Position = sum;
}
