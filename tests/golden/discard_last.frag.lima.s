load.v $0 0, load.u 0, branch_lt $0.x ^u.x L8
stop, mov.s0 $0.x $0.x
L8:
stop, discard
