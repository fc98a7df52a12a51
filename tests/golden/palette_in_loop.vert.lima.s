load.a 0, mov.c ^r0.w, store.xy $2 ^c _
load.a 0, load.u 6, mul.m0 ^r0.z 1, mul.m1 ^r0.y 1, mov.c ^u.w, mov.p ^u.w, store.xy $1 ^c ^p, store.zw $1 ^m1 ^m0
load.a 0, load.u 6, add.a0 ^u.z -0, add.a1 ^r0.x -0, mov.c ^u.w, mov.p ^u.w, store.xy $0 ^a0 ^a1, store.zw $0 ^c ^p
load.a 1, load.u 6, lt.a0 ^r0.x ^u.z
mov.p ^a0[-1], branch L17
L5:
load.r0 1, mul.m0 ^r1.y 1, mul.m1 ^r0.w 1, max.a0 ^r1.y 0, mov.p ^r0.z, store.zw $1 ^m1 _
load.r1 2, mul.m0 ^r1.x 1, mul.m1 ^m0[-1] 1, floor.a0 ^a0[-1], mov.p ^p[-1], store.xy $0 _ ^p, store.zw $1 _ ^m0
load.u 6, add.a0 ^u.z ^r1.x, setA1.c ^a0[-1], mov.p ^m1[-1], store.xy $2 ^p _
load.a 1, ge.a0 ^r0.x ^a0[-1], mov.p ^a0[-1], store.xy $2 _ ^a0
mov.p ^p[-1]
mov.p ^p[-1]
load.u 0+A1, mul.m0 ^u.y ^r1.x, mul.m1 ^u.x ^r1.x, mov.p ^p[-1]
load.u 0+A1, mul.m0 ^u.w ^r1.x, mul.m1 ^u.z ^r1.x, add.a0 ^m1[-1] ^r1.z, add.a1 ^m0[-1] ^r1.w, mov.p ^p[-1], store.zw $0 ^a0 ^a1
load.r1 1, add.a0 ^m1[-1] ^r1.x, add.a1 ^m0[-1] ^r1.y, mov.p ^p[-1], store.xy $0 ^p _
mul.m1 ^a1[-1] 1, mov.p ^a0[-1], store.xy $1 ^p ^m1
nop
load.r1 2, mov.p ^r1.y, branch L5
L17:
load.r1 1, load.u 4, complex2.m0 ^r1.y ^r1.y, mul.m1 ^u.x ^r0.z, rcp.c ^r1.y, store.xy $0 ^m1 _
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y
load.r0 1, load.u 4, mul.m0 ^u.z ^r0.x, mul.m1 ^u.y ^r1.w, store.xy $0 _ ^m1, store.zw $1 ^m0 _
load.u 6, clamp.p ^m0[-2], store.xy $2 ^p _, store.zw v0 _ ^p
mul.m0 ^p[-1] ^m1[-2], mul.m1 ^p[-1] ^r1.x
load.r1 1, load.u 5, mul.m1 ^p[-2] ^r1.z, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 5, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
