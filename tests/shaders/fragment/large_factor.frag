// target: lima
// run: vAt=(0.001,0.002,0.25,1) -> gl_FragColor=(100,200,0.25,1)
// A factor beyond the range of half floats, of a product that is not.
precision mediump float;
varying vec4 vAt;

void main() {
    gl_FragColor = vec4(vAt.xy * 100000.0, vAt.zw);
}
