load.a 0, sign.a0 ^r0.w, store.xy $0 _ ^a0
load.a 0, max.a0 ^r0.x -^r0.x, max.a1 ^r0.w -^r0.w
floor.a0 ^a1[-1], floor.a1 ^a0[-1], store.xy $0 ^a1 _
load.a 0, mul.m1 ^a0[-1] ^r1.y, max.a0 ^r0.y -^r0.y, max.a1 ^r0.z -^r0.z
load.u 15, add.a0 -^m1[-1] ^u.w
floor.a0 ^a1[-2], floor.a1 ^a0[-2], setA1.c ^a0[-1], store.xy $0 _ ^a1
load.a 0, sign.a0 ^r0.x, sign.a1 ^r0.z
load.a 0, mul.m0 ^a0[-2] ^a1[-1], mul.m1 ^r1.x ^a0[-1], sign.a0 ^r0.y, store.xy $0 ^m1 _
load.u 15, mul.m0 ^m0[-1] ^u.x, mul.m1 ^u.z 1, mov.p ^u.x
load.u 0+A1, complex2.m0 ^u.x ^u.x, mul.m1 ^r1.y ^a0[-2], add.a0 ^m0[-1] ^m1[-1], rcp.c ^u.x
load.u 0+A1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^u.x, add.a0 ^r1.x -^p[-2], setA3.c ^a0[-1]
load.u 15, add.a0 -^m1[-2] ^u.y, setA2.c ^a0[-1]
load.u 14, setA1.c ^a0[-1], clamp.p ^m0[-2], store.xy $0 _ ^p
load.u 12, mul.m0 ^u.y 1, mul.m1 ^u.x 1, mov.p ^u.z
load.u 0+A3, mul.m1 ^p[-2] ^m0[-1], mov.p ^u.x, store.xy $0 ^m1 _
load.u 0+A2, mul.m0 ^r1.y ^m1[-2], mul.m1 ^r1.y ^p[-2], mov.p ^u.x
load.u 0+A1, mul.m1 ^m1[-1] ^p[-2], mov.c ^r1.y, mov.p ^u.x, store.zw v0 _ ^c
load.u 13, mul.m0 ^m0[-2] ^p[-2], mul.m1 ^r1.x ^p[-1], add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
load.u 13, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1
