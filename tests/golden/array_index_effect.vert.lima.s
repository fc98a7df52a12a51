load.a 0, max.a0 ^r0.x 0
floor.a0 ^a0[-1]
setA1.c ^a0[-1]
nop
nop
nop
load.u 1+A1, mul.m0 ^u.y 1, mul.m1 ^u.x 1, add.a0 ^u.z -0, mov.p ^u.w, store.xy $0 ^m0 ^a0
load.u 0+A1, add.a0 ^u.w ^p[-1], add.a1 ^u.x ^m1[-1]
load.u 2+A1, add.a0 ^a0[-1] ^u.w, add.a1 ^a1[-1] ^u.x, store.zw $0 ^a1 _
load.u 0+A1, complex2.m0 ^a0[-1] ^a0[-1], add.a0 ^u.y ^r1.x, add.a1 ^u.z ^r1.y, rcp.c ^a0[-1]
load.u 2+A1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^a0[-1] ^u.y, add.a1 ^a1[-1] ^u.z, store.xy $0 ^a1 _
load.u 4, mul.m0 ^a0[-1] ^u.y, mul.m1 ^r1.z ^u.x, store.xy $0 _ ^m1, store.zw $0 ^m0 _
load.u 6, clamp.p ^m0[-2], store.xy $1 ^p _, store.zw v0 _ ^p
load.u 4, mul.m0 ^p[-1] ^m1[-2], mul.m1 ^r1.x ^u.z
load.u 5, mul.m0 ^p[-2] ^m1[-1], mul.m1 ^p[-2] ^r1.z, add.a0 ^m0[-1] ^u.x, store.xy v0 ^a0 _
load.u 5, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, store.xy v0 _ ^a0, store.zw v0 ^a1 _
