load.a 0, complex2.m0 ^r0.w ^r0.w, rcp.c ^r0.w
load.a 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w, add.a0 ^r0.z -0, mov.p ^r0.x
load.a 0, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.z ^a0[-1], add.a0 ^r0.x ^r0.y, mov.p ^r0[-1].y
load.a 0, load.u 2, mul.m1 ^r0.y ^p[-1], add.a0 ^m1[-1] ^m0[-1], add.a1 ^u.w -0, clamp.p ^m0[-2]
load.a 1, mul.m0 ^p[-1] ^u.x, mul.m1 ^p[-1] ^u.z, add.a0 ^r0.x ^r0.y, add.a1 ^a0[-2] ^r0[-1].z, mov.c ^a1[-1], mov.p ^u.y, store.zw v1 _ ^c
load.a 0, load.u 1, mul.m0 ^p[-2] ^p[-1], mul.m1 ^m1[-1] ^r0.z, add.a0 ^a0[-2] ^m1[-2], add.a1 ^a0[-1] ^r0[-1].z, mov.c ^p[-2], mov.p ^u.z, store.xy v1 ^a0 _, store.zw v0 _ ^c
load.a 0, load.u 2, mul.m0 ^m0[-1] ^r0.y, mul.m1 ^m0[-2] ^r0.x, add.a0 ^m1[-1] ^p[-1], add.a1 ^a1[-2] ^r0.w, mov.p ^u.z, store.xy v1 _ ^a1, store.zw v0 ^a0 _
load.u 1, mul.m1 ^a1[-2] ^p[-1], add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1, store.zw v1 ^m1 _
