// A picture under water.
#pragma retroshade sampler uTexture 2d,linear,mipnone,clamp
precision mediump float;

uniform sampler2D uTexture;
uniform vec4 uTint;
uniform vec4 uWave; // amplitude, frequency, phase

varying vec2 vTexCoord;
varying float vLight;

void main() {
    float shift = uWave.x * sin(vTexCoord.y * uWave.y + uWave.z);
    vec3 color = texture2D(uTexture, vTexCoord + vec2(shift, 0.0)).rgb;
    gl_FragColor = vec4(mix(color * uTint.rgb, color, 0.5) * vLight, 1.0);
}
