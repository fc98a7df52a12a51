mul vt0, va0, vc0
mul vt1, vt0, vc1
ifl vc2.x, va0.x
  mul vt0, vt0, vc0
  add vt1, va0, vc1
eif
mov op, vt0
mov v0, vt1
