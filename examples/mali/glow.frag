// Takes colour out of a texture, more of it the farther from its middle.
precision mediump float;

uniform sampler2D uTexture;
uniform float uStrength;

varying vec2 vTexCoord;

void main() {
    vec3 color = texture2D(uTexture, vTexCoord).rgb;
    float light = dot(color, vec3(0.299, 0.587, 0.114));
    float away = clamp(length(vTexCoord - 0.5) * 2.0, 0.0, 1.0);
    gl_FragColor = vec4(mix(color, vec3(light), away * uStrength), 1.0);
}
