// Integers divide towards zero and convert exactly.
// run: vIn=(7,-7,2.9,-2.9) -> gl_FragColor=(3,-3,2,-2)
precision highp float;
precision highp int;
varying vec4 vIn;

void main() {
    int a = int(vIn.x) / 2;
    int b = int(vIn.y) / 2;
    ivec2 c = ivec2(vIn.zw);
    gl_FragColor = vec4(a, b, c);
}
