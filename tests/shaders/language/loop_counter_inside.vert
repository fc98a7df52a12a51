// Of nested loops the inner one has the machine's loop counter.
// target: pica200
// run: a=(1, 2, 3, 1) row=(-1, 0, 0, 1, 0, 0.5, 0.25, 1, 1, 0, 0.5, 1, -1, 0.5, 0.75, 1, 0, 0, 0, 1, 1, 0.5, 0.25, 1, -1, 0, 0.5, 1, 0, 0.5, 0.75, 1, 1, 0, 0, 1) column=(1, 0.5, 0.5, 1, 0.5, 1, -0.5, 0.25, 1, 0.5, 0.5, 1, 0.5, 1, -0.5, 0.25, 1, 0.5, 0.5, 1, 0.5, 1, -0.5, 0.25, 1, 0.5, 0.5, 1, 0.5, 1, -0.5, 0.25, 1, 0.5, 0.5, 1, 0.5, 1, -0.5, 0.25) -> gl_Position=(1.5, 0.0234375, 0, 1.5)
// limit: pica200 words <= 15
attribute vec4 a;
uniform vec4 row[9];
uniform vec4 column[10];

void main() {
    vec4 sum = a;
    for (int i = 0; i < 9; i++) {
        for (int k = 0; k < 10; k++) {
            sum = max(sum * column[k] - row[i], row[i] * 0.5);
        }
        sum += row[i];
    }
    gl_Position = sum;
}
