#version 300 es
// Vertices of a mesh, for loop.geom: the positions stay as they are, for the subdivision comes before the projection.
precision highp float;
in vec4 aPosition;
in vec3 aColor;
// The number of neighbours.
in float aValence;
out vec4 vColor;
void main() {
    gl_Position = aPosition;
    vColor = vec4(aColor, aValence);
}
