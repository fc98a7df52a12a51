load.v $0.xy 0, mul_int.s0 $0.x $0.x ^const0.x, const0 4.0 0.0 0.0 0.0
load.u 0+$0.x, branch_ge $0.y ^u.x L49
load.v $0.y 0, load.u 0+$0.x, mul.s0 $0.x ^u.x ^const0.y, mov.v1 $1.y ^const0.xxxx, mov.s1 $0.z ^const0.x, const0 0.0 0.5 0.0 0.0
L19:
branch_ge $0.z ^const0.x L42, const0 40.0 0.0 0.0 0.0
mul.s0 $0.w $0.z ^const0.x, branch_lt $0.y $0.w L42, const0 0.125 0.0 0.0 0.0
add.s1 $1.y $1.y $0.x
add.v1 $0.y $0.yyyy ^const0.yyyy, add.s1 $0.z $0.z ^const0.x, branch L19, const0 1.0 0.0625 0.0 0.0
L42:
mov.s0 $1.z ^const0.x, branch L83, const0 0.0 0.0 0.0 0.0
L49:
load.v $0.y 0, mov.v1 $1.z ^const0.xxxx, mov.s1 $1.y ^const0.x, const0 0.0 0.0 0.0 0.0
L56:
branch_ge $1.y ^const0.x L79, const0 40.0 0.0 0.0 0.0
mul.s0 $1.x $1.y ^const0.x, branch_lt $0.y $1.x L79, const0 0.25 0.0 0.0 0.0
add.s1 $1.z $1.z $0.y
add.v1 $0.y $0.yyyy -^const0.yyyy, add.s1 $1.y $1.y ^const0.x, branch L56, const0 1.0 0.0625 0.0 0.0
L79:
mov.s0 $1.y ^const0.x, const0 0.0 0.0 0.0 0.0
L83:
stop, sync, load.v ^tex_coord.xy 0.zw, texld_2d 0, mul.s0 $1.x ^const0.y $0.y, mov.v1 $1.w ^const0.xxxx, gt.s1 $1.x ^tex_sampler.x $1.x, const0 0.0 2.0 0.0 0.0
