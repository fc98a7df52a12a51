load.a 0, add.a0 ^r0.x ^r0.y
load.a 0, load.u 2, add.a0 ^r0.w ^u.z, add.a1 ^r0.z ^r0.w, mov.p ^u.y, store.xy $0 _ ^p
load.u 3, add.a0 ^a0[-2] ^a1[-1], add.a1 ^a0[-1] ^u.z, mov.p ^u.z, store.xy $0 ^a0 _, store.zw $0 _ ^a1
load.u 2, lt.a0 ^u.z ^p[-1], lt.a1 -^u.x 0, mov.p ^u.x
load.u 3, sel.m01 ^a0[-2] ^a0[-1] ^u.z _, lt.a0 ^u.z ^r1.y, lt.a1 ^p[-1] 0, store.xy $1 ^a0 _
sel.m01 ^m0[-1] ^a0[-1] ^r1.x _, max.a0 ^a1[-1] ^a1[-2], store.xy $0 _ ^a0, store.zw $0 ^m0 _
load.u 3, sel.m01 ^r1.w ^a0[-1] ^u.z _
load.r1 1, load.u 3, sel.m01 ^m0[-1] ^r1.x ^u.z _
sel.m01 ^r1.w ^r1.y ^m0[-1] _
sel.m01 ^r1.x ^r1.y ^r1.z _
add.a0 ^m0[-2] ^m0[-1], store.xy $0 ^a0 _
complex2.m0 ^a0[-1] ^a0[-1], rcp.c ^a0[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2]
mov.p ^r1.x
load.u 3, clamp.p ^m0[-2]
mul.m1 ^p[-2] ^p[-1], mov.p ^u.z
load.u 1, mul.m1 ^p[-1] ^m1[-1], mov.c ^p[-2], mov.p ^u.z, store.zw v0 _ ^c
mul.m0 ^u.x ^m1[-2], mul.m1 ^u.y ^m1[-2], add.a0 ^m1[-1] ^p[-1], store.zw v0 ^a0 _
load.u 1, add.a0 ^m0[-1] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v0 ^a0 ^a1
