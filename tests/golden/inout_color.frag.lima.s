fb_color.t $0
stop, load.v $1.x 0, mul.v0 $0.xyw $0.xyxw $1.xxxx, mov.s1 $0.z ^const0.x, const0 0.25 0.0 0.0 0.0
