#version 300 es
// Points of a cloud, for sprite.geom: where they are, how large, and their colour.
precision highp float;
uniform mat4 modelView, projection;
in vec4 aPosition;
in float aRadius;
in vec4 aColor;
out vec2 vRadius;
out vec4 vColor;
void main() {
    vec4 eye = modelView * aPosition;
    gl_Position = projection * eye;
    // The sides of a square that faces the eye, in clip space.
    vRadius = aRadius * vec2(projection[0][0], projection[1][1]);
    vColor = aColor;
}
