load.v $0.xyz 1, mul.v0 ^v0 $0.xyzx $0.xyzx, sum3.v1 $0.w ^v0.xyzz
load.v $1.xyz 0, load.u 10, add.v1 $1.xyz ^u.xyzx -$1.xyzx, rsqrt.s2 $0.w $0.w
mul.v0 ^v0 $1.xyzx $1.xyzx, sum3.v1 $1.w ^v0.xyzz, rsqrt.s2 $2.x $1.w
mul.v0 $1.xyz $1.xyzx $2.xxxx, mov.v1 $2.xyz ^const0.yyyy, mov.s1 $2.w ^const0.x, mul.s2 $0.xyz $0.w $0.xyzx, const0 0.0 0.0999755859375 0.0 0.0
L24:
branch_ge $2.w ^const0.x L84, const0 3.0 0.0 0.0 0.0
load.v $3.xyz 0, load.u 1+$2.w, add.v1 $3.xyz ^u.xyzx -$3.xyzx
mul.v0 ^v0 $3.xyzx $3.xyzx, sum3.v1 $0.w ^v0.xyzz, rsqrt.s2 $3.w $0.w
mul.v0 $3.xyz $3.xyzx $3.wwww
load.u 7+$2.w, mul_x2.v0 ^v0 $0.xyzx -$3.xyzx, sum3.v1 $3.w ^v0.xyzz, rcp.s2 $4.x ^u.x
mul.v0 ^v0 $0.xyzx -$3.wwww, add.v1 $4.yzw ^v0.xxyz -$3.xxyz, sqrt.s2 $0.w $0.w
mul.v0 ^v0 $4.yzwy $1.xyzx, sum3_pos.v1 $3.w ^v0.xyzz, log2.s2 $3.w $3.w
load.u 10, mul.v0 ^v0 $0.xyzx $3.xyzx, mul.s0 $4.y $3.w ^u.w, sum3_pos.v1 $4.z ^v0.xyzz, exp2.s2 $4.y $4.y
load.u 4+$2.w, mul.s0 $0.w $0.w $4.x, add_sat.v1 $0.w ^const0.xxxx -$0.wwww, add.s1 $4.y $4.z $4.y, mul.s2 $4.xyz $4.y ^u.zxyx, const0 1.0 0.0 0.0 0.0
mul.v0 ^v0 $4.yzxy $0.wwww, add.v1 $2.xyz ^v0.xyzx $2.xyzx, add.s1 $2.w $2.w ^const0.x, branch L24, const0 1.0 0.0 0.0 0.0
L84:
sqrt.s2 $2.w $1.w
sync, load.v ^tex_coord 2, texld_2d 0, load.u 0, mul.v0 $1.xyw ^tex_sampler.yzxx ^u.yzxx, add.s1 $2.w $2.w -^const0.x, const0 10.0 0.0 0.0 0.0
mul.v0 $2.xyz $1.wxyw $2.xyzx, mul_sat.s0 $2.w $2.w ^const0.x, const0 0.024993896484375 0.0 0.0 0.0
load.u 11, mul.v0 $1.x $2.wwww -^const0.yyyy, mul.s0 $2.w $2.w $2.w, add.v1 $1.yzw ^u.xxzy -$2.xxzy, add.s1 $1.x $1.x ^const0.x, mul.s2 $1.x $2.w $1.xxxx, const0 3.0 2.0 0.0 0.0
stop, load.u 0, mul.v0 ^v0 $1.ywzy $1.xxxx, add.v1 $1.xyz ^v0.xyzx $2.xyzx, mov.s1 $1.w ^u.w
