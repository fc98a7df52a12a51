// Sums of the same numbers with literals are a matrix of literals, which one instruction of AGAL multiplies.
// limit: agal1 instructions <= 3
// run: vColor=(0.5,0.25,1,1) -> gl_FragColor=(0.875,0.5625,0.625,0.5)
// run: vColor=(0,1,0.5,0.75) -> gl_FragColor=(0.625,-0.5,0.5,0.375)
precision mediump float;
varying vec4 vColor;

void main() {
    float r = vColor.r, g = vColor.g, b = vColor.b;
    gl_FragColor = vec4(r + 0.5 * g + 0.25 * b, r - 0.75 * g + 0.5 * b - 0.5 * r, 0.5 * b + 0.25 * g + 0.125 * r, 0.5 * vColor.a);
}
