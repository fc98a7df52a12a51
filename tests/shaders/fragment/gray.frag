// A picture in gray, as people write out the luminance, in three lanes.
// limit: agal1 instructions <= 3
// limit: lima instructions <= 1
precision mediump float;

uniform sampler2D uImage;

varying vec2 vTexCoord;

void main() {
    vec4 color = texture2D(uImage, vTexCoord);
    float luminance = color.r * 0.25 + color.g * 0.5 + color.b * 0.25;
    gl_FragColor = vec4(vec3(luminance), color.a);
}
