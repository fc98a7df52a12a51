load.u 11, complex2.m0 ^u.y ^u.y, rcp.c ^u.y
load.u 11, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^u.y
nop
mov.p ^m0[-2], store.xy $0 ^p _
nop
load.a 2, load.u 11, add.a0 -^r0.x ^u.x
mul.m1 ^a0[-1] ^r1.x
floor.a0 ^m1[-1], mov.p ^a0[-2]
load.u 11, mul.m1 ^a0[-1] ^u.y
add.a0 ^p[-2] -^m1[-1], store.xy $0 _ ^a0
load.u 12, mul.m1 ^a0[-1] ^u.y
load.u 12, mul.m1 ^m1[-1] ^u.z, mov.p ^u.w
load.u 13, add.a0 ^m1[-1] ^u.x, add.a1 ^m1[-1] ^p[-1]
floor.a0 ^a0[-1], floor.a1 ^a1[-1]
add.a0 ^a1[-2] -^a1[-1], add.a1 ^a0[-2] -^a0[-1]
load.u 12, add.a0 ^a0[-1] -^u.w, add.a1 ^a1[-1] -^u.w
load.u 12, mul.m1 ^r1.y ^u.x, max.a0 ^a0[-1] -^a0[-1], max.a1 ^a1[-1] -^a1[-1]
load.a 1, load.u 13, mul.m0 ^r1.y ^m1[-1], mul.m1 ^r1.y ^r0.y, add.a0 -^a1[-1] ^u.x, add.a1 -^a0[-1] ^u.x, store.zw $1 ^a0 ^a1
load.a 0, mul.m0 ^a0[-1] ^a0[-1], mul.m1 ^a1[-1] ^a1[-1], add.a0 -^m0[-1] ^r0.y, add.a1 ^r1.y -0, mov.p ^r1.x, store.xy $0 ^a1 ^m1, store.zw $0 ^m0 _
load.u 13, mul.m0 ^m0[-1] ^u.y, mul.m1 ^m1[-1] ^u.y, add.a0 ^a0[-1] ^m1[-2], store.xy $1 ^a0 _
load.u 13, mul.m1 ^p[-2] ^a1[-2], add.a0 -^m0[-1] ^u.z, add.a1 -^m1[-1] ^u.z, store.xy $1 _ ^m1
load.u 1, mul.m0 ^r1.z ^a0[-1], mul.m1 ^r1.y ^a1[-1], add.a0 ^r1.y -0, add.a1 ^r1.z -0, mov.p ^u.y
load.r1 1, load.u 13, mul.m1 ^r1.x ^p[-1], add.a0 ^m1[-1] -^u.w, add.a1 ^m0[-1] -^u.w, store.xy $0 _ ^m1
mul.m0 ^a1[-2] ^a1[-1], mul.m1 ^a0[-2] ^a0[-1]
load.a 1, load.u 14, mul.m0 ^r1.x ^r0.z, mul.m1 ^r1.x ^r0.x, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.x
load.a 0, load.r1 1, mul.m0 ^r1.w ^a0[-1], mul.m1 ^r1.z ^a1[-1], add.a0 ^m0[-1] ^r0.z, add.a1 ^m1[-1] ^r0.x
mul.m0 ^a1[-1] ^m1[-1], mul.m1 ^a0[-1] ^m0[-1]
mul.m0 ^a0[-2] ^m1[-2], mul.m1 ^a1[-2] ^m0[-2], add.a0 ^m0[-1] ^m1[-1], store.xy $0 ^m0 _, store.zw $1 ^a0 ^m1
load.u 2, mul.m0 ^a0[-1] ^u.y, mul.m1 ^a0[-1] ^u.w
load.r1 1, load.u 1, mul.m0 ^r1.x ^u.w, mul.m1 ^r1.x ^u.z, add.a0 ^m0[-1] ^r0.y, add.a1 ^r1.x -0, mov.p ^u.x, store.xy $1 ^a0 _
load.r1 1, load.u 2, mul.m0 ^r1.z 1, mul.m1 ^r1.z ^u.z, add.a0 ^m1[-2] ^m0[-1], add.a1 ^r1.w -^r0.x, mov.p ^u.x, store.xy $0 ^a1 _
mul.m0 ^a1[-2] ^p[-2], mul.m1 ^a1[-1] ^u.w, add.a0 ^m1[-1] ^m1[-2], mov.p ^u.x
load.u 3, mul.m0 ^m0[-2] ^p[-2], mul.m1 ^a1[-2] ^p[-1], add.a0 ^a0[-2] ^u.w, add.a1 ^a0[-1] ^u.z, store.zw $1 _ ^m1
mul.m1 ^r1.x ^u.z, add.a0 ^m0[-1] ^m0[-2], add.a1 ^a0[-1] ^m1[-2], mov.p ^u.y, store.zw $1 ^a1 _
load.u 7, mul.m1 ^r1.x ^p[-1], add.a0 ^u.x -0, add.a1 ^a1[-2] ^m1[-1], mov.p ^u.w, store.xy $2 _ ^a1
load.r1 1, load.u 3, mul.m0 ^a1[-2] ^a0[-1], mul.m1 ^a1[-2] ^p[-1], add.a0 ^a0[-2] ^u.x, add.a1 ^r1.x ^u.y, store.xy $1 ^m1 _
load.r1 1, load.u 6, mul.m0 ^a1[-2] ^u.w, mul.m1 ^a1[-2] ^u.x, add.a0 ^a1[-1] ^m1[-2], mov.p ^r1.z, store.xy $0 ^a0 _, store.zw $1 ^p _
load.r1 1, load.u 5, mul.m0 ^a0[-1] ^u.y, mul.m1 ^a0[-1] ^u.x, add.a0 ^a0[-2] ^r1.w, add.a1 ^m0[-2] ^m1[-1], mov.p ^u.w, store.xy $0 _ ^m0, store.zw $0 _ ^a0
load.r1 1, load.u 7, mul.m0 ^a0[-2] ^p[-1], mul.m1 ^p[-2] ^u.z, add.a0 ^r1.x ^m0[-2], add.a1 ^a1[-1] ^m1[-1], store.xy $1 ^m1 _
load.u 4, mul.m0 ^a0[-2] ^u.x, mul.m1 ^a0[-2] ^u.w, add.a0 ^a0[-1] ^m0[-1]
load.r1 2, load.u 6, mul.m0 ^r1.y ^u.z, mul.m1 ^r1.y ^u.y, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.zw $0 ^a1 _
load.r1 1, load.u 7, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.z ^u.y, add.a0 ^r1.x ^m0[-1], rcp.c ^a0[-1], store.xy $1 ^a0 _
load.u 12, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m1[-1] ^m1[-2], add.a1 ^r1.w -0, mov.p ^u.w, store.xy $2 ^a1 _
load.r0 1, load.u 14, add.a0 ^a0[-1] ^r1.y, add.a1 -^r0.y ^u.y, mov.p ^u.w, store.zw $1 ^a1 ^a0
load.u 4, mul.m0 ^a1[-1] ^p[-2], mul.m1 ^a1[-2] ^u.z, max.a0 ^m0[-2] -^p[-1], mov.p ^u.y, store.xy $0 _ ^m1, store.zw $0 _ ^m0
load.r1 2, load.u 14, mul.m1 ^r1.x ^p[-1], max.a0 -^r1.y ^u.y, mov.p ^u.w
load.u 5, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.x ^u.z, min.a0 ^a0[-2] ^p[-1], rcp.c ^a0[-1], store.xy $0 ^a0 _
load.r1 1, load.u 8, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.x ^m1[-1], add.a1 ^r1.w ^m1[-2], mov.p ^u.z, store.xy $1 ^a1 _
load.r0 1, load.u 14, mul.m1 ^a0[-2] ^p[-1], add.a0 ^a0[-1] ^r1.y, add.a1 ^u.y -0, mov.c ^r0.z, mov.p ^u.z, store.xy v1 ^a1 ^c
load.u 10, mul.m0 ^m1[-1] ^a0[-1], mul.m1 ^m0[-2] ^p[-1], add.a0 ^u.x -0, mov.p ^u.y, store.xy $0 _ ^m0
load.u 8, mul.m1 ^r1.x ^u.y, max.a0 ^m1[-1] ^a0[-1], mov.p ^u.x
load.r1 1, load.u 14, mul.m1 ^r1.y ^r1.y, min.a0 ^a0[-1] ^p[-2], mov.p ^u.y
load.r0 1, load.u 9, mul.m0 ^m1[-2] ^r0.x, mul.m1 ^r1.x ^p[-2], mov.p ^u.y
load.u 10, mul.m0 ^a0[-2] ^u.z, mul.m1 ^m1[-1] ^r1.z, add.a0 ^m0[-1] ^p[-1], add.a1 -^m1[-2] ^p[-2], mov.c ^r1.w, store.xy v2 ^m0 _, store.zw v1 ^c ^a1
load.u 9, add.a0 ^r1.y ^u.z, add.a1 ^m1[-1] ^u.x, mov.c ^r1.x, mov.p ^a0[-1], store.xy v0 ^a1 ^p, store.zw v0 ^a0 ^c
