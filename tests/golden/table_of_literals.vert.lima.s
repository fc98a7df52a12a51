load.a 1, load.u 1, mul.m0 ^u.z 1, mul.m1 ^u.y 1, max.a0 ^r0.x 0, mov.p ^u.x, store.xy $0 ^a0 ^p, store.zw $0 ^m1 ^m0
load.a 0, load.u 16, max.a0 ^r0.x 0, mov.p ^u.z, store.zw v0 _ ^p
load.u 16, min.a0 ^a0[-2] ^u.y, min.a1 ^a0[-1] ^u.x
floor.a0 ^a0[-1], floor.a1 ^a1[-1], store.xy $0 ^a1 _
add.a0 ^u.x ^r1.y, add.a1 ^u.y ^r1.z, setA1.c ^a0[-1], store.xy v0 ^a0 ^a1
add.a0 ^u.z ^r1.w, setA2.c ^a1[-2], store.zw v0 ^a0 _
nop
nop
load.u 11+A1, mov.p ^u.x
load.u 6+A1, add.a0 ^u.x ^p[-1], store.xy v2 ^a0 _
load.u 2+A2, mul.m0 ^u.z 1, mul.m1 ^u.y 1, add.a0 ^u.w -0, mov.p ^u.x, store.xy v1 ^p ^m1, store.zw v1 ^m0 ^a0
