precision mediump float;
varying float vEdge;
varying vec2 vInside;
varying vec3 vOutside;
uniform float uLimit;
void main() {
    if (vEdge > 0.75) {
        discard;
    }
    vec3 color;
    if (vEdge < uLimit) {
        color = vec3(vInside, 0.5);
    } else {
        color = vOutside;
    }
    gl_FragColor = vec4(color, vInside.y);
}
