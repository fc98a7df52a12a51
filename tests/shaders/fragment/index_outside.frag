// target: lima
// run: vAt=(7,-3) uFirst=2 -> gl_FragColor=(2,10,10,2)
// run: vAt=(1,2) uFirst=2 -> gl_FragColor=(2,5,10,4)
// run: vAt=(-5,90) uFirst=2 -> gl_FragColor=(10,5,10,5)
// An index outside of an array means the nearest element, as in the language's model: what lies
// behind the array may be the memory of other fragments.
precision mediump float;
varying vec2 vAt;
uniform float uFirst;

void main() {
    float table[4];
    for (int i = 0; i < 40; i++) {
        int at = i - 18;
        table[at] = uFirst + max(min(float(at), 3.0), 0.0);
    }
    int at = int(vAt.x);
    table[at] = uFirst * 5.0 + float(at) * 0.0;
    gl_FragColor = vec4(table[0], table[3], table[at], table[int(vAt.y)]);
}
