load.a 0, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^u.x, store.xy $0 ^m1 ^m0
load.a 2, load.u 1, mul.m0 ^r0[-1].y ^u.y, mul.m1 ^r0[-1].y ^u.x, add.a0 ^r0.y -0, add.a1 ^r0.z -0, mov.p ^r0.x, store.xy v2 ^p ^a0, store.zw v2 ^a1 _
load.a 0, mul.m0 ^r0.x ^u.w, mul.m1 ^r0.x ^u.z, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], mov.p ^r0[-1].w, store.xy $0 ^m1 ^m0, store.zw v2 _ ^p
load.u 1, mul.m0 ^r0[-1].y ^u.w, mul.m1 ^r0[-1].y ^u.z, store.zw $0 ^m0 _
load.a 0, load.u 2, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.z ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.xy $0 ^a0 _
load.u 2, mul.m0 ^r0[-1].z ^u.w, mul.m1 ^r0[-1].z ^u.z, add.a0 ^p[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1], store.xy $1 ^a1 ^m0, store.zw $0 _ ^a0
load.a 0, load.u 3, mul.m0 ^r0.w ^u.y, mul.m1 ^r0.w ^u.x, add.a0 ^r1.y ^r1.z, add.a1 ^a0[-2] ^m1[-1], store.zw $1 ^a0 ^a1
load.u 3, mul.m0 ^r0[-1].w ^u.w, mul.m1 ^r0[-1].w ^u.z, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy $0 ^a0 ^a1, store.zw $0 ^m0 _
load.r1 1, load.u 4, mul.m0 ^a0[-1] ^u.x, mul.m1 ^a0[-1] ^u.w, add.a0 ^a0[-2] ^r1.y, add.a1 ^a1[-2] ^m1[-1], store.xy $1 ^m1 ^m0, store.zw $0 _ ^a1
load.u 5, mul.m0 ^a1[-2] ^u.x, mul.m1 ^a1[-2] ^u.w, add.a0 ^a0[-1] ^m0[-2], store.zw $0 ^a0 _
load.u 6, mul.m0 ^a1[-2] ^u.x, mul.m1 ^a1[-2] ^u.w, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1]
load.u 7, mul.m0 ^a0[-2] ^u.x, mul.m1 ^a0[-2] ^u.w, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1]
load.u 4, mul.m0 ^r1.x ^u.z, mul.m1 ^r1.x ^u.y, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1], store.xy $0 ^m1 _, store.zw $1 ^m0 ^a1
load.u 5, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.y ^u.y, rcp.c ^a0[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m1[-2] ^m1[-1], store.xy $0 ^a0 _
load.a 1, load.u 5, mul.m0 ^r0.x ^u.y, mul.m1 ^r1.y ^u.z, store.xy v1 _ ^m0
load.r1 1, load.u 6, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^r1.z ^m1[-1], mov.p ^m0[-2], store.xy $1 ^p _
load.u 7, mul.m0 ^r1.z ^u.z, mul.m1 ^r1.z ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^a0[-1] ^m0[-1]
load.u 10, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1], clamp.p ^p[-2], store.xy $1 ^p ^a0, store.zw v0 _ ^p
load.u 8, mul.m0 ^p[-1] ^u.y, mul.m1 ^p[-1] ^u.x, store.zw $1 ^m0 _
load.r1 1, load.u 8, mul.m0 ^m1[-1] ^r1.w, mul.m1 ^p[-2] ^u.z, mov.p ^a1[-2]
load.r1 1, load.u 9, mul.m0 ^m1[-1] ^p[-1], mul.m1 ^m0[-2] ^r1.y, add.a0 ^m0[-1] ^u.x, store.xy v0 ^a0 _, store.zw $0 ^m1 ^m0
load.a 1, load.u 4, mul.m1 ^r0.x ^u.x, store.xy v1 ^m1 _
load.u 9, add.a0 ^m1[-2] ^u.y, add.a1 ^m0[-2] ^u.z, store.xy v0 _ ^a0, store.zw v0 ^a1 _
