load.a 1, load.u 2, mul.m1 ^u.z 1, mov.c ^r0.x, mov.p ^r0.x, store.xy $0 ^c ^p, store.zw $0 ^m1 _
load.a 2, ge.a0 -^r0.x 0
mov.p ^a0[-1], branch L7
L3:
load.a 3, load.u 2, mul.m1 ^u.w ^r1.x, add.a0 ^r0.x ^r1.z, store.zw $0 ^a0 ^a0
add.a0 ^m1[-1] ^r1.y, store.xy $0 ^a0 ^a0
load.a 2, lt.a0 ^a0[-2] ^r0.x
mov.p ^a0[-1], branch L3
L7:
load.a 0, complex2.m0 ^r0.w ^r0.w, mul.m1 ^r0.x ^u.x, add.a0 ^r1.y -0, rcp.c ^r0.w, mov.p ^r1.x, store.xy v1 ^p ^a0, store.zw $0 ^m1 _
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w
load.a 0, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.y, store.xy $1 ^m0 _, store.zw $0 _ ^m1
load.u 2, clamp.p ^m0[-2], store.xy $1 _ ^p, store.zw v0 _ ^p
mul.m0 ^p[-1] ^m1[-2], mul.m1 ^p[-1] ^r1.z
load.r1 1, load.u 1, mul.m1 ^p[-2] ^r1.x, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 1, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
