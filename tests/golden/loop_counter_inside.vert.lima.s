load.a 0, load.u 22, mul.m0 ^r0.z 1, mul.m1 ^r0.y 1, add.a0 ^r0.w -0, add.a1 ^u.x -0, mov.p ^r0.x, store.xy $0 ^a1 ^p, store.zw $0 ^m1 ^m0
mov.p ^a0[-1], store.xy $1 ^p _
nop
nop
L4:
setA1.c ^r1.x
nop
load.u 9, add.a0 ^u.z -0, mov.p ^u.y
load.u 22, mul.m0 ^a0[-1] ^r1.w, mul.m1 ^p[-1] ^r1.z, add.a0 ^u.z ^r1.x, mov.p ^u.y, store.xy $1 _ ^a0, store.zw $1 _ ^p
load.u 0+A1, mul.m0 ^u.z ^p[-1], mul.m1 ^u.y ^p[-1], add.a0 ^m1[-1] -^u.y, add.a1 ^m0[-1] -^u.z, store.xy $2 _ ^m0, store.zw $1 ^m1 _
load.r1 1, load.u 9, mul.m0 ^u.x ^r0.y, mul.m1 ^u.w ^r1.x, max.a0 ^a0[-1] ^m1[-1], max.a1 ^a1[-1] ^m0[-1]
load.r1 1, load.u 0+A1, mul.m0 ^u.w ^r1.w, mul.m1 ^u.x ^r1.w, add.a0 ^m1[-1] -^u.w, add.a1 ^m0[-1] -^u.x, store.xy $2 ^m0 _, store.zw $1 _ ^m1
load.r1 2, load.u 10, mul.m0 ^a1[-2] ^u.z, mul.m1 ^a0[-2] ^u.y, max.a0 ^a0[-1] ^m0[-1], max.a1 ^a1[-1] ^m1[-1], mov.p ^r1.y, store.zw $2 ^p _
load.u 0+A1, add.a0 ^m0[-1] -^u.z, add.a1 ^m1[-1] -^u.y, store.xy $2 _ ^a1
load.u 10, mul.m0 ^a0[-2] ^u.w, mul.m1 ^a1[-2] ^u.x, max.a0 ^p[-2] ^a0[-1]
load.u 0+A1, add.a0 ^m1[-1] -^u.x, add.a1 ^m0[-1] -^u.w
load.r0 2, load.r1 1, load.u 11, mul.m1 ^a0[-2] ^u.z, max.a0 ^r1.z ^r0.y
load.r0 1, load.r1 2, load.u 11, mul.m1 ^a0[-1] ^u.y, max.a0 ^r1.x ^a1[-2], max.a1 ^r0.w ^a0[-2]
load.u 0+A1, add.a0 ^m1[-1] -^u.y, add.a1 ^m1[-2] -^u.z
load.r0 2, load.r1 1, load.u 11, mul.m0 ^a1[-2] ^u.x, mul.m1 ^a0[-2] ^u.w, max.a0 ^r1.z ^a0[-1], max.a1 ^r0.z ^a1[-1]
load.r1 2, load.u 0+A1, add.a0 ^m0[-1] -^u.x, add.a1 ^m1[-1] -^u.w, mov.p ^r1.x, store.xy $2 _ ^p
load.r1 1, load.u 12, mul.m0 ^a1[-2] ^u.z, mul.m1 ^a0[-2] ^u.y, max.a0 ^r1.w ^a0[-1], mov.p ^u.x, store.xy $2 ^m0 _
load.u 0+A1, mul.m0 ^a0[-1] ^p[-1], mul.m1 ^u.x 1, max.a0 ^p[-2] ^a1[-2], mov.p ^u.y
load.u 12, mul.m1 ^a0[-1] ^u.w, add.a0 ^m1[-2] -^p[-1], add.a1 ^m0[-1] -^m1[-1]
load.r1 2, load.u 0+A1, add.a0 ^m1[-1] -^u.w, add.a1 ^r1.x -^u.z
load.r1 1, max.a0 ^r1.w ^a1[-2], max.a1 ^r1.z ^a0[-2]
load.r1 2, load.u 13, mul.m0 ^a1[-1] ^u.y, mul.m1 ^a0[-1] ^u.x, max.a0 ^r1.y ^a0[-2], max.a1 ^r1.z ^a1[-2]
load.u 0+A1, add.a0 ^m1[-1] -^u.x, add.a1 ^m0[-1] -^u.y, store.xy $2 ^a1 _
load.r1 1, load.u 13, mul.m0 ^a0[-2] ^u.w, mul.m1 ^a1[-2] ^u.z, max.a0 ^r1.w ^a0[-1]
load.r1 1, load.u 0+A1, add.a0 ^m1[-1] -^u.z, add.a1 ^m0[-1] -^u.w, mov.p ^r1.z, store.zw $1 ^p _
load.r1 2, load.u 14, mul.m1 ^a0[-2] ^u.x, max.a0 ^r1.y ^a1[-1], max.a1 ^r1.z ^a0[-1]
load.r1 2, load.u 14, mul.m0 ^a0[-1] ^u.w, mul.m1 ^a1[-1] ^u.z, max.a0 ^p[-2] ^r1.x, mov.p ^u.y
load.u 0+A1, mul.m1 ^a0[-1] ^p[-1], add.a0 ^m1[-1] -^u.z, add.a1 ^m1[-2] -^u.x, store.xy $2 ^a0 _
load.u 0+A1, add.a0 ^m0[-2] -^u.w, add.a1 ^m1[-1] -^u.y
load.r1 1, max.a0 ^r1.z ^a1[-1], max.a1 ^r1.w ^a1[-2]
load.r1 2, load.u 15, mul.m0 ^a1[-1] ^u.x, mul.m1 ^a0[-1] ^u.y, max.a0 ^r1.z ^r1.x, max.a1 ^r1.y ^a0[-2]
load.u 0+A1, add.a0 ^m0[-1] -^u.x, add.a1 ^m1[-1] -^u.y, store.xy $2 ^a0 _
load.r1 1, load.u 15, mul.m0 ^a0[-2] ^u.z, mul.m1 ^a1[-2] ^u.w, max.a0 ^r1.z ^a1[-1]
load.u 0+A1, add.a0 ^m0[-1] -^u.z, add.a1 ^m1[-1] -^u.w
load.r1 2, load.u 16, mul.m1 ^a0[-2] ^u.y, max.a0 ^r1.z ^a0[-1], max.a1 ^r1.y ^a1[-1]
load.r0 2, load.r1 1, load.u 16, mul.m0 ^a1[-1] ^u.w, mul.m1 ^a0[-1] ^u.z, max.a0 ^r1.w ^r0.x, mov.p ^u.x
load.u 0+A1, mul.m1 ^a0[-1] ^p[-1], add.a0 ^m1[-2] -^u.y, add.a1 ^m1[-1] -^u.z, store.xy $2 ^a1 _
load.u 0+A1, add.a0 ^m1[-1] -^u.x, add.a1 ^m0[-2] -^u.w
load.r1 1, max.a0 ^r1.w ^a0[-1], max.a1 ^r1.z ^a0[-2]
load.r1 2, load.u 17, mul.m0 ^a1[-1] ^u.y, mul.m1 ^a0[-1] ^u.x, max.a0 ^r1.y ^a1[-2], max.a1 ^r1.z ^r1.x
load.u 0+A1, add.a0 ^m0[-1] -^u.y, add.a1 ^m1[-1] -^u.x, store.zw $2 _ ^a1
load.r1 1, load.u 17, mul.m0 ^a1[-2] ^u.z, mul.m1 ^a0[-2] ^u.w, max.a0 ^r1.z ^a0[-1], store.xy $2 ^a0 _
load.u 0+A1, add.a0 ^m0[-1] -^u.z, add.a1 ^m1[-1] -^u.w
load.r1 2, max.a0 ^r1.z ^a0[-1], max.a1 ^r1.y ^a1[-1]
load.r0 2, load.r1 1, load.u 18, mul.m0 ^a0[-1] ^u.z, mul.m1 ^a1[-1] ^u.w, max.a0 ^r1.w ^r0.w
load.u 0+A1, add.a0 ^m1[-1] -^u.w, add.a1 ^m0[-1] -^u.z
load.r1 2, load.u 18, mul.m1 ^a0[-2] ^u.x, max.a0 ^r1.y ^a0[-1], max.a1 ^r1.z ^a1[-1], mov.p ^u.y
load.r1 2, load.u 0+A1, mul.m1 ^r1.x ^p[-1], add.a0 ^m1[-1] -^u.x, add.a1 ^a0[-1] ^u.w
load.u 0+A1, add.a0 ^m1[-1] -^u.y, add.a1 ^a1[-2] ^u.z
load.r1 1, max.a0 ^r1.z ^a0[-1], max.a1 ^r1.w ^a0[-2], mov.c ^a1[-2], store.xy $1 ^c _
load.r1 1, load.u 0+A1, add.a0 ^a1[-1] ^u.x, add.a1 ^a0[-1] ^u.y, mov.c ^r1.y, mov.p ^a1[-2], store.xy $0 ^c ^a0, store.zw $0 ^a1 ^p
load.r1 1, load.u 22, lt.a0 ^r1.y ^u.w
mov.p ^a0[-1], branch L4
load.r1 1, load.u 19, complex2.m0 ^r1.x ^r1.x, mul.m1 ^u.x ^r0.y, rcp.c ^r1.x, store.xy $0 ^m1 _
load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x
load.u 19, mul.m0 ^u.z ^r1.w, mul.m1 ^u.y ^r1.z, store.xy $1 _ ^m1, store.zw $1 ^m0 _
load.u 21, clamp.p ^m0[-2], store.xy $2 ^p _, store.zw v0 _ ^p
mul.m0 ^p[-1] ^m1[-2], mul.m1 ^p[-1] ^r1.x
load.r1 1, load.u 20, mul.m1 ^p[-2] ^r1.z, add.a0 ^m1[-1] ^u.x, add.a1 ^m0[-1] ^u.y, store.xy v0 ^a0 ^a1
load.u 20, add.a0 ^m1[-1] ^u.z, store.zw v0 ^a0 _
