// target: lima
// refuse: agal2 E0301
// run: gl_LastFragColorARM=(0.25,0.5,0.75,1) vColor=(1,0.5,0.25,0.5) -> gl_FragColor=(0.625,0.5,0.5,0.5)
// run: gl_LastFragColorARM=(1,0,0.5,0.25) vColor=(0,1,0.5,0) -> gl_FragColor=(1,0,0.5,0)
// limit: lima instructions <= 3
// Blending with what is in the frame buffer.
#extension GL_ARM_shader_framebuffer_fetch : require
precision mediump float;
varying vec4 vColor;

void main() {
    gl_FragColor = vec4(mix(gl_LastFragColorARM.rgb, vColor.rgb, vColor.a), vColor.a);
}
