load.a 0, load.u 3, mul.m0 ^r0.w ^u.w, mul.m1 ^r0.w ^u.z, store.xy $1 ^m1 _
load.a 0, load.u 2, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.z ^u.w, store.zw $0 ^m0 _
load.a 0, load.u 1, mul.m0 ^r0.y ^u.x, mul.m1 ^r0.y ^u.w, add.a0 ^m0[-2] ^m1[-1], store.zw $0 _ ^m0
load.a 0, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.x ^u.x, add.a0 ^a0[-1] ^m1[-1], store.xy $0 _ ^m1
load.a 0, load.u 3, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.y, add.a0 ^a0[-1] ^m0[-1], store.xy $0 ^m0 _
load.a 0, load.u 2, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.z ^u.z, rcp.c ^a0[-1], mov.p ^u.x
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m1[-2] ^r1.z, store.zw $0 ^a0 _
load.a 0, load.r1 1, load.u 1, mul.m0 ^r0.y ^u.z, mul.m1 ^r0.z ^p[-2], add.a0 ^r1.x ^m1[-2], mov.p ^u.y
load.a 0, load.u 6, mul.m1 ^r0.y ^p[-1], add.a0 ^a0[-1] ^m0[-1], add.a1 ^r1.x ^m1[-1], clamp.p ^m0[-2], store.xy $0 ^p _
load.a 0, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^u.z, add.a0 ^a1[-1] ^r1.w
load.u 4, mul.m0 ^p[-2] ^u.y, mul.m1 ^p[-2] ^u.z, add.a0 ^r1.z ^m1[-2], add.a1 ^a0[-2] ^m1[-1]
load.u 4, mul.m0 ^r1.x ^u.x, mul.m1 ^m1[-1] ^a1[-1], add.a0 ^a0[-1] ^m0[-2], add.a1 ^a0[-2] ^r1.y
load.a 1, load.u 5, mul.m0 ^m0[-2] ^a0[-1], mul.m1 ^m0[-1] ^a1[-1], add.a0 ^m1[-1] ^u.z, mov.c ^r0.x, mov.p ^r0.y, store.xy v1 ^c ^p
load.u 5, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, mov.c ^r1.x, mov.p ^a0[-1], store.xy v0 ^a0 ^a1, store.zw v0 ^p ^c
