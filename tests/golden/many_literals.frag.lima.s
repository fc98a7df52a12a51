mov.s0 $0.x ^const0.x, const0 0.5 0.0 0.0 0.0
load.u 0, gt.s0 ^s0 ^u.x $0.x, sel.v1 $0 ^const0.wzyx ^const1.wzyx, const0 4.0 3.0 2.0 1.0, const1 8.0 7.0 6.0 5.0
load.v $1.x 0, gt.s0 ^s0 $1.x ^const0.x, sel.v1 $0 $0 ^const1.wzyx, const0 0.25 0.0 0.0 0.0, const1 8.5 7.5 6.5 5.5
load.v $1.x 1, ge.s0 ^s0 ^const0.x $1.x, sel.v1 $0 ^const1.wzyx $0, const0 0.125 0.0 0.0 0.0, const1 -12.0 11.0 -10.0 9.0
stop, add.v1 $0 $0 ^const0.yyyx, const0 0.0625 0.0 0.0 0.0
