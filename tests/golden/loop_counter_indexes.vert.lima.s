load.a 0, add.a0 -^r0.x ^u.x, add.a1 -^r0.y ^u.y
load.u 1, mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r0[-1].x ^u.x, add.a1 -^r0[-1].y ^u.y
load.a 0, mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r0.z ^u.z, add.a1 ^m1[-1] ^m0[-1], store.xy $0 ^a1 _
load.u 1, mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r0[-1].z ^u.z, add.a1 ^m1[-1] ^m0[-1], store.xy $0 _ ^m1, store.zw $0 ^a1 _
load.a 0, load.u 2, mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r0.x ^u.x, add.a1 -^r0.y ^u.y, store.zw $0 _ ^m1
load.u 2, mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r0[-1].z ^u.z, add.a1 ^m1[-2] ^r1.x, store.xy $0 ^m1 ^m0, store.zw $1 ^a1 _
load.a 0, load.u 3, mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r0.x ^u.x, add.a1 -^r0.y ^u.y, store.xy $1 ^m1 _
mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], add.a0 ^r1.w ^r1.z, add.a1 ^m1[-2] ^m0[-2], store.xy $1 _ ^a0, store.zw $1 _ ^m1
load.a 0, load.u 3, add.a0 -^r0.z ^u.z, add.a1 ^m1[-2] ^a1[-1], store.xy $1 ^a1 _
load.u 4, mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r0[-1].x ^u.x, add.a1 -^r0[-1].y ^u.y, mov.p ^m0[-2], store.xy $0 ^a1 ^m1
load.r1 1, load.u 1, mul.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.z ^u.w, add.a0 ^r1.w ^p[-1], store.zw $1 ^m1 ^m0
load.r1 1, load.u 2, mul.m0 ^a1[-2] ^a1[-2], mul.m1 ^r1.y ^u.w, add.a0 ^m1[-2] ^a0[-1], store.xy $1 _ ^m1
load.a 0, load.u 4, mul.m1 ^a0[-1] ^u.w, add.a0 -^r0.z ^u.z, add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^a1 _, store.zw $1 _ ^m1
load.u 5, mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r0[-1].x ^u.x, add.a1 -^r0[-1].y ^u.y, store.xy $0 _ ^m1
load.r1 1, load.u 27, mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], max.a0 ^r1.z ^u.z, max.a1 ^r1.y ^u.z, store.xy $1 _ ^a1
load.r1 1, load.u 3, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.x ^u.w, add.a0 ^m1[-2] ^r0.x, add.a1 ^m1[-1] ^m0[-1], rcp.c ^a0[-1], store.xy $1 ^m1 _, store.zw $1 ^a0 _
load.a 0, load.u 5, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 -^r0.z ^u.z
load.r1 1, load.u 6, complex2.m0 ^r1.y ^r1.y, mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r0[-1].x ^u.x, add.a1 -^r0[-1].y ^u.y, rcp.c ^r1.y, mov.p ^a1[-2], store.xy $0 ^p ^a0, store.zw $0 ^a1 ^m1
load.r1 1, load.u 27, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y, max.a0 ^r1.x ^u.z, max.a1 ^r1.w ^u.z, mov.p ^m0[-2], store.xy $1 ^p ^a0, store.zw $1 _ ^a1
load.a 0, load.u 6, mul.m0 ^a1[-2] ^a1[-2], mul.m1 ^a0[-2] ^a0[-2], add.a0 -^r0.z ^u.z, add.a1 ^m1[-2] ^p[-2], store.xy $0 ^m1 ^m0, store.zw $0 ^a1 _
load.u 7, complex2.m0 ^a1[-2] ^a1[-2], mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r0[-1].x ^u.x, add.a1 -^r0[-1].y ^u.y, rcp.c ^a1[-2], mov.p ^m0[-2], store.xy $2 ^a0 ^a1, store.zw $0 _ ^p
load.a 0, load.r1 1, load.u 7, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.w, add.a0 ^m1[-2] ^m0[-2], add.a1 -^r0.z ^u.z, store.xy $0 ^a1 _
load.r1 1, load.u 5, complex2.m0 ^r1.y ^r1.y, mul.m1 ^r1.z ^u.w, add.a0 ^m1[-2] ^a0[-1], rcp.c ^r1.y, store.xy $0 _ ^m1, store.zw $2 ^a0 _
load.a 0, load.r1 1, load.u 8, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y, add.a0 -^r0.x ^u.x, add.a1 -^r0.y ^u.y, mov.p ^m0[-2], store.xy $1 _ ^p, store.zw $1 ^a0 ^a1
load.r1 2, load.u 27, mul.m0 ^r1.y ^r1.y, mul.m1 ^r1.x ^r1.x, max.a0 ^m1[-2] ^u.z, store.xy $0 _ ^a0
load.u 6, mul.m0 ^r1.x ^r1.x, mul.m1 ^r1.z ^u.w, add.a0 ^m1[-1] ^m0[-1], mov.p ^m0[-2], store.xy $0 ^p _, store.zw $0 ^m1 _
load.a 0, load.r1 1, load.u 8, mul.m0 ^r1.w ^r1.w, mul.m1 ^r1.z ^r1.z, add.a0 -^r0.z ^u.z, add.a1 ^m0[-1] ^a0[-1], store.xy $2 ^a1 _, store.zw $1 ^m1 ^m0
load.u 9, mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r0[-1].x ^u.x, add.a1 -^r0[-1].y ^u.y, store.xy $2 _ ^a0, store.zw $2 _ ^a1
load.u 14, mul.m0 ^r1.w ^u.x, mul.m1 ^r1.w ^u.w, add.a0 ^m1[-2] ^m0[-2], store.zw $1 ^m1 ^m0
load.r1 1, load.u 13, mul.m0 ^r1.x ^u.x, mul.m1 ^r1.x ^u.w, add.a0 ^m1[-2] ^a0[-1], store.xy $3 ^m1 ^m0, store.zw $3 ^a0 _
load.r0 2, load.u 27, complex2.m0 ^r1.y ^r1.y, mul.m1 ^r0.y ^r0.y, max.a0 ^r1.z ^u.z, rcp.c ^r1.y, store.xy $2 _ ^a0, store.zw $3 _ ^m1
load.a 0, load.u 9, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y, add.a0 -^r0.z ^u.z, store.xy $0 _ ^a0
load.r1 2, load.u 7, mul.m0 ^r1.w ^r1.w, mul.m1 ^r1.z ^u.w, store.xy $4 ^m0 _, store.zw $0 ^m1 _
load.a 0, load.r1 2, load.u 10, complex2.m0 ^r1.y ^r1.y, mul.m1 ^a0[-2] ^a0[-2], add.a0 -^r0.x ^u.x, add.a1 -^r0.y ^u.y, rcp.c ^r1.y, mov.p ^m0[-2], store.xy $0 _ ^p, store.zw $2 ^a0 ^a1
load.r1 2, load.u 27, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y, max.a0 ^m1[-2] ^u.z, store.zw $0 ^a0 _
load.r0 3, load.r1 1, mul.m0 ^a1[-2] ^a1[-2], mul.m1 ^a0[-2] ^a0[-2], add.a0 ^r1.z ^r0.x, add.a1 ^r1.w ^r0.y, mov.p ^m1[-2], store.xy $2 _ ^a1, store.zw $1 ^p ^a0
load.r0 4, load.u 15, mul.m0 ^r1.x ^u.x, mul.m1 ^r1.x ^u.w, add.a0 ^r0[-1].w ^r0.x, add.a1 ^m1[-1] ^m0[-1], mov.p ^m0[-2], store.xy $3 ^a1 _, store.zw $2 ^p ^m0
load.r1 2, load.u 8, mul.m1 ^r1.x ^u.w, add.a0 ^a0[-2] ^m1[-1], add.a1 ^p[-2] ^a0[-1], store.xy $2 ^m1 _, store.zw $1 ^a0 _
load.a 0, load.u 10, complex2.m0 ^r1.z ^r1.z, mul.m1 ^a1[-1] ^u.w, add.a0 -^r0.z ^u.z, rcp.c ^r1.z, store.xy $3 _ ^m1, store.zw $1 _ ^a0
load.u 11, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.z, add.a0 -^r0[-1].x ^u.x, add.a1 -^r0[-1].y ^u.y, store.xy $4 ^a1 _, store.zw $0 ^a0 _
load.r0 2, load.r1 1, load.u 16, mul.m0 ^r1.y ^u.x, mul.m1 ^r1.y ^u.w, add.a0 ^r0.y ^r0.w, store.xy $2 _ ^m0, store.zw $3 _ ^m1
load.r0 1, load.r1 3, load.u 27, mul.m0 ^a0[-2] ^a0[-2], mul.m1 ^r0.w ^r0.w, max.a0 ^r0[-1].x ^u.z, max.a1 ^r1.y ^u.z, mov.p ^m0[-2], store.xy $2 ^a0 _, store.zw $0 ^p _
load.r0 4, load.r1 3, load.u 9, mul.m0 ^r0.x ^r0.x, mul.m1 ^r1.z ^u.w, add.a0 ^r0[-1].z ^m1[-2], add.a1 ^m1[-1] ^r1.x, mov.p ^a0[-2], store.xy $3 ^m1 ^a0, store.zw $2 _ ^p
load.a 0, load.u 11, complex2.m0 ^a1[-2] ^a1[-2], mul.m1 ^a1[-1] ^u.w, add.a0 -^r0.z ^u.z, add.a1 ^m0[-2] ^m0[-1], rcp.c ^a1[-2], mov.p ^a1[-2], store.zw $1 ^a0 ^a1
load.u 27, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^p[-1], max.a0 ^m1[-2] ^u.z, max.a1 ^m1[-1] ^u.z, store.xy $3 ^a0 _, store.zw $3 ^a1 _
load.r0 2, load.u 17, mul.m0 ^r1.y ^u.x, mul.m1 ^r1.y ^u.w, add.a0 ^r0.w ^r0.y
load.r0 3, load.r1 1, complex2.m0 ^r0[-1].x ^r0[-1].x, mul.m1 ^r1.z ^r1.z, add.a0 ^r0.y ^m1[-1], add.a1 ^a0[-1] ^m0[-1], rcp.c ^r0[-1].x, mov.p ^m0[-2], store.xy $3 _ ^a0, store.zw $1 ^p _
load.r0 1, load.r1 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x, add.a0 ^m1[-1] ^r0.w, store.zw $1 _ ^a0
load.r1 2, load.u 18, mul.m0 ^r1.z ^u.x, mul.m1 ^r1.z ^u.w, mov.p ^a1[-2]
load.r1 3, load.u 19, complex2.m0 ^r1.x ^r1.x, mul.m1 ^r0.z ^u.w, add.a0 ^r1.y ^m1[-1], add.a1 ^p[-1] ^m0[-1], rcp.c ^r1.x, mov.p ^m0[-2], store.xy $2 ^p ^a1
load.r1 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x, add.a0 ^a0[-1] ^m1[-1], store.zw $2 _ ^a0
load.r0 3, load.r1 1, load.u 12, complex2.m0 ^r0.z ^r0.z, mul.m1 ^r1.w ^u.w, rcp.c ^r0.z
load.u 27, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].z, max.a0 ^m1[-1] ^u.z, mov.p ^m0[-2], store.xy $3 ^a0 _, store.zw $1 _ ^p
load.u 14, mul.m0 ^r1.w ^u.z, mul.m1 ^r1.w ^u.y, store.xy $3 _ ^m0, store.zw $0 _ ^m1
load.r1 1, load.u 13, mul.m0 ^r1.x ^u.z, mul.m1 ^r1.x ^u.y, mov.p ^m0[-2], store.xy $1 ^p _
load.r1 2, load.u 20, mul.m0 ^r1.x ^u.x, mul.m1 ^r1.x ^u.w, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $3 _ ^a0, store.zw $0 _ ^m0
load.r0 2, load.u 15, mul.m0 ^r1.x ^u.z, mul.m1 ^r1.x ^u.y, add.a0 ^r0.w ^m1[-1], store.xy $0 ^a0 _
load.r1 1, load.u 21, mul.m0 ^r1.w ^u.x, mul.m1 ^r1.w ^u.w, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy $3 _ ^a0, store.zw $2 _ ^m0
load.r1 1, load.u 16, mul.m0 ^r1.y ^u.z, mul.m1 ^r1.y ^u.y, add.a0 ^a0[-2] ^m1[-1], store.xy $0 ^a0 _
load.r0 1, load.r1 3, load.u 22, complex2.m0 ^r1.x ^r1.x, mul.m1 ^r0.z ^u.w, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], rcp.c ^r1.x, store.xy $1 _ ^a0, store.zw $3 ^a1 _
load.r1 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x, add.a0 ^a0[-2] ^m1[-1], store.xy $0 ^a0 _
load.u 17, mul.m0 ^r1.y ^u.z, mul.m1 ^r1.y ^u.y
load.r0 3, load.r1 1, load.u 23, mul.m0 ^r1.x ^u.x, mul.m1 ^r1.x ^u.w, add.a0 ^r1.y ^m1[-1], add.a1 ^r0.z ^m0[-1], mov.p ^m0[-2], store.xy $1 _ ^p, store.zw $3 ^m0 ^a0
load.r1 2, load.u 18, mul.m0 ^r1.z ^u.z, mul.m1 ^r1.z ^u.y, add.a0 ^r0.x ^m1[-1], store.zw $2 ^a0 _
load.u 24, mul.m0 ^p[-2] ^u.x, mul.m1 ^p[-2] ^u.w, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy $0 ^m0 ^a0, store.zw $3 _ ^a1
load.u 19, mul.m0 ^r1.z ^u.y, mul.m1 ^r1.z ^u.x, add.a0 ^a0[-2] ^m1[-1]
load.r0 2, load.u 19, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.z ^u.z, add.a0 ^r0.y ^m1[-1], add.a1 ^a0[-2] ^m0[-1], rcp.c ^a0[-1], store.xy $2 _ ^a1
load.r1 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.w ^m1[-1], add.a1 ^a0[-1] ^r0.w, store.xy $0 _ ^a0
load.r1 2, load.u 20, mul.m0 ^r1.x ^u.z, mul.m1 ^r1.x ^u.y, add.a0 ^a1[-1] ^r1.w, store.zw $0 ^a0 _
load.r0 1, load.r1 2, load.u 21, mul.m0 ^r0.w ^u.z, mul.m1 ^r0.w ^u.y, add.a0 ^r1.y ^m1[-1], add.a1 ^a0[-2] ^m0[-1], mov.p ^m0[-2], store.zw $1 _ ^p
load.u 22, mul.m0 ^r0[-1].z ^u.y, mul.m1 ^r0[-1].z ^u.x, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1], store.xy $0 _ ^a1
load.r1 1, load.u 22, mul.m1 ^r1.z ^u.z, add.a0 ^r0.z ^m1[-1], add.a1 ^a0[-1] ^m0[-1], store.zw $1 ^a1 _
load.r0 3, load.r1 1, load.u 23, mul.m0 ^r1.x ^u.z, mul.m1 ^r1.x ^u.y, add.a0 ^a1[-2] ^m1[-1], add.a1 ^a0[-1] ^r0.z, store.xy $1 ^a0 _, store.zw $0 ^m1 ^m0
load.r1 1, load.u 27, max.a0 ^r1.w ^u.x, store.xy $0 _ ^a0
load.r1 1, load.u 24, mul.m0 ^r1.y ^u.z, mul.m1 ^r1.y ^u.y, add.a0 ^r1.z ^m1[-2], add.a1 ^a0[-2] ^m0[-2], mov.p ^a1[-2], store.xy $1 ^a1 ^m1, store.zw $0 ^p ^a0
load.u 27, min.a0 ^a0[-2] ^u.y, store.xy $0 _ ^a0, store.zw v0 _ ^a0
load.u 25, mul.m0 ^a0[-1] ^u.y, mul.m1 ^a0[-1] ^u.x, add.a0 ^p[-2] ^r1.x, add.a1 ^a0[-2] ^m1[-2], mov.p ^m0[-2], store.xy $0 ^a1 _, store.zw $0 ^m0 _
load.r1 1, load.u 25, mul.m0 ^m1[-1] ^a0[-1], mul.m1 ^a0[-2] ^u.z, add.a0 ^r1.x ^p[-1]
load.u 26, mul.m0 ^m1[-1] ^a0[-1], mul.m1 ^m0[-2] ^a1[-2], add.a0 ^m0[-1] ^u.x, store.xy v0 ^a0 _
load.u 26, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, store.xy v0 _ ^a0, store.zw v0 ^a1 _
