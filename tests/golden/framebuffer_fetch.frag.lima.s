fb_color.t $0
load.v $1 0, add.v1 $1.xyz $1.xyzx -$0.xyzx
stop, mul.v0 ^v0 $1.xyzx $1.wwww, add.v1 $1.xyz ^v0.xyzx $0.xyzx, mov.s1 $1.w $1.w
