#version 300 es
precision highp float;
precision highp int;
struct S1 { float m0; };
in vec2 a1;
in vec3 a2;
uniform vec2 u3;
uniform vec2 u4;
uniform vec3 u5;
uniform mat2 u6[2];
uniform mat2 u7[2];
uniform int u8;
uniform uint u9;
uniform uint u10;
uniform vec4 u11[5];
uniform S1 u12[3];
out vec4 dummy13;
out vec4 dummy14;
int f15(vec4 p16) {
    float x17 = p16[u8];
    mat2 m18 = ((u7[1] - u6[0]) + matrixCompMult(u7[0], u7[0]));
    m18 *= u7[0];
    vec4 x19 = (outerProduct((u4.xxyy * u4.yyyx), vec2(u5[0]))[1].yx * ((u7[0] + u7[0]) * (u6[0] - u7[1]))).xxyy;
    return (int(x17) / 13);
}
float f20(inout vec3 p21, float p22) {
    bool b23 = (8u <= (uint(abs(p22)) + max(12u, u9)));
    S1 r24 = u12[int(clamp(u12[1].m0, 0.0, 2.0))];
    return (((b23 ? u4.xxxy : vec4(2.0, 0.75, 1.5, 0.75)) != (u11[1] + u11[3])) ? S1(u4.x).m0 : u5[1]);
}
vec4 f25(int p26) {
    return abs(vec4(a1[1]));
}
void main() {
    gl_Position = u11[2];
    dummy13 = vec4(1.5, 2.0, 0.125, 1.5);
    dummy14 = vec4(0.125, 0.75, 1.5, 0.125);
    vec4 x27 = (((1.5 < u3.y) && (u5.y >= u5.y)) ? ((u6[0][0].x != (a2.z - 2.0)) ? (any(equal(u3.xy, u4)) ? u11[2] : u4.xyxy) : ((u4.y < 1.5) ? vec4(3.25, 3.375, 1.75, 5.375) : vec4(1.5, 3.75, 3.75, -0.625))) : vec4(dot(((u10 <= u9) ? vec2(-2.0, 4.0) : vec2(4.625, -0.25)), ceil(u4))));
    x27.xy = (mod(outerProduct(vec3(2.0, 0.125, 0.125), u5.yzx)[0].yy, 8.0) - ((u7[0] * (u7[0] * u11[4].zy)) / 0.5));
    float x28 = ((u7[0][int(clamp((u3.x * u3.x), 0.0, 1.0))][int(clamp((0.125 / 0.5), 0.0, 1.0))] - u12[1].m0) / 4.0);
    vec4 x29 = mod(floor(sign(x27)), 2.0);
    vec4 x30 = (vec4(dot(vec2(u3[0]), (x27.zw - vec2(0.125, 1.5)))) * u11[u8].xwxy);
    if (((u3.x * u3.x * u3.x) <= x27[u8])) {
        switch (int(u3[0])) {
            case 0:
             {
                int n31 = ((((x28 + x28) >= ((x27.y <= x28) ? 1.125 : 4.0)) ? int(x28) : (u8 + u8)) >> 1);
                float t32[2];
                t32[0] = x27[2];
                t32[1] = (x28 * x28);
            }
            case 1:
             {
                S1 r33 = (((u10 > u10) ^^ (x28 > x28)) ? (((u3.y + u3.y) >= u12[2].m0) ? S1(x28) : u12[2]) : S1((u11[4].x + 3.0)));
                vec4 x34 = ((!(x28 <= x27.w)) ? fract(outerProduct(vec3(1.5, 3.0, 3.0), u3)[0].yxzy) : ((!(u10 <= 4u)) ? ((3.0 >= 3.0) ? x27.zyzx : vec4(3.0, 0.125, 2.0, 1.5)) : vec4(u12[2].m0)));
            }
            break;
            case 2:
             {
                x30 -= vec4(x29[0]);
            }
            break;
            case 3:
             {
                float x35 = (dot((u11[3] + a1.yyxy), u11[1].zyzz) - (dot(x29, vec4(0.75, 3.0, 0.75, 1.5)) / 4.0));
                vec4 x36 = ((u7[1][int(clamp(((1u > 0u) ? x27.w : 0.125), 0.0, 1.0))].xxyy - vec4(x30[3])) * vec4((u8 - u8 / 5 * 5)));
            }
            break;
            default:
             {
                x29 += (u7[int(clamp(u12[0].m0, 0.0, 1.0))][1].yyyy + float((3u + u9)));
            }
        }
        int n37 = ((ivec4(u3.yyyx) * ivec4(a2.yzzz)) * ivec4((u6[1] * u3.xy).xxyx)).y;
        x29[u8] = u12[int(clamp(S1(x28).m0, 0.0, 2.0))].m0;
    }
    gl_Position = ((((u11[int(clamp((x28 * x28 * 3.0), 0.0, 4.0))] + x30) + x29) + vec4(x28)) + x27.yyzy);
    dummy13 = ((((fract(((any(lessThan(u5, u5.zzz)) ? vec4(0.125, 3.75, -1.25, 4.375) : vec4(1.375, 1.125, 4.75, 0.125)) - (u5.xxxy / 2.0))) + x30) + x29) + vec4(x28)) + x27.xyzy);
    dummy14 = (((((vec4((u7[0] * (u7[0] * vec2(1.5, 1.5))).xyy, float(x27.z)) * vec4(equal(mix(x27, u11[4], 0.0), (vec4(3.0) * u4.yyxx)))) + x30) + x29.wxyz) + vec4(x28)) + x27.wyxx);
}

