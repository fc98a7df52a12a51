// Rounds that end early, a break with values of its own, and a counter that is read.
// target: pica200
// run: a=(1,5,0,0) -> gl_Position=(7,16,4,1)
// run: a=(0.25,3,0,0) -> gl_Position=(3.5,12.5,8,1)
// run: a=(0,3,0,0) -> gl_Position=(1,0,0,0)
// run: a=(0.125,4.6,0,0) -> gl_Position=(4.75,2,29,0)
// limit: pica200 words <= 22
attribute vec4 a;

void main() {
    float sum = 1.0;
    float n = 0.0;
    float last = 0.0;
    bool found = false;
    for (int i = 0; i < 30; i++) {
        sum += a.x;
        if (sum < a.y) continue;
        n += 1.0;
        if (n > 2.5) {
            found = true;
            n = n * 3.0 + sum;
            break;
        }
        last = float(i);
    }
    gl_Position = vec4(sum, n, last, found ? 1.0 : 0.0);
}
