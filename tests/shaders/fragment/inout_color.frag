#version 300 es
// target: lima
// run: gl_LastFragColor=(0.25,0.5,0.75,1) factor=2 -> gl_FragColor=(0.5,1,0.25,2)
// run: gl_LastFragColor=(1,0,0.5,0.25) factor=0.5 -> gl_FragColor=(0.5,0,0.25,0.125)
// limit: lima instructions <= 3
// An output that starts as the pixel's colour in the frame buffer.
#extension GL_EXT_shader_framebuffer_fetch : require
precision mediump float;
in float factor;
inout vec4 color;

void main() {
    color *= factor;
    color.b = 0.25;
}
