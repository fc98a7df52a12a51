load.a 0, max.a0 ^r0.x 0
floor.a0 ^a0[-1]
load.a 0, max.a0 ^r0.y 0, setA2.c ^a0[-1]
floor.a0 ^a0[-1]
setA1.c ^a0[-1]
nop
load.u 1+A2, mul.m0 ^u.y 1, mul.m1 ^u.x 1, add.a0 ^u.z -0, mov.p ^u.w, store.xy $1 ^m1 _, store.zw $0 ^m0 _
load.u 0+A2, add.a0 ^u.z ^a0[-1], add.a1 ^u.w ^p[-1], store.zw $0 _ ^a0
load.u 1+A1, complex2.m0 ^a1[-1] ^a1[-1], mul.m1 ^u.y 1, add.a0 ^u.w -0, add.a1 ^u.z -0, rcp.c ^a1[-1], mov.p ^u.x, store.xy $0 ^p ^m1
load.r0 1, load.u 0+A2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a1[-2], add.a0 ^u.y ^r1.z, add.a1 ^u.x ^r0.x, store.xy $1 ^a1 _, store.zw $0 ^a0 _
load.u 0+A1, add.a0 ^u.z ^a1[-2], add.a1 ^u.w ^a0[-2], store.zw v1 ^a0 ^a1
load.u 7, max.a0 ^m0[-2] -^u.x, mov.p ^u.x
load.r0 1, load.u 5, mul.m0 ^r0.x ^u.x, mul.m1 ^r1.w ^u.z, min.a0 ^a0[-1] ^p[-1], mov.p ^u.y
load.u 0+A1, mul.m0 ^r1.z ^p[-1], mul.m1 ^a0[-1] ^m1[-1], add.a0 ^u.y ^r1.y, mov.c ^a0[-1], mov.p ^u.x, store.xy v1 _ ^a0, store.zw v0 _ ^c
load.u 6, mul.m0 ^a0[-2] ^m0[-2], mul.m1 ^a0[-2] ^m0[-1], add.a0 ^m1[-1] ^u.z, add.a1 ^p[-1] ^r1.x, store.xy v1 ^a1 _, store.zw v0 ^a0 _
load.u 6, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1
