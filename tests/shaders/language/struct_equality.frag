// Structures compare member by member; assignment copies.
// run: vIn=(1,2,0,0) -> gl_FragColor=(1,0,0,2)
precision highp float;
varying vec4 vIn;

struct Inner {
    vec2 place;
    mat2 turn;
};

struct Outer {
    Inner inner;
    float weight[2];
};

bool same(Inner a, Inner b) {
    return a == b;
}

void main() {
    Inner a = Inner(vIn.xy, mat2(1.0));
    Inner b = a;
    bool equal = same(a, b);
    b.turn[1][0] = 2.0;
    Outer outer;
    outer.inner = b;
    outer.weight[0] = vIn.x;
    outer.weight[1] = outer.weight[0] + outer.inner.turn[1].x;
    gl_FragColor = vec4(equal, a == b, a != a, outer.weight[1] - vIn.x);
}
