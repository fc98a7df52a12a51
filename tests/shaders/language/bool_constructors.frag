// Vectors and matrices from bools.
// run: vIn=(1,0,0,0) -> gl_FragColor=(1,1,1,0)
// run: vIn=(-1,0,0,0) -> gl_FragColor=(0,0,0,1)
precision highp float;
varying vec4 vIn;

void main() {
    bool positive = vIn.x > 0.0;
    vec3 all = vec3(positive);
    bvec3 three = bvec3(positive, !positive, positive);
    vec2 two = vec2(three);
    mat2 diagonal = mat2(positive);
    gl_FragColor = vec4(all.x, two.x, diagonal[1][1], two.y);
}
