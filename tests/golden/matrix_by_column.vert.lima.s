load.a 1, load.u 20, max.a0 ^r0.x -^r0.x, mov.p ^u.w, store.xy $0 ^p _
load.a 0, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.x ^u.w, floor.a0 ^a0[-1], store.xy $0 _ ^a0, store.zw $0 ^m1 ^m0
load.a 1, load.u 1, mul.m0 ^r0[-1].y ^u.x, mul.m1 ^r0[-1].y ^u.w, sign.a0 ^r0.x
load.a 0, load.u 4, mul.m0 ^r0.x ^u.x, mul.m1 ^a0[-2] ^a0[-1], add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 _ ^m1, store.zw $0 ^m0 ^a0
load.u 20, min.a0 ^m1[-1] ^u.x, setA1.c ^m1[-1], store.xy $1 ^a0 _
load.a 0, load.u 4, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^u.y, setA2.c ^a0[-1], mov.p ^a1[-2], store.xy $1 _ ^p, store.zw $1 ^m0 _
load.u 2, mul.m0 ^r0[-1].z ^u.x, mul.m1 ^r0[-1].z ^u.w, add.a0 ^r1.z ^m1[-1], store.xy $2 ^m0 ^a0, store.zw $0 ^m1 _
load.r1 1, load.u 20, mul.m1 ^r1.x ^u.y, ge.a0 ^r0.y ^u.x, ge.a1 ^r0.y ^u.z, store.xy $1 ^a0 _, store.zw $1 _ ^a1
load.a 0, load.r1 1, load.u 3, mul.m0 ^r0.w ^u.x, mul.m1 ^r0.w ^u.w, add.a0 ^r0[-1].w ^m1[-2], add.a1 ^r1.z ^a0[-2], setA3.c ^m1[-1], store.zw $0 ^m0 ^a1
load.r0 2, load.r1 1, mul.m0 ^r0[-1].x ^u.z, mul.m1 ^r0[-1].x ^u.y, add.a0 ^a0[-1] ^m1[-1], add.a1 ^r1.y ^r0.x, store.xy $1 _ ^a0, store.zw $1 ^m1 _
load.a 0, load.u 1, mul.m0 ^r0.y ^u.z, mul.m1 ^r0.y ^u.y, add.a0 ^a1[-1] ^m0[-2], store.xy $2 ^m0 _, store.zw $0 ^m1 _
load.r1 1, load.u 0+A1, sel.m01 ^u.x ^r1.x ^u.y _, add.a0 ^a0[-2] ^u.w, add.a1 ^a0[-1] ^u.x, mov.p ^m0[-2], store.xy $1 _ ^p, store.zw $2 ^a0 ^m0
load.u 20, mul.m1 ^r1.w ^u.w, ge.a0 ^r1.y ^u.y, store.xy $2 _ ^a0
load.r1 1, load.u 4+A1, sel.m01 ^u.x ^r1.x ^u.y _, add.a0 ^r1.z ^r0.z, add.a1 ^a0[-2] ^m1[-1], mov.p ^a1[-2], store.xy $0 _ ^a0, store.zw $1 ^p _
load.r0 2, load.r1 1, load.u 0+A1, sel.m01 ^r0.w ^r1.w ^u.z _, add.a0 ^r1.y ^r0.x, store.xy $1 _ ^a0, store.zw $0 ^m0 _
load.a 0, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.y, add.a0 ^m0[-2] -0, mov.p ^a1[-2], store.xy $2 ^a0 _, store.zw $0 _ ^p
load.u 3, mul.m0 ^r0[-1].w ^u.z, mul.m1 ^r0[-1].w ^u.y, add.a0 ^r1.y ^m1[-1], add.a1 ^a0[-2] ^m0[-1]
load.a 0, load.u 7, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^u.x, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1], store.xy $0 _ ^m1, store.zw $2 ^m0 ^a0
load.u 8, mul.m0 ^r0[-1].y ^u.y, mul.m1 ^r0[-1].y ^u.x
load.a 0, load.u 10, complex2.m0 ^r1.w ^r1.w, mul.m1 ^r0.x ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], rcp.c ^r1.w, mov.p ^a1[-2], store.xy $1 _ ^m1, store.zw $2 ^a0 _
load.r0 2, load.u 0+A1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.w, add.a0 ^r0.w ^u.y, add.a1 ^p[-1] ^u.z, store.xy $0 _ ^a1, store.zw $2 _ ^a0
load.a 0, load.u 10, mul.m1 ^r0.x ^u.y, mov.p ^a1[-2], store.xy $3 ^m1 _, store.zw $0 _ ^p
load.u 11, mul.m0 ^r0[-1].y ^u.y, mul.m1 ^r0[-1].y ^u.x, mov.p ^m0[-2], store.xy $3 _ ^p
load.a 0, load.r1 1, load.u 12+A3, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^u.x, add.a0 ^r1.y ^m1[-1], add.a1 ^m1[-2] ^m0[-1], store.xy $1 _ ^m1, store.zw $3 ^m0 ^a0
load.u 12+A3, mul.m1 ^r0[-1].x ^u.z, store.xy $3 ^m1 _
load.a 0, load.u 13+A3, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.y ^u.x, mov.p ^a1[-2], store.xy $4 ^p _
load.r0 3, load.r1 1, load.u 13+A3, mul.m1 ^r0[-1].y ^u.z, add.a0 ^r1.y ^m1[-1], add.a1 ^r0.z ^m0[-1], store.xy $1 _ ^m1, store.zw $3 ^a0 _
load.r0 1, load.r1 2, load.u 4+A1, sel.m01 ^r1.x ^r0.w ^u.z _, store.xy $2 ^m0 _
load.r0 2, load.u 0+A1, sel.m01 ^r1.z ^r0.y ^u.w _, mov.p ^a1[-2], store.xy $2 _ ^m0, store.zw $0 ^p _
load.a 0, load.u 7, mul.m1 ^r0.x ^u.z, store.xy $4 _ ^m1
load.r0 1, load.r1 3, load.u 8, mul.m1 ^r0[-1].y ^u.z, add.a0 ^r1.x ^r0.y, store.xy $1 _ ^a0
load.a 0, load.u 9, mul.m0 ^r0.z ^u.y, mul.m1 ^r0.z ^u.x, add.a0 ^m1[-2] ^m1[-1], store.xy $3 ^a0 _
load.r1 2, load.u 14+A3, mul.m0 ^r0[-1].z ^u.y, mul.m1 ^r0[-1].z ^u.x, add.a0 ^r1.z ^m1[-1], add.a1 ^r0.w ^m0[-1], store.xy $4 _ ^a1, store.zw $2 ^a0 _
load.a 0, load.r1 3, load.u 14+A3, mul.m1 ^r0.z ^u.z, add.a0 ^r1.z ^m1[-1], add.a1 ^r0[-1].z ^m0[-1], store.xy $5 ^a1 _, store.zw $3 ^a0 _
load.r1 1, load.u 15+A1, sel.m01 ^u.x ^r1.x ^u.y _, add.a0 ^r1.y ^m1[-1], store.xy $1 ^m0 ^a0
load.u 0+A1, mul.m1 ^u.y ^r1.x
load.r0 1, load.r1 2, load.u 20, mul.m0 ^r1.y ^u.w, mul.m1 ^r1.x ^u.w, add.a0 ^r0.z ^m1[-1], store.xy $0 ^a0 _, store.zw $1 ^m0 _
load.a 0, load.r1 2, load.u 9, mul.m1 ^r0.z ^u.z, add.a0 ^r1.w ^m1[-1], store.zw $0 ^m1 ^a0
load.r0 4, load.r1 3, load.u 10+A2, add.a0 ^r1.w ^u.x, add.a1 ^r0.x ^u.y, store.xy $2 ^a1 _, store.zw $3 _ ^a0
load.r1 1, load.u 15+A1, sel.m01 ^r1.x ^r1.w ^u.z _, add.a0 ^r0.y ^r1.z, store.xy $0 _ ^m0, store.zw $1 ^a0 _
load.r1 3, load.u 21, mul.m0 ^a1[-2] ^u.x, mul.m1 ^a0[-2] ^u.x, max.a0 ^r1.y -^u.z, mov.p ^u.w, store.xy $1 ^a0 _, store.zw v1 _ ^p
load.r1 3, load.u 18, mul.m0 ^r0.w ^u.y, mul.m1 ^r0.x ^u.x, add.a0 ^r1.x ^r0.z, add.a1 ^r1.z ^m0[-2], store.xy $0 ^a1 _, store.zw $1 _ ^a0
load.r0 4, load.r1 2, load.u 7+A1, mul.m1 ^m0[-2] 1, add.a0 ^r1.z ^u.x, add.a1 ^r0.y ^u.y, mov.p ^m1[-2], store.xy $2 ^a0 ^a1, store.zw $0 ^p ^m1
load.r1 5, load.u 7+A1, mul.m1 ^m0[-2] 1, add.a0 ^r1.x ^r0.y, add.a1 ^a0[-2] ^u.z, mov.p ^m1[-2], store.xy $3 ^m1 ^a0, store.zw $1 _ ^p
load.r1 1, load.u 18, mul.m1 ^r1.z ^u.z, add.a0 ^r1.y ^r0[-1].y, add.a1 ^a0[-2] ^p[-2], store.xy $0 _ ^a0, store.zw $0 ^m1 _
load.r1 1, load.u 21, mul.m0 ^a0[-2] ^u.y, mul.m1 ^r0.x ^u.y, min.a0 ^r1.x ^u.z, mov.p ^a1[-2], store.xy $0 ^p _, store.zw v0 _ ^a0
load.r0 1, load.r1 2, load.u 21, mul.m0 ^a0[-1] ^r0.w, mul.m1 ^a0[-2] ^u.y, add.a0 ^r1.y ^r0[-1].w, add.a1 ^a1[-2] ^m1[-1], store.xy v1 ^a1 _, store.zw $0 _ ^m0
load.r1 3, mul.m0 ^a0[-2] ^r0.z, mul.m1 ^a0[-2] ^r1.x, add.a0 ^a0[-1] ^m0[-2], add.a1 ^p[-2] ^m1[-1], store.xy v1 _ ^a0, store.zw v1 ^a1 _
load.u 19, add.a0 ^m0[-2] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 19, add.a0 ^m0[-2] ^u.z, store.zw v0 ^a0 _
