// Branches within branches, a chain of them, a discard in one, and a value that may be infinite.
// run: vAt=(0.1,0.1,2,4) uEdge=(0.5,0.5,0.5,3) -> gl_FragColor=(4,8,16,4.25)
// run: vAt=(0.1,0.9,2,4) uEdge=(0.5,0.5,0.5,3) -> gl_FragColor=(2.1,2.9,4,6.25)
// run: vAt=(0.9,0.1,2,2) uEdge=(0.5,0.5,0.5,3) -> gl_FragColor=(0.9,0.1,2,2.25)
// run: vAt=(0.9,0.1,0,4) uEdge=(0.5,0.5,0.5,3) -> gl_FragColor=(-0.9,-0.1,0,-4)
// run: vAt=(0.1,-0.9,2,4) uEdge=(0.5,0.5,0.5,3) -> discard
precision highp float;
varying vec4 vAt;
uniform vec4 uEdge;

void main() {
    vec4 colour = vAt;
    float weight = 1.0 / vAt.z;
    if (vAt.z == 0.0) {
        weight = 0.0;
    }
    if (vAt.x < uEdge.x) {
        if (vAt.y < -uEdge.y) {
            discard;
        }
        if (vAt.y < uEdge.y) {
            colour = vec4(4.0, 8.0, 16.0, vAt.w);
        } else {
            colour = vAt + 2.0;
        }
    } else if (vAt.w > uEdge.w) {
        colour = -vAt;
    }
    gl_FragColor = vec4(colour.rgb, colour.a + 0.5 * weight);
}
