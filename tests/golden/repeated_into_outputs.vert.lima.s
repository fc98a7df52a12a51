load.a 1, load.u 8, mul.m1 ^r0.x ^u.x, max.a0 ^r0.x -^r0.x, store.xy $0 ^m1 ^a0
load.u 8, mul.m1 ^a0[-1] ^u.z, max.a0 ^m1[-1] -^m1[-1], store.zw $0 ^a0 ^m1
load.u 8, mul.m1 ^a0[-1] ^u.z, add.a0 -^a0[-2] ^u.y, add.a1 -^a0[-1] ^u.y, store.xy $1 ^a1 _
load.u 8, complex2.m0 ^a0[-1] ^a0[-1], add.a0 -^m1[-2] ^u.w, add.a1 -^m1[-1] ^u.w, rsqrt.c ^a0[-1], store.xy $1 _ ^a1, store.zw $0 _ ^a0
load.a 1, load.u 7, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], sign.a0 ^r0.x, sign.a1 ^r1.x, mov.p ^u.z, store.xy v1 ^p _, store.zw $1 ^a0 ^a1
load.r1 1, load.u 6, complex2.m0 ^r1.x ^r1.x, mul.m1 ^r0.y ^a0[-2], add.a0 ^u.x ^u.x, rsqrt.c ^r1.x, store.xy $0 ^a0 _
load.r1 1, load.u 9, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x, add.a0 ^m1[-1] -^u.x, mov.p ^m0[-2], store.zw $0 _ ^a0
load.r0 1, load.u 7, complex2.m0 ^p[-1] ^p[-1], mul.m1 ^r1.z ^r0.y, rcp.c ^p[-1], mov.p ^u.w, store.zw v1 ^p _
load.u 9, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^p[-2], add.a0 ^m1[-1] -^u.x, mov.p ^m0[-2], store.xy $1 ^a0 _
complex2.m0 ^p[-1] ^p[-1], mul.m1 ^r1.y ^r1.w, rcp.c ^p[-1]
load.u 9, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^p[-2], add.a0 ^m1[-1] ^u.y, mov.p ^m0[-2]
load.r0 1, mul.m0 ^p[-1] ^a0[-1], mul.m1 ^r1.z ^r0.x
load.u 9, add.a0 ^m1[-1] ^u.y, add.a1 -^m0[-1] ^u.y, mov.p ^m0[-2]
load.r1 1, mul.m0 ^a1[-1] ^r1.z, mul.m1 ^p[-1] ^a0[-1]
load.u 9, mul.m1 ^m0[-1] ^u.z, add.a0 -^m1[-1] ^u.y
load.r1 1, load.u 9, mul.m1 ^a0[-1] ^r1.w, add.a0 ^m1[-1] ^u.w, store.xy $0 _ ^a0
load.u 9, mul.m1 ^m1[-1] ^u.z, floor.a0 ^a0[-1]
load.u 9, add.a0 ^m1[-1] ^u.w, add.a1 ^a0[-2] -^a0[-1], store.xy $0 _ ^a0, store.zw $0 ^a1 _
load.u 8, mul.m1 ^r1.x ^u.x, floor.a0 ^a0[-1], store.xy $0 ^m1 _
load.u 8, add.a0 ^a0[-2] -^a0[-1], add.a1 ^a1[-2] -^u.x, store.xy $0 _ ^a1
load.u 8, add.a0 ^a0[-1] -^u.x
load.a 0, mul.m0 ^r0.x ^u.y, mul.m1 ^r0.x ^u.x, max.a0 ^a1[-2] -^a1[-2], max.a1 ^a0[-1] -^a0[-1], store.xy $0 _ ^m1, store.zw $0 ^m0 _
load.u 9, add.a0 -^a0[-1] ^u.w, add.a1 -^a1[-1] ^u.w, store.xy $1 ^a1 _, store.zw $0 _ ^a0
mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], max.a0 ^r1.x -^r1.x, store.xy $1 _ ^m1, store.zw $1 ^m0 _
load.u 10, mul.m0 ^m0[-1] ^u.x, mul.m1 ^m1[-1] ^u.x, floor.a0 ^a0[-1], store.zw $1 _ ^a0
load.u 10, add.a0 -^m1[-1] ^u.y, add.a1 -^m0[-1] ^u.y
load.r1 1, mul.m0 ^r1.z ^a1[-1], mul.m1 ^r1.y ^a0[-1], sign.a0 ^r0.x
load.r1 1, load.u 10, mul.m1 ^r1.w ^a0[-1], add.a0 ^m1[-1] -^u.z, add.a1 ^m0[-1] -^u.z
load.r1 1, load.u 8, mul.m0 ^r1.z ^a1[-1], mul.m1 ^r1.y ^a0[-1], add.a0 ^m1[-1] ^u.y, store.xy $0 ^a0 _
load.u 10, add.a0 ^m1[-1] ^u.w, add.a1 ^m0[-1] ^u.w
load.r0 1, mul.m0 ^r0.x ^a1[-1], mul.m1 ^r1.w ^a0[-1], store.xy $1 ^m0 _, store.zw $0 _ ^m1
load.a 0, load.u 1, mul.m0 ^r0.y ^u.y, mul.m1 ^r0.y ^u.x, max.a0 ^m1[-1] -^m1[-1], max.a1 ^m0[-1] -^m0[-1], store.xy $1 _ ^a0, store.zw $1 ^a1 ^m1
load.u 8, mul.m0 ^a1[-1] ^u.z, mul.m1 ^a0[-1] ^u.z, add.a0 -^a0[-1] ^u.y, add.a1 -^a1[-1] ^u.y, store.xy $2 ^a1 _
load.u 8, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.x ^u.x, add.a0 -^m1[-1] ^u.w, add.a1 -^m0[-1] ^u.w, rsqrt.c ^a0[-1], mov.p ^m0[-2], store.xy $0 ^a0 _, store.zw $2 ^a1 ^m1
load.r0 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^r1.y ^r0.w, add.a1 ^r1.z ^p[-1], store.xy $0 _ ^a1, store.zw $1 _ ^a0
load.a 0, load.r1 2, complex2.m0 ^r1.x ^r1.x, mul.m1 ^r0.x ^u.z, max.a0 ^m1[-2] -^m1[-2], rsqrt.c ^r1.x, store.xy $2 _ ^a0, store.zw $0 ^m1 _
load.r1 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.x, sign.a0 ^r0.w, sign.a1 ^r1.w, mov.p ^m0[-2], store.xy $2 ^a0 _, store.zw $0 _ ^p
load.a 0, load.r1 1, load.u 1, mul.m0 ^r0.y ^u.w, mul.m1 ^r0.y ^u.z, sign.a0 ^r1.x, store.xy $1 ^m0 _, store.zw $2 _ ^a0
load.u 2, mul.m0 ^r0[-1].z ^u.y, mul.m1 ^r0[-1].z ^u.x, add.a0 ^r1.z ^m1[-1], add.a1 ^a1[-2] -0, mov.p ^m0[-2], store.xy $3 ^a1 ^a0, store.zw $0 ^p _
load.r1 1, complex2.m0 ^r0.w ^r0.w, mul.m1 ^r1.y ^r0.x, add.a0 ^r1.w ^m1[-1], add.a1 ^r0.y ^m0[-1], rcp.c ^r0.w, store.xy $0 ^a1 _, store.zw $1 _ ^a0
load.u 9, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0[-1].w, add.a0 ^m1[-1] -^u.x
load.r0 2, load.r1 1, mul.m0 ^r1.y ^a0[-1], mul.m1 ^r1.z ^r0.z, floor.a0 ^r0.y, store.xy $1 _ ^m1, store.zw $2 ^m0 _
load.a 0, complex2.m0 ^r1.z ^r1.z, mul.m1 ^r0.x ^u.w, rcp.c ^r1.z, mov.p ^m0[-2], store.xy $2 _ ^p, store.zw $3 ^m1 _
load.u 9, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.z, add.a0 ^m1[-2] -^u.x, add.a1 ^m0[-2] ^u.y, mov.p ^a0[-2], store.xy $1 _ ^a0, store.zw $2 ^p _
load.a 0, load.r1 1, load.u 2, mul.m0 ^r0.z ^u.w, mul.m1 ^r0.z ^u.z, add.a0 ^m1[-2] ^r1.x, store.xy $1 ^m0 _, store.zw $0 ^a0 _
load.r1 3, load.u 3, mul.m0 ^r0[-1].w ^u.y, mul.m1 ^r0[-1].w ^u.x, add.a0 ^r1.y ^m1[-1], add.a1 ^a1[-2] -0, mov.p ^m0[-2], store.xy $0 _ ^p, store.zw $0 _ ^a1
load.r1 1, mul.m1 ^r1.z ^r1.y, add.a0 ^r1.w ^m1[-1], add.a1 ^r0.x ^m0[-1], store.xy $0 ^a0 _, store.zw $1 ^a1 ^m1
load.a 0, load.u 3, mul.m0 ^r0.w ^u.w, mul.m1 ^r0.w ^u.z, mov.p ^a0[-2], store.xy $1 _ ^m0
load.r0 1, mul.m0 ^a0[-2] ^u.y, mul.m1 ^a0[-2] ^u.x, add.a0 ^r1.z ^r0.x, add.a1 ^p[-1] ^m1[-1], store.xy $1 ^m1 _, store.zw $0 ^a1 _
load.r1 1, load.u 1, mul.m0 ^r1.z ^u.y, mul.m1 ^r1.z ^u.x, add.a0 ^a0[-1] ^m0[-2], store.xy $1 _ ^m0, store.zw $3 ^a0 _
load.r1 1, load.u 9, add.a0 ^r1.w ^u.y, add.a1 ^m1[-2] ^m1[-1], mov.p ^m0[-2], store.xy $3 _ ^a0, store.zw $3 _ ^a1
mul.m0 ^r1.x ^u.w, mul.m1 ^r1.x ^u.z, add.a0 ^p[-1] ^m0[-2], store.xy $0 ^m1 _, store.zw $1 _ ^m0
load.r1 1, load.u 1, mul.m0 ^r1.z ^u.w, mul.m1 ^r1.z ^u.z
load.u 2, mul.m0 ^r1.z ^u.y, mul.m1 ^r1.z ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], mov.p ^a0[-2], store.xy $0 ^m1 _, store.zw $1 ^a0 ^a1
load.r1 2, load.u 2, mul.m0 ^r0.z ^u.z, mul.m1 ^r1.y ^r0.w, add.a0 ^p[-1] ^m0[-1], store.xy $2 _ ^m1, store.zw $0 _ ^a0
load.r1 3, load.u 3, mul.m0 ^r1.z ^u.x, mul.m1 ^r0[-1].y ^r1.y, add.a0 ^r1.w ^m1[-2], add.a1 ^a0[-2] ^m0[-1], store.xy $0 ^m1 ^a1
load.r1 3, load.u 3, mul.m0 ^r1.z ^u.z, mul.m1 ^r1.z ^u.y, add.a0 ^a0[-1] ^m0[-1], store.xy $1 ^m1 ^m0, store.zw $1 ^a0 _
load.r0 3, load.r1 2, load.u 9, mul.m1 ^r1.z ^r0.x, add.a0 -^r1.y ^u.y, add.a1 -^m1[-2] ^u.y, store.xy $2 _ ^a1, store.zw $2 ^m1 _
load.r0 2, load.u 2, mul.m0 ^a0[-1] ^r0.x, mul.m1 ^r1.z ^u.w, add.a0 ^r1.w ^m1[-2], add.a1 ^r1.y ^m0[-2], store.xy $1 ^a0 ^m0, store.zw $0 ^a1 _
load.r0 3, load.r1 1, load.u 3, mul.m0 ^r0.z ^u.w, mul.m1 ^a1[-2] ^r0[-1].w, add.a0 ^r1.w ^m1[-1], store.zw $1 _ ^m1
load.r1 1, mul.m0 ^r1.z ^u.y, mul.m1 ^r1.z ^u.x, add.a0 ^a0[-1] ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $0 _ ^a0
load.r1 1, load.u 1, mul.m0 ^r1.x ^u.y, mul.m1 ^r1.x ^u.x
load.r1 1, load.u 9, mul.m0 ^r1.w ^u.z, mul.m1 ^r1.y ^u.z, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $0 ^m1 ^m0, store.zw $1 _ ^a0
load.r1 2, load.u 8, add.a0 ^r1.z ^u.y, store.xy $1 _ ^a0
load.r1 1, mul.m0 ^r1.z ^u.w, mul.m1 ^r1.z ^u.z, mov.p ^a1[-2], store.xy $2 ^m1 ^m0, store.zw $1 ^p _
load.r1 1, load.u 1, mul.m0 ^r1.x ^u.w, mul.m1 ^r1.x ^u.z
load.u 2, mul.m0 ^r1.z ^u.y, mul.m1 ^r1.z ^u.x, add.a0 ^m1[-2] ^m1[-1], add.a1 ^m0[-2] ^m0[-1], store.xy $1 ^m1 _, store.zw $2 ^m0 ^a0
load.u 9, add.a0 ^r1.x ^u.w, add.a1 ^r1.y ^u.w, store.xy $0 ^a0 ^a1
load.r1 1, load.u 8, mul.m1 ^r1.y ^u.x, add.a0 ^r1.w ^m1[-2], add.a1 ^r1.z ^m0[-2], mov.p ^a1[-2], store.xy $2 ^p ^m1, store.zw $2 ^a0 _
load.u 2, mul.m0 ^r1.z ^u.w, mul.m1 ^r1.z ^u.z, floor.a0 ^a0[-2], floor.a1 ^a1[-2], store.xy $1 ^m0 ^a0, store.zw $0 ^m1 _
load.u 3, mul.m0 ^r1.w ^u.y, mul.m1 ^r1.w ^u.x, max.a0 ^m1[-2] -^m1[-2], mov.p ^a1[-2], store.xy $3 ^a0 _, store.zw $1 ^p ^m0
load.r1 2, load.u 3, mul.m0 ^r0.w ^u.w, mul.m1 ^r0.w ^u.z, add.a0 ^r1.w ^m1[-2], add.a1 ^r1.z ^m1[-1], mov.p ^a1[-2], store.xy $3 _ ^a1, store.zw $2 ^p ^a0
load.r1 1, mul.m0 ^a1[-1] ^u.x, mul.m1 ^a1[-1] ^u.w, add.a0 ^p[-2] ^m0[-2], add.a1 ^r0[-1].x -^r1.y, store.xy $1 _ ^m1, store.zw $3 ^a0 ^a1
load.u 1, mul.m0 ^a0[-1] ^u.x, mul.m1 ^a0[-1] ^u.w, add.a0 ^r1.y -^p[-2], add.a1 ^a0[-2] ^m1[-2], mov.p ^m0[-2], store.xy $0 ^a1 ^m1, store.zw $1 ^p ^a0
load.r1 3, load.u 2, mul.m0 ^a1[-1] ^u.x, mul.m1 ^a1[-1] ^u.w, floor.a0 ^r1.x, mov.p ^m0[-2], store.xy $3 ^m1 _, store.zw $0 ^p ^a0
load.r0 3, load.r1 2, mul.m0 ^r0.y ^u.z, mul.m1 ^r0.y ^u.y, sign.a0 ^r1.y, mov.p ^m0[-2], store.xy $3 _ ^p, store.zw $2 ^m1 ^m0
load.r0 1, load.r1 2, load.u 8, mul.m1 ^a0[-2] ^a0[-1], add.a0 ^r1.x ^r0.x, add.a1 ^r0[-1].w -^u.x, mov.p ^m0[-2], store.xy $1 ^a0 _, store.zw $0 _ ^p
load.u 8, add.a0 ^r0[-1].w -^u.x, add.a1 ^m1[-1] ^u.y, store.zw $3 _ ^a0
load.r1 1, load.u 8, mul.m1 ^a1[-1] ^u.x, add.a0 ^a0[-2] ^r1.z, add.a1 ^r1.y ^r0.y, mov.p ^a1[-2], store.xy $0 _ ^a0, store.zw $1 ^a1 ^m1
load.u 3, mul.m0 ^a0[-1] ^u.x, mul.m1 ^a0[-1] ^u.w, max.a0 ^p[-1] -^p[-1], max.a1 ^a0[-2] -^a0[-2], store.xy $2 ^a1 ^m1, store.zw $3 _ ^m0
load.r1 3, load.u 9, add.a0 ^a1[-2] ^r1.x, add.a1 -^a0[-1] ^u.w, store.xy $3 ^a1 _
load.u 9, mul.m1 ^a1[-1] ^a1[-1], add.a0 -^a1[-2] ^u.w, add.a1 ^a0[-1] ^m1[-2], store.xy $2 ^a0 ^a1, store.zw $1 ^m1 _
load.r0 3, load.r1 1, load.u 1, mul.m0 ^r0.z ^u.y, mul.m1 ^a0[-1] ^a0[-1], max.a0 ^r1.w -^r1.w, store.xy $1 ^m1 ^m0
load.u 1, complex2.m0 ^a1[-2] ^a1[-2], mul.m1 ^r0[-1].z ^u.z, floor.a0 ^a0[-1], rcp.c ^a1[-2], store.xy $4 ^a0 _, store.zw $3 ^m1 _
load.r0 1, load.r1 2, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.y, sign.a0 ^r0.w, store.zw $1 _ ^a0
load.r0 2, load.r1 1, load.u 10, mul.m0 ^r1.x ^u.x, mul.m1 ^r0[-1].z ^u.x, add.a0 ^r0.z ^r1.y, add.a1 ^r0.w ^m1[-2], store.xy $1 _ ^m1, store.zw $3 ^m0 _
load.r0 3, load.u 2, mul.m0 ^r1.x ^u.z, mul.m1 ^r1.x ^u.y, add.a0 ^r1.z ^r0.y, mov.p ^m0[-2], store.xy $0 ^p _, store.zw $0 ^a0 _
load.r0 1, load.r1 4, load.u 10, mul.m0 ^a1[-2] 1, mul.m1 ^r1.x ^r0.w, add.a0 -^m1[-2] ^u.y, add.a1 -^m0[-2] ^u.y, mov.p ^a0[-2], store.xy $1 _ ^m0, store.zw $1 _ ^a0
load.u 3, mul.m0 ^r1.y ^u.z, mul.m1 ^r1.y ^u.y, add.a0 ^a0[-2] ^r1.w, add.a1 ^p[-1] ^m1[-2], mov.p ^m0[-2], store.xy $3 _ ^a0, store.zw $3 ^a1 _
load.r1 1, load.u 8, mul.m0 ^r1.x ^a1[-2], mul.m1 ^r1.z ^a0[-2], add.a0 ^m0[-2] ^p[-1], add.a1 ^m1[-2] ^u.y, store.xy $1 _ ^a0, store.zw $1 _ ^m1
load.r1 3, load.u 8, mul.m1 ^a1[-1] ^u.x, add.a0 ^a0[-2] ^r1.w, add.a1 ^a1[-2] ^m1[-2], mov.p ^m0[-2], store.xy $0 _ ^a0, store.zw $0 ^a1 ^m1
load.u 10, add.a0 ^a0[-2] ^p[-1], add.a1 ^m1[-2] -^u.z, mov.p ^m0[-2], store.xy $1 _ ^a0
load.r1 1, load.u 10, mul.m1 ^r1.z ^a1[-1], add.a0 ^p[-1] -^u.z, store.zw $1 ^m1 _
load.r0 1, load.u 7, mul.m1 ^r0.x ^a0[-1], max.a0 ^r1.x ^u.x, max.a1 ^r1.w -^r1.w, store.xy $0 ^m1 _, store.zw $1 _ ^a1
load.u 7, min.a0 ^a0[-1] ^u.y, store.xy $1 ^a0 _, store.zw v0 _ ^a0
load.u 4, mul.m0 ^r1.z ^u.y, mul.m1 ^r1.y ^u.x, floor.a0 ^a1[-2], store.xy $0 _ ^a0, store.zw $1 _ ^m0
load.r1 1, load.u 4, mul.m0 ^a0[-2] ^m1[-1], mul.m1 ^r1.y ^u.z, sign.a0 ^r0.w, store.zw $0 ^a0 ^m0
load.r1 1, load.u 10, mul.m0 ^r1.x ^m1[-1], mul.m1 ^r1.x ^m0[-2], add.a0 ^r1.z ^u.w, add.a1 ^r0[-1].x ^u.w, store.xy $0 ^m0 _
load.r0 2, load.r1 3, load.u 5, mul.m0 ^r0.x ^a1[-1], mul.m1 ^r1.x ^a0[-1], add.a0 ^m0[-2] ^u.x, add.a1 ^m1[-1] ^u.y, store.xy v1 _ ^m1, store.zw v1 _ ^m0
load.u 5, mul.m0 ^r1.y ^r1.z, mul.m1 ^a1[-1] 1, add.a0 ^m0[-2] ^u.z, mov.p ^a0[-1], store.xy v0 ^p ^m1, store.zw v0 ^a0 _
mov.p ^m0[-1], store.xy v2 ^p _
