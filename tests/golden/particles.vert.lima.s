load.a 2, load.u 11, complex2.m0 ^u.y ^u.y, add.a0 -^r0.x ^u.x, rcp.c ^u.y, store.xy $0 ^a0 _
load.u 11, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^u.y
load.u 15, mov.p ^u.y, store.xy v1 ^p _
mul.m1 ^r1.x ^m0[-2], mov.p ^m0[-2], store.xy $0 _ ^p
floor.a0 ^m1[-1]
load.u 11, mul.m1 ^a0[-1] ^u.y
add.a0 ^r1.x -^m1[-1], store.xy $0 ^a0 _
load.u 13, mul.m0 ^a0[-1] ^u.x, mul.m1 ^a0[-1] ^u.y, store.zw $0 ^m0 _
load.a 1, load.u 13, mul.m0 ^a0[-2] ^r0.x, mul.m1 ^m1[-1] ^u.z, store.zw $0 _ ^m1
load.a 0, load.u 13, mul.m0 ^r1.x ^m0[-2], mul.m1 ^r1.x ^r0[-1].z, add.a0 ^m1[-1] ^u.w, add.a1 ^m0[-1] ^r0.x, store.xy $1 ^a1 ^m0, store.zw $0 ^a0 _
load.a 1, load.u 14, mul.m0 ^r1.y ^r1.x, mul.m1 ^r1.x ^r0.y, add.a0 ^m1[-2] ^u.x, add.a1 ^m1[-1] ^r0[-1].z, store.xy $0 ^m1 ^m0, store.zw $1 ^a0 ^a1
mul.m1 ^m0[-1] ^m0[-1], floor.a0 ^a0[-2], floor.a1 ^a0[-1], store.zw $0 _ ^m1
add.a0 ^r1.z -^a0[-1], add.a1 ^a0[-2] -^a1[-1]
load.u 13, add.a0 ^a0[-1] -^u.w, add.a1 ^a1[-1] -^u.w
max.a0 ^a0[-1] -^a0[-1], max.a1 ^a1[-1] -^a1[-1]
load.u 14, add.a0 -^a0[-1] ^u.x, add.a1 -^a1[-1] ^u.x, store.xy $2 ^a1 _, store.zw $0 ^a0 _
load.a 0, load.r1 1, mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], add.a0 -^r1.y ^r0.y, store.xy $1 _ ^m1, store.zw $1 ^m0 _
load.u 14, mul.m0 ^m0[-1] ^u.y, mul.m1 ^m1[-1] ^u.y, add.a0 ^a0[-1] ^r1.x, store.xy $0 ^a0 _
load.u 14, add.a0 -^m1[-1] ^u.z, add.a1 -^m0[-1] ^u.z
load.r1 1, load.u 15, mul.m0 ^r1.z ^a1[-1], mul.m1 ^r1.y ^a0[-1], add.a0 -^r0.y ^u.y, add.a1 -^r0.w ^u.y, store.xy v1 _ ^a0, store.zw v1 _ ^a1
load.u 14, add.a0 ^m1[-1] -^u.w, add.a1 ^m0[-1] -^u.w
load.r1 1, mul.m0 ^r1.z ^a1[-1], mul.m1 ^r1.y ^a0[-1], mov.p ^a0[-2], store.xy $0 _ ^p
load.u 15, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.x
load.r0 2, mul.m0 ^r0.x ^a1[-1], mul.m1 ^r1.z ^a0[-1], store.zw $0 ^m1 ^m0
load.r1 1, mul.m0 ^r1.w ^m1[-1], mul.m1 ^r1.x ^m0[-1]
load.r1 1, mul.m0 ^r1.w ^m0[-2], mul.m1 ^r1.x ^m1[-2], add.a0 ^m1[-1] ^m0[-1], store.zw $0 ^a0 _
load.u 2, mul.m0 ^a0[-1] ^u.w, mul.m1 ^a0[-1] ^u.z, add.a0 ^m1[-1] -^m0[-1], store.xy $1 ^m0 ^a0, store.zw $0 _ ^m1
load.u 1, mul.m0 ^r1.x ^u.w, mul.m1 ^r1.x ^u.z
load.u 2, mul.m0 ^r1.z ^u.x, mul.m1 ^r1.z ^u.y, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $1 ^a0 _, store.zw $0 ^m1 ^m0
load.u 1, mul.m0 ^r1.x ^u.x, mul.m1 ^r1.x ^u.y
load.r1 1, mul.m0 ^r1.y ^u.w, mul.m1 ^r1.y ^u.z, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], mov.p ^a1[-2], store.xy $0 ^m1 _, store.zw $0 ^m0 ^a0
load.r1 1, load.u 3, add.a0 ^r1.x ^u.z, add.a1 ^p[-1] ^u.w
load.r1 1, mul.m0 ^r1.y ^u.x, mul.m1 ^r1.y ^u.y, add.a0 ^a0[-1] ^m1[-2], add.a1 ^a1[-1] ^m0[-2], mov.p ^a1[-2], store.xy $0 ^m1 _, store.zw $0 ^m0 _
load.u 3, add.a0 ^r1.w ^u.y, add.a1 ^p[-1] ^u.x, store.zw $0 _ ^a1
load.u 6, mul.m0 ^a0[-2] ^u.x, mul.m1 ^a0[-2] ^u.w, add.a0 ^a0[-1] ^m1[-2], add.a1 ^a1[-2] -0, mov.p ^a0[-2], store.xy $0 ^p _, store.zw $1 ^a1 ^a0
load.u 7, mul.m0 ^a1[-1] ^u.x, mul.m1 ^a1[-1] ^u.w, add.a0 ^a1[-2] ^r1.z, store.zw $0 ^a0 _
load.u 5, mul.m0 ^a0[-2] ^u.x, mul.m1 ^a0[-2] ^u.w, add.a0 ^m1[-1] ^m1[-2], add.a1 ^m0[-1] ^m0[-2]
load.u 4, mul.m0 ^a0[-2] ^u.x, mul.m1 ^a0[-2] ^u.w, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1]
load.u 6, mul.m0 ^r1.x ^u.z, mul.m1 ^r1.x ^u.y, add.a0 ^a0[-1] ^m1[-1], add.a1 ^a1[-1] ^m0[-1], store.xy $1 ^m0 ^a1, store.zw $0 _ ^m1
load.u 15, complex2.m0 ^a0[-1] ^a0[-1], max.a0 -^r1.x ^u.y, rcp.c ^a0[-1], store.xy $0 ^a0 _
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2]
load.r1 1, load.u 7, mul.m0 ^r1.z ^u.z, mul.m1 ^r1.z ^u.y
load.r0 1, load.u 5, complex2.m0 ^r1.x ^r1.x, mul.m1 ^r0.w ^u.y, add.a0 ^m1[-1] ^r1.w, add.a1 ^m0[-1] ^r0.x, rcp.c ^r1.x, mov.p ^m0[-2], store.zw $0 _ ^a1
load.u 12, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x, add.a0 ^a0[-1] ^m1[-1], clamp.p ^p[-1], store.xy $0 ^a0 _, store.zw v0 _ ^p
load.r1 1, load.u 5, mul.m1 ^r1.w ^u.z
load.u 4, mul.m0 ^r1.z ^u.z, mul.m1 ^r1.z ^u.y, add.a0 ^r1.w ^m1[-1], add.a1 ^p[-2] -0, mov.p ^m0[-2], store.zw $0 ^a1 _
load.u 15, mul.m1 ^p[-1] ^u.z, add.a0 ^r1.x ^m1[-1], add.a1 ^a0[-1] ^m0[-1], store.xy $0 ^m1 _, store.zw $0 _ ^a0
load.u 8, mul.m0 ^a1[-2] ^u.y, mul.m1 ^a1[-2] ^u.x, store.xy $1 ^m0 _
load.r0 1, load.u 8, mul.m0 ^m1[-1] ^r0.y, mul.m1 ^r1.z ^u.z, mov.p ^a1[-2], store.zw $0 ^m0 _
load.u 10, mul.m0 ^m1[-1] ^p[-1], mul.m1 ^m0[-2] ^r1.w, clamp.p ^r1.x, store.xy $0 ^p _, store.zw $0 _ ^m1
load.u 13, mul.m1 ^r1.y ^u.w, store.zw v1 ^m1 _
load.u 10, mul.m1 ^p[-2] ^u.z, mov.p ^m0[-2], store.xy v2 ^m1 _, store.zw $1 ^p _
load.u 9, add.a0 ^r1.z ^u.x, add.a1 ^r1.w ^u.y, store.xy v0 ^a0 ^a1
load.u 9, add.a0 ^p[-2] ^u.z, store.zw v0 ^a0 _
