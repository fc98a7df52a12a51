load.v $0.xy 0, load.u 0, mul.s0 ^s0 $0.y ^u.y, add.s1 $0.z ^s0 ^u.z
load.u 1, mul.v0 ^v0 ^u.xyzx ^const0.yyyy, mul.s0 $0.z $0.z ^const0.x, add.v1 $1.xyz ^v0.xyzx ^const0.yyyy, mov.s1 $1.w ^const0.z, sin.s2 $0.z $0.z, const0 0.1591796875 0.5 0.0 0.0
load.v $2.x 1, load.u 0, mul.v0 $2.xyz $2.xxxx $1.xyzx, mul.s0 $1.x $0.z ^u.x, add.v1 $0.xy $0.xyxx $1.xwxx
stop, sync, load.v ^tex_coord._ $0.xyyy, texld_2d 0, mul.v0 $2.xyz ^tex_sampler.xyzx $2.xyzx, mov.s1 $2.w ^const0.x, const0 1.0 0.0 0.0 0.0
