#include "light.glsl"

attribute vec4 aPosition;
attribute vec3 aNormal;
attribute vec2 aTexCoord;

uniform mat4 uProjection;
uniform mat4 uModelView;

varying vec4 vColor;
varying vec2 vTexCoord;

void main() {
    vec4 position = uModelView * aPosition;
    vec3 normal = normalize((uModelView * vec4(aNormal, 0.0)).xyz);
    gl_Position = uProjection * position;
    vColor = vec4(lit(normal), 1.0);
    vTexCoord = aTexCoord;
}
