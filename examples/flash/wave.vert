// Places a picture, and hands on how bright it is: less and less towards its foot.
attribute vec4 aPosition;
attribute vec2 aTexCoord;

uniform mat4 uMatrix;

varying vec2 vTexCoord;
varying float vLight;

void main() {
    gl_Position = uMatrix * aPosition;
    vTexCoord = aTexCoord;
    vLight = 0.75 + 0.25 * aPosition.y;
}
