load.a 0, load.u 2, max.a0 -^r0.y -^u.w, max.a1 -^r0.x -^u.z, store.xy $0 ^a0 ^a1
min.a0 -^r0[-1].z ^r0[-1].w, min.a1 -^r0[-1].x ^r0[-1].y
load.a 0, lt.a0 ^a0[-2] ^a0[-1], lt.a1 ^a1[-1] ^r0.y, store.xy $0 ^a1 _
load.u 2, sel.m01 ^u.w ^a0[-1] ^u.z _, min.a0 ^r0[-1].x 0
load.a 0, complex2.m0 ^m0[-1] ^m0[-1], lt.a0 ^r1.y ^r0.x, lt.a1 ^a0[-1] ^r0.z, rcp.c ^m0[-1], store.xy $0 _ ^a0, store.zw $0 ^a1 _
complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^m0[-2]
load.u 2, sel.m01 ^u.w ^r1.x ^u.z _, store.xy $0 ^m0 _
load.u 2, sel.m01 ^u.w ^r1.y ^u.z _, max.a0 ^m0[-2] ^u.x, store.xy $0 _ ^m0
load.u 2, sel.m01 ^u.w ^r1.z ^u.z _, min.a0 ^a0[-1] ^u.y, store.xy $1 ^m0 ^a0, store.zw v0 _ ^a0
mul.m0 ^m0[-2] ^u.y, mul.m1 ^r1.x ^u.x, store.zw $1 ^m0 _
mul.m0 ^a0[-2] ^m1[-1], mul.m1 ^m0[-2] ^u.z
load.r1 1, load.u 1, mul.m0 ^r1.y ^m1[-1], mul.m1 ^r1.y ^m0[-2], add.a0 ^m0[-1] ^u.x, store.xy v0 ^a0 _
load.u 1, add.a0 ^m1[-1] ^u.y, add.a1 ^m0[-1] ^u.z, store.xy v0 _ ^a0, store.zw v0 ^a1 _
