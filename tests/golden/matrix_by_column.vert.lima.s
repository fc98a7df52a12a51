load.u 8, mov.p ^u.y
load.u 11, mov.p ^u.x
load.a 0, load.u 7, mul.m1 ^r0.y ^p[-2], mov.p ^u.y, store.xy $2 _ ^m1
load.a 1, mul.m0 ^r0[-1].y ^p[-2], mul.m1 ^r0[-1].x ^u.x, max.a0 ^r0.x -^r0.x, mov.p ^u.y, store.xy $3 ^m1 _, store.zw $2 ^m0 _
load.a 0, load.u 9, mul.m1 ^r0.x ^p[-2], floor.a0 ^a0[-1], mov.p ^u.y, store.xy $2 ^a0 _
load.a 1, load.u 1, mul.m1 ^r0[-1].x ^p[-2], sign.a0 ^r0.x, mov.p ^u.y
load.a 0, load.r1 2, load.u 3, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.z ^p[-2], add.a0 ^u.y -0, add.a1 ^m1[-2] ^r1.y, mov.p ^u.w
load.a 0, load.r1 2, load.u 2, mul.m0 ^r1.x ^a0[-2], mul.m1 ^r0.z ^u.y, add.a0 ^a1[-1] ^m1[-1], add.a1 ^m1[-2] ^m0[-1], mov.p ^u.w, store.zw $0 ^a0 ^m0
load.a 0, load.u 20, mul.m0 ^r0.w ^a0[-2], mul.m1 ^r0.w ^p[-2], add.a0 ^a1[-1] ^m1[-1], mov.p ^u.z, store.xy $0 ^m1 _
load.a 0, load.u 8, mul.m0 ^r0.y ^u.z, mul.m1 ^r0.z ^p[-2], add.a0 ^a0[-1] ^m0[-1], mov.p ^u.x, store.xy $2 _ ^a0, store.zw $1 ^m1 _
load.a 0, load.u 7, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^p[-1], ge.a0 ^r1.w ^p[-2], mov.p ^u.z, store.xy $2 ^a0 _, store.zw $3 _ ^m0
load.a 0, load.u 1, mul.m0 ^r0.y ^u.w, mul.m1 ^r0.y ^u.z, add.a0 ^m0[-2] -0, mov.p ^u.x, store.xy $0 _ ^m0, store.zw $3 ^m1 _
load.a 0, mul.m0 ^r0.x ^u.z, mul.m1 ^r0.x ^p[-2], add.a0 ^m1[-2] -0, mov.p ^u.w, store.zw $2 _ ^m0
load.a 0, load.u 9, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.y ^p[-2], add.a0 ^m1[-1] ^a0[-2], add.a1 ^r1.w -0, setA1.c ^r1.w, mov.p ^u.x, store.xy $3 _ ^m1, store.zw $0 _ ^a1
load.a 0, load.r1 3, load.u 4, mul.m1 ^r0.x ^p[-2], add.a0 ^a0[-1] ^m0[-1], add.a1 ^r1.w ^a0[-2], mov.p ^u.z, store.zw $3 _ ^a0
load.a 0, load.u 20, mul.m0 ^r0.z ^p[-2], mul.m1 ^r0.z ^p[-1], ge.a0 ^a1[-2] ^u.y, ge.a1 ^a1[-2] ^u.x, store.xy $1 ^a1 ^m1, store.zw $1 _ ^a0
load.a 0, load.u 4, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^u.y, add.a0 ^a1[-2] ^m0[-1], add.a1 ^m1[-2] ^r1.y, store.xy $0 _ ^a0
load.r1 1, load.u 15+A1, sel.m01 ^u.x ^a1[-2] ^u.y _, add.a0 ^a1[-1] ^r1.z
load.r1 1, load.u 0+A1, sel.m01 ^u.x ^r1.x ^u.y _, add.a0 ^m0[-2] ^m1[-2]
load.r1 2, load.u 15+A1, sel.m01 ^m0[-2] ^r1.x ^u.z _, add.a0 ^a0[-2] ^r0.x, store.xy $0 ^m0 _
load.r0 1, load.r1 2, load.u 0+A1, sel.m01 ^m0[-2] ^r1.x ^u.z _, add.a0 ^r0.y ^a0[-2], mov.p ^u.w, store.xy $1 _ ^m0
load.r0 1, load.r1 2, load.u 4+A1, sel.m01 ^u.x ^r0.x ^u.y _, add.a0 ^a0[-2] ^p[-1], add.a1 ^r1.x -0, mov.p ^u.z
load.u 20, mul.m0 ^u.w 1, mul.m1 ^a0[-2] ^u.w, min.a0 ^r1.w ^u.x, mov.p ^u.y, store.xy $1 ^m0 _
load.u 7+A1, sel.m01 ^m0[-2] ^a1[-2] ^p[-2] _, add.a0 ^a0[-2] ^m1[-1], mov.p ^u.z, store.xy $2 ^m0 _, store.zw $0 _ ^a0
load.r1 3, load.u 11, mul.m1 ^a0[-2] ^p[-2], add.a0 ^r1.w ^p[-1], setA3.c ^a0[-2], mov.p ^u.y, store.zw $1 ^a0 _
load.a 0, load.r1 3, load.u 10, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.y ^p[-1], add.a0 ^r1.z -0, setA2.c ^m1[-1], mov.p ^u.x
load.a 0, load.r1 3, load.u 2, mul.m0 ^r0.x ^p[-1], mul.m1 ^r0.z ^u.x, add.a0 ^r1.x ^r1.y, mov.p ^u.z
load.a 0, load.r1 2, load.u 3, mul.m0 ^r0.z ^p[-1], mul.m1 ^u.x 1, add.a0 ^m0[-2] ^m1[-2], add.a1 ^r1.w ^a0[-2], mov.p ^u.z
load.a 0, load.r1 2, load.u 10+A3, mul.m0 ^r0.w ^m1[-1], mul.m1 ^u.y 1, add.a0 ^a0[-2] ^m1[-2], add.a1 ^m0[-2] ^r1.z, mov.p ^u.x
load.a 0, load.u 12+A2, mul.m1 ^r0.w ^p[-2], add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-2], mov.p ^u.x
load.u 21, add.a0 ^a1[-2] ^p[-2], add.a1 ^a0[-2] ^m0[-2], mov.p ^u.x
load.a 0, load.u 7+A1, mul.m0 ^a0[-2] ^p[-1], mul.m1 ^r0.x ^p[-2], add.a0 ^r1.y ^u.x, add.a1 ^a1[-2] ^m1[-2], mov.p ^u.y, store.xy $0 _ ^a0, store.zw $2 ^a1 ^m1
load.r1 1, load.u 0+A1, mul.m0 ^a0[-2] ^p[-2], mul.m1 ^u.y ^r1.x, add.a0 ^a1[-2] ^u.x, add.a1 ^r0.z ^p[-1]
load.a 0, load.u 13+A2, mul.m0 ^r0.y ^u.x, mul.m1 ^r0.y ^u.y, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-2], store.xy $1 ^a0 _, store.zw $0 ^a1 _
load.a 0, load.u 14+A2, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.z ^u.y, add.a0 ^r1.y ^m0[-2], store.xy $0 _ ^a0
load.a 0, load.r1 2, load.u 12+A2, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^u.z, add.a0 ^r1.w ^m0[-2], mov.p ^m1[-2], store.zw $2 _ ^m1
load.r1 1, load.u 0+A1, sel.m01 ^r1.y ^r1.w ^u.w _, add.a0 ^a0[-1] ^m0[-2], mov.p ^m1[-2], store.zw $1 _ ^m0
load.a 0, load.u 13+A2, mul.m1 ^r0.y ^u.z, add.a0 ^m0[-2] ^p[-2], add.a1 ^a0[-1] ^r1.x, store.xy $1 _ ^a1
load.a 0, load.r1 2, load.u 14+A2, mul.m1 ^r0.z ^u.z, add.a0 ^r1.w ^m1[-1], add.a1 ^a0[-1] ^p[-2]
complex2.m0 ^r1.w ^r1.w, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^r1.x, rcp.c ^r1.w, mov.p ^r1.x, store.xy $0 ^a1 _
load.r0 2, load.u 0+A1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.w, add.a0 ^r0.z ^u.z, mov.p ^u.y, store.zw $0 _ ^a0
load.r1 2, load.u 20, add.a0 ^a0[-2] ^p[-2], add.a1 ^r1.y ^p[-1], mov.p ^u.w
load.r1 2, load.u 21, mul.m0 ^r1.x ^p[-1], mul.m1 ^a0[-1] ^u.y, max.a0 ^m0[-2] -^u.z
load.r1 1, load.u 20, mul.m1 ^r1.w ^u.w, add.a0 ^r1.z ^m1[-1], add.a1 ^a1[-2] ^m0[-1]
load.r0 1, load.u 21, mul.m0 ^r0.y ^u.y, mul.m1 ^r1.x ^u.y, min.a0 ^a0[-2] ^u.z, mov.c ^a0[-1], store.xy $0 ^a0 _, store.zw v1 ^c _
load.r0 1, load.u 18, mul.m0 ^r0.x ^u.x, mul.m1 ^a1[-2] ^u.y, add.a0 ^r1.w ^m1[-2], mov.p ^u.z
load.u 21, mul.m0 ^a0[-1] ^p[-1], mul.m1 ^a0[-2] ^m1[-1], add.a0 ^r1.y ^m0[-2], add.a1 ^r1.z ^m1[-2], mov.c ^u.w, store.xy v1 ^a0 ^a1, store.zw v1 _ ^c
load.u 19, mul.m0 ^r1.x ^m0[-1], mul.m1 ^r1.x ^m0[-2], add.a0 ^m1[-1] ^u.y, mov.c ^r1.x, store.xy v0 _ ^a0, store.zw v0 _ ^c
load.u 19, add.a0 ^m0[-1] ^u.z, add.a1 ^m1[-1] ^u.x, store.xy v0 ^a1 _, store.zw v0 ^a0 _
