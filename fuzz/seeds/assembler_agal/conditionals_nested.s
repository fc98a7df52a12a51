rcp ft0.x, v0.z
ife v0.z, fc1.w
  mov ft0.x, fc1.w
eif
slt ft0.y, v0.x, fc0.x
mov ft0.z, fc0.y
neg ft0.z, ft0.z
slt ft0.z, v0.y, ft0.z
mul ft0.y, ft0.y, ft0.z
sne ft0.y, ft0.y, fc1.w
neg ft0.y, ft0.y
kil ft0.y
mov ft1, v0.wxyz
ifl fc0.w, v0.w
  neg ft1, v0.wxyz
eif
ifl v0.x, fc0.x
  add ft1, v0.wxyz, fc2.y
  ifl v0.y, fc0.y
    mov ft1.yzw, fc1.xxyz
    mov ft1.x, v0.w
  eif
eif
mul ft0.x, fc2.x, ft0.x
add ft1.x, ft1.x, ft0.x
mov oc, ft1.yzwx
