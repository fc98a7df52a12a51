load.a 0, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.w ^u.w, lt.a0 -^r0.x 0, store.xy $0 ^m1 ^m0, store.zw $0 ^a0 _
mul.m0 ^r0[-1].y ^u.y, mul.m1 ^m1[-1] ^u.w, store.zw $0 _ ^m0
load.a 0, load.u 1, sel.m01 ^m1[-2] ^a0[-2] ^m1[-1] _, add.a0 ^r0.x ^u.x, add.a1 ^r0.y ^u.y, store.xy $1 ^a0 ^a1
complex2.m0 ^m0[-1] ^m0[-1], mul.m1 ^r0[-1].z ^u.z, rcp.c ^m0[-1], store.zw $1 ^m1 _
load.a 0, load.u 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^m0[-2], add.a0 ^r0.z ^u.z, add.a1 ^r0.w ^u.w, store.xy $2 ^a1 _, store.zw $1 _ ^a0
mul.m0 ^r1.w ^u.y, mul.m1 ^r1.y ^u.x, store.xy $2 _ ^m1, store.zw $2 ^m0 _
load.r1 1, mul.m1 ^r1.z ^u.z, mov.p ^m0[-2], store.zw $2 _ ^m1
load.u 4, sel.m01 ^r1.y ^r1.z ^m1[-2] _, clamp.p ^p[-1], store.xy $2 _ ^p, store.zw v0 _ ^p
load.r0 2, sel.m01 ^r1.w ^r1.z ^r0.z _, store.zw $2 ^m0 _
load.u 2, mul.m0 ^p[-2] ^u.y, mul.m1 ^p[-2] ^u.x, mov.p ^m0[-2], store.xy $3 ^m0 _
load.r1 2, load.u 2, mul.m0 ^m1[-1] ^p[-1], mul.m1 ^r1.y ^u.z, store.xy $2 _ ^m1, store.zw $3 ^m0 _
load.u 1, mul.m0 ^r1.w ^u.y, mul.m1 ^r1.y ^u.x, store.xy $3 _ ^m1, store.zw $3 _ ^m0
load.r1 1, load.u 1, mul.m0 ^r0.x ^u.w, mul.m1 ^r1.z ^u.z, store.xy $0 ^m1 ^m0
load.r0 2, load.r1 1, sel.m01 ^r1.z ^r0[-1].z ^r0.w _
load.r1 3, load.u 3, mul.m0 ^r0[-1].y ^m0[-1], mul.m1 ^r1.x ^r0[-1].z, add.a0 ^r1.z ^u.x, store.xy v0 ^a0 _
load.r0 1, load.u 3, sel.m01 ^r1.x ^r1.z ^r0.w _, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, store.xy v0 _ ^a0, store.zw v1 ^m0 _
load.r1 3, sel.m01 ^r1.y ^r0.z ^r0[-1].x _, mov.p ^a1[-1], store.xy v1 ^m0 _, store.zw v0 ^p _
load.r0 1, load.r1 3, sel.m01 ^r1.w ^r0[-1].z ^r0.y _, store.xy v1 _ ^m0
load.r0 2, sel.m01 ^r1.y ^r1.z ^r0.x _, store.zw v1 _ ^m0
