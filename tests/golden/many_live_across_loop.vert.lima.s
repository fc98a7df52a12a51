load.a 1, load.u 6, mul.m1 ^r0.y ^u.w, mov.p ^u.w, store.xy $13 ^m1 _
load.a 1, load.u 7, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.x, mov.p ^u.x
load.a 1, load.u 9, mul.m0 ^r0.w ^p[-2], mul.m1 ^r0.z ^p[-1], add.a0 ^m0[-1] -0, setA0.c ^u.x, mov.p ^m1[-1], store.xy t ^m0 ^a0, store.zw t ^p ^m1
load.a 1, load.u 6, mul.m0 ^r0.x ^u.w, mul.m1 ^u.z 1, mov.p ^u.w
load.a 1, load.r1 13, load.u 8, mul.m0 ^r0.w ^m1[-1], mul.m1 ^r0.z ^p[-1], add.a0 ^m0[-1] -0, setA0.c ^u.w, mov.p ^r1.x, store.xy t ^m0 ^a0, store.zw t ^p ^m1
load.a 1, load.u 6, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.x ^u.y, add.a0 ^u.x -0, mov.p ^u.y
load.a 1, load.u 8, mul.m0 ^r0.w ^a0[-1], mul.m1 ^r0.z ^p[-1], add.a0 ^m1[-1] -0, setA0.c ^u.y, mov.p ^m0[-1], store.xy t ^m0 ^a0, store.zw t ^p ^m1
load.u 5, mov.p ^u.w
load.a 1, load.u 4, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.w ^p[-1], mov.p ^u.y, store.xy $13 ^m0 _
load.a 1, load.u 6, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.x, mov.p ^u.x
load.a 1, load.u 8, mul.m0 ^r0.w ^p[-2], mul.m1 ^r0.z ^p[-1], add.a0 ^m1[-2] -0, add.a1 ^m0[-1] -0, setA0.c ^u.x, mov.p ^m1[-1], store.xy t ^a0 ^a1, store.zw t ^p ^m1
load.a 1, load.r1 13, load.u 6, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^r1.x -0, mov.c ^m0[-1], mov.p ^u.z, store.xy $7 ^c ^a0
load.a 1, load.u 8, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.x ^p[-1], add.a0 ^m0[-1] -0, setA0.c ^u.z, mov.p ^m1[-1], store.xy t ^p ^m1, store.zw t ^m0 ^a0
load.a 1, load.u 3, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^u.y -0, mov.p ^u.x, store.xy $3 ^m1 ^m0
load.a 1, load.u 5, mul.m0 ^r0.x ^a0[-1], mul.m1 ^r0.w ^p[-1], add.a0 ^u.y -0, add.a1 ^u.z -0, mov.p ^u.x, store.xy $2 ^m1 ^m0
load.a 1, load.u 3, mul.m0 ^r0.x ^a1[-1], mul.m1 ^r0.w ^a0[-1], mov.p ^u.x, store.xy $11 ^m1 ^m0
load.a 1, load.u 4, mul.m0 ^r0.z ^p[-2], mul.m1 ^r0.z ^p[-1], mov.p ^u.x, store.xy $13 ^m1 _
load.a 1, load.u 3, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.w ^u.w, mov.c ^m0[-1], store.xy $5 ^m1 ^m0, store.zw $9 _ ^c
load.a 1, load.u 4, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.y ^u.x, store.zw $5 ^m1 ^m0
load.a 1, load.u 5, mul.m0 ^r0.y ^u.x, mul.m1 ^r0.x ^u.y, store.xy $13 _ ^m1, store.zw $9 ^m0 _
load.a 1, load.u 3, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.y ^u.w, store.zw $4 ^m1 ^m0
load.a 1, load.u 4, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.z, store.zw $7 ^m1 ^m0
load.a 1, load.u 3, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.z, store.zw $3 ^m1 ^m0
load.a 1, load.u 3, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.y ^u.y, store.zw $2 ^m1 ^m0
load.a 1, load.u 5, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.w ^u.z, mov.p ^u.x, store.xy $12 ^m1 ^m0
load.a 1, load.u 4, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.w ^u.w, store.xy $9 ^m1 ^m0
load.a 1, load.r1 13, load.u 4, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.y ^u.y, mov.c ^r1.y, store.xy $10 _ ^c, store.zw $6 ^m1 ^m0
load.a 1, load.u 4, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.w ^u.z, store.xy $8 ^m1 ^m0
load.a 1, load.r1 13, load.u 3, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.w ^u.z, mov.c ^r1.x, store.xy $4 ^m1 ^m0, store.zw $1 _ ^c
load.a 1, load.u 3, mul.m0 ^r0.y ^u.x, mul.m1 ^r0.x ^u.x, store.xy $1 _ ^m1, store.zw $1 ^m0 _
load.a 1, load.u 4, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.y ^u.w, mov.c ^r0.y, mov.p ^r0.z, store.xy $13 ^m1 ^m0, store.zw $0 ^c ^p
load.a 1, load.u 5, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.z ^u.w, mov.p ^u.w, store.xy $10 ^m0 _, store.zw $12 _ ^m1
load.a 1, load.u 7, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.w ^u.x, mov.c ^r0.x, mov.p ^u.y, store.xy $0 ^p ^c, store.zw $12 ^m0 _
load.a 1, load.u 5, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.y ^u.y, mov.c ^r0.w, mov.p ^u.z, store.xy $1 ^c _, store.zw $10 ^m1 ^m0
load.a 1, load.u 9, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.y ^p[-1], setA0.c ^u.y, mov.p ^m1[-2], store.xy t ^p _, store.zw $11 ^m1 ^m0
load.a 1, load.r1 13, load.u 4, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.w ^u.x, mov.c ^r1.x, mov.p ^r1.y, store.xy $6 ^m1 ^m0, store.zw $8 ^c ^p
nop
nop
L38:
load.a 0, ge.a0 ^r1.x ^r0.x
mov.p ^a0[-1], branch L75
load.u 11, mov.p ^u.w, store.xy $14 ^p _
load.u 10, mul.m1 ^u.z 1, mov.p ^u.w, store.zw $13 ^m1 ^p
load.u 11, mul.m0 ^u.z 1, mul.m1 ^u.y 1, mov.p ^u.x, store.xy $13 ^m0 ^p, store.zw $14 _ ^m1
load.u 12, mul.m0 ^u.z 1, mul.m1 ^u.x 1, add.a0 ^u.y -0, mov.p ^u.w
load.u 8, mul.m1 ^a0[-1] 1, add.a0 ^p[-1] -0, add.a1 ^m1[-1] -0, setA0.c ^u.y, mov.p ^m0[-1], store.xy t ^a1 ^m1, store.zw t ^p ^a0
load.u 14, mul.m1 ^u.x 1, add.a0 ^u.w -0, add.a1 ^u.y -0, mov.p ^u.z
load.u 13, mul.m1 ^u.z 1, add.a0 ^u.w -0, add.a1 ^u.x -0, mov.p ^u.y, store.xy $14 _ ^a1, store.zw $14 ^p _
load.u 8, mul.m1 ^a1[-2] 1, add.a0 ^a0[-2] -0, add.a1 ^m1[-2] -0, setA0.c ^u.w, mov.p ^p[-2], store.xy t ^a1 ^m1, store.zw t ^p ^a0
load.u 8, add.a0 ^a0[-2] -0, setA0.c ^u.z, mov.p ^m1[-2], store.zw t ^p ^a0
load.r0 14, load.u 7, add.a0 ^u.z ^r1.z, add.a1 ^r0.x -0, mov.p ^u.z
load.r0 8, load.u 9, add.a0 ^p[-1] ^r1.w, add.a1 ^r0.y -0, setA0.c ^u.x, mov.p ^a0[-1], store.xy $14 ^a1 _, store.zw t ^p ^a0
load.r0 13, load.r1 8, load.u 8, add.a0 ^r0.x -0, add.a1 ^a1[-2] -0, setA0.c ^u.x, mov.p ^r1.x, store.xy $13 ^p _, store.zw t ^a0 ^a1
load.r1 9, mov.c ^r1.x, mov.p ^r1.y, store.xy $8 ^c ^p
load.r1 10, mov.c ^r1.x, mov.p ^r1.y, store.xy $9 ^c ^p
load.r1 11, mov.c ^r1.x, mov.p ^r1.y, store.xy $10 ^c ^p
load.r0 14, load.r1 12, mul.m1 ^r0.w 1, mov.c ^r1.x, mov.p ^r1.y, store.xy $11 ^c ^p
load.r1 1, load.u 10, mul.m0 ^u.y 1, mul.m1 ^u.x 1, mov.c ^r1.z, mov.p ^r1.w, store.xy $12 ^m1 ^m0, store.zw $0 ^c ^p
load.r0 13, load.r1 2, load.u 8, mul.m1 ^r1.w 1, add.a0 ^m1[-2] -0, add.a1 ^r1.z -0, setA0.c ^u.x, mov.p ^r0.y, store.xy t ^p ^a0, store.zw $1 ^a1 ^m1
load.r1 3, mov.c ^r1.z, mov.p ^r1.w, store.zw $2 ^c ^p
load.r1 1, load.u 7, add.a0 ^u.z ^r1.x, mov.p ^r1.y, store.xy $13 _ ^p, store.zw $14 _ ^a0
load.r0 4, load.r1 2, mul.m0 ^r0.w 1, mul.m1 ^r0.z 1, mov.c ^r1.x, mov.p ^r1.y, store.xy $1 ^c ^p, store.zw $3 ^m1 ^m0
load.r1 3, mov.c ^r1.x, mov.p ^r1.y, store.xy $2 ^c ^p
load.r0 4, load.r1 5, mul.m0 ^r0.y 1, mul.m1 ^r0.x 1, mov.c ^r1.z, mov.p ^r1.w, store.xy $3 ^m1 ^m0, store.zw $4 ^c ^p
load.r0 14, load.r1 11, load.u 8, mul.m1 ^r0.x 1, add.a0 ^r0.z -0, add.a1 ^r1.w -0, setA0.c ^u.z, mov.p ^r0.y, store.xy t ^p ^a0, store.zw $14 ^a1 _
load.r0 6, load.r1 5, mul.m0 ^r0.w 1, mul.m1 ^r0.z 1, mov.c ^r1.x, mov.p ^r1.y, store.xy $4 ^c ^p, store.zw $5 ^m1 ^m0
load.r0 6, load.r1 7, mul.m0 ^r0.y 1, mul.m1 ^r0.x 1, add.a0 ^m1[-2] -0, mov.c ^r1.z, mov.p ^r1.w, store.xy $5 ^m1 ^m0, store.zw $6 ^c ^p
load.r0 7, load.r1 8, mul.m0 ^r0.y 1, mul.m1 ^r0.x 1, mov.c ^r1.z, mov.p ^r1.w, store.xy $6 ^m1 ^m0, store.zw $7 ^c ^p
load.r0 9, load.r1 11, load.u 15, mul.m0 ^r0.w 1, mul.m1 ^r1.z 1, add.a0 ^a0[-2] -0, mov.c ^r0.z, mov.p ^u.x, store.xy $14 ^p ^m1, store.zw $8 ^c ^m0
load.r0 14, load.r1 12, load.u 9, mul.m0 ^r1.w 1, mul.m1 ^r1.z 1, setA0.c ^u.y, mov.p ^r0.w, store.xy t ^p _, store.zw $11 ^m1 ^m0
load.r0 13, load.u 7, add.a0 ^u.z ^r1.y, mov.c ^r0.x, mov.p ^a0[-2], store.xy $7 ^c ^p
load.r1 10, load.u 7, add.a0 ^u.z ^r0.x, mov.c ^r1.z, mov.p ^r1.w, store.xy $13 ^a0 _, store.zw $9 ^c ^p
load.r1 14, load.u 9, mul.m1 ^r1.z 1, add.a0 ^r1.x -0, add.a1 ^r1.y -0, setA0.c ^u.x, mov.p ^a0[-2], store.xy t ^a0 ^p, store.zw $10 ^a1 ^m1
load.r1 13, add.a0 ^r1.z -0, add.a1 ^r1.w -0, mov.c ^a0[-2], mov.p ^r1.y, store.xy $0 ^c ^p, store.zw $12 ^a0 ^a1
load.r1 13, load.u 7, lt.a0 ^r1.x ^u.w
mov.p ^a0[-1], branch L38
L75:
load.r0 8, load.r1 7, load.u 4, mul.m0 ^u.z ^r0.x, mul.m1 ^u.y ^r1.x
load.r1 6, load.u 4, mul.m0 ^u.y ^r1.y, mul.m1 ^u.x ^r1.x, add.a0 ^m0[-1] ^m1[-1], store.xy $0 ^m0 _
load.r0 4, load.r1 5, load.u 3, mul.m0 ^u.z ^r0.x, mul.m1 ^u.w ^r1.x, add.a0 ^a0[-1] ^m1[-1], store.xy $13 ^m0 _
load.r0 2, load.r1 3, load.u 3, mul.m0 ^u.x ^r0.x, mul.m1 ^u.y ^r1.x, add.a0 ^a0[-1] ^m1[-1], store.xy $13 _ ^m1, store.zw $13 ^m0 _
load.r1 6, load.u 4, mul.m0 ^u.y ^r1.w, mul.m1 ^u.y ^r1.z, add.a0 ^a0[-1] ^m0[-2], store.xy $13 ^m1 _, store.zw $13 _ ^m0
load.r1 7, load.u 4, mul.m0 ^u.z ^r1.z, mul.m1 ^u.z ^r1.y, add.a0 ^a0[-1] ^m1[-2], store.xy $13 _ ^m1, store.zw $14 ^a0 _
load.r0 5, load.r1 7, load.u 4, mul.m0 ^u.x ^r0.y, mul.m1 ^u.z ^r1.w, add.a0 ^m0[-1] ^m1[-2], store.xy $13 ^m0 _, store.zw $14 _ ^a0
load.r0 13, load.u 4, mul.m0 ^u.x ^r0[-1].w, mul.m1 ^u.x ^r0[-1].z, add.a0 ^m1[-2] ^r1.x, add.a1 ^m1[-1] ^r0.w, store.xy $0 ^m1 _, store.zw $13 _ ^m0
load.r0 1, load.r1 14, load.u 10, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^r1.z ^r0.x, add.a1 ^a0[-1] ^m0[-2], mov.p ^u.x, store.xy $13 ^a0 ^a1, store.zw $14 ^p _
load.r0 14, load.r1 4, load.u 3, mul.m0 ^u.w ^r1.z, mul.m1 ^u.w ^r1.y, add.a0 ^r0.w ^m1[-2], add.a1 ^a1[-2] ^m0[-2], store.xy $0 ^m0 _, store.zw $13 _ ^a0
load.r0 3, load.r1 4, load.u 3, mul.m0 ^u.z ^r0.y, mul.m1 ^u.w ^r1.w, add.a0 ^a1[-2] ^m1[-1], add.a1 ^m0[-2] -0, mov.p ^m1[-2], store.xy $13 _ ^p, store.zw $14 _ ^a1
load.r0 8, load.r1 9, load.u 4, mul.m0 ^u.w ^r0.y, mul.m1 ^u.w ^r1.x, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^m1[-1], store.xy $0 ^m1 _, store.zw $13 _ ^m0
load.r0 3, load.r1 13, load.u 3, mul.m0 ^u.z ^r0.w, mul.m1 ^u.z ^r0.z, add.a0 ^r1.x ^r1.z, add.a1 ^a0[-2] ^m0[-2], store.xy $13 ^m0 _, store.zw $13 ^a1 _
load.r0 11, load.r1 10, load.u 5, mul.m0 ^u.y ^r0.x, mul.m1 ^u.x ^r1.x, add.a0 ^a0[-1] ^m1[-2], add.a1 ^a0[-2] ^m1[-1], mov.p ^a1[-2], store.xy $0 ^m0 _, store.zw $15 ^a1 _
load.r1 2, load.u 3, mul.m0 ^u.y ^r1.z, mul.m1 ^u.y ^r1.y, add.a0 ^p[-1] ^m0[-2], add.a1 ^a0[-1] ^m1[-1], store.xy $13 ^m1 _, store.zw $15 _ ^a0
load.r0 1, load.r1 2, load.u 3, mul.m0 ^u.x ^r0.y, mul.m1 ^u.y ^r1.w, add.a0 ^a1[-2] ^m0[-1], add.a1 ^a1[-1] ^m0[-2], store.xy $0 ^m0 _, store.zw $15 ^a0 _
load.r0 14, load.r1 12, load.u 5, mul.m0 ^u.w ^r0.z, mul.m1 ^u.z ^r1.x, add.a0 ^a0[-2] ^m1[-1], store.xy $14 ^m0 ^a0
load.r0 1, load.r1 13, load.u 3, mul.m0 ^u.x ^r0.w, mul.m1 ^u.x ^r0.z, add.a0 ^r1.z ^r1.x, add.a1 ^a1[-2] ^m1[-1], store.xy $13 ^m0 _, store.zw $14 ^m1 _
load.u 11, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^a0[-1] ^r1.y, mov.p ^u.x, store.xy $15 ^a0 _, store.zw $13 ^m0 _
load.r1 15, load.u 6, mul.m0 ^u.y ^m1[-1], mul.m1 ^u.x ^p[-1], add.a0 ^r1.z ^r0.z, add.a1 ^a1[-1] ^r0.x, mov.p ^a1[-2], store.xy $0 ^p _, store.zw $15 ^m1 ^m0
load.r0 8, load.r1 14, load.u 4, mul.m0 ^u.w ^r0.w, mul.m1 ^u.w ^r0.z, add.a0 ^r1.y ^r0[-1].w, add.a1 ^a0[-1] ^r1.z, store.xy $15 _ ^a0, store.zw $14 ^m1 _
load.r1 13, load.u 12, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^a1[-2] ^r1.w, mov.p ^u.x, store.xy $14 _ ^m1, store.zw $13 _ ^p
load.r0 9, load.r1 13, load.u 5, mul.m0 ^u.x ^r0.z, mul.m1 ^u.x ^r0.y, add.a0 ^a0[-2] ^r1.x, add.a1 ^a1[-2] ^m1[-2], mov.p ^m0[-2], store.xy $13 ^p _, store.zw $14 ^a0 _
load.r0 14, load.u 5, mul.m0 ^a0[-2] 1, mul.m1 ^u.x ^r0[-1].w, add.a0 ^r1.x ^r0.x, add.a1 ^a1[-2] ^m1[-1], mov.p ^m0[-2], store.xy $0 ^p _
load.r1 13, load.u 6, mul.m0 ^u.x ^r1.y, mul.m1 ^u.y ^r1.w, add.a0 ^a0[-2] ^p[-2], add.a1 ^a1[-2] ^m0[-2], store.xy $14 ^m1 _, store.zw $14 ^m0 _
load.r1 15, load.u 13, mul.m0 ^a1[-2] 1, mul.m1 ^m0[-2] 1, add.a0 ^a0[-2] ^r1.z, add.a1 ^a0[-1] ^m1[-2], mov.p ^u.x, store.xy $15 _ ^m1, store.zw $15 ^m0 _
load.r1 10, load.u 5, mul.m0 ^u.y ^r1.z, mul.m1 ^u.y ^r1.y, add.a0 ^a0[-1] ^m1[-2], mov.p ^a1[-2], store.xy $14 ^p _, store.zw $13 _ ^m0
load.r0 11, load.r1 10, load.u 5, mul.m0 ^u.z ^r0.y, mul.m1 ^u.y ^r1.w, add.a0 ^m0[-2] ^m1[-1], add.a1 ^a1[-2] -0, mov.p ^p[-2], store.xy $13 ^a0 _, store.zw $15 ^m0 _
load.r1 14, load.u 6, mul.m0 ^u.x ^r1.w, mul.m1 ^u.z ^p[-1], add.a0 ^p[-2] ^m0[-2], add.a1 ^a1[-1] ^m1[-1], mov.p ^a0[-2], store.xy $13 _ ^m0, store.zw $13 _ ^a0
load.u 14, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^p[-1] ^m1[-1], mov.p ^u.x, store.xy $14 ^p _, store.zw $14 _ ^m1
load.r1 11, load.u 5, mul.m0 ^u.z ^r1.w, mul.m1 ^u.z ^r1.z, mov.p ^a1[-2]
load.r1 13, load.u 6, mul.m0 ^u.y ^r1.z, mul.m1 ^u.w ^p[-2], add.a0 ^a0[-2] -0, add.a1 ^a1[-2] -0, mov.p ^m0[-2], store.xy $14 ^p _, store.zw $13 ^a0 _
load.r0 15, load.r1 13, load.u 15, mul.m0 ^m0[-2] 1, mul.m1 ^p[-2] 1, add.a0 ^r1.x ^r0.z, add.a1 ^r1.w ^m1[-2], mov.p ^u.x, store.xy $13 ^m0 _, store.zw $15 ^m1 _
load.r1 12, load.u 5, mul.m0 ^u.w ^r1.z, mul.m1 ^u.w ^r1.y, add.a0 ^a1[-2] ^m1[-2], mov.p ^m0[-2], store.zw $13 _ ^p
load.r1 12, load.u 5, mul.m0 ^a1[-2] 1, mul.m1 ^u.w ^r1.w, add.a0 ^m1[-2] ^m0[-2], add.a1 ^a0[-2] ^m1[-1], mov.p ^p[-2], store.xy $13 ^p _, store.zw $15 ^a1 _
load.u 10, mul.m1 ^a0[-2] 1, add.a0 ^m0[-1] ^m0[-2], add.a1 ^a0[-1] ^m1[-1], mov.p ^u.w
load.r0 13, load.r1 14, load.u 7, mul.m0 ^u.x ^r1.w, mul.m1 ^u.x ^p[-2], add.a0 ^a1[-2] ^r1.z, add.a1 ^a0[-1] ^r0.y, store.xy $13 ^m0 ^a1
load.r1 15, load.u 6, mul.m0 ^u.y ^r1.x, mul.m1 ^u.x ^p[-2], add.a0 ^m1[-2] ^m1[-1], add.a1 ^a0[-1] ^r1.w, mov.p ^a1[-2], store.xy $15 ^a1 _, store.zw $14 ^m0 ^a0
load.r0 13, load.r1 14, load.u 6, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^u.z ^r1.y, add.a0 ^p[-1] ^m1[-1], add.a1 ^a1[-2] ^r0.w, rcp.c ^a0[-1], store.xy $14 _ ^a0, store.zw $13 _ ^m1
load.u 13, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^u.z -0, add.a1 ^u.w -0, mov.p ^u.y, store.xy $13 _ ^p, store.zw $15 ^a0 ^a1
load.r0 15, load.u 6, mul.m0 ^u.z ^r0.y, mul.m1 ^u.z ^r1.x, add.a0 ^r0.x ^m1[-2], mov.p ^a1[-2], store.xy $0 ^m0 _, store.zw $13 _ ^a0
load.r1 14, load.u 6, mul.m0 ^u.w ^a0[-2], mul.m1 ^u.w ^p[-2], add.a0 ^r1.y ^r1.z, add.a1 ^p[-1] ^m1[-1], mov.p ^m0[-2], store.xy $13 _ ^p, store.zw $14 ^m0 _
load.r1 15, load.u 6, mul.m1 ^u.w ^r1.w, add.a0 ^a0[-1] ^m0[-2], add.a1 ^a0[-2] ^m1[-1], store.xy $0 ^a1 _
load.r0 13, load.r1 14, load.u 7, mul.m0 ^u.x ^r0.z, mul.m1 ^u.x ^r1.x, add.a0 ^a1[-2] ^m0[-2], add.a1 ^a0[-1] ^m1[-1], store.xy $14 ^m0 ^a1
load.r1 13, load.u 2, add.a0 ^a1[-2] ^r1.x, add.a1 ^a0[-1] ^m1[-1], clamp.p ^r1.y, store.xy $0 ^p _, store.zw v0 _ ^p
mul.m0 ^p[-1] ^u.y, mul.m1 ^p[-1] ^u.x, add.a0 ^a1[-2] ^m0[-2], add.a1 ^a0[-1] ^a1[-1], store.xy $13 ^a0 ^m0, store.zw $13 ^a1 _
load.r1 14, mul.m0 ^m1[-1] ^a0[-2], mul.m1 ^p[-2] ^u.z, add.a0 ^a0[-1] ^r1.w, mov.p ^a1[-2]
load.u 1, mul.m0 ^m1[-1] ^a0[-2], mul.m1 ^m0[-2] ^p[-1], add.a0 ^a1[-2] ^a0[-1], add.a1 ^m0[-1] ^u.x, store.xy v1 ^a0 _
load.u 1, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, mov.p ^a1[-1], store.xy v0 ^p ^a0, store.zw v0 ^a1 _
