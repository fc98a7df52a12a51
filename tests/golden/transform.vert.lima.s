load.a 0, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, store.xy $0 ^m1 ^m0
load.u 1, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.w
load.a 0, load.u 2, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.z ^u.w, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1]
load.u 3, mul.m0 ^r0[-1].w ^u.x, mul.m1 ^r0[-1].w ^u.w, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1], store.xy $0 ^m1 _
load.a 0, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^u.y, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1], store.xy $1 ^a0 ^a1, store.zw $0 ^m1 ^m0
load.u 1, mul.m0 ^r0[-1].y ^u.z, mul.m1 ^r0[-1].y ^u.y, store.zw $1 ^m1 _
load.a 0, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.y, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.zw $1 _ ^m0
load.u 3, mul.m0 ^r0[-1].w ^u.z, mul.m1 ^r0[-1].w ^u.y, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1]
load.r1 1, mul.m0 ^r1.y ^u.y, mul.m1 ^r1.y ^u.x, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1], store.xy $2 ^m1 ^m0, store.zw $0 ^a0 ^a1
load.r1 1, mul.m0 ^r1.y ^u.w, mul.m1 ^r1.y ^u.z, store.zw $2 ^m1 ^m0
load.r1 1, load.u 1, complex2.m0 ^r1.x ^r1.x, mul.m1 ^a0[-2] ^u.x, rcp.c ^r1.x
load.r0 2, load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x, add.a0 ^r0.x ^m1[-1], store.xy $2 ^a0 _
load.u 1, mul.m0 ^r1.z ^u.z, mul.m1 ^r1.z ^u.y, store.xy $3 ^m1 ^m0
load.a 0, load.u 1, mul.m0 ^r0.x ^u.x, mul.m1 ^r1.z ^u.w, mov.p ^m0[-2], store.zw $3 ^m1 ^m0
load.r1 2, load.u 6, add.a0 ^r1.y ^m1[-2], add.a1 ^r1.z ^m0[-2], clamp.p ^p[-1], store.xy $2 _ ^p, store.zw v0 _ ^p
load.a 0, load.r1 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.y, add.a0 ^r1.w ^m1[-2], store.zw $2 ^m0 ^a0
mul.m0 ^a1[-2] 1, mul.m1 ^r0[-1].w ^u.w, add.a0 ^r1.y ^m1[-1], mov.p ^a0[-2], store.xy $0 _ ^p, store.zw $3 ^m0 _
load.a 0, load.u 1, mul.m0 ^r0.w ^u.w, mul.m1 ^r0.z ^u.z, add.a0 ^m0[-2] ^m1[-1], store.zw $2 ^a0 _
load.r0 3, load.r1 1, load.u 2, mul.m0 ^r0[-1].y ^u.y, mul.m1 ^r0[-1].x ^u.x, add.a0 ^r1.z ^r0.w, add.a1 ^m1[-1] ^m0[-1], mov.p ^a0[-2], store.xy $3 ^a1 _, store.zw $1 ^a0 _
load.a 0, load.u 2, mul.m0 ^r1.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^m1[-1] ^m0[-1], add.a1 ^p[-1] ^a0[-2], store.xy v1 ^a1 _, store.zw $2 ^a0 _
load.r0 2, load.r1 1, load.u 3, mul.m0 ^r0[-1].y ^u.y, mul.m1 ^r0[-1].x ^u.x, add.a0 ^r1.w ^m1[-1], add.a1 ^r0.x ^m0[-1], store.zw $1 _ ^a1
load.a 0, load.r1 1, load.u 3, mul.m0 ^r1.x ^u.x, mul.m1 ^r0.z ^u.z, add.a0 ^m1[-1] ^m0[-1], add.a1 ^a0[-2] ^a0[-1], store.xy $2 ^a0 _, store.zw v1 ^a1 _
load.u 2, mul.m0 ^r1.w ^u.z, mul.m1 ^r1.w ^u.y, add.a0 ^r1.x ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy v2 ^a1 _, store.zw $1 _ ^a0
load.r0 3, load.u 2, mul.m1 ^r1.w ^u.w, add.a0 ^r1.y ^m1[-1], add.a1 ^r0.z ^m0[-1], store.xy $0 ^a0 ^a1
load.r0 1, load.r1 2, load.u 4, mul.m0 ^r1.y ^u.y, mul.m1 ^r1.y ^u.x, add.a0 ^r1.w ^m1[-1], add.a1 ^r0.z ^r0[-1].x, store.xy v1 _ ^a1, store.zw $1 ^m0 _
load.r0 1, load.r1 2, load.u 4, mul.m0 ^m1[-1] ^r0[-1].y, mul.m1 ^r1.y ^u.z, add.a0 ^r1.x ^r0.w, store.xy $1 _ ^m1, store.zw v1 _ ^a0
load.u 3, mul.m0 ^r0[-1].x ^u.z, mul.m1 ^r0[-1].x ^u.y, mov.p ^a0[-2], store.zw $1 _ ^p
load.r1 1, load.u 3, mul.m0 ^r1.z ^r0.z, mul.m1 ^r1.x ^u.w, add.a0 ^r0.x ^m1[-1], add.a1 ^r0.y ^m0[-1], mov.p ^m0[-2], store.xy v2 _ ^a0, store.zw v2 ^a1 _
load.r1 1, load.u 5, mul.m1 ^r1.y ^r0[-1].w, add.a0 ^p[-2] ^m1[-1], add.a1 ^p[-1] ^u.x, store.xy v0 ^a1 _, store.zw v2 _ ^a0
load.u 5, add.a0 ^m0[-2] ^u.y, add.a1 ^m1[-1] ^u.z, store.xy v0 _ ^a0, store.zw v0 ^a1 _
