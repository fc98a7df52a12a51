; attribute vec4 a: v13
; output vec4 gl_Position: oPos
; uniform mat4 bone: c96
; uniform vec4 weight: c144
; driver uniform vec4 viewport_scale: c58
; driver uniform vec4 viewport_offset: c59
mul r0, c[100], v13.x
mad r0, c[101], v13.y, r0
mul r2, c[96], v13.x
mad r2, c[97], v13.y, r2
mad r0, c[102], v13.z, r0
mul r3, c[104], v13.x
mad r2, c[98], v13.z, r2
mad r0, c[103], v13.w, r0
mad r3, c[105], v13.y, r3
mul r4, c[108], v13.x
mad r2, c[99], v13.w, r2
mul r0, r0, c[145].wzyx
mad r3, c[106], v13.z, r3
mad r4, c[109], v13.y, r4
mad r0, r2, c[144].wzyx, r0
mul r2, c[112], v13.x
mad r3, c[107], v13.w, r3
mad r4, c[110], v13.z, r4
mad r2, c[113], v13.y, r2
mad r0, r3, c[146].wzyx, r0
mul r3, c[116], v13.x
mad r4, c[111], v13.w, r4
mad r2, c[114], v13.z, r2
mad r3, c[117], v13.y, r3
mad r0, r4, c[147].wzyx, r0
mul r4, c[120], v13.x
mad r2, c[115], v13.w, r2
mad r3, c[118], v13.z, r3
mad r4, c[121], v13.y, r4
mad r0, r2, c[148].wzyx, r0
mul r2, c[124], v13.x
mad r3, c[119], v13.w, r3
mad r4, c[122], v13.z, r4
mad r2, c[125], v13.y, r2
mad r0, r3, c[149].wzyx, r0
mul r3, c[128], v13.x
mad r4, c[123], v13.w, r4
mad r2, c[126], v13.z, r2
mad r3, c[129], v13.y, r3
mad r0, r4, c[150].wzyx, r0
mul r4, c[132], v13.x
mad r2, c[127], v13.w, r2
mad r3, c[130], v13.z, r3
mad r4, c[133], v13.y, r4
mad r0, r2, c[151].wzyx, r0
mul r2, c[136], v13.x
mad r3, c[131], v13.w, r3
mad r4, c[134], v13.z, r4
mad r2, c[137], v13.y, r2
mad r0, r3, c[152].wzyx, r0
mul r3, c[140], v13.x
mad r4, c[135], v13.w, r4
mad r2, c[138], v13.z, r2
mad r3, c[141], v13.y, r3
mad r0, r4, c[153].wzyx, r0
mad r2, c[139], v13.w, r2
mad r3, c[142], v13.z, r3
mad r0, r2, c[154].wzyx, r0
mad r2, c[143], v13.w, r3
mad r0.xyz, r2, c[155].wzyx, r0 + mad oPos.w, r2, c[155].wzyx, r0
mul r0.xyz, r0, c[58] + rcc r1.x, r12.w
mad oPos.xyz, r0, r1.x, c[59]
