// An array of literals that a value indexes lies where literals do and is read there; what is out of range
// means the nearest element.
// run: a_index=0.0 a_other=(1,0,0,0) -> v=(0.5,1,2,3) v_single=11.0
// run: a_index=2.0 a_other=(4,0,0,0) -> v=(-4,5,0.25,7) v_single=-8.5
// run: a_index=3.9 a_other=(0,0,0,0) -> v=(8,9,10,11.5) v_single=7.0
// run: a_index=-3.0 a_other=(9,0,0,0) -> v=(0.5,1,2,3) v_single=-8.5
// run: a_index=77.0 a_other=(2,0,0,0) -> v=(8,9,10,11.5) v_single=13.0
// limit: lima instructions <= 12
// limit: pica200 instructions <= 10
// limit: nv2a instructions <= 10
// limit: agal2 instructions <= 10
attribute float a_index;
attribute vec4 a_other;
varying vec4 v;
varying float v_single;

float single(int index) {
    int numbers[5];
    numbers[0] = 7;
    numbers[1] = 11;
    numbers[2] = 13;
    numbers[3] = 17;
    float halves[5];
    halves[0] = 0.0;
    halves[1] = 0.0;
    halves[2] = 0.0;
    halves[3] = 0.0;
    halves[4] = -8.5;
    numbers[4] = 0;
    return float(numbers[index]) + halves[index];
}

void main() {
    vec4 table[4];
    table[0] = vec4(0.5, 1.0, 2.0, 3.0);
    table[1] = vec4(1.0);
    table[2] = vec4(-4.0, 5.0, 0.25, 7.0);
    table[3] = vec4(8.0, 9.0, 10.0, 11.5);
    v = table[int(a_index)];
    v_single = single(int(a_other.x));
    gl_Position = vec4(1.0);
}
