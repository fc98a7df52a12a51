load.v $0.xy 0, load.u 0, mul.v0 $1 ^u.xyxy ^const0.yyxx, add.v1 $2 $0.xyxy $1, const0 3.23046875 1.384765625 0.0 0.0
sync, load.v ^tex_coord 0, texld_2d 0, mul.v0 $3 ^tex_sampler ^const0.xxxx, add.v1 $1 $0.xyxy -$1, const0 0.22705078125 0.0 0.0 0.0
sync, load.v ^tex_coord._ $2.xyyy, texld_2d 0, mul.v0 ^v0 ^tex_sampler ^const0.xxxx, add.v1 $3 ^v0 $3, const0 0.316162109375 0.0 0.0 0.0
sync, load.v ^tex_coord._ $1.xyyy, texld_2d 0, mul.v0 ^v0 ^tex_sampler ^const0.xxxx, add.v1 $3 ^v0 $3, const0 0.316162109375 0.0 0.0 0.0
sync, load.v ^tex_coord._ $2.zwww, texld_2d 0, mul.v0 ^v0 ^tex_sampler ^const0.xxxx, add.v1 $3 ^v0 $3, const0 0.07025146484375 0.0 0.0 0.0
stop, sync, load.v ^tex_coord._ $1.zwww, texld_2d 0, mul.v0 ^v0 ^tex_sampler ^const0.xxxx, add.v1 $3 ^v0 $3, const0 0.07025146484375 0.0 0.0 0.0
