load.a 0, max.a0 ^r0.x -^r0.x, max.a1 ^r0.y -^r0.y
load.a 0, sign.a0 ^r0.y, sign.a1 ^r0.x
floor.a0 ^a0[-2], floor.a1 ^a1[-2]
mul.m0 ^a1[-1] ^a0[-2], mul.m1 ^a0[-1] ^a1[-2], store.xy $0 _ ^m0
ge.a0 ^m1[-1] 0, ge.a1 ^m0[-1] 0, setA1.c ^m1[-1], store.xy $0 ^a1 _
load.u 7, lt.a0 ^m1[-2] ^u.x
load.u 7, mul.m1 ^a0[-2] ^a0[-1], lt.a0 ^r1.y ^u.x, setA2.c ^r1.y
load.u 7, mul.m1 ^r1.x ^a0[-1], lt.a0 ^m1[-1] 0, lt.a1 -^m1[-1] 0, mov.p ^u.y, store.zw $0 _ ^p
load.u 0+A1, mul.m0 ^u.w ^p[-1], mul.m1 ^u.y ^p[-1], max.a0 ^a0[-1] ^a1[-1], store.xy $0 _ ^a0
load.u 7, sel.m01 ^u.z ^a0[-1] ^m1[-1] _, lt.a0 ^m1[-2] 0, lt.a1 -^m1[-2] 0, mov.p ^u.z, store.xy $1 ^a0 ^a1, store.zw $0 ^m0 _
load.u 0+A2, sel.m01 ^p[-1] ^a0[-2] ^m0[-2] _, add.a0 ^u.x -0, add.a1 ^u.z -0, mov.p ^u.w, store.xy $0 ^a1 _, store.zw $1 ^p ^a0
load.u 0+A2, complex2.m0 ^m0[-1] ^m0[-1], rcp.c ^m0[-1], mov.p ^u.y, store.xy $2 _ ^p
load.u 0+A1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^m0[-2], add.a0 ^u.x -0, mov.p ^u.z
load.r0 1, load.u 7, mul.m0 ^a0[-1] ^r1.w, mul.m1 ^p[-1] ^r1.w, max.a0 ^r0.x ^r0.y, mov.p ^u.z, store.xy $2 ^m0 _, store.zw $0 _ ^a0
load.u 6, sel.m01 ^p[-1] ^r1.y ^m1[-1] _, clamp.p ^m0[-2], store.xy $1 ^m0 ^p
load.r1 2, load.u 7, sel.m01 ^u.w ^a0[-2] ^r1.y _, store.xy v1 _ ^m0
load.r0 2, load.u 7, sel.m01 ^u.z ^r1.y ^r0.x _, store.xy $0 _ ^m0
load.r0 1, load.u 7, sel.m01 ^u.w ^r1.w ^r0.w _, store.xy v1 ^m0 _
load.r0 1, load.u 7, sel.m01 ^u.w ^r1.w ^r0.z _
load.r1 1, load.u 4, mul.m0 ^r1.y ^u.z, mul.m1 ^r1.y ^u.y, mov.c ^m0[-1], mov.p ^u.x, store.zw v1 _ ^c
load.r0 1, load.u 5, mul.m0 ^r0.y ^p[-1], mul.m1 ^m0[-1] ^r0.x, add.a0 ^r1.w -0, mov.c ^r0.y, mov.p ^u.z, store.zw v0 _ ^c
load.u 7, mul.m0 ^m1[-2] ^r1.z, mul.m1 ^m0[-1] ^r1.y, add.a0 ^m1[-1] ^p[-1], mov.p ^u.w, store.zw v0 ^a0 _
load.u 5, sel.m01 ^p[-1] ^a0[-2] ^r1.x _, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1, store.zw v1 ^m0 _
