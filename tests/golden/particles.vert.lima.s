load.u 11, complex2.m0 ^u.y ^u.y, rcp.c ^u.y
load.u 11, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^u.y
nop
mov.p ^m0[-2], store.xy $0 ^p _
nop
load.a 2, load.u 11, add.a0 -^r0.x ^u.x
mul.m1 ^a0[-1] ^r1.x
floor.a0 ^m1[-1], mov.p ^a0[-2]
load.u 11, mul.m1 ^a0[-1] ^u.y, mov.p ^r1.x
load.u 12, add.a0 ^p[-2] -^m1[-1], mov.p ^u.y, store.xy $0 _ ^a0
load.u 14, mul.m0 ^a0[-1] ^p[-1], mul.m1 ^p[-2] ^a0[-1], mov.p ^u.y, store.xy $1 _ ^m1
load.u 12, mul.m1 ^m0[-1] ^u.z, add.a0 -^m1[-1] ^p[-1], mov.p ^u.w, store.zw $0 ^a0 _
load.u 13, add.a0 ^m1[-1] ^u.x, add.a1 ^m1[-1] ^p[-1]
floor.a0 ^a0[-1], floor.a1 ^a1[-1]
add.a0 ^a1[-2] -^a1[-1], add.a1 ^a0[-2] -^a0[-1]
load.u 12, add.a0 ^a0[-1] -^u.w, add.a1 ^a1[-1] -^u.w
load.u 12, mul.m0 ^r1.z ^u.w, mul.m1 ^r1.y ^u.x, max.a0 ^a0[-1] -^a0[-1], max.a1 ^a1[-1] -^a1[-1], store.zw $0 _ ^m0
load.u 13, mul.m1 ^r1.y ^m1[-1], add.a0 -^a1[-1] ^u.x, add.a1 -^a0[-1] ^u.x, store.xy $0 ^a1 _, store.zw $1 _ ^a0
mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], store.xy $1 ^m0 _
load.u 13, mul.m0 ^m0[-1] ^u.y, mul.m1 ^m1[-1] ^u.y, add.a0 ^m1[-2] -0, mov.p ^m1[-1]
load.a 1, load.u 13, mul.m0 ^r1.y 1, mul.m1 ^r1.y ^r0.x, add.a0 -^m1[-1] ^u.z, add.a1 -^m0[-1] ^u.z, mov.p ^u.w, store.xy $0 _ ^m1, store.zw $1 ^m0 _
load.a 0, load.r1 1, mul.m0 ^r1.x ^a1[-1], mul.m1 ^p[-2] ^a0[-1], add.a0 -^a0[-2] ^r0.y, add.a1 ^p[-2] -0, mov.p ^r1.x
load.a 1, load.u 14, mul.m1 ^m0[-2] ^r0.y, add.a0 ^m1[-1] -^p[-2], add.a1 ^m0[-1] -^p[-2], mov.p ^u.x
mul.m0 ^a1[-2] ^a0[-1], mul.m1 ^p[-2] ^a1[-1], add.a0 ^a0[-2] ^m1[-1], store.xy $1 ^a0 _
load.a 1, load.r1 1, load.u 1, mul.m0 ^r1.z ^r0.z, mul.m1 ^a0[-1] ^u.z, add.a0 ^m1[-1] ^p[-2], mov.p ^u.x, store.xy $2 ^m1 _
load.a 0, load.u 14, mul.m0 ^a0[-2] ^p[-1], mul.m1 ^r1.x ^a0[-1], add.a0 ^m0[-2] ^u.x, add.a1 ^r1.y ^r0.x, store.xy $0 ^m0 ^m1, store.zw $1 ^a1 _
load.a 0, load.r1 1, mul.m0 ^a1[-1] ^m1[-1], mul.m1 ^r1.w ^a0[-1], add.a0 ^m0[-2] ^r0.z
load.r1 1, load.u 1, mul.m0 ^r1.x ^u.y, mul.m1 ^a0[-1] ^m1[-1], add.a0 ^r1.x -0, mov.p ^u.w, store.xy $1 ^m0 _
load.r0 1, mul.m0 ^r0.z ^m1[-2], mul.m1 ^a0[-2] ^r1.y, add.a0 ^m0[-2] -^m1[-1], mov.p ^u.w, store.zw $1 ^a0 _
load.u 2, mul.m0 ^a0[-2] ^p[-2], mul.m1 ^a0[-1] ^p[-1], add.a0 ^m0[-1] ^m1[-1], mov.p ^u.x, store.xy $0 _ ^m1, store.zw $1 _ ^a0
load.u 2, mul.m0 ^a0[-1] ^u.w, mul.m1 ^a0[-1] ^u.z, mov.p ^u.y
load.r1 2, load.u 3, mul.m1 ^a0[-2] ^p[-2], add.a0 ^m0[-1] ^m0[-2], add.a1 ^m1[-1] ^r1.x, mov.p ^u.z
load.r0 1, load.u 3, mul.m1 ^r0.w ^p[-2], add.a0 ^a0[-1] ^u.w, add.a1 ^m1[-1] ^r1.x, store.xy $0 ^a1 _
load.r1 1, mul.m0 ^r1.z ^u.z, mul.m1 ^u.y 1, add.a0 ^a1[-2] ^p[-2], add.a1 ^r1.z -0, mov.p ^u.x
load.r0 1, load.u 6, mul.m1 ^a1[-1] ^m1[-1], add.a0 ^a0[-2] ^r1.y, add.a1 ^m1[-2] ^r0.x, mov.p ^u.w, store.xy $0 _ ^a0
load.u 3, mul.m1 ^a1[-2] ^p[-2], add.a0 ^a0[-2] ^m0[-2], add.a1 ^a1[-1] ^u.y, mov.p ^u.x, store.xy $1 ^a0 _
load.u 7, mul.m0 ^a0[-1] ^p[-2], mul.m1 ^a0[-2] ^u.y, add.a0 ^a1[-1] ^m1[-2], add.a1 ^r1.x ^p[-1], mov.p ^u.w, store.xy $0 ^a0 _, store.zw $2 ^m1 _
load.u 5, mul.m0 ^r1.y ^p[-1], mul.m1 ^a0[-1] ^u.w, add.a0 ^a1[-1] ^m1[-2], mov.p ^u.y
load.u 4, mul.m0 ^a0[-2] ^p[-1], mul.m1 ^a0[-1] ^u.w, add.a0 ^m0[-1] ^m0[-2], store.xy $2 _ ^m0
load.u 4, mul.m0 ^a0[-2] ^u.x, mul.m1 ^a0[-2] ^u.z, add.a0 ^a0[-1] ^m1[-2], mov.p ^a0[-2], store.zw $1 ^m1 ^m0
load.r1 1, load.u 6, mul.m0 ^r1.x ^u.y, mul.m1 ^r1.x ^u.x, add.a0 ^a0[-1] ^m1[-2], store.xy $2 ^m1 _
load.r1 2, load.u 4, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^p[-2] ^u.y, add.a0 ^r1.z ^m0[-1], rcp.c ^a0[-1]
load.r0 2, load.r1 1, load.u 6, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^a0[-1] ^r0.y, add.a1 ^r1.x -0, mov.p ^u.z
load.u 7, mul.m0 ^r1.y ^u.x, mul.m1 ^r1.y ^u.z, add.a0 ^a0[-1] ^m1[-2], mov.p ^r1.x, store.xy $1 ^a0 _
load.u 14, mul.m1 ^a1[-2] ^p[-2], max.a0 ^m0[-2] -^u.w, max.a1 -^a1[-2] ^u.y, mov.p ^u.w, store.xy $0 _ ^a1
load.r1 2, load.u 5, mul.m1 ^p[-2] ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^r1.x
load.u 5, complex2.m0 ^a1[-2] ^a1[-2], mul.m1 ^r1.x ^u.z, min.a0 ^a0[-2] ^p[-2], rcp.c ^a1[-2], store.xy $0 ^a0 _
load.u 8, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m1[-2], mov.c ^r1.z, mov.p ^u.z, store.xy v1 _ ^c
load.r1 1, load.u 14, mul.m1 ^a0[-2] ^p[-1], add.a0 ^a0[-1] ^r1.z, add.a1 ^a1[-1] ^r1.w, mov.c ^u.y, mov.p ^u.z, store.xy v1 ^c _, store.zw $0 ^a1 _
load.u 10, mul.m0 ^m1[-1] ^a0[-1], mul.m1 ^m0[-2] ^p[-1], add.a0 ^u.x -0, mov.p ^u.y, store.xy $0 _ ^m0
load.u 8, mul.m1 ^r1.x ^u.y, max.a0 ^m1[-1] ^a0[-1], mov.p ^u.x
load.r1 1, load.u 14, mul.m1 ^r1.y ^r1.y, min.a0 ^a0[-1] ^p[-2], mov.p ^u.y
load.r0 1, load.u 9, mul.m0 ^m1[-2] ^r0.x, mul.m1 ^r1.x ^p[-2], mov.p ^u.y
load.u 10, mul.m0 ^a0[-2] ^u.z, mul.m1 ^m1[-1] ^r1.z, add.a0 ^m0[-1] ^p[-1], add.a1 -^m1[-2] ^p[-2], mov.c ^r1.w, store.xy v2 ^m0 _, store.zw v1 ^c ^a1
load.u 9, add.a0 ^r1.y ^u.z, add.a1 ^m1[-1] ^u.x, mov.c ^r1.x, mov.p ^a0[-1], store.xy v0 ^a1 ^p, store.zw v0 ^a0 ^c
