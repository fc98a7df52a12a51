// break, continue, nested loops, a loop that never runs.
// run: vIn=(2,0,0,0) -> gl_FragColor=(9,2,0,6)
precision highp float;
varying vec4 vIn;

void main() {
    float odd = 0.0;
    for (int i = 0; i < 10; ++i) {
        if (mod(float(i), 2.0) == 0.0) {
            continue;
        }
        if (i > 5) {
            break;
        }
        odd += float(i);
    }
    float count = 0.0;
    for (float f = 0.0; f < 4.0; f += 1.0) {
        if (f >= vIn.x) {
            break;
        }
        count += 1.0;
    }
    float never = 0.0;
    for (int i = 3; i < 3; i++) {
        never = 1.0;
    }
    float pairs = 0.0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j <= i; j++) {
            pairs += 1.0;
        }
    }
    gl_FragColor = vec4(odd, count, never, pairs);
}
