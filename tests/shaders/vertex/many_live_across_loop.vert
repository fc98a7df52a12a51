// target: lima
// run: aCount=0 aBase=(1,1,1,1) -> gl_Position=(2109,2109,2109,2109) vSum=8436
// run: aCount=1 aBase=(1,2,3,4) -> gl_Position=(1974,3930,5886,7842) vSum=19632
// run: aCount=5 aBase=(1,-1,2,0) -> gl_Position=(1604,-1444,3128,80) vSum=3368
// Eighteen vectors live around a loop: more than the registers hold. Each round hands all of them on.
attribute float aCount;
attribute vec4 aBase;
varying float vSum;

void main() {
    vec4 v0 = aBase * 1.0;
    vec4 v1 = aBase * 2.0;
    vec4 v2 = aBase * 3.0;
    vec4 v3 = aBase * 4.0;
    vec4 v4 = aBase * 5.0;
    vec4 v5 = aBase * 6.0;
    vec4 v6 = aBase * 7.0;
    vec4 v7 = aBase * 8.0;
    vec4 v8 = aBase * 9.0;
    vec4 v9 = aBase * 10.0;
    vec4 v10 = aBase * 11.0;
    vec4 v11 = aBase * 12.0;
    vec4 v12 = aBase * 13.0;
    vec4 v13 = aBase * 14.0;
    vec4 v14 = aBase * 15.0;
    vec4 v15 = aBase * 16.0;
    vec4 v16 = aBase * 17.0;
    vec4 v17 = aBase * 18.0;
    for (int round = 0; round < 1000; ++round) {
        if (float(round) >= aCount) break;
        vec4 first = v0;
        v0 = v1;
        v1 = v2;
        v2 = v3;
        v3 = v4;
        v4 = v5;
        v5 = v6;
        v6 = v7;
        v7 = v8;
        v8 = v9;
        v9 = v10;
        v10 = v11;
        v11 = v12;
        v12 = v13;
        v13 = v14;
        v14 = v15;
        v15 = v16;
        v16 = v17;
        v17 = first + 1.0;
    }
    vec4 all = vec4(0.0);
    all += v0 * 1.0;
    all += v1 * 2.0;
    all += v2 * 3.0;
    all += v3 * 4.0;
    all += v4 * 5.0;
    all += v5 * 6.0;
    all += v6 * 7.0;
    all += v7 * 8.0;
    all += v8 * 9.0;
    all += v9 * 10.0;
    all += v10 * 11.0;
    all += v11 * 12.0;
    all += v12 * 13.0;
    all += v13 * 14.0;
    all += v14 * 15.0;
    all += v15 * 16.0;
    all += v16 * 17.0;
    all += v17 * 18.0;
    gl_Position = all;
    vSum = dot(all, vec4(1.0));
}
