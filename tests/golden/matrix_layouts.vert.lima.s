load.a 1, max.a0 ^r0.x -^r0.x
load.a 0, load.u 7, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.z ^u.w, floor.a0 ^a0[-1], store.xy $0 ^a0 ^m1, store.zw $0 ^m0 _
load.a 1, load.u 8, mul.m0 ^r0[-1].w ^u.w, mul.m1 ^r0[-1].z ^u.z, sign.a0 ^r0.x, store.zw $0 _ ^m0
load.a 0, load.u 6, mul.m0 ^r0.y ^u.w, mul.m1 ^a0[-2] ^a0[-1], add.a0 ^m0[-1] ^m1[-1], store.xy $0 ^m1 _, store.zw $1 ^m0 ^a0
load.u 16, mul.m1 ^m1[-1] ^u.z, ge.a0 ^m1[-1] ^u.z, ge.a1 ^m1[-1] ^u.w, setA1.c ^m1[-1], store.xy $1 ^a0 ^a1
load.u 16, ge.a0 ^m1[-2] ^u.x, ge.a1 ^m1[-2] ^u.y, setA2.c ^m1[-1], store.xy $2 ^a1 _
load.a 0, load.u 8, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.y, add.a0 ^a0[-2] -^a1[-2], add.a1 ^a1[-2] -^a0[-1], store.xy $1 _ ^a0, store.zw $2 ^a1 ^m1
load.u 16, ge.a0 ^r1.x -^u.x
load.r0 1, load.r1 2, load.u 8, mul.m0 ^a1[-2] ^u.w, mul.m1 ^a0[-2] ^u.z, add.a0 ^r1.x -^r0.x, add.a1 ^a0[-1] -^r1.x, mov.p ^m0[-2], store.xy $1 ^p _, store.zw $3 ^a0 ^a1
load.r1 2, load.u 8, mul.m0 ^a1[-1] ^u.x, mul.m1 ^a0[-1] ^u.y, add.a0 ^m0[-1] ^m1[-1], add.a1 ^r0[-1].w ^r1.w, store.xy $3 ^a1 _, store.zw $1 _ ^m0
load.u 16, add.a0 ^a0[-1] ^m1[-1], add.a1 ^r1.x ^u.y
load.r0 2, load.r1 1, load.u 5, mul.m0 ^r0.z ^u.w, mul.m1 ^r1.y ^u.z, add.a0 ^a0[-1] ^m0[-2], add.a1 ^a1[-2] ^r1.x, setA3.c ^a1[-1], store.xy $0 ^a1 _
load.r1 1, load.u 6, mul.m0 ^r0[-1].z ^u.w, mul.m1 ^r1.y ^u.z, add.a0 ^a0[-1] ^r0.y, add.a1 ^m0[-1] ^m1[-1], store.xy $0 _ ^a0, store.zw $1 _ ^a1
load.a 0, load.r1 3, load.u 5, mul.m0 ^r1.z ^u.y, mul.m1 ^r0.x ^u.w, add.a0 ^m0[-1] ^m1[-1], store.xy $3 ^m1 ^a0
load.r0 1, load.r1 3, load.u 6, mul.m0 ^r1.w ^u.x, mul.m1 ^r1.z ^u.y, add.a0 ^a0[-2] ^r0.z, add.a1 ^a1[-2] ^m0[-1], store.xy $0 _ ^m0, store.zw $1 ^a1 _
load.r1 2, load.u 7, mul.m0 ^r1.z ^u.w, mul.m1 ^r0[-1].y ^u.z, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a0[-1] ^m1[-2], store.xy $3 ^a1 _
load.a 0, load.r1 3, load.u 5, mul.m0 ^r0.z ^u.z, mul.m1 ^r1.w ^u.x, add.a0 ^m0[-1] ^m1[-1], add.a1 ^a0[-1] ^m0[-2], store.xy $0 _ ^m0, store.zw $1 _ ^a0
load.r0 1, load.r1 3, load.u 7, mul.m0 ^r1.w ^u.x, mul.m1 ^r1.z ^u.y, add.a0 ^r0.z ^m1[-1], store.xy $3 _ ^m0, store.zw $3 ^a0 _
load.a 0, load.u 8, mul.m0 ^r0.w ^u.y, mul.m1 ^r0.w ^u.x, add.a0 ^a0[-2] ^m1[-1], mov.p ^a1[-2], store.xy $1 ^m1 ^m0, store.zw $3 _ ^p
load.r1 3, load.u 4, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^r0[-1].z ^u.x, add.a0 ^r1.x ^r0.w, add.a1 ^a0[-1] ^m0[-2], store.xy $2 ^m0 ^a0, store.zw $0 _ ^m1
load.a 0, load.r1 3, load.u 5, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.w ^u.w, add.a0 ^r1.z ^m1[-2], add.a1 ^p[-2] ^m0[-2], store.xy $1 ^a1 _, store.zw $2 ^m0 ^a0
load.u 6, mul.m0 ^r0[-1].w ^u.w, mul.m1 ^r0[-1].z ^u.z, add.a0 ^r1.x ^a0[-2], add.a1 ^m1[-1] ^r1.y, mov.p ^a1[-2], store.xy $2 _ ^p, store.zw $1 ^a0 ^a1
load.a 0, load.u 7, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.y, add.a0 ^m0[-1] ^m1[-1], add.a1 ^a0[-2] ^r1.z, store.xy $0 ^a0 ^a1, store.zw $2 _ ^m0
load.r0 2, load.r1 1, load.u 8, complex2.m0 ^a0[-2] ^a0[-2], mul.m1 ^r0[-1].w ^u.z, add.a0 ^r1.x ^m1[-1], add.a1 ^a1[-2] ^r0.z, rcp.c ^a0[-2], store.xy $1 ^a0 ^a1, store.zw $2 ^m1 _
load.r1 1, load.u 2+A3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.z, add.a0 ^u.x ^r0.w, store.zw $0 ^a0 _
load.a 0, load.r1 2, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.x ^u.x, add.a0 ^r1.y ^m1[-2], store.xy $2 _ ^a0, store.zw $0 _ ^m1
load.u 1, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^r0[-1].y ^u.y, add.a0 ^m0[-1] ^m1[-1], mov.p ^m0[-2], store.xy $3 ^m1 ^a0, store.zw $2 ^p _
load.a 0, load.u 3, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.y ^u.x, add.a0 ^m0[-1] ^m1[-1], store.zw $1 ^m0 ^a0
load.u 6, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.y, add.a0 ^r1.z ^m1[-1], store.zw $3 ^m1 ^a0
load.a 0, load.u 7, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.w ^u.w, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $0 ^m0 ^a0, store.zw $0 ^a1 _
load.r1 2, load.u 5, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^r0[-1].x ^u.y, add.a0 ^m1[-1] ^r1.w, store.xy $4 ^m0 ^a0
load.a 0, load.r1 1, load.u 6, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.z, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $1 ^a0 ^a1
load.r1 2, mul.m0 ^r0[-1].x ^u.y, mul.m1 ^r0[-1].z ^u.z, add.a0 ^r1.y ^m1[-1], add.a1 ^r0.y ^m0[-1], store.xy $0 _ ^m0, store.zw $4 ^a0 ^a1
load.a 0, load.r1 3, load.u 1, mul.m0 ^r0.y ^u.x, mul.m1 ^r0.z ^u.z, add.a0 ^r1.y ^m1[-1], add.a1 ^a0[-2] ^r1.z, store.xy $2 _ ^m0, store.zw $3 ^a0 _
load.r1 1, load.u 2, mul.m0 ^r0[-1].y ^u.y, mul.m1 ^r0[-1].x ^u.x, add.a0 ^r1.w ^m1[-1], add.a1 ^a1[-2] ^a1[-1], store.xy $1 ^a1 _, store.zw $4 _ ^a0
load.a 0, load.r1 3, load.u 3, mul.m1 ^r0.x ^u.x, add.a0 ^m1[-1] ^m0[-1], add.a1 ^r1.w ^m1[-1], store.xy $3 _ ^a1, store.zw $1 _ ^a0
load.r1 1, load.u 4, mul.m0 ^r0[-1].z ^u.y, mul.m1 ^r0[-1].y ^u.y, add.a0 ^r1.z ^m1[-1], store.xy $5 ^a0 _, store.zw $3 _ ^m0
load.a 0, load.r1 2, load.u 10+A2, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.y ^u.x, add.a0 ^r1.x ^m1[-1], store.xy $2 ^m1 _, store.zw $5 ^m0 ^a0
load.r1 4, load.u 5, mul.m1 ^r0[-1].x ^u.z, add.a0 ^r1.y ^r0.x, add.a1 ^r0.z ^r1.x, store.xy $5 _ ^a0, store.zw $0 ^a1 _
load.a 0, load.r1 4, load.u 9+A2, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^u.x, add.a0 ^r1.z ^m1[-1], store.xy $0 ^m1 _, store.zw $4 ^m0 _
load.r0 5, load.r1 2, load.u 11+A1, add.a0 ^u.x ^r1.x, add.a1 ^u.y ^r0.z
load.a 0, load.u 7, mul.m1 ^r0.x ^u.x, add.a0 ^a0[-1] ^m1[-2], add.a1 ^a1[-1] ^m0[-2], mov.p ^a0[-2], store.xy $0 ^p _, store.zw $5 ^m1 _
load.r0 4, load.r1 3, load.u 17, mul.m0 ^r0.w ^u.y, mul.m1 ^r1.z ^u.y, store.xy $2 ^m1 _, store.zw $3 ^m0 _
load.r0 5, load.r1 1, load.u 17, mul.m0 ^r0.x ^u.z, mul.m1 ^r1.w ^u.z, add.a0 ^r0.y ^m1[-2], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.xy $4 ^a1 ^a0, store.zw $1 _ ^p
load.r1 3, load.u 17, mul.m0 ^r1.y ^u.y, mul.m1 ^r0[-1].w ^u.z, add.a0 ^m1[-1] ^m1[-2], add.a1 ^m0[-1] ^m0[-2], store.xy $2 ^a0 _, store.zw $3 ^a1 _
load.r0 2, load.u 17, mul.m0 ^a1[-2] ^u.x, mul.m1 ^p[-2] ^u.x, add.a0 ^r1.x ^r0.w, add.a1 ^m1[-1] ^m0[-1], store.xy $3 _ ^m1, store.zw $2 _ ^a0
load.r1 1, load.u 15, add.a0 ^r1.y ^r0.z, add.a1 ^r1.x ^m0[-1], clamp.p ^r0[-1].z, store.xy $0 ^a0 _, store.zw v0 _ ^p
load.r0 4, load.r1 3, load.u 2+A3, add.a0 ^u.y ^r1.w, add.a1 ^r0.y ^a0[-2], mov.p ^a1[-2], store.xy $1 ^a1 _, store.zw $0 ^p _
load.a 0, load.r1 1, load.u 1, mul.m0 ^a1[-2] 1, mul.m1 ^r0.y ^u.z, add.a0 ^a0[-1] ^r1.z, mov.p ^p[-2], store.xy $1 _ ^m1, store.zw $2 ^p ^m0
load.r0 3, load.u 2, mul.m1 ^r0[-1].x ^u.y, add.a0 ^r1.x ^r0.y, store.xy $0 ^m1 _, store.zw $1 ^a0 _
load.r1 2, load.u 0+A1, add.a0 ^r1.x ^u.x, add.a1 ^r0[-1].z ^u.y, mov.p ^a0[-2], store.zw $1 _ ^a1
load.r1 2, load.u 13, mul.m0 ^r1.z ^u.y, mul.m1 ^r1.z ^u.x, add.a0 ^p[-1] ^m1[-2], add.a1 ^a0[-1] ^r1.y, store.xy $0 ^m1 _, store.zw $3 ^a0 ^a1
load.r0 3, load.r1 2, load.u 13, mul.m0 ^m0[-1] ^r1.w, mul.m1 ^r1.z ^u.z, add.a0 ^a1[-2] ^r0.x, store.xy $3 ^m0 _, store.zw $1 _ ^a0
load.r0 1, load.u 0+A1, mul.m0 ^m1[-1] ^r0.x, mul.m1 ^m1[-2] ^r0.z, add.a0 ^r1.z ^u.z, add.a1 ^a1[-2] ^r1.w, store.xy v1 ^a1 _, store.zw $3 _ ^m1
load.a 0, mul.m1 ^r0.x ^u.z, add.a0 ^a0[-1] ^r0[-1].y, add.a1 ^a0[-2] ^r1.y, store.xy v1 _ ^a1
load.r1 3, load.u 17, mul.m1 ^r1.z ^u.y, add.a0 ^a0[-1] ^m1[-1], mov.p ^m0[-2], store.xy $0 ^p _, store.zw v1 ^a0 ^m1
load.r1 3, load.u 14, add.a0 ^r1.w ^u.x, add.a1 ^r1.x ^u.y, store.xy v0 ^a0 ^a1
load.u 14, add.a0 ^p[-2] ^u.z, store.zw v0 ^a0 _
