load.u 51, mul.m0 ^u.x 1, mul.m1 ^u.x 1, add.a0 ^u.x -0, add.a1 ^u.y -0, mov.p ^u.x, store.xy $0 ^a1 ^p, store.zw $0 ^m1 ^m0
mov.p ^a0[-1], store.xy $1 ^p _
nop
nop
L4:
load.u 51, add.a0 -^u.y ^r1.x, setA1.c ^r1.x
load.u 51, add.a0 ^u.w -^r1.x, setA2.c ^a0[-1]
setA3.c ^a0[-1]
load.u 51, add.a0 -^u.z ^r1.x, store.zw $1 _ ^a0
load.a 0, load.u 0+A1, mul.m1 ^u.w 1, lt.a0 ^u.y ^r0.y, mov.p ^u.z, store.zw $1 ^a0 _
load.u 0+A2, mul.m0 ^u.y ^p[-1], mul.m1 ^u.x ^m1[-1], add.a0 ^u.z -0, mov.p ^u.w, store.xy $1 _ ^p
load.r0 1, load.u 0+A3, add.a0 ^u.z ^r1.w, setA2.c ^r0.w
load.r0 1, load.u 0+A1, mul.m0 ^u.z ^r1.x, mul.m1 ^u.y ^a0[-2], add.a0 ^m0[-2] ^r1.w, add.a1 ^m1[-2] ^r0.x, mov.p ^r0.z, store.xy $2 ^p _, store.zw $1 ^m0 _
sel.m01 ^a0[-2] ^p[-1] ^a0[-1] _, floor.a0 ^m0[-1], store.zw $1 _ ^m0
load.r0 1, load.u 0+A3, sel.m01 ^r0.x ^p[-2] ^a1[-2] _, add.a0 ^m1[-2] ^r1.z, add.a1 ^u.y ^r1.z
load.r1 2, load.u 0+A2, sel.m01 ^a1[-1] ^r1.x ^a0[-1] _, add.a0 ^a0[-2] -0, mov.p ^u.x
load.a 0, load.r1 1, load.u 0+A1, mul.m1 ^u.x ^r1.y, lt.a0 ^p[-1] ^r0.x, mov.p ^m0[-2], store.xy $1 _ ^a0
load.r0 1, sel.m01 ^m0[-2] ^a0[-1] ^r1.z _, add.a0 ^r0.z -^a0[-2], store.zw $1 ^m0 _
load.r0 1, sel.m01 ^r0.w ^a0[-2] ^r1.w _, add.a0 ^p[-2] ^a0[-1], add.a1 ^m1[-2] ^r1.y, store.zw $1 _ ^m0
load.r1 1, sel.m01 ^a0[-1] ^r1.y ^r1.x _
load.r0 2, load.u 51, sel.m01 ^r1.y ^r0.x ^a1[-2] _, add.a0 ^u.y ^r1.x, add.a1 ^r1.y ^r1.x, mov.c ^m0[-1], store.xy $1 ^c _
load.r1 1, sel.m01 ^m0[-1] ^r1.y ^a1[-1] _, add.a0 ^r1.w -0, mov.c ^a0[-1], mov.p ^r1.z, store.xy $0 ^c ^m0, store.zw $0 ^p ^a0
load.u 50, lt.a0 ^a0[-2] ^u.z
mov.p ^a0[-1], branch L4
load.r1 1, load.u 48, complex2.m0 ^r1.x ^r1.x, mul.m1 ^u.x ^r0.y, rcp.c ^r1.x, store.xy $0 ^m1 _
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x
load.u 48, mul.m0 ^u.z ^r1.w, mul.m1 ^u.y ^r1.z, store.xy $1 _ ^m1, store.zw $1 ^m0 _
load.u 50, clamp.p ^m0[-2], store.xy $2 ^p _, store.zw v0 _ ^p
mul.m0 ^p[-1] ^m1[-2], mul.m1 ^p[-1] ^r1.x
load.r1 1, load.u 49, mul.m1 ^p[-2] ^r1.z, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 49, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
