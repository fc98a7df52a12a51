load.a 1, load.u 2, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.w ^u.z, store.xy $0 ^m0 _
load.a 0, load.u 2, complex2.m0 ^m1[-1] ^m1[-1], mul.m1 ^r0[-1].y ^u.z, add.a0 ^r0.x ^r0.y, add.a1 ^r0.y ^r0.z, rcp.c ^m1[-1], store.xy $0 _ ^m1, store.zw $0 ^a0 ^a1
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^m1[-2], add.a0 ^r0[-1].z ^r0[-1].w, add.a1 ^r0[-1].x ^r0[-1].w, store.xy $1 ^a0 ^a1
load.a 1, load.u 2, mul.m1 ^r0.z ^u.z, store.zw $1 ^m1 _
load.a 0, load.u 2, add.a0 ^r1.z ^r0.z, add.a1 ^r1.w ^r0.w, clamp.p ^m0[-2], store.xy v1 ^a0 ^a1, store.zw v0 _ ^p
load.r1 1, mul.m0 ^p[-1] ^u.y, mul.m1 ^p[-1] ^u.x, add.a0 ^r1.x ^r0[-1].x, add.a1 ^r1.y ^r0[-1].y, store.xy $1 ^m0 _, store.zw v1 ^a0 ^a1
mul.m0 ^m1[-1] ^r1.x, mul.m1 ^p[-2] ^u.z
load.r0 1, load.u 1, mul.m0 ^m1[-1] ^r0.z, mul.m1 ^m0[-2] ^r1.y, add.a0 ^m0[-1] ^u.x, store.xy v0 ^a0 _
load.u 1, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, store.xy v0 _ ^a0, store.zw v0 ^a1 _
