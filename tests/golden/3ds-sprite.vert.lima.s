load.u 2, mov.p ^u.y
load.a 0, load.u 3, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.z ^p[-1], mov.p ^u.y, store.xy $1 _ ^m0, store.zw $1 _ ^m1
load.a 0, load.u 1, mul.m0 ^r0.w ^p[-1], mul.m1 ^r0.y ^u.y, store.zw $1 ^m0 _
load.a 0, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.y
load.a 0, load.u 1, mul.m0 ^r0.y ^u.z, mul.m1 ^r0.y ^u.x, add.a0 ^m1[-1] ^m1[-2], mov.p ^u.w, store.xy $1 ^m0 _
load.a 0, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.y ^p[-1], add.a0 ^m0[-2] ^m1[-1], mov.p ^u.z
load.a 0, load.r1 1, load.u 2, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.z ^u.x, add.a0 ^a0[-2] ^r1.w, add.a1 ^m0[-1] ^m1[-1]
load.a 0, load.r1 1, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.w, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a0[-1] ^r1.z, store.zw $1 ^a1 _
load.a 0, load.r1 1, load.u 3, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^m0[-2] ^r1.x, add.a1 ^a1[-2] ^m1[-1]
load.u 5, mul.m0 ^a1[-2] ^u.z, mul.m1 ^a1[-2] ^u.w, add.a0 ^a0[-2] ^m0[-1], add.a1 ^a0[-1] ^m0[-2], store.xy $1 ^a0 _
load.r1 1, load.u 4, mul.m0 ^a0[-1] ^u.z, mul.m1 ^a0[-1] ^u.w, add.a0 ^a1[-1] ^r1.y, add.a1 ^a1[-2] ^m1[-2], store.zw $0 ^a1 ^a0
load.u 6, mul.m0 ^a0[-1] ^u.w, mul.m1 ^a0[-1] ^u.z, add.a0 ^m0[-1] ^m0[-2], add.a1 ^m1[-1] ^m1[-2]
load.u 7, mul.m0 ^a1[-2] ^u.w, mul.m1 ^a1[-2] ^u.z, add.a0 ^a1[-1] ^m0[-1], add.a1 ^a0[-1] ^m1[-1]
load.u 7, mul.m1 ^r1.z ^u.x, add.a0 ^a0[-1] ^m0[-1], add.a1 ^a1[-1] ^m1[-1], store.xy $0 ^a1 ^m1
load.a 1, load.u 5, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.x ^u.y, add.a0 ^u.y -0, rcp.c ^a0[-1], mov.p ^u.x, store.xy $1 _ ^m1
load.u 10, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], mov.p ^u.x
load.r1 1, load.u 6, mul.m0 ^r1.z ^a0[-2], mul.m1 ^r1.z ^p[-2], add.a0 ^u.y -0, mov.p ^u.x
load.r1 1, load.u 4, mul.m0 ^r1.x ^u.x, mul.m1 ^r1.x ^u.y, max.a0 ^m0[-2] -^p[-2], mov.c ^r1.y, mov.p ^u.x, store.xy v1 _ ^c
load.u 7, mul.m0 ^r1.w ^a0[-2], mul.m1 ^r1.w ^p[-2], add.a0 ^m0[-1] ^m1[-2], add.a1 ^m1[-1] ^m0[-2], mov.p ^u.y
load.a 1, load.u 10, mul.m0 ^r0.x ^p[-2], mul.m1 ^r1.z ^p[-1], min.a0 ^a0[-2] ^u.x, store.xy v1 ^m0 _
load.u 8, mul.m0 ^a0[-1] ^u.x, mul.m1 ^a0[-1] ^u.z, add.a0 ^a1[-2] ^m0[-2], add.a1 ^a0[-2] ^m1[-2]
load.u 8, mul.m0 ^a0[-2] ^u.y, mul.m1 ^m1[-1] ^r1.x, add.a0 ^a0[-1] ^m1[-2], add.a1 ^a1[-1] ^r1.y, mov.c ^a0[-2], store.zw v0 _ ^c
load.a 2, load.u 9, mul.m0 ^m0[-2] ^a1[-1], mul.m1 ^m0[-1] ^a0[-1], add.a0 ^m1[-1] ^u.z, mov.c ^r0.x, mov.p ^r0.y, store.xy v2 ^c ^p, store.zw v0 ^a0 _
load.a 2, load.u 9, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, mov.c ^r0.z, mov.p ^r0.w, store.xy v0 ^a0 ^a1, store.zw v2 ^c ^p
