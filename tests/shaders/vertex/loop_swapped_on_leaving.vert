// What a loop hands on when it is left may be what another result goes round in.
// run: a=(1,2,3,4) a_count=0.0 -> v=(2,1,0,1)
// run: a=(1,2,3,4) a_count=1.0 -> v=(3,2,1,2)
// run: a=(1,2,3,4) a_count=2.0 -> v=(5,3,2,3)
// run: a=(1,2,3,4) a_count=9.0 -> v=(13,8,4,5)
// target: lima pica200
attribute vec4 a;
attribute float a_count;
varying vec4 v;

void main() {
    float x = a.x;
    float y = a.y;
    float rounds = 0.0;
    for (int i = 0; i < 40; i++) {
        if (float(i) >= a_count || x > 6.0) {
            float swapped = x;
            x = y;
            y = swapped;
            break;
        }
        float next = x + y;
        x = y;
        y = next;
        rounds += 1.0;
    }
    v = vec4(x, y, rounds, 0.0);
    // Another way out.
    float z = a.x;
    for (int i = 0; i < 40; i++) {
        if (z > rounds) break;
        if (z < -100.0) { z = a.w; break; }
        z += 1.0;
    }
    v.w = z;
    gl_Position = a;
}
