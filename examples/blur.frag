// One direction of a nine-tap Gaussian blur.
precision mediump float;

uniform sampler2D uTexture;
uniform vec2 uStep;

varying vec2 vTexCoord;

void main() {
    vec4 sum = texture2D(uTexture, vTexCoord) * 0.2270270270;
    vec2 offset = uStep * 1.3846153846;
    sum += texture2D(uTexture, vTexCoord + offset) * 0.3162162162;
    sum += texture2D(uTexture, vTexCoord - offset) * 0.3162162162;
    offset = uStep * 3.2307692308;
    sum += texture2D(uTexture, vTexCoord + offset) * 0.0702702703;
    sum += texture2D(uTexture, vTexCoord - offset) * 0.0702702703;
    gl_FragColor = sum;
}
