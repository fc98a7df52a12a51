stop, load.v $0 0, load.u 0, mul.v0 $0 $0 ^u
