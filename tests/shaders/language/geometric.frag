// Geometric functions, also on scalars.
// run: vIn=(3,4,0,-2) -> gl_FragColor=(5,0.6,-1,4)
precision highp float;
varying vec4 vIn;

void main() {
    float size = length(vIn.xy);
    vec2 unit = normalize(vIn.xy);
    float direction = normalize(vIn.w);
    float square = dot(vIn.w, vIn.w);
    vec3 side = cross(vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0));
    vec3 mirrored = reflect(vec3(1.0, -1.0, 0.0), side);
    gl_FragColor = vec4(size, unit.x, direction + mirrored.y + side.z, square);
}
