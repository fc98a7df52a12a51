// target: lima
// run: vAt=(0.1875,0.3125,0,2) uLevel=0 -> gl_FragColor=(0.15686274,0.26666668,0.2509804,0.7803922)
// A computed coordinate with a constant bias or level: both must be in registers when the unit looks.
#extension GL_EXT_shader_texture_lod : require
precision mediump float;
uniform sampler2D uFirst;
uniform float uLevel;
varying vec4 vAt;

void main() {
    vec2 at = vAt.xy + vAt.zz * 0.5;
    vec4 color = texture2D(uFirst, at, 0.5);
    color += texture2DLodEXT(uFirst, at, 0.0);
    color += texture2DLodEXT(uFirst, at, uLevel);
    color += texture2DProjLodEXT(uFirst, vec3(at * 2.0, 2.0), 0.0);
    gl_FragColor = color / 4.0;
}
