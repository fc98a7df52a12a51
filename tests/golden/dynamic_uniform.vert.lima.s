load.a 0, max.a0 ^r0.x 0
floor.a0 ^a0[-1]
setA1.c ^a0[-1]
nop
nop
nop
load.u 0+A1, complex2.m0 ^u.w ^u.w, mul.m1 ^u.y 1, add.a0 ^u.z -0, rcp.c ^u.w, mov.p ^u.x, store.xy $0 ^p ^m1, store.zw $0 ^a0 _
load.u 0+A1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^u.w
load.u 3, mul.m0 ^u.y ^m1[-2], mul.m1 ^u.x ^p[-2], store.xy $0 ^m1 ^m0
load.u 5, clamp.p ^m0[-2], store.xy $1 ^p _, store.zw v0 _ ^p
load.u 3, mul.m0 ^p[-1] ^m1[-2], mul.m1 ^u.z ^r1.z
load.u 4, mul.m0 ^p[-2] ^m1[-1], mul.m1 ^p[-2] ^r1.y, add.a0 ^m0[-1] ^u.x, store.xy v0 ^a0 _
load.u 4, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, store.xy v0 _ ^a0, store.zw v0 ^a1 _
