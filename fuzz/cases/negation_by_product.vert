// The product by -1 became a negation after the comparison had been given zeros of one sign.
attribute vec2 a;
void main() {
    gl_Position = step(vec4(a[0]), (vec4(-0.5, 0.125, 1.0, 1.0) + vec4(-0.5, 0.125, 1.0, 1.0)) * vec4(a[0]));
}
