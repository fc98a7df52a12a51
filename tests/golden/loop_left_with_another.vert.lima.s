load.a 2, lt.a0 -^r0.x 0
mov.p ^a0[-1], branch L5
load.a 1, mul.m0 ^r0.x 1, mul.m1 ^r0.y 1, mov.p ^r0.x, store.xy $1 ^m1 ^m0, store.zw $0 ^p _
nop
load.u 3, mov.p ^u.x, branch L19
L5:
load.a 1, load.u 3, mul.m0 ^u.y 1, mul.m1 ^r0.y 1, mov.p ^r0.x, store.xy $0 ^m1 ^p, store.zw $0 ^m0 _
nop
nop
L8:
load.a 1, ge.a0 ^r0.z ^r1.x
mov.p ^a0[-1], branch L13
mov.p ^r1.x, store.zw $0 _ ^p
nop
load.u 3, mov.p ^u.x, branch L16
L13:
load.a 3, load.u 3, mul.m1 ^u.z ^r1.y, add.a0 ^r0.x ^r1.z, add.a1 ^u.x ^r1.x, store.xy $0 ^a1 ^m1, store.zw $0 ^a0 ^m1
load.a 2, lt.a0 ^a0[-1] ^r0.x
mov.p ^a0[-1], branch L8
L16:
mul.m0 ^r1.w 1, mul.m1 ^r1.x 1, mov.p ^r1.y, store.xy $1 ^m1 ^m0, store.zw $0 ^p _
nop
nop
L19:
load.a 0, complex2.m0 ^r0.w ^r0.w, mul.m1 ^r0.x ^u.x, rcp.c ^r0.w, mov.p ^r1.z, store.xy v1 ^p _, store.zw $1 ^m1 _
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w, add.a0 ^r1.y -0, mov.p ^r1.x, store.xy v1 _ ^p, store.zw v1 ^a0 _
load.a 0, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.y, store.xy $0 ^m0 _, store.zw $1 _ ^m1
load.u 2, clamp.p ^m0[-2], store.xy $0 _ ^p, store.zw v0 _ ^p
load.r1 1, mul.m0 ^p[-1] ^m1[-2], mul.m1 ^p[-1] ^r1.z
load.u 1, mul.m1 ^p[-2] ^r1.x, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 1, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
