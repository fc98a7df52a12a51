// Values that are chosen together, in one branch or the other, read afterwards.
// limit: agal2 instructions <= 13
// run: vAt=(0.25,0.5,1,2) uEdge=(0.5,0,0,0) uTint=(1,2,3,4) -> gl_FragColor=(0.625,3.125,12.125,40.125)
// run: vAt=(0.75,0.5,1,2) uEdge=(0.5,0,0,0) uTint=(1,2,3,4) -> gl_FragColor=(0.75,0.75,0.75,0.75)
precision highp float;
varying vec4 vAt;
uniform vec4 uEdge;
uniform vec4 uTint;

void main() {
    vec4 base = vAt * uTint;
    vec4 light = vAt - uTint;
    float gloss = vAt.x;
    if (vAt.x < uEdge.x) {
        light = base + vAt;
        base = uTint;
        gloss = 0.125;
    } else {
        light = (light + uTint) / vAt;
        base = vAt.xxxx;
        gloss = 0.0;
    }
    gl_FragColor = base * light + gloss;
}
