// An array size belongs to its own declarator only.
// run: vIn=(1,2,3,4) -> gl_FragColor=(3,3,7,1)
precision highp float;
varying vec4 vIn;

void main() {
    float pair[2], single = vIn.z, other[2];
    pair[0] = vIn.x;
    pair[1] = vIn.y;
    other[0] = vIn.z;
    other[1] = vIn.w;
    gl_FragColor = vec4(pair[0] + pair[1], single, other[0] + other[1], 1.0);
}
