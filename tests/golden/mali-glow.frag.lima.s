load.v $0.xy 0, add.v1 $0.xy $0.xyxx -^const0.xxxx, const0 0.5 0.0 0.0 0.0
sync, load.v ^tex_coord 0, texld_2d 0, mul.v0 $0.xy $0.xyxx $0.xyxx, mov.v1 $1.xyz ^tex_sampler.xyzx, add.s1 $1.w $0.x $0.y, sqrt.s2 $1.w $1.w
mul.v0 ^v0 $1.xyzx ^const0.wzyw, mul_sat.s0 $1.w $1.w ^const0.x, sum3.v1 $0.x ^v0.xyzz, const0 2.0 0.114013671875 0.5869140625 0.299072265625
load.u 0, mul.s0 $1.w $1.w ^u.x, add.v1 $0.xyz $0.xxxx -$1.xyzx
stop, mul.v0 ^v0 $0.xyzx $1.wwww, add.v1 $1.xyz ^v0.xyzx $1.xyzx, mov.s1 $1.w ^const0.x, const0 1.0 0.0 0.0 0.0
