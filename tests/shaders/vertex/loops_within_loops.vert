// An inner loop that is left early within an outer one that is left early too.
// target: pica200
// run: a=(1,2,0,0) -> gl_Position=(10,4,0,1)
// run: a=(0,100,0,0) -> gl_Position=(0,20,0,1)
// run: a=(3,1,0,0) -> gl_Position=(11,3,0,1)
attribute vec4 a;

void main() {
    float sum = 0.0;
    float rounds = 0.0;
    for (int i = 0; i < 20; i++) {
        for (int k = 0; k < 25; k++) {
            sum += a.x;
            if (sum > a.y * (rounds + 1.0) + 1.0) break;
        }
        rounds += 1.0;
        if (sum > 8.0) break;
        if (rounds < a.y) continue;
        sum += 1.0;
    }
    gl_Position = vec4(sum, rounds, 0.0, 1.0);
}
