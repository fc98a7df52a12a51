// A function that returns from within a loop, which a uniform may also end.
// target: pica200
// run: a=(1,0,0,0) stop=0 -> gl_Position=(5.5,0,0,1)
// run: a=(-0.5,0,0,0) stop=0 -> gl_Position=(0.5,0,0,1)
attribute vec4 a;
uniform bool stop;

float walk(float x) {
    for (int i = 0; i < 50; i++) {
        x = x * 2.0 + 0.5;
        if (x > 3.0) return x;
        if (stop) break;
    }
    return -x;
}

void main() {
    gl_Position = vec4(walk(a.x), 0.0, 0.0, 1.0);
}
