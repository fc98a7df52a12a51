// A character with two bones for each vertex, out of a palette of twelve.
const int BONES = 12;

attribute vec4 aPosition;
attribute vec3 aNormal;
attribute vec2 aTexCoord;
attribute vec2 aBoneIndex;
attribute vec2 aBoneWeight;

uniform mat4 uViewProjection;
uniform vec4 uBones[BONES * 3];
uniform vec3 uLightDirection;

varying vec4 vColor;
varying vec2 vTexCoord;

vec3 transform(int bone, vec4 point) {
    int row = bone * 3;
    return vec3(dot(uBones[row], point), dot(uBones[row + 1], point), dot(uBones[row + 2], point));
}

void main() {
    int first = int(aBoneIndex.x);
    int second = int(aBoneIndex.y);
    vec3 position = transform(first, aPosition) * aBoneWeight.x
                  + transform(second, aPosition) * aBoneWeight.y;
    vec4 direction = vec4(aNormal, 0.0);
    vec3 normal = normalize(transform(first, direction) * aBoneWeight.x
                          + transform(second, direction) * aBoneWeight.y);
    gl_Position = uViewProjection * vec4(position, 1.0);
    vColor = vec4(vec3(0.2) + 0.8 * max(dot(normal, -uLightDirection), 0.0), 1.0);
    vTexCoord = aTexCoord;
}
