load.a 0, add.a0 ^r0.z ^r0.w, add.a1 ^r0.x ^r0.y
load.u 2, add.a0 ^a1[-1] ^a0[-1], add.a1 ^u.y -0, mov.p ^u.x, store.xy $0 _ ^a0
load.u 3, lt.a0 ^u.x ^a1[-1], lt.a1 ^p[-1] 0, mov.p ^u.x, store.xy $0 ^a0 _
load.u 2, lt.a0 ^u.z ^p[-1], lt.a1 -^u.x 0
load.u 3, sel.m01 ^r1.y ^a0[-1] ^u.x _, max.a0 ^a1[-2] ^a1[-1], store.zw $0 ^a0 _
load.a 0, load.u 2, sel.m01 ^m0[-1] ^r1.x ^r1.y _, add.a0 ^r0.w ^u.z
load.u 3, sel.m01 ^r1.y ^a0[-2] ^m0[-1] _, add.a0 ^a0[-1] ^u.x, mov.p ^r1.x, store.xy $0 ^m0 ^a0
load.u 3, sel.m01 ^a0[-1] ^r1.z ^u.x _, mov.p ^r1.z
load.u 3, sel.m01 ^m0[-1] ^p[-2] ^u.x _
sel.m01 ^r1.y ^p[-2] ^m0[-1] _
add.a0 ^m0[-1] ^r1.x, store.xy $0 ^a0 _
complex2.m0 ^a0[-1] ^a0[-1], rcp.c ^a0[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2]
nop
load.u 3, max.a0 ^m0[-2] -^u.y, mov.p ^r1.x
load.u 3, min.a0 ^a0[-1] ^u.y
mul.m1 ^p[-2] ^a0[-1], mov.p ^u.z
load.u 1, mul.m1 ^p[-1] ^m1[-1], mov.c ^a0[-2], mov.p ^u.z, store.zw v0 _ ^c
mul.m0 ^u.x ^m1[-2], mul.m1 ^u.y ^m1[-2], add.a0 ^m1[-1] ^p[-1], store.zw v0 ^a0 _
load.u 1, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1
