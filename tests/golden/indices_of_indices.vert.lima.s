load.a 0, load.u 8, mul.m1 ^u.w 1, ge.a0 ^r0.x 0, mov.p ^u.y, store.xy $0 ^p _, store.zw v0 _ ^m1
load.a 1, load.u 8, sel.m01 ^r0.y ^a0[-1] ^u.x _
load.u 8, mul.m1 ^m0[-1] ^u.y
load.u 6, mul.m1 ^u.x ^r1.x, floor.a0 ^m1[-1]
load.u 7, floor.a0 ^m1[-1], clamp.p ^a0[-1], store.xy $0 ^a0 _
load.a 0, mul.m1 ^r0.y ^u.y, add.a0 ^p[-1] ^r0.z, store.xy $0 _ ^m1
load.u 7, max.a0 ^a0[-2] 0, clamp.p ^a0[-1], store.xy $0 ^a0 _
load.u 8, mul.m1 ^p[-1] ^u.y, max.a0 ^p[-1] 0, store.zw $0 ^m1 _
load.u 8, min.a0 ^a0[-1] ^u.z, min.a1 ^a0[-2] ^u.z, store.xy $0 ^a1 _
load.u 1, mul.m1 ^u.z 1, floor.a0 ^a0[-1], floor.a1 ^m1[-2], mov.p ^u.x, store.xy v0 ^p _, store.zw v0 ^m1 _
max.a0 ^a1[-1] 0, setA1.c ^a0[-1]
load.u 8, min.a0 ^a0[-1] ^u.z
floor.a0 ^r1.x, floor.a1 ^a0[-1], store.xy $0 ^a1 _
load.a 1, load.u 6, add.a0 ^r0.y ^u.y, setA2.c ^a0[-1], store.zw $0 ^a0 _
load.u 2+A1, max.a0 ^u.x 0, setA1.c ^a1[-2]
load.u 8, mul.m1 ^a0[-2] ^u.y, min.a0 ^a0[-1] ^u.z
floor.a0 ^a0[-1], floor.a1 ^m1[-1], store.zw v1 _ ^a1
load.u 1, add.a0 ^r1.y ^u.y, setA3.c ^a0[-1], store.xy v0 _ ^a0
load.u 2+A2, mov.p ^u.x, store.xy v1 ^p _
load.u 2+A1, mov.p ^u.x, store.xy v1 _ ^p
nop
load.u 2+A3, mov.p ^u.x, store.zw v1 ^p _
