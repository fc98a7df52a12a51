// A counted loop that is also left by a break in the middle: what it gives depends on where it ends.
// target: pica200
// run: a=(1,2,3,1) b=(0.5,9,0.25,1) -> gl_Position=(3,3,30,4)
// run: a=(1,2,3,1) b=(0,9,0.25,1) -> gl_Position=(1,40,40,4)
// run: a=(1,2,3,1) b=(4,9,0.25,1) -> gl_Position=(5,0,0,4)
// limit: pica200 words <= 15
attribute vec4 a;
attribute vec4 b;

void main() {
    float x = a.x;
    float rounds = 0.0;
    float after = 40.0;
    for (int i = 0; i < 40; i++) {
        x += b.x;
        if (x > a.y + 0.75) {
            after = rounds * 10.0;
            break;
        }
        rounds += 1.0;
    }
    gl_Position = vec4(x, rounds, after, 4.0);
}
