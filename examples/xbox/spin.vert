// Turns a shape about its middle and fades its colours with the distance from there.
attribute vec4 aPosition;
attribute vec3 aColor;

uniform mat4 uMatrix;
uniform vec4 uTurn; // cos, sin, -sin, cos

varying vec4 vColor;

void main() {
    vec2 turned = vec2(dot(aPosition.xy, uTurn.xz), dot(aPosition.xy, uTurn.yw));
    gl_Position = uMatrix * vec4(turned, aPosition.zw);
    vColor = vec4(aColor * (1.0 - 0.25 * length(aPosition.xy)), 1.0);
}
