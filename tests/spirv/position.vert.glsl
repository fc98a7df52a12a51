#version 450
layout(location = 0) in vec4 place;
layout(location = 0) out vec4 tint;
void main() {
    tint = place.wzyx;
    gl_Position = place;
    gl_Position.x += 0.5;
    gl_PointSize = place.z + 1.0;
}
