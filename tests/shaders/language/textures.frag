// A lookup at the centre of texel (1, 2) of test image 0, and one through a function.
// run: vIn=(0.1875,0.3125,0,2) -> gl_FragColor=(0.15686274,0.26666668,0.2509804,0.7803922)
precision highp float;
uniform sampler2D uFirst;
varying vec4 vIn;

vec4 look(sampler2D image, vec2 place) {
    return texture2D(image, place);
}

void main() {
    vec4 direct = texture2D(uFirst, vIn.xy);
    vec4 divided = texture2DProj(uFirst, vec3(vIn.xy * vIn.w, vIn.w));
    gl_FragColor = (look(uFirst, vIn.xy) + direct + divided) / 3.0;
}
