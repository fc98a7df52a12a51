// target: lima
// run: gl_LastFragDepthARM=0.25 vColor=(1,0.5,0.25,0.5) -> gl_FragColor=(0.25,0.125,0.0625,0.5)
// run: gl_LastFragDepthARM=1 vColor=(0.5,1,0.5,0) -> gl_FragColor=(0.5,1,0.5,0)
// limit: lima instructions <= 2
// The depth in the frame buffer: soft particles and the like.
#extension GL_ARM_shader_framebuffer_fetch_depth_stencil : require
precision mediump float;
varying vec4 vColor;

void main() {
    gl_FragColor = vec4(vColor.rgb * gl_LastFragDepthARM, vColor.a);
}
