// target: lima
// run: gl_FragCoord=(303,404,0.5,1) -> gl_FragColor=(505,0.6,0.8,1)
// Lengths of pixel coordinates: their squares are beyond the range of half floats.
precision mediump float;

void main() {
    vec2 unit = normalize(gl_FragCoord.xy);
    gl_FragColor = vec4(length(gl_FragCoord.xy), unit, 1.0);
}
