load.a 2, load.u 3, mul.m0 ^r0.z 1, mul.m1 ^r0.y 1, add.a0 ^r0.w -0, add.a1 ^u.x -0, mov.p ^r0.x, store.xy $0 ^a1 ^p, store.zw $0 ^m1 ^m0
mov.p ^a0[-1], store.xy $1 ^p _
nop
nop
L4:
load.a 3, ge.a0 ^r1.x ^r0.x
mov.p ^a0[-1], branch L11
load.u 3, mul.m0 ^u.y ^r1.w, mul.m1 ^u.y ^r1.y, add.a0 ^u.z ^r1.x, mov.p ^r1.z, store.xy $1 _ ^a0
load.a 1, load.r1 1, load.u 3, mul.m0 ^u.y ^p[-1], mul.m1 ^u.y ^r1.x, add.a0 ^m0[-1] ^r0.z, add.a1 ^m1[-1] ^r0.x, mov.c ^a0[-1], store.xy $0 ^c ^a1
load.a 1, add.a0 ^m1[-1] ^r0.w, add.a1 ^m0[-1] ^r0.y, mov.c ^a0[-1], store.xy $1 ^a0 _, store.zw $0 ^a1 ^c
load.r1 1, load.u 3, lt.a0 ^r1.y ^u.w
mov.p ^a0[-1], branch L4
L11:
load.a 0, complex2.m0 ^r0.w ^r0.w, mul.m1 ^r0.x ^u.x, add.a0 ^r1.z -0, add.a1 ^r1.w -0, rcp.c ^r0.w, mov.p ^r1.y, store.xy v1 ^p ^a0, store.zw v1 ^a1 _
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w, mov.p ^r1.x, store.zw v1 _ ^p
load.a 0, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.y, mov.p ^m1[-2], store.xy $0 ^p _, store.zw $1 ^m1 ^m0
load.u 2, clamp.p ^m0[-2], store.xy $1 _ ^p, store.zw v0 _ ^p
mul.m0 ^p[-1] ^m1[-2], mul.m1 ^p[-1] ^p[-2]
load.r1 1, load.u 1, mul.m1 ^p[-2] ^r1.w, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 1, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
