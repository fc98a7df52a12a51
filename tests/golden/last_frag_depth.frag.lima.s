fb_depth.t $0
stop, load.v $1 0, mul.v0 $1.xyz $1.xyzx $0.xxxx, mov.s1 $1.w $1.w
