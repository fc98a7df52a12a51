load.v $0.xy 0, load.u 1, mul.v0 $1 $0.yxxy ^const0.zxwy, add.s1 $1.x $1.x -^u.x, const0 18.0 24.0 9.0 12.0
load.u 1, mul.v0 $2.xyz ^u.xxxx ^const0.ywzw, mul.s0 $1.x $1.x ^const0.x, add.s1 $1.y $1.y -$2.x, cos.s2 $1.x $1.x, const0 0.1591796875 1.5 3.0 2.0
mul.s0 $1.y $1.y ^const0.x, add.v1 $1.zw $1.zzwz $2.yyzy, cos.s2 $1.y $1.y, const0 0.1591796875 0.0 0.0 0.0
mul.s0 $1.z $1.z ^const0.x, sin.s2 $1.z $1.z, const0 0.1591796875 0.0 0.0 0.0
mul.s0 $1.w $1.w ^const0.x, sin.s2 $1.w $1.w, const0 0.1591796875 0.0 0.0 0.0
mul.v0 $1.x $1.wwww $1.xxxx, mul_d2.s0 ^s0 $1.z $1.y, add.v1 $0.zw $0.xxxy -^const0.xxxx, add.s1 $1.x ^s0 $1.x, const0 0.5 0.0 0.0 0.0
mul.v0 $0.zw $0.zzzw $0.zzzw, mov.s1 $1.y -$1.x
mul.v0 ^v0 ^const0.xxxx $1.xyxx, add.v1 $0.xy ^v0.xyxx $0.xyxx, add.s1 $0.z $0.z $0.w, sqrt.s2 $0.z $0.z, const0 0.0200042724609375 0.0 0.0 0.0
sync, load.v ^tex_coord._ $0.xyyy, texld_2d 0, load.u 0, mov.v0 $2 ^tex_sampler.zxyw, add.v1 $3 ^u -^tex_sampler, add.s1 $0.x $0.z -^const0.x, const0 0.449951171875 0.0 0.0 0.0
mul.s0 $0.x $0.x ^const0.y, add.v1 $1.yzw $2.yyzx ^const0.xxxx, const0 0.25 20.0 0.0 0.0
mul.v0 ^v0 $3 $0.xxxx, add.v1 $3 ^v0 $2.yzxw
gt.s0 ^s0 $1.x ^const0.x, sel.v1 $2.xyz $1.yzwy $2.yzxy, branch_lt ^const0.y $0.z L90, const0 0.89990234375 0.5 0.0 0.0
stop, mov.v0 $2.w $2.wwww, gt.s0 ^s0 $0.z ^const0.x, sel.v1 $2 $3 $2, const0 0.449951171875 0.0 0.0 0.0
L90:
stop, discard
