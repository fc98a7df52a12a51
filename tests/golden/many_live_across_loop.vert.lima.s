load.a 1, load.u 5, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.y ^u.w, add.a0 ^u.z -0, mov.p ^u.w
load.a 1, load.u 8, mul.m0 ^r0.w ^a0[-1], mul.m1 ^r0.z ^p[-1], add.a0 ^m0[-1] -0, setA0.c ^u.x, mov.p ^m1[-1], store.xy t ^m0 ^a0, store.zw t ^p ^m1
load.a 1, load.u 6, mul.m1 ^r0.w ^u.x
load.u 8, setA0.c ^u.z, mov.p ^m1[-1], store.xy t ^p _
load.u 5, mov.p ^u.w
load.a 1, load.u 6, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.x, mov.p ^u.x
load.a 1, load.u 8, mul.m0 ^r0.w ^p[-2], mul.m1 ^r0.z ^p[-1], add.a0 ^m0[-1] -0, setA0.c ^u.y, mov.p ^m1[-1], store.xy t ^m0 ^a0, store.zw t ^p ^m1
load.a 1, load.u 5, mul.m0 ^r0.w ^u.y, mul.m1 ^r0.z ^u.z, mov.p ^u.z
load.a 1, load.u 7, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.x ^p[-1], add.a0 ^m1[-1] -0, setA0.c ^u.w, mov.p ^m0[-1], store.xy t ^p ^m1, store.zw t ^m0 ^a0
load.u 4, mov.p ^u.w
load.a 1, load.u 5, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.w ^p[-1], mov.p ^u.x
load.a 1, load.u 7, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.x ^p[-1], add.a0 ^m0[-1] -0, setA0.c ^u.y, mov.p ^m1[-1], store.xy t ^p ^m1, store.zw t ^m0 ^a0
load.a 1, load.u 5, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.w ^u.x, mov.p ^u.y
load.a 1, load.u 7, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.x ^p[-1], add.a0 ^m0[-1] -0, setA0.c ^u.z, mov.p ^m1[-1], store.xy t ^p ^m1, store.zw t ^m0 ^a0
load.a 1, load.u 4, mul.m1 ^r0.w ^u.x, store.xy $13 _ ^m1
load.a 1, load.u 4, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.y ^u.w, store.zw $12 ^m1 ^m0
load.a 1, load.u 2, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.y ^u.y, store.zw $2 ^m1 ^m0
load.a 1, load.u 4, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.w ^u.z, store.xy $12 ^m1 ^m0
load.a 1, load.u 3, mul.m0 ^r0.y ^u.w, mul.m1 ^r0.z ^u.y, mov.p ^u.y, store.xy $13 ^m0 _
load.a 1, load.u 4, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.y ^p[-1], add.a0 ^u.x -0, mov.p ^u.y
load.a 1, load.u 3, mul.m0 ^r0.x ^a0[-1], mul.m1 ^r0.w ^u.w, add.a0 ^m1[-2] -0, mov.c ^m1[-1], mov.p ^u.w, store.xy $9 ^m1 ^m0, store.zw $6 ^c ^a0
load.a 1, load.r1 13, load.u 2, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.z ^p[-2], add.a0 ^m0[-2] -0, mov.c ^r1.y, mov.p ^u.w, store.xy $10 ^c ^a0, store.zw $10 _ ^m1
load.a 1, load.u 4, mul.m0 ^r0.z ^p[-2], mul.m1 ^r0.z ^p[-1], add.a0 ^u.z -0, mov.c ^m0[-1], mov.p ^u.y, store.xy $1 _ ^c
load.a 1, load.u 2, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.w ^u.y, mov.c ^m1[-1], mov.p ^u.x, store.xy $3 ^m1 ^m0, store.zw $4 _ ^c
load.a 1, load.r1 13, load.u 3, mul.m0 ^r0.x ^a0[-2], mul.m1 ^r0.w ^p[-2], add.a0 ^m0[-2] -0, mov.c ^r1.x, mov.p ^u.x, store.xy $11 ^m1 ^m0, store.zw $8 ^c ^a0
load.a 1, load.u 6, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.y ^p[-1], mov.p ^u.y, store.xy $13 ^m0 _, store.zw $13 ^m1 _
load.a 1, load.u 3, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.z, mov.c ^p[-1], mov.p ^u.x, store.xy $0 ^c _, store.zw $7 ^m1 ^m0
load.a 1, load.u 2, mul.m0 ^r0.y ^u.w, mul.m1 ^r0.x ^p[-1], mov.p ^u.x, store.xy $5 _ ^m1, store.zw $4 ^m0 _
load.a 1, load.u 4, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.z ^p[-1], mov.p ^u.z, store.xy $13 _ ^m1, store.zw $10 ^m0 _
load.a 1, load.u 2, mul.m0 ^r0.z ^p[-1], mul.m1 ^r0.y ^p[-1], mov.c ^r0.x, mov.p ^u.w, store.xy $0 _ ^c, store.zw $11 ^m1 ^m0
load.a 1, load.u 3, mul.m0 ^r0.w ^p[-1], mul.m1 ^r0.x ^u.w, store.xy $5 ^m0 _
load.a 1, load.u 4, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.y ^u.x, mov.c ^m1[-1], store.xy $8 _ ^c, store.zw $9 ^m1 ^m0
load.a 1, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.z, mov.c ^r0.w, store.xy $1 ^c _, store.zw $3 ^m1 ^m0
load.a 1, load.u 3, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.z ^u.x, store.xy $8 ^m0 _, store.zw $13 _ ^m1
load.a 1, load.u 3, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.w ^u.x, store.xy $6 ^m1 ^m0
load.a 1, load.u 2, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.w ^u.z, mov.c ^r0.y, mov.p ^r0.z, store.xy $4 ^m1 ^m0, store.zw $0 ^c ^p
load.a 1, load.r1 13, load.u 3, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.w ^u.y, mov.c ^r1.z, mov.p ^r1.w, store.xy $7 ^m1 ^m0, store.zw $5 ^c ^p
load.a 1, load.r1 13, load.u 2, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.w ^u.x, mov.c ^r1.x, mov.p ^r1.y, store.xy $2 ^m1 ^m0, store.zw $1 ^c ^p
nop
nop
L40:
load.u 6, ge.a0 ^r1.x ^u.z
mov.p ^a0[-1], branch L84
load.a 0, ge.a0 ^r1.x ^r0.x
mov.p ^a0[-1], branch L84
load.u 9, mul.m1 ^u.y 1, mov.p ^u.x, store.xy $14 ^p ^m1
load.u 10, mul.m1 ^u.y 1, mov.p ^u.x
load.u 7, mul.m1 ^m1[-1] 1, setA0.c ^u.y, mov.p ^p[-1], store.xy t ^p ^m1
load.r0 8, load.r1 11, load.u 11, mul.m0 ^u.z 1, mul.m1 ^r0.x 1, add.a0 ^u.w -0, add.a1 ^r1.y -0, mov.p ^r1.x, store.xy $13 ^m1 _, store.zw $13 ^p ^a1
load.r1 8, load.u 10, mul.m0 ^r1.y 1, mul.m1 ^u.z 1, mov.p ^u.w, store.xy $13 _ ^m0, store.zw $14 ^m1 ^p
load.r1 12, load.u 7, mul.m0 ^r1.x 1, mul.m1 ^a0[-2] 1, add.a0 ^r1.y -0, setA0.c ^u.z, mov.p ^m0[-2], store.xy $11 ^m0 ^a0, store.zw t ^p ^m1
load.r1 14, load.u 12, mul.m0 ^u.x 1, mul.m1 ^u.z 1, add.a0 ^u.w -0, add.a1 ^r1.y -0, mov.c ^r1.x, mov.p ^u.y, store.xy $12 ^c ^a1
load.u 11, mul.m1 ^u.y 1, mov.p ^u.x, store.xy $14 ^p ^m1
load.u 7, mul.m0 ^m1[-2] 1, mul.m1 ^p[-2] 1, add.a0 ^a0[-2] -0, setA0.c ^u.w, mov.p ^m0[-2], store.xy t ^p ^m1, store.zw t ^m0 ^a0
load.r1 9, load.u 13, mul.m0 ^r1.y 1, mul.m1 ^u.x 1, mov.c ^r1.x, mov.p ^u.y, store.xy $8 ^c ^m0
load.u 8, mul.m1 ^p[-1] 1, setA0.c ^u.x, mov.p ^m1[-1], store.xy t ^p ^m1
load.r1 14, load.u 7, mul.m1 ^r1.y 1, setA0.c ^u.z, mov.p ^r1.x, store.xy t ^p ^m1
load.r1 10, load.u 13, add.a0 ^u.w -0, add.a1 ^r1.y -0, mov.c ^r1.x, mov.p ^u.z, store.xy $9 ^c ^a1
load.r1 13, load.u 8, mul.m1 ^r1.w 1, add.a0 ^a0[-1] -0, add.a1 ^r1.z -0, setA0.c ^u.x, mov.p ^p[-1], store.xy $10 ^a1 ^m1, store.zw t ^p ^a0
nop
load.u 9, mov.p ^u.w, store.xy $14 _ ^p
load.u 9, mov.p ^u.z, store.xy $14 ^p _
load.r0 6, load.r1 7, mul.m0 ^r0.y 1, mul.m1 ^r0.x 1, mov.c ^r1.x, mov.p ^r1.y, store.xy $6 ^c ^p, store.zw $13 ^m1 ^m0
load.r0 13, load.r1 14, load.u 7, mul.m0 ^r0.x 1, mul.m1 ^r1.w 1, add.a0 ^r0.y -0, setA0.c ^u.y, mov.p ^r1.z, store.xy $7 ^m0 ^a0, store.zw t ^p ^m1
nop
load.u 14, mov.p ^u.x
load.u 6, add.a0 ^u.w ^r1.y, mov.p ^u.w
load.u 8, mul.m1 ^p[-2] 1, add.a0 ^p[-1] ^r1.z, add.a1 ^p[-1] ^r1.w, setA0.c ^u.y, mov.p ^a0[-1], store.xy t ^m1 ^p, store.zw t ^a0 ^a1
nop
load.r1 1, mov.c ^r1.z, mov.p ^r1.w, store.zw $0 ^c ^p
load.r1 2, mov.c ^r1.z, mov.p ^r1.w, store.zw $1 ^c ^p
load.r0 9, load.r1 10, mul.m0 ^r0.w 1, mul.m1 ^r0.z 1, mov.c ^r1.z, mov.p ^r1.w, store.xy $13 ^m1 ^m0, store.zw $9 ^c ^p
load.r1 11, load.u 6, add.a0 ^u.w ^r0.x, mov.c ^r1.z, mov.p ^r1.w, store.zw $10 ^c ^p
load.r1 3, mul.m1 ^a0[-1] 1, mov.c ^r1.z, mov.p ^r1.w, store.xy $0 ^m1 _, store.zw $2 ^c ^p
load.r0 1, load.r1 3, mul.m1 ^r1.x 1, mov.c ^r0.y, mov.p ^r1.y, store.xy $0 _ ^c, store.zw $14 ^m1 ^p
load.r1 4, mul.m0 ^r1.w 1, mul.m1 ^r1.z 1, mov.c ^r1.x, mov.p ^r1.y, store.xy $3 ^c ^p, store.zw $3 ^m1 ^m0
load.r0 5, load.r1 1, mul.m0 ^r0.z 1, mul.m1 ^r0.y 1, add.a0 ^r0.w -0, mov.c ^r0.x, mov.p ^r1.x, store.xy $4 ^c ^m1, store.zw $4 ^m0 ^a0
load.r0 2, load.r1 6, load.u 6, mul.m0 ^r0.y 1, mul.m1 ^r0.x 1, add.a0 ^u.w ^p[-1], mov.c ^r1.z, mov.p ^r1.w, store.xy $1 ^m1 ^m0, store.zw $5 ^c ^p
load.r1 7, load.u 8, mul.m0 ^r1.w 1, mul.m1 ^r1.z 1, setA0.c ^u.z, mov.p ^a0[-1], store.xy t ^p _, store.zw $6 ^m1 ^m0
load.r1 8, mov.c ^r1.z, mov.p ^r1.w, store.zw $7 ^c ^p
load.r1 12, mov.c ^r1.z, mov.p ^r1.w, store.zw $11 ^c ^p
load.r1 14, add.a0 ^r1.z -0, add.a1 ^r1.w -0, mov.c ^r1.x, mov.p ^r1.y, store.xy $2 ^a0 ^a1, store.zw $12 ^c ^p
load.r1 13, add.a0 ^r1.z -0, add.a1 ^r1.w -0, mov.c ^r1.x, mov.p ^r1.y, store.xy $5 ^a0 ^a1, store.zw $8 ^c ^p
nop
load.u 6, mov.p ^u.w, branch L40
L84:
load.r0 3, load.r1 2, load.u 2, mul.m0 ^u.y ^r0.x, mul.m1 ^u.x ^r1.x, store.xy $0 ^m0 _
load.r0 4, load.r1 1, load.u 2, mul.m0 ^u.x ^r1.y, mul.m1 ^u.z ^r0.x, add.a0 ^m1[-1] ^r1.x, store.xy $13 ^m1 ^m0
load.r0 1, load.r1 5, load.u 2, mul.m0 ^u.x ^r0.z, mul.m1 ^u.w ^r1.x, add.a0 ^a0[-1] ^m0[-2], store.xy $0 ^m1 _, store.zw $13 ^m0 _
load.r1 2, load.u 2, mul.m0 ^u.y ^r1.y, mul.m1 ^u.x ^r0[-1].w, add.a0 ^a0[-1] ^m1[-2], add.a1 ^m0[-2] ^r0.y, store.xy $13 ^m1 ^m0, store.zw $13 _ ^a1
load.r0 7, load.r1 6, load.u 3, mul.m0 ^u.y ^r0.x, mul.m1 ^u.x ^r1.x, add.a0 ^a0[-1] ^m1[-2], add.a1 ^m0[-2] ^r0[-1].z, store.xy $0 ^m0 _, store.zw $13 ^a1 _
load.r0 2, load.u 2, mul.m0 ^u.y ^r0.w, mul.m1 ^u.y ^r0.z, add.a0 ^m1[-2] ^r1.w, add.a1 ^a0[-1] ^m1[-1], store.xy $13 ^a0 _, store.zw $14 ^m0 ^a1
load.r0 3, load.r1 13, load.u 2, mul.m0 ^u.z ^r0.z, mul.m1 ^u.z ^r0.y, add.a0 ^r1.w ^r1.y, add.a1 ^a1[-2] ^m1[-1], store.xy $13 _ ^a0, store.zw $13 ^a1 ^m1
load.r1 4, load.u 2, mul.m0 ^u.w ^r1.y, mul.m1 ^u.z ^r0[-1].w, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^r0.x, store.xy $0 ^a0 _, store.zw $14 ^m1 ^m0
load.r0 9, load.r1 8, load.u 3, mul.m0 ^u.w ^r0.x, mul.m1 ^u.z ^r1.x, add.a0 ^a0[-2] ^m1[-2], add.a1 ^a1[-2] ^m0[-2], store.xy $14 ^m0 ^a0, store.zw $13 ^a1 _
load.r1 4, load.u 2, mul.m0 ^u.w ^r1.w, mul.m1 ^u.w ^r1.z, add.a0 ^a0[-2] ^m1[-2], add.a1 ^a1[-2] ^m1[-1], store.xy $0 ^a0 _, store.zw $14 ^m0 _
load.r0 5, load.r1 14, load.u 3, mul.m0 ^u.x ^r0.z, mul.m1 ^u.x ^r0.y, add.a0 ^a0[-2] ^r1.w, add.a1 ^a1[-2] ^m1[-1], store.xy $13 ^a0 ^a1, store.zw $13 ^m1 ^m0
load.r0 14, load.r1 6, load.u 3, mul.m0 ^u.y ^r1.y, mul.m1 ^u.x ^r0[-1].w, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^r0.x, store.xy $0 ^a0 _, store.zw $14 ^m1 ^m0
load.r0 11, load.r1 10, load.u 4, mul.m0 ^u.y ^r0.x, mul.m1 ^u.x ^r1.x, add.a0 ^a0[-2] ^m1[-2], add.a1 ^a1[-2] ^m0[-2], store.xy $14 ^m0 ^a0, store.zw $13 ^a1 _
load.r1 6, load.u 3, mul.m0 ^u.y ^r1.w, mul.m1 ^u.y ^r1.z, add.a0 ^a0[-2] ^m1[-2], add.a1 ^a1[-2] ^m1[-1], store.xy $0 ^a0 _, store.zw $14 ^m0 _
load.r0 7, load.r1 14, load.u 3, mul.m0 ^u.z ^r0.z, mul.m1 ^u.z ^r0.y, add.a0 ^a0[-2] ^r1.w, add.a1 ^a1[-2] ^m1[-1], store.xy $13 ^a0 ^a1, store.zw $13 ^m1 ^m0
load.r0 14, load.r1 8, load.u 3, mul.m0 ^u.w ^r1.y, mul.m1 ^u.z ^r0[-1].w, add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-2] ^r0.x, store.xy $0 ^a0 _, store.zw $14 ^m1 ^m0
load.r0 9, load.r1 12, load.u 4, mul.m0 ^u.x ^r0.y, mul.m1 ^u.z ^r1.x, add.a0 ^a0[-2] ^m1[-2], add.a1 ^a1[-2] ^m0[-2], store.xy $14 ^m0 ^a0, store.zw $13 ^a1 _
load.u 9, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^a1[-2] ^m1[-1], mov.p ^u.x, store.xy $13 ^m1 ^m0, store.zw $13 _ ^a0
load.r0 14, load.u 4, mul.m1 ^u.w ^p[-1], add.a0 ^r1.x ^r0.z, add.a1 ^a0[-2] ^r0.w, store.xy $0 ^a0 _
load.r0 14, load.r1 8, load.u 3, mul.m0 ^u.w ^r1.w, mul.m1 ^u.w ^r1.z, add.a0 ^a1[-2] ^m1[-1], add.a1 ^a1[-1] ^r0.x, store.xy $14 ^m0 ^a0, store.zw $14 ^a1 _
load.r1 13, load.u 10, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^r1.z ^m1[-1], mov.p ^u.x, store.xy $15 ^m1 ^m0, store.zw $13 ^p _
load.r0 9, load.u 4, mul.m0 ^u.x ^r0.w, mul.m1 ^u.x ^r0.z, add.a0 ^r1.x ^m0[-2]
load.r1 13, load.u 5, mul.m0 ^u.x ^r1.x, mul.m1 ^u.x ^p[-2], add.a0 ^a1[-2] ^m1[-1], add.a1 ^a0[-1] ^m0[-1], mov.p ^a0[-2], store.xy $0 ^p _, store.zw $13 ^m0 _
load.r1 14, load.u 11, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^r1.y ^m1[-1], mov.p ^u.x, store.xy $13 ^p _, store.zw $15 ^m1 ^m0
load.r1 10, load.u 4, mul.m0 ^u.y ^r1.z, mul.m1 ^u.y ^r1.y, add.a0 ^a1[-2] -0, mov.p ^a0[-2], store.xy $14 ^a0 ^m1
load.r0 11, load.r1 10, load.u 4, mul.m0 ^u.z ^r0.y, mul.m1 ^u.y ^r1.w, add.a0 ^p[-1] ^m0[-1], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.zw $14 _ ^p
load.r0 14, load.r1 13, load.u 5, mul.m0 ^u.x ^r1.y, mul.m1 ^u.y ^r1.x, add.a0 ^r0.z ^m1[-2], add.a1 ^a0[-2] ^m1[-1], store.xy $13 ^m0 ^a1
load.u 12, mul.m0 ^a0[-2] 1, mul.m1 ^u.y 1, add.a0 ^a1[-2] ^m1[-1], add.a1 ^a0[-1] ^m0[-2], mov.p ^u.x, store.xy $14 ^m0 ^p, store.zw $14 ^m1 _
load.r1 11, load.u 4, mul.m0 ^u.z ^r1.w, mul.m1 ^u.z ^r1.z
load.r1 13, load.u 5, mul.m0 ^u.x ^r1.w, mul.m1 ^u.z ^p[-2], add.a0 ^m0[-2] ^m1[-1], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.xy $14 ^a1 ^m1, store.zw $13 _ ^p
load.r1 13, load.u 13, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^r1.y ^m0[-2], mov.p ^u.x, store.xy $13 _ ^p
load.r1 12, load.u 4, mul.m0 ^u.w ^r1.z, mul.m1 ^u.w ^r1.y, add.a0 ^p[-2] ^m1[-2], add.a1 ^a0[-2] -0, mov.p ^m0[-2], store.xy $14 _ ^a1, store.zw $13 _ ^p
load.r1 12, load.u 4, mul.m0 ^m0[-2] 1, mul.m1 ^u.w ^r1.w, add.a0 ^a0[-2] -0, add.a1 ^a1[-2] -0, mov.p ^m1[-2]
load.r0 15, load.r1 13, load.u 5, mul.m0 ^u.y ^r0.x, mul.m1 ^u.w ^r1.y, add.a0 ^a1[-2] ^m0[-2], add.a1 ^a0[-2] -0, mov.p ^m1[-2], store.xy $13 _ ^p
load.u 6, mul.m0 ^u.x ^m0[-2], mul.m1 ^u.x ^p[-2], add.a0 ^a1[-2] ^m1[-2], add.a1 ^a1[-1] ^m1[-1], mov.p ^a0[-2], store.xy $15 ^p _
load.r0 13, load.r1 14, load.u 14, mul.m1 ^m0[-2] 1, add.a0 ^r1.x ^p[-2], add.a1 ^a0[-2] ^r0.x, mov.p ^u.x, store.xy $14 ^m1 ^a0
load.u 6, mul.m0 ^m1[-2] 1, mul.m1 ^u.x ^p[-1], add.a0 ^a0[-2] ^r0[-1].w, add.a1 ^m0[-2] -0, mov.p ^a1[-2], store.xy $13 ^m0 ^a1, store.zw $13 _ ^a0
load.r0 15, load.r1 13, load.u 5, mul.m0 ^u.z ^r0.z, mul.m1 ^u.y ^r0.y, add.a0 ^a0[-2] ^r1.z, add.a1 ^p[-1] ^m1[-1], mov.p ^a1[-2], store.xy $14 _ ^a1, store.zw $13 ^m0 _
load.r0 14, load.u 5, mul.m0 ^u.z ^r0[-1].w, mul.m1 ^u.y ^r1.x, add.a0 ^a0[-1] ^r0.x, add.a1 ^p[-1] ^m1[-1], store.xy $0 ^m0 _, store.zw $15 ^a1 _
load.r1 13, load.u 5, mul.m0 ^u.w ^r0[-1].z, mul.m1 ^u.z ^r0[-1].w, add.a0 ^r1.w ^m1[-1], add.a1 ^a0[-1] ^m0[-2], store.zw $13 ^m0 ^a1
load.u 12, mul.m1 ^u.w 1, add.a0 ^a1[-2] ^m0[-2], add.a1 ^a0[-1] ^m1[-1], mov.p ^u.z, store.xy $0 ^a0 _, store.zw $14 ^a1 _
load.u 5, mul.m0 ^u.w ^m1[-1], mul.m1 ^u.w ^p[-1], add.a0 ^a1[-2] ^m0[-2], store.zw $13 ^a0 _
load.r0 15, load.r1 14, load.u 6, complex2.m0 ^r1.y ^r1.y, mul.m1 ^u.x ^r0.x, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], rcp.c ^r1.y, store.xy $0 ^a1 _, store.zw $14 ^m1 _
load.r0 13, load.r1 14, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y, add.a0 ^a0[-2] ^r0.x, add.a1 ^a0[-1] ^r0.y
mul.m0 ^a1[-1] ^u.y, mul.m1 ^a0[-1] ^u.x, add.a0 ^a1[-2] ^m1[-2], add.a1 ^a0[-1] ^a1[-1], store.xy $0 ^a0 _, store.zw $14 ^m1 ^m0
load.u 7, max.a0 ^m0[-2] -^u.x
load.u 7, min.a0 ^a0[-1] ^u.x, mov.p ^a1[-2], store.xy $14 ^p _, store.zw v0 _ ^a0
load.r0 14, mul.m0 ^a0[-1] ^r0.z, mul.m1 ^r1.x ^u.z, add.a0 ^r1.x ^r0.y
load.u 1, mul.m0 ^a0[-2] ^m1[-1], mul.m1 ^a0[-2] ^r0[-1].w, add.a0 ^p[-2] ^a0[-1], add.a1 ^m0[-1] ^u.x, store.xy v1 ^a0 _
load.u 1, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, mov.p ^a1[-1], store.xy v0 ^p ^a0, store.zw v0 ^a1 _
