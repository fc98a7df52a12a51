load.v $0 0
stop, sync, load.v ^tex_coord 1, texld_2d 0, mul.v0 $0 ^tex_sampler $0
