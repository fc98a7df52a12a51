load.a 0, max.a0 ^r0.x 0, max.a1 ^r0.y 0
floor.a0 ^a1[-1]
floor.a0 ^a0[-2], setA1.c ^a0[-1]
setA2.c ^a0[-1]
nop
nop
load.u 1+A1, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.x -0, mov.p ^u.w, store.xy $0 ^a0 ^m1, store.zw $0 ^m0 ^p
load.u 1+A2, mul.m0 ^u.z 1, mul.m1 ^u.w 1, add.a0 ^u.y -0, mov.p ^u.x, store.xy $1 ^p ^a0, store.zw $1 ^m0 _
load.u 0+A1, mov.p ^u.y
load.u 0+A2, add.a0 ^u.w ^m1[-2], add.a1 ^p[-1] ^r1.y, store.xy $0 _ ^a1
load.u 0+A2, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^u.y 1, add.a0 ^u.z -0, rcp.c ^a0[-1], mov.p ^u.x
load.r1 1, load.u 5, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m1[-1] ^r1.y, add.a1 ^a0[-1] ^r1.z, mov.p ^u.z
load.r1 1, load.u 5, mul.m1 ^u.y 1, add.a0 ^p[-2] ^r1.x, mov.p ^u.x
load.u 7, mul.m0 ^a0[-2] ^m1[-1], mul.m1 ^a1[-2] ^p[-2], clamp.p ^m0[-2]
load.u 0+A1, mul.m0 ^a0[-2] ^p[-2], mul.m1 ^p[-1] ^m1[-1], add.a0 ^u.z ^r1.z, add.a1 ^u.w ^r1.w, mov.p ^u.x, store.zw v1 ^a0 ^a1
load.u 6, mul.m0 ^p[-2] ^m0[-1], mul.m1 ^p[-2] ^m0[-2], add.a0 ^m1[-1] ^u.z, add.a1 ^p[-1] ^r1.x, mov.c ^p[-2], mov.p ^r1.y, store.xy v1 ^a1 ^p, store.zw v0 ^a0 ^c
load.u 6, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1
