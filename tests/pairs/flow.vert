// Reads inside of control flow, a position and a point size that stay.
attribute vec4 aPosition;
attribute vec3 aNormal;
varying float vEdge;
varying vec2 vInside;
varying vec3 vOutside;
void main() {
    gl_Position = vec4(aPosition.xyz, 2.0);
    gl_PointSize = 3.0;
    vEdge = aPosition.x;
    if (aPosition.y > 0.0) {
        vInside = aPosition.xy;
        vOutside = aNormal;
    } else {
        vInside = aPosition.zw;
        vOutside = -aNormal.zyx;
    }
}
