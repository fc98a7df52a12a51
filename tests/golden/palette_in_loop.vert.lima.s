load.u 6, mul.m0 ^u.x 1, mul.m1 ^u.x 1, add.a0 ^u.x -0, add.a1 ^u.y -0, mov.p ^u.x, store.xy $1 ^m0 ^a0, store.zw $0 ^p ^m1
load.a 0, mul.m0 ^r0.y 1, mul.m1 ^r0.x 1, add.a0 ^r0.z -0, add.a1 ^r0.w -0, mov.p ^a1[-1], store.xy $0 ^p ^m1, store.zw $1 ^m0 ^a0
mov.p ^a1[-1], store.xy $2 ^p _
nop
nop
L5:
load.a 1, lt.a0 ^r0.x ^r1.x
mov.p ^a0[-1], branch L19
load.r0 1, mul.m0 ^r1.y 1, mul.m1 ^r0.w 1, max.a0 ^r1.y 0, mov.p ^r0.z, store.zw $1 ^m1 _
load.r1 2, mul.m0 ^r1.x 1, mul.m1 ^m0[-1] 1, floor.a0 ^a0[-1], mov.p ^p[-1], store.xy $0 _ ^p, store.zw $1 _ ^m0
load.u 6, add.a0 ^u.y ^r1.x, setA1.c ^a0[-1], mov.p ^m1[-1], store.xy $2 ^p _
mov.p ^a0[-1]
mov.p ^p[-1]
mov.p ^p[-1]
load.u 0+A1, mul.m0 ^u.y ^r1.x, mul.m1 ^u.x ^r1.x, mov.p ^p[-1]
load.u 0+A1, mul.m0 ^u.w ^r1.x, mul.m1 ^u.z ^r1.x, add.a0 ^m1[-1] ^r1.z, add.a1 ^m0[-1] ^r1.w, mov.p ^p[-1], store.zw $0 ^a0 ^a1
load.r1 1, add.a0 ^m1[-1] ^r1.x, add.a1 ^m0[-1] ^r1.y, mov.p ^p[-1], store.xy $0 ^p _
mul.m1 ^a1[-1] 1, mov.p ^a0[-1], store.xy $1 ^p ^m1
nop
load.u 6, mov.p ^u.y, branch L5
L19:
load.r1 1, load.u 4, complex2.m0 ^r1.y ^r1.y, mul.m1 ^u.x ^r0.z, rcp.c ^r1.y, store.xy $0 ^m1 _
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y
load.r0 1, load.u 4, mul.m0 ^u.z ^r0.x, mul.m1 ^u.y ^r1.w, store.xy $0 _ ^m1, store.zw $1 ^m0 _
load.u 6, max.a0 ^m0[-2] -^u.z
load.u 6, min.a0 ^a0[-1] ^u.z, store.xy $2 ^a0 _, store.zw v0 _ ^a0
mul.m0 ^a0[-1] ^r1.y, mul.m1 ^a0[-1] ^r1.x
load.r1 1, load.u 5, mul.m1 ^a0[-2] ^r1.z, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 5, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
