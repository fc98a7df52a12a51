// Global initialisers run in order before main, constant or not.
// tolerate: nonconstant-global
// run: vIn=(0.5,0,0,0) -> gl_FragColor=(3,6,2.25,1)
precision highp float;
varying vec4 vIn;

const float BASE = 1.5 * 2.0;
const vec3 TABLE = vec3(BASE, BASE * 2.0, BASE * 3.0);
float first = BASE;
float second = first * 2.0;

void main() {
    const mat2 scale = mat2(0.25);
    vec2 third = scale * TABLE.zy;
    gl_FragColor = vec4(first, second, third.x, 1.0) + vec4(0.0, 0.0, 0.0, vIn.y);
}
