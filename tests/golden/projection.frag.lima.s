load.v $0.xyz 1
sync, load_projw.v ^tex_coord 0, texld_2d 0, mov.v0 $1 ^tex_sampler
sync, load_projz.v ^tex_coord.xyz 1, texld_2d 0, mul.v0 $0.xyz $0.xyzx ^const0.xxxx, add.v1 $1 $1 ^tex_sampler, const0 2.0 0.0 0.0 0.0
stop, sync, load_projz.v ^tex_coord._ $0.xyzz, texld_2d 0, add.v1 $1 $1 ^tex_sampler, mul.s2 $1 ^const0.x $1, const0 0.333251953125 0.0 0.0 0.0
