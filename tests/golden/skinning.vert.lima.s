load.a 3, max.a0 ^r0.y 0
floor.a0 ^a0[-1]
load.u 44, mul.m1 ^a0[-1] ^u.x
setA2.c ^m1[-1]
nop
load.a 3, max.a0 ^r0.x 0
load.u 44, floor.a0 ^a0[-1], mov.p ^u.x
load.a 0, load.u 5+A2, mul.m0 ^a0[-1] ^p[-1], mul.m1 ^r0.z ^u.z, mov.p ^u.w, store.zw $1 _ ^m1
load.a 1, load.u 4+A2, mul.m0 ^r0[-1].w ^p[-1], mul.m1 ^r0.x ^u.x, store.xy $1 ^m1 _
load.a 0, load.u 6+A2, mul.m0 ^r0.y ^u.y, mul.m1 ^r0[-1].y ^u.y, setA1.c ^m0[-2], mov.p ^m0[-1], store.zw $1 ^m0 _
load.a 1, load.u 6+A2, mul.m0 ^r0[-1].w ^u.w, mul.m1 ^r0.x ^u.x, add.a0 ^u.z -0, mov.p ^u.x, store.xy $1 _ ^m0
load.a 0, load.r1 1, load.u 5+A2, mul.m0 ^r0[-1].z ^a0[-1], mul.m1 ^r0.x ^p[-1], add.a0 ^r1.w ^p[-2], add.a1 ^m1[-1] ^m1[-2], mov.p ^u.x, store.xy $0 ^a0 _
load.a 0, load.r1 1, load.u 4+A2, mul.m0 ^r0.z ^u.z, mul.m1 ^r0.x ^p[-1], add.a0 ^u.y -0, add.a1 ^m1[-1] ^r1.z, mov.p ^u.w, store.xy $2 ^a1 _, store.zw $0 ^m1 ^m0
load.a 1, load.u 4+A1, mul.m0 ^r0.x ^u.x, mul.m1 ^r0.y ^a0[-1], add.a0 ^m0[-2] ^a1[-2], mov.p ^u.y, store.xy $0 _ ^a0
load.a 0, load.u 5+A2, mul.m0 ^r0.w ^p[-2], mul.m1 ^r0[-1].y ^p[-1], add.a0 ^m0[-1] -0, mov.p ^u.y
load.a 1, load.r1 1, load.u 4+A2, mul.m0 ^r0[-1].y ^p[-1], mul.m1 ^r0.z ^u.z, add.a0 ^r1.x ^m1[-2], mov.p ^u.y
load.a 0, load.u 4+A1, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^r0.y ^p[-1], add.a0 ^r1.w ^m0[-2], add.a1 ^a0[-2] ^m1[-2], mov.p ^u.y, store.zw $2 ^a0 _
load.a 0, load.u 4+A2, mul.m0 ^r0.y ^p[-1], mul.m1 ^r0.x ^u.x, add.a0 ^m1[-2] ^a0[-2], add.a1 ^r1.z ^m0[-2], store.zw $2 _ ^m0
load.a 4, load.u 4+A1, mul.m0 ^r0[-1].z ^u.z, mul.m1 ^a0[-1] ^r0.y, add.a0 ^m0[-2] ^a1[-2], add.a1 ^m1[-1] ^m1[-2], store.xy $2 _ ^m1, store.zw $1 _ ^m0
load.a 1, load.u 5+A1, mul.m0 ^r0.x ^u.x, mul.m1 ^a0[-1] ^r0[-1].x, add.a0 ^a1[-2] ^r1.x, mov.p ^u.y, store.xy $0 ^m0 _, store.zw $1 ^a0 _
load.a 0, load.r1 2, load.u 6+A1, mul.m0 ^r0[-1].y ^p[-1], mul.m1 ^r0.y ^u.y, add.a0 ^a1[-2] ^r1.z, mov.p ^u.x, store.xy $1 ^a0 _, store.zw $2 ^m1 _
load.a 1, load.r1 2, load.u 4+A1, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^r0[-1].x ^p[-1], add.a0 ^r1.y ^m1[-2], mov.p ^u.w, store.xy $2 _ ^m1, store.zw $0 ^a0 _
load.a 0, load.u 5+A1, mul.m0 ^r0.w ^p[-1], mul.m1 ^r0[-1].z ^u.z, add.a0 ^r1.x ^m0[-2], mov.p ^u.x
load.a 1, load.r1 2, load.u 5+A2, mul.m0 ^r0[-1].x ^p[-1], mul.m1 ^r0.x ^u.x, add.a0 ^m0[-2] ^r1.w, mov.p ^u.y, store.xy $0 ^m0 _, store.zw $2 _ ^m1
load.a 0, load.r1 1, load.u 6+A2, mul.m0 ^r0[-1].y ^p[-1], mul.m1 ^r0.z ^u.z, add.a0 ^m1[-2] ^a0[-2], add.a1 ^r1.w ^m0[-2], store.zw $0 _ ^m1
load.a 4, load.r1 1, load.u 6+A1, mul.m0 ^r0[-1].w ^u.w, mul.m1 ^r0[-1].z ^u.z, add.a0 ^a0[-2] ^a1[-1], mov.p ^r1.y, store.xy $1 _ ^a0
load.a 1, load.r1 2, load.u 5+A2, mul.m0 ^r0.z ^u.z, mul.m1 ^a0[-2] ^r0[-1].x, add.a0 ^r1.w ^m0[-2], store.zw $1 _ ^m1
load.a 0, load.u 6+A1, mul.m0 ^r0[-1].x ^u.x, mul.m1 ^r0[-1].y ^u.y, add.a0 ^m1[-2] ^m0[-2], add.a1 ^r1.w ^p[-2], store.zw $0 _ ^a0
load.a 1, load.r1 2, load.u 5+A1, mul.m0 ^r0[-1].w ^u.w, mul.m1 ^r0[-1].z ^u.z, add.a0 ^m0[-2] ^a0[-2], add.a1 ^r1.y ^r1.z
load.a 4, load.r1 2, load.u 6+A1, mul.m1 ^r0[-1].z ^u.z, add.a0 ^r1.x ^a1[-2], add.a1 ^m0[-2] ^m1[-2]
load.a 0, load.u 5+A1, mul.m0 ^a0[-2] ^r0[-1].y, mul.m1 ^r0.y ^u.y, add.a0 ^a1[-2] ^r1.w, add.a1 ^m1[-2] ^m0[-2]
load.a 4, mul.m0 ^r1.y ^r0.y, mul.m1 ^a0[-2] ^r0.y, add.a0 ^m1[-2] ^a1[-2], add.a1 ^r1.x ^m1[-1]
load.a 4, load.r1 1, mul.m0 ^a0[-1] ^r0.x, mul.m1 ^a0[-2] ^r0.x, add.a0 ^m0[-2] ^r1.w, add.a1 ^a1[-1] ^a1[-2], store.xy $0 _ ^a0
load.a 4, load.r1 1, mul.m0 ^a1[-1] ^r0.x, mul.m1 ^r1.z ^r0.y, add.a0 ^m0[-2] ^m0[-1], add.a1 ^m1[-2] ^m1[-1], store.xy $0 ^a0 _, store.zw $0 _ ^a1
load.a 4, load.r1 1, mul.m0 ^r1.y ^r0.x, mul.m1 ^a0[-2] ^a0[-2], add.a0 ^m1[-1] ^m0[-1], store.xy $1 _ ^a0, store.zw $1 _ ^m1
load.a 4, load.r1 1, load.u 1, mul.m0 ^a0[-1] ^u.z, mul.m1 ^r1.x ^r0.y, mov.p ^u.w, store.xy $1 ^m0 _
load.u 2, mul.m0 ^r1.x ^r1.x, mul.m1 ^r1.z ^r1.z, add.a0 ^m1[-1] ^m0[-2], mov.p ^u.w, store.zw $1 ^a0 _
load.r1 1, mul.m0 ^r1.y ^p[-2], mul.m1 ^a0[-1] ^u.w, add.a0 ^m1[-1] ^r1.w, mov.p ^u.z
load.u 3, mul.m0 ^r1.w ^p[-2], mul.m1 ^a0[-2] ^p[-1], add.a0 ^m1[-1] ^u.w, add.a1 ^m0[-2] ^a0[-1]
load.r1 1, complex2.m0 ^a1[-1] ^a1[-1], mul.m1 ^r1.z ^u.x, add.a0 ^a0[-1] ^m0[-2], rsqrt.c ^a1[-1], mov.p ^r1.z, store.zw $1 ^m1 _
load.u 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a1[-2], add.a0 ^a0[-1] ^m0[-2], add.a1 ^m1[-2] ^u.z
load.r1 1, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^p[-2] ^u.y, add.a0 ^a1[-1] ^r1.x, rcp.c ^a0[-1], store.xy $1 ^a0 _
load.u 3, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^m1[-1] ^u.y, mov.p ^m0[-2], store.zw $1 _ ^p
load.r0 1, load.u 1, mul.m0 ^r0.y ^u.x, mul.m1 ^r0.y ^u.y, mov.p ^r1.z, store.zw $0 ^m0 _
load.u 2, mul.m0 ^r1.w ^u.z, mul.m1 ^r1.w ^u.y, add.a0 ^a0[-2] ^m1[-1], mov.p ^m0[-2], store.xy $1 _ ^m0
load.r1 1, load.u 3, mul.m0 ^p[-2] ^r1.w, mul.m1 ^r0.y ^r1.w, add.a0 ^a0[-1] ^m1[-1], mov.p ^u.x, store.xy $0 _ ^a0
load.r1 1, load.u 42, mul.m0 ^r0.x ^r1.w, mul.m1 ^m1[-1] ^u.y, add.a0 ^p[-2] -0, mov.p ^u.z, store.xy $0 ^a0 _
load.r1 1, load.u 42, mul.m1 ^m0[-2] ^u.x, add.a0 ^r1.z ^p[-2]
load.r1 1, load.u 2, mul.m1 ^m0[-2] ^p[-2], add.a0 ^m1[-1] ^m1[-2], add.a1 ^r1.x ^r1.y, mov.p ^u.x
load.u 43, mul.m1 ^r1.w ^p[-1], add.a0 ^m1[-1] ^a0[-1], add.a1 ^a0[-2] ^r1.z, clamp.p ^r1.x, store.xy $0 ^p _
load.u 40, mul.m0 ^a1[-2] ^u.z, mul.m1 ^r1.y ^u.y, max.a0 -^a0[-1] 0, mov.p ^u.x
load.u 44, mul.m0 ^p[-2] ^m0[-1], mul.m1 ^a0[-1] ^u.y, add.a0 ^a1[-2] ^m1[-2], mov.p ^u.z
load.u 41, mul.m0 ^a0[-1] ^p[-2], mul.m1 ^r1.x ^m1[-2], add.a0 ^m0[-1] ^u.z, add.a1 ^m1[-1] ^p[-1], mov.c ^r1.x, store.xy v1 ^a1 ^a1, store.zw v0 ^a0 ^c
load.a 2, load.u 41, mul.m0 ^r1.x ^m0[-1], mul.m1 ^u.y 1, add.a0 ^r0.x -0, add.a1 ^r0.y -0, mov.c ^a1[-1], mov.p ^u.x, store.xy v2 ^a0 ^a1, store.zw v1 ^c _
load.u 44, add.a0 ^m0[-1] ^p[-1], add.a1 ^m1[-2] ^m1[-1], mov.c ^u.w, store.xy v0 ^a0 ^a1, store.zw v1 _ ^c
