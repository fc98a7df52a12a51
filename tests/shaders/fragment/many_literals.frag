// target: lima
// limit: lima instructions <= 5
// run: vLevel=1 vCount=2 uLevel=1 -> gl_FragColor=(1,2,3,4.0625)
// run: vLevel=0 vCount=2 uLevel=1 -> gl_FragColor=(5.5,6.5,7.5,8.5625)
// run: vLevel=0 vCount=0 uLevel=1 -> gl_FragColor=(9,-10,11,-11.9375)
// A choice among more literals than an instruction has room for: some go through a register.
precision mediump float;
uniform float uLevel;
varying float vLevel;
varying float vCount;

void main() {
    vec4 color = uLevel > 0.5 ? vec4(1.0, 2.0, 3.0, 4.0) : vec4(5.0, 6.0, 7.0, 8.0);
    color = vLevel > 0.25 ? color : vec4(5.5, 6.5, 7.5, 8.5);
    if (0.125 >= vec3(vCount, 5, vCount).b) {
        color = vec4(9.0, -10.0, 11.0, -12.0);
    }
    gl_FragColor = color + vec4(0.0, 0.0, 0.0, 0.0625);
}
