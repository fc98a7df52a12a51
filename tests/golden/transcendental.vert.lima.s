load.a 0, load.u 3, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.z ^u.x, max.a0 ^r0.z -^r0.z, max.a1 ^r0.x -^r0.x, store.xy $0 ^a0 ^a1, store.zw $0 ^m1 ^m0
load.u 4, max.a0 ^a0[-1] ^u.w, max.a1 ^r0[-1].w -^r0[-1].w, store.xy $1 ^a1 _
load.u 4, complex2.m0 ^a0[-1] ^a0[-1], min.a0 ^a0[-2] ^u.w, min.a1 ^a1[-2] ^a1[-1], rcp.c ^a0[-1], store.xy $1 _ ^a0, store.zw $1 ^a1 _
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], max.a0 ^r1.y ^a1[-2]
load.a 0, load.u 7, complex2.m0 ^r0.x ^r0.x, mul.m1 ^r1.y ^u.x, max.a0 ^a0[-1] ^u.w, rsqrt.c ^r0.x, store.xy $2 ^m1 _, store.zw $1 _ ^a0
load.u 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].x, add.a0 ^r1.z ^u.z, add.a1 ^r1.z ^u.y, mov.p ^m0[-2], store.xy $2 _ ^a1, store.zw $0 ^a0 _
load.r1 1, complex2.m0 ^a0[-2] ^a0[-2], mul.m1 ^r1.y ^p[-1], floor.a0 ^a0[-1], floor.a1 ^a1[-1], rcp.c ^a0[-2], store.xy $1 _ ^m1, store.zw $2 ^a1 _
load.r1 1, load.u 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.w, add.a0 ^a0[-2] -^a0[-1], add.a1 ^r0.w ^u.y, mov.p ^m0[-2], store.xy $3 ^a1 _, store.zw $1 _ ^p
load.a 0, load.r1 2, load.u 3, mul.m0 ^r0.y ^u.x, mul.m1 ^m1[-2] ^m1[-2], add.a0 ^a0[-1] -^u.z, add.a1 ^r1.y -^a1[-2], store.xy $2 _ ^a1, store.zw $0 ^m1 ^m0
load.r1 1, load.u 5, mul.m0 ^r1.z ^m0[-2], mul.m1 ^m1[-1] ^u.x, max.a0 ^a0[-1] -^a0[-1], store.xy $3 _ ^a0, store.zw $1 ^m0 _
load.a 0, load.u 5, complex2.m0 ^r0.y ^r0.y, mul.m1 ^m0[-1] ^m0[-1], add.a0 ^m1[-1] -^u.y, log2.c ^r0.y, store.zw $2 ^a0 ^m1
load.u 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].y, add.a0 ^r1.w ^u.z, add.a1 -^a0[-2] ^u.y, store.xy $3 _ ^a1, store.zw $0 _ ^a0
load.r0 3, load.u 5, mul.m0 ^m1[-2] ^u.x, mul.m1 ^r1.z ^a0[-2], floor.a0 ^r0.x, floor.a1 ^a0[-1], store.xy $4 ^a1 _, store.zw $2 ^a0 _
load.a 0, load.u 5, complex2.m0 ^r0.w ^r0.w, mul.m1 ^a1[-2] ^a1[-2], add.a0 ^m1[-1] ^u.z, add.a1 ^m0[-1] -^u.y, log2.c ^r0.w, postlog2.p ^m0[-2], store.xy $4 _ ^a1, store.zw $3 ^p ^a0
load.r1 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w, add.a0 ^r1.x -^a0[-2], add.a1 ^r0.w -^a1[-2], store.zw $0 _ ^a1
load.r1 2, load.u 3, mul.m0 ^m1[-2] ^u.w, mul.m1 ^r0[-1].z ^a0[-2], add.a0 ^r1.y -^u.z, add.a1 ^a0[-1] -^u.z, mov.p ^m1[-2], store.xy $2 _ ^p, store.zw $2 ^a0 _
load.r0 4, load.r1 2, load.u 5, mul.m1 ^r1.w ^r0.y, add.a0 ^m1[-1] -^u.w, postlog2.p ^m0[-2], store.xy $3 ^p _, store.zw $3 _ ^m1
load.a 0, load.u 3, complex2.m0 ^r0.y ^r0.y, mul.m1 ^r1.z ^a0[-1], add.a0 ^r1.w -^u.z, add.a1 ^m0[-2] -0, rsqrt.c ^r0.y, mov.p ^a1[-2], store.xy $4 ^m1 _, store.zw $0 ^a1 ^a0
load.r1 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].y, max.a0 ^r1.z -^r1.z, max.a1 ^p[-1] -^p[-1], store.xy $4 _ ^a1, store.zw $2 ^a0 _
load.a 0, load.r1 1, load.u 6, complex2.m0 ^r1.w ^r1.w, mul.m1 ^r0.y ^u.z, max.a0 ^a0[-2] -^a0[-2], rcp.c ^r1.w, store.xy $5 ^m1 _, store.zw $0 _ ^a0
load.r1 1, load.u 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.w, add.a0 -^a0[-2] ^u.y, add.a1 -^a1[-2] ^u.y, mov.p ^m0[-2], store.xy $4 _ ^a0, store.zw $2 ^p _
load.u 4, mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r1.z ^u.x, add.a1 -^r1.y ^u.w, store.xy $5 _ ^m1, store.zw $0 ^a0 _
load.r0 3, load.r1 4, load.u 6, complex2.m0 ^a1[-1] ^a1[-1], mul.m1 ^r0.x ^u.w, add.a0 ^r1.x ^u.x, add.a1 ^a1[-2] -0, rsqrt.c ^a1[-1], mov.p ^m0[-2], store.xy $3 ^p _, store.zw v1 _ ^m1
load.r1 5, load.u 5, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a1[-2], add.a0 ^r0[-1].w ^u.z, add.a1 ^m0[-2] -0, preexp2.p ^r1.x, store.xy $4 ^a0 _, store.zw $3 _ ^a1
load.r0 5, load.u 3, complex2.m0 ^p[-1] ^p[-1], mul.m1 ^r0.y ^u.w, add.a0 -^r1.w ^u.y, add.a1 ^a0[-2] -0, exp2.c ^p[-1], mov.p ^a1[-2], store.xy $5 ^a1 _, store.zw $0 _ ^p
load.r0 1, load.u 4, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^p[-2], lt.a0 ^u.w ^r1.x, lt.a1 ^r0.x ^r1.y, mov.p ^m0[-2], store.xy $0 ^p _, store.zw $4 ^a0 ^a1
load.r1 2, load.u 4, mul.m0 ^r0[-1].y ^a1[-2], mul.m1 ^r1.y ^r0.z, add.a0 -^m1[-2] ^u.x, mov.p ^a0[-2], store.xy $1 ^m0 ^a0, store.zw $0 ^p _
load.r0 4, load.r1 2, load.u 4, mul.m0 ^p[-1] ^p[-1], mul.m1 ^r1.w ^r0.x, add.a0 ^m1[-1] -^u.y, mov.p ^m0[-2], store.xy $4 ^m1 _, store.zw v1 ^p _
load.r0 5, load.r1 2, load.u 6, mul.m0 ^r0.y ^a0[-2], mul.m1 ^r1.y ^a0[-1], add.a0 -^m0[-2] ^u.y, store.xy $2 _ ^m1, store.zw $5 ^m0 _
load.r0 4, load.r1 1, load.u 5, sel.m01 ^r1.x ^r0.z ^a0[-1] _, add.a0 ^m1[-2] -^u.w, mov.p ^m0[-2], store.xy $1 ^p ^a0, store.zw $4 ^m0 _
load.a 0, load.r1 3, load.u 3, mul.m0 ^p[-1] ^u.w, mul.m1 ^r1.w ^u.w, sign.a0 ^r0.z, sign.a1 ^r0.x, store.xy $4 ^m1 _, store.zw $5 _ ^m0
load.r1 2, load.u 7, mul.m0 ^m0[-2] ^a0[-1], mul.m1 ^r1.w ^a0[-2], add.a0 -^r1.x ^u.y, store.xy $1 _ ^m1, store.zw $2 _ ^m0
load.u 4, complex2.m0 ^r1.x ^r1.x, mul.m1 ^r1.y ^a0[-1], add.a0 -^m1[-2] ^u.x, add.a1 -^m0[-2] ^u.x, rcp.c ^r1.x, mov.p ^a1[-2], store.xy $2 ^p _, store.zw $4 ^a0 _
load.r0 2, load.u 4, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x, add.a0 ^r0.y ^u.z, store.xy $0 ^a0 _
load.r0 3, load.r1 1, load.u 6, mul.m0 ^r1.x ^a1[-2], mul.m1 ^r0.w ^a0[-2], add.a0 ^r1.y ^u.x, mov.p ^m1[-2], store.xy $2 _ ^p, store.zw $4 ^m0 _
load.r0 1, load.r1 5, load.u 4, mul.m0 ^r0.z ^a0[-1], mul.m1 ^r0[-1].y ^a0[-2], add.a0 ^r1.z -^u.y, add.a1 ^m1[-1] -^u.y, mov.p ^m0[-2], store.xy $0 ^p _, store.zw $1 ^a1 _
load.r1 5, load.u 7, complex2.m0 ^m1[-1] ^m1[-1], mul.m1 ^r1.y ^a0[-1], add.a0 ^p[-2] -^u.z, rcp.c ^m1[-1], store.xy $1 _ ^a0
load.r1 4, load.u 4, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^m1[-2], add.a0 ^r1.z -^u.y, add.a1 ^m1[-1] ^u.z, mov.p ^m0[-2], store.xy $2 _ ^p, store.zw $4 ^a1 _
load.r0 1, load.u 6, mul.m0 ^r0.x ^a0[-1], mul.m1 ^r1.y ^a0[-2], add.a0 -^p[-1] ^u.y, store.xy $0 _ ^a0, store.zw $5 ^m0 _
load.r0 3, load.r1 2, load.u 6, complex2.m0 ^r1.w ^r1.w, mul.m1 ^r0.w ^r0[-1].z, add.a0 ^m1[-1] ^u.y, rcp.c ^r1.w, mov.p ^m0[-2], store.xy $4 ^p _, store.zw $3 _ ^a0
load.r1 2, load.u 4, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.w, add.a0 ^m1[-1] ^u.z, add.a1 ^m0[-2] ^u.z, store.xy $3 _ ^a1, store.zw $2 _ ^a0
load.r1 4, mul.m0 ^r0.x ^a0[-2], mul.m1 ^r1.y ^r1.z, store.xy $0 ^m0 _, store.zw $3 _ ^m1
load.r0 4, load.r1 2, load.u 2, sel.m01 ^r1.y ^r0.w ^r0[-1].y _, clamp.p ^m0[-2], store.xy $0 _ ^m0, store.zw v0 _ ^p
load.r0 2, load.u 2, mul.m0 ^m1[-2] ^r0[-1].x, mul.m1 ^r1.w ^r0.w, add.a0 -^m0[-1] ^u.z, store.xy $2 _ ^m1, store.zw $0 _ ^a0
load.a 0, mul.m0 ^p[-2] ^u.y, mul.m1 ^p[-2] ^u.x, lt.a0 ^r0.w 0, lt.a1 ^r0.x 0, mov.p ^p[-2], store.xy $1 ^a0 ^m1, store.zw $2 _ ^p
load.r0 3, load.u 6, mul.m0 ^r0.z ^r0[-1].w, mul.m1 ^r1.z ^r0.y, add.a0 -^r1.x ^u.y, mov.p ^m0[-2], store.xy $3 _ ^m1, store.zw $1 ^p _
sel.m01 ^r1.y ^a0[-2] ^r1.w _, add.a0 ^m0[-2] -0, add.a1 ^a1[-2] -0, preexp2.p ^m0[-1], store.xy $1 ^a0 _, store.zw $3 ^a1 ^m0
load.r1 2, complex2.m0 ^p[-1] ^p[-1], mul.m1 ^r1.w ^u.z, add.a0 -^m0[-1] 0, exp2.c ^p[-1], mov.p ^a0[-2], store.xy $0 ^m1 ^a0, store.zw $2 _ ^p
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^p[-2]
load.r0 1, load.r1 2, mul.m0 ^r0.y ^r1.y, mul.m1 ^p[-2] ^r1.x, store.xy v2 ^m1 _, store.zw $0 ^m0 _
load.r1 3, load.u 6, mul.m0 ^r0.x ^r0[-1].z, mul.m1 ^r0[-1].x ^r1.y, add.a0 -^m1[-1] ^u.y, mov.p ^m0[-2], store.xy v1 ^p _, store.zw $0 _ ^m0
load.r1 2, load.u 1, complex2.m0 ^r1.z ^r1.z, add.a0 ^m0[-2] ^u.x, add.a1 ^m1[-1] ^u.y, rcp.c ^r1.z, mov.p ^a0[-1], store.xy v2 _ ^p
load.r1 2, load.u 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.z, add.a0 ^a1[-1] -0, add.a1 ^m0[-2] ^u.z, mov.p ^a0[-1], store.xy v0 ^p ^a0, store.zw v0 ^a1 _
load.r1 3, sel.m01 ^r1.w ^r1.z ^r0.y _, store.zw v2 ^m0 _
load.r0 3, load.r1 1, mul.m1 ^r1.w ^r0.x, mov.p ^m0[-2], store.xy v1 _ ^p, store.zw v2 _ ^m1
