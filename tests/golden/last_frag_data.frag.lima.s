fb_color.t $0
stop, load.v $1.x 0, mul.v0 $0 $0 $1.xxxx
