// target: lima
// run: vAt=(0.25,0.125,0,0) uTable=(0.5,0.0625,0.75,0.25) -> gl_FragColor=(1,0,0.125,0)
// run: vAt=(0.75,0.875,0,0) uTable=(0.5,0.0625,0.75,0.25) -> gl_FragColor=(0,0,2.4375,0)
// run: vAt=(0.5,0.125,0,0) uTable=(0.5,0.0625,0.75,0.25) -> gl_FragColor=(0,1.125,0,0)
// What a branch compares comes from where no register holds it yet: a uniform at an index that is
// computed right before, and a lookup.
precision mediump float;
varying vec4 vAt;
uniform float uTable[4];
uniform sampler2D uImage;

void main() {
    vec4 color = vec4(0.0);
    float level = vAt.y;
    int at = int(vAt.x * 4.0);
    if (uTable[at] > level) {
        for (int i = 0; i < 40; i++) {
            if (float(i) * 0.125 > level) {
                break;
            }
            color.y += uTable[at] * 0.5;
            level += 0.0625;
        }
    } else {
        for (int i = 0; i < 40; i++) {
            if (float(i) * 0.25 > level) {
                break;
            }
            color.z += level;
            level -= 0.0625;
        }
    }
    if (texture2D(uImage, vAt.zw).x > 2.0 * level) {
        color.x += 1.0;
    }
    gl_FragColor = color;
}
