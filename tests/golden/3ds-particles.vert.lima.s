load.a 1, load.u 1, mul.m0 ^r0.w ^u.w, mul.m1 ^r0.w ^u.z, store.zw v3 ^m1 ^m0
load.a 0, load.u 3, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, store.xy $1 ^m1 _, store.zw $0 ^m0 _
load.a 0, load.u 2, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.z ^u.y, mov.p ^u.z, store.xy $1 _ ^m1, store.zw $0 _ ^m0
load.a 1, mul.m0 ^r0.w ^u.y, mul.m1 ^r0.w ^u.x, mov.p ^u.w, store.xy v2 ^m1 ^m0
load.a 0, load.u 6, mul.m0 ^r0.z ^p[-2], mul.m1 ^r0.x ^p[-1], mov.p ^u.z, store.xy $0 ^p _, store.zw $1 ^m0 ^m1
load.a 0, load.u 3, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, store.xy $0 _ ^m0
load.a 0, load.u 1, mul.m0 ^r0.y ^u.w, mul.m1 ^r0.y ^u.y, add.a0 ^m1[-1] ^r1.w, mov.p ^u.y, store.zw $0 _ ^m1
load.a 1, load.u 2, mul.m0 ^r0.w ^u.w, mul.m1 ^r0.w ^p[-1], add.a0 ^u.y -0, add.a1 ^a0[-1] ^m0[-1], mov.p ^u.z, store.xy v3 _ ^m1, store.zw v4 _ ^m0
load.a 1, load.r1 1, load.u 1, mul.m0 ^r0.w ^a0[-1], mul.m1 ^r0.w ^p[-1], add.a0 ^a1[-1] ^r1.w, mov.p ^u.x, store.zw v4 ^m1 _
load.a 1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.w ^p[-1], rcp.c ^a0[-1], mov.p ^u.w, store.xy v3 ^m1 _
load.r1 1, load.u 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.z -0, mov.c ^m0[-2], mov.p ^u.z, store.xy v4 _ ^c
load.a 1, load.r1 1, load.u 2, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^p[-2], add.a0 ^r1.x ^r1.y, mov.p ^u.x, store.xy v4 ^m0 _, store.zw v2 _ ^m1
load.a 0, load.u 6, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.z ^p[-1], add.a0 ^r1.z ^a0[-2], clamp.p ^m0[-2], store.zw $0 ^p _
load.a 0, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^u.x, add.a0 ^a0[-2] ^r1.w, mov.p ^u.z, store.zw $0 _ ^m1
load.a 0, load.u 1, mul.m0 ^r0.y ^u.x, mul.m1 ^r0.x ^p[-1], add.a0 ^a0[-2] ^m0[-2], add.a1 ^r1.y ^m1[-2]
load.a 1, load.u 4, mul.m0 ^r0.w ^p[-2], mul.m1 ^r1.z ^u.y, add.a0 ^a0[-2] ^m0[-2], store.zw v2 ^m0 _
load.a 1, load.u 3, mul.m0 ^r0.w ^u.y, mul.m1 ^m1[-1] ^a0[-1], add.a0 ^a0[-2] ^m1[-2], add.a1 ^a1[-2] ^m0[-2], mov.c ^r1.x, store.xy $0 ^m1 ^m0, store.zw v1 ^c _
load.a 1, load.u 4, mul.m0 ^r1.z ^u.x, mul.m1 ^r1.z ^u.z, add.a0 ^a1[-1] ^r1.w, mov.c ^r0.z, mov.p ^r1.z, store.zw v1 _ ^c
load.a 1, load.u 5, mul.m0 ^m1[-1] ^a0[-2], mul.m1 ^m0[-1] ^a0[-1], add.a0 ^r0.y -0, mov.c ^r0.x, mov.p ^u.z, store.xy v1 ^c ^a0
load.a 1, load.u 3, mul.m0 ^r0.w ^u.x, mul.m1 ^u.w 1, add.a0 ^m0[-1] ^p[-1], add.a1 ^r1.y -0, mov.c ^p[-2], mov.p ^u.z, store.xy v5 ^m0 ^a1, store.zw v0 ^a0 ^c
load.a 1, load.u 5, mul.m0 ^r0.w ^m1[-1], mul.m1 ^r0.w ^p[-1], add.a0 ^m1[-2] ^u.x, add.a1 ^r1.x ^u.y, store.xy v0 ^a0 ^a1, store.zw v5 ^m1 ^m0
