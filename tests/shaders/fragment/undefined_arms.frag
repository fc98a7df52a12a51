// Variables without a value stand in operations of an arm that is not taken.
// run: v=(1,2,3,4) -> gl_FragColor=(1,2,3,4)
precision highp float;
varying vec4 v;

void main() {
    float e;
    gl_FragColor = v.y < v.x ? v / e : v;
}
