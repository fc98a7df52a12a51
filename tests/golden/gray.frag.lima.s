stop, sync, load.v ^tex_coord 0, texld_2d 0, mul.v0 ^v0 ^tex_sampler.xyzx ^const0.xyxx, sum3.v1 $0.xyz ^v0.xyzz, mov.s1 $0.w ^tex_sampler.w, const0 0.25 0.5 0.0 0.0
