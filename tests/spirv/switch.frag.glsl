#version 450
layout(set = 0, binding = 0) uniform Block { int n; } q;
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
void main() {
    vec4 r = vec4(0.0);
    switch (q.n) {
        default:
        case 1: r.x += 10.0; break;
        case 3: r.x += 1000.0; break;
    }
    switch (q.n) {
        case 3: r.y += 1000.0; break;
        default: r.y += 10.0;
        case 1: r.y += 1.0; break;
    }
    switch (q.n) {
        case 3: r.z += 1000.0;
        default: r.z += 10.0; if (v.x > 2.0) break; r.z += 5.0;
        case 1: case 4: r.z += 1.0;
        case 2: r.z *= 2.0; break;
    }
    for (int i = 0; i < 3; i++) {
        switch (q.n + i) {
            case 5: continue;
            default: r.w += 10.0; break;
            case 3: r.w += 1000.0;
            case 4: switch (i) { default: case 1: r.w += 3.0; break; case 2: r.w += 7.0; }
        }
        r.w += 0.5;
    }
    color = r;
}
