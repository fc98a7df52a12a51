// A lit vertex: the light comes from the other file.
#include "light.glsl"
attribute vec3 aPosition;
attribute vec3 aNormal;
attribute vec2 aTexCoord;
uniform mat4 uMvp;
uniform mat3 uTurn;
uniform vec4 uTint;
uniform float uGlow[2];
varying vec4 vColor;
varying vec2 vTexCoord;
void main() {
    gl_Position = uMvp * vec4(aPosition, 1.0);
    vColor = uTint * light(uTurn * aNormal) + vec4(uGlow[0] + uGlow[1] * aPosition.x);
    vTexCoord = aTexCoord;
}
