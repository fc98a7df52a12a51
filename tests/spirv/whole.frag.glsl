#version 450
layout(constant_id = 3) const float scale = 2.0;
layout(constant_id = 4) const bool turned = true;
layout(set = 0, binding = 0) uniform Block { int n; uint m; } q;
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
vec4 part(float x) {
    if (x > 2.0)
        return v * scale;
    return turned ? v.wzyx : v;
}
void main() {
    float a = float(uint(q.n) + 1u);
    float b = float(int(q.m) + q.n);
    color = part(a) + vec4(a, b, 0.0, 0.0);
    switch (q.m) {
        case 7u: color.z = 9.0; break;
        default: color.z += 1.0;
    }
}
