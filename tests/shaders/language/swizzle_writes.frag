// Swizzled targets: overlapping, compound, indexed, incremented.
// run: vIn=(1,2,3,4) -> gl_FragColor=(2,3,7,14)
precision highp float;
varying vec4 vIn;

void main() {
    vec4 v = vIn;
    v.yx = v.xy;
    v.x++;
    v.wz += vec2(10.0, 4.0);
    v.zyx[2] -= 1.0;
    v.xyz[1] += 2.0;
    gl_FragColor = v;
}
