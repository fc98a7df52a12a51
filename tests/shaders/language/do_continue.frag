// `continue` in do-while goes to the test, not past it.
// run: vIn=(0,0,0,0) -> gl_FragColor=(3,2,0,1)
precision highp float;
varying vec4 vIn;

void main() {
    float rounds = 0.0;
    float late = 0.0;
    int i = 0;
    do {
        rounds += 1.0;
        i++;
        if (i == 2) {
            continue;
        }
        late += 1.0;
    } while (i < 3);
    gl_FragColor = vec4(rounds, late, vIn.x, 1.0);
}
