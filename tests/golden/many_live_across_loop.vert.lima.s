load.a 1, load.u 7, mul.m1 ^r0.w ^u.x, store.xy $1 ^m1 _
load.a 1, load.u 6, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.w ^u.y, mov.p ^u.z
load.a 1, load.u 8, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.x ^p[-1], add.a0 ^m0[-1] -0, setA0.c ^u.z, mov.p ^m1[-1], store.xy t ^p ^m1, store.zw t ^m0 ^a0
load.r1 1, load.u 9, setA0.c ^u.y, mov.p ^r1.x, store.xy t ^p _
load.u 5, mov.p ^u.w
load.a 1, load.u 6, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.x, mov.p ^u.x
load.a 1, load.u 8, mul.m0 ^r0.w ^p[-2], mul.m1 ^r0.z ^p[-1], add.a0 ^m0[-1] -0, setA0.c ^u.x, mov.p ^m1[-1], store.xy t ^m0 ^a0, store.zw t ^p ^m1
load.u 7, mov.p ^u.y
load.u 9, setA0.c ^u.z, mov.p ^p[-1], store.xy t _ ^p
load.a 1, load.u 6, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.w ^u.z, mov.p ^u.w
load.a 1, load.u 8, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.x ^p[-1], add.a0 ^m0[-1] -0, setA0.c ^u.w, mov.p ^m1[-1], store.xy t ^p ^m1, store.zw t ^m0 ^a0
load.u 6, mov.p ^u.w
load.a 1, load.u 7, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.x, mov.p ^u.x
load.a 1, load.u 9, mul.m0 ^r0.w ^p[-2], mul.m1 ^r0.z ^p[-1], add.a0 ^m0[-1] -0, setA0.c ^u.x, mov.p ^m1[-1], store.xy t ^m0 ^a0, store.zw t ^p ^m1
load.a 1, load.u 6, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.z ^u.y, mov.p ^u.y
load.a 1, load.u 8, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.x ^p[-1], add.a0 ^m1[-1] -0, setA0.c ^u.y, mov.p ^m0[-1], store.xy t ^p ^m1, store.zw t ^m0 ^a0
load.u 3, add.a0 ^u.y -0, mov.p ^u.x
load.a 1, load.u 5, mul.m1 ^r0.x ^a0[-1], mov.p ^u.y, store.xy $2 _ ^m1
load.a 1, load.u 4, mul.m0 ^r0.w ^p[-2], mul.m1 ^r0.z ^p[-1], add.a0 ^u.w -0, mov.p ^u.z, store.xy $2 ^m0 _, store.zw $10 _ ^m1
load.a 1, load.u 3, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.x ^a0[-1], mov.p ^u.x, store.xy $8 _ ^m1, store.zw $10 ^m0 _
load.a 1, load.u 5, mul.m0 ^r0.w ^p[-2], mul.m1 ^r0.z ^p[-1], mov.p ^u.x, store.xy $8 ^m0 _, store.zw $1 _ ^m1
load.a 1, load.u 4, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.x ^p[-2], mov.p ^u.w, store.xy $1 ^m1 _, store.zw $1 ^m0 _
load.a 1, load.u 3, mul.m0 ^r0.x ^p[-2], mul.m1 ^r0.w ^p[-1], mov.p ^u.z, store.xy $9 ^m1 ^m0
load.a 1, load.u 9, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.y ^p[-1], setA0.c ^u.z, mov.p ^r0.w, store.xy t ^p _, store.zw $3 ^m1 ^m0
load.a 1, load.u 4, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.y ^u.w, add.a0 ^u.y -0, mov.p ^u.x, store.zw $8 ^m1 ^m0
load.a 1, load.u 3, mul.m0 ^r0.x ^a0[-1], mul.m1 ^r0.w ^p[-1], add.a0 ^u.z -0, mov.p ^u.y, store.xy $6 ^m1 ^m0
load.a 1, load.u 4, mul.m0 ^r0.x ^a0[-1], mul.m1 ^r0.w ^p[-1], mov.p ^u.x, store.xy $3 ^m1 ^m0
load.a 1, load.u 3, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.y ^u.y, mov.p ^u.w, store.zw $2 ^m1 ^m0
load.a 1, load.u 5, mul.m0 ^r0.x ^p[-2], mul.m1 ^r0.w ^p[-1], mov.p ^u.z, store.xy $5 ^m1 ^m0
load.a 1, load.u 4, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.y ^p[-1], mov.p ^u.z, store.zw $11 ^m1 ^m0
load.a 1, load.u 5, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.y ^p[-1], add.a0 ^u.w -0, mov.p ^u.z, store.zw $7 ^m1 ^m0
load.a 1, load.u 9, mul.m0 ^r0.x ^a0[-1], mul.m1 ^r0.w ^p[-1], add.a0 ^r0.z -0, setA0.c ^u.y, mov.p ^r0.y, store.xy $12 ^m1 ^m0, store.zw t ^p ^a0
load.a 1, load.u 5, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.w ^u.y, mov.p ^u.w, store.xy $11 ^m1 ^m0
load.a 1, load.u 3, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.y ^p[-1], add.a0 ^u.w -0, mov.p ^u.z, store.zw $12 ^m1 ^m0
load.a 1, load.u 4, mul.m0 ^r0.x ^a0[-1], mul.m1 ^r0.w ^p[-1], mov.p ^u.x, store.xy $4 ^m1 ^m0
load.a 1, load.u 5, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.y ^p[-1], add.a0 ^u.y -0, mov.p ^u.x, store.zw $5 ^m1 ^m0
load.a 1, load.u 3, mul.m0 ^r0.x ^a0[-1], mul.m1 ^r0.w ^p[-1], mov.p ^u.w, store.xy $10 ^m1 ^m0
load.a 1, load.u 5, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.y ^p[-1], mov.p ^u.x, store.zw $4 ^m1 ^m0
load.a 1, load.u 9, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.y ^p[-1], setA0.c ^u.y, mov.p ^r0.x, store.xy t _ ^p, store.zw $9 ^m1 ^m0
load.a 1, load.r1 1, load.u 4, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.y ^u.y, mov.c ^r1.x, store.xy $1 _ ^c, store.zw $6 ^m1 ^m0
load.a 1, load.u 4, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.w ^u.y, store.xy $7 ^m1 ^m0
load.a 0, ge.a0 -^r0.x 0
mov.p ^a0[-1], branch L87
L43:
load.u 16, mul.m1 ^u.x 1, mov.p ^u.y, store.xy $13 ^p ^m1
load.u 15, mul.m0 ^u.w 1, mul.m1 ^u.z 1, mov.p ^u.y, store.zw $13 ^m1 ^m0
load.u 7, add.a0 ^u.z ^p[-2], add.a1 ^u.z ^p[-1], store.xy $1 ^a0 _, store.zw $14 ^a0 _
load.u 7, add.a0 ^u.z ^m1[-2], add.a1 ^u.z ^m0[-2], mov.p ^a1[-1], store.xy $0 ^p ^a0, store.zw $0 ^a1 _
load.r1 13, load.u 7, add.a0 ^u.z ^r1.y, store.zw $0 _ ^a0
load.r1 14, load.u 7, lt.a0 ^r1.z ^u.w
mov.p ^a0[-1], branch L55
load.u 9, mul.m0 ^r1.z 1, mul.m1 ^r1.y 1, add.a0 ^r1.w -0, setA0.c ^u.z, mov.p ^r1.x, store.zw t ^p ^m1
load.u 9, mul.m1 ^a0[-1] 1, setA0.c ^u.w, mov.p ^m0[-1], store.xy t ^p ^m1
nop
nop
load.u 7, mov.p ^u.z, branch L87
L55:
load.r0 2, load.r1 1, load.u 9, mul.m0 ^r1.w 1, mul.m1 ^r1.z 1, add.a0 ^r0.x -0, add.a1 ^r0.y -0, setA0.c ^u.y, mov.p ^r1.y, store.xy t _ ^p, store.zw t ^m1 ^m0
load.r1 3, load.u 9, mul.m0 ^r0[-1].z 1, mul.m1 ^a1[-1] 1, add.a0 ^r0[-1].w -0, add.a1 ^r1.x -0, setA0.c ^u.z, mov.p ^a0[-1], store.xy t ^p _, store.zw $1 ^m0 ^a0
load.r1 3, mul.m0 ^r1.y 1, mul.m1 ^a1[-1] 1, add.a0 ^r1.z -0, add.a1 ^r1.w -0, mov.p ^m1[-1], store.xy $1 _ ^p, store.zw $2 ^a0 ^a1
load.r1 4, mul.m0 ^r1.x 1, mul.m1 ^m0[-1] 1, add.a0 ^r1.y -0, add.a1 ^r1.z -0, mov.p ^m1[-1], store.xy $2 ^p ^m1, store.zw $3 ^a1 _
load.r0 5, load.r1 4, mul.m0 ^r1.w 1, mul.m1 ^a0[-1] 1, add.a0 ^r0.x -0, add.a1 ^r0.y -0, mov.p ^m0[-1], store.xy $3 ^p ^m1, store.zw $3 _ ^m0
load.r1 6, mul.m0 ^r0[-1].z 1, mul.m1 ^a1[-1] 1, add.a0 ^r0[-1].w -0, add.a1 ^r1.x -0, mov.p ^a0[-1], store.xy $4 ^p ^m1, store.zw $4 ^m0 ^a0
load.r0 7, load.r1 6, mul.m0 ^r1.z 1, mul.m1 ^r1.y 1, add.a0 ^r1.w -0, add.a1 ^r0.x -0, mov.p ^a1[-1], store.xy $5 ^p ^m1, store.zw $5 ^m0 ^a0
load.r1 8, mul.m0 ^r0[-1].z 1, mul.m1 ^r0[-1].y 1, add.a0 ^r0[-1].w -0, add.a1 ^r1.x -0, mov.p ^a1[-1], store.xy $6 ^p ^m1, store.zw $6 ^m0 ^a0
load.r0 9, load.r1 8, mul.m0 ^r1.z 1, mul.m1 ^r1.y 1, add.a0 ^r1.w -0, add.a1 ^r0.x -0, mov.p ^a1[-1], store.xy $7 ^p ^m1, store.zw $7 ^m0 ^a0
load.r1 10, mul.m0 ^r0[-1].z 1, mul.m1 ^r0[-1].y 1, add.a0 ^r0[-1].w -0, add.a1 ^r1.x -0, mov.p ^a1[-1], store.xy $8 ^p ^m1, store.zw $8 ^m0 ^a0
load.r0 11, load.r1 10, mul.m0 ^r1.z 1, mul.m1 ^r1.y 1, add.a0 ^r1.w -0, add.a1 ^r0.x -0, mov.p ^a1[-1], store.xy $9 ^p ^m1, store.zw $9 ^m0 ^a0
load.r1 12, mul.m0 ^r0[-1].z 1, mul.m1 ^r0[-1].y 1, add.a0 ^r0[-1].w -0, add.a1 ^r1.x -0, mov.p ^a1[-1], store.xy $10 ^p ^m1, store.zw $10 ^m0 ^a0
load.r1 12, load.u 10, mul.m0 ^r1.z 1, mul.m1 ^r1.y 1, add.a0 ^r1.w -0, add.a1 ^u.x -0, mov.p ^a1[-1], store.xy $11 ^p ^m1, store.zw $11 ^m0 ^a0
load.u 10, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^r1.x -0, mov.p ^a1[-1], store.xy $12 ^p ^m1, store.zw $12 ^m0 ^a0
load.u 11, mul.m0 ^u.y 1, mul.m1 ^u.x 1, add.a0 ^u.z -0, add.a1 ^u.w -0, mov.p ^a1[-1]
load.u 8, mul.m0 ^m0[-1] 1, mul.m1 ^m1[-1] 1, add.a0 ^a0[-1] -0, add.a1 ^a1[-1] -0, setA0.c ^u.x, mov.p ^p[-1], store.xy t ^m1 ^m0, store.zw t ^a0 ^a1
load.u 12, mul.m0 ^u.y 1, mul.m1 ^u.x 1, add.a0 ^u.z -0, add.a1 ^u.w -0, mov.p ^p[-1]
load.u 8, mul.m0 ^m0[-1] 1, mul.m1 ^m1[-1] 1, add.a0 ^a0[-1] -0, add.a1 ^a1[-1] -0, setA0.c ^u.y, mov.p ^p[-1], store.xy t ^m1 ^m0, store.zw t ^a0 ^a1
load.u 13, mul.m0 ^u.y 1, mul.m1 ^u.x 1, add.a0 ^u.z -0, add.a1 ^u.w -0, mov.p ^p[-1]
load.u 8, mul.m0 ^m0[-1] 1, mul.m1 ^m1[-1] 1, add.a0 ^a0[-1] -0, add.a1 ^a1[-1] -0, setA0.c ^u.z, mov.p ^p[-1], store.xy t ^m1 ^m0, store.zw t ^a0 ^a1
load.u 14, mul.m0 ^u.y 1, mul.m1 ^u.x 1, add.a0 ^u.z -0, add.a1 ^u.w -0, mov.p ^p[-1]
load.u 9, mul.m0 ^m0[-1] 1, mul.m1 ^m1[-1] 1, add.a0 ^a0[-1] -0, add.a1 ^a1[-1] -0, setA0.c ^u.x, mov.p ^p[-1], store.xy t _ ^p
load.u 8, mul.m0 ^a0[-1] 1, mul.m1 ^m0[-1] 1, add.a0 ^a1[-1] -0, add.a1 ^r1.y -0, setA0.c ^u.w, mov.p ^m1[-1], store.xy t ^p ^m1, store.zw t ^m0 ^a0
load.r0 1, load.u 9, mul.m0 ^r1.w 1, mul.m1 ^r1.z 1, add.a0 ^r0.x -0, add.a1 ^r1.x -0, setA0.c ^u.x, mov.p ^a1[-1], store.zw t ^p ^m1
load.u 9, mul.m0 ^a1[-1] 1, mul.m1 ^a0[-1] 1, add.a0 ^r1.y -0, add.a1 ^r1.z -0, setA0.c ^u.z, mov.p ^m0[-1], store.xy t _ ^m1, store.zw t ^m0 ^a0
load.u 9, mul.m0 ^r1.w 1, mul.m1 ^a1[-1] 1, setA0.c ^u.w, mov.p ^p[-1], store.xy t ^m1 ^m0
load.a 0, load.r1 1, load.u 15, mul.m1 ^u.x 1, lt.a0 ^r1.x ^r0.x, mov.p ^p[-1], store.xy $13 ^a0 _
load.u 9, mul.m1 ^m1[-1] 1, setA0.c ^u.y, mov.p ^p[-1], store.xy t ^p _
load.u 9, setA0.c ^u.x, mov.p ^m1[-1], store.xy t ^p _
nop
nop
load.r1 13, mov.p ^r1.x, branch L43
L87:
load.r0 4, load.r1 3, load.u 3, mul.m0 ^u.y ^r0.x, mul.m1 ^u.x ^r1.x, store.xy $1 ^m0 _
load.r0 5, load.r1 2, load.u 3, mul.m0 ^u.x ^r1.y, mul.m1 ^u.z ^r0.x, add.a0 ^m1[-1] ^r1.x, store.xy $0 ^m1 _
load.r0 1, load.r1 2, load.u 3, mul.m0 ^u.x ^r1.w, mul.m1 ^u.x ^r1.z, add.a0 ^a0[-1] ^m0[-2], add.a1 ^m0[-1] ^r0.y, store.xy $1 ^m0 _, store.zw $0 ^a1 _
load.r0 3, load.r1 6, load.u 3, mul.m0 ^u.y ^r0.y, mul.m1 ^u.w ^r1.x, add.a0 ^a0[-1] ^m1[-2], add.a1 ^m1[-1] ^r0[-1].z, store.xy $0 ^m0 ^a1
load.r1 1, load.u 3, mul.m0 ^u.y ^r0[-1].w, mul.m1 ^u.y ^r0[-1].z, add.a0 ^m0[-2] ^r1.w, add.a1 ^a0[-1] ^m1[-1], store.xy $1 ^a1 _
load.r0 8, load.r1 7, load.u 4, mul.m0 ^u.y ^r0.x, mul.m1 ^u.x ^r1.x, add.a0 ^a1[-2] ^m1[-1], add.a1 ^a0[-1] ^m0[-1], store.xy $0 _ ^m0, store.zw $0 _ ^a0
load.r0 4, load.u 3, mul.m0 ^u.z ^r0.z, mul.m1 ^u.z ^r0.y, add.a0 ^r1.z ^r1.x, add.a1 ^a1[-2] ^m1[-1], store.xy $1 ^a1 _
load.r1 5, load.u 3, mul.m0 ^u.w ^r1.y, mul.m1 ^u.z ^r0[-1].w, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a0[-2] ^m0[-1], mov.p ^a1[-2], store.xy $0 ^m0 _, store.zw $0 ^a0 ^a1
load.r1 5, load.u 3, mul.m0 ^u.w ^r1.w, mul.m1 ^u.w ^r1.z, add.a0 ^p[-1] ^m1[-1], add.a1 ^a1[-2] ^r0.y, store.xy $1 ^a0 _, store.zw $13 ^m0 ^a1
load.r0 6, load.r1 9, load.u 4, mul.m0 ^u.x ^r0.y, mul.m1 ^u.z ^r1.x, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^m1[-1], store.xy $0 ^m0 ^a0, store.zw $0 ^a1 _
load.u 4, mul.m0 ^u.x ^r0[-1].w, mul.m1 ^u.x ^r0[-1].z, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^m1[-1], store.xy $1 ^a0 _, store.zw $0 _ ^m0
load.r0 7, load.r1 10, load.u 4, mul.m0 ^u.y ^r0.y, mul.m1 ^u.w ^r1.x, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^m1[-1], store.xy $0 ^m0 ^a0, store.zw $0 ^a1 _
load.u 4, mul.m0 ^u.y ^r0[-1].w, mul.m1 ^u.y ^r0[-1].z, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^m1[-1], store.xy $1 ^a0 _, store.zw $0 _ ^m0
load.r0 12, load.r1 11, load.u 5, mul.m0 ^u.y ^r0.x, mul.m1 ^u.x ^r1.x, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^m1[-1], store.xy $0 ^m0 ^a0, store.zw $0 ^a1 _
load.r1 8, load.u 4, mul.m0 ^u.z ^r1.z, mul.m1 ^u.z ^r1.y, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^m1[-1], store.xy $1 ^a0 _, store.zw $0 _ ^a1
load.r0 9, load.r1 8, load.u 4, mul.m0 ^u.w ^r0.y, mul.m1 ^u.z ^r1.w, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy $0 _ ^m0, store.zw $0 ^a0 _
load.u 10, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^a0[-2] ^m1[-1], mov.p ^u.x, store.xy $1 ^p _, store.zw $13 ^m1 ^m0
load.r1 9, load.u 4, mul.m0 ^u.w ^r1.w, mul.m1 ^u.w ^r1.z, add.a0 ^r0.w ^r0.x, add.a1 ^a0[-2] ^m0[-2], mov.p ^a1[-2], store.xy $13 ^a0 ^a1
load.r1 10, load.u 5, mul.m0 ^u.x ^r1.y, mul.m1 ^u.z ^p[-2], add.a0 ^p[-1] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], mov.p ^a0[-2], store.xy $1 ^p _, store.zw $0 ^m0 ^a0
load.u 11, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^a0[-2] ^m1[-1], mov.p ^u.x, store.xy $13 ^p _, store.zw $14 ^m1 ^m0
load.r0 13, load.r1 10, load.u 5, mul.m0 ^u.x ^r1.w, mul.m1 ^u.x ^r1.z, add.a0 ^r0.y ^m0[-2], mov.p ^a1[-2], store.xy $13 _ ^p, store.zw $0 ^m0 _
load.r1 11, load.u 5, mul.m0 ^u.y ^r1.y, mul.m1 ^u.w ^p[-2], add.a0 ^r0.w ^m1[-1], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.xy $13 ^p _, store.zw $0 _ ^a1
load.u 12, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^a0[-2] ^m0[-1], mov.p ^u.x, store.xy $14 ^m1 ^m0, store.zw $15 ^a0 ^a1
load.r1 13, load.u 6, mul.m0 ^u.x ^p[-2], mul.m1 ^u.x ^p[-1], add.a0 ^r1.y ^r0.z, add.a1 ^a1[-2] ^m1[-2], mov.p ^a0[-2], store.xy $13 ^p ^a0, store.zw $0 ^m0 _
load.r1 11, load.u 5, mul.m0 ^u.y ^r1.w, mul.m1 ^u.y ^r1.z, add.a0 ^a1[-1] ^m1[-1], store.xy $15 ^m0 ^a0
load.u 13, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^p[-2] ^m1[-1], mov.p ^u.x, store.xy $13 ^p _, store.zw $0 _ ^m1
load.r0 12, load.r1 13, load.u 5, mul.m0 ^u.z ^r0.z, mul.m1 ^u.z ^r0.y, add.a0 ^r1.y ^m0[-2], store.xy $15 ^a0 _
load.r1 13, load.u 5, mul.m0 ^u.w ^r1.z, mul.m1 ^u.z ^r0[-1].w, add.a0 ^a1[-2] ^m0[-1], add.a1 ^a0[-2] -0, mov.p ^m0[-2], store.xy $0 ^p ^a1, store.zw $13 ^m0 _
load.r0 14, load.r1 13, load.u 6, mul.m0 ^u.x ^r0.z, mul.m1 ^u.y ^r1.x, add.a0 ^a0[-2] ^m1[-1], mov.p ^m1[-2], store.xy $15 ^m1 _, store.zw $14 ^p _
load.u 14, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^a0[-2] -0, mov.p ^u.x, store.xy $13 ^a1 ^p
load.r0 13, load.r1 15, load.u 5, mul.m0 ^a0[-2] 1, mul.m1 ^u.w ^r0.w, add.a0 ^r1.w ^p[-2], add.a1 ^r1.y ^m1[-2], mov.p ^m0[-2], store.xy $15 ^m0 ^m1, store.zw $14 ^p _
load.r1 1, load.u 5, mul.m0 ^m0[-2] 1, mul.m1 ^u.w ^r1.x, add.a0 ^a0[-1] ^r0[-1].z, add.a1 ^a0[-2] -0, mov.p ^m1[-2], store.xy $1 ^p _, store.zw $15 _ ^m0
load.r0 14, load.r1 13, load.u 6, mul.m0 ^u.x ^r0.w, mul.m1 ^u.z ^r1.y, add.a0 ^r1.x ^m1[-2], add.a1 ^m0[-2] ^m1[-1], mov.p ^a1[-2], store.xy $15 ^a0 ^a1, store.zw $14 _ ^m0
load.r1 14, load.u 15, mul.m1 ^a1[-2] 1, add.a0 ^p[-1] ^m1[-1], add.a1 ^a0[-2] ^r1.z, mov.p ^u.x, store.xy $13 ^a0 ^a1, store.zw $14 ^m1 _
load.r1 14, load.u 6, mul.m0 ^u.y ^r1.x, mul.m1 ^u.w ^p[-1], add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^r0.z, store.xy $14 ^a1 _, store.zw $0 ^a0 _
load.u 17, mul.m1 ^u.x 1, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], mov.p ^u.y, store.xy $15 ^m1 ^a0, store.zw $14 _ ^p
load.r0 15, load.r1 14, load.u 6, mul.m0 ^u.y ^r0.z, mul.m1 ^u.y ^r1.y
load.r0 14, load.u 7, mul.m0 ^u.x ^m1[-2], mul.m1 ^u.x ^p[-2], add.a0 ^r1.z ^m1[-1], add.a1 ^r0.x ^m0[-1], mov.p ^a1[-2], store.xy $14 ^m0 ^a0, store.zw $0 ^p _
load.r0 15, load.u 6, mul.m0 ^u.z ^r1.x, mul.m1 ^u.z ^r1.w, add.a0 ^r0.y ^m1[-1], store.zw $14 _ ^a0
load.r0 1, load.u 6, mul.m0 ^u.w ^r0.x, mul.m1 ^u.z ^r1.y, add.a0 ^p[-2] ^m1[-1], add.a1 ^a0[-2] ^m0[-1], mov.p ^a1[-2], store.xy $1 ^a1 _
load.r0 14, load.r1 15, load.u 6, mul.m0 ^u.w ^r0.z, mul.m1 ^u.w ^r1.w, add.a0 ^p[-1] ^m1[-1], add.a1 ^a0[-1] ^m0[-1], store.xy $14 _ ^a1
load.u 16, mul.m1 ^u.w 1, add.a0 ^a1[-2] ^m1[-1], add.a1 ^a0[-1] ^m0[-1], mov.p ^u.z, store.xy $1 ^a0 _
load.r1 14, load.u 7, mul.m0 ^u.x ^m1[-1], mul.m1 ^u.x ^p[-1], add.a0 ^a1[-1] ^r1.x, store.xy $14 ^a0 _
load.r1 14, complex2.m0 ^r1.w ^r1.w, mul.m1 ^a0[-1] ^u.z, add.a0 ^r1.y ^m1[-1], add.a1 ^a0[-2] ^m0[-1], rcp.c ^r1.w, store.xy $1 ^a0 _, store.zw $0 ^a1 ^m1
load.r1 14, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.w, add.a0 ^a0[-1] ^a1[-1], add.a1 ^a0[-2] ^r1.w
mul.m0 ^a1[-2] ^u.y, mul.m1 ^a0[-2] ^u.x, add.a0 ^a0[-1] ^a1[-1], store.xy v1 ^a0 _, store.zw $0 ^m1 _
load.u 2, clamp.p ^m0[-2], store.xy $1 ^p _, store.zw v0 _ ^p
mul.m0 ^p[-1] ^m0[-2], mul.m1 ^p[-1] ^m1[-2]
load.u 1, mul.m1 ^p[-2] ^r1.w, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 1, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
