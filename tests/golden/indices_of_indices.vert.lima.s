load.a 0, load.u 7, ge.a0 ^r0.x 0, mov.p ^u.y, store.xy $0 ^p _
load.a 1, load.u 7, sel.m01 ^r0.y ^a0[-1] ^u.x _
load.u 7, mul.m1 ^m0[-1] ^u.y
load.u 6, mul.m1 ^u.x ^r1.x, floor.a0 ^m1[-1], store.xy $0 ^m1 _
load.u 7, max.a0 ^a0[-1] -^u.z
load.u 7, min.a0 ^a0[-1] ^u.z
load.a 0, mul.m1 ^r0.y ^u.y, add.a0 ^a0[-1] ^r0.z, store.xy $0 _ ^m1
load.u 7, max.a0 ^a0[-1] -^u.z
load.u 7, min.a0 ^a0[-1] ^u.z
load.u 7, mul.m1 ^a0[-1] ^u.y, max.a0 ^a0[-1] 0, store.zw $0 ^m1 _
load.u 7, min.a0 ^a0[-1] ^u.w
load.u 1, mul.m1 ^u.z 1, floor.a0 ^a0[-1], floor.a1 ^r1.x, mov.p ^u.x, store.xy v0 ^p _, store.zw v0 ^m1 _
load.u 8, floor.a0 ^r1.z, setA1.c ^a0[-1], mov.p ^u.x, store.zw v0 _ ^p
max.a0 ^a1[-2] 0, max.a1 ^a0[-1] 0
load.u 7, min.a0 ^a0[-1] ^u.w, min.a1 ^a1[-1] ^u.w
floor.a0 ^a0[-1], floor.a1 ^a1[-1], store.xy $0 ^a1 _
load.u 2+A1, max.a0 ^u.x 0, setA1.c ^a0[-1]
load.u 7, min.a0 ^a0[-1] ^u.w, setA2.c ^a1[-2]
floor.a0 ^a0[-1]
load.a 1, load.u 6, add.a0 ^r0.y ^u.y, setA3.c ^a0[-1]
load.u 7, mul.m1 ^a0[-1] ^u.y
load.u 2+A1, floor.a0 ^m1[-1], mov.p ^u.x, store.xy v1 ^p _, store.zw v1 _ ^a0
load.u 1, add.a0 ^r1.y ^u.y, store.xy v0 _ ^a0
load.u 2+A2, mov.p ^u.x, store.xy v1 _ ^p
load.u 2+A3, mov.p ^u.x, store.zw v1 ^p _
