load.v $0.xy 0, load.u 0, mul.v0 $0.xy $0.xyxx ^u.zwzz, mul.s0 $0.z ^u.x ^const0.x, const0 0.1591796875 0.0 0.0 0.0
load.u 1, add.v1 $0.xy $0.xyxx -^u.xyxx, cos.s2 $0.z $0.z
load.u 0, mul.v0 $0.zw $0.zzzz $0.xxxy, mul.s0 $1.x ^u.x ^const0.x, sin.s2 $1.x $1.x, const0 0.1591796875 0.0 0.0 0.0
mul.v0 $0.xy $1.xxxx $0.yxyy, add.v1 $0.x $0.zzzz -$0.xxxx, add.s1 $0.y $0.y $0.w
sync, load.v ^tex_coord 0, texld_2d 0, load.u 0, mul.v0 $0.xy $0.xyxx ^u.yyyy, mov.v1 $0.zw ^tex_sampler.xxwz, add.s1 $1.x ^tex_sampler.x ^tex_sampler.y
mul.s0 $0.x $0.x ^const0.x, add.s1 $0.w $1.x $0.w, sin.s2 $0.x $0.x, const0 0.1591796875 0.0 0.0 0.0
mul.v0 $0.w $0.wwww ^const0.zzzz, mul.s0 $0.y $0.y ^const0.y, add.s1 $0.w $0.w -^const0.x, sin.s2 $0.y $0.y, const0 5.0 0.1591796875 3.333984375 0.0
mul_x4.s0 ^s0 $0.x $0.y, add.s1 $0.w ^s0 $0.w
stop, mov.v1 $1.xyz $0.wwww, mov.s1 $1.w $0.z
