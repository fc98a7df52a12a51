// target: lima
// run: vAt=(0.375,0.625,7,2) vScaled=(0.375,0.625,2) -> gl_FragColor=(0.15686274,0.26666668,0.2509804,0.7803922)
// limit: lima instructions <= 5
// Projection happens on the way to the texture unit, from varyings as from registers.
precision mediump float;
uniform sampler2D uFirst;
varying vec4 vAt;
varying vec3 vScaled;

void main() {
    vec4 color = texture2DProj(uFirst, vAt);
    color += texture2DProj(uFirst, vScaled);
    color += texture2DProj(uFirst, vScaled * 2.0);
    gl_FragColor = color / 3.0;
}
