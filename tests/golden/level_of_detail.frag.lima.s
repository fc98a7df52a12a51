load.v $0.xyz 0, mul.s0 $0.z $0.z ^const0.x, add.v1 $0.xy $0.xyxx $0.zzzz, mov.s1 $0.z ^const0.x, const0 0.5 0.0 0.0 0.0
sync, load.v ^tex_coord._ $0.xyyy, texldb_2d 0 $0.z, mov.v0 $1 ^tex_sampler, mov.s1 $0.z ^const0.x, const0 0.0 0.0 0.0 0.0
sync, load.v ^tex_coord._ $0.xyyy, texldl_2d 0 $0.z, load.u 0, add.v1 $1 $1 ^tex_sampler, mov.s1 $0.z ^u.x
sync, load.v ^tex_coord._ $0.xyyy, texldl_2d 0 $0.z, mul.v0 $0.xy $0.xyxx ^const0.xxxx, mov.s0 $0.z ^const0.x, add.v1 $1 $1 ^tex_sampler, mov.s1 $0.w ^const0.y, const0 2.0 0.0 0.0 0.0
stop, sync, load_projz.v ^tex_coord._ $0.xyzz, texldl_2d 0 $0.w, add.v1 $1 $1 ^tex_sampler, mul.s2 $1 ^const0.x $1, const0 0.25 0.0 0.0 0.0
