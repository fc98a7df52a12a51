// target: none
// refuse: lima E0301
// The texture unit takes a level or a bias, no derivatives.
#extension GL_EXT_shader_texture_lod : require
precision mediump float;
uniform sampler2D uFirst;
varying vec2 vAt;
uniform vec2 uStep;

void main() {
    gl_FragColor = texture2DGradEXT(uFirst, vAt, uStep, uStep.yx);
}
