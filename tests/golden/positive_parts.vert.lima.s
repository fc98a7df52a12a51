max.a0 ^u.z 0, max.a1 ^u.x 0, store.xy $0 ^a0 ^a1
load.a 0, load.u 3, mul.m0_neg ^a0[-1] ^u.w, mul.m1 ^a0[-1] ^a0[-1], ge.a0 ^r0.x 0, store.zw $0 ^a0 ^m0
load.u 3, add.a0 ^m1[-1] ^u.z
load.a 0, load.u 1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.y ^u.x, max.a0 ^r0.x 0, rsqrt.c ^a0[-1], store.xy $0 _ ^m1
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^a0[-1] ^r0[-1].z
load.u 1, mul.m0 ^a0[-1] ^u.z, mul.m1 ^r1.x ^u.y, store.xy $0 ^m1 _, store.zw $1 ^m0 _
load.a 0, mul.m1 ^m0[-2] ^r0.y
sel.m01 ^r1.w ^r1.z ^m1[-1] _
complex2.m0 ^m0[-1] ^m0[-1], rcp.c ^m0[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^m0[-2]
nop
load.u 3, clamp.p ^m0[-2], store.xy $1 ^p _, store.zw v0 _ ^p
mul.m0 ^p[-1] ^r1.x, mul.m1 ^p[-1] ^r1.y
load.r1 1, load.u 2, mul.m1 ^p[-2] ^r1.z, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 2, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
