// A lit, textured cube: position, normal and texture coordinate in, one directional light.
attribute vec4 aPosition;
attribute vec3 aNormal;
attribute vec2 aTexCoord;

uniform mat4 uModelViewProjection;
uniform mat3 uNormalMatrix;
uniform vec3 uLightDirection;
uniform vec4 uAmbient;
uniform vec4 uDiffuse;

varying vec4 vColor;
varying vec2 vTexCoord;

void main() {
    gl_Position = uModelViewProjection * aPosition;
    vec3 normal = normalize(uNormalMatrix * aNormal);
    float light = max(dot(normal, -uLightDirection), 0.0);
    vColor = clamp(uAmbient + uDiffuse * light, 0.0, 1.0);
    vTexCoord = aTexCoord;
}
