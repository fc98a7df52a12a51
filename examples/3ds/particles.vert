#version 300 es
// Control points of the curves that particles take, for particles.geom.
precision highp float;
uniform mat4 modelViewProjection;
in vec4 aPosition;
// Width, height and brightness of a particle there, and how far particles spread.
in vec4 aLook;
out vec4 vLook;
out mat4 vSpread;
void main() {
    gl_Position = modelViewProjection * aPosition;
    vLook = vec4(aLook.xy, 0.0, aLook.z);
    vSpread = modelViewProjection * aLook.w;
}
