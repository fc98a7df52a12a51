load.u 9, mov.p ^u.z
load.a 0, load.u 7, mov.p ^u.y
load.a 1, load.u 4, mul.m0 ^r0[-1].y ^u.y, mul.m1 ^r0[-1].z ^p[-2], max.a0 ^r0.x -^r0.x, mov.p ^u.x, store.zw $4 ^m0 ^m1
load.a 0, load.u 8, mul.m0 ^r0.x ^p[-2], mul.m1 ^r0.x ^p[-1], sign.a0 ^r0[-1].x, mov.p ^u.y, store.xy $4 _ ^m1
load.a 0, load.u 11, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.y ^p[-1], floor.a0 ^a0[-2], mov.p ^u.x, store.zw $1 ^m0 _
load.a 0, load.u 7, mul.m0 ^r0.y ^p[-1], mul.m1 ^a0[-1] ^a0[-2], add.a0 ^u.x -0, add.a1 ^m0[-2] ^m1[-1], mov.p ^u.z, store.xy $3 ^a1 ^m0, store.zw $0 ^m1 _
load.a 0, load.u 8, mul.m0 ^r0.x ^a0[-1], mul.m1 ^r0.y ^u.x, setA1.c ^m1[-1], mov.p ^u.z, store.xy $4 ^m1 _, store.zw $1 _ ^m0
load.a 0, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^p[-2], mov.p ^u.w, store.xy $0 ^m0 _
load.a 0, load.u 21, mul.m0 ^r0.y ^p[-2], mul.m1 ^r0.x ^p[-1], ge.a0 ^r1.z ^u.x, ge.a1 ^r1.z ^u.z, store.xy $2 ^m1 _, store.zw $3 ^a1 ^a0
load.a 0, load.u 1, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.y ^u.z, add.a0 ^m1[-2] ^m0[-1], store.xy $0 _ ^m0, store.zw $0 _ ^m1
load.u 4+A1, sel.m01 ^u.x ^a0[-2] ^u.y _, mov.p ^u.z
load.r0 4, load.r1 3, load.u 15+A1, sel.m01 ^u.x ^r1.w ^u.y _, add.a0 ^a0[-2] ^r0.w, mov.p ^u.z, store.zw $2 ^a0 _
load.r0 3, load.u 21, sel.m01 ^m0[-2] ^r0.z ^p[-2] _, min.a0 ^r1.z ^u.x, mov.p ^u.y, store.xy $1 ^m0 ^a0
load.r1 3, load.u 4, sel.m01 ^m0[-2] ^r1.z ^p[-2] _, mov.p ^u.z, store.zw $2 _ ^m0
load.a 0, mul.m1 ^r0.x ^u.z, ge.a0 ^r1.z ^p[-2], mov.p ^u.x, store.xy $2 _ ^a0, store.zw $0 ^m1 _
load.a 0, load.r1 4, load.u 1, mul.m0 ^r0.z ^p[-2], mul.m1 ^r0.y ^u.w, add.a0 ^r1.y ^r1.z, mov.p ^u.x
load.a 0, load.r1 4, load.u 2, mul.m1 ^r0.x ^p[-2], add.a0 ^u.w -0, add.a1 ^r1.x -0, mov.p ^u.x
load.a 0, load.r1 2, load.u 21, mul.m0 ^r0.z ^a0[-1], mul.m1 ^r0.y ^p[-2], add.a0 ^m0[-2] ^a0[-2], add.a1 ^r1.x ^m1[-2], mov.p ^u.w
load.a 0, load.r1 1, load.u 9, mul.m0 ^r0.z ^p[-2], mul.m1 ^r0.z ^u.x, add.a0 ^r1.w ^a1[-2], add.a1 ^m1[-2] ^m1[-1], mov.p ^p[-1]
load.a 0, load.u 3, mul.m0 ^r0.w ^u.w, mul.m1 ^a0[-2] ^p[-2], add.a0 ^a1[-2] ^m0[-2], mov.p ^u.x, store.zw $1 _ ^m1
load.a 0, load.u 0+A1, mul.m0 ^r0.w ^p[-1], mul.m1 ^u.y ^p[-2], add.a0 ^a0[-2] ^m1[-2], add.a1 ^a1[-2] ^m0[-2], store.xy $2 ^a0 _
load.r1 3, load.u 0+A1, sel.m01 ^u.x ^r1.w ^u.y _, add.a0 ^a0[-2] ^m0[-2]
load.r1 3, load.u 0+A1, sel.m01 ^m0[-1] ^r1.z ^u.z _, add.a0 ^a1[-2] ^m0[-2], mov.p ^m1[-2]
load.r0 1, load.r1 2, load.u 0+A1, sel.m01 ^m0[-1] ^r1.y ^u.w _, add.a0 ^a0[-1] ^u.x, add.a1 ^a0[-2] ^u.w, setA2.c ^r0.y, store.xy $2 _ ^m0
load.a 0, load.r1 1, load.u 10, mul.m1 ^r0.x ^u.x, add.a0 ^a1[-1] ^r1.w, add.a1 ^a0[-1] ^p[-2], mov.p ^u.y, store.zw $1 _ ^a1
load.a 0, load.r1 3, load.u 7+A1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r0.x ^p[-1], add.a0 ^m1[-1] ^r1.y, rcp.c ^a0[-1], mov.p ^u.x
load.r1 2, load.u 9, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.x ^p[-1], mov.p ^u.y, store.xy $2 ^a0 _
load.a 0, load.r1 1, load.u 10+A2, mul.m1 ^r0.z ^p[-1], add.a0 ^a0[-2] ^u.x, add.a1 ^m1[-2] ^r1.z, mov.p ^u.y, store.zw $1 ^a0 _
load.r1 1, load.u 21, mul.m1 ^r1.y ^u.y, mov.p ^m0[-2], store.xy $1 _ ^p
load.r1 3, load.u 2, mul.m1 ^u.y 1, add.a0 ^a1[-2] ^p[-2], add.a1 ^r1.x ^m1[-2], mov.p ^u.z
load.a 0, load.u 7+A1, mul.m0 ^r0.z ^m1[-1], mul.m1 ^r0.z ^p[-1], add.a0 ^r1.x ^r1.y, add.a1 ^r1.z ^r1.w, setA2.c ^m1[-2], mov.p ^u.y
load.r1 1, load.u 22, mul.m0 ^r1.y 1, mul.m1 ^a0[-2] ^u.x, add.a0 ^a1[-2] ^p[-1], mov.p ^u.x, store.xy $1 _ ^m0
load.a 0, load.u 3, mul.m0 ^r0.w ^u.y, mul.m1 ^r0.w ^u.z, add.a0 ^a1[-2] ^m1[-2], add.a1 ^a0[-2] ^m0[-2]
load.r0 1, load.r1 2, load.u 21, mul.m0 ^r0.z ^p[-2], mul.m1 ^r1.y ^u.w, add.a0 ^a0[-2] ^m1[-2], mov.p ^u.w, store.xy $2 _ ^m0, store.zw $0 ^m1 ^a0
load.r1 1, load.u 0+A1, mul.m0 ^r1.y 1, mul.m1 ^u.y 1, add.a0 ^a1[-2] ^m0[-2], add.a1 ^a0[-2] ^m1[-2], mov.p ^u.z, store.xy $0 ^m0 _
load.a 0, load.r1 1, load.u 12+A2, mul.m0 ^r0.x ^u.y, mul.m1 ^r1.x ^p[-2], add.a0 ^a0[-1] ^m1[-1], mov.p ^u.z
load.a 0, load.u 13+A2, mul.m0 ^r0.y ^u.x, mul.m1 ^r0.y ^u.y, add.a0 ^a1[-2] ^p[-2], mov.p ^u.z, store.xy $0 _ ^m0
load.a 0, load.u 20, mul.m0 ^r0.x ^p[-2], mul.m1 ^r0.y ^p[-1], add.a0 ^a0[-2] ^m1[-2], add.a1 ^m0[-2] ^m1[-1], clamp.p ^r1.x, store.xy $0 ^p _, store.zw $1 ^a0 _
load.a 0, load.u 14+A2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.z ^u.y, add.a0 ^a0[-2] ^r1.z, mov.p ^u.x
load.a 0, load.u 12+A2, mul.m1 ^r0.x ^u.x, add.a0 ^m0[-2] ^m1[-2], add.a1 ^a1[-2] ^m1[-1]
load.a 0, load.u 18, mul.m0 ^r0.z ^p[-2], mul.m1 ^a0[-2] ^u.z, add.a0 ^a0[-1] ^m0[-2], add.a1 ^m1[-1] ^r1.y
load.r1 2, mul.m1 ^r0.x ^m1[-1], add.a0 ^a1[-1] ^m0[-1], add.a1 ^a1[-2] ^r1.w, store.xy $0 _ ^m1
load.r1 2, load.u 22, mul.m1 ^a1[-1] ^u.y, add.a0 ^a0[-2] ^r1.w, add.a1 ^a0[-1] ^r1.w, store.xy $1 ^m1 ^a1, store.zw $0 ^a0 _
load.u 7+A1, mov.p ^u.z
load.u 22, mov.p ^u.y
load.r0 2, load.r1 1, load.u 18, mul.m0 ^r1.w ^u.x, mul.m1 ^r1.z ^u.y, add.a0 ^r0.x ^r0.y, add.a1 ^r0.z ^p[-2]
load.r0 1, load.u 19, mul.m0 ^r0.y ^p[-2], mul.m1 ^r1.z ^p[-2], add.a0 ^r1.y ^u.z, add.a1 ^r1.w ^r0.x, mov.c ^r1.x, store.zw v0 ^a0 ^c
load.u 22, mul.m0 ^r1.x ^m0[-2], mul.m1 ^r1.x ^m1[-2], add.a0 ^a1[-2] ^m1[-1], add.a1 ^a0[-2] ^m0[-1], mov.c ^u.z, mov.p ^a1[-1], store.xy v1 ^a1 ^p, store.zw v1 ^a0 ^c
load.u 19, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1
