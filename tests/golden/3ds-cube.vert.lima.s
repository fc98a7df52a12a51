load.a 1, load.u 5, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.y ^u.x, store.xy $0 ^m1 ^m0
load.u 6, mul.m0 ^r0[-1].z ^u.y, mul.m1 ^r0[-1].z ^u.x
load.a 1, load.u 4, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^u.x, add.a0 ^m1[-1] ^m1[-2], add.a1 ^m0[-1] ^m0[-2]
load.a 0, load.u 5, mul.m0 ^r0.y ^u.z, mul.m1 ^r0[-1].y ^u.z, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $0 ^a0 ^a1
load.a 1, load.u 6, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0.z ^u.z
load.a 0, load.u 4, mul.m0 ^r0.x ^u.z, mul.m1 ^r0[-1].x ^u.z, add.a0 ^m1[-1] ^m1[-2], add.a1 ^m0[-1] ^m0[-2], store.xy $0 ^m0 ^a1
load.u 5, mul.m0 ^r0[-1].y ^u.y, mul.m1 ^r0[-1].y ^u.w, add.a0 ^a0[-1] ^m1[-1], store.xy $1 ^m1 ^m0, store.zw $1 ^a0 _
load.a 0, load.u 6, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.z ^u.w
load.u 12, mul.m0 ^r1.w ^r1.w, mul.m1 ^r1.z ^r1.z, add.a0 ^m1[-1] ^m1[-2], add.a1 ^m0[-1] ^m0[-2], mov.p ^u.z, store.xy $1 ^a0 ^a1, store.zw v1 _ ^p
load.a 0, load.r1 1, load.u 4, mul.m0 ^r0.x ^u.w, mul.m1 ^r1.z ^r1.z, add.a0 ^m0[-1] ^m1[-1], store.zw $1 _ ^m0
load.u 5, mul.m1 ^r0[-1].y ^u.x, add.a0 ^a0[-1] ^m1[-1], store.xy $2 ^m1 _
load.a 0, load.u 6, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.z ^u.x, rsqrt.c ^a0[-1], store.xy $2 _ ^m1
load.r0 1, load.u 7, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.y ^u.z, add.a1 ^r0.x ^u.w, store.xy $0 _ ^a0
load.a 0, load.r1 2, load.u 4, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.y, add.a0 ^m1[-2] ^r1.x, add.a1 ^a1[-1] ^r0[-1].w, store.xy $1 ^m1 _, store.zw $1 _ ^m0
load.r1 1, load.u 7, mul.m0 ^r0.w ^m0[-2], mul.m1 ^r0.z ^m0[-2], add.a0 ^r1.y ^u.y, add.a1 ^a0[-1] ^u.x, mov.p ^m0[-2], store.xy $1 _ ^p, store.zw $0 ^a1 ^m1
load.u 3, mul.m0 ^a1[-2] ^u.x, mul.m1 ^a1[-2] ^u.w, add.a0 ^r1.y ^r1.x, add.a1 ^a0[-1] ^m1[-2], mov.p ^a1[-2], store.xy $1 ^p _, store.zw $2 ^a0 ^a1
load.r1 1, load.u 2, mul.m0 ^a0[-1] ^u.x, mul.m1 ^a0[-1] ^u.w, add.a0 ^a1[-2] ^r1.w, mov.p ^m0[-2], store.xy $2 ^a0 _, store.zw $1 _ ^p
load.u 1, mul.m0 ^a1[-2] ^u.x, mul.m1 ^a1[-2] ^u.w, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1]
mul.m0 ^a0[-2] ^u.x, mul.m1 ^a0[-2] ^u.w, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1]
load.r1 2, load.u 2, mul.m0 ^r1.z ^u.z, mul.m1 ^r1.z ^u.y, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1], store.xy $2 _ ^m1, store.zw $2 ^m0 _
load.r1 1, load.u 3, mul.m0 ^r1.x ^u.z, mul.m1 ^r1.x ^u.y, store.xy $1 ^m0 _
load.r1 1, load.u 10, mul.m0 ^r0.w ^u.x, mul.m1 ^r1.z ^r1.y, add.a0 ^m1[-1] ^m1[-2], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.xy $2 _ ^p, store.zw $0 ^a1 ^m0
load.r0 2, load.r1 1, load.u 10, mul.m0 ^m1[-1] ^u.z, mul.m1 ^r1.w ^u.y, add.a0 ^m0[-2] ^r0.z, store.xy $0 ^a0 _, store.zw $2 ^m0 _
load.u 1, mul.m0 ^r0[-1].w ^u.z, mul.m1 ^r0[-1].w ^u.y, add.a0 ^m1[-1] ^m0[-2], mov.p ^a0[-2], store.xy $0 _ ^m0
load.r1 2, mul.m0 ^r1.x ^u.z, mul.m1 ^r1.x ^u.y, add.a0 ^a0[-1] ^m0[-2], add.a1 ^p[-1] ^m1[-1], store.xy $2 ^m0 _, store.zw $2 ^a0 _
load.u 8, mul.m1 ^r1.z ^u.x, add.a0 ^r1.x ^m0[-2], add.a1 ^a1[-1] ^m1[-1], store.xy $0 ^m1 _, store.zw $2 _ ^a0
load.r1 2, load.u 8, complex2.m0 ^r1.y ^r1.y, mul.m1 ^a1[-1] ^u.y, max.a0 ^a0[-2] 0, rcp.c ^r1.y, store.xy $0 _ ^m1
load.r1 2, load.u 10, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y, add.a0 ^a0[-2] ^r1.x, add.a1 ^a0[-1] ^u.w, store.zw $0 ^a0 ^a1
load.a 2, load.u 11, mul.m0 ^a1[-1] ^r0.y, mul.m1 ^a1[-1] ^r0.x, lt.a0 ^u.x 0, lt.a1 -^u.x 0, store.xy $1 ^m1 ^m0
load.u 12, mul.m1 ^a1[-2] ^r0[-1].z, max.a0 ^a0[-1] ^a1[-1], clamp.p ^m0[-2], store.xy $2 ^p ^a0, store.zw v0 _ ^p
load.u 8, mul.m0 ^p[-1] ^r1.x, mul.m1 ^r1.z ^u.z
load.u 9, mul.m0 ^p[-2] ^m1[-1], mul.m1 ^p[-2] ^r1.y, add.a0 ^m0[-1] ^u.x, mov.p ^m1[-2], store.xy v0 ^a0 _
load.a 2, load.r1 2, load.u 9, sel.m01 ^r0.z ^r1.y ^p[-1] _, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, store.xy v0 _ ^a0, store.zw v1 ^m0 _
load.r0 1, load.r1 2, sel.m01 ^r0[-1].x ^r1.y ^r0.x _, mov.p ^a1[-1], store.xy v1 ^m0 _, store.zw v0 ^p _
load.a 2, load.r1 2, sel.m01 ^r0.y ^r1.y ^r0[-1].y _, store.xy v1 _ ^m0
