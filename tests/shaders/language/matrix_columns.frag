// Components and swizzles of matrix columns as l-values; mat2 from a vec4.
// run: vIn=(1,2,3,4) -> gl_FragColor=(10,30,40,3)
precision highp float;
varying vec4 vIn;

void main() {
    mat2 m = mat2(vIn);
    m[0].x *= 10.0;
    m[1].xy = m[1].xy * 10.0;
    mat3 n = mat3(1.0);
    n[1].zx = vec2(2.0, 1.0);
    n[2][1] = 3.0;
    vec3 sum = n * vec3(1.0, 1.0, 0.0);
    gl_FragColor = vec4(m[0].x, m[1].x, m[1][1], sum.z + sum.x - n[1].x);
}
