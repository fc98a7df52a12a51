mov ft0, v0
ifl v0.y, v0.x
  div ft0, v0, fc0.x
eif
mov oc, ft0
