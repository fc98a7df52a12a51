// Moving ripples that bend a texture, with a rim of foam, cut out of a disc.
precision highp float;

uniform sampler2D uTexture;
uniform float uTime;
uniform vec4 uFoam;

varying vec2 vTexCoord;

float wave(vec2 point, float speed) {
    return sin(point.x * 12.0 + uTime * speed) * cos(point.y * 9.0 - uTime * speed * 0.5);
}

void main() {
    vec2 centered = vTexCoord - 0.5;
    float radius = length(centered);
    if (radius > 0.5) {
        discard;
    }
    float height = wave(vTexCoord, 2.0) + 0.5 * wave(vTexCoord.yx * 2.0, 3.0);
    vec4 color = texture2D(uTexture, vTexCoord + 0.02 * vec2(height, -height));
    if (radius > 0.45) {
        color = mix(color, uFoam, (radius - 0.45) * 20.0);
    } else if (height > 0.9) {
        color.rgb += 0.25;
    }
    gl_FragColor = color;
}
