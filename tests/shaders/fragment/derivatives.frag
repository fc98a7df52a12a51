// target: lima
// run: vAt=(0.5,1,2,4) -> gl_FragColor=(0,0,0,1)
// limit: lima instructions <= 4
// Derivatives of single samples are 0; the simulators have quads in tests of their own.
#extension GL_OES_standard_derivatives : require
precision mediump float;
varying vec4 vAt;

void main() {
    gl_FragColor = vec4(dFdx(vAt.x), dFdy(vAt.y), fwidth(vAt.z), 1.0);
}
