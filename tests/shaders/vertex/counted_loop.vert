// A loop with a known number of rounds that is too long to unroll.
// target: pica200
// run: a=(1,2,0.5,1) -> gl_Position=(4,100,0,1)
// limit: pica200 words <= 11
attribute vec4 a;

void main() {
    float x = a.x;
    float y = 0.0;
    for (int i = 0; i < 250; i++) {
        x = x * 0.5 + a.y;
        if (i > 49) {
            y += a.z;
        }
    }
    gl_Position = vec4(x, y, 0.0, 1.0);
}
