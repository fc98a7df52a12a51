// target: lima
// run: gl_LastFragData=(0.25,0.5,0.75,1) vFactor=2 -> gl_FragColor=(0.5,1,1.5,2)
// run: gl_LastFragData=(1,0,0.5,0.25) vFactor=0.5 -> gl_FragColor=(0.5,0,0.25,0.125)
// limit: lima instructions <= 2
// The colour in the frame buffer by the name that the extension of several vendors gives it.
#extension GL_EXT_shader_framebuffer_fetch : require
precision mediump float;
varying float vFactor;

void main() {
    gl_FragColor = gl_LastFragData[0] * vFactor;
}
