mul ft0, v0, fc1
sub ft1, v0, fc1
add ft1, ft1, fc1
div ft1, ft1, v0
mov ft2, v0.x
ifl v0.x, fc0.x
  add ft1, ft0, v0
  mov ft2, fc1
eif
slt ft0.x, v0.x, fc0.x
mul ft0.x, ft0.x, fc2.x
mul ft1, ft2, ft1
add oc, ft1, ft0.x
