// Returns out of nested branches and loops.
// run: vIn=(0,0,0,0) -> gl_FragColor=(-1,0,0,1)
// run: vIn=(1,0,0,0) -> gl_FragColor=(1,2,0,1)
// run: vIn=(5,0,0,0) -> gl_FragColor=(99,4,0,1)
precision highp float;
varying vec4 vIn;

float find(float wanted, out float rounds) {
    rounds = 0.0;
    if (wanted <= 0.0) {
        return -1.0;
    }
    for (int i = 0; i < 4; i++) {
        rounds += 1.0;
        if (float(i) >= wanted) {
            if (i > 0) {
                return float(i);
            }
        }
    }
    return 99.0;
}

void main() {
    float rounds;
    float found = find(vIn.x, rounds);
    gl_FragColor = vec4(found, rounds, 0.0, 1.0);
}
