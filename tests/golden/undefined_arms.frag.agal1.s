div ft0, v0, fc0.x
max ft0, ft0, fc0.y
min ft0, ft0, fc0.z
slt ft1.x, v0.y, v0.x
mul ft0, ft1.x, ft0
sge ft1.x, v0.y, v0.x
mul ft1, ft1.x, v0
add oc, ft0, ft1
