load.a 1, load.u 6, mul.m0 ^r0.y 1, mul.m1 ^r0.z 1, lt.a0 ^u.x 0, lt.a1 -^u.x 0, mov.p ^r0.x, store.xy $0 ^m0 ^a0, store.zw $0 ^a1 _
load.a 0, load.u 8, add.a0 ^r0.y ^p[-1], add.a1 ^r0.x ^m1[-1], mov.p ^u.z, store.xy $1 ^a0 ^a1, store.zw v1 _ ^p
mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], add.a0 ^r0[-1].z ^m0[-2], store.xy $0 ^a0 _
mul.m1 ^a0[-1] ^a0[-1], add.a0 ^m0[-1] ^m1[-1]
add.a0 ^a0[-1] ^m1[-1]
complex2.m0 ^a0[-1] ^a0[-1], max.a0 ^r1.y ^r1.z, rsqrt.c ^a0[-1], store.zw $1 ^a0 _
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2]
nop
load.r1 1, mul.m0 ^r0.x ^m0[-2], mul.m1 ^r1.x ^m0[-2], mov.p ^m0[-2], store.xy $1 ^m1 _, store.zw $1 _ ^m0
load.a 0, load.r1 1, mul.m0 ^m0[-1] ^r0.z, mul.m1 ^r1.y ^p[-1], store.xy $1 _ ^m1, store.zw $0 ^m0 _
mul.m0 ^m1[-1] ^r0[-1].y, mul.m1 ^m1[-2] ^r0[-1].y, store.xy $0 ^m1 _
load.a 0, load.r1 1, mul.m0 ^m1[-2] ^r0.x, mul.m1 ^r1.w ^r0.x, add.a0 ^m0[-2] -^m0[-1], store.xy $0 _ ^m0
load.a 1, load.r1 1, mul.m0 ^a0[-1] ^r0.w, mul.m1 ^r1.x ^r0[-1].z, add.a0 ^m1[-2] -^m1[-1], store.xy $0 ^m0 _
mul.m0 ^m0[-1] ^m0[-1], mul.m1 ^a0[-1] ^r0[-1].w, add.a0 ^m0[-2] -^m1[-1], store.xy $0 _ ^m1, store.zw $0 ^m0 _
load.a 1, mul.m0 ^m1[-1] ^m1[-1], mul.m1 ^a0[-1] ^r0.w, store.zw $0 _ ^m1
load.a 0, load.r1 1, mul.m0 ^r1.x ^r0.x, mul.m1 ^m1[-1] ^m1[-1], add.a0 ^m0[-1] ^m0[-2], store.zw $0 ^m0 _
load.r1 1, mul.m0 ^r1.w ^r0[-1].y, mul.m1 ^r1.y ^r0[-1].z, add.a0 ^a0[-1] ^m1[-1], store.xy $1 ^m0 _
complex2.m0 ^a0[-1] ^a0[-1], add.a0 ^m1[-1] ^m0[-2], rsqrt.c ^a0[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^a0[-1] ^m0[-2], store.zw $0 ^a0 _
mul.m0 ^r1.w ^a0[-1], mul.m1 ^r1.x ^a0[-1]
load.a 0, load.u 8, mul.m0 ^r1.y ^a0[-2], mul.m1 ^m0[-2] ^u.x, add.a0 ^m1[-1] ^r0.x, add.a1 ^m0[-1] ^r0.y, store.xy $1 ^a0 ^a1, store.zw $0 ^m1 _
mul.m0 ^r1.w ^m1[-1], mul.m1 ^r1.x ^m1[-1], add.a0 ^m0[-1] ^r0[-1].z, store.zw $1 _ ^a0
mul.m1 ^r1.y ^m1[-2], add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy $1 ^a0 ^a1
load.u 8, mul.m0 ^a1[-1] ^u.y, mul.m1 ^a0[-1] ^u.y, add.a0 ^a0[-2] ^m1[-1], store.xy $0 ^m1 ^m0, store.zw $1 _ ^a0
load.a 1, load.u 8, mul.m1 ^a0[-1] ^u.y, add.a0 ^m0[-1] ^r0.x, add.a1 ^m1[-1] ^r0.z, store.xy $2 ^a1 _, store.zw $0 ^m1 ^a0
mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], add.a0 ^m1[-1] ^r0[-1].y, store.xy $2 _ ^a0
mul.m1 ^a0[-1] ^a0[-1], add.a0 ^m0[-1] ^m1[-1]
add.a0 ^a0[-1] ^m1[-1]
complex2.m0 ^a0[-1] ^a0[-1], rsqrt.c ^a0[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2]
nop
load.r0 2, mul.m0 ^r0.y ^m0[-2], mul.m1 ^r1.w ^m0[-2], mov.p ^m0[-2], store.xy $2 _ ^m0, store.zw $0 _ ^m1
mul.m0 ^r1.z ^m0[-1], mul.m1 ^r0[-1].x ^p[-1], store.xy $2 ^m1 _, store.zw $2 ^m0 _
mul.m0 ^r1.y ^m1[-1], mul.m1 ^r1.y ^m1[-2], store.zw $2 _ ^m1
load.r0 2, mul.m0 ^r1.x ^m1[-2], mul.m1 ^r1.x ^r0.y, add.a0 ^m0[-2] -^m0[-1], store.zw $2 ^m0 _
load.a 1, mul.m0 ^a0[-1] ^r0.w, mul.m1 ^r1.z ^r1.w, add.a0 ^m1[-2] -^m1[-1], store.zw $2 _ ^m0
mul.m0 ^m0[-1] ^m0[-1], mul.m1 ^a0[-1] ^r0[-1].w, add.a0 ^m0[-2] -^m1[-1], store.xy $3 ^m0 _, store.zw $2 ^m1 _
load.a 1, mul.m0 ^m1[-1] ^m1[-1], mul.m1 ^a0[-1] ^r0.w, store.xy $3 _ ^m1
mul.m0 ^r1.x ^r1.w, mul.m1 ^m1[-1] ^m1[-1], add.a0 ^m0[-1] ^m0[-2], store.zw $0 _ ^m0
load.r0 2, mul.m0 ^r1.y ^r0.y, mul.m1 ^r1.z ^r0.x, add.a0 ^a0[-1] ^m1[-1], store.xy $2 ^m0 _
complex2.m0 ^a0[-1] ^a0[-1], add.a0 ^m1[-1] ^m0[-2], rsqrt.c ^a0[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^a0[-1] ^m0[-2], store.zw $0 _ ^a0
load.r0 3, load.r1 2, mul.m0 ^r0.y ^a0[-1], mul.m1 ^r1.w ^a0[-1]
load.r1 2, load.u 8, mul.m0 ^r1.z ^a0[-2], mul.m1 ^m0[-2] ^u.x, add.a0 ^r0.x ^m1[-1], add.a1 ^r0.y ^m0[-1], store.xy $2 ^m1 ^a0, store.zw $0 _ ^a1
load.r0 3, load.r1 2, mul.m0 ^r0.y ^m1[-1], mul.m1 ^r1.w ^m1[-1], add.a0 ^r0[-1].z ^m0[-1], store.xy $0 ^a0 _
load.r1 2, mul.m1 ^r1.z ^m1[-2], add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy $0 _ ^a1
load.r1 1, sel.m01 ^r1.x ^r1.z ^a0[-1] _, add.a0 ^a0[-2] ^m1[-1], store.xy $1 ^a0 _
load.a 1, load.r1 1, sel.m01 ^r1.y ^r1.z ^a1[-2] _, add.a0 ^m0[-1] ^r0.z, store.xy $0 ^a0 _
load.r1 1, sel.m01 ^r1.w ^r1.z ^a0[-2] _, add.a0 ^m0[-1] ^r0[-1].z, add.a1 ^a0[-1] ^r0[-1].z, store.xy $0 _ ^a0, store.zw $0 ^a1 _
load.a 1, mul.m1 ^a1[-1] ^a1[-1], add.a0 ^m0[-1] ^r0.x, add.a1 ^a0[-1] ^r0.x, store.xy $1 ^a1 ^m1, store.zw $0 _ ^a0
mul.m1 ^a1[-1] ^a1[-1], add.a0 ^a0[-1] ^r0[-1].y, store.zw $1 ^a0 _
mul.m1 ^a0[-1] ^a0[-1], add.a0 ^m1[-2] ^m1[-1]
add.a0 ^a0[-1] ^m1[-1]
complex2.m0 ^a0[-1] ^a0[-1], rsqrt.c ^a0[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2]
nop
load.r1 1, mul.m0 ^r1.z ^m0[-2], mul.m1 ^r1.x ^m0[-2], mov.p ^m0[-2], store.xy $1 ^m1 ^m0
mul.m0 ^r1.w ^m0[-1], mul.m1 ^r1.z ^p[-1], store.xy $2 ^m0 _, store.zw $0 ^m1 _
mul.m0 ^r1.y ^m1[-1], mul.m1 ^r1.y ^m1[-2], store.zw $1 ^m1 _
load.r0 1, mul.m0 ^r1.x ^m1[-2], mul.m1 ^r1.x ^r0.y, add.a0 ^m0[-2] -^m0[-1], store.zw $1 _ ^m0
load.a 1, mul.m0 ^a0[-1] ^r0.w, mul.m1 ^r1.w ^r0[-1].x, add.a0 ^m1[-2] -^m1[-1], store.zw $1 ^m0 _
mul.m0 ^m0[-1] ^m0[-1], mul.m1 ^a0[-1] ^r0[-1].w, add.a0 ^m0[-2] -^m1[-1], store.xy $2 ^m0 _, store.zw $1 _ ^m1
load.a 1, mul.m0 ^m1[-1] ^m1[-1], mul.m1 ^a0[-1] ^r0.w, store.xy $2 _ ^m1
load.r0 1, mul.m0 ^r1.x ^r0.x, mul.m1 ^m1[-1] ^m1[-1], add.a0 ^m0[-1] ^m0[-2], store.xy $1 ^m0 _
mul.m0 ^r1.y ^r0[-1].y, mul.m1 ^r1.w ^r1.z, add.a0 ^a0[-1] ^m1[-1], store.zw $0 ^m0 _
complex2.m0 ^a0[-1] ^a0[-1], add.a0 ^m1[-1] ^m0[-2], rsqrt.c ^a0[-1]
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^a0[-1] ^m0[-2], store.zw $0 ^a0 _
load.r0 2, load.r1 1, mul.m0 ^r0.y ^a0[-1], mul.m1 ^r1.z ^a0[-1]
load.r0 1, load.u 8, mul.m0 ^r0.w ^a0[-2], mul.m1 ^m0[-2] ^u.x, add.a0 ^r1.x ^m1[-1], add.a1 ^r1.y ^m0[-1], store.xy $1 ^m1 ^a0, store.zw $0 ^a1 _
load.r1 2, mul.m0 ^r1.y ^m1[-1], mul.m1 ^r0[-1].z ^m1[-1], add.a0 ^r0.w ^m0[-1], store.xy $0 ^a0 _
load.r1 1, mul.m1 ^r1.w ^m1[-2], add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-2] ^m0[-1], store.xy $0 _ ^a0, store.zw $0 ^a1 _
load.a 1, mul.m0 ^a0[-1] ^u.x, mul.m1 ^a0[-1] ^u.w, add.a0 ^a0[-2] ^m1[-1], add.a1 ^a1[-1] ^r0.x, store.xy $0 ^a0 _, store.zw $0 _ ^a1
load.u 1, mul.m0 ^a1[-2] ^u.w, mul.m1 ^a1[-1] ^a1[-1], add.a0 ^a0[-2] ^r0[-1].z, add.a1 ^a0[-1] ^r0[-1].y, store.xy $1 ^a0 ^a1, store.zw $1 ^m1 ^m0
load.u 3, mul.m0 ^a1[-1] ^a1[-1], mul.m1 ^a0[-1] ^a0[-1], add.a0 ^m1[-2] ^u.w, add.a1 ^m0[-2] ^u.x, store.xy $2 ^m0 ^a1
load.u 2, mul.m0 ^r1.x ^u.x, mul.m1 ^r1.x ^u.w, add.a0 ^m1[-1] ^m1[-2], add.a1 ^a0[-1] ^m0[-2], store.zw $1 ^m0 _
mul.m0 ^r1.y ^u.z, mul.m1 ^r1.y ^u.y, add.a0 ^a0[-1] ^m0[-2], add.a1 ^a1[-1] ^m1[-1], store.zw $1 _ ^a1
load.u 3, complex2.m0 ^a0[-1] ^a0[-1], add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, rsqrt.c ^a0[-1], store.xy $2 ^a0 _, store.zw $2 ^a1 _
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2]
load.u 1, mul.m0 ^r1.z ^u.y, mul.m1 ^r1.z ^u.x, store.xy $3 ^m0 _, store.zw $2 _ ^m1
load.r0 1, mul.m0 ^r0.y ^m0[-2], mul.m1 ^r1.w ^m0[-2], mov.p ^m0[-2], store.xy $1 _ ^m0, store.zw $0 _ ^m1
load.r0 2, mul.m0 ^r1.x ^m0[-1], mul.m1 ^r0[-1].x ^p[-1], add.a0 ^r0.y ^m1[-2], add.a1 ^r0.x ^m0[-2], store.xy $1 ^m1 _, store.zw $2 _ ^m0
load.r0 1, mul.m0 ^r1.z ^m1[-1], mul.m1 ^r1.z ^m1[-2], add.a0 ^a0[-1] ^r0.z, store.xy $2 ^a0 _, store.zw $1 ^m1 _
load.r0 1, mul.m0 ^r1.y ^m1[-2], mul.m1 ^r1.y ^r0.y, add.a0 ^m0[-2] -^m0[-1], mov.p ^a1[-2], store.xy $2 _ ^p, store.zw $2 _ ^m0
load.a 1, mul.m0 ^a0[-1] ^r0.w, mul.m1 ^r1.x ^r1.w, add.a0 ^m1[-2] -^m1[-1], store.zw $1 ^m0 _
mul.m0 ^m0[-1] ^m0[-1], mul.m1 ^a0[-1] ^r0[-1].w, add.a0 ^m0[-2] -^m1[-1], store.xy $3 ^m0 _, store.zw $2 _ ^m1
load.a 1, mul.m0 ^m1[-1] ^m1[-1], mul.m1 ^a0[-1] ^r0.w, store.xy $3 _ ^m1
mul.m0 ^r1.y ^r1.w, mul.m1 ^m1[-1] ^m1[-1], add.a0 ^m0[-1] ^m0[-2], store.zw $0 _ ^m0
load.r0 1, load.u 1, mul.m0 ^r1.z ^u.z, mul.m1 ^r1.x ^r0.x, add.a0 ^a0[-1] ^m1[-1]
load.r0 2, complex2.m0 ^a0[-1] ^a0[-1], mul.m1 ^r1.z ^r0[-1].y, add.a0 ^m1[-1] ^m0[-2], add.a1 ^r0.z ^m0[-1], rsqrt.c ^a0[-1], store.zw $0 _ ^a1
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2], add.a0 ^a0[-1] ^m1[-1], store.zw $2 ^a0 _
load.r1 1, load.u 2, complex2.m0 ^r1.w ^r1.w, mul.m1 ^r0.x ^u.y, rcp.c ^r1.w
load.r0 2, load.r1 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r1.w, add.a0 ^r0.y ^m1[-1], mov.p ^m0[-2], store.xy $2 _ ^p, store.zw $1 _ ^a0
load.r0 2, load.u 2, mul.m0 ^r0[-1].w ^r0.z, mul.m1 ^r1.x ^u.z
load.r0 1, load.u 8, mul.m0 ^p[-2] ^u.x, mul.m1 ^r0.z ^r0[-1].z, add.a0 ^r1.w ^m1[-1], add.a1 ^r1.x ^m0[-1], mov.p ^m0[-2], store.xy $0 ^a0 _, store.zw $0 _ ^m1
load.r0 2, load.r1 3, load.u 7, mul.m0 ^r0[-1].z ^m0[-1], mul.m1 ^r1.y ^r0.z, clamp.p ^p[-1], store.xy $2 _ ^m1, store.zw v0 _ ^p
load.r1 1, load.u 4, mul.m0 ^r1.w ^u.y, mul.m1 ^r0[-1].x ^u.x, add.a0 ^r0.y ^m1[-2], add.a1 ^a1[-2] -0, mov.p ^m0[-2], store.xy $2 ^p _, store.zw $2 ^a1 _
load.r0 3, load.u 4, mul.m0 ^r0.y ^p[-1], mul.m1 ^r1.x ^u.z, add.a0 ^r1.z ^m1[-2], add.a1 ^a0[-1] ^m0[-2], mov.p ^p[-2], store.xy v1 ^a1 _, store.zw $0 ^p ^m1
load.r1 2, mul.m0 ^p[-1] ^m1[-2], mul.m1 ^r1.w ^p[-2], add.a0 ^a0[-1] ^m0[-1], mov.p ^m0[-2], store.xy v1 _ ^a0
load.r1 2, load.u 5, mul.m0 ^p[-2] ^m1[-2], mul.m1 ^p[-2] ^p[-1], add.a0 ^r1.z ^m1[-1], add.a1 ^m0[-1] ^u.x, store.xy v0 ^a1 _, store.zw v1 ^a0 _
load.u 5, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, store.xy v0 _ ^a0, store.zw v0 ^a1 _
