// target: lima
// limit: lima instructions <= 59
// run: vUv=(0.5,0.25) uBase=(1,0,0,0) vAt=3 -> gl_FragColor=(4,3.5,3.25,0)
// run: vUv=(0.5,0.25) uBase=(1,0,0,0) vAt=60 -> gl_FragColor=(61,60.5,60.25,0)
// A local array that is filled and read by computed indices: it lives in temporary memory.
precision mediump float;
varying vec2 vUv;
uniform vec4 uBase;
varying float vAt;

void main() {
    vec4 table[64];
    for (int i = 0; i < 64; i++) {
        table[i] = uBase + vec4(float(i), float(i), float(i), 0.0);
    }
    int at = int(vAt);
    gl_FragColor = table[at] + vec4(0.0, vUv, 0.0);
}
