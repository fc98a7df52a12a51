// target: lima
// limit: lima instructions <= 3
// run: vColor=(1,2,3,4) uGone=0.5 -> gl_FragColor=(1,2,3,4)
// run: vColor=(-1,2,3,4) uGone=0.5 -> discard
// A program that ends in a test for discard: an instruction that may branch cannot also stop.
precision mediump float;
varying vec4 vColor;
uniform float uGone;

void main() {
    gl_FragColor = vColor;
    if (vColor.x < uGone) discard;
}
