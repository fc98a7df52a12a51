// A minimum or maximum with something negated may be -0, which is not below 0.
// run: a=(0,0,0,0) -> gl_Position=(2,2,2,2)
// run: a=(0,0,1,-1) -> gl_Position=(2,2,1,2)
// run: a=(-1,-2,-3,1) -> gl_Position=(2,2,2,2)
attribute vec4 a;

void main() {
    float low = min(-a.x, a.y);
    float high = max(-a.x, -1.0);
    float literal = min(a.x, -0.0);
    gl_Position = vec4(
        low < a.y ? 1.0 : 2.0,
        high < a.x ? 1.0 : 2.0,
        literal < a.z ? 1.0 : 2.0,
        max(-a.y, -2.0) < min(-a.z, a.w) ? 1.0 : 2.0);
}
