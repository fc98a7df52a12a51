attribute float a1;
void main() {
    vec4 x12 = vec4(0.0);
    if (a1 > 4.0) x12 = vec4(1.0) / (1.0 - 1.0);
    gl_Position = x12 * vec4(4.0, 6.0, 0.75, 0.75);
}
