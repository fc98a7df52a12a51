load.a 1, load.u 2, mul.m1 ^r0.w ^u.x
load.a 0, complex2.m0 ^m1[-1] ^m1[-1], add.a0 ^r0.z ^r0.w, rcp.c ^m1[-1]
load.a 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^m1[-2], add.a0 ^r0[-1].x ^r0[-1].w, add.a1 ^r0[-1].y ^r0[-1].z, store.xy $0 _ ^a1
load.a 0, load.u 2, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^u.x 1, add.a0 ^a0[-2] ^r0.x, add.a1 ^a0[-1] ^r0.y, mov.p ^u.y, store.zw v1 ^a0 ^a1
load.a 1, mul.m0 ^r0.z ^m1[-1], mul.m1 ^m0[-1] ^u.x, max.a0 ^m0[-2] -^p[-1], mov.p ^u.z, store.xy $0 ^m1 _
load.a 1, load.u 2, mul.m0 ^m0[-1] ^p[-1], mul.m1 ^r0.y ^u.x, min.a0 ^a0[-1] ^u.y
load.a 0, mul.m0 ^m1[-1] ^u.y, mul.m1 ^a0[-1] ^m0[-1], add.a0 ^r1.y ^r0.w, add.a1 ^r0.x ^r0.y, mov.c ^a0[-1], store.xy v1 _ ^a0, store.zw v0 _ ^c
load.a 0, load.u 1, mul.m0 ^a0[-2] ^r1.x, mul.m1 ^a0[-2] ^m0[-1], add.a0 ^m1[-1] ^u.z, add.a1 ^a1[-1] ^r0.z, store.xy v1 ^a1 _, store.zw v0 ^a0 _
load.u 1, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1
